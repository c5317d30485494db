//! `fourfall invite`: the links that add the bot.

use super::{discord_config, print};
use crate::{
    app,
    config::{self, SettingResults},
    discord::application::{ApplicationClient, ApplicationError},
    game::ApplicationId,
};

/// To see channels, and to write in them and in their threads.
const MEMBER_PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 38;

/// The scope that is enough to play.
const COMMANDS_SCOPE: &str = "applications.commands";

const GUILD_INSTALL: u8 = 0;
const USER_INSTALL: u8 = 1;

pub(super) async fn run() -> anyhow::Result<()> {
    config::load_env_file()?;
    let SettingResults { token, proxy, .. } = SettingResults::from_environment();
    let client = ApplicationClient::new(discord_config(token?, proxy?)?);
    let application = client.info().await.map_err(|error| match error {
        ApplicationError::WrongToken => app::wrong_token().into(),
        error => anyhow::Error::from(error),
    })?;
    print(format_args!("{}", links(application.id)));
    Ok(())
}

/// The links for an application, each below a line that says what it is for.
///
/// [Discord's parameters](https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow)
pub(super) fn links(ApplicationId(id): ApplicationId) -> String {
    let member = format!("bot+applications.commands&permissions={MEMBER_PERMISSIONS}");
    let links = [
        (
            "Add the bot to a server, where it also reminds players and shows results in time:",
            GUILD_INSTALL,
            member.as_str(),
        ),
        ("Add its commands alone, which is enough to play:", GUILD_INSTALL, COMMANDS_SCOPE),
        (
            "Add it to your own account, for chats with friends and for other servers:",
            USER_INSTALL,
            COMMANDS_SCOPE,
        ),
    ];
    let line = |(purpose, context, scope)| {
        format!(
            "{purpose}\n  https://discord.com/oauth2/authorize?client_id={id}\
             &integration_type={context}&scope={scope}"
        )
    };
    links.map(line).join("\n")
}

//! The links that add an application.

use serenity::all::Permissions;

use super::{
    ApplicationInfo,
    info::{GUILD_INSTALL, USER_INSTALL},
};

/// The scope that is enough to play.
const COMMANDS_SCOPE: &str = "applications.commands";

impl ApplicationInfo {
    /// The links, each with what it is for: to add it to a server as a member, to a server without the member, and to an
    /// account.
    ///
    /// [Discord's parameters](https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow)
    pub fn invite_links(&self) -> [(&'static str, String); 3] {
        let permissions = Permissions::VIEW_CHANNEL
            | Permissions::SEND_MESSAGES
            | Permissions::SEND_MESSAGES_IN_THREADS;
        let member = format!("bot+{COMMANDS_SCOPE}&permissions={}", permissions.bits());
        let link = |context, scope| {
            let id = self.id.0;
            format!(
                "https://discord.com/oauth2/authorize?client_id={id}&integration_type={context}\
                 &scope={scope}"
            )
        };
        [
            (
                "Open this link to add the bot to a server that you manage:",
                link(GUILD_INSTALL, member.as_str()),
            ),
            (
                "Or this one for its commands alone: enough to play, but without reminders:",
                link(GUILD_INSTALL, COMMANDS_SCOPE),
            ),
            (
                "Or this one for your own account: for chats with friends, and other servers:",
                link(USER_INSTALL, COMMANDS_SCOPE),
            ),
        ]
    }
}

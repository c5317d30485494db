//! Registers the commands with Discord at each start. What does not change counts towards no limit
//! of Discord's, and what it refuses is not tried again until the next start.

use serde::Deserialize;
use serde_json::Value;
use serenity::{
    all::{CommandId, CommandType},
    http::{LightMethod, Request, Route},
};

use super::{
    command_differences::{self, PRIMARY_ENTRY_POINT},
    commands,
    interaction_client::{InteractionClient, SendError, with_body},
    retry::{WrongToken, retry_with_backoff},
};
use crate::{
    features::CommandIds,
    game::{ApplicationId, GuildId},
};

/// A command as Discord returns it.
#[derive(Debug, Deserialize)]
struct CommandResponse {
    id: CommandId,
    name: String,
    #[serde(rename = "type")]
    kind: CommandType,
}

/// The commands that an application has registered in a server, or globally if there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registration<'a> {
    pub(super) client: &'a InteractionClient,
    pub(super) application: ApplicationId,
    pub(super) guild: Option<GuildId>,
}

impl Registration<'_> {
    /// Registers the commands. Retries until Discord has answered. Returns their ids, or none if
    /// Discord refuses them; then the reason is logged.
    pub(super) async fn register(self) -> Result<CommandIds, WrongToken> {
        retry_with_backoff("the commands could not be registered", || async {
            match self.register_once().await {
                // Without a code, something on the way to Discord has answered.
                Err(error) if error.is_refusal() && error.code().is_some() => {
                    tracing::error!(
                        %error,
                        "Discord refuses the commands; the old ones stay until a later start succeeds"
                    );
                    Ok(CommandIds::default())
                }
                registered => Ok(registered?),
            }
        })
        .await
    }

    /// Registers the commands once. Returns the ids of the slash commands.
    pub(super) async fn register_once(self) -> Result<CommandIds, SendError> {
        let mut commands = expected()?;
        if self.guild.is_none() {
            // Discord adds an Entry Point command where Activities are enabled, and refuses (50240)
            // every list of global commands without it. It stays JSON, so that whatever it has is
            // kept.
            let registered = self.registered().await?.into_iter();
            commands.extend(registered.filter(|it| it["type"] == PRIMARY_ENTRY_POINT));
        }
        let request = with_body(Request::new(self.route(), LightMethod::Put), &commands, None)?;
        let registered: Vec<CommandResponse> = self.client.fire(request).await?;
        tracing::info!(count = registered.len(), guild = ?self.guild, "registered the commands");
        let slash_commands = registered.into_iter().filter(|it| it.kind == CommandType::ChatInput);
        Ok(slash_commands.map(|it| (it.name, it.id.get())).collect())
    }

    /// How those that are registered differ from this version's.
    pub(super) async fn differences(self) -> Result<Vec<String>, SendError> {
        Ok(command_differences::find(&expected()?, &self.registered().await?))
    }

    async fn registered(self) -> Result<Vec<Value>, SendError> {
        // Without this, translations are left out.
        let query = vec![("with_localizations", "true".to_owned())];
        let request = Request::new(self.route(), LightMethod::Get).params(Some(query));
        let registered: Vec<Value> = self.client.fire(request).await?;
        Ok(registered.into_iter().map(permissions_as_number).collect())
    }

    fn route(self) -> Route<'static> {
        let application_id = self.application.0.into();
        match self.guild {
            None => Route::Commands { application_id },
            Some(guild) => Route::GuildCommands { application_id, guild_id: guild.0.into() },
        }
    }
}

/// This version's commands, as they are sent to Discord.
fn expected() -> Result<Vec<Value>, serde_json::Error> {
    let commands = commands::all().into_iter().map(serde_json::to_value);
    commands.map(|command| command.map(permissions_as_number)).collect()
}

/// Discord returns permissions as a string, and serenity writes one, but Discord's `OpenAPI`
/// description takes only a number.
fn permissions_as_number(mut command: Value) -> Value {
    if let Some(permissions) = command.get_mut("default_member_permissions")
        && let Some(number) = permissions.as_str().and_then(|text| text.parse::<u64>().ok())
    {
        *permissions = number.into();
    }
    command
}

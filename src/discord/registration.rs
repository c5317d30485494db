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
    interaction_client::{InteractionClient, SendError},
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
            let error = match self.register_once().await {
                Ok(ids) => return Ok(ids),
                Err(error) => error,
            };
            // Without a code, something on the way to Discord has answered.
            if !error.is_refusal() || error.code().is_none() {
                return Err(error.into());
            }
            tracing::error!(
                %error,
                "Discord refuses the commands; the old ones stay until a later start succeeds"
            );
            Ok(CommandIds::default())
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
            let mut registered = self.registered().await?;
            registered.retain(|it| it["type"] == PRIMARY_ENTRY_POINT);
            commands.extend(registered.into_iter().map(permissions_as_number));
        }
        let body = Some(serde_json::to_vec(&commands)?);
        let request = Request::new(self.route(), LightMethod::Put).body(body);
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
        self.client.fire(request).await
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

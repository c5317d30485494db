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
    game::{self, ApplicationId},
};

/// Registers the commands in the development server, or globally if there is none. Retries until
/// Discord has answered. Returns their ids, or none if Discord refuses them; then the reason is
/// logged.
pub(super) async fn register(
    client: &InteractionClient,
    application: ApplicationId,
    development_guild: Option<game::GuildId>,
) -> Result<CommandIds, WrongToken> {
    retry_with_backoff("the commands could not be registered", || async {
        let error = match register_once(client, application, development_guild).await {
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

/// A command as Discord returns it.
#[derive(Debug, Deserialize)]
struct CommandResponse {
    id: CommandId,
    name: String,
    #[serde(rename = "type")]
    kind: CommandType,
}

/// Registers the commands once, in a server or globally if there is none. Returns the ids of the
/// slash commands.
pub(super) async fn register_once(
    client: &InteractionClient,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> Result<CommandIds, SendError> {
    let mut commands = expected()?;
    if guild.is_none() {
        commands.extend(entry_point(client, application).await?);
    }
    let body = Some(serde_json::to_vec(&commands)?);
    let request = Request::new(route(application, guild), LightMethod::Put).body(body);
    let registered: Vec<CommandResponse> = client.fire(request).await?;
    tracing::info!(count = registered.len(), ?guild, "registered the commands");
    let slash_commands = registered.into_iter().filter(|it| it.kind == CommandType::ChatInput);
    Ok(slash_commands.map(|it| (it.name, it.id.get())).collect())
}

/// This version's commands, as they are sent to Discord.
fn expected() -> Result<Vec<Value>, serde_json::Error> {
    let commands = commands::all().into_iter().map(serde_json::to_value);
    commands.map(|command| command.map(permissions_as_number)).collect()
}

/// The application's Entry Point command. Discord adds it where Activities are
/// enabled, and refuses (50240) every list of global commands without it. It stays
/// JSON, so that whatever it has is kept.
async fn entry_point(
    client: &InteractionClient,
    application: ApplicationId,
) -> Result<Option<Value>, SendError> {
    let registered = registered(client, application, None).await?;
    let mut entry_points = registered.into_iter().filter(|it| it["type"] == PRIMARY_ENTRY_POINT);
    Ok(entry_points.next().map(permissions_as_number))
}

fn route(application: ApplicationId, guild: Option<game::GuildId>) -> Route<'static> {
    let application_id = application.0.into();
    match guild {
        None => Route::Commands { application_id },
        Some(guild) => Route::GuildCommands { application_id, guild_id: guild.0.into() },
    }
}

/// The commands that are registered in a server, or globally if there is none.
async fn registered(
    client: &InteractionClient,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> Result<Vec<Value>, SendError> {
    let request = Request::new(route(application, guild), LightMethod::Get);
    // Without this, translations are left out.
    client.fire(request.params(Some(vec![("with_localizations", "true".to_owned())]))).await
}

/// How the commands that are registered, in a server or globally if there is none, differ from
/// this version's.
pub(super) async fn differences(
    client: &InteractionClient,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> Result<Vec<String>, SendError> {
    let registered = registered(client, application, guild).await?;
    Ok(command_differences::find(&expected()?, &registered))
}

/// Registers the commands that are registered, in a server or globally if there is none, once more
/// as they are. Returns how many there are, and what has become different.
pub(super) async fn register_again(
    client: &InteractionClient,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> Result<(usize, Vec<String>), SendError> {
    let before = registered(client, application, guild).await?;
    let before: Vec<Value> = before.into_iter().map(permissions_as_number).collect();
    let body = Some(serde_json::to_vec(&before)?);
    let request = Request::new(route(application, guild), LightMethod::Put).body(body);
    let after: Vec<Value> = client.fire(request).await?;
    Ok((after.len(), command_differences::find(&before, &after)))
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

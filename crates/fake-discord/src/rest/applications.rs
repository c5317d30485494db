//! The application's registered commands.

use clock::Timestamp;
use serde_json::Value;

use crate::{
    rest::{ApiResponse, error::ApiError},
    state::{
        command_registry::CommandScope, create_message::MessagePayload, event_stream::ServerEvent,
        ids::GuildId, model::Installation, world::World,
    },
    validation::commands,
};

/// The scope in a path.
pub(crate) fn scope(
    world: &World,
    application: &str,
    guild: Option<&str>,
) -> Result<CommandScope, ApiError> {
    check_id(world, application)?;
    match guild {
        Some(guild) => installed(world, guild).map(CommandScope::Guild),
        None => Ok(CommandScope::Global),
    }
}

/// Refuses an id that is not the application's.
pub(crate) fn check_id(world: &World, application: &str) -> Result<(), ApiError> {
    if application == world.bot.to_string() { Ok(()) } else { Err(ApiError::unknown_application()) }
}

/// Lists the commands of a scope, without their translations unless asked for.
pub(crate) fn list_commands(world: &World, scope: CommandScope, translated: bool) -> ApiResponse {
    let mut commands = world.registry.list(scope);
    if !translated {
        for command in commands.iter_mut().filter_map(Value::as_object_mut) {
            command.remove("name_localizations");
            command.remove("description_localizations");
        }
    }
    ApiResponse::ok(commands.into())
}

/// Replaces the commands of a scope.
pub(crate) fn replace_commands(
    world: &mut World,
    scope: CommandScope,
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    commands::check(&payload.body, scope)?;
    let new = payload.body.as_array().cloned().unwrap_or_default();
    let World { registry, ids, bot, .. } = world;
    if registry.would_remove_entry_point(scope, &new) {
        return Err(ApiError::entry_point_missing());
    }
    let registered: Vec<Value> = registry.replace(scope, *bot, &new, || ids.next(now));
    world.announce(ServerEvent::WorldChanged);
    Ok(ApiResponse::ok(registered.into()))
}

/// Parses the id of a guild that the application is installed to.
fn installed(world: &World, guild: &str) -> Result<GuildId, ApiError> {
    let id = guild.parse().map_err(|_| ApiError::missing_access())?;
    let guild = world.guilds.get(&id).filter(|it| it.installation != Installation::None);
    guild.map(|guild| guild.id).ok_or_else(ApiError::missing_access)
}

//! The application's registered commands.

use axum::http::Method;
use clock::Timestamp;
use serde_json::Value;

use crate::{
    rest::{ApiResponse, error::ApiError},
    state::{
        command_registry::CommandScope, create_message::MessagePayload, event_stream::ServerEvent,
        ids::GuildId, world::World,
    },
    validation::commands,
};

/// Lists or replaces the commands of a scope.
pub(crate) fn commands(
    world: &mut World,
    method: &Method,
    (application, guild): (&str, Option<&str>),
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    if application != world.bot.to_string() {
        return Err(ApiError::unknown_application());
    }
    let scope = match guild {
        Some(guild) => CommandScope::Guild(joined(world, guild)?),
        None => CommandScope::Global,
    };
    if *method == Method::GET {
        return Ok(ApiResponse::ok(world.registry.list(scope).into()));
    }
    commands::check(&payload.body)?;
    let new = payload.body.as_array().cloned().unwrap_or_default();
    let World { registry, ids, bot, .. } = world;
    let registered: Vec<Value> = registry.replace(scope, *bot, &new, || ids.next(now));
    world.announce(ServerEvent::CommandsRegistered);
    Ok(ApiResponse::ok(registered.into()))
}

/// Parses the id of a guild that the bot is in.
fn joined(world: &World, guild: &str) -> Result<GuildId, ApiError> {
    let id = guild.parse().map_err(|_| ApiError::missing_access())?;
    let guild = world.guilds.get(&id).filter(|guild| guild.has_bot);
    guild.map(|guild| guild.id).ok_or_else(ApiError::missing_access)
}

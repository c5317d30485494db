//! The application's registered commands.

use axum::http::Method;
use serde_json::Value;

use crate::{
    rest::{Reply, error::Refusal},
    state::{
        command_registry::Scope, create_message::Draft, event_stream::Event, ids::GuildId,
        world::World,
    },
    validation::commands,
};
use clock::Timestamp;

/// Lists the commands of a scope, or replaces them.
pub(crate) fn commands(
    world: &mut World,
    method: &Method,
    (application, guild): (&str, Option<&str>),
    draft: &Draft,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    if application != world.bot.to_string() {
        return Err(Refusal::unknown_application());
    }
    let scope = match guild {
        Some(guild) => Scope::Guild(joined(world, guild)?),
        None => Scope::Global,
    };
    if *method == Method::GET {
        return Ok(Reply::ok(world.registry.list(scope).into()));
    }
    commands::check(&draft.body)?;
    let wanted = draft.body.as_array().cloned().unwrap_or_default();
    let World { registry, source, bot, .. } = world;
    let registered: Vec<Value> = registry.replace(scope, *bot, &wanted, || source.next(now));
    world.announce(Event::CommandsRegistered);
    Ok(Reply::ok(registered.into()))
}

/// A server that the bot is in.
fn joined(world: &World, guild: &str) -> Result<GuildId, Refusal> {
    let id = guild.parse().map_err(|_| Refusal::missing_access())?;
    let guild = world.guilds.get(&id).filter(|guild| guild.has_bot);
    guild.map(|guild| guild.id).ok_or_else(Refusal::missing_access)
}

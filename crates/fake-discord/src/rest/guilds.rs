//! Requests about guilds and their members.

use crate::{
    interactions::payload,
    rest::{ApiResponse, error::ApiError},
    state::{
        ids::{GuildId, UserId},
        model::{Guild, Installation},
        world::World,
    },
};

/// `GET /guilds/{guild}`.
pub(crate) fn show(world: &World, guild: &str) -> Result<ApiResponse, ApiError> {
    joined(world, guild).map(|guild| ApiResponse::ok(payload::full_guild(guild)))
}

/// `GET /guilds/{guild}/members/{user}`.
pub(crate) fn member(world: &World, guild: &str, user: &str) -> Result<ApiResponse, ApiError> {
    let guild = joined(world, guild)?;
    let id: UserId = user.parse().map_err(|_| ApiError::unknown_user())?;
    if !world.users.contains_key(&id) {
        return Err(ApiError::unknown_user());
    }
    if !guild.has_member(id) {
        return Err(ApiError::unknown_member());
    }
    Ok(ApiResponse::ok(payload::guild_member(world, guild, id)))
}

/// The guild with this id, if the bot is a member. Discord does not say whether there are
/// others.
fn joined<'a>(world: &'a World, guild: &str) -> Result<&'a Guild, ApiError> {
    let id: GuildId = guild.parse().map_err(|_| ApiError::unknown_guild())?;
    let guild = world.guilds.get(&id).filter(|guild| guild.installation == Installation::Bot);
    guild.ok_or_else(ApiError::unknown_guild)
}

//! The names that an interaction brings.

use super::interaction::User;
use crate::game::{GuildId, Player, PlayerId};

/// A user with the names that an interaction brings: the display name, else the user name,
/// and the nickname in the interaction's server.
pub(super) fn player(user: &User, guild: Option<GuildId>, nickname: Option<&str>) -> Player {
    let global_name = user.global_name.as_deref().unwrap_or(&user.username);
    Player::new(PlayerId(user.id.0), without_controls(global_name))
        .in_guild(guild, nickname.map(without_controls))
}

/// `PostgreSQL` stores no NUL in text.
fn without_controls(name: &str) -> String {
    name.chars().filter(|it| !it.is_control()).collect()
}

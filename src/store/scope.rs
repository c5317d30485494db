//! Scopes as numbers.

use crate::game::{Game, Scope};

pub(in crate::store) const GLOBAL_SCOPE_ID: i64 = 0;

pub(in crate::store) const fn scope_id(scope: Scope) -> i64 {
    match scope {
        Scope::Guild(guild) => guild.0.cast_signed(),
        Scope::Global => GLOBAL_SCOPE_ID,
    }
}

/// The scopes that a game counts in, the narrowest first.
pub(in crate::store) fn scopes(game: &Game) -> impl Iterator<Item = i64> {
    let scopes = game.config.location.guild.map(Scope::Guild).into_iter().chain([Scope::Global]);
    scopes.map(scope_id)
}

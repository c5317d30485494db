//! Scopes of results.

use crate::game::{Game, Scope};

/// The scopes that a game counts in, the narrowest first.
pub(in crate::store) fn scopes(game: &Game) -> impl Iterator<Item = Scope> {
    game.config.location.guild.map(Scope::Guild).into_iter().chain([Scope::Global])
}

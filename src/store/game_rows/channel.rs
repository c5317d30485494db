//! Games of channels: player 0 has the seat, and `channel_disc` says who has dropped its discs.

use crate::{
    game::{GuildId, Player, PlayerId},
    store::prelude::*,
};

/// Stands for everybody in a channel.
pub(in crate::store) const CHANNEL: PlayerId = PlayerId(0);

/// Between two droppers, and between the parts of one. No name has control characters.
const NEXT: char = '\u{1e}';
const PART: char = '\u{1f}';

/// The condition for games of channels, as the index has it.
macro_rules! of_channel {
    () => {
        "(first_player_id = 0 OR second_player_id = 0)"
    };
}

/// Those who have dropped the discs of a channel's game, in order.
macro_rules! droppers_of_game {
    () => {
        concat!("CASE WHEN ", $crate::store::game_rows::channel::of_channel!(), " THEN (SELECT coalesce(string_agg(CAST(dropper.player_id AS TEXT) || '\u{1f}' || dropper.name \
         || '\u{1f}' || coalesce(dropper_nickname.name, ''), '\u{1e}' ORDER BY disc), '') \
         FROM channel_disc JOIN player dropper ON dropper.player_id = channel_disc.player_id \
         LEFT JOIN nickname dropper_nickname ON dropper_nickname.player_id = dropper.player_id \
         AND dropper_nickname.guild_id = game.guild_id WHERE channel_disc.game_id = game.game_id) END")
    };
}

pub(in crate::store) use {droppers_of_game, of_channel};

/// Who has dropped a channel's discs, in order; `None` if the game is none of a channel.
pub(super) fn droppers(row: Row<'_>, guild: Option<GuildId>) -> StoreResult<Option<Vec<Player>>> {
    let Some(droppers) = row.get::<Option<String>>("droppers")? else { return Ok(None) };
    let dropper = |text: &str| {
        let [id, name, nickname] = text.split(PART).collect::<Vec<_>>().try_into().ok()?;
        let id = PlayerId(id.parse::<i64>().ok()?.cast_unsigned());
        let nickname = Some(nickname.to_owned()).filter(|it| !it.is_empty());
        Some(Player::new(id, name.to_owned()).in_guild(guild, nickname))
    };
    let droppers = droppers.split(NEXT).filter(|it| !it.is_empty());
    let droppers: Option<_> = droppers.map(dropper).collect();
    droppers.map(Some).ok_or_else(|| row.corrupt("droppers", "they are not as stored"))
}

//! Results.

use sqlx::FromRow;

use super::{games::ending, player};
use crate::{
    play::{Ending, GuildId, Player, Record},
    rules::Seat,
    store::StoreError,
};

#[derive(FromRow)]
pub(in crate::store) struct StandingRow {
    player_id: i64,
    name: String,
    wins: i64,
    losses: i64,
    draws: i64,
}

impl StandingRow {
    pub(in crate::store) fn into_parts(self) -> Result<(Player, Record), StoreError> {
        Ok((player(self.player_id, self.name), record((self.wins, self.losses, self.draws))?))
    }
}

pub(in crate::store) fn record(
    (wins, losses, draws): (i64, i64, i64),
) -> Result<Record, StoreError> {
    let count =
        |count: i64| u32::try_from(count).map_err(|error| StoreError::corrupt("a record", error));
    Ok(Record { wins: count(wins)?, losses: count(losses)?, draws: count(draws)? })
}

/// The results of the first seat, from endings with how often each occurred.
pub(in crate::store) fn first_seat_record(
    endings: Vec<(String, Option<i64>, i64)>,
) -> Result<Record, StoreError> {
    let mut sum = Record::default();
    for (kind, seat, games) in endings {
        let games = u32::try_from(games).map_err(|error| StoreError::corrupt("a record", error))?;
        let ending =
            ending(Some(&kind), seat).map_err(|why| StoreError::corrupt("a game's ending", why))?;
        match ending.and_then(Ending::winner) {
            Some(Seat::First) => sum.wins += games,
            Some(Seat::Second) => sum.losses += games,
            None => sum.draws += games,
        }
    }
    Ok(sum)
}

pub(in crate::store) const fn guild_key(guild: Option<GuildId>) -> i64 {
    match guild {
        Some(GuildId(id)) => id.cast_signed(),
        None => 0,
    }
}

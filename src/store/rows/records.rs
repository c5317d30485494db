//! Records, ratings and leaderboard entries.

use clock::Timestamp;
use connect4::Seat;

use super::{games::game_result, player};
use crate::{
    game::{GameResult, GuildId, Record, Scope},
    rating::Rating,
    store::{LeaderboardEntry, SortKey, StoreError},
};

const GLOBAL_SCOPE_ID: i64 = 0;

row! {
    pub(in crate::store) struct LeaderboardRow {
        scope_id: i64,
        player_id: i64,
        name: String,
        nickname: Option<String>,
        listed: i64,
        wins: i64,
        losses: i64,
        draws: i64,
        rating: Option<i64>,
        tie_breaker: i64,
        sort_key: i64,
    }
}

impl LeaderboardRow {
    pub(in crate::store) const fn key(&self) -> i64 {
        self.sort_key
    }

    pub(in crate::store) const fn sort_key(&self) -> SortKey {
        SortKey { key: self.sort_key, tie_breaker: self.tie_breaker }
    }

    pub(in crate::store) fn into_entry(self, rank: u64) -> Result<LeaderboardEntry, StoreError> {
        let sort_key = self.sort_key();
        let rating = self.rating.map(u16::try_from).transpose();
        let guild = Some(self.scope_id).filter(|&id| id != GLOBAL_SCOPE_ID);
        let guild = guild.map(|id| GuildId(id.cast_unsigned()));
        Ok(LeaderboardEntry {
            rank,
            sort_key,
            player: player(self.player_id, self.name, guild, self.nickname),
            is_listed: self.listed != 0,
            record: record((self.wins, self.losses, self.draws))?,
            rating: rating.map_err(|error| StoreError::corrupt("a rating", error))?,
        })
    }
}

row! {
    pub(in crate::store) struct RatingRow {
        value: f64,
        deviation: f64,
        volatility: f64,
        rated_at: i64,
    }
}

row! {
    /// A rating with its scope and player.
    pub(in crate::store) struct ScopedRatingRow {
        pub(in crate::store) scope_id: i64,
        pub(in crate::store) player_id: i64,
    } + pub(in crate::store) rating: RatingRow
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Self {
        Self {
            value: row.value,
            deviation: row.deviation,
            volatility: row.volatility,
            last_rated_at: Timestamp::from_milliseconds(row.rated_at),
        }
    }
}

pub(in crate::store) fn record(
    (wins, losses, draws): (i64, i64, i64),
) -> Result<Record, StoreError> {
    let count =
        |count: i64| u32::try_from(count).map_err(|error| StoreError::corrupt("a record", error));
    Ok(Record { wins: count(wins)?, losses: count(losses)?, draws: count(draws)? })
}

/// The record of the first seat, from the number of games by result and seat.
pub(in crate::store) fn first_seat_record(
    results: Vec<(String, Option<i64>, i64)>,
) -> Result<Record, StoreError> {
    let mut sum = Record::default();
    for (kind, seat, games) in results {
        let games = u32::try_from(games).map_err(|error| StoreError::corrupt("a record", error))?;
        let result = game_result(Some(&kind), seat)
            .map_err(|why| StoreError::corrupt("a game's result", why))?;
        match result.and_then(GameResult::winner) {
            Some(Seat::First) => sum.wins += games,
            Some(Seat::Second) => sum.losses += games,
            None => sum.draws += games,
        }
    }
    Ok(sum)
}

pub(in crate::store) const fn scope_id(scope: Scope) -> i64 {
    match scope {
        Scope::Guild(guild) => guild.0.cast_signed(),
        Scope::Global => GLOBAL_SCOPE_ID,
    }
}

//! Recomputes leaderboards, ratings and streaks from the games alone, independently of the store.

use std::collections::{BTreeMap, HashMap};

use clock::Timestamp;
use connect4::Seat;

use crate::{
    game::{Period, PlayerResult, Record},
    rating::{self, Rating},
};

/// The scope of all servers.
const GLOBAL_SCOPE: i64 = 0;

/// A finished game between two people that counts as a result.
#[derive(Clone, Debug)]
pub(super) struct CountedGame {
    pub(super) id: i64,
    /// Numbers each player's results in the order in which they count.
    pub(super) result_number: i64,
    pub(super) guild: Option<i64>,
    pub(super) players: [i64; 2],
    /// `None` after a draw.
    pub(super) winner: Option<Seat>,
    pub(super) is_rated: bool,
    pub(super) ended_at: Timestamp,
}

/// What a player's entry on a leaderboard holds, computed or stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EntryValues {
    pub(super) period_number: i64,
    pub(super) record: Record,
    pub(super) rating: Option<u16>,
}

/// How a game changed a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ExpectedRatingChange {
    pub(super) before: f64,
    pub(super) after: Rating,
}

/// The expected leaderboard entries, ratings, rating changes and streaks.
#[derive(Debug, Default)]
pub(super) struct ExpectedValues {
    /// By scope, period and player.
    pub(super) entries: HashMap<(i64, Period, i64), EntryValues>,
    /// By scope and player.
    pub(super) ratings: HashMap<(i64, i64), Rating>,
    /// By scope, player and result.
    pub(super) changes: BTreeMap<(i64, i64, i64), ExpectedRatingChange>,
    /// How many games each player has won in a row. No entry: none.
    pub(super) streaks: HashMap<i64, i64>,
    /// The winner's streak with a game, by game.
    pub(super) streaks_at_end: HashMap<i64, i64>,
}

impl ExpectedValues {
    /// Computes everything from the games, which may be in any order.
    pub(super) fn from_games(mut games: Vec<CountedGame>) -> Self {
        games.sort_by_key(|game| game.result_number);
        let mut expected = Self::default();
        for game in &games {
            expected.count_streaks(game);
            for scope in game.guild.into_iter().chain([GLOBAL_SCOPE]) {
                expected.count(game, scope);
                if game.is_rated {
                    expected.rate(game, scope);
                }
            }
        }
        expected.remove_deleted_users();
        expected
    }

    fn count_streaks(&mut self, game: &CountedGame) {
        let before = game.players.map(|player| self.streaks.remove(&player));
        if let Some(winner) = game.winner {
            let streak = before[winner.index()].unwrap_or(0) + 1;
            self.streaks.insert(game.players[winner.index()], streak);
            self.streaks_at_end.insert(game.id, streak);
        }
    }

    fn count(&mut self, game: &CountedGame, scope: i64) {
        for (seat, player) in Seat::BOTH.into_iter().zip(game.players) {
            let outcome = match game.winner {
                Some(winner) if winner == seat => PlayerResult::Win,
                Some(_) => PlayerResult::Loss,
                None => PlayerResult::Draw,
            };
            for period in Period::ALL {
                let period_number = period.number_at(game.ended_at);
                let entry = self
                    .entries
                    .entry((scope, period, player))
                    .or_insert_with(|| EntryValues { period_number, ..EntryValues::default() });
                if period_number > entry.period_number {
                    *entry = EntryValues { period_number, ..EntryValues::default() };
                }
                // Results of an earlier period are not counted.
                if period_number == entry.period_number {
                    entry.record.add(outcome);
                }
            }
        }
    }

    fn rate(&mut self, game: &CountedGame, scope: i64) {
        let before = game.players.map(|player| self.ratings.get(&(scope, player)).copied());
        let result = match game.winner {
            Some(Seat::First) => rating::RatedResult::First,
            Some(Seat::Second) => rating::RatedResult::Second,
            None => rating::RatedResult::Draw,
        };
        let changes = rating::rate(before, result, game.ended_at);
        for (player, rating::RatingUpdate { before, after }) in
            game.players.into_iter().zip(changes)
        {
            self.ratings.insert((scope, player), after);
            let change = ExpectedRatingChange { before: before.value, after };
            self.changes.insert((scope, player, game.result_number), change);
            let shown = (!after.is_provisional()).then(|| after.rounded());
            for period in Period::ALL {
                if let Some(entry) = self.entries.get_mut(&(scope, period, player)) {
                    entry.rating = shown;
                }
            }
        }
    }

    /// Games against a deleted user count for the opponent, but a deleted user has no
    /// entries, ratings or streaks.
    fn remove_deleted_users(&mut self) {
        self.entries.retain(|(_, _, player), _| *player >= 0);
        self.ratings.retain(|(_, player), _| *player >= 0);
        self.changes.retain(|(_, player, _), _| *player >= 0);
        self.streaks.retain(|player, _| *player >= 0);
    }
}

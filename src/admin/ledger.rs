//! What results add up to, worked out from the games alone.

use std::collections::{BTreeMap, HashMap};

use crate::{
    play::{Outcome, Period, Record},
    rating::{self, Rating},
};
use clock::Timestamp;
use connect4::Seat;

/// Everywhere, as a scope.
const EVERYWHERE: i64 = 0;

/// A finished game between people that counts.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// Its place in the order of results.
    pub(super) result: i64,
    pub(super) guild: Option<i64>,
    pub(super) players: [i64; 2],
    /// Who won; none if nobody did.
    pub(super) winner: Option<Seat>,
    pub(super) is_rated: bool,
    pub(super) ended_at: Timestamp,
}

/// Somebody's line of a leaderboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: i64,
    pub(super) record: Record,
    pub(super) rating: Option<u16>,
}

/// What a game did to a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) before: f64,
    pub(super) after: Rating,
}

/// All standings and ratings, as they ought to be.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// By scope, period and player.
    pub(super) standings: HashMap<(i64, Period, i64), Line>,
    /// By scope and player.
    pub(super) ratings: HashMap<(i64, i64), Rating>,
    /// By scope, player and result.
    pub(super) changes: BTreeMap<(i64, i64, i64), Change>,
}

impl Ledger {
    /// Works out everything from the games, whatever order they are in.
    pub(super) fn of(mut games: Vec<Counted>) -> Self {
        games.sort_by_key(|game| game.result);
        let mut ledger = Self::default();
        for game in &games {
            for scope in game.guild.into_iter().chain([EVERYWHERE]) {
                ledger.count(game, scope);
                if game.is_rated {
                    ledger.rate(game, scope);
                }
            }
        }
        ledger.forget_the_deleted();
        ledger
    }

    fn count(&mut self, game: &Counted, scope: i64) {
        for (seat, player) in Seat::BOTH.into_iter().zip(game.players) {
            let outcome = match game.winner {
                Some(winner) if winner == seat => Outcome::Win,
                Some(_) => Outcome::Loss,
                None => Outcome::Draw,
            };
            for period in Period::ALL {
                let number = period.number_at(game.ended_at);
                let line = self
                    .standings
                    .entry((scope, period, player))
                    .or_insert_with(|| Line { number, ..Line::default() });
                if number > line.number {
                    *line = Line { number, ..Line::default() };
                }
                // What came late for its period is not counted in it.
                if number == line.number {
                    line.record.count(outcome);
                }
            }
        }
    }

    fn rate(&mut self, game: &Counted, scope: i64) {
        let before = game.players.map(|player| self.ratings.get(&(scope, player)).copied());
        let result = match game.winner {
            Some(Seat::First) => rating::Result::First,
            Some(Seat::Second) => rating::Result::Second,
            None => rating::Result::Draw,
        };
        let changes = rating::rate(before, result, game.ended_at);
        for (player, rating::Change { before, after }) in game.players.into_iter().zip(changes) {
            self.ratings.insert((scope, player), after);
            let change = Change { before: before.value, after };
            self.changes.insert((scope, player, game.result), change);
            let shown = (!after.is_provisional()).then(|| after.shown());
            for period in Period::ALL {
                if let Some(line) = self.standings.get_mut(&(scope, period, player)) {
                    line.rating = shown;
                }
            }
        }
    }

    /// Somebody who is nobody counts for their opponents, but has no numbers of
    /// their own.
    fn forget_the_deleted(&mut self) {
        self.standings.retain(|(_, _, player), _| *player >= 0);
        self.ratings.retain(|(_, player), _| *player >= 0);
        self.changes.retain(|(_, player, _), _| *player >= 0);
    }
}

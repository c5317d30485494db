//! What results add up to: streaks, ratings and the entries of leaderboards. The end of a game adds
//! its result to the little that it touches; imports and checks add all that there are.

use std::collections::{HashMap, HashSet};

use clock::Timestamp;
use connect4::Seat;

use super::{Counts, Entry, EntryKey, GameResult, GuildId, PlayerId, PlayerResult, Scope, Season};
use crate::rating::{self, Rating, RatingUpdate};

/// The result of a game between two people.
#[derive(Clone, Copy, Debug)]
pub struct CountedGame {
    pub players: [PlayerId; 2],
    pub result: GameResult,
    pub at: Timestamp,
    pub counts: Counts,
    pub is_rated: bool,
    pub guild: Option<GuildId>,
    /// The season of the server that ran then.
    pub season: Option<Season>,
    /// Greater than those of all earlier results of both players.
    pub number: i64,
}

/// What follows from results.
#[derive(Debug, Default)]
pub struct Standings {
    pub entries: HashMap<EntryKey, Entry>,
    /// In servers, and globally.
    pub ratings: HashMap<(Scope, PlayerId), Rating>,
    /// How many games each player has won in a row. No entry: none.
    pub streaks: HashMap<PlayerId, u32>,
    /// Who is on the leaderboard of all servers.
    pub listed: HashSet<PlayerId>,
    /// The number of a player's last result before their record in a server was reset.
    pub resets: HashMap<(GuildId, PlayerId), i64>,
}

/// What a result changed.
#[derive(Debug, Default)]
pub struct ResultChanges {
    /// How many games the winner has won in a row, with this one.
    pub winning_streak: Option<u32>,
    /// By seat in each scope, that of the server first.
    pub ratings: Vec<ScopedRatingChange>,
    /// As they are afterwards.
    pub entries: Vec<(EntryKey, Entry)>,
}

/// How a result changed a player's rating in a scope.
#[derive(Clone, Copy, Debug)]
pub struct ScopedRatingChange {
    pub scope: Scope,
    pub player: PlayerId,
    pub update: RatingUpdate,
}

impl Standings {
    /// Adds a result. Each player's results are added in their order.
    pub fn add(&mut self, game: &CountedGame) -> ResultChanges {
        if game.counts == Counts::TooShort {
            return ResultChanges::default();
        }
        let winning_streak = self.add_to_streaks(game);
        let ratings = if game.is_rated { self.rate(game) } else { Vec::new() };
        let entries = self.add_to_entries(game, &ratings);
        ResultChanges { winning_streak, ratings, entries }
    }

    fn add_to_streaks(&mut self, game: &CountedGame) -> Option<u32> {
        let before = game.players.map(|player| self.streaks.remove(&player));
        let winner = game.result.winner()?.index();
        let streak = before[winner].unwrap_or(0) + 1;
        self.streaks.insert(game.players[winner], streak);
        Some(streak)
    }

    fn rate(&mut self, game: &CountedGame) -> Vec<ScopedRatingChange> {
        let mut changes = Vec::new();
        for scope in game.guild.map(Scope::Guild).into_iter().chain([Scope::Global]) {
            let before = game.players.map(|player| self.ratings.get(&(scope, player)).copied());
            let updates = rating::rate(before, game.result.winner(), game.at);
            for (player, update) in game.players.into_iter().zip(updates) {
                self.ratings.insert((scope, player), update.after);
                changes.push(ScopedRatingChange { scope, player, update });
            }
        }
        changes
    }

    /// Returns those that it has changed.
    fn add_to_entries(
        &mut self,
        game: &CountedGame,
        ratings: &[ScopedRatingChange],
    ) -> Vec<(EntryKey, Entry)> {
        let mut changed = Vec::new();
        if game.counts != Counts::Yes && ratings.is_empty() {
            return changed;
        }
        for (seat, player) in Seat::BOTH.into_iter().zip(game.players) {
            let result = PlayerResult::of(game.result, seat);
            let counted = result.filter(|_| game.counts == Counts::Yes);
            let boards = [game.guild.map(Scope::Guild), Some(Scope::Global)].into_iter();
            let listed = self.listed.contains(&player).then_some(Scope::Listed);
            let scopes = boards.chain([listed, game.season.map(Scope::Season)]).flatten();
            for scope in scopes {
                if self.is_reset(game, player, scope) {
                    continue;
                }
                let rated_in = scope.guild().map_or(Scope::Global, Scope::Guild);
                let rating = ratings.iter().find(|it| (it.scope, it.player) == (rated_in, player));
                let rating = rating.map(|it| it.update.after);
                for &period in scope.periods() {
                    let key = EntryKey { scope, period, player };
                    let entry = self.entries.get(&key).copied();
                    let entry = key.add(entry, game.at, counted, rating);
                    self.entries.insert(key, entry);
                    changed.push((key, entry));
                }
            }
        }
        changed
    }

    /// Whether a result does not count on a leaderboard any more. Seasons stay as they ended.
    fn is_reset(&self, game: &CountedGame, player: PlayerId, scope: Scope) -> bool {
        let guild = scope.guild().filter(|_| !scope.is_over());
        let reset = guild.and_then(|guild| self.resets.get(&(guild, player)));
        reset.is_some_and(|last| game.number <= *last)
    }
}

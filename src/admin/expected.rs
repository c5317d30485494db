//! Compares what is stored with what follows from the games.

use std::{
    collections::{HashMap, HashSet},
    fmt::Debug,
    hash::Hash,
};

use clock::Timestamp;

use crate::{
    game::{
        CountedGame, Counts, Entry, EntryKey, GuildId, MAX_WINS_PER_DAY, MIN_DISCS, PlayerId,
        Scope, Standings,
    },
    rating::{self, Rating},
};

/// Stands for everybody who has deleted their data.
const DELETED: PlayerId = PlayerId(u64::MAX);

/// Numbers that differ by less are equal: floating-point results vary between machines.
const TOLERANCE: f64 = 1e-6;

/// A finished game between two people.
#[derive(Clone, Debug)]
pub(super) struct CheckedGame {
    pub(super) id: i64,
    pub(super) counted: CountedGame,
    /// How many were on the board at the end.
    pub(super) discs: usize,
    pub(super) started_at: Timestamp,
}

/// Numbers that compare equal within [`TOLERANCE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<const N: usize>(pub(super) [f64; N]);

impl<const N: usize> PartialEq for Numbers<N> {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(other.0);
        pairs.all(|(one, other)| (one - other).abs() <= TOLERANCE * one.abs().max(1.0))
    }
}

/// What follows from the results of games, computed or stored.
#[derive(Debug, Default)]
pub(super) struct Expected {
    pub(super) entries: HashMap<EntryKey, Entry>,
    /// Value, deviation, volatility and time.
    pub(super) ratings: HashMap<(Scope, PlayerId), Numbers<4>>,
    /// The values before and after and the deviation, with the number of the result.
    pub(super) changes: HashMap<(Scope, PlayerId, i64), Numbers<3>>,
    /// How many games each player has won in a row. No entry: none.
    pub(super) streaks: HashMap<PlayerId, u32>,
    /// The winner's streak with a game, by game.
    pub(super) streaks_at_end: HashMap<i64, u32>,
}

impl Expected {
    /// Adds all games, which may be in any order, to standings that have only listed people and
    /// resets.
    pub(super) fn after(mut games: Vec<CheckedGame>, mut standings: Standings) -> Self {
        games.sort_by_key(|game| game.counted.number);
        let mut expected = Self::default();
        for CheckedGame { id, counted, .. } in games {
            let changes = standings.add(&counted);
            expected.streaks_at_end.extend(changes.winning_streak.map(|streak| (id, streak)));
            expected.changes.extend(changes.ratings.into_iter().map(|it| {
                let values = [it.update.before.value, it.update.after.value];
                let change = Numbers([values[0], values[1], it.update.after.deviation]);
                ((it.scope, it.player, counted.number), change)
            }));
        }
        expected.streaks = standings.streaks;
        let ratings = standings.ratings.into_iter();
        expected.ratings = ratings.map(|(key, rating)| (key, numbers(rating))).collect();
        expected.entries = standings.entries;
        // Games against a deleted user count for the opponent, but a deleted user has nothing.
        expected.changes.retain(|(_, player, _), _| !player.is_deleted());
        expected.streaks.retain(|player, _| !player.is_deleted());
        expected.ratings.retain(|(_, player), _| !player.is_deleted());
        expected.entries.retain(|key, _| !key.player.is_deleted());
        expected
    }

    /// Leaves out what the games do not tell: which ratings of people who have not finished a rated
    /// game for long are cleared by now; and of seasons that have ended, who had been hidden or reset
    /// by then, or has deleted their data since.
    pub(super) fn leave_out_untold(
        &mut self,
        stored: &mut Self,
        resets: &HashMap<(GuildId, PlayerId), i64>,
        now: Timestamp,
    ) {
        let until = now.before(rating::LISTED_FOR);
        for (key, entry) in &mut self.entries {
            let is_cleared = stored.entries.get(key).is_some_and(|it| it.rating.is_none());
            let last_rated_at = entry.rating.and_then(|rating| rating.last_rated_at);
            if is_cleared && last_rated_at.is_some_and(|at| at <= until) {
                entry.rating = None;
            }
        }
        let is_told = |key: &EntryKey| {
            let guild = key.scope.guild().filter(|_| key.scope.is_over());
            let is_reset = |guild| resets.contains_key(&(guild, key.player));
            guild.is_none_or(|guild| !key.player.is_deleted() && !is_reset(guild))
        };
        stored.entries.retain(|key, _| is_told(key));
        let is_there = |key: &EntryKey| stored.entries.contains_key(key);
        self.entries.retain(|key, _| is_told(key) && (!key.scope.is_over() || is_there(key)));
    }

    /// In which ways the stored ones are not as expected.
    pub(super) fn differences(&self, stored: &Self) -> Vec<String> {
        let mut found = compare("the leaderboard entry of", &self.entries, &stored.entries);
        found.extend(compare("the rating of", &self.ratings, &stored.ratings));
        found.extend(compare("the rating change of", &self.changes, &stored.changes));
        found.extend(compare("the streak of", &self.streaks, &stored.streaks));
        let streaks = (&self.streaks_at_end, &stored.streaks_at_end);
        found.extend(compare("the streak at the end of game", streaks.0, streaks.1));
        found.sort_unstable();
        found
    }
}

#[expect(clippy::cast_precision_loss, reason = "times are far below 2^52")]
const fn numbers(Rating { value, deviation, volatility, last_rated_at }: Rating) -> Numbers<4> {
    Numbers([value, deviation, volatility, last_rated_at.milliseconds() as f64])
}

/// In which ways it is not as the games say whether they count. Earlier ones all do, so one that
/// does is taken for that.
pub(super) fn wrong_counts(games: &mut [CheckedGame]) -> Vec<String> {
    // The numbers of results begin again with a deletion.
    games.sort_by_key(|game| (game.counted.at, game.id));
    // The number of wins on each day, by winner and loser.
    let mut wins = HashMap::<_, u32>::new();
    let mut wrong = Vec::new();
    for CheckedGame { id, counted: game, discs, started_at } in games {
        let is_long = *discs >= MIN_DISCS.into();
        // Games of somebody who has deleted their data are limited as well.
        let kept = |player: PlayerId| if player.is_deleted() { DELETED } else { player };
        let winner = game.result.winner();
        let pair = winner.map(|it| [it, it.other()].map(|seat| game.players[seat.index()]));
        let is_right = match (game.counts, pair) {
            (Counts::Yes, _) => true,
            (Counts::TooShort, _) => !is_long,
            (Counts::NewAccount, _) => {
                is_long
                    && game.players.iter().any(|it| it.is_deleted() || it.is_new_at(*started_at))
            }
            (Counts::WinLimit, None) => false,
            (Counts::WinLimit, Some([winner, loser])) => {
                let people = |id: PlayerId| HashSet::from([kept(id), DELETED]);
                let (winners, losers, day) = (people(winner), people(loser), game.at.day());
                let (wins, losers) = (&wins, &losers);
                let of = |winner| losers.iter().filter_map(move |it| wins.get(&(day, winner, *it)));

                let before: u32 = winners.into_iter().flat_map(of).sum();
                is_long && before >= MAX_WINS_PER_DAY
            }
        };
        if !is_right {
            wrong.push(format!("game {id} should not be {:?}", game.counts.name()));
        }
        if let (Some([winner, loser]), true) = (pair, is_long) {
            *wins.entry((game.at.day(), kept(winner), kept(loser))).or_default() += 1;
        }
    }
    wrong
}

fn compare<Key: Hash + Eq + Debug, Value: PartialEq + Debug>(
    what: &str,
    expected: &HashMap<Key, Value>,
    stored: &HashMap<Key, Value>,
) -> Vec<String> {
    let is_wrong = |(key, value): &(&Key, &Value)| stored.get(key) != Some(value);
    let wrong = expected.iter().filter(is_wrong).map(|(key, value)| match stored.get(key) {
        Some(there) => format!("{what} {key:?} is {there:?}, and should be {value:?}"),
        None => format!("{what} {key:?} is missing, and should be {value:?}"),
    });
    let unexpected = stored.iter().filter(|(key, _)| !expected.contains_key(key));
    let unexpected = unexpected
        .map(|(key, there)| format!("{what} {key:?} is {there:?}, and should not be there"));
    wrong.chain(unexpected).collect()
}

//! Compares what is stored with what follows from the games.

use std::{
    collections::{HashMap, HashSet},
    fmt::Debug,
    hash::Hash,
};

use clock::Timestamp;

use crate::{
    game::{
        CountedGame, Counts, EntryKey, MAX_WINS_PER_DAY, MIN_DISCS, PlayerId, Scope, Standings,
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

/// What follows from the results of games, computed or stored.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub(super) standings: Standings,
    /// Each change of a rating, with the number of its result: the values before and after, and the
    /// deviation.
    pub(super) changes: HashMap<(Scope, PlayerId, i64), [f64; 3]>,
    /// The winner's streak with a game, by game.
    pub(super) streaks_at_end: HashMap<i64, u32>,
}

impl Results {
    /// Adds all games, which may be in any order, for the listed people and the resets that are
    /// stored.
    pub(super) fn of(mut games: Vec<CheckedGame>, stored: &Self) -> Self {
        let Standings { listed, resets, .. } = &stored.standings;
        let (listed, resets) = (listed.clone(), resets.clone());
        let mut standings = Standings { listed, resets, ..Standings::default() };
        games.sort_by_key(|game| game.counted.number);
        let (mut changes, mut streaks_at_end) = (HashMap::new(), HashMap::new());
        for CheckedGame { id, counted, .. } in games {
            let effects = standings.add(&counted);
            streaks_at_end.extend(effects.winning_streak.map(|streak| (id, streak)));
            changes.extend(effects.ratings.into_iter().map(|it| {
                let (before, after) = (it.update.before, it.update.after);
                let change = [before.value, after.value, after.deviation];
                ((it.scope, it.player, counted.number), change)
            }));
        }
        // Games against a deleted user count for the opponent, but a deleted user has nothing.
        changes.retain(|(_, player, _), _| !player.is_deleted());
        standings.streaks.retain(|player, _| !player.is_deleted());
        standings.ratings.retain(|(_, player), _| !player.is_deleted());
        standings.entries.retain(|key, _| !key.player.is_deleted());
        Self { standings, changes, streaks_at_end }
    }

    /// Leaves out what the games do not tell: which ratings of people who have not finished a rated
    /// game for long are cleared by now; and of seasons that have ended, who had been hidden or reset
    /// by then, or has deleted their data since.
    pub(super) fn leave_out_untold(&mut self, stored: &mut Self, now: Timestamp) {
        let (until, stored) = (now.before(rating::LISTED_FOR), &mut stored.standings);
        let Standings { entries, resets, .. } = &mut self.standings;
        for (key, entry) in &mut *entries {
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
        entries.retain(|key, _| is_told(key) && (!key.scope.is_over() || is_there(key)));
    }

    /// In which ways the stored ones are not as expected.
    pub(super) fn differences(&self, stored: &Self) -> Vec<String> {
        let (own, other) = (&self.standings, &stored.standings);
        let entries = compare("leaderboard entry of", &own.entries, &other.entries, PartialEq::eq);
        let ratings = compare("rating of", &own.ratings, &other.ratings, |one, other| {
            let numbers = |it: &Rating| [it.value, it.deviation, it.volatility];
            one.last_rated_at == other.last_rated_at && near(&numbers(one), &numbers(other))
        });
        let streaks = compare("streak of", &own.streaks, &other.streaks, PartialEq::eq);
        let changes = compare("rating change of", &self.changes, &stored.changes, near);
        let (own, other) = (&self.streaks_at_end, &stored.streaks_at_end);
        let at_end = compare("streak at the end of game", own, other, PartialEq::eq);
        let mut found = [entries, ratings, changes, streaks, at_end].concat();
        found.sort_unstable();
        found
    }
}

fn near(one: &[f64; 3], other: &[f64; 3]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| (one - other).abs() <= TOLERANCE * one.abs().max(1.0))
}

/// In which ways it is not as the games say whether they count. Earlier ones all do, so one that
/// does is taken for that.
pub(super) fn wrong_counts(games: &[CheckedGame]) -> Vec<String> {
    // Games of somebody who has deleted their data are limited as well.
    let kept = |player: PlayerId| if player.is_deleted() { DELETED } else { player };
    let pair = |game: &CountedGame| {
        let winner = game.result.winner()?;
        Some([winner, winner.other()].map(|seat| kept(game.players[seat.index()])))
    };
    let is_long = |game: &CheckedGame| game.discs >= MIN_DISCS.into();
    // The number of wins on each day, by winner and loser.
    let mut wins = HashMap::<_, u32>::new();
    for game in games.iter().filter(|it| is_long(it) && it.counted.counts != Counts::NewAccount) {
        if let Some([winner, loser]) = pair(&game.counted) {
            *wins.entry((game.counted.at.day(), winner, loser)).or_default() += 1;
        }
    }
    let is_right = |game: &&CheckedGame| match (game.counted.counts, pair(&game.counted)) {
        (Counts::Yes, _) => true,
        (Counts::TooShort, _) => !is_long(game),
        (Counts::NewAccount, _) => {
            let is_new = |it: &PlayerId| it.is_deleted() || it.is_new_at(game.started_at);
            is_long(game) && game.counted.players.iter().any(is_new)
        }
        (Counts::WinLimit, None) => false,
        (Counts::WinLimit, Some([winner, loser])) => {
            let people = |id: PlayerId| HashSet::from([id, DELETED]);
            let (losers, day) = (&people(loser), game.counted.at.day());
            let keys = people(winner).into_iter();
            let keys = keys.flat_map(|winner| losers.iter().map(move |it| (day, winner, *it)));
            let wins: u32 = keys.filter_map(|key| wins.get(&key)).sum();
            is_long(game) && wins > MAX_WINS_PER_DAY
        }
    };
    let wrong = games.iter().filter(|game| !is_right(game));
    let say =
        |it: &CheckedGame| format!("game {} should not be {:?}", it.id, it.counted.counts.name());
    wrong.map(say).collect()
}

fn compare<Key: Hash + Eq + Debug, Value: Debug>(
    what: &str,
    expected: &HashMap<Key, Value>,
    stored: &HashMap<Key, Value>,
    is_equal: impl Fn(&Value, &Value) -> bool,
) -> Vec<String> {
    let wrong = expected.iter().filter_map(|(key, value)| match stored.get(key) {
        Some(there) if is_equal(value, there) => None,
        Some(there) => Some(format!("the {what} {key:?} is {there:?}, and should be {value:?}")),
        None => Some(format!("the {what} {key:?} is missing, and should be {value:?}")),
    });
    let unexpected = stored.iter().filter(|(key, _)| !expected.contains_key(key));
    let unexpected = unexpected
        .map(|(key, there)| format!("the {what} {key:?} is {there:?}, and should not be there"));
    wrong.chain(unexpected).collect()
}

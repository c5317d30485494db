//! Recomputes leaderboards, ratings and streaks from the games alone.

use std::{
    collections::{HashMap, HashSet},
    fmt::Debug,
    hash::Hash,
};

use clock::Timestamp;
use connect4::Seat;

use crate::{
    game::{
        Counts, GameResult, MAX_WINS_PER_DAY, MIN_DISCS, OPPONENTS_FOR_MEDAL, Period, PlayerResult,
        Record,
    },
    rating::{self, Rating},
};

/// The scope of all servers.
const GLOBAL_SCOPE: i64 = 0;

/// The scope of all servers, of listed players only.
const LISTED_SCOPE: i64 = -1;

/// Stands for everybody who has deleted their data.
const DELETED: i64 = -1;

/// Numbers that differ by less are equal: floating-point results vary between machines.
const TOLERANCE: f64 = 1e-6;

/// A finished game between two people that counts.
#[derive(Clone, Debug)]
pub(super) struct CountedGame {
    pub(super) id: i64,
    /// Numbers each player's results in the order in which they count.
    pub(super) result_number: i64,
    pub(super) guild: Option<i64>,
    pub(super) season: Option<i64>,
    pub(super) players: [i64; 2],
    pub(super) result: GameResult,
    pub(super) is_rated: bool,
    /// As it is stored.
    pub(super) counts: Counts,
    /// How many were on the board at the end.
    pub(super) discs: usize,
    pub(super) ended_at: Timestamp,
}

impl CountedGame {
    /// The scope of the season in which it counts.
    fn season_scope(&self) -> Option<i64> {
        self.season.map(|season| LISTED_SCOPE - season)
    }
}

/// What a player's entry on a leaderboard holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EntryValues {
    pub(super) period_number: i64,
    pub(super) record: Record,
    pub(super) opponents: u8,
    pub(super) rating: Option<u16>,
    pub(super) is_provisional: bool,
    /// After that of the last rated game, the rating is cleared some time later.
    pub(super) last_rated_at: Option<Timestamp>,
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
pub(super) struct Standings {
    /// By scope, period and player.
    pub(super) entries: HashMap<(i64, Period, i64), EntryValues>,
    /// Value, deviation, volatility and time, by scope and player.
    pub(super) ratings: HashMap<[i64; 2], Numbers<4>>,
    /// The values before and after and the deviation, by scope, player and result.
    pub(super) changes: HashMap<[i64; 3], Numbers<3>>,
    /// How many games each player has won in a row. No entry: none.
    pub(super) streaks: HashMap<i64, i64>,
    /// The winner's streak with a game, by game.
    pub(super) streaks_at_end: HashMap<i64, i64>,
    /// The ids of the people whom each entry has met.
    met: HashMap<(i64, Period, i64), HashSet<i64>>,
}

impl Standings {
    /// Computes everything from the games, which may be in any order, and from who is listed, and
    /// who is hidden in which server, or was reset there after which result.
    pub(super) fn after(
        mut games: Vec<CountedGame>,
        listed: &HashSet<i64>,
        hidden: &HashSet<[i64; 2]>,
        resets: &HashMap<[i64; 2], i64>,
    ) -> Self {
        games.sort_by_key(|game| game.result_number);
        let (mut expected, mut ratings) = (Self::default(), HashMap::new());
        for game in games.iter().filter(|game| game.counts != Counts::TooShort) {
            expected.count_streaks(game);
            let is_shown = game.counts == Counts::Yes || game.is_rated;
            if let Some(season) = game.season_scope().filter(|_| is_shown) {
                expected.count(game, season, &[Period::AllTime], resets);
            }
            for scope in game.guild.into_iter().chain([GLOBAL_SCOPE]) {
                if is_shown {
                    expected.count(game, scope, &Period::ALL, resets);
                }
                if game.is_rated {
                    expected.rate(game, scope, &mut ratings);
                }
            }
        }
        for ((scope, period, player), entry) in expected.entries.clone() {
            if scope == GLOBAL_SCOPE && listed.contains(&player) {
                expected.entries.insert((LISTED_SCOPE, period, player), entry);
            }
        }
        let seasons = games.iter().filter_map(|game| Some((game.season_scope()?, game.guild?)));
        let seasons: HashMap<i64, i64> = seasons.collect();
        expected.entries.retain(|(scope, _, player), _| {
            let guild = seasons.get(scope).unwrap_or(scope);
            !hidden.contains(&[*guild, *player])
        });
        // Games against a deleted user count for the opponent, but a deleted user has nothing.
        expected.entries.retain(|(.., player), _| *player >= 0);
        expected.ratings.retain(|[_, player], _| *player >= 0);
        expected.changes.retain(|[_, player, _], _| *player >= 0);
        expected.streaks.retain(|player, _| *player >= 0);
        expected
    }

    fn count_streaks(&mut self, game: &CountedGame) {
        let before = game.players.map(|player| self.streaks.remove(&player));
        if let Some(winner) = game.result.winner() {
            let streak = before[winner.index()].unwrap_or(0) + 1;
            self.streaks.insert(game.players[winner.index()], streak);
            self.streaks_at_end.insert(game.id, streak);
        }
    }

    fn count(
        &mut self,
        game: &CountedGame,
        scope: i64,
        periods: &[Period],
        resets: &HashMap<[i64; 2], i64>,
    ) {
        for (seat, player) in Seat::BOTH.into_iter().zip(game.players) {
            let Some(result) = PlayerResult::of_result(game.result, seat) else { continue };
            let reset = game.guild.filter(|_| scope != GLOBAL_SCOPE);
            let reset = reset.and_then(|guild| resets.get(&[guild, player]));
            if reset.is_some_and(|&number| game.result_number <= number) {
                continue;
            }
            let opponent = game.players[seat.other().index()];
            for period in periods.iter().copied() {
                let period_number = period.number_at(game.ended_at);
                let new = EntryValues { period_number, ..EntryValues::default() };
                let key = (scope, period, player);
                let entry = self.entries.entry(key).or_insert(new);
                let met = self.met.entry(key).or_default();
                if period_number > entry.period_number {
                    *entry = new;
                    met.clear();
                }
                // Results of an earlier period are not counted.
                if period_number == entry.period_number && game.counts == Counts::Yes {
                    entry.record.add(result);
                    met.insert(opponent);
                    entry.opponents =
                        OPPONENTS_FOR_MEDAL.min(met.len().try_into().unwrap_or(u8::MAX));
                }
            }
        }
    }

    fn rate(&mut self, game: &CountedGame, scope: i64, ratings: &mut HashMap<[i64; 2], Rating>) {
        let before = game.players.map(|player| ratings.get(&[scope, player]).copied());
        let updates = rating::rate(before, game.result.winner(), game.ended_at);
        for (player, rating::RatingUpdate { before, after }) in
            game.players.into_iter().zip(updates)
        {
            let Rating { value, deviation, volatility, last_rated_at } = after;
            ratings.insert([scope, player], after);
            #[expect(clippy::cast_precision_loss, reason = "times are far below 2^52")]
            let rated_at = last_rated_at.milliseconds() as f64;
            self.ratings.insert([scope, player], Numbers([value, deviation, volatility, rated_at]));
            let change = Numbers([before.value, value, deviation]);
            self.changes.insert([scope, player, game.result_number], change);
            let season = game.season_scope().filter(|_| game.guild == Some(scope));
            let boards = Period::ALL.map(|period| (scope, period)).into_iter();
            for (board, period) in boards.chain(season.map(|it| (it, Period::AllTime))) {
                if let Some(entry) = self.entries.get_mut(&(board, period, player)) {
                    entry.rating = Some(after.rounded());
                    entry.is_provisional = after.is_provisional();
                    let leaves = period == Period::AllTime && board == scope;
                    entry.last_rated_at = leaves.then_some(last_rated_at);
                }
            }
        }
    }

    /// Clears the ratings of who has not finished a rated game for long, where that is stored.
    pub(super) fn clear_ratings(&mut self, stored: &Self, now: Timestamp) {
        let until = now.before(rating::LISTED_FOR);
        for (key, entry) in &mut self.entries {
            let is_cleared = stored.entries.get(key).is_some_and(|it| it.rating.is_none());
            if is_cleared && entry.last_rated_at.is_some_and(|at| at <= until) {
                (entry.rating, entry.is_provisional, entry.last_rated_at) = (None, false, None);
            }
        }
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

/// In which ways it is not as the games say whether they count. Earlier ones all do, so one that
/// does is taken for that.
pub(super) fn wrong_counts(games: &mut [CountedGame]) -> Vec<String> {
    games.sort_by_key(|game| game.result_number);
    // The number of wins on each day, by winner and loser.
    let mut wins = HashMap::<_, u32>::new();
    let mut wrong = Vec::new();
    for game in games {
        let is_long = game.discs >= MIN_DISCS.into();
        let is_right = match (game.counts, game.result.winner()) {
            (Counts::Yes, _) => true,
            (Counts::TooShort, _) => !is_long,
            (Counts::WinLimit, None) => false,
            (Counts::WinLimit, Some(winner)) => {
                let [winner, loser] = [winner, winner.other()].map(|it| game.players[it.index()]);
                // Games of somebody who has deleted their data are limited as well.
                let people = |id| [id, DELETED];
                let before = people(winner).into_iter().flat_map(|winner| {
                    people(loser).map(|loser| (game.ended_at.day(), winner, loser))
                });
                let before: u32 = before.filter_map(|key| wins.get(&key)).sum();
                is_long && before >= MAX_WINS_PER_DAY
            }
        };
        if !is_right {
            wrong.push(format!("game {} should not be {:?}", game.id, game.counts.name()));
        }
        if let (Some(winner), true) = (game.result.winner(), is_long) {
            let [winner, loser] =
                [winner, winner.other()].map(|it| game.players[it.index()].max(DELETED));
            *wins.entry((game.ended_at.day(), winner, loser)).or_default() += 1;
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

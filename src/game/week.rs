//! What a week in a server is told by, from Monday to Monday (UTC), as leaderboards count weeks.

use std::{cmp::Reverse, collections::HashMap, ops::Range, time::Duration};

use clock::Timestamp;
use connect4::Seat;

use super::{
    Counts, CrossTable, GameId, GameResult, PlayerId, PlayerResult, RatingChange, Record,
    SeasonResult,
};

/// So many games of a pair in a week or a season are a rivalry.
pub(super) const MIN_RIVALRY: u32 = 3;

/// The shortest streak of solved puzzles that is told.
const MIN_STREAK: u32 = 3;

/// How many people at most lead together, and how many streaks are told.
const MAX_NAMED: usize = 3;

/// The result of a game between people that was long enough to count.
#[derive(Clone, Copy, Debug)]
pub struct WeekGame {
    pub id: GameId,
    pub players: [PlayerId; 2],
    pub result: GameResult,
    pub counts: Counts,
    pub discs: u8,
    /// By seat; `None` if it was not rated.
    pub rating_changes: [Option<RatingChange>; 2],
}

/// What happened in a week. Only people who are shown are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Week {
    /// Who led the leaderboard by wins at its end.
    pub leaders: Vec<PlayerId>,
    pub record: Record,
    /// Whose rating rose the most, of those who are ranked.
    pub climber: Option<Climber>,
    /// The pair with the most games, and how the first one did: who has won more often, if one has.
    pub rivalry: Option<([PlayerId; 2], Record)>,
    /// The longest streaks of solved puzzles, in days.
    pub streaks: Vec<(PlayerId, u32)>,
    /// The line that took the fewest discs.
    pub shortest: Option<ShortestWin>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climber {
    pub player: PlayerId,
    pub gain: u16,
    pub rating: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortestWin {
    pub game: GameId,
    pub winner: PlayerId,
    pub loser: PlayerId,
    pub discs: u8,
}

/// A week, by its [number](Timestamp::week).
pub fn week_range(number: i64) -> Range<Timestamp> {
    // 1970 began on a Thursday.
    let monday = Timestamp::of_day(number.saturating_mul(7) - 3);
    monday..monday.after(Duration::from_hours(7 * 24))
}

impl Week {
    /// Tells a week from its results, in their order, and the longest streaks of solved puzzles
    /// that people had in it.
    pub fn of(
        games: &[WeekGame],
        mut streaks: Vec<(PlayerId, u32)>,
        is_shown: impl Fn(PlayerId) -> bool,
    ) -> Self {
        let counted: Vec<_> = games.iter().filter(|it| it.counts == Counts::Yes).collect();
        let (leaders, record) = leaders(&counted, &is_shown);
        let between_shown =
            counted.iter().copied().filter(|it| it.players.into_iter().all(&is_shown));
        streaks.retain(|&(player, days)| days >= MIN_STREAK && is_shown(player));
        streaks.sort_by_key(|&(player, days)| (Reverse(days), player));
        streaks.truncate(MAX_NAMED);
        Self {
            leaders,
            record,
            climber: climber(games, &is_shown),
            rivalry: rivalry(between_shown.clone()),
            streaks,
            shortest: between_shown.filter_map(shortest_win).min_by_key(|it| it.discs),
        }
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Who has the most wins, then the fewest losses, then the most draws, unless that is too many.
fn leaders(games: &[&WeekGame], is_shown: impl Fn(PlayerId) -> bool) -> (Vec<PlayerId>, Record) {
    let mut records: HashMap<PlayerId, Record> = HashMap::new();
    for game in games {
        for (seat, player) in Seat::BOTH.into_iter().zip(game.players) {
            if let Some(result) = PlayerResult::of(game.result, seat) {
                records.entry(player).or_default().add(result);
            }
        }
    }
    records.retain(|player, record| record.wins > 0 && is_shown(*player));
    let best = records.values().copied();
    let best = best.max_by_key(|it| (it.wins, Reverse(it.losses), it.draws)).unwrap_or_default();
    let leads = |(player, record)| (record == best).then_some(player);
    let mut leaders: Vec<PlayerId> = records.into_iter().filter_map(leads).collect();
    leaders.sort_unstable();
    if leaders.len() > MAX_NAMED { Default::default() } else { (leaders, best) }
}

/// Whose rating rose the most.
fn climber(games: &[WeekGame], is_shown: impl Fn(PlayerId) -> bool) -> Option<Climber> {
    let mut ratings: HashMap<PlayerId, (u16, RatingChange)> = HashMap::new();
    for game in games {
        for (player, change) in game.players.into_iter().zip(game.rating_changes) {
            let Some(change) = change else { continue };
            ratings.entry(player).and_modify(|it| it.1 = change).or_insert((change.before, change));
        }
    }
    let climbers = ratings.into_iter().filter_map(|(player, (before, last))| {
        let gain = last.after.checked_sub(before).filter(|gain| *gain > 0)?;
        let is_ranked = last.games_until_ranked == 0 && is_shown(player);
        is_ranked.then_some(Climber { player, gain, rating: last.after })
    });
    climbers.max_by_key(|it| (it.gain, it.rating, Reverse(it.player)))
}

/// The pair with the most games, of those the closest one. Who has won more often comes first.
fn rivalry<'a>(games: impl Iterator<Item = &'a WeekGame>) -> Option<([PlayerId; 2], Record)> {
    let results = games.map(|it| SeasonResult { players: it.players, result: it.result, games: 1 });
    let longest = CrossTable::of(results).0.into_iter().max_by_key(|&(pair, record)| {
        let [one, other] = pair;
        let lead = record.wins.abs_diff(record.losses);
        let ids = Reverse([one.min(other), one.max(other)]);
        (record.games(), Reverse(lead), ids, record.wins, Reverse(pair))
    });
    longest.filter(|(_, record)| record.games() >= MIN_RIVALRY)
}

/// A game that was won by a line.
fn shortest_win(game: &WeekGame) -> Option<ShortestWin> {
    let GameResult::Won(seat) = game.result else { return None };
    let [winner, loser] = [seat, seat.other()].map(|seat| game.players[seat.index()]);
    Some(ShortestWin { game: game.id, winner, loser, discs: game.discs })
}

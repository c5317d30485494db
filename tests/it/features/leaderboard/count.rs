//! A count of a leaderboard, which knows nothing of the bot's: from the games that were played.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
    time::Duration,
};

use clock::Timestamp;
use fake_discord::UserId;
use serde_json::Value;

use crate::support::TestBot;

/// Discs after which nobody has won, and games that the first and the second player win.
const UNDECIDED: &str = "12123345";
const FIRST_WINS: &str = "1212121";
const SECOND_WINS: &str = "12123232";

/// A finished game.
pub(super) struct Played {
    pub(super) players: [UserId; 2],
    /// The seat of the winner.
    winner: Option<usize>,
    discs: usize,
    is_rated: bool,
    pub(super) at: Timestamp,
}

impl Played {
    /// Plays a random game of two people.
    pub(super) async fn random(bot: &TestBot, players: [UserId; 2]) -> Self {
        let [one, other] = players;
        let is_rated = fastrand::u8(0..4) > 0;
        let board = if is_rated {
            bot.start_rated_game(one, other).await
        } else {
            bot.start_game(one, other).await
        };
        let (columns, winner) = match fastrand::u8(0..10) {
            0..4 => (FIRST_WINS, Some(0)),
            4..7 => (SECOND_WINS, Some(1)),
            7 => ("12", Some(1)),
            8 => (UNDECIDED, Some(1)),
            _ => (UNDECIDED, None),
        };
        let last = bot.play_moves_as(players, &board, columns).await;
        match (columns, winner) {
            ("12" | UNDECIDED, Some(_)) => drop(bot.resign(one, &last).await),
            (_, None) => {
                let offered = bot.press(one, &last, "Offer draw").await;
                let agreed = bot.press(other, offered.message(), "Accept").await;
                assert!(agreed.is_update(), "{agreed:?}");
            }
            _ => {}
        }
        Self { players, winner, discs: columns.len(), is_rated, at: bot.clock.now() }
    }

    pub(super) const fn counts(&self) -> bool {
        self.discs >= 7
    }

    /// Who won over whom.
    fn win(&self) -> Option<[UserId; 2]> {
        self.winner.map(|winner| [self.players[winner], self.players[1 - winner]])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Wins,
    Rating,
}

/// What is known of somebody on a leaderboard.
#[derive(Clone, Debug, Default)]
struct Count {
    /// Wins, losses and draws.
    record: [u32; 3],
    opponents: BTreeSet<UserId>,
    /// After their last rated game among those that the leaderboard is of.
    rating: Option<Glicko>,
}

impl Count {
    /// More wins come first, then fewer losses, then more draws.
    const fn by_wins(&self) -> [i64; 3] {
        let [wins, losses, draws] = self.record;
        [-(wins as i64), losses as i64, -(draws as i64)]
    }
}

/// A rating by Glicko-2, as Glickman's paper defines it, in its own scale.
#[derive(Clone, Copy, Debug)]
struct Glicko {
    mean: f64,
    deviation: f64,
    volatility: f64,
    at: Timestamp,
}

const SCALE: f64 = 173.717_8;

impl Glicko {
    fn new(at: Timestamp) -> Self {
        Self { mean: 0.0, deviation: 350.0 / SCALE, volatility: 0.06, at }
    }

    fn shown(&self) -> f64 {
        SCALE * self.mean + 1_500.0
    }

    /// It is less certain after days without a game.
    fn later(self, now: Timestamp) -> Self {
        let days = now.since(self.at).as_secs() / Duration::from_hours(24).as_secs();
        let grown = (0..days).fold(self.deviation, |it, _| it.hypot(self.volatility));
        Self { deviation: grown.min(350.0 / SCALE), ..self }
    }

    /// After one game: `score` is 1 for a win, 0.5 for a draw and 0 for a loss.
    fn after(self, opponent: Self, score: f64, at: Timestamp) -> Self {
        use std::f64::consts::PI;
        let g = 1.0 / (1.0 + 3.0 * opponent.deviation.powi(2) / PI.powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (self.mean - opponent.mean)).exp());
        let variance = 1.0 / (g * g * expected * (1.0 - expected));
        let delta = variance * g * (score - expected);
        let volatility = self.new_volatility(variance, delta);
        let before = self.deviation.powi(2) + volatility.powi(2);
        let deviation = 1.0 / (1.0 / before + 1.0 / variance).sqrt();
        let mean = self.mean + deviation.powi(2) * g * (score - expected);
        Self { mean, deviation, volatility, at }
    }

    /// The zero of the paper's function, by bisection.
    fn new_volatility(&self, variance: f64, delta: f64) -> f64 {
        let (phi, tau) = (self.deviation.powi(2), 0.5_f64);
        let a = self.volatility.powi(2).ln();
        let f = |x: f64| {
            let all = phi + variance + x.exp();
            x.exp() * (delta.powi(2) - all) / (2.0 * all.powi(2)) - (x - a) / tau.powi(2)
        };
        let (mut low, mut high) = (a - 10.0, a + 10.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        (low / 2.0).exp()
    }
}

/// Counts these games, for the ratings after those before them.
fn count(all: &[Played], games: &Range<usize>) -> HashMap<UserId, Count> {
    let mut counts: HashMap<UserId, Count> = HashMap::new();
    let mut ratings: HashMap<UserId, Glicko> = HashMap::new();
    let mut wins_of_day: HashMap<([UserId; 2], i64), u32> = HashMap::new();
    let mut rated_of_day: HashMap<(BTreeSet<UserId>, i64), u32> = HashMap::new();
    for (index, game) in all[..games.end].iter().enumerate() {
        let is_counted = index >= games.start;
        let now = game.at;
        let rated = rated_of_day.entry((game.players.into(), now.day())).or_default();
        let is_rated = game.is_rated && *rated < 3;
        if !game.counts() {
            continue;
        }
        *rated += u32::from(is_rated);
        if is_rated {
            let before = game.players.map(|it| ratings.get(&it).copied());
            let before = before.map(|it| it.unwrap_or(Glicko::new(now)).later(now));
            let score = game.winner.map_or(0.5, |winner| if winner == 0 { 1.0 } else { 0.0 });
            let after = [
                before[0].after(before[1], score, now),
                before[1].after(before[0], 1.0 - score, now),
            ];
            for (player, rating) in game.players.into_iter().zip(after) {
                ratings.insert(player, rating);
                if is_counted {
                    counts.entry(player).or_default().rating = Some(rating);
                }
            }
        }
        if let Some(win) = game.win() {
            let wins = wins_of_day.entry((win, now.day())).or_default();
            *wins += 1;
            if *wins > 3 {
                continue;
            }
        }
        let [one, other] = game.players;
        for (seat, (player, opponent)) in [(one, other), (other, one)].into_iter().enumerate() {
            if is_counted {
                let count = counts.entry(player).or_default();
                let result = game.winner.map_or(2, |winner| usize::from(winner != seat));
                count.record[result] += 1;
                count.opponents.insert(opponent);
            }
        }
    }
    counts
}

/// A line of a leaderboard: "🥇 **Dora** · 1566 · 3 wins · 1 loss · 0 draws", without the rating
/// by wins, or "**Dora** 1566? · 4 games".
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The rank, and whether it is a medal.
    rank: Option<(usize, bool)>,
    name: String,
    rating: Option<u32>,
    /// Wins, losses and draws, or all games.
    record: Vec<u32>,
}

impl Line {
    fn of(text: &str) -> Option<Self> {
        let (rank, rest) = text.split_once("**")?;
        let (name, rest) = rest.split_once("**")?;
        let medal = ["🥇", "🥈", "🥉"].iter().position(|it| *it == rank.trim());
        let rank = match medal {
            Some(index) => Some((index + 1, true)),
            None if rank.is_empty() => None,
            None => Some((rank.trim().trim_matches(['`', '.']).parse().ok()?, false)),
        };
        let parts = rest.split(" · ").map(str::trim).filter(|it| !it.is_empty());
        let (numbers, counted): (Vec<&str>, Vec<&str>) = parts.partition(|it| !it.contains(' '));
        let rating = numbers.first().and_then(|it| it.trim_end_matches('?').parse().ok());
        let record = counted.iter().map(|it| it.split(' ').next()?.parse().ok());
        let record = record.collect::<Option<Vec<u32>>>()?;
        (!record.is_empty()).then(|| Self { rank, name: name.to_owned(), rating, record })
    }
}

pub(super) fn lines(text: &str) -> Vec<Line> {
    text.lines().filter_map(Line::of).collect()
}

/// The lines of all pages of a leaderboard.
pub(super) async fn all_pages(bot: &TestBot, options: Value, order: Order) -> Vec<Line> {
    let mut page = bot.command(bot.ann, "leaderboard", options).await.message().clone();
    let label = match order {
        Order::Wins => "By wins",
        Order::Rating => "By rating",
    };
    if page.button(label).is_some() {
        page = bot.press(bot.ann, &page, label).await.message().clone();
    }
    let mut all = Vec::new();
    loop {
        all.extend(lines(&page.content));
        if page.button("Next").is_none_or(|it| it.disabled) {
            return all;
        }
        page = bot.press(bot.ann, &page, "Next").await.message().clone();
    }
}

/// Asserts that a leaderboard of these games shows exactly the first `most` people, each in the
/// right place with the right record and rating. Those in `without` are on none.
pub(super) fn assert_lines(
    shown: &[Line],
    order: Order,
    people: &[(String, UserId)],
    (all, games): (&[Played], Range<usize>),
    without: &[Option<UserId>],
    most: usize,
) {
    let mut counts = count(all, &games);
    counts.retain(|it, _| !without.contains(&Some(*it)));
    if order == Order::Rating {
        counts.retain(|_, count| count.rating.is_some());
    }
    let context = format!("{order:?} of {games:?}: {shown:#?}\n{counts:#?}");
    assert_eq!(shown.len(), counts.len().min(most), "{context}");
    for line in shown {
        let (_, person) = people.iter().find(|(it, _)| *it == line.name).expect(&line.name);
        let own = counts.get(person).expect(&line.name);
        let (rank, record) = match order {
            Order::Wins => (rank_by(&counts, |it| Some(it.by_wins()), own), own.record.to_vec()),
            Order::Rating => {
                let rating = own.rating.unwrap();
                let shown = f64::from(line.rating.unwrap());
                let difference = rating.shown() - shown;
                assert!(difference.abs() < 0.501, "{}: {difference}, {context}", line.name);
                let rank = rank_by(&counts, by_rating, own);
                let games = own.record.iter().sum();
                (rank, if rank.is_some() { own.record.to_vec() } else { vec![games] })
            }
        };
        assert_eq!(line.record, record, "{}: {context}", line.name);
        let has_medal = own.record[0] > 0 && own.opponents.len() >= 3;
        let rank = rank.map(|rank| (rank, rank <= 3 && has_medal));
        assert_eq!(line.rank, rank, "{}: {context}", line.name);
    }
    let ranks = shown.iter().map(|it| it.rank.map_or(usize::MAX, |(rank, _)| rank));
    assert!(ranks.is_sorted(), "{context}");
}

/// Higher ratings come first; uncertain ones have no place.
fn by_rating(count: &Count) -> Option<f64> {
    let rating = count.rating?;
    (rating.deviation * SCALE <= 110.0).then(|| -rating.shown().round())
}

/// One more than the number of those who come before.
fn rank_by<K: PartialOrd>(
    counts: &HashMap<UserId, Count>,
    key: impl Fn(&Count) -> Option<K>,
    own: &Count,
) -> Option<usize> {
    let own = key(own)?;
    Some(counts.values().filter(|it| key(it).is_some_and(|it| it < own)).count() + 1)
}

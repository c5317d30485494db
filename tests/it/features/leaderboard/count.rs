//! A count of leaderboards, which knows nothing of the bot's: from what has happened in a server.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
    time::Duration,
};

use clock::Timestamp;
use fake_discord::{Message, UserId};

use crate::support::TestBot;

/// Discs after which nobody has won, and games that the first and the second player win.
const UNDECIDED: &str = "12123345";
const FIRST_WINS: &str = "1212121";
const SECOND_WINS: &str = "12123232";

const DAY: Duration = Duration::from_hours(24);

/// How long an account is new.
pub(super) const WEEK: Duration = Duration::from_hours(7 * 24);

/// Whose result it is: who has deleted their data is nobody, but not the same as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Person {
    Known(UserId),
    Deleted(usize),
}

/// A game that has begun.
pub(super) struct Begun {
    accounts: [UserId; 2],
    board: Message,
    discs: usize,
    /// Whether it was meant to be.
    is_rated: bool,
    of_new_account: bool,
}

/// A finished game.
pub(super) struct Played {
    accounts: [UserId; 2],
    /// The seat of the winner.
    winner: Option<usize>,
    discs: usize,
    is_rated: bool,
    of_new_account: bool,
    at: Timestamp,
}

impl Begun {
    /// Plays on to a random end.
    pub(super) async fn finish(self, bot: &TestBot) -> Played {
        let (columns, winner) = match fastrand::u8(0..10) {
            0..4 => (FIRST_WINS, Some(0)),
            4..7 => (SECOND_WINS, Some(1)),
            7 => return self.drop_discs(bot, "12").await.resign(bot).await,
            8 => return self.drop_discs(bot, UNDECIDED).await.resign(bot).await,
            _ => (UNDECIDED, None),
        };
        let begun = self.drop_discs(bot, columns).await;
        if winner.is_none() {
            let [one, other] = begun.accounts;
            let offered = bot.press(one, &begun.board, "Offer draw").await;
            let agreed = bot.press(other, offered.message(), "Accept").await;
            assert!(agreed.is_update(), "{agreed:?}");
        }
        begun.played(bot, winner)
    }

    /// Plays on, for so long that it counts, while nobody wins.
    pub(super) async fn go_on(self, bot: &TestBot) -> Self {
        self.drop_discs(bot, UNDECIDED).await
    }

    async fn drop_discs(self, bot: &TestBot, columns: &str) -> Self {
        let board = bot.play_moves_as(self.accounts, &self.board, columns).await;
        Self { board, discs: columns.len(), ..self }
    }

    /// Who began it resigns.
    pub(super) async fn resign(self, bot: &TestBot) -> Played {
        bot.resign(self.accounts[0], &self.board).await;
        self.played(bot, Some(1))
    }

    fn played(self, bot: &TestBot, winner: Option<usize>) -> Played {
        let Self { accounts, discs, is_rated, of_new_account, .. } = self;
        Played { accounts, winner, discs, is_rated, of_new_account, at: bot.clock.now() }
    }
}

impl Played {
    /// Who won over whom.
    fn win(&self) -> Option<[UserId; 2]> {
        self.winner.map(|winner| [self.accounts[winner], self.accounts[1 - winner]])
    }

    /// 1 for a win, 0.5 for a draw and 0 for a loss.
    fn score(&self, seat: usize) -> f64 {
        self.winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 })
    }
}

/// What a game adds to leaderboards.
struct Scored {
    players: [Person; 2],
    winner: Option<usize>,
    at: Timestamp,
    counts: bool,
    /// After it, if it was rated.
    ratings: Option<[Glicko; 2]>,
}

/// What two people have played on a day, but for what does not count. It outlasts the deletion of
/// their data.
#[derive(Default)]
struct Limits {
    rated: HashMap<(BTreeSet<UserId>, i64), u32>,
    wins: HashMap<([UserId; 2], i64), u32>,
}

impl Limits {
    /// Whether the next game is rated, and whether it counts.
    fn admit(&mut self, game: &Played) -> [bool; 2] {
        if game.discs < 7 || game.of_new_account {
            return [false; 2];
        }
        let day = game.at.day();
        let up_to_three = |times: &mut u32| {
            *times += 1;
            *times <= 3
        };
        let pair = (game.accounts.into(), day);
        let is_rated = game.is_rated && up_to_three(self.rated.entry(pair).or_default());
        let counts = |win| up_to_three(self.wins.entry((win, day)).or_default());
        [is_rated, game.win().is_none_or(counts)]
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
    opponents: BTreeSet<Person>,
    /// After their last rated game among those that the leaderboard is of.
    rating: Option<Glicko>,
}

impl Count {
    /// By wins: more wins come first, then fewer losses, then more draws. By rating: certain ones
    /// come first, then higher ones.
    fn key(&self, order: Order) -> Option<[f64; 3]> {
        let [wins, losses, draws] = self.record.map(f64::from);
        Some(match order {
            Order::Wins => [-wins, losses, -draws],
            Order::Rating => {
                let rating = self.rating?;
                [f64::from(u8::from(rating.is_provisional())), -rating.shown(), 0.0]
            }
        })
    }

    fn earns_medal(&self) -> bool {
        let known = self.opponents.iter().filter(|it| matches!(it, Person::Known(_)));
        self.record[0] > 0 && known.count() >= 2
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
        (SCALE * self.mean + 1_500.0).round()
    }

    fn is_provisional(&self) -> bool {
        self.deviation * SCALE > 110.0
    }

    /// It is less certain after days without a game.
    fn later(self, now: Timestamp) -> Self {
        let days = now.since(self.at).as_secs() / DAY.as_secs();
        let grown = (0..days).fold(self.deviation, |it, _| it.hypot(self.volatility));
        Self { deviation: grown.min(350.0 / SCALE), ..self }
    }

    /// After one game with this score.
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
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        (low / 2.0).exp()
    }
}

/// Somebody on a leaderboard.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) rank: usize,
    pub(super) has_medal: bool,
    pub(super) person: Person,
    /// `None` on a leaderboard by wins.
    rating: Option<Glicko>,
    record: [u32; 3],
}

impl Place {
    /// The line that shows it, of somebody with this name.
    pub(super) fn line(&self, name: &str) -> String {
        let rank = match self.rank {
            rank @ 1..=3 if self.has_medal => ["🥇", "🥈", "🥉"][rank - 1].to_owned(),
            rank => format!("**{rank}**"),
        };
        let doubt = |it: Glicko| if it.is_provisional() { "?" } else { "" };
        let rating = self.rating.map(|it| format!("{}{} · ", it.shown(), doubt(it)));
        let kinds = [("win", "wins"), ("loss", "losses"), ("draw", "draws")];
        let told = self.record.iter().zip(kinds).filter(|(times, _)| **times > 0);
        let record = told.map(|(times, (one, more))| match times {
            1 => format!("1 {one}"),
            _ => format!("{times} {more}"),
        });
        let record = record.collect::<Vec<_>>().join(" · ");
        // Rated results alone, beyond those that count on a day.
        let record = if record.is_empty() { "0 wins" } else { &record };
        format!("{rank} {name} · {}{record}", rating.unwrap_or_default())
    }
}

/// All that has happened, as far as leaderboards show it.
#[derive(Default)]
pub(super) struct Ledger {
    results: Vec<Scored>,
    limits: Limits,
    ratings: HashMap<UserId, Glicko>,
    /// Whose account was new when they came, and when that was.
    pub(super) joined: HashMap<UserId, Timestamp>,
    pub(super) hidden: BTreeSet<UserId>,
    /// Whose name is on the leaderboard of all servers.
    pub(super) listed: BTreeSet<UserId>,
    /// How many results there were when the record of somebody was reset.
    resets: HashMap<UserId, usize>,
    deletions: usize,
}

/// What a leaderboard is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Server,
    Everywhere,
}

impl Ledger {
    /// Has two people begin a game, of which three in four are to be rated.
    pub(super) async fn begin(&self, bot: &TestBot, accounts: [UserId; 2]) -> Begun {
        let ([one, other], is_rated) = (accounts, fastrand::u8(0..4) > 0);
        let board = if is_rated {
            bot.start_rated_game(one, other).await
        } else {
            bot.start_game(one, other).await
        };
        let now = bot.clock.now();
        let is_new = |it| self.joined.get(it).is_some_and(|at| now.since(*at) < WEEK);
        let of_new_account = accounts.iter().any(is_new);
        Begun { accounts, board, discs: 0, is_rated, of_new_account }
    }

    /// Returns whether it counts.
    pub(super) fn add(&mut self, game: &Played) -> bool {
        let [is_rated, counts] = self.limits.admit(game);
        let ratings = is_rated.then(|| self.rate(game));
        let (players, winner, at) = (game.accounts.map(Person::Known), game.winner, game.at);
        self.results.push(Scored { players, winner, at, counts, ratings });
        counts
    }

    /// The ratings of both players after a game.
    fn rate(&mut self, game: &Played) -> [Glicko; 2] {
        let Played { accounts, at, .. } = *game;
        let rating = |it| self.ratings.get(&it).copied().unwrap_or(Glicko::new(at)).later(at);
        let [one, other] = accounts.map(rating);
        let after = [one.after(other, game.score(0), at), other.after(one, game.score(1), at)];
        self.ratings.extend(accounts.into_iter().zip(after));
        after
    }

    /// All results since a number of them.
    pub(super) fn since(&self, first: usize) -> Range<usize> {
        first..self.results.len()
    }

    /// All results since the first that is so late.
    pub(super) fn since_time(&self, is_late: impl Fn(Timestamp) -> bool) -> Range<usize> {
        self.since(self.results.iter().take_while(|it| !is_late(it.at)).count())
    }

    /// Whether somebody has played since they last deleted their data.
    pub(super) fn knows(&self, person: UserId) -> bool {
        self.results.iter().any(|it| it.players.contains(&Person::Known(person)))
    }

    pub(super) fn reset(&mut self, person: UserId) {
        self.resets.insert(person, self.results.len());
    }

    /// Somebody deletes their data: their opponents keep their results. Returns who they are from
    /// then on.
    pub(super) fn delete(&mut self, person: UserId) -> Person {
        self.deletions += 1;
        let deleted = Person::Deleted(self.deletions);
        for player in self.results.iter_mut().flat_map(|it| &mut it.players) {
            if *player == Person::Known(person) {
                *player = deleted;
            }
        }
        self.hidden.remove(&person);
        self.listed.remove(&person);
        self.resets.remove(&person);
        self.ratings.remove(&person);
        deleted
    }

    /// The leaderboard of these results, as it is now.
    pub(super) fn places(&self, scope: Scope, results: &Range<usize>, order: Order) -> Vec<Place> {
        let mut counts = self.count(scope, results);
        counts.retain(|person, count| match person {
            Person::Known(it) if scope == Scope::Server => !self.hidden.contains(it),
            Person::Known(it) => self.listed.contains(it),
            Person::Deleted(_) => false,
        } && count.key(order).is_some());
        let place = |(person, own): (&Person, &Count)| {
            let is_better = |it: &&Count| it.key(order) < own.key(order);
            let rank = 1 + counts.values().filter(is_better).count();
            let mut better = counts.values().filter(is_better);
            let has_medal = rank <= 3 && own.earns_medal() && better.all(Count::earns_medal);
            let rating = own.rating.filter(|_| order == Order::Rating);
            Place { rank, has_medal, person: *person, rating, record: own.record }
        };
        let mut places: Vec<_> = counts.iter().map(place).collect();
        places.sort_by_key(|it| it.rank);
        places
    }

    fn count(&self, scope: Scope, results: &Range<usize>) -> HashMap<Person, Count> {
        let mut counts: HashMap<Person, Count> = HashMap::new();
        for index in results.clone() {
            let Scored { players, winner, counts: is_counted, ratings, .. } = self.results[index];
            for (seat, player) in players.into_iter().enumerate() {
                let is_reset = scope == Scope::Server && self.is_reset(player, index);
                if is_reset || !(is_counted || ratings.is_some()) {
                    continue;
                }
                let count = counts.entry(player).or_default();
                count.rating = ratings.map(|it| it[seat]).or(count.rating);
                if is_counted {
                    count.record[winner.map_or(2, |winner| usize::from(winner != seat))] += 1;
                    count.opponents.insert(players[1 - seat]);
                }
            }
        }
        counts
    }

    /// Whether the record of somebody was reset after a result.
    fn is_reset(&self, person: Person, result: usize) -> bool {
        let Person::Known(person) = person else { return false };
        self.resets.get(&person).is_some_and(|results| result < *results)
    }
}

//! Weeks of a server with many people, whose boards are compared with a count of their own.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use clock::Timestamp;
use fake_discord::UserId;
use fourfall::{admin, store};
use serde_json::json;

use crate::support::{TestBot, repeats};

const PEOPLE: usize = 40;

/// Discs after which nobody has won, and games that the first and the second player win.
const UNDECIDED: &str = "12123345";
const FIRST_WINS: &str = "1212121";
const SECOND_WINS: &str = "12123232";

/// A finished game.
struct Played {
    players: [UserId; 2],
    /// The seat of the winner.
    winner: Option<usize>,
    discs: usize,
    at: Timestamp,
}

/// Wins, losses and draws, and against whom.
#[derive(Clone, Debug, Default)]
struct Count {
    record: [u32; 3],
    opponents: BTreeSet<u64>,
}

impl Count {
    /// More wins come first, then fewer losses, then more draws.
    const fn order(&self) -> [i64; 3] {
        let [wins, losses, draws] = self.record;
        [-(wins as i64), losses as i64, -(draws as i64)]
    }
}

/// Counts the results since a time for leaderboards by wins.
fn count(games: &[Played], since: Timestamp) -> HashMap<UserId, Count> {
    let mut counts: HashMap<UserId, Count> = HashMap::new();
    let mut wins_of_day: HashMap<(UserId, UserId, i64), u32> = HashMap::new();
    for game in games.iter().filter(|it| it.discs >= 7) {
        let [one, other] = game.players;
        if let Some(winner) = game.winner {
            let pair = (game.players[winner], game.players[1 - winner], game.at.day());
            let wins = wins_of_day.entry(pair).or_default();
            *wins += 1;
            if *wins > 3 {
                continue;
            }
        }
        if game.at < since {
            continue;
        }
        for (seat, (player, opponent)) in [(one, other), (other, one)].into_iter().enumerate() {
            let count = counts.entry(player).or_default();
            let result = match game.winner {
                Some(winner) if winner == seat => 0,
                Some(_) => 1,
                None => 2,
            };
            count.record[result] += 1;
            count.opponents.insert(opponent.get());
        }
    }
    counts
}

/// Plays a random game of two people.
async fn play(bot: &TestBot, players: [UserId; 2]) -> Played {
    let [one, other] = players;
    let board = bot.start_rated_game(one, other).await;
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
    Played { players, winner, discs: columns.len(), at: bot.clock.now() }
}

/// The lines of all pages of a leaderboard by wins: the rank, whether that is a medal, the name,
/// and the record.
async fn lines(bot: &TestBot, period: &str) -> Vec<(u64, bool, String, [u32; 3])> {
    let first = bot.command(bot.ann, "leaderboard", json!({ "period": period })).await;
    let first = first.message();
    let mut page = match first.button("By wins") {
        Some(_) => bot.press(bot.ann, first, "By wins").await.message().clone(),
        None => first.clone(),
    };
    let mut lines = Vec::new();
    loop {
        lines.extend(page.content.lines().filter_map(line));
        let next = page.button("Next").filter(|it| !it.disabled);
        if next.is_none() {
            return lines;
        }
        page = bot.press(bot.ann, &page, "Next").await.message().clone();
    }
}

/// "🥇 **Dora** · 3 wins · 1 loss · 0 draws".
fn line(text: &str) -> Option<(u64, bool, String, [u32; 3])> {
    let (rank, rest) = text.split_once(" **")?;
    let (name, record) = rest.split_once("** · ")?;
    let medal = ["🥇", "🥈", "🥉"].iter().position(|it| *it == rank);
    let rank = match medal {
        Some(index) => index as u64 + 1,
        None => rank.trim_matches(['`', '.']).parse().ok()?,
    };
    let numbers = record.split(" · ").map(|part| part.split(' ').next()?.parse().ok());
    let record: Vec<u32> = numbers.collect::<Option<_>>()?;
    Some((rank, medal.is_some(), name.to_owned(), record.try_into().ok()?))
}

/// Asserts that a leaderboard has exactly these people, each with the right record and rank.
async fn check(
    bot: &TestBot,
    period: &str,
    people: &[(String, UserId)],
    counts: &HashMap<UserId, Count>,
) {
    let shown = lines(bot, period).await;
    assert_eq!(shown.len(), counts.len(), "{period}: {shown:#?}\n{counts:#?}");
    for pair in shown.windows(2) {
        assert!(pair[0].0 <= pair[1].0, "{period}: {pair:?}");
    }
    for (rank, is_medal, name, record) in &shown {
        let person = people.iter().find(|(it, _)| it == name).expect("who plays is known");
        let own = &counts[&person.1];
        assert_eq!(*record, own.record, "{period}: {name}");
        let better = counts.values().filter(|it| it.order() < own.order()).count() as u64;
        assert_eq!(*rank, better + 1, "{period}: {name}, {counts:#?}");
        let deserves = *rank <= 3 && record[0] > 0 && own.opponents.len() >= 3;
        assert_eq!(*is_medal, deserves, "{period}: {name}, {own:?}");
    }
}

#[tokio::test]
async fn every_board_agrees_with_a_count_of_its_own() {
    let bot = TestBot::open("leaderboard_recount").await;
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::seed(seed);
    let people: Vec<(String, UserId)> = (0..PEOPLE)
        .map(|index| format!("P{index}"))
        .map(|name| (name.clone(), bot.discord.add_user(&name)))
        .collect();
    let mut games = Vec::new();
    for _ in 0..repeats(8, 60) {
        for _ in 0..fastrand::usize(2..8) {
            // Some play much more than others, and often the same ones.
            let [one, other] = [(); 2].map(|()| fastrand::usize(0..=fastrand::usize(0..PEOPLE)));
            if one != other {
                let players = [people[one].1, people[other].1];
                for _ in 0..fastrand::usize(1..6) {
                    games.push(play(&bot, players).await);
                }
            }
        }
        let now = bot.clock.now();
        for (period, since) in [("all time", 0), ("month", now.month()), ("week", now.week())] {
            let is_current = |at: Timestamp| match period {
                "month" => at.month() == since,
                "week" => at.week() == since,
                _ => true,
            };
            let begin = games.iter().find(|it| is_current(it.at)).map_or(now, |it| it.at);
            check(&bot, period, &people, &count(&games, begin)).await;
        }
        bot.advance(Duration::from_hours(fastrand::u64(12..60))).await;
    }
    let store = store::open(&bot.database_url()).await.unwrap();
    assert_eq!(admin::check(&*store).await.unwrap().differences, [""; 0]);
    store.close().await;
    bot.close().await;
}

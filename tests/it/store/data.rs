//! The operator's work on the data.

use std::time::Duration;

use clock::{Clock, Timestamp};
use connect4::Seat;
use fourfall::{
    admin,
    play::{
        Ending, Game, GuildId, InteractionId, NewGame, Place, PlayerId, Players, Rated, Series,
        SeriesId, Setup,
    },
    service::{Service, Thinkers},
    store::{Forgotten, Saved, Store, dump::TABLES},
};
use futures_util::future::join_all;

use super::{Fixture, GUILD, NOON, ended, player, posting, setup};
use crate::support::TestDatabase;

/// A random finished game.
struct Plan {
    guild: Option<GuildId>,
    channel: u64,
    players: [u64; 2],
    ending: Ending,
    rated: bool,
    at: Timestamp,
}

fn plan(random: &mut fastrand::Rng, number: u64, at: Timestamp) -> Plan {
    let one = random.u64(1..=12);
    let other = 1 + (one - 1 + random.u64(1..12)) % 12;
    let guild = [None, Some(GUILD), Some(GuildId(11))][random.usize(..3)];
    let seat = if random.bool() { Seat::First } else { Seat::Second };
    let endings = [
        Ending::Won(seat),
        Ending::Won(seat),
        Ending::Resigned(seat),
        Ending::TimedOut(seat),
        Ending::Drawn,
        Ending::Agreed,
        Ending::CalledOff,
        Ending::Stopped,
    ];
    let ending = endings[random.usize(..endings.len())];
    Plan {
        guild,
        channel: 1_000 + number,
        players: [one, other],
        ending,
        rated: random.u8(..4) > 0,
        at,
    }
}

async fn play(store: &dyn Store, plan: &Plan, number: u64) {
    let Plan { guild, channel, players, ending, rated, at } = *plan;
    let place = Place { guild, ..setup(channel).place };
    let rated = if rated { Rated::Yes } else { Rated::No };
    let new = NewGame {
        challenge: None,
        setup: Setup { place, rated, ..setup(channel) },
        players: Players::People(players.map(player)),
        series: Series::new(SeriesId(number)),
        most_in_channel: None,
        started_at: at,
        changed_by: InteractionId(number),
    };
    let game = store.begin_game(&new, &posting(None)).await.unwrap().unwrap();
    let after = Game { ended_at: Some(at), ..ended(&game, ending) };
    assert_eq!(store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
}

async fn assert_agrees(store: &dyn Store) -> admin::Report {
    let report = admin::check(store).await.unwrap();
    let first: Vec<_> = report.differences.iter().take(5).map(ToString::to_string).collect();
    assert!(first.is_empty(), "{} differences: {first:#?}", report.differences.len());
    report
}

/// Also with a seed of its own the test says which it was.
#[tokio::test]
async fn after_ten_thousand_games_and_deletions_everything_adds_up() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let fixture = Fixture::new().await;
    let store = fixture.store.clone();
    let service = Service::new(store.clone(), Clock::standing_at(NOON), Thinkers::default());
    let (mut now, mut number) = (NOON, 0);
    for round in 0..100 {
        let games: Vec<_> = (0..100)
            .map(|_| {
                number += 1;
                (plan(&mut random, number, now), number)
            })
            .collect();
        // As many as one process has connections to a server, and then some.
        for some in games.chunks(20) {
            join_all(some.iter().map(|(plan, number)| play(&*store, plan, *number))).await;
        }
        now = now.after(Duration::from_hours(random.u64(..80)));
        if round % 10 == 9 {
            let gone = PlayerId(random.u64(1..=12));
            let forgotten = service.forget(gone, now).await.unwrap().unwrap();
            assert_eq!(forgotten.0, Forgotten::Done);
        }
        if round == 50 {
            service.forget_guild(GuildId(11), now).await.unwrap().unwrap();
            assert_agrees(&*store).await;
        }
    }
    let report = assert_agrees(&*store).await;
    assert_eq!(report.games, 10_000);
    assert!(report.ratings > 20 && report.standings > 60, "{report:?}");
}

#[tokio::test]
async fn an_export_comes_back_as_it_was_also_from_a_file_to_a_server() {
    let fixture = Fixture::on(TestDatabase::file()).await;
    let mut random = fastrand::Rng::with_seed(7);
    for number in 1..=60 {
        play(&*fixture.store, &plan(&mut random, number, NOON), number).await;
    }
    fixture.begin(20, [1, 2], 5_000).await;
    fixture.challenge(super::terms(21, 3, None, 6_000)).await;
    let mut exported = Vec::new();
    let rows = admin::export(&*fixture.store, &mut exported).await.unwrap();
    let text = String::from_utf8(exported.clone()).unwrap();
    assert_eq!(text.lines().count() as u64, rows + 1);
    assert!(!text.contains("\"token\":\"token\""), "tokens stay where they are");

    let other = Fixture::new().await;
    let stored = admin::import(&*other.store, exported.as_slice()).await.unwrap();
    assert_eq!(stored, rows);
    let mut again = Vec::new();
    admin::export(&*other.store, &mut again).await.unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text);
    assert_agrees(&*other.store).await;
    let next = other.begin(30, [1, 2], 7_000).await;
    assert_eq!(next.id.0, 62, "what is new takes numbers after those that came");
    let twice = admin::import(&*other.store, exported.as_slice()).await.unwrap_err();
    assert_eq!(twice.to_string(), "the database is not empty: import into a new one");
}

#[tokio::test]
async fn what_is_no_export_is_refused_with_the_line_and_nothing_is_stored() {
    let fixture = Fixture::new().await;
    let header = r#"{"format":"fourfall","version":1}"#;
    let player = r#"{"table":"player","row":{"player_id":1,"name":"Ann","listed":0}}"#;
    for (text, said) in [
        (String::new(), "line 1 is not of an export: the file is empty"),
        ("{}".to_owned(), "line 1 is not of an export: missing field `format`"),
        (
            r#"{"format":"fourfall","version":2}"#.to_owned(),
            "line 1 is not of an export: it names another format",
        ),
        (format!("{header}\n{player}\n{{"), "line 3 is not of an export: EOF while parsing"),
        (
            format!("{header}\n{player}\n{{\"table\":\"cats\",\"row\":{{}}}}"),
            "line 3 is not of an export: there is no table \"cats\"",
        ),
        (
            format!("{header}\n{}", player.replace("listed", "liked")),
            "line 2 is not of an export: player has no column \"liked\"",
        ),
        (format!("{header}\n{player}\n{player}"), "the import was not stored"),
    ] {
        let refused = admin::import(&*fixture.store, text.as_bytes()).await.unwrap_err();
        assert!(refused.to_string().starts_with(said), "{refused}");
        assert_eq!(fixture.store.player(PlayerId(1)).await.unwrap(), None, "{text}");
    }
}

#[tokio::test]
async fn a_check_reports_whatever_is_otherwise_than_the_games_say() {
    for (change, told) in [
        ("UPDATE rating SET value = value + 1 WHERE player_id = 1", "the rating of"),
        ("DELETE FROM rating WHERE player_id = 2", "the rating of"),
        ("UPDATE rating_change SET value_before = 1", "the rating's change of"),
        ("UPDATE standing SET wins = wins + 1 WHERE player_id = 1", "the standing of"),
        ("UPDATE standing SET rating = 2000", "the standing of"),
        ("DELETE FROM standing WHERE period = 'week'", "is missing"),
        ("DELETE FROM live_seat WHERE player_id = 3", "the seat of"),
        ("UPDATE game SET moves = '4' WHERE ending = 'won'", "its moves do not end as stored"),
        ("UPDATE game SET moves = '44444444'", "move 7 cannot be made"),
        ("UPDATE game SET result_id = NULL", "its result is not numbered"),
        ("UPDATE game SET rated = 'no' WHERE ending IS NOT NULL", "should not be there"),
    ] {
        let fixture = Fixture::new().await;
        let plan = Plan {
            guild: Some(GUILD),
            channel: 1_000,
            players: [1, 2],
            ending: Ending::Won(Seat::First),
            rated: true,
            at: NOON,
        };
        play(&*fixture.store, &plan, 1).await;
        fixture.begin(20, [3, 4], 100).await;
        assert_agrees(&*fixture.store).await;
        fixture.database.sql().await.run(change).await;
        let report = admin::check(&*fixture.store).await.unwrap();
        let told_so = report.differences.iter().any(|it| it.to_string().contains(told));
        assert!(told_so, "{change}: {:?}", report.differences);
    }
}

#[tokio::test]
async fn an_export_knows_every_column() {
    let fixture = Fixture::new().await;
    let mut stored = fixture.database.sql().await.columns().await;
    let mut known: Vec<(String, String)> = TABLES
        .iter()
        .flat_map(|table| {
            table.columns.iter().map(|column| (table.name.to_owned(), column.name.to_owned()))
        })
        .collect();
    known.sort_unstable();
    stored.retain(|(table, _)| table != "standing_count");
    stored.sort_unstable();
    assert_eq!(known, stored, "what follows from other tables is left out");
}

#[tokio::test]
async fn a_forgotten_server_leaves_its_players_overall_records() {
    let fixture = Fixture::new().await;
    let store = fixture.store.clone();
    let service = Service::new(store.clone(), Clock::standing_at(NOON), Thinkers::default());
    let game = fixture.begin(20, [1, 2], 100).await;
    fixture.finish(&game, Ending::Won(Seat::First)).await;
    let live = fixture.begin(21, [3, 4], 200).await;
    assert_eq!(service.forget_guild(GUILD, NOON).await.unwrap(), Some(vec![live.id]));
    let overall = fourfall::play::Scope::Everywhere;
    assert_eq!(store.record(overall, PlayerId(1)).await.unwrap().wins, 1);
    let here = fourfall::play::Scope::Guild(GUILD);
    assert_eq!(store.record(here, PlayerId(1)).await.unwrap().games(), 0);
    let stopped = store.game(live.id).await.unwrap().unwrap();
    assert_eq!((stopped.ending, stopped.setup.place.guild), (Some(Ending::Stopped), None));
    let mut exported = Vec::new();
    admin::export(&*store, &mut exported).await.unwrap();
    let text = String::from_utf8(exported).unwrap();
    assert!(!text.contains("\"guild_id\":10") && !text.contains("\"scope_id\":10"), "{text}");
    assert_agrees(&*store).await;
}

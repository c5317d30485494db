//! The operator's commands on the data: check, export, import and deletion.

use std::time::Duration;

use clock::{Clock, Timestamp};
use connect4::Seat;
use fourfall::{
    admin,
    computer::SearchBackendFactory,
    features::{Service, delete_guild, delete_user},
    game::{
        ChallengeId, ChannelId, GameConfig, GameResult, GuildId, InteractionId, Location,
        MessageId, NewGame, PlayerId, Players, Preferences, Rated, SeasonRhythm, SeasonSchedule,
        Series, SeriesId, TimeControl, TimeZone,
    },
    locale::Locale,
    store::{DeletionResult, MessageOwner, PersonChange, Store, export_schema::TABLES},
};
use futures_util::future::join_all;

use super::{
    Fixture, GUILD, NOON, after_end_at, entry_count::assert_counted, game_config, message_handle,
    player,
};
use crate::support::{TestDatabase, random};

/// A random finished game, to be played.
struct Plan {
    guild: Option<GuildId>,
    channel: u64,
    players: [u64; 2],
    result: GameResult,
    rated: bool,
    /// Whether it ends before the seventh disc, if it can.
    is_short: bool,
    at: Timestamp,
}

fn plan(random: &mut fastrand::Rng, number: u64, at: Timestamp) -> Plan {
    let one = random.u64(1..=12);
    let other = 1 + (one - 1 + random.u64(1..12)) % 12;
    let guild = [None, Some(GUILD), Some(GuildId(11))][random.usize(..3)];
    let seat = if random.bool() { Seat::First } else { Seat::Second };
    let results = [
        GameResult::Won(seat),
        GameResult::Won(seat),
        GameResult::Resigned(seat),
        GameResult::TimedOut(seat),
        GameResult::Drawn,
        GameResult::DrawByAgreement,
        GameResult::Claimed(seat),
        GameResult::CalledOff,
        GameResult::Interrupted,
        GameResult::EndedByModerator,
    ];
    let result = results[random.usize(..results.len())];
    Plan {
        guild,
        channel: 1_000 + number,
        players: [one, other],
        result,
        rated: random.u8(..4) > 0,
        is_short: random.u8(..4) == 0,
        at,
    }
}

async fn play(store: &Store, plan: &Plan, number: u64) {
    let Plan { guild, channel, players, result, rated, is_short, at } = *plan;
    let location = Location { guild, ..game_config(channel).location };
    let rated = if rated { Rated::Yes } else { Rated::No };
    let is_claimed = matches!(result, GameResult::Claimed(_));
    let time_control = if is_claimed { TimeControl::None } else { TimeControl::OneDay };
    let rated = if is_claimed { Rated::NoTimeLimit } else { rated };
    let new = NewGame {
        challenge: None,
        config: GameConfig { location, rated, time_control, ..game_config(channel) },
        players: Players::People(players.map(player)),
        series: Series::new(SeriesId(number)),
        max_games_per_channel: None,
        started: super::at(at),
        changed_by: InteractionId(number),
    };
    let game = store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap();
    let mut after = after_end_at(&game, result, at);
    if is_short && !matches!(result, GameResult::Won(_) | GameResult::Drawn) && result.counts() {
        after.moves = "44".parse().unwrap();
    }
    assert!(store.save_game(game.version, &after).await.unwrap().is_some());
}

async fn assert_consistent(store: &Store) -> admin::CheckReport {
    let report = admin::check(store, NOON).await.unwrap();
    let first: Vec<_> = report.differences.iter().take(5).collect();
    assert!(first.is_empty(), "{} differences: {first:#?}", report.differences.len());
    report
}

#[tokio::test]
async fn ten_thousand_games_and_deletions_leave_consistent_data() {
    let mut random = random();
    let fixture = Fixture::new().await;
    let store = fixture.store.clone();
    let service =
        Service::new(store.clone(), Clock::frozen_at(NOON), SearchBackendFactory::default());
    let (mut now, mut number) = (NOON, 0);
    for round in 0..100 {
        let games: Vec<_> = (0..100)
            .map(|_| {
                number += 1;
                (plan(&mut random, number, now), number)
            })
            .collect();
        // More concurrent games than a process has database connections.
        for some in games.chunks(20) {
            join_all(some.iter().map(|(plan, number)| play(&store, plan, *number))).await;
        }
        now = now.after(Duration::from_hours(random.u64(..80)));
        let (chooser, listed) = (player(random.u64(1..=12)), random.bool());
        let list = |it: &mut Preferences| it.listed = listed;
        store.change_preference(super::interaction(), &chooser, &list).await.unwrap();
        start_season(&store, GuildId(random.u64(10..=11)), now).await;
        let (guild, hidden) = (GuildId(random.u64(10..=11)), PlayerId(random.u64(1..=12)));
        let hide = random.bool();
        let change = if hide { PersonChange::Hide } else { PersonChange::Show };
        store.change_person(super::interaction(), guild, hidden, change, now).await.unwrap();
        if random.u8(..8) == 0 {
            let reset = PlayerId(random.u64(1..=12));
            let by = super::interaction();
            store.change_person(by, guild, reset, PersonChange::Reset, now).await.unwrap();
        }
        if round % 10 == 9 {
            let player = PlayerId(random.u64(1..=12));
            let deleted = delete_user(&service, None, player, now).await.unwrap().unwrap();
            assert!(matches!(deleted.result, DeletionResult::Done { .. }), "{deleted:?}");
        }
        if round == 50 {
            delete_guild(&service, GuildId(11), now).await.unwrap().unwrap();
            assert_consistent(&store).await;
        }
    }
    let report = assert_consistent(&store).await;
    assert_eq!(report.games, 10_000);
    assert!(report.ratings > 20 && report.leaderboard_entries > 60, "{report:?}");
    let agreeing = assert_counted(&export(&store).await);
    assert!(agreeing > 60, "{agreeing}");
}

#[tokio::test]
async fn an_export_imports_unchanged_even_from_sqlite_to_postgres() {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    let mut random = fastrand::Rng::with_seed(7);
    for number in 1..=60 {
        play(&fixture.store, &plan(&mut random, number, NOON), number).await;
    }
    fixture.start_game(20, [1, 2], 5_000).await;
    fixture.create_challenge(super::new_challenge(21, 3, None, 6_000)).await;
    let mut exported = Vec::new();
    let rows = admin::export(&*fixture.store, &mut exported).await.unwrap();
    let text = String::from_utf8(exported.clone()).unwrap();
    assert_eq!(text.lines().count() as u64, rows + 2);
    assert!(!text.contains("\"token\":\"token\""), "tokens are not exported");

    let other = Fixture::new().await;
    assert_eq!(admin::import(&other.store, text.as_bytes()).await.unwrap(), rows);
    let mut again = Vec::new();
    admin::export(&*other.store, &mut again).await.unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text);
    assert_consistent(&other.store).await;
    let next = other.start_game(30, [1, 2], 7_000).await;
    assert_eq!(next.id.0, 62, "new ids follow the imported ones");
    let twice = admin::import(&other.store, exported.as_slice()).await.unwrap_err();
    assert_eq!(twice.to_string(), "the database is not empty: import into a new one");
}

#[tokio::test]
async fn an_import_keeps_ended_seasons_and_their_medals() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    start_season(store, GUILD, NOON).await;
    for (number, players) in (1..).zip([[1, 2], [1, 2], [3, 1], [1, 4], [1, 5]]) {
        let game = fixture.start_game(20, players, 100 * number).await;
        fixture.finish_game(&game, GameResult::Won(Seat::First)).await;
    }
    start_season(store, GUILD, NOON).await;
    // It stays so in the season that has ended.
    let reset = PersonChange::Reset;
    store.change_person(super::interaction(), GUILD, PlayerId(1), reset, NOON).await.unwrap();
    let text = export(store).await;
    assert!(text.contains(r#""medal":1"#), "{text}");
    let other = Fixture::new().await;
    admin::import(&other.store, text.as_bytes()).await.unwrap();
    assert_eq!(export(&other.store).await, text);
}

/// All data, as the lines of an export.
async fn export(store: &Store) -> String {
    let mut exported = Vec::new();
    admin::export(store, &mut exported).await.unwrap();
    String::from_utf8(exported).unwrap()
}

#[tokio::test]
async fn an_invalid_export_is_rejected_by_line_and_not_imported() {
    let fixture = Fixture::new().await;
    let header = export(&fixture.store).await.lines().next().unwrap().to_owned();
    let player = r#"{"table":"player","row":{"player_id":1,"name":"Ann","listed":0}}"#;
    for (text, error) in [
        (String::new(), "line 1 is not of an export: the file is empty"),
        ("{}".to_owned(), "line 1 is not of an export: missing field `format`"),
        (
            header.replace("fourfall", "fivefall"),
            "line 1 is not of an export: it names another format",
        ),
        (
            r#"{"format":"fourfall","version":1}"#.to_owned(),
            "another version of Fourfall has written the export: import it with that one, then \
             start this one on that database",
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
        (format!("{header}\n{player}\n{player}\n{{\"rows\":2}}"), "the import was not stored"),
        (format!("{header}\n{player}\n"), "the export is not whole"),
        (format!("{header}\n{player}\n{{\"rows\":2}}"), "the export is not whole"),
    ] {
        let refused = admin::import(&fixture.store, text.as_bytes()).await.unwrap_err();
        assert!(refused.to_string().starts_with(error), "{refused}");
        assert_eq!(fixture.store.player(PlayerId(1), None).await.unwrap(), None, "{text}");
    }
}

#[tokio::test]
async fn a_check_reports_what_contradicts_the_games() {
    for (change, difference) in [
        ("UPDATE rating SET value = value + 1 WHERE player_id = 1", "the rating of"),
        ("DELETE FROM rating WHERE player_id = 2", "the rating of"),
        ("UPDATE rating_change SET value_before = 1", "the rating change of"),
        (
            "UPDATE leaderboard_entry SET wins = wins + 1 WHERE player_id = 1",
            "the leaderboard entry of",
        ),
        ("UPDATE leaderboard_entry SET rating = 2000", "the leaderboard entry of"),
        ("DELETE FROM leaderboard_entry WHERE period = 'week'", "is missing"),
        ("UPDATE game SET counts = 'new account'", "game 1 should not be \"new account\""),
        ("UPDATE game SET counts = 'too short'", "game 1 should not be \"too short\""),
        ("UPDATE game SET counts = 'win limit'", "game 1 should not be \"win limit\""),
        ("UPDATE game SET moves = '4' WHERE result = 'won'", "the moves do not lead to"),
        ("UPDATE game SET moves = '44444444'", "move 7 cannot be made"),
        (
            "UPDATE game SET result_number = NULL, winning_streak = NULL",
            "its result is not numbered",
        ),
        ("UPDATE game SET winning_streak = 2 WHERE result = 'won'", "the streak at the end of"),
        (
            "UPDATE player SET winning_streak = 5 WHERE player_id = 1",
            "the streak of PlayerId(1) is 5",
        ),
        (
            "UPDATE player SET winning_streak = 5000000000 WHERE player_id = 1",
            "player_id 1: winning_streak: ",
        ),
        ("UPDATE game SET rated = 'no' WHERE result IS NOT NULL", "should not be there"),
        (
            "INSERT INTO review (game_id, scores) VALUES (1, '0000000')",
            "the review of game 1: the scores do not",
        ),
        (
            "INSERT INTO review (game_id, scores) VALUES (1, '000000')",
            "the review of game 1: the text is not",
        ),
        (
            "INSERT INTO review (game_id, scores) VALUES (2, '')",
            "the review of game 2: the game has not ended",
        ),
        (
            "UPDATE game SET board_columns = 8 WHERE result = 'won'; \
             INSERT INTO review (game_id, scores) VALUES (1, '')",
            "the review of game 1: the text is not",
        ),
    ] {
        let fixture = Fixture::new().await;
        let plan = Plan {
            guild: Some(GUILD),
            channel: 1_000,
            players: [1, 2],
            result: GameResult::Won(Seat::First),
            rated: true,
            is_short: false,
            at: NOON,
        };
        play(&fixture.store, &plan, 1).await;
        fixture.start_game(20, [3, 4], 100).await;
        assert_consistent(&fixture.store).await;
        fixture.database.sql().await.run(change).await;
        let report = admin::check(&*fixture.store, NOON).await.unwrap();
        let is_reported = report.differences.iter().any(|it| it.contains(difference));
        assert!(is_reported, "{change}: {:?}", report.differences);
    }
}

#[tokio::test]
async fn an_export_covers_every_table() {
    let fixture = Fixture::new().await;
    let mut known: Vec<_> = TABLES.iter().map(|(table, _)| *table).collect();
    known.sort_unstable();
    let mut stored = fixture.database.sql().await.tables().await;
    stored.retain(|table| !["applied_interaction", "puzzle_schedule"].contains(&table.as_str()));
    stored.sort_unstable();
    assert_eq!(known, stored, "the ids of interactions, and a table without rows, are left out");
}

#[tokio::test]
async fn a_deleted_players_game_gets_no_message_again() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.finish_game(&game, GameResult::Won(Seat::First)).await;
    store.delete_player(None, PlayerId(1), Vec::new(), NOON).await.unwrap();
    let deleted = fixture.reload(&game).await;
    assert_eq!(deleted.board_message.message, None);
    for token in [game.board_message.token, deleted.board_message.token.clone()] {
        let owner = MessageOwner::Board(game.id, token);
        store.record_message_id(&owner, MessageId(77)).await.unwrap();
    }
    let mut sql = fixture.database.sql().await;
    let challenge = ChallengeId(sql.number("SELECT challenge_id FROM challenge").await);
    store.record_message_id(&MessageOwner::Challenge(challenge), MessageId(78)).await.unwrap();
    assert_eq!(store.game(game.id).await.unwrap(), Some(deleted));
    assert_eq!(sql.number("SELECT count(message_id) FROM challenge").await, 0);
}

#[tokio::test]
async fn deleting_a_guild_keeps_its_players_overall_records() {
    let fixture = Fixture::new().await;
    let store = fixture.store.clone();
    let service =
        Service::new(store.clone(), Clock::frozen_at(NOON), SearchBackendFactory::default());
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.finish_game(&game, GameResult::Won(Seat::First)).await;
    let live = fixture.start_game(21, [3, 4], 200).await;
    assert_eq!(delete_guild(&service, GUILD, NOON).await.unwrap(), Some((vec![live.id], true)));
    let overall = fourfall::game::Scope::Global;
    assert_eq!(super::record(&store, overall, PlayerId(1)).await.wins, 1);
    let here = fourfall::game::Scope::Guild(GUILD);
    assert_eq!(super::record(&store, here, PlayerId(1)).await.games(), 0);
    let stopped = store.game(live.id).await.unwrap().unwrap();
    let mut sql = fixture.database.sql().await;
    let tokens = "SELECT count(*) FROM challenge WHERE token <> '' OR token_expires_at <> 0";
    assert_eq!(sql.number(tokens).await, 0);
    assert_eq!(
        (stopped.result(), stopped.config.location.guild),
        (Some(GameResult::CalledOff), None)
    );
    let owner = MessageOwner::Board(stopped.id, stopped.board_message.token.clone());
    store.record_message_id(&owner, MessageId(77)).await.unwrap();
    assert_eq!(store.game(stopped.id).await.unwrap(), Some(stopped), "it gets no message again");
    let mut exported = Vec::new();
    admin::export(&*store, &mut exported).await.unwrap();
    let text = String::from_utf8(exported).unwrap();
    assert!(!text.contains("\"guild_id\":10") && !text.contains("\"scope_id\":10"), "{text}");
    assert_consistent(&store).await;
}

/// Starts the next season of a server.
async fn start_season(store: &Store, guild: GuildId, now: Timestamp) {
    let running = store.running_season(guild).await.unwrap();
    let schedule = SeasonSchedule {
        guild,
        rhythm: SeasonRhythm::ByHand,
        time_zone: TimeZone::UTC,
        due_at: None,
        channel: ChannelId(20),
        guild_locale: Locale::EnglishUs,
    };
    let (by, number) = (super::interaction(), running.map_or(0, |season| season.number) + 1);
    let read = store.season_schedule(guild).await.unwrap();
    store.start_season(by, number, read, schedule, now).await.unwrap();
}

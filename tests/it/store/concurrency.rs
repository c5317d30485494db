//! Concurrent operations of two processes: constraints and locks hold.

use std::{sync::Arc, time::Duration};

use connect4::Seat;
use fourfall::{
    admin,
    game::{
        ChallengeState, ChallengeTerms, ChannelId, Game, GameResult, GuildId, GuildSettings,
        InteractionId, LeaderboardId, MessageId, NewChallenge, NewGame, Period, Player, PlayerId,
        Players, Rated, Rendering, Scope, SortBy, StandingAttempt, StandingContent,
        StandingMessage, StandingOutcome, StandingStep, StandingTopic, TimeZone, WeekSchedule,
    },
    locale::Locale,
    store::{self, Constraint, SaveResult, Store, StoreError},
};
use futures_util::future::join_all;

use super::{
    Fixture, NOON, SENT, after_end, after_move, constraint, fresh, interaction, message_handle,
    new_challenge, new_game, player, theme,
};
use crate::support::{TIMEOUT, TestDatabase};

/// Two stores on one database, as two processes have them.
async fn two_stores(fixture: &Fixture) -> [Arc<Store>; 2] {
    let other = store::open(&fixture.database.url()).await.unwrap();
    [Arc::clone(&fixture.store), other]
}

/// Starts these games concurrently, alternating between the stores.
async fn start_all(fixture: &Fixture, games: &[NewGame]) -> Vec<Result<Option<Game>, StoreError>> {
    let (stores, message) = (two_stores(fixture).await, message_handle(None));
    join_all(
        (0..).zip(games).map(|(number, new)| stores[number % 2].start_game(new, &message, None)),
    )
    .await
}

#[tokio::test]
async fn a_limit_of_three_games_per_channel_holds() {
    let fixture = Fixture::new().await;
    let mut new_games = Vec::new();
    for pair in 0..10 {
        let challenge = fixture
            .create_challenge(new_challenge(20, 2 * pair + 1, Some(2 * pair + 2), pair))
            .await;
        let new = new_game(&challenge, [2 * pair + 1, 2 * pair + 2], 100 + pair);
        new_games.push(NewGame { max_games_per_channel: Some(3), ..new });
    }
    let started = start_all(&fixture, &new_games).await;
    let (started, refused): (Vec<_>, Vec<_>) = started.into_iter().partition(Result::is_ok);
    assert_eq!(started.len(), 3);
    for refused in refused {
        assert_eq!(constraint(refused), Constraint::GamesInChannel);
    }
}

/// Starts games of one player with many others at once, in these channels.
async fn start_many(fixture: &Fixture, channels: impl Iterator<Item = u64>) -> usize {
    let mut new_games = Vec::new();
    for (opponent, channel) in (2..).zip(channels) {
        let new = new_challenge(channel, opponent, Some(1), opponent);
        let challenge = fixture.create_challenge(new).await;
        new_games.push(new_game(&challenge, [opponent, 1], 100 + opponent));
    }
    let started = start_all(fixture, &new_games).await;
    let (started, refused): (Vec<_>, Vec<_>) = started.into_iter().partition(Result::is_ok);
    for refused in refused {
        assert_eq!(constraint(refused), Constraint::LiveGames);
    }
    started.len()
}

#[tokio::test]
async fn a_player_never_has_six_games_in_a_channel() {
    assert_eq!(start_many(&Fixture::new().await, [20; 8].into_iter()).await, 5);
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn defaults_of_a_database_lift_no_limit_and_stop_no_work() {
    let database = TestDatabase::on_postgres().await;
    database.alter("SET default_transaction_isolation = 'repeatable read'").await;
    database.alter("SET statement_timeout = 1").await;
    let fixture = Fixture::on(database).await;
    assert_eq!(start_many(&fixture, [20; 8].into_iter()).await, 5);
}

#[tokio::test]
async fn a_player_never_has_more_than_twenty_games() {
    assert_eq!(start_many(&Fixture::new().await, 20..44).await, 20);
}

#[tokio::test]
async fn a_challenge_that_was_accepted_is_not_replaced() {
    let fixture = Fixture::new().await;
    let first = fixture.create_challenge(new_challenge(20, 1, Some(2), 100)).await;
    let game = new_game(&first, [1, 2], 101);
    fixture.store.start_game(&game, &message_handle(None), None).await.unwrap().unwrap();
    let replaced = vec![(first.id, ChallengeState::Cancelled)];
    let new = NewChallenge { replaced, ..fresh(&new_challenge(21, 1, Some(2), 102)) };
    let refused = fixture.store.create_challenge(&new, &message_handle(None)).await;
    assert_eq!(constraint(refused), Constraint::PendingPair);
    let state = fixture.store.challenge(first.id).await.unwrap().unwrap().state;
    assert_eq!(state, ChallengeState::Accepted);
}

#[tokio::test]
async fn at_most_three_challenges_of_a_challenger_are_pending() {
    let fixture = Fixture::new().await;
    let stores = two_stores(&fixture).await;
    let message = message_handle(None);
    let challenges: Vec<_> =
        (0..10).map(|it| fresh(&new_challenge(20 + it, 1, Some(2 + it), 100 + it))).collect();
    let posted = join_all(
        (0..)
            .zip(&challenges)
            .map(|(number, it)| stores[number % 2].create_challenge(it, &message)),
    );
    let (posted, refused): (Vec<_>, Vec<_>) = posted.await.into_iter().partition(Result::is_ok);
    assert_eq!(posted.len(), 3);
    for refused in refused {
        assert_eq!(constraint(refused), Constraint::PendingSlots);
    }
}

#[tokio::test]
async fn of_many_acceptances_one_starts_a_game() {
    let fixture = Fixture::new().await;
    let challenge = fixture.create_challenge(new_challenge(20, 1, None, 100)).await;
    let new_games: Vec<_> = (2..12).map(|it| new_game(&challenge, [1, it], 100 + it)).collect();
    let started = start_all(&fixture, &new_games).await;
    let started: Vec<_> = started.into_iter().filter_map(|it| it.ok().flatten()).collect();
    assert_eq!(started.len(), 1);
    let stored = fixture.store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(stored.state, ChallengeState::Accepted);
}

#[tokio::test]
async fn of_ten_simultaneous_games_of_a_pair_three_are_rated() {
    let fixture = Fixture::new().await;
    let mut new_games = Vec::new();
    for number in 0..10 {
        let mut new =
            new_challenge(20 + number, 1 + number % 2, Some(2 - number % 2), 100 + number);
        new.config.rated = Rated::Yes;
        let challenge = fixture.create_challenge(new).await;
        new_games.push(new_game(&challenge, [1 + number % 2, 2 - number % 2], 200 + number));
        // A pair may have only one pending challenge, and the next one has to wait.
        let now = super::NOON.before(Duration::from_hours(48));
        let state = ChallengeState::Cancelled;
        assert_eq!(
            fixture.store.end_challenge(challenge.id, state, None, now).await.unwrap(),
            SaveResult::Saved
        );
        new_games.last_mut().unwrap().challenge = None;
    }
    let started = start_all(&fixture, &new_games).await;
    let rated = started.into_iter().map(|it| it.unwrap().unwrap().config.rated);
    assert_eq!(rated.filter(|it| *it == Rated::Yes).count(), 3);
}

#[tokio::test]
async fn concurrent_changes_of_guild_settings_are_all_saved() {
    let fixture = Fixture::new().await;
    let [one, other] = two_stores(&fixture).await;
    for round in 0..20 {
        let guild = GuildId(1_000 + round);
        let (changed, reminders) = tokio::join!(
            one.change_settings(interaction(), guild, &|it| it.theme = theme("shapes"), NOON),
            other.change_settings(interaction(), guild, &|it| it.reminders = false, NOON),
        );
        changed.unwrap();
        reminders.unwrap();
        let stored = fixture.store.guild_settings(guild).await.unwrap();
        assert_eq!((stored.theme, stored.reminders), (theme("shapes"), false));
    }
}

#[tokio::test]
async fn an_interaction_at_two_stores_at_once_changes_once() {
    let fixture = Fixture::new().await;
    let [one, other] = two_stores(&fixture).await;
    for round in 0..20 {
        let (by, id) = (interaction(), 1_000 + round);
        let ann = player(id);
        let (shown, hidden) = tokio::join!(
            one.change_preference(by, &ann, &|it| it.listed = true),
            other.change_preference(by, &ann, &|it| it.listed = false)
        );
        // Both answer from what was stored.
        assert_eq!(shown.unwrap(), hidden.unwrap());
        let (by, challenges) = (interaction(), [21, 22].map(|it| new_challenge(it, id, None, 0)));
        let [first, second] = challenges.map(|it| fresh(&ChallengeTerms { created_by: by, ..it }));
        let message = message_handle(None);
        let (first, second) = tokio::join!(
            one.create_challenge(&first, &message),
            other.create_challenge(&second, &message)
        );
        let (created, refused) = if first.is_ok() { (first, second) } else { (second, first) };
        let created = created.unwrap();
        assert_eq!(constraint(refused), Constraint::Idempotency);
        assert_eq!(fixture.store.challenge_by_interaction(by).await.unwrap(), Some(created));
    }
}

#[tokio::test]
async fn deletion_of_players_during_moves_is_complete() {
    let fixture = Fixture::new().await;
    let stores = two_stores(&fixture).await;
    for round in 0..5 {
        let mut games = Vec::new();
        for number in 0..20 {
            let at = 1_000 * (round + 1) + 20 * number;
            games.push(fixture.start_game(at, [at, at + 1], at).await);
        }
        let deleted: Vec<_> = games[..5].iter().map(|game| player_id(game, Seat::First)).collect();
        let changes = (0..).zip(&games).map(|(number, game)| {
            let store = &stores[number % 2];
            async move {
                if number % 3 == 0 {
                    store.save_game(game.version, &after_move(game)).await
                } else {
                    store
                        .save_game(game.version, &after_end(game, GameResult::Won(Seat::First)))
                        .await
                }
            }
        });
        let deletions = (0..).zip(&games[..5]).map(|(number, game)| {
            let store = &stores[number % 2];
            let left = after_end(game, GameResult::Resigned(Seat::First));
            async move {
                let player = player_id(game, Seat::First);
                // The game changed first: retry with its new version.
                if store
                    .delete_player(None, player, vec![(game.version, left)], super::NOON)
                    .await
                    .is_err()
                {
                    let now = store.game(game.id).await.unwrap().unwrap();
                    let result = GameResult::Resigned(Seat::First);
                    let left = now.is_live().then(|| (now.version, after_end(&now, result)));
                    store
                        .delete_player(None, player, left.into_iter().collect(), super::NOON)
                        .await
                        .unwrap();
                }
            }
        });
        let (saved, _) = tokio::join!(join_all(changes), join_all(deletions));
        for saved in saved {
            assert!(saved.is_ok(), "no deadlock: {saved:?}");
        }
        for player in deleted {
            assert_eq!(fixture.store.player(player, None).await.unwrap(), None);
        }
    }
    let report = admin::check(&*fixture.store, NOON).await.unwrap();
    assert_eq!(report.differences, [""; 0]);
}

fn player_id(game: &Game, seat: Seat) -> PlayerId {
    let Players::People([first, second]) = &game.players else {
        panic!("not between people: {game:?}")
    };
    let Player { id, .. } = if seat == Seat::First { first } else { second };
    *id
}

#[tokio::test]
async fn a_save_with_an_unknown_outcome_can_be_retried() {
    let fixture = Fixture::new().await;
    let [one, other] = two_stores(&fixture).await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let after = after_move(&game);
    assert!(one.save_game(game.version, &after).await.unwrap().is_some());
    assert!(other.save_game(game.version, &after).await.unwrap().is_some());
    let mut late = after_move(&game);
    late.changed_by = InteractionId(999);
    assert_eq!(other.save_game(game.version, &late).await.unwrap(), None);
}

#[tokio::test]
async fn a_store_closes_while_moves_are_being_saved() {
    let fixture = Fixture::new().await;
    let [_, store] = two_stores(&fixture).await;
    let mut games = Vec::new();
    for number in 0..20 {
        let at = 1_000 + 20 * number;
        games.push(fixture.start_game(at, [at, at + 1], at).await);
    }
    let after: Vec<_> = games.iter().map(after_move).collect();
    let moves = games.iter().zip(&after).map(|(game, after)| store.save_game(game.version, after));
    let closing = async {
        tokio::task::yield_now().await;
        store.close().await;
    };
    let both = async { tokio::join!(join_all(moves), closing) };
    let (moves, ()) = tokio::time::timeout(TIMEOUT, both).await.expect("the store does not close");
    for (moved, after) in moves.iter().zip(&after) {
        let stored = fixture.store.game(after.id).await.unwrap().unwrap();
        assert_eq!(moved.is_ok(), stored.version == after.version, "{moved:?}");
    }
}

/// Games of players who all play each other end at the same time, in any order of the seats.
#[tokio::test]
async fn many_ends_of_the_same_players_at_once_all_count() {
    let fixture = Fixture::new().await;
    let stores = two_stores(&fixture).await;
    let mut games = Vec::new();
    for one in 1..=4 {
        for other in (1..=4).filter(|other| *other != one) {
            let channel = 1_000 + 10 * one + other;
            let mut new = new_challenge(channel, one, Some(other), 10 * channel);
            new.config.rated = Rated::Yes;
            let challenge = fixture.create_challenge(new).await;
            let new = new_game(&challenge, [one, other], 10 * channel + 1);
            let started =
                fixture.store.start_game(&new, &message_handle(None), None).await.unwrap();
            games.push(started.unwrap());
        }
    }
    let results = [GameResult::Won(Seat::First), GameResult::Won(Seat::Second), GameResult::Drawn];
    let ends: Vec<_> = (0..)
        .zip(&games)
        .map(|(number, game)| after_end(game, results[number % results.len()]))
        .collect();
    let ends = (0..)
        .zip(games.iter().zip(&ends))
        .map(|(number, (game, end))| stores[number % 2].save_game(game.version, end));
    for saved in join_all(ends).await {
        assert!(saved.unwrap().is_some());
    }
    let report = admin::check(&*fixture.store, NOON).await.unwrap();
    assert_eq!((report.differences, report.games), (Vec::new(), 12));
    for player in (1..=4).map(PlayerId) {
        let record = super::record(&fixture.store, Scope::Global, player).await;
        assert_eq!(record.games(), 6);
    }
    while fixture.store.clean_up(super::NOON).await.unwrap() {}
    let by_wins =
        LeaderboardId { scope: Scope::Global, period: Period::AllTime, sort_by: SortBy::Wins };
    assert_eq!(super::leaderboard_size(&fixture.store, by_wins, super::NOON).await, 4);
}

#[tokio::test]
async fn a_guild_in_which_a_game_has_just_begun_is_not_deleted() {
    let fixture = Fixture::new().await;
    let live = fixture.start_game(20, [1, 2], 100).await;
    let deleted = fixture.store.delete_guild(GuildId(10), Vec::new()).await;
    assert!(matches!(deleted, Err(StoreError::Conflict)), "{deleted:?}");
    assert_eq!(fixture.reload(&live).await, live);
}

/// Has a leaderboard stay.
async fn leaderboard_here(store: &Store, guild: GuildId) {
    let (period, sort_by) = (Period::AllTime, SortBy::Wins);
    let content = StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by });
    let new = StandingMessage::new((guild, ChannelId(20)), content, Locale::EnglishUs, NOON);
    let chosen = store.change_standing_messages(interaction(), guild, |_| Ok(vec![new])).await;
    assert_eq!(chosen.unwrap(), Ok(()));
}

/// Discord says to which server a channel belongs, which nothing relies on.
#[tokio::test]
async fn two_servers_may_name_the_same_channel() {
    let fixture = Fixture::new().await;
    for guild in [GuildId(10), GuildId(11)] {
        leaderboard_here(&fixture.store, guild).await;
    }
}

#[tokio::test]
async fn another_time_zone_is_stored_whatever_is_sent_meanwhile() {
    let fixture = Fixture::new().await;
    let [one, other] = two_stores(&fixture).await;
    let guild = GuildId(10);
    let (place, time_zone) = ((guild, ChannelId(20)), TimeZone::UTC);
    let schedule = WeekSchedule { puzzle_hour: None, time_zone, told: None };
    let content = StandingContent::Weekly(schedule);
    let new = StandingMessage::new(place, content, Locale::EnglishUs, NOON);
    let chosen = one.change_standing_messages(interaction(), guild, |_| Ok(vec![new])).await;
    assert_eq!(chosen.unwrap(), Ok(()));
    for zone in ["Asia/Tokyo", "Europe/Paris"].repeat(20) {
        let zone = TimeZone::from_name(zone).unwrap();
        let set_zone = |it: &mut GuildSettings| it.time_zone = zone;
        let change_zone = one.change_settings(interaction(), guild, &set_zone, NOON);
        let send = async {
            let message = other.standing_messages(guild).await.unwrap()[0];
            let leased = message.leased(StandingStep::Post, NOON);
            other.save_standing_message(leased, &[]).await
        };
        let (settings, leased) = tokio::join!(change_zone, send);
        leased.map(drop).unwrap();
        assert_eq!(settings.unwrap().time_zone, zone);
    }
}

#[tokio::test]
async fn what_is_recorded_as_done_is_not_done_again() {
    let fixture = Fixture::new().await;
    let [one, other] = two_stores(&fixture).await;
    let guild = GuildId(10);
    leaderboard_here(&one, guild).await;
    let read = async |store: &Store| store.standing_messages(guild).await.unwrap()[0];
    let read_before = read(&other).await;
    let leased = one
        .save_standing_message(read(&one).await.leased(StandingStep::Post, NOON), &[])
        .await
        .unwrap();
    assert_eq!(leased, SaveResult::Saved);
    let message = read(&one).await;
    let (id, step) = (message.id.unwrap(), StandingStep::Post);
    // It is due again at once, as there is nothing to tell any more.
    let rendering = Rendering { is_empty: true, ..SENT };
    let topic = message.content.topic(NOON);
    let attempt = StandingAttempt { id, message, topic, step, rendering };
    let posted = StandingOutcome::Posted(MessageId(5));
    one.record_standing_attempt(&attempt, &[], posted, NOON).await.unwrap();
    assert_eq!(read(&one).await.due_at, Some(NOON));
    let leased = other
        .save_standing_message(read_before.leased(StandingStep::Post, NOON), &[])
        .await
        .unwrap();
    assert_eq!(leased, SaveResult::Conflict);
}

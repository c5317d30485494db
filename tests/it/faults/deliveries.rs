//! What is due without an interaction: one failure holds up nothing else.

use std::{sync::Arc, time::Duration};

use clock::Stopwatch;
use fake_discord::{Fault, FaultKind, Message, RecordedRequest};
use fourfall::{
    computer::SearchBackendFactory,
    features::{Service, delete_guild},
    game::GuildId,
    store,
};
use serde_json::json;

use crate::support::{TestBot, assert_lasts, wait_until};

/// How long a challenge stays pending.
/// Tokens are still valid then.
const CHALLENGE_TIMEOUT: Duration = Duration::from_mins(10);

/// Has challenges in the server wait for [`CHALLENGE_TIMEOUT`].
async fn shorten_challenges(bot: &TestBot) {
    let settings = format!(
        "INSERT INTO guild_settings (guild_id, theme, time_control, reminders, computer_games, \
         channels, challenge_time) VALUES ({}, 'classic', '1 day', 1, 1, '[]', '10 minutes')",
        bot.discord.guild()
    );
    bot.database.sql().await.run(&settings).await;
}

/// Posts challenges between users of their own.
async fn post_challenges(bot: &TestBot, count: usize) -> Vec<Message> {
    shorten_challenges(bot).await;
    let mut challenges = Vec::new();
    for pair in 0..count {
        let [one, other] =
            ["one", "two"].map(|seat| bot.discord.add_user(&format!("{seat}-{pair}")));
        let posted = bot.command(one, "play", json!({ "opponent": other })).await;
        challenges.push(posted.message().clone());
    }
    challenges
}

fn expired(bot: &TestBot, challenges: &[Message]) -> usize {
    let is_expired = |message: &&Message| bot.current(message).content.contains("in time");
    challenges.iter().filter(is_expired).count()
}

#[tokio::test]
async fn a_limited_edit_through_the_channel_is_tried_again() {
    let bot = TestBot::open("deliveries_limited").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.wait_idle().await;
    let kind = FaultKind::RateLimited { retry_after_ms: 3_000 };
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 1, kind });
    bot.advance(Duration::from_hours(24)).await;
    let waited = Stopwatch::start();
    bot.wait_for_button(&challenge, "Play now").await;
    assert!(waited.elapsed() >= Duration::from_secs(3), "{waited:?}");
    bot.close_expecting(&["429 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_channels_long_limit_is_kept_and_holds_up_no_other() {
    let mut bot = TestBot::open("deliveries_long_limit").await;
    let limited = bot.channel;
    let edits = |bot: &TestBot, channel| {
        let path = format!("/channels/{channel}/messages");
        let is_edit =
            |it: &&Arc<RecordedRequest>| it.method == "PATCH" && it.path.starts_with(&path);
        bot.discord.requests().iter().filter(is_edit).count()
    };
    bot.challenge(bot.ann, bot.ben).await;
    bot.wait_idle().await;
    let kind = FaultKind::RateLimited { retry_after_ms: 7_200_000 };
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 1, kind });
    bot.advance(Duration::from_hours(24)).await;
    wait_until("an edit is limited", || edits(&bot, limited) == 1).await;
    bot.challenge(bot.ann, bot.cleo).await;
    bot.channel = bot.discord.add_channel("elsewhere");
    let other = bot.challenge(bot.ben, bot.cleo).await;
    bot.advance(Duration::from_hours(24)).await;
    bot.wait_for_button(&other, "Play now").await;
    bot.wait_scheduler().await;
    bot.wait_idle().await;
    assert_eq!(edits(&bot, limited), 1, "none is sent before the limit is over");
    bot.close_expecting(&["429 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_banned_address_sends_nothing_more() {
    let bot = TestBot::builder("deliveries_banned").http(1).open().await;
    bot.challenge(bot.ann, bot.ben).await;
    bot.wait_idle().await;
    let kind = FaultKind::AddressLimited { retry_after_s: 3_600 };
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 1, kind });
    bot.advance(Duration::from_hours(24)).await;
    let is_limited = || bot.discord.requests().iter().any(|it| it.status == 429);
    wait_until("an edit is limited", is_limited).await;
    let sent = bot.discord.requests().len();
    bot.challenge(bot.ann, bot.cleo).await;
    let is_quiet = || {
        let requests = bot.discord.requests();
        requests[sent..].iter().all(|it| it.path.ends_with("/callback"))
    };
    assert_lasts(Duration::from_millis(500), "only the response is sent", is_quiet).await;
    bot.close_expecting(&["429 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_limit_of_one_message_leaves_its_channel_alone() {
    let bot = TestBot::open("deliveries_one_limited").await;
    bot.challenge(bot.ann, bot.ben).await;
    bot.wait_idle().await;
    let body = json!({
        "message": "Maximum number of edits to messages older than 1 hour reached.",
        "code": 30_046,
        "retry_after": 3_600.0,
    });
    let kind = FaultKind::Status(429, body);
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 1, kind });
    bot.advance(Duration::from_hours(24)).await;
    let is_limited = || bot.discord.requests().iter().any(|it| it.status == 429);
    wait_until("an edit is limited", is_limited).await;
    let other = bot.challenge(bot.ann, bot.cleo).await;
    bot.advance(Duration::from_hours(24)).await;
    bot.wait_for_button(&other, "Play now").await;
    bot.close_expecting(&["429 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_hung_edit_holds_up_no_other() {
    let bot = TestBot::open("deliveries_hung").await;
    let challenges = post_challenges(&bot, 90).await;
    let hang = Fault { route: "PATCH /webhooks", times: 1, kind: FaultKind::Hang };
    bot.discord.inject_fault(hang);
    bot.advance(CHALLENGE_TIMEOUT).await;
    wait_until("all others show their end", || expired(&bot, &challenges) == 89).await;
    bot.wait_scheduler().await;
    bot.close().await;
}

#[tokio::test]
async fn a_deadline_that_fails_holds_up_no_other() {
    let bot = TestBot::builder("deliveries_failed").on_sqlite().open().await;
    let challenges = post_challenges(&bot, 3).await;
    let mut sql = bot.database.sql().await;
    sql.run(
        "CREATE TRIGGER broken BEFORE UPDATE OF state ON challenge WHEN old.challenge_id = 1 \
         BEGIN SELECT raise(ABORT, 'broken'); END",
    )
    .await;
    bot.advance(CHALLENGE_TIMEOUT).await;
    wait_until("the others show their end", || expired(&bot, &challenges) == 2).await;
    sql.run("DROP TRIGGER broken").await;
    bot.advance(Duration::from_mins(1)).await;
    wait_until("it is tried again", || expired(&bot, &challenges) == 3).await;
    bot.close().await;
}

#[tokio::test]
async fn an_end_is_shown_though_its_ratings_cannot_be_read() {
    let bot = TestBot::builder("deliveries_unread").on_sqlite().open().await;
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "44").await;
    let mut sql = bot.database.sql().await;
    sql.run(
        "CREATE TRIGGER corrupt AFTER UPDATE OF result ON game \
         BEGIN UPDATE game SET moves = '?' WHERE game_id = new.game_id; END",
    )
    .await;
    bot.advance(Duration::from_hours(73)).await;
    let is_over = || bot.current(&board).content.contains("ran out of time");
    wait_until("the board shows the end", is_over).await;
    bot.close().await;
}

/// Deletes the data of the server that the bot is used in.
async fn forget_server(bot: &TestBot) {
    let store = store::open(&bot.database_url()).await.unwrap();
    let service = Service::new(store, bot.clock.clone(), SearchBackendFactory::default());
    let guild = GuildId(bot.discord.guild().get());
    delete_guild(&service, guild, bot.clock.now()).await.unwrap().unwrap();
    service.store.close().await;
}

#[tokio::test]
async fn a_rematch_in_a_forgotten_server_is_played_there() {
    let bot = TestBot::open("deliveries_forgotten").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "1212121").await;
    bot.wait_idle().await;
    forget_server(&bot).await;
    shorten_challenges(&bot).await;
    let challenge = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    // The edits by token fail, and the one through the channel as well.
    bot.discord.delete_message(bot.channel, challenge.id);
    bot.advance(CHALLENGE_TIMEOUT).await;
    let is_refused = |it: &&Arc<RecordedRequest>| it.method == "PATCH" && it.status == 404;
    let refused = || bot.discord.requests().iter().filter(is_refused).count();
    wait_until("all edits are refused", || refused() == 3).await;
    bot.advance(Duration::from_mins(5)).await;
    let again = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    let rematch = bot.press(bot.ben, &again, "Accept").await.message().clone();
    bot.play_moves_as([bot.ben, bot.ann], &rematch, "44").await;
    bot.close_expecting(&[
        "404 PATCH /webhooks/*/*/messages/*",
        "404 PATCH /channels/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn an_update_to_an_unknown_channel_is_dropped() {
    let mut bot = TestBot::open("deliveries_nowhere").await;
    let challenges = post_challenges(&bot, 2).await;
    bot.wait_idle().await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE challenge SET guild_id = NULL, channel_id = 0 WHERE challenge_id = 1").await;
    bot.discord.delete_message(bot.channel, challenges[0].id);
    bot.advance(CHALLENGE_TIMEOUT).await;
    wait_until("the other shows its end", || expired(&bot, &challenges[1..]) == 1).await;
    let is_edit = |it: &&Arc<RecordedRequest>| it.method == "PATCH" && it.status == 404;
    let edits = || bot.discord.requests().iter().filter(is_edit).count();
    wait_until("it is tried in both ways", || edits() == 2).await;
    // Delivers what is queued.
    bot.stop().await;
    let edits = bot.discord.requests().iter().filter(is_edit).count();
    assert_eq!(edits, 2, "it is not tried again");
    bot.close_expecting(&["404 PATCH /webhooks/*/*/messages/*"]).await;
}

//! Challenges: accepting, declining, cancelling and expiring.

use std::time::Duration;

use fake_discord::{ActionResult, Message, MessageEvent};
use serde_json::json;
use tracing::Level;

use crate::support::{RecordedLog, TestBot, custom_id_of, wait_until};

#[tokio::test]
async fn who_is_not_in_the_server_cannot_be_challenged() {
    let bot = TestBot::open("challenge_absent").await;
    bot.discord.remove_member(bot.discord.guild(), bot.ben);
    let absent = bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&absent, "**Ben** isn’t in this server");
    let with_level = json!({ "opponent": bot.ben, "level": "hard" });
    let absent = bot.command(bot.ann, "play", with_level).await;
    TestBot::assert_refused(&absent, "**Ben** isn’t in this server");
    let stats = bot.command(bot.ann, "stats", json!({ "player": bot.ben })).await;
    assert!(stats.text().contains("**Ben**"), "results of who has left are shown: {stats:?}");
    bot.close().await;
}

#[tokio::test]
async fn without_the_bot_in_a_server_nobody_counts_as_absent() {
    let bot = TestBot::open("challenge_unknown").await;
    bot.discord.install_for(bot.ann);
    bot.discord.remove_bot_from(bot.discord.guild());
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    assert!(challenge.content.contains(&format!("<@{}>", bot.ben)), "{}", challenge.content);
    bot.close().await;
}

#[tokio::test]
async fn anyone_else_can_join_an_open_challenge() {
    let bot = TestBot::open("open_challenge").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    assert!(open.content.contains("**Ann** wants to play"), "{}", open.content);
    assert_eq!(open.pings, []);
    assert_eq!(open.labels(), ["Join", "Cancel"]);
    let own = bot.press(bot.ann, &open, "Join").await;
    TestBot::assert_refused(&own, "This is your own challenge.");
    let board = bot.press(bot.cleo, &open, "Join").await;
    assert!(board.is_update());
    assert!(board.text().contains("**Ann**") && board.text().contains("**Cleo**"));
    bot.close().await;
}

#[tokio::test]
async fn the_user_command_challenges_too() {
    let bot = TestBot::open("user_menu").await;
    let name = "Challenge to Four in a Row";
    let response = bot.discord.user_command(bot.ann, bot.channel, name, bot.ben).await;
    assert!(response.text().contains("**Ann** challenges you"), "{}", response.text());
    assert_eq!(response.message().pings, [bot.ben]);
    bot.close().await;
}

#[tokio::test]
async fn who_goes_first_can_be_chosen() {
    let bot = TestBot::open("first").await;
    let options = json!({ "opponent": bot.ben, "first": "opponent" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(challenge.content.contains("**Ben** goes first · "), "{}", challenge.content);
    let board = bot.press(bot.ben, &challenge, "Accept").await;
    assert!(board.text().starts_with("🔴 **Ben** vs 🟡 **Ann**"), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn only_the_challenged_user_can_accept_or_decline() {
    let bot = TestBot::open("answering").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    for (user, label, sentence) in [
        (bot.ann, "Accept", "This is your own challenge."),
        (bot.cleo, "Accept", "This challenge is for **Ben**."),
        (bot.cleo, "Decline", "This challenge is for **Ben**."),
    ] {
        TestBot::assert_refused(&bot.press(user, &challenge, label).await, sentence);
    }
    assert_eq!(bot.current(&challenge).content, challenge.content);
    let withdrawn = bot.press(bot.ann, &challenge, "Decline").await;
    assert_eq!(withdrawn.text(), "**Ann** withdrew the challenge.");
    bot.close().await;
}

/// Declines as Ben, and waits for the offer to block the challenger.
async fn decline(bot: &TestBot, challenge: &Message) -> ActionResult {
    bot.press_stale(bot.ben, challenge, &custom_id_of(challenge, "Decline")).await.0
}

#[tokio::test]
async fn a_challenge_without_a_game_delays_the_next_one() {
    let bot = TestBot::open("cooldown").await;
    let options = json!({ "opponent": bot.ben, "clock": "none" });
    for (number, minutes) in [(1, 5), (2, 60), (3, 24 * 60)] {
        let challenge = bot.challenge(bot.ann, bot.ben).await;
        // The second one is withdrawn, and the third one offers to block.
        let over = match number {
            1 => bot.press(bot.ben, &challenge, "Decline").await,
            2 => bot.press(bot.ann, &challenge, "Decline").await,
            _ => decline(&bot, &challenge).await,
        };
        assert_eq!(over.message().id, challenge.id);
        let is_declined = number != 2;
        let next: &[&str] = if is_declined { &["New game", "Ask again"] } else { &[] };
        assert_eq!(over.message().labels(), next);
        if is_declined {
            assert_eq!(over.text(), "**Ben** declined **Ann**’s challenge.");
        }
        bot.advance(Duration::from_secs(minutes * 60 - 1)).await;
        let again = bot.command(bot.ann, "play", options.clone()).await;
        TestBot::assert_refused(&again, "You can challenge **Ben** again <t:");
        bot.advance(Duration::from_secs(1)).await;
    }
    bot.challenge(bot.ann, bot.ben).await;
    bot.close().await;
}

#[tokio::test]
async fn an_ignored_challenge_delays_the_next_one() {
    let bot = TestBot::open("ignored").await;
    bot.challenge(bot.ann, bot.ben).await;
    bot.wait_idle().await;
    bot.advance(Duration::from_hours(24)).await;
    bot.wait_scheduler().await;
    let again = bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    let again_at = bot.clock.now().after(Duration::from_mins(5)).seconds();
    let sentence = format!("You can challenge **Ben** again <t:{again_at}:R>: there is a pause");
    TestBot::assert_refused(&again, &sentence);
    let menu = "Challenge to Four in a Row";
    let again = bot.discord.user_command(bot.ann, bot.channel, menu, bot.ben).await;
    TestBot::assert_refused(&again, "You can challenge **Ben** again <t:");
    assert!(bot.challenge(bot.ben, bot.ann).await.content.contains("**Ben** challenges"));
    bot.close().await;
}

#[tokio::test]
async fn a_game_ends_the_cooldown() {
    let bot = TestBot::open("cooldown_over").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.press(bot.ann, &challenge, "Decline").await;
    let board = bot.start_game(bot.ben, bot.ann).await;
    let over = bot.play_moves_as([bot.ben, bot.ann], &board, "4343434").await;
    let rematch = bot.press(bot.ann, &over, "Rematch").await;
    assert_eq!(rematch.message().pings, [bot.ben]);
    bot.close().await;
}

#[tokio::test]
async fn a_rematch_that_both_ask_for_ends_the_cooldown() {
    let bot = TestBot::open("cooldown_both").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let rematch = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.press(bot.ann, &rematch, "Decline").await;
    let rematch = bot.press(bot.ben, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    bot.press(bot.ann, &over, "Rematch").await;
    let board = bot.wait_for_button(&rematch, "Resign").await;
    let over = bot.play_moves_as([bot.ben, bot.ann], &board, "4343434").await;
    let again = bot.press(bot.ann, &over, "Rematch").await;
    assert_eq!(again.message().pings, [bot.ben]);
    bot.close().await;
}

#[tokio::test]
async fn joining_an_open_challenge_ends_its_makers_cooldown() {
    let bot = TestBot::open("cooldown_joined").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.press(bot.ann, &challenge, "Decline").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    let board = bot.press(bot.ben, &open, "Join").await.message().clone();
    let asked = bot.press(bot.ben, &board, "Resign").await;
    bot.really_resign(bot.ben, &asked, &board).await;
    bot.challenge(bot.ann, bot.ben).await;
    bot.close().await;
}

#[tokio::test]
async fn joining_an_open_challenge_ends_no_cooldown() {
    let bot = TestBot::open("cooldown_open").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.press(bot.ann, &challenge, "Decline").await;
    let open = bot.open_challenge(bot.ben).await.message().clone();
    let board = bot.press(bot.ann, &open, "Join").await.message().clone();
    let asked = bot.press(bot.ann, &board, "Resign").await;
    bot.really_resign(bot.ann, &asked, &board).await;
    let again = bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&again, "You can challenge **Ben** again <t:");
    bot.close().await;
}

#[tokio::test]
async fn a_cooldown_is_forgotten_after_a_week() {
    let bot = TestBot::open("cooldown_week").await;
    for pause in [Duration::from_hours(1), Duration::from_hours(7 * 24), Duration::from_mins(5)] {
        let challenge = bot.challenge(bot.ann, bot.ben).await;
        bot.press(bot.ben, &challenge, "Decline").await;
        bot.advance(pause).await;
    }
    bot.challenge(bot.ann, bot.ben).await;
    bot.close().await;
}

#[tokio::test]
async fn a_cancelled_rematch_delays_the_next_one() {
    let bot = TestBot::open("cooldown_rematch").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let rematch = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.press(bot.ann, &rematch, "Decline").await;
    let again = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&again, "You can challenge **Ben** again <t:");
    bot.close().await;
}

#[tokio::test]
async fn a_user_has_one_open_challenge_in_a_channel() {
    let bot = TestBot::open("one_open").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    bot.wait_idle().await;
    let second = bot.open_challenge(bot.ann).await;
    let sentence = format!("You already have an open challenge in this channel: {}", open.link());
    TestBot::assert_refused(&second, &sentence);
    bot.press(bot.ann, &open, "Cancel").await;
    let third = bot.open_challenge(bot.ann).await;
    assert!(!third.is_ephemeral(), "{third:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_game_leaves_its_players_challenges_alone() {
    let bot = TestBot::open("challenges_stay").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    let direct = bot.challenge(bot.ann, bot.cleo).await;
    bot.start_game(bot.ben, bot.ann).await;
    bot.command(bot.ann, "play", json!({ "level": "easy" })).await;
    bot.wait_idle().await;
    assert_eq!(bot.current(&open).labels(), ["Join", "Cancel"]);
    assert!(bot.press(bot.cleo, &direct, "Accept").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_challenger_can_cancel() {
    let bot = TestBot::open("cancelled").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    let cancelled = bot.press(bot.ann, &challenge, "Decline").await.message().clone();
    assert!(cancelled.content.contains("withdrew the challenge"), "{}", cancelled.content);
    assert_eq!(cancelled.labels(), [""; 0]);
    let accept = custom_id_of(&challenge, "Accept");
    let (late, follow_up) = bot.press_stale(bot.ben, &challenge, &accept).await;
    assert!(late.is_update(), "the message is refreshed: {late:?}");
    assert_eq!(follow_up, "This challenge was withdrawn.");
    bot.close().await;
}

#[tokio::test]
async fn a_challenge_expires_after_a_day() {
    let bot = TestBot::open("expiry").await;
    let direct = bot.challenge(bot.ann, bot.ben).await;
    bot.advance(Duration::from_secs(24 * 3_600 - 1)).await;
    let options = json!({ "opponent": bot.ben });
    let refused = bot.command(bot.ann, "play", options.clone()).await;
    TestBot::assert_refused(&refused, "You have already challenged **Ben**");
    assert!(
        refused.text().ends_with(". Press *Decline* there, or wait for an answer."),
        "{refused:?}"
    );

    let mut events = bot.discord.events();
    bot.advance(Duration::from_secs(1)).await;
    let edited =
        |event: &MessageEvent| matches!(event, MessageEvent::Edited(it) if it.id == direct.id);
    let expired = events.next_where(edited).await.into_message().unwrap();
    assert!(expired.content.starts_with("**Ben** didn’t answer"), "{}", expired.content);
    assert_eq!(expired.labels(), ["Play now", "New game"]);
    let call = bot.changing_requests().pop().unwrap();
    assert_eq!(call.method, "PATCH");
    assert!(call.path.starts_with("/channels/"), "{}", call.path);
    bot.advance(Duration::from_mins(5)).await;
    let response = bot.command(bot.ann, "play", options).await;
    assert!(!response.is_ephemeral(), "an expired challenge does not block a new one");
    bot.close().await;
}

#[tokio::test]
async fn a_declined_challenge_is_asked_again_when_it_may() {
    let bot = TestBot::open("ask_again").await;
    let options = json!({ "opponent": bot.ben, "board": "8x7", "clock": "1 hour", "first": "me" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let declined = bot.press(bot.ben, &challenge, "Decline").await.message().clone();
    let early = bot.press(bot.ann, &declined, "Ask again").await;
    TestBot::assert_refused(&early, "You can challenge **Ben** again <t:");
    let refused = bot.press(bot.cleo, &declined, "Ask again").await;
    TestBot::assert_refused(&refused, "This is **Ann**’s challenge. Start your own game");
    bot.advance(Duration::from_mins(5)).await;
    let again = bot.press(bot.ann, &declined, "Ask again").await;
    assert!(again.is_new() && !again.is_ephemeral(), "{again:?}");
    assert_eq!(again.message().pings, [bot.ben]);
    for same in ["**Ann** goes first · ", "8 × 7", "1 hour"] {
        assert!(again.text().contains(same), "{}", again.text());
    }
    bot.wait_idle().await;
    let second = bot.press(bot.ann, &declined, "Ask again").await;
    TestBot::assert_refused(&second, &again.message().link());
    bot.close().await;
}

#[tokio::test]
async fn an_expired_rematch_is_asked_again_as_a_rematch() {
    let bot = TestBot::open("ask_rematch_again").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let rematch = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    bot.advance(Duration::from_hours(24)).await;
    let rematch = bot.wait_for_button(&rematch, "Play now").await;
    bot.advance(Duration::from_mins(5)).await;
    let again = bot.press(bot.ann, &rematch, "Play now").await;
    assert_eq!(again.message().pings, [bot.ben]);
    assert!(again.text().contains("rematch"), "{}", again.text());
    bot.close().await;
}

#[tokio::test]
async fn an_expired_open_challenge_is_repeated() {
    let bot = TestBot::open("open_again").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    bot.wait_idle().await;
    bot.advance(Duration::from_hours(24)).await;
    let open = bot.wait_for_button(&open, "Ask again").await;
    let again = bot.press(bot.ann, &open, "Ask again").await;
    assert_eq!(again.message().labels(), ["Join", "Cancel"]);
    bot.close().await;
}

#[tokio::test]
async fn a_challenge_expires_after_a_database_failure() {
    let bot = TestBot::open("expiry_failure").await;
    let direct = bot.challenge(bot.ann, bot.ben).await;
    let mut sql = bot.database.sql().await;
    bot.wait_idle().await;
    sql.run("ALTER TABLE game RENAME TO hidden").await;
    let log = RecordedLog::start(Level::ERROR);
    bot.discord.advance(Duration::from_hours(24));
    log.wait_for("failed to process deadlines", 1).await;
    assert_eq!(bot.current(&direct).content, direct.content);
    sql.run("ALTER TABLE hidden RENAME TO game").await;
    let is_over = || bot.current(&direct).content.starts_with("**Ben** didn’t answer");
    wait_until("the challenge expires", is_over).await;
    bot.close().await;
}

#[tokio::test]
async fn challenges_that_expired_during_downtime_are_updated() {
    let mut bot = TestBot::open("expiry_offline").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    bot.stop().await;
    bot.advance(Duration::from_hours(25)).await;
    let mut events = bot.discord.events();
    bot.start();
    let expired = events.next(bot.channel).await.into_message().unwrap();
    assert_eq!(expired.id, open.id);
    assert!(expired.content.starts_with("Nobody took up **Ann**’s challenge"));
    bot.close().await;
}

#[tokio::test]
async fn invalid_opponents_and_channels_are_refused() {
    let bot = TestBot::open("senseless_challenges").await;
    let robot = bot.discord.add_bot("Robot");
    for (opponent, sentence) in
        [(bot.ann, "You can’t challenge yourself."), (robot, "**Robot** is a bot")]
    {
        let response = bot.command(bot.ann, "play", json!({ "opponent": opponent })).await;
        TestBot::assert_refused(&response, sentence);
    }
    let alone = bot.discord.channel("dm:ann");
    let options = json!({ "opponent": bot.ben });
    let response = bot.discord.command(bot.ann, alone, "play", options).await;
    TestBot::assert_refused(&response, "Nobody else can see this chat.");
    bot.close().await;
}

#[tokio::test]
async fn a_fourth_challenge_withdraws_the_oldest() {
    let bot = TestBot::open("three_pending").await;
    let mut pending = Vec::new();
    for opponent in ["Dan", "Eve", "Fay"] {
        let opponent = bot.discord.add_user(opponent);
        pending.push(bot.challenge(bot.ann, opponent).await);
    }
    let fourth = bot.open_challenge(bot.ann).await;
    assert!(!fourth.is_ephemeral(), "{fourth:?}");
    let is_withdrawn = || bot.current(&pending[0]).content == "**Ann** withdrew the challenge.";
    wait_until("the oldest is withdrawn", is_withdrawn).await;
    for kept in [&pending[1], &pending[2]] {
        assert_eq!(bot.current(kept).labels(), ["Accept", "Decline"]);
    }
    bot.close().await;
}

#[tokio::test]
async fn a_challenge_elsewhere_replaces_the_first() {
    let bot = TestBot::open("replaced_elsewhere").await;
    let first = bot.challenge(bot.ann, bot.ben).await;
    let (elsewhere, third) = (bot.discord.channel("general"), bot.discord.add_channel("third"));
    let options = json!({ "opponent": bot.ben });
    let second = bot.discord.command(bot.ann, elsewhere, "play", options.clone()).await;
    assert_eq!(second.message().pings, [bot.ben]);
    let is_withdrawn = || bot.current(&first).content == "**Ann** withdrew the challenge.";
    wait_until("the first is withdrawn", is_withdrawn).await;
    let again = bot.discord.command(bot.ann, third, "play", options).await;
    TestBot::assert_refused(&again, "You can challenge **Ben** again <t:");
    assert_eq!(again.message().pings, []);
    assert!(bot.press(bot.ben, second.message(), "Accept").await.is_update());
    bot.close().await;
}

/// Ann's challenge to Ben after it has run out.
async fn expired_challenge(bot: &TestBot) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "board": "8x7" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    bot.wait_idle().await;
    bot.advance(Duration::from_hours(24)).await;
    bot.wait_for_button(&challenge, "Play now").await
}

#[tokio::test]
async fn who_was_challenged_can_play_later() {
    let bot = TestBot::open("play_now").await;
    let expired = expired_challenge(&bot).await;
    assert_eq!(expired.labels(), ["Play now", "New game"]);
    let stranger = bot.press(bot.cleo, &expired, "Play now").await;
    TestBot::assert_refused(&stranger, "This is **Ann**’s challenge. Start your own game");
    let back = bot.press(bot.ben, &expired, "Play now").await;
    assert!(back.is_new() && !back.is_ephemeral(), "{back:?}");
    assert_eq!(back.message().pings, [bot.ann]);
    for part in ["**Ben** challenges you", "**Ann** goes first · ", "8 × 7"] {
        assert!(back.text().contains(part), "{}", back.text());
    }
    let twice = bot.press(bot.ben, &expired, "Play now").await;
    TestBot::assert_refused(&twice, "You have already challenged **Ann**");
    let board = bot.press(bot.ann, back.message(), "Accept").await;
    assert!(board.text().starts_with("🔴 **Ann** vs 🟡 **Ben**"), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn an_expired_challenge_can_be_played_for_a_week() {
    let bot = TestBot::open("play_now_week").await;
    let expired = expired_challenge(&bot).await;
    bot.advance(Duration::from_hours(7 * 24 + 1)).await;
    let too_late = bot.press(bot.ben, &expired, "Play now").await;
    TestBot::assert_refused(&too_late, "This challenge has expired.");
    assert!(bot.press(bot.ann, &expired, "Play now").await.is_new());
    bot.close().await;
}

#[tokio::test]
async fn a_late_accept_challenges_back() {
    let bot = TestBot::open("late_accept").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    let accept = custom_id_of(&challenge, "Accept");
    bot.wait_idle().await;
    bot.advance(Duration::from_hours(24)).await;
    bot.wait_for_button(&challenge, "Play now").await;
    let back = bot.press_custom_id(bot.ben, &challenge, &accept).await;
    assert!(back.is_new() && back.text().contains("**Ben** challenges you"), "{back:?}");
    assert_eq!(back.message().pings, [bot.ann]);
    let (late, follow_up) = bot.press_stale(bot.ben, &challenge, &accept).await;
    assert!(late.is_update() && follow_up.contains("You have already challenged **Ann**"));
    bot.close().await;
}

#[tokio::test]
async fn users_can_play_in_a_private_channel() {
    let bot = TestBot::open("private_chat").await;
    let chat = bot.discord.channel("ann-ben");
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.discord.command(bot.ann, chat, "play", options).await;
    let board = bot.press(bot.ben, challenge.message(), "Accept").await.message().clone();
    let over = bot.play_moves(&board, "4343434").await;
    assert!(over.content.contains("## 🏆 Ann wins!"), "{}", over.content);
    let stats = bot.discord.command(bot.ben, chat, "stats", json!({})).await;
    assert!(stats.text().contains("Everywhere: 1 loss"), "{}", stats.text());
    assert!(!stats.text().contains("In this server"), "{}", stats.text());
    let leaders = bot.discord.command(bot.ben, chat, "leaderboard", json!({})).await;
    let title = "🏆 **Leaderboard** · all servers · all time · by rating";
    assert!(leaders.is_ephemeral() && leaders.text().starts_with(title), "{}", leaders.text());
    let options = json!({ "scope": "server" });
    let server_leaders = bot.discord.command(bot.ben, chat, "leaderboard", options).await;
    TestBot::assert_refused(&server_leaders, "There’s no server here.");
    bot.close().await;
}

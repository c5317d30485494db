//! Challenges, and what is refused on the way to a game.

use std::time::Duration;

use fake_discord::Change;
use serde_json::json;

use crate::support::{Arcade, carried_by};

#[tokio::test]
async fn an_open_challenge_is_joined_by_anyone_else() {
    let arcade = Arcade::open("open_challenge").await;
    let open = arcade.command(arcade.ann, "play", json!({})).await.message().clone();
    assert!(open.content.contains("**Ann** wants to play"), "{}", open.content);
    assert!(open.content.contains("A coin decides who goes first."), "{}", open.content);
    assert_eq!(open.pings, []);
    assert_eq!(open.labels(), ["Join", "Cancel"]);
    let own = arcade.press(arcade.ann, &open, "Join").await;
    Arcade::refused(&own, "This is your own challenge.");
    let board = arcade.press(arcade.cleo, &open, "Join").await;
    assert!(board.is_update());
    assert!(board.text().contains("**Ann**") && board.text().contains("**Cleo**"));
    arcade.close().await;
}

#[tokio::test]
async fn the_user_menu_challenges_as_well() {
    let arcade = Arcade::open("user_menu").await;
    let name = "Challenge to Four in a Row";
    let answer = arcade.playground.user_command(arcade.ann, arcade.games, name, arcade.ben).await;
    assert!(answer.text().contains("**Ann** challenges you"), "{}", answer.text());
    assert_eq!(answer.message().pings, [arcade.ben]);
    arcade.close().await;
}

#[tokio::test]
async fn who_goes_first_can_be_chosen() {
    let arcade = Arcade::open("first").await;
    let options = json!({ "opponent": arcade.ben, "first": "opponent" });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    assert!(challenge.content.contains("**Ben** goes first."), "{}", challenge.content);
    let board = arcade.press(arcade.ben, &challenge, "Accept").await;
    assert!(board.text().starts_with("🔴 **Ben** vs 🟡 **Ann**"), "{}", board.text());
    arcade.close().await;
}

#[tokio::test]
async fn only_who_is_challenged_answers() {
    let arcade = Arcade::open("answering").await;
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    for (who, label, sentence) in [
        (arcade.ann, "Accept", "This is your own challenge."),
        (arcade.cleo, "Accept", "This challenge is for **Ben**."),
        (arcade.cleo, "Decline", "This challenge is for **Ben**."),
        (arcade.ann, "Decline", "This challenge is for **Ben**."),
        (arcade.ben, "Cancel", "Only **Ann** can cancel this challenge."),
        (arcade.cleo, "Cancel", "Only **Ann** can cancel this challenge."),
    ] {
        Arcade::refused(&arcade.press(who, &challenge, label).await, sentence);
    }
    assert_eq!(arcade.now(&challenge).content, challenge.content);
    arcade.close().await;
}

#[tokio::test]
async fn who_declined_is_left_alone_for_five_minutes() {
    let arcade = Arcade::open("declined").await;
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    let declined = arcade.press(arcade.ben, &challenge, "Decline").await.message().clone();
    assert_eq!(declined.id, challenge.id);
    assert!(declined.content.starts_with("**Ben** declined"), "{}", declined.content);
    assert_eq!(declined.labels(), [""; 0]);
    let options = json!({ "opponent": arcade.ben });
    let again = arcade.command(arcade.ann, "play", options.clone()).await;
    Arcade::refused(&again, "**Ben** just declined.");
    assert!(arcade.challenge(arcade.ben, arcade.ann).await.content.contains("**Ben** challenges"));
    arcade.wait(Duration::from_mins(5)).await;
    let other = arcade.command(arcade.ann, "play", options).await;
    Arcade::refused(&other, "**Ben** has already challenged you.");
    arcade.close().await;
}

#[tokio::test]
async fn a_challenge_is_taken_back() {
    let arcade = Arcade::open("cancelled").await;
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    let cancelled = arcade.press(arcade.ann, &challenge, "Cancel").await.message().clone();
    assert!(cancelled.content.contains("took this challenge back"), "{}", cancelled.content);
    assert_eq!(cancelled.labels(), [""; 0]);
    let accept = carried_by(&challenge, "Accept");
    let (late, aside) = arcade.forge_late(arcade.ben, &challenge, &accept).await;
    assert!(late.is_update(), "the message catches up: {late:?}");
    assert_eq!(aside, "This challenge was taken back.");
    arcade.close().await;
}

#[tokio::test]
async fn a_challenge_runs_out_after_ten_minutes_and_says_so() {
    let arcade = Arcade::open("expiry").await;
    let direct = arcade.challenge(arcade.ann, arcade.ben).await;
    arcade.wait(Duration::from_secs(599)).await;
    let options = json!({ "opponent": arcade.ben });
    let waiting = arcade.command(arcade.ann, "play", options.clone()).await;
    Arcade::refused(&waiting, "You have already challenged **Ben**");

    let mut changes = arcade.playground.changes();
    arcade.wait(Duration::from_secs(1)).await;
    let edited = |change: &Change| matches!(change, Change::Edited(it) if it.id == direct.id);
    let expired = changes.next_where(edited).await.message().unwrap();
    assert!(expired.content.starts_with("**Ben** did not answer"), "{}", expired.content);
    assert_eq!(expired.labels(), [""; 0]);
    let call = arcade.playground.requests().pop().unwrap();
    assert_eq!(call.method, "PATCH");
    assert!(call.path.ends_with("/messages/@original"), "{}", call.path);
    let answer = arcade.command(arcade.ann, "play", options).await;
    assert!(!answer.is_ephemeral(), "a challenge that ran out is in nobody's way");
    arcade.close().await;
}

#[tokio::test]
async fn a_challenge_that_ran_out_while_the_bot_was_away_is_cleared_up() {
    let mut arcade = Arcade::open("expiry_offline").await;
    let open = arcade.command(arcade.ann, "play", json!({})).await.message().clone();
    arcade.stop_bot().await;
    arcade.wait(Duration::from_secs(700)).await;
    let mut changes = arcade.playground.changes();
    arcade.start_bot();
    let expired = changes.next(arcade.games).await.message().unwrap();
    assert_eq!(expired.id, open.id);
    assert!(expired.content.starts_with("Nobody took up **Ann**’s challenge"));
    arcade.close().await;
}

#[tokio::test]
async fn challenges_that_make_no_sense_are_refused() {
    let arcade = Arcade::open("senseless_challenges").await;
    let robot = arcade.playground.add_bot("Robot");
    for (opponent, sentence) in
        [(arcade.ann, "You can’t challenge yourself."), (robot, "**Robot** is a bot")]
    {
        let answer = arcade.command(arcade.ann, "play", json!({ "opponent": opponent })).await;
        Arcade::refused(&answer, sentence);
    }
    let alone = arcade.playground.channel("dm:ann");
    let answer = arcade.playground.command(arcade.ann, alone, "play", json!({})).await;
    Arcade::refused(&answer, "Nobody else can see this chat.");
    arcade.close().await;
}

#[tokio::test]
async fn a_player_has_one_game_in_a_channel() {
    let arcade = Arcade::open("one_game").await;
    let before = arcade.command(arcade.cleo, "play", json!({})).await.message().clone();
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let link = board.link();
    let again = arcade.command(arcade.ann, "play", json!({})).await;
    Arcade::refused(&again, &format!("You already have a game in this channel: {link}"));
    let join = arcade.press(arcade.ann, &before, "Join").await;
    Arcade::refused(&join, "You already have a game in this channel");
    let third = arcade.command(arcade.cleo, "play", json!({ "opponent": arcade.ben })).await;
    Arcade::refused(&third, "**Ben** already has a game in this channel.");

    let elsewhere = arcade.playground.channel("general");
    let options = json!({ "opponent": arcade.ben });
    let answer = arcade.playground.command(arcade.ann, elsewhere, "play", options).await;
    assert!(!answer.is_ephemeral(), "{answer:?}");
    arcade.close().await;
}

#[tokio::test]
async fn a_challenger_who_plays_by_now_cannot_be_joined() {
    let arcade = Arcade::open("busy_challenger").await;
    let open = arcade.command(arcade.ann, "play", json!({})).await.message().clone();
    arcade.begin(arcade.ann, arcade.ben).await;
    let answer = arcade.press(arcade.cleo, &open, "Join").await;
    Arcade::refused(&answer, "**Ann** already has a game in this channel.");
    arcade.close().await;
}

#[tokio::test]
async fn three_challenges_wait_at_most() {
    let arcade = Arcade::open("three_waiting").await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(arcade.command(arcade.ann, "play", json!({})).await.message().clone());
    }
    let fourth = arcade.command(arcade.ann, "play", json!({})).await;
    Arcade::refused(&fourth, "You already have 3 challenges waiting.");
    arcade.press(arcade.ann, &open[1], "Cancel").await;
    let answer = arcade.command(arcade.ann, "play", json!({})).await;
    assert!(!answer.is_ephemeral(), "{answer:?}");
    arcade.close().await;
}

#[tokio::test]
async fn people_play_in_their_private_chat() {
    let arcade = Arcade::open("private_chat").await;
    let chat = arcade.playground.channel("ann-ben");
    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.playground.command(arcade.ann, chat, "play", options).await;
    let board = arcade.press(arcade.ben, challenge.message(), "Accept").await.message().clone();
    let over = arcade.moves(&board, "4343434").await;
    assert!(over.content.contains("🔴 **Ann** wins"), "{}", over.content);
    let stats = arcade.playground.command(arcade.ben, chat, "stats", json!({})).await;
    assert!(stats.text().contains("Everywhere: 0 wins · 1 loss · 0 draws"), "{}", stats.text());
    assert!(!stats.text().contains("In this server"), "{}", stats.text());
    let leaders = arcade.playground.command(arcade.ben, chat, "leaderboard", json!({})).await;
    let title = "🏆 **Leaderboard** · all servers · all time · by wins";
    assert!(leaders.is_ephemeral() && leaders.text().starts_with(title), "{}", leaders.text());
    let options = json!({ "scope": "server" });
    let of_a_server = arcade.playground.command(arcade.ben, chat, "leaderboard", options).await;
    Arcade::refused(&of_a_server, "There’s no server here.");
    arcade.close().await;
}

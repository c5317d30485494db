//! Where games can be played, and what is possible there.

use std::time::Duration;

use fake_discord::{Change, ChannelId, GuildId, Message, Permissions, UserId};
use serde_json::json;

use crate::support::{Arcade, carried_by};

/// A game of Ann, who drops first, against Ben, in any channel.
async fn begin_in(arcade: &Arcade, channel: ChannelId) -> Message {
    let options = json!({ "opponent": arcade.ben, "first": "me", "clock": "1 hour" });
    let challenge = arcade.playground.command(arcade.ann, channel, "play", options).await;
    assert!(challenge.is_new() && !challenge.is_ephemeral(), "{challenge:?}");
    let board = arcade.press(arcade.ben, challenge.message(), "Accept").await;
    assert!(board.is_update(), "{board:?}");
    board.message().clone()
}

/// Plays a little by button and by command, and lets Ann win.
async fn play_in(arcade: &Arcade, channel: ChannelId) {
    let board = begin_in(arcade, channel).await;
    let board = arcade.moves(&board, "434").await;
    let dropped =
        arcade.playground.command(arcade.ben, channel, "drop", json!({ "column": "3" })).await;
    assert!(dropped.is_new() && !dropped.is_ephemeral(), "{dropped:?}");
    let (old, _) = arcade.forge_late(arcade.ann, &board, &carried_by(&board, "4")).await;
    assert!(old.text().contains("goes on in a newer board"), "{}", old.text());
    let over = arcade.moves(dropped.message(), "434").await;
    assert!(over.content.contains("**Ann** wins"), "{}", over.content);
}

/// A server that did not add the bot, with a channel; Ann and Ben brought it
/// along.
fn elsewhere(arcade: &Arcade) -> (GuildId, ChannelId) {
    let guild = arcade.playground.add_guild("Elsewhere");
    let channel = arcade.playground.add_channel_in(guild, "lounge");
    arcade.playground.remove_bot_from(guild);
    (guild, channel)
}

/// Takes away the right to show others what a brought-along app answers.
fn hide(arcade: &Arcade, guild: GuildId, who: UserId) {
    let rest = Permissions::MEMBER.without(Permissions::USE_EXTERNAL_APPS);
    arcade.playground.set_member_permissions(guild, who, rest);
}

#[tokio::test]
async fn games_are_played_in_threads_and_in_forum_posts() {
    let arcade = Arcade::open("places_threads").await;
    let thread = arcade.playground.add_thread(arcade.games, "a rematch");
    play_in(&arcade, thread).await;
    let forum = arcade.playground.add_forum("tables");
    let post = arcade.playground.add_thread(forum, "table 1");
    play_in(&arcade, post).await;
    arcade.close().await;
}

#[tokio::test]
async fn a_thread_counts_as_a_channel_of_its_own() {
    let arcade = Arcade::open("places_own_channel").await;
    let here = begin_in(&arcade, arcade.games).await;
    let thread = arcade.playground.add_thread(arcade.games, "another game");
    let there = begin_in(&arcade, thread).await;
    let dropped =
        arcade.playground.command(arcade.ann, thread, "drop", json!({ "column": "1" })).await;
    assert!(dropped.text().contains("move 2"), "{}", dropped.text());
    assert_ne!(dropped.message().id, there.id);
    assert_eq!(arcade.now(&here).content, here.content);
    arcade.close().await;
}

#[tokio::test]
async fn in_an_archived_thread_the_end_shows_at_the_next_press() {
    let arcade = Arcade::open("places_archived").await;
    let thread = arcade.playground.add_thread(arcade.games, "old times");
    let board = begin_in(&arcade, thread).await;
    let board = arcade.moves(&board, "44").await;
    arcade.playground.archive(thread);
    let before = arcade.playground.requests().len();
    arcade.wait(Duration::from_hours(1)).await;
    let refused = || arcade.playground.requests()[before..].iter().any(|it| it.status == 400);
    crate::support::until("the edit was refused", refused).await;
    let (shown, _) = arcade.forge_late(arcade.ben, &board, &carried_by(&board, "4")).await;
    assert!(shown.text().contains("**Ann** ran out of time"), "{}", shown.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn with_the_bot_alone_one_plays_the_computer() {
    let arcade = Arcade::open("places_direct").await;
    let direct = arcade.playground.channel("dm:ann");
    let command =
        async |name, options| arcade.playground.command(arcade.ann, direct, name, options).await;
    let named = command("play", json!({ "opponent": arcade.ben })).await;
    Arcade::refused(&named, "Nobody else can see this chat. Pick a level");
    let board = command("play", json!({ "level": "easy", "first": "me" })).await;
    let board = arcade.press(arcade.ann, board.message(), "4").await;
    assert!(board.text().contains("**Fourfall** played column"), "{}", board.text());
    let hint = command("hint", json!({})).await;
    assert!(hint.text().contains("Best:"), "{}", hint.text());
    arcade.close().await;
}

#[tokio::test]
async fn friends_play_in_their_own_conversations() {
    let arcade = Arcade::open("places_conversations").await;
    play_in(&arcade, arcade.playground.channel("ann-ben")).await;
    let people = [arcade.ann, arcade.ben, arcade.cleo];
    play_in(&arcade, arcade.playground.add_conversation("the three", &people)).await;
    let requests = arcade.playground.requests();
    let by_channel = requests.iter().filter(|it| it.path.contains("/channels/")).count();
    assert_eq!(by_channel, 0, "the bot is in none of them");
    arcade.close().await;
}

#[tokio::test]
async fn friends_play_in_servers_that_did_not_add_the_bot() {
    let arcade = Arcade::open("places_guest").await;
    let (_, lounge) = elsewhere(&arcade);
    play_in(&arcade, lounge).await;
    arcade.close().await;
}

#[tokio::test]
async fn where_the_bot_is_a_guest_an_old_end_shows_at_the_next_press() {
    let arcade = Arcade::open("places_guest_clock").await;
    let (_, lounge) = elsewhere(&arcade);
    let board = begin_in(&arcade, lounge).await;
    let board = arcade.moves(&board, "44").await;
    let before = arcade.playground.requests().len();
    arcade.wait(Duration::from_hours(1)).await;
    let tried = || arcade.playground.requests()[before..].iter().any(|it| it.status >= 400);
    crate::support::until("the bot has tried", tried).await;
    assert_eq!(arcade.now(&board).content, board.content);
    let (shown, aside) = arcade.forge_late(arcade.ben, &board, &carried_by(&board, "4")).await;
    assert!(shown.text().contains("⌛ **Ann** ran out of time."), "{}", shown.text());
    assert!(aside.contains("so **Ben** won"), "{aside}");
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn within_a_tokens_life_a_guest_still_edits() {
    let arcade = Arcade::open("places_guest_token").await;
    let (_, lounge) = elsewhere(&arcade);
    let options = json!({ "opponent": arcade.ben });
    let challenge = arcade.playground.command(arcade.ann, lounge, "play", options).await;
    let challenge = challenge.message().clone();
    let mut changes = arcade.playground.changes();
    arcade.wait(Duration::from_mins(10)).await;
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == challenge.id);
    let over = changes.next_where(edited).await.message().unwrap();
    assert!(over.content.contains("did not answer"), "{}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_challenge_that_nobody_would_see_is_refused_with_the_reason() {
    let arcade = Arcade::open("places_hidden").await;
    let (guild, lounge) = elsewhere(&arcade);
    hide(&arcade, guild, arcade.ben);
    let reason = "This server shows what I post to you alone, so nobody could answer.";
    for options in [json!({}), json!({ "opponent": arcade.ann })] {
        let answer = arcade.playground.command(arcade.ben, lounge, "play", options).await;
        Arcade::refused(&answer, reason);
    }
    let alone = json!({ "level": "easy", "first": "me" });
    let alone = arcade.playground.command(arcade.ben, lounge, "play", alone).await;
    assert!(alone.is_ephemeral() && alone.text().contains("vs 🟡 **Fourfall**"), "{alone:?}");
    let board = arcade.press(arcade.ben, alone.message(), "4").await;
    assert!(board.text().contains("**Fourfall** played column"), "{}", board.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_board_never_moves_to_where_only_one_of_two_sees_it() {
    let arcade = Arcade::open("places_hidden_board").await;
    let (guild, lounge) = elsewhere(&arcade);
    let board = begin_in(&arcade, lounge).await;
    hide(&arcade, guild, arcade.ben);
    let board = arcade.moves(&board, "4").await;
    for (name, options) in [
        ("drop", json!({ "column": "4" })),
        ("board", json!({})),
        ("draw", json!({})),
        ("resign", json!({})),
    ] {
        let answer = arcade.playground.command(arcade.ben, lounge, name, options).await;
        Arcade::refused(&answer, "Use the buttons below this one: https://discord.com/channels/");
    }
    arcade.wait(Duration::from_mins(11)).await;
    let board = arcade.press(arcade.ben, &board, "4").await;
    assert!(board.is_update(), "a new board would be Ben's alone: {board:?}");
    let over = arcade.moves(board.message(), "343434").await;
    let rematch = arcade.press(arcade.ben, &over, "Rematch").await;
    Arcade::refused(&rematch, "This server shows what I post to you alone");
    assert!(!arcade.press(arcade.ann, &over, "Rematch").await.is_ephemeral());
    arcade.close().await;
}

#[tokio::test]
async fn settings_are_for_servers_that_added_the_bot() {
    let arcade = Arcade::open("places_guest_settings").await;
    let (_, lounge) = elsewhere(&arcade);
    let answer = arcade.playground.command(arcade.ann, lounge, "settings", json!({})).await;
    assert_eq!(answer.error(), Some("\"settings\" can't be used in this channel."));
    arcade.close().await;
}

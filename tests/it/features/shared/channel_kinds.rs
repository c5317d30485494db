//! Threads, forum posts, direct messages, group messages, and servers where only users
//! installed the bot.

use std::time::Duration;

use fake_discord::{ChannelId, GuildId, Message, MessageEvent, Permissions, UserId};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, move_number};

/// Starts a game of Ann against Ben in a channel; Ann moves first.
async fn start_game_in(bot: &TestBot, channel: ChannelId) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "1 hour" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    assert!(challenge.is_new() && !challenge.is_ephemeral(), "{challenge:?}");
    let board = bot.press(bot.ben, challenge.message(), "Accept").await;
    assert!(board.is_update(), "{board:?}");
    board.message().clone()
}

/// Plays a game by buttons and by command until Ann wins.
async fn play_game_in(bot: &TestBot, channel: ChannelId) {
    let board = start_game_in(bot, channel).await;
    let board = bot.play_moves(&board, "434").await;
    let dropped = bot.discord.command(bot.ben, channel, "drop", json!({ "column": "3" })).await;
    assert!(dropped.is_new() && !dropped.is_ephemeral(), "{dropped:?}");
    bot.wait_gone(&board).await;
    let over = bot.play_moves(dropped.message(), "434").await;
    assert!(over.content.contains("## 🏆 Ann wins!"), "{}", over.content);
}

/// Adds a server with a channel where the bot is only installed by its users.
fn add_user_install_guild(bot: &TestBot) -> (GuildId, ChannelId) {
    let guild = bot.discord.add_guild("Elsewhere");
    let channel = bot.discord.add_channel_in(guild, "lounge");
    bot.discord.remove_bot_from(guild);
    (guild, channel)
}

/// Denies a user `USE_EXTERNAL_APPS`, which makes the responses of a user-installed app
/// ephemeral.
fn deny_external_apps(bot: &TestBot, guild: GuildId, user: UserId) {
    let rest = Permissions::MEMBER.without(Permissions::USE_EXTERNAL_APPS);
    bot.discord.set_member_permissions(guild, user, rest);
}

#[tokio::test]
async fn games_work_in_threads_and_forum_posts() {
    let bot = TestBot::open("places_threads").await;
    let thread = bot.discord.add_thread(bot.channel, "a rematch");
    play_game_in(&bot, thread).await;
    let forum = bot.discord.add_forum("tables");
    let post = bot.discord.add_thread(forum, "table 1");
    play_game_in(&bot, post).await;
    bot.close().await;
}

#[tokio::test]
async fn a_thread_is_separate_from_its_parent_channel() {
    let bot = TestBot::open("places_own_channel").await;
    let here = start_game_in(&bot, bot.channel).await;
    let thread = bot.discord.add_thread(bot.channel, "another game");
    let there = start_game_in(&bot, thread).await;
    let dropped = bot.discord.command(bot.ann, thread, "drop", json!({ "column": "1" })).await;
    assert_eq!(move_number(dropped.text()), 2, "{}", dropped.text());
    assert_ne!(dropped.message().id, there.id);
    assert_eq!(bot.current(&here).content, here.content);
    bot.close().await;
}

#[tokio::test]
async fn a_press_shows_the_timeout_in_an_archived_thread() {
    let bot = TestBot::open("places_archived").await;
    let thread = bot.discord.add_thread(bot.channel, "old times");
    let board = start_game_in(&bot, thread).await;
    let board = bot.play_moves(&board, "44").await;
    bot.discord.archive_thread(thread);
    let before = bot.discord.requests().len();
    bot.advance(Duration::from_hours(1)).await;
    let refused = || bot.discord.requests()[before..].iter().any(|it| it.status == 400);
    crate::support::wait_until("the edit was refused", refused).await;
    let (shown, _) = bot.press_stale(bot.ben, &board, &custom_id_of(&board, "4")).await;
    assert!(shown.text().contains("⌛ Ann ran out of time."), "{}", shown.text());
    bot.close_expecting(&["400 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn direct_messages_allow_only_computer_games() {
    let bot = TestBot::open("places_direct").await;
    let direct = bot.discord.channel("dm:ann");
    let command = async |name, options| bot.discord.command(bot.ann, direct, name, options).await;
    let named = command("play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&named, "Nobody else can see this chat. Pick a level");
    let board = command("play", json!({ "level": "easy", "first": "me" })).await;
    let board = bot.press(bot.ann, board.message(), "4").await;
    assert!(board.text().contains('🟡') && board.text().contains('🔽'), "{}", board.text());
    let hint = bot.press(bot.ann, board.message(), "💡 Hint").await;
    assert!(hint.text().contains("\n💡 "), "{}", hint.text());
    let stats = command("stats", json!({})).await;
    assert!(stats.message().button("Show everyone").is_none(), "nobody else is here: {stats:?}");
    bot.close().await;
}

#[tokio::test]
async fn users_can_play_in_group_and_direct_messages() {
    let bot = TestBot::open("places_conversations").await;
    play_game_in(&bot, bot.discord.channel("ann-ben")).await;
    let people = [bot.ann, bot.ben, bot.cleo];
    play_game_in(&bot, bot.discord.add_private_channel("the three", &people)).await;
    let requests = bot.discord.requests();
    let by_channel = requests.iter().filter(|it| it.path.contains("/channels/")).count();
    assert_eq!(by_channel, 0, "the bot is a member of none of these channels");
    bot.close().await;
}

#[tokio::test]
async fn a_chat_of_two_offers_the_other_person() {
    // The library of the gateway drops whom Discord says to be in a chat.
    let bot = TestBot::builder("places_two").http(1).open().await;
    let chat = bot.discord.channel("ann-ben");
    let play = async |options| bot.discord.command(bot.ann, chat, "play", options).await;
    let menu = play(json!({})).await;
    let labels = ["Challenge Ben", "Easy", "Medium", "Hard", "Perfect", "Options"];
    assert_eq!(menu.message().labels(), labels);
    assert_eq!(menu.text(), "🔴🟡 **Who do you want to play?**");
    assert!(menu.message().rows.iter().flatten().all(|it| it.select().is_none()), "{menu:?}");
    let other = play(json!({ "board": "9x7" })).await;
    assert_eq!(other.message().pings, [bot.ben], "nobody else could join: {other:?}");
    bot.press(bot.ann, other.message(), "Decline").await;
    bot.advance(Duration::from_hours(1)).await;
    let challenge = bot.press(bot.ann, menu.message(), "Challenge Ben").await;
    assert!(challenge.is_new() && challenge.message().pings == [bot.ben], "{challenge:?}");
    assert!(bot.press(bot.ben, challenge.message(), "Accept").await.is_update());
    assert!(play(json!({ "level": "easy" })).await.text().contains("**Fourfall** (easy)"));
    let people = [bot.ann, bot.ben, bot.cleo];
    let three = bot.discord.add_private_channel("the three", &people);
    let menu = bot.discord.command(bot.ann, three, "play", json!({})).await;
    assert!(menu.message().button("Invite anyone").is_some(), "{menu:?}");
    bot.close().await;
}

#[tokio::test]
async fn users_can_play_where_only_they_installed_the_bot() {
    let bot = TestBot::open("places_guest").await;
    let (_, lounge) = add_user_install_guild(&bot);
    play_game_in(&bot, lounge).await;
    bot.close().await;
}

#[tokio::test]
async fn the_play_menu_has_no_invitation_where_replies_are_private() {
    let bot = TestBot::open("places_menu").await;
    let (guild, lounge) = add_user_install_guild(&bot);
    deny_external_apps(&bot, guild, bot.ben);
    let menu = bot.discord.command(bot.ben, lounge, "play", json!({})).await;
    let labels = ["Easy", "Medium", "Hard", "Perfect", "Options"];
    assert_eq!(menu.message().labels(), labels);
    let board = bot.press(bot.ben, menu.message(), "Easy").await;
    assert!(board.is_ephemeral() && board.text().contains("(easy)"), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_press_shows_the_timeout_where_the_bot_cannot_edit() {
    let bot = TestBot::open("places_guest_clock").await;
    let (_, lounge) = add_user_install_guild(&bot);
    let board = start_game_in(&bot, lounge).await;
    let board = bot.play_moves(&board, "44").await;
    let before = bot.discord.requests().len();
    bot.advance(Duration::from_hours(1)).await;
    let tried = || bot.discord.requests()[before..].iter().any(|it| it.status >= 400);
    crate::support::wait_until("the bot tries to edit the board", tried).await;
    assert_eq!(bot.current(&board).content, board.content);
    let (shown, follow_up) = bot.press_stale(bot.ben, &board, &custom_id_of(&board, "4")).await;
    assert!(shown.text().contains("⌛ Ann ran out of time."), "{}", shown.text());
    assert!(follow_up.contains("so **Ben** won"), "{follow_up}");
    bot.close_expecting(&["403 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_user_installed_bot_edits_while_its_token_is_valid() {
    let bot = TestBot::open("places_guest_token").await;
    let (_, lounge) = add_user_install_guild(&bot);
    let options = json!({ "opponent": bot.ben });
    let challenge = bot.discord.command(bot.ann, lounge, "play", options).await;
    let challenge = challenge.message().clone();
    let mut events = bot.discord.events();
    for name in ["Dan", "Eve", "Fay"] {
        let options = json!({ "opponent": bot.discord.add_user(name) });
        bot.discord.command(bot.ann, bot.channel, "play", options).await;
    }
    let edited =
        |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == challenge.id);
    let over = events.next_where(edited).await.into_message().unwrap();
    assert!(over.content.contains("withdrew the challenge"), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn a_challenge_nobody_else_would_see_is_refused() {
    let bot = TestBot::open("places_hidden").await;
    let (guild, lounge) = add_user_install_guild(&bot);
    deny_external_apps(&bot, guild, bot.ben);
    let reason = "In this server, only you can see what I post, so nobody could answer.";
    let response =
        bot.discord.command(bot.ben, lounge, "play", json!({ "opponent": bot.ann })).await;
    TestBot::assert_refused(&response, reason);
    let alone = json!({ "level": "easy", "first": "me" });
    let alone = bot.discord.command(bot.ben, lounge, "play", alone).await;
    assert!(alone.is_ephemeral() && alone.text().contains("vs 🟡 **Fourfall**"), "{alone:?}");
    let board = bot.press(bot.ben, alone.message(), "4").await;
    assert!(board.text().contains('🟡') && board.text().contains('🔽'), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn an_animation_is_private_where_every_reply_is() {
    let bot = TestBot::open("places_hidden_share").await;
    let (guild, lounge) = add_user_install_guild(&bot);
    deny_external_apps(&bot, guild, bot.ben);
    let options = json!({ "level": "easy", "first": "me" });
    let board = bot.discord.command(bot.ben, lounge, "play", options).await;
    let board = bot.press(bot.ben, board.message(), "4").await;
    let over = bot.resign(bot.ben, board.message()).await;
    let shared = bot.press(bot.ben, &over, "Share GIF").await;
    assert!(shared.is_ephemeral() && shared.message().attachments.len() == 1, "{shared:?}");
    let again = bot.press(bot.ben, &over, "Share GIF").await;
    assert_eq!(again.message().attachments.len(), 1, "it fills no channel: {again:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_channels_board_is_never_reposted_as_ephemeral() {
    let bot = TestBot::open("places_hidden_together").await;
    let (guild, lounge) = add_user_install_guild(&bot);
    let menu = bot.discord.command(bot.ann, lounge, "play", json!({})).await;
    let page = bot.press(bot.ann, menu.message(), "Together").await;
    let board = bot.press(bot.ann, page.message(), "Easy").await;
    assert!(board.is_new() && !board.is_ephemeral(), "{board:?}");
    deny_external_apps(&bot, guild, bot.ben);
    bot.advance(Duration::from_mins(11)).await;
    let refused = bot.discord.command(bot.ben, lounge, "board", json!({})).await;
    TestBot::assert_refused(&refused, "Use the buttons below this one: https://discord.com/");
    let dropped = bot.press(bot.ben, &bot.current(board.message()), "4").await;
    assert!(dropped.is_update(), "{dropped:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_board_is_never_reposted_as_ephemeral() {
    let bot = TestBot::open("places_hidden_board").await;
    let (guild, lounge) = add_user_install_guild(&bot);
    let board = start_game_in(&bot, lounge).await;
    deny_external_apps(&bot, guild, bot.ben);
    let board = bot.play_moves(&board, "4").await;
    for (name, options) in [("drop", json!({ "column": "4" })), ("board", json!({}))] {
        let response = bot.discord.command(bot.ben, lounge, name, options).await;
        TestBot::assert_refused(
            &response,
            "Use the buttons below this one: https://discord.com/channels/",
        );
    }
    bot.advance(Duration::from_mins(11)).await;
    let board = bot.press(bot.ben, &board, "4").await;
    assert!(board.is_update(), "a new board would be visible to Ben only: {board:?}");
    let over = bot.play_moves(board.message(), "343434").await;
    let rematch = bot.press(bot.ben, &over, "Rematch").await;
    TestBot::assert_refused(&rematch, "In this server, only you can see what I post");
    assert!(!bot.press(bot.ann, &over, "Rematch").await.is_ephemeral());
    bot.close().await;
}

#[tokio::test]
async fn settings_need_the_bot_installed_in_the_server() {
    let bot = TestBot::open("places_guest_settings").await;
    let (_, lounge) = add_user_install_guild(&bot);
    let response = bot.discord.command(bot.ann, lounge, "settings", json!({})).await;
    assert_eq!(response.error(), Some("\"settings\" can't be used in this channel."));
    bot.close().await;
}

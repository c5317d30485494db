//! Custom ids that the pressed message does not have, as no client of Discord's sends them.

use std::time::Duration;

use fake_discord::{ActionResult, ChannelId, Message, Permissions, UserId};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, wait_until};

/// A server beside the one in which Ann and Ben play, and a public message in it.
struct Elsewhere {
    bot: TestBot,
    channel: ChannelId,
    message: Message,
}

impl Elsewhere {
    async fn open(name: &str) -> Self {
        let bot = TestBot::open(name).await;
        let guild = bot.discord.add_guild("Elsewhere");
        let channel = bot.discord.add_channel_in(guild, "lounge");
        let manager = Permissions::MEMBER.with(Permissions::MANAGE_GUILD);
        bot.discord.set_member_permissions(guild, bot.cleo, manager);
        let dora = bot.discord.add_user("Dora");
        let options = json!({ "rated": true });
        let message = bot.discord.command(dora, channel, "play", options).await.message().clone();
        bot.wait_idle().await;
        Self { bot, channel, message }
    }

    /// Presses the message there, which stays as it is. Only the user sees the answer.
    async fn press(&self, user: UserId, custom_id: &str) -> ActionResult {
        let response = self.bot.press_custom_id(user, &self.message, custom_id).await;
        assert!(response.is_new() && response.is_ephemeral(), "{custom_id}: {response:?}");
        let Message { content, components, .. } = self.bot.current(&self.message);
        let before = (&self.message.content, &self.message.components);
        assert_eq!((&content, &components), before, "{custom_id}");
        response
    }

    /// The newest interaction that has changed a game or a challenge.
    async fn newest_change(&self) -> i64 {
        let newest = "SELECT max(changed_by) FROM (SELECT changed_by FROM game \
             UNION ALL SELECT changed_by FROM challenge) AS change";
        self.bot.database.sql().await.number(newest).await
    }
}

/// The number that follows the tag of a button's custom id.
fn id_of(message: &Message, label: &str) -> String {
    let custom_id = custom_id_of(message, label);
    custom_id.split(':').nth(1).expect("it has a number").to_owned()
}

/// Custom ids of everything that can be done with a challenge.
fn on_challenge(challenge: &str) -> Vec<String> {
    ["a1", "n1", "c1", "a2"].map(|tag| format!("{tag}:{challenge}")).into()
}

/// Custom ids of all buttons on a board.
fn on_board(game: &str, version: u32) -> Vec<String> {
    let tags = ["q1", "k1", "x1", "x2", "j1", "j2"].map(|tag| format!("{tag}:{game}:{version}"));
    let offers = [1, 2].map(|kind| format!("o1:{game}:{version}:{kind}"));
    [&tags[..], &offers, &[format!("d1:{game}:{version}:4")]].concat()
}

/// Custom ids of everything that can be done with a game.
fn on_game(game: &str) -> Vec<String> {
    let mut all = Vec::new();
    for version in 0..5 {
        all.extend(on_board(game, version));
        let tags = ["r2", "e1", "y1", "t9"];
        all.extend(tags.map(|tag| format!("{tag}:{game}:{version}")));
    }
    let tags = ["e2", "b2", "m1", "s1", "v1", "v3", "v4", "w1", "t8", "y4"];
    all.extend(tags.map(|tag| format!("{tag}:{game}")));
    all.extend(["b3", "v5", "w2", "w3"].map(|tag| format!("{tag}:{game}:2")));
    all.extend(["v2", "w2"].map(|tag| format!("{tag}:{game}:1:3")));
    all.push(format!("y2:{game}:1:0:4"));
    all.push(format!("b4:{game}:1:0:0:0:1:3"));
    all
}

#[tokio::test]
async fn a_stranger_elsewhere_learns_and_changes_nothing() {
    let it = Elsewhere::open("forged").await;
    let bot = &it.bot;
    let mut forged = Vec::new();
    let play = async |channel: &str, options| {
        let channel = bot.discord.add_channel(channel);
        bot.discord.command(bot.ann, channel, "play", options).await.message().clone()
    };
    let declined = play("declined", json!({ "opponent": bot.cleo })).await;
    bot.press(bot.cleo, &declined, "Decline").await;
    forged.extend(on_challenge(&id_of(&declined, "Decline")));
    let open = play("open", json!({ "rated": true })).await;
    forged.extend(on_challenge(&id_of(&open, "Join")));
    let computer = play("computer", json!({ "level": "easy", "first": "me" })).await;
    forged.extend(on_game(&id_of(&computer, "4")));
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    forged.extend(on_challenge(&id_of(&challenge, "Accept")));
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    let over = bot.play_moves(&board, "1212121").await;
    forged.extend(on_game(&id_of(&over, "Replay")));
    let eve = bot.discord.add_user("Eve");
    let pending = play("pending", json!({ "opponent": eve, "first": "me" })).await;
    forged.extend(on_challenge(&id_of(&pending, "Accept")));
    let live = bot.start_game(bot.ben, bot.ann).await;
    bot.play_moves_as([bot.ben, bot.ann], &live, "44").await;
    forged.extend(on_game(&id_of(&live, "4")));
    bot.wait_idle().await;

    let before = it.newest_change().await;
    for custom_id in &forged {
        it.press(bot.cleo, custom_id).await;
    }
    assert_eq!(it.newest_change().await, before);
    bot.wait_idle().await;
    let links = [bot.channel, pending.channel_id, computer.channel_id].map(|it| it.to_string());
    for message in bot.discord.messages(it.channel) {
        let named = ["Ann", "Ben"].into_iter().chain(links.iter().map(String::as_str));
        for text in named {
            assert!(!message.content.contains(text), "{text} is named: {message:?}");
        }
    }
    it.bot.close().await;
}

#[tokio::test]
async fn what_is_private_never_replaces_a_public_message() {
    let it = Elsewhere::open("forged_private").await;
    let Elsewhere { bot, .. } = &it;
    let (ann, options) = (bot.ann, "0:0:0:1:3");
    let of_a_user = [format!("h1:{ann}"), format!("f5:{ann}"), format!("f6:{ann}")];
    let menu = ["p2", "p5", "p10"].map(|tag| format!("{tag}:{options}"));
    let others = [
        "g1:0", "l2:1:2:0", "d3:1", "d4:1:0:1", "d7:1:0:3", "d8:1:0", "f1:1", "f2:0", "f4:0",
        "t1:1", "t2:1", "t10", "t11", "t12", "y3", "z2", "u1", "z1",
    ];
    for custom_id in of_a_user.into_iter().chain(menu).chain(others.map(str::to_owned)) {
        it.press(bot.cleo, &custom_id).await;
    }
    it.bot.close().await;
}

#[tokio::test]
async fn players_act_only_where_their_game_is() {
    let it = Elsewhere::open("forged_by_players").await;
    let bot = &it.bot;
    let gone = "I can’t find this game anymore.";
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    for (user, button) in [(bot.ben, "Accept"), (bot.ben, "Decline"), (bot.ann, "Decline")] {
        let refused = it.press(user, &custom_id_of(&challenge, button)).await;
        TestBot::assert_refused(&refused, gone);
    }
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    for button in ["4", "Offer draw", "Resign"] {
        TestBot::assert_refused(&it.press(bot.ann, &custom_id_of(&board, button)).await, gone);
    }
    let over = bot.play_moves(&board, "1212121").await;
    let offer = bot.press(bot.ben, &over, "Rematch").await.message().clone();
    // The bot learns the offer's id after it has responded.
    bot.wait_idle().await;
    let refused = it.press(bot.ann, &custom_id_of(&over, "Rematch")).await;
    TestBot::assert_refused(&refused, "**Ben** has already challenged you.");
    assert!(refused.text().contains(&offer.link()), "{}", refused.text());
    bot.press(bot.ann, &over, "Rematch").await;
    bot.wait_for_button(&offer, "Resign").await;
    it.bot.close().await;
}

#[tokio::test]
async fn a_press_takes_no_other_messages_place() {
    let bot = TestBot::open("forged_places").await;
    let (dora, eve) = (bot.discord.add_user("Dora"), bot.discord.add_user("Eve"));
    let board = bot.start_game(bot.ann, bot.ben).await;
    let moved = bot.press(bot.ann, &board, "4").await.message().clone();
    let own = on_board(&id_of(&moved, "4"), 1);
    let challenge = bot.challenge(bot.cleo, dora).await;
    let start = json!({ "opponent": eve, "first": "me" });
    let asked = bot.command(dora, "play", start).await.message().clone();
    let theirs = bot.press(eve, &asked, "Accept").await.message().clone();
    bot.wait_idle().await;

    let press = async |user, message: &Message, custom_id: &str| {
        let before = bot.current(message);
        let refused = bot.press_custom_id(user, message, custom_id).await;
        assert!(refused.is_new() && refused.is_ephemeral(), "{custom_id}: {refused:?}");
        bot.wait_idle().await;
        let after = bot.current(message);
        assert_eq!((after.content, after.components), (before.content, before.components));
    };
    for custom_id in &own {
        press(bot.ben, &theirs, custom_id).await;
        press(bot.ben, &challenge, custom_id).await;
    }
    let accept = custom_id_of(&challenge, "Accept");
    press(dora, &theirs, &accept).await;
    press(dora, &theirs, &custom_id_of(&challenge, "Decline")).await;
    press(bot.cleo, &theirs, &custom_id_of(&challenge, "Decline")).await;
    bot.press(dora, &challenge, "Decline").await;
    for user in [bot.ann, bot.cleo, dora] {
        press(user, &theirs, &accept).await;
    }
    assert!(bot.press(bot.ben, &moved, "4").await.is_update());
    bot.close().await;
}

/// Public messages of the bot's in the channel that are about nothing of Ann's and Ben's live games:
/// what stays there, and what others have or have shown.
async fn public_messages(bot: &TestBot) -> Vec<Message> {
    bot.set_listed(bot.ann, true).await;
    let page = bot.command(bot.ann, "settings", json!({})).await.message().clone();
    let boards = bot.press(bot.ann, &page, "Leaderboard").await;
    let boards = bot.press(bot.ann, boards.message(), "Leaderboard here").await;
    let page = bot.press(bot.ann, boards.message(), "Posts").await.message().clone();
    bot.choose(bot.ann, &page, "Daily puzzle…", "15:00 UTC").await;
    bot.advance(Duration::from_hours(1)).await;
    let posted = |start: &str| {
        let mut messages = bot.discord.messages(bot.channel);
        messages.retain(|it| !it.is_ephemeral() && it.content.starts_with(start));
        messages.pop().map(|it| Message::clone(&it))
    };
    let starts = ["🏆 **Leaderboard**", "🧩"];
    wait_until("both are posted", || starts.iter().all(|it| posted(it).is_some())).await;
    let (dora, eve) = (bot.discord.add_user("Dora"), bot.discord.add_user("Eve"));
    let board = bot.start_game(dora, eve).await;
    let challenge = bot.challenge(bot.cleo, dora).await;
    let over = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&over, "1212121").await;
    let review = bot.press(bot.ann, &over, "Review").await;
    let review = bot.press_to_post(bot.ann, review.message(), "Show everyone").await;
    bot.wait_idle().await;
    let posts = starts.map(|it| posted(it).expect("it is posted"));
    posts.into_iter().chain([board, challenge, review]).collect()
}

/// Ann presses buttons that messages do not have, which are answered beside them.
async fn press_in_vain(bot: &TestBot, messages: &[Message], custom_ids: &[String]) {
    for message in messages {
        for custom_id in custom_ids {
            let answer = bot.press_custom_id(bot.ann, message, custom_id).await;
            assert!(answer.is_new() && answer.is_ephemeral(), "{custom_id}: {answer:?}");
        }
    }
}

/// Asserts that messages are there, and begin as before.
fn assert_there(bot: &TestBot, messages: &[Message]) {
    let title = |it: &Message| it.content.lines().next().map(str::to_owned);
    for message in messages {
        assert_eq!(title(&bot.current(message)), title(message));
    }
}

#[tokio::test]
async fn an_old_version_deletes_no_other_message() {
    let bot = TestBot::open("forged_versions").await;
    let others = public_messages(&bot).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves_as([bot.ann, bot.ben], &board, "44").await;
    let own: Vec<_> = (0..4).flat_map(|it| on_board(&id_of(&board, "4"), it)).collect();
    press_in_vain(&bot, &others, &own).await;
    // A press on the board before it was posted again counts for some seconds, there only.
    let newest = bot.command(bot.ben, "board", json!({})).await.message().clone();
    press_in_vain(&bot, &others, &[custom_id_of(&board, "4")]).await;
    bot.wait_idle().await;
    assert_there(&bot, &others);
    assert_eq!(bot.current(&newest).content, newest.content);
    bot.close().await;
}

#[tokio::test]
async fn what_has_no_known_message_takes_no_others_place() {
    let bot = TestBot::open("forged_unknown").await;
    let others = public_messages(&bot).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let challenge = bot.challenge(bot.ann, bot.cleo).await;
    bot.wait_idle().await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE game SET message_id = NULL").await;
    sql.run("UPDATE challenge SET message_id = NULL").await;
    let own = [custom_id_of(&board, "4"), custom_id_of(&challenge, "Decline")];
    press_in_vain(&bot, &others, &own).await;
    assert_there(&bot, &others);
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    assert!(bot.press(bot.ann, &challenge, "Decline").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn what_is_no_copy_of_a_post_is_not_deleted_as_one() {
    let bot = TestBot::open("forged_copies").await;
    let others = public_messages(&bot).await;
    let buttons =
        [custom_id_of(&others[0], "My place"), custom_id_of(&others[1], "Yesterday’s solution")];
    bot.advance(Duration::from_mins(10)).await;
    press_in_vain(&bot, &others, &buttons).await;
    bot.advance(Duration::from_mins(2)).await;
    bot.wait_scheduler().await;
    bot.wait_idle().await;
    assert_there(&bot, &others);
    bot.close().await;
}

#[tokio::test]
async fn a_board_of_two_never_moves_where_one_sees_it() {
    let bot = TestBot::open("forged_ephemeral").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let asked = bot.press(bot.ann, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    for button in ["4", "Resign", "Offer draw"] {
        let custom_id = custom_id_of(&board, button);
        let refused = bot.press_custom_id(bot.ann, &question, &custom_id).await;
        TestBot::assert_refused(&refused, "I can’t find this game anymore.");
    }
    bot.wait_idle().await;
    assert_eq!(bot.current(&board).content, board.content);
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_page_of_the_history_tells_nothing_of_other_games() {
    let bot = TestBot::open("forged_history").await;
    let first = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&first, "1212121").await;
    let dora = bot.discord.add_user("Dora");
    let other = bot.start_game(bot.cleo, dora).await;
    let other = bot.play_moves_as([bot.cleo, dora], &other, "1212121").await;
    let second = bot.start_game(bot.ben, bot.ann).await;
    bot.play_moves_as([bot.ben, bot.ann], &second, "1212121").await;
    let page = bot.command(bot.ann, "history", json!({})).await.message().clone();
    for direction in [1, 2] {
        let custom_id = format!("h1:{}:{direction}:{}", bot.ann, id_of(&other, "Replay"));
        let response = bot.press_custom_id(bot.ann, &page, &custom_id).await;
        assert_eq!(response.message().content, page.content, "{custom_id}");
    }
    bot.close().await;
}

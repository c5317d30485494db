//! Several live games of a player in a channel.

use std::time::Duration;

use fake_discord::{ActionResult, Message, UserId};
use serde_json::{Value, json};

use crate::support::{TestBot, custom_id_of, scripted_search};

/// Ann, to move against Ben and against Cleo, in this order.
async fn two_games(bot: &TestBot) -> [Message; 2] {
    [bot.start_game(bot.ann, bot.ben).await, bot.start_game(bot.ann, bot.cleo).await]
}

async fn drop_disc(bot: &TestBot, user: UserId, options: Value) -> ActionResult {
    bot.command(user, "drop", options).await
}

#[tokio::test]
async fn friends_play_several_games_in_a_channel() {
    let bot = TestBot::open("several").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    for (board, other) in [(&with_ben, bot.ben), (&with_cleo, bot.cleo)] {
        let moved = bot.press(bot.ann, board, "4").await.message().clone();
        assert!(bot.press(other, &moved, "4").await.is_update());
    }
    let again = bot.command(bot.ben, "play", json!({ "opponent": bot.ann })).await;
    TestBot::assert_refused(&again, "You are already playing **Ann** in this channel: ");
    assert!(again.text().contains(&with_ben.link()), "{}", again.text());
    let smaller = json!({ "opponent": bot.ann, "board": "6x5" });
    let smaller = bot.command(bot.ben, "play", smaller).await.message().clone();
    assert!(bot.press(bot.ann, &smaller, "Accept").await.is_update());
    let games = bot.command(bot.ann, "games", json!({})).await;
    assert_eq!(games.text().matches("against").count(), 3, "{}", games.text());
    bot.close().await;
}

#[tokio::test]
async fn a_sixth_game_with_people_is_refused() {
    let bot = TestBot::builder("sixth").backends(scripted_search("4")).open().await;
    for name in ["Dan", "Eve", "Fay", "Gus", "Hal"] {
        let other = bot.discord.add_user(name);
        bot.start_game(bot.ann, other).await;
    }
    let enough = "You have enough games going: at most 5 in a channel, and 20 in all.";
    let own = bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&own, enough);
    let open = bot.open_challenge(bot.ben).await.message().clone();
    TestBot::assert_refused(&bot.press(bot.ann, &open, "Join").await, enough);
    let theirs = bot.command(bot.ben, "play", json!({ "opponent": bot.ann })).await;
    TestBot::assert_refused(&theirs, "**Ann** has enough games going.");
    let computer = bot.command(bot.ann, "play", json!({ "level": "easy" })).await;
    assert!(!computer.is_ephemeral(), "{computer:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_drop_goes_where_it_is_ones_turn() {
    let bot = TestBot::open("drop_turn").await;
    let [with_ben, _] = two_games(&bot).await;
    bot.press(bot.ann, &with_ben, "4").await;
    bot.advance(Duration::from_secs(3)).await;
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "2" })).await;
    assert!(dropped.text().starts_with("🔴 **Ann** vs 🟡 **Cleo**"), "{}", dropped.text());
    bot.close().await;
}

#[tokio::test]
async fn a_drop_out_of_turn_says_whom_one_waits_for() {
    let bot = TestBot::open("drop_waiting").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    bot.press(bot.ann, &with_ben, "4").await;
    bot.press(bot.ann, &with_cleo, "4").await;
    let refused = drop_disc(&bot, bot.ann, json!({ "column": "2" })).await;
    let sentence = format!(
        "It’s not your turn in any of your games here. You’re waiting for:\n\
         **Cleo** · {}\n**Ben** · {}",
        with_cleo.link(),
        with_ben.link()
    );
    TestBot::assert_refused(&refused, &sentence);
    let wrong = drop_disc(&bot, bot.ann, json!({ "column": "2", "game": "99" })).await;
    TestBot::assert_refused(&wrong, &sentence);
    bot.close().await;
}

#[tokio::test]
async fn board_asks_among_all_games_whoever_is_to_move() {
    let bot = TestBot::open("board_all").await;
    let [with_ben, _] = two_games(&bot).await;
    bot.start_game(bot.ann, bot.discord.add_user("Dan")).await;
    bot.press(bot.ann, &with_ben, "4").await;
    let labels = ["Against Dan, move 1", "Against Cleo, move 1", "Against Ben, move 2"];
    for text in [false, true] {
        let asked = bot.command(bot.ann, "board", json!({ "text": text })).await;
        assert_eq!(asked.message().labels(), labels);
    }
    let asked = drop_disc(&bot, bot.ann, json!({ "column": "2" })).await;
    assert_eq!(asked.message().labels(), labels[..2]);
    bot.close().await;
}

#[tokio::test]
async fn a_choice_among_games_outlives_an_offer() {
    let bot = TestBot::open("drop_offer").await;
    let [with_ben, _] = two_games(&bot).await;
    let with_ben = bot.play_moves(&with_ben, "44").await;
    let ask = async |name, options| bot.command(bot.ann, name, options).await.message().clone();
    let drop = ask("drop", json!({ "column": "2" })).await;
    let board = ask("board", json!({})).await;
    bot.press(bot.ben, &with_ben, "Offer draw").await;
    let posted = bot.press_to_post(bot.ann, &board, "Against Ben, move 3").await;
    assert!(posted.content.contains("offers a draw"), "{posted:?}");
    let late = bot.press(bot.ann, &drop, "Against Ben, move 3").await;
    TestBot::assert_refused(&late, "This board is old.");
    bot.press(bot.ben, &posted, "Withdraw").await;
    let drop = ask("drop", json!({ "column": "2" })).await;
    bot.press(bot.ben, &bot.current(&posted), "Take back").await;
    let dropped = bot.press_to_post(bot.ann, &drop, "Against Ben, move 3").await;
    assert!(dropped.content.contains("**Ann** played column 2."), "{}", dropped.content);
    bot.close().await;
}

#[tokio::test]
async fn a_drop_is_never_guessed() {
    let bot = TestBot::open("drop_asks").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    let asked = drop_disc(&bot, bot.ann, json!({ "column": "4" })).await;
    assert!(asked.is_new() && asked.is_ephemeral(), "{asked:?}");
    assert_eq!(asked.text(), "Which of your games do you mean?");
    for board in [&with_ben, &with_cleo] {
        assert_eq!(bot.current(board).content, board.content);
    }
    let (ben, cleo) = ("Against Ben, move 1", "Against Cleo, move 1");
    let question = asked.message().clone();
    let stranger = bot.press(bot.ben, &question, cleo).await;
    assert!(stranger.error().is_some(), "only Ann sees it: {stranger:?}");
    let dropped = bot.press_to_post(bot.ann, &question, ben).await;
    assert!(dropped.content.contains("**Ann** played column 4."), "{}", dropped.content);
    let again = bot.press_custom_id(bot.ann, &question, &custom_id_of(&question, ben)).await;
    TestBot::assert_refused(&again, "This board is old.");
    let other = bot.press_custom_id(bot.ann, &question, &custom_id_of(&question, cleo)).await;
    let other = bot.posted(&other).await;
    assert!(other.content.starts_with("🔴 **Ann** vs 🟡 **Cleo**"), "{}", other.content);
    bot.close().await;
}

#[tokio::test]
async fn games_with_people_of_one_name_are_told_apart() {
    let bot = TestBot::open("drop_names").await;
    for user in [bot.ben, bot.cleo] {
        bot.discord.set_nickname(bot.discord.guild(), user, Some("Max"));
    }
    two_games(&bot).await;
    let asked = drop_disc(&bot, bot.ann, json!({ "column": "4" })).await;
    let labels = ["Against Max, move 1 · #2", "Against Max, move 1 · #1"];
    assert_eq!(asked.message().labels(), labels);
    bot.close().await;
}

#[tokio::test]
async fn a_command_names_its_game() {
    let bot = TestBot::open("drop_named").await;
    two_games(&bot).await;
    let choices =
        bot.discord.autocomplete(bot.ann, bot.channel, "drop", json!({ "game": "" }), "game").await;
    let choices: Vec<_> =
        choices.choices().iter().map(|it| (it.name.as_str(), it.value.clone())).collect();
    let expected = [("Against Cleo, move 1", json!("2")), ("Against Ben, move 1", json!("1"))];
    assert_eq!(choices, expected);
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "4", "game": "1" })).await;
    assert!(dropped.text().starts_with("🔴 **Ann** vs 🟡 **Ben**"), "{}", dropped.text());
    let board = bot.command(bot.ben, "board", json!({ "game": "1" })).await;
    assert!(board.text().starts_with("🔴 **Ann** vs 🟡 **Ben**"), "{}", board.text());
    let words = bot.command(bot.ann, "board", json!({ "text": true, "game": "2" })).await;
    assert!(words.is_ephemeral() && words.text().contains("Cleo"), "{}", words.text());
    for game in ["99", "x"] {
        let asked = drop_disc(&bot, bot.ann, json!({ "column": "4", "game": game })).await;
        assert_eq!(asked.text(), "Which of your games do you mean?", "{game}");
    }
    let theirs = drop_disc(&bot, bot.ben, json!({ "column": "4", "game": "2" })).await;
    assert_eq!(theirs.message().labels(), ["Against Ann, move 2"]);
    let options = json!({ "column": "4", "game": "2" });
    let none = drop_disc(&bot, bot.discord.add_user("Dan"), options).await;
    TestBot::assert_refused(&none, "You have no game in this channel");
    bot.close().await;
}

#[tokio::test]
async fn a_board_is_posted_where_it_is_chosen() {
    let bot = TestBot::open("board_asks").await;
    two_games(&bot).await;
    let asked = bot.command(bot.ann, "board", json!({})).await.message().clone();
    let posted = bot.press_to_post(bot.ann, &asked, "Against Ben, move 1").await;
    assert!(posted.content.starts_with("🔴 **Ann** vs 🟡 **Ben**"), "{}", posted.content);
    let asked = bot.command(bot.ann, "board", json!({ "text": true })).await.message().clone();
    let told = bot.press(bot.ann, &asked, "Against Cleo, move 1").await;
    assert!(told.is_update() && told.is_ephemeral(), "{told:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_drop_asks_if_another_game_has_just_ended() {
    let bot = TestBot::open("drop_after_end").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    bot.play_moves(&with_ben, "44").await;
    bot.advance(Duration::from_mins(1)).await;
    let asked = bot.press(bot.ben, &bot.current(&with_ben), "Resign").await;
    bot.really_resign(bot.ben, &asked, &with_ben).await;
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert_eq!(dropped.message().labels(), ["Against Cleo, move 1"]);
    assert_eq!(bot.current(&with_cleo).content, with_cleo.content);
    bot.advance(Duration::from_secs(11)).await;
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert!(dropped.text().contains("**Ann** played column 7."), "{}", dropped.text());
    bot.close().await;
}

#[tokio::test]
async fn a_drop_asks_if_another_game_has_just_begun() {
    let bot = TestBot::open("drop_after_start").await;
    let with_ben = bot.start_game(bot.ann, bot.ben).await;
    let with_ben = bot.play_moves(&with_ben, "44").await;
    let challenge = bot.challenge(bot.ann, bot.cleo).await;
    bot.advance(Duration::from_mins(1)).await;
    let asked = bot.press(bot.ben, &with_ben, "Resign").await;
    bot.really_resign(bot.ben, &asked, &with_ben).await;
    bot.advance(Duration::from_secs(1)).await;
    let with_cleo = bot.press(bot.cleo, &challenge, "Accept").await.message().clone();
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert_eq!(dropped.message().labels(), ["Against Cleo, move 1"]);
    assert_eq!(bot.current(&with_cleo).content, with_cleo.content);
    bot.close().await;
}

#[tokio::test]
async fn a_drop_that_is_delivered_late_asks_as_well() {
    let bot = TestBot::open("drop_late").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    bot.play_moves(&with_ben, "44").await;
    bot.advance(Duration::from_mins(1)).await;
    bot.resign(bot.ben, &bot.current(&with_ben)).await;
    let asked = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert_eq!(asked.message().labels(), ["Against Cleo, move 1"]);
    bot.advance(Duration::from_secs(11)).await;
    bot.deliver_again(asked.interaction.unwrap()).await;
    assert_eq!(bot.current(&with_cleo).content, with_cleo.content);
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.text("SELECT moves FROM game WHERE game_id = 2").await, "");
    bot.close_allowing(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_rematch_does_not_hide_another_end() {
    let bot = TestBot::open("drop_rematch").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    let with_ben = bot.play_moves(&with_ben, "44").await;
    let with_cleo = bot.play_moves_as([bot.ann, bot.cleo], &with_cleo, "44").await;
    bot.advance(Duration::from_mins(1)).await;
    bot.resign(bot.cleo, &with_cleo).await;
    let over = bot.resign(bot.ann, &with_ben).await;
    let rematch = bot.press(bot.ben, &over, "Rematch").await.message().clone();
    let board = bot.press(bot.ann, &rematch, "Accept").await.message().clone();
    bot.press(bot.ben, &board, "4").await;
    let asked = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert_eq!(asked.message().labels(), ["Against Ben, move 2"]);
    bot.close().await;
}

#[tokio::test]
async fn a_drop_asks_if_another_turn_has_just_begun() {
    let bot = TestBot::open("drop_turn_began").await;
    let with_ben = bot.start_game(bot.ann, bot.ben).await;
    bot.press(bot.ann, &with_ben, "4").await;
    let challenge = bot.challenge(bot.ann, bot.cleo).await;
    bot.advance(Duration::from_mins(1)).await;
    bot.press(bot.cleo, &challenge, "Accept").await;
    let asked = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert_eq!(asked.message().labels(), ["Against Cleo, move 1"]);
    bot.advance(Duration::from_secs(3)).await;
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert!(dropped.text().contains("**Ann** played column 7."), "{}", dropped.text());
    bot.close().await;
}

#[tokio::test]
async fn a_new_computer_game_needs_no_question() {
    let bot = TestBot::open("drop_computer").await;
    let over = bot.start_computer_game("easy").await;
    bot.resign(bot.ann, &over).await;
    bot.start_computer_game("easy").await;
    let dropped = drop_disc(&bot, bot.ann, json!({ "column": "7" })).await;
    assert!(dropped.text().contains("🔴 **Ann** vs"), "{}", dropped.text());
    bot.close().await;
}

#[tokio::test]
async fn a_drop_that_comes_again_falls_in_no_other_game() {
    let bot = TestBot::open("drop_again").await;
    let [with_ben, with_cleo] = two_games(&bot).await;
    let moved = bot.press(bot.ann, &with_cleo, "1").await.message().clone();
    bot.play_moves(&with_ben, "121212").await;
    bot.advance(Duration::from_secs(3)).await;
    // It wins against Ben; meanwhile Cleo has moved, so it is Ann's turn there.
    let won = drop_disc(&bot, bot.ann, json!({ "column": "1" })).await;
    assert!(won.text().contains(" wins!"), "{}", won.text());
    let with_cleo = bot.press(bot.cleo, &moved, "2").await.message().clone();
    bot.deliver_again(won.interaction.unwrap()).await;
    assert_eq!(bot.current(&with_cleo).content, with_cleo.content);
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.text("SELECT moves FROM game WHERE game_id = 2").await, "12");
    bot.close_allowing(&["400 POST /interactions/*/*/callback"]).await;
}

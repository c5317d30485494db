//! Games of two users: moves, resigning, reposting and rematches.

use std::time::Duration;

use fake_discord::ActionResult;
use serde_json::json;

use crate::support::{EMPTY_CELLS, TestBot, custom_id_of, move_number};

const TITLE: &str = "🔴 **Ann** vs 🟡 **Ben** · unrated\n";

#[tokio::test]
async fn a_game_ended_before_both_moved_is_called_off() {
    let bot = TestBot::open("called_off").await;
    for (moves, user, name) in [("", bot.ann, "Ann"), ("4", bot.ann, "Ann"), ("4", bot.ben, "Ben")]
    {
        let board = bot.start_game(bot.ann, bot.ben).await;
        let board = bot.play_moves(&board, moves).await;
        assert!(board.button("Offer draw").unwrap().disabled, "{moves}");
        let asked = bot.press(user, &board, "Resign").await;
        let question = bot.follow_up(&asked).await;
        let call_off = "💤 Do you really want to call off your game against";
        assert!(question.content.starts_with(call_off), "{}", question.content);
        assert!(!question.content.contains("rated"), "{}", question.content);
        let told = bot.press(user, &question, "Really call off").await;
        assert_eq!(told.text(), "💤 You called the game off. It doesn’t count.");
        let over = bot.wait_for_button(&board, "Rematch").await;
        let end = format!("💤 **{name}** called the game off. It doesn’t count.");
        assert!(over.content.contains(&end), "{moves}: {}", over.content);
        assert_eq!(over.labels(), ["Rematch"]);
        for menu in ["Replay", "Review"] {
            let shown = bot.discord.message_command(user, &over, menu).await;
            TestBot::assert_refused(&shown, "This game was called off.");
        }
    }
    for player in [bot.ann, bot.ben] {
        let stats = bot.command(player, "stats", json!({})).await;
        assert!(stats.text().contains("haven’t finished a game yet"), "{}", stats.text());
        let history = bot.command(player, "history", json!({})).await;
        assert!(history.text().contains("haven’t finished a game yet"), "{}", history.text());
        let leaders = bot.command(player, "leaderboard", json!({})).await;
        assert!(leaders.text().contains("Nobody is on this list"), "{}", leaders.text());
    }
    bot.close().await;
}

#[tokio::test]
async fn two_users_play_a_whole_game() {
    let bot = TestBot::open("whole_game").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    assert!(challenge.content.contains("**Ann** challenges you"), "{}", challenge.content);
    assert_eq!(challenge.pings, [bot.ben]);
    assert_eq!(challenge.labels(), ["Accept", "Decline"]);

    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    assert_eq!(board.id, challenge.id, "the challenge becomes the board");
    let turn = format!("🔴 <@{}>, your move\n-# Not rated: there is no time limit.", bot.ann);
    assert_eq!(board.content, format!("{TITLE}{EMPTY_CELLS}\n{turn}"));
    assert_eq!(
        board.labels(),
        ["1", "2", "3", "4", "5", "6", "7", "Offer draw", "Take back", "Resign"]
    );
    assert_eq!(board.rows.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3, 3]);

    let board = bot.play_moves(&board, "4").await;
    let turn = format!("🟡 <@{}>, your move", bot.ben);
    assert!(board.content.contains(&turn), "{}", board.content);
    assert!(board.content.contains("1️⃣2️⃣3️⃣🔽5️⃣6️⃣7️⃣"), "{}", board.content);
    assert!(board.content.contains("🔵🔵🔵🔴🔵🔵🔵\n\n🟡"), "{}", board.content);

    let board = bot.play_moves_as([bot.ben, bot.ann], &board, "343434").await;
    assert!(board.content.contains("## 🏆 Ann wins!\n-# 4 in a row, vertical, column 4"));
    let leaders = bot.command(bot.ben, "leaderboard", json!({})).await;
    let expected = "**1** Ann · 1 win\n\
                    **2** Ben · 1 loss";
    assert!(leaders.text().ends_with(expected), "{}", leaders.text());
    bot.close().await;
}

#[tokio::test]
async fn only_words_and_a_dropped_disc_tell_the_last_move() {
    let bot = TestBot::open("last_move").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let pressed = bot.play_moves(&board, "4").await;
    assert!(pressed.content.contains("3️⃣🔽5️⃣") && !pressed.content.contains("played"));
    let dropped = bot.command(bot.ben, "drop", json!({ "column": "3" })).await;
    assert!(dropped.text().contains("🔵\n\n**Ben** played column 3.\n🔴"), "{}", dropped.text());
    let words = bot.command(bot.ann, "board", json!({ "text": true })).await;
    assert!(words.text().contains("\n**Ben** played column 3.\n"), "{}", words.text());
    bot.advance(Duration::from_mins(1)).await;
    let again = bot.command(bot.ann, "board", json!({})).await;
    assert!(again.text().contains("2️⃣🔽4️⃣") && !again.text().contains("played"), "{again:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_win_highlights_the_line_and_offers_a_rematch() {
    let bot = TestBot::open("win").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "3141516").await;
    assert!(
        board.content.contains("## 🏆 Ann wins!\n-# 4 in a row, horizontal, columns 3–6"),
        "{}",
        board.content
    );
    assert!(board.content.contains("🟡🔵🟥🟥🟥🟥🔵"), "{}", board.content);
    assert_eq!(board.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    bot.close().await;
}

#[tokio::test]
async fn winning_lines_are_described() {
    for (name, moves, line) in [
        ("line_vertical", "4343434", "4 in a row, vertical, column 4"),
        ("line_rising", "12233434474", "4 in a row, diagonal, columns 1–4"),
        (
            "line_several",
            "13471113657175362631534627654352224",
            "4 in a row, vertical, column 4 and 4 in a row, horizontal, columns 1–4 and 5 in a row, \
             diagonal, columns 1–5",
        ),
    ] {
        let bot = TestBot::open(name).await;
        let board = bot.start_game(bot.ann, bot.ben).await;
        let board = bot.play_moves(&board, moves).await;
        assert!(board.content.lines().any(|it| it.ends_with(line)), "{}", board.content);
        bot.close().await;
    }
}

#[tokio::test]
async fn a_full_board_without_a_line_is_a_draw() {
    let bot = TestBot::open("draw").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "174166227341672362665415453424277135575133").await;
    assert!(
        board.content.contains("## 🤝 It’s a draw!\n-# The board is full."),
        "{}",
        board.content
    );
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 draw"), "{}", stats.text());
    bot.close().await;
}

#[tokio::test]
async fn the_last_disc_can_win() {
    let bot = TestBot::open("disc_42").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "533551172714257375353237116174664466224426").await;
    assert!(board.content.contains("## 🏆 Ben wins!\n-# 4 in a row"), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn the_button_of_a_full_column_is_disabled() {
    let bot = TestBot::open("full_column_disabled").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "444444").await;
    let disabled: Vec<_> = board.buttons().filter(|button| button.disabled).collect();
    assert_eq!(disabled.len(), 1);
    assert_eq!(disabled[0].label.as_deref(), Some("4"));
    bot.close().await;
}

#[tokio::test]
async fn a_move_takes_one_request() {
    let bot = TestBot::open("one_call").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let before = bot.changing_requests().len();
    bot.play_moves(&board, "4455").await;
    let calls = bot.changing_requests().split_off(before);
    assert_eq!(calls.len(), 4);
    for call in calls {
        assert!(call.path.ends_with("/callback"), "{}", call.path);
        assert_eq!(call.body["type"], 7);
    }
    bot.close().await;
}

#[tokio::test]
async fn resigning_asks_only_the_player() {
    let bot = TestBot::open("resign").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let stranger = bot.press(bot.cleo, &board, "Resign").await;
    TestBot::assert_refused(&stranger, "This isn’t your game.");
    let asked = bot.press(bot.ann, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    assert_eq!(question.ephemeral_for, Some(bot.ann));
    let sentence = "🏳️ Do you really want to resign your game against **Ben**?";
    assert!(question.content.starts_with(sentence), "{}", question.content);
    assert_eq!(question.labels(), ["Really resign", "Keep playing"]);
    assert_eq!(bot.current(&board).to_json(), board.to_json(), "the board stays as it is");

    let kept = bot.press(bot.ann, &question, "Keep playing").await;
    assert!(kept.is_update() && kept.text().starts_with("👍 Your game goes on:"), "{kept:?}");
    let over = bot.resign(bot.ann, &board).await;
    assert!(over.content.contains("## 🏆 Ben wins!\n-# 🏳️ Ann resigned."), "{}", over.content);
    assert_eq!(over.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    let late =
        bot.press_custom_id(bot.ann, &question, &custom_id_of(&question, "Keep playing")).await;
    TestBot::assert_refused(&late, "This game is over: **Ben** won.");
    bot.close().await;
}

#[tokio::test]
async fn a_resignation_counts_although_the_other_has_moved() {
    let bot = TestBot::open("resign_overtaken").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let asked = bot.press(bot.ben, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    bot.press(bot.ann, &board, "4").await;
    let done = bot.press(bot.ben, &question, "Really resign").await;
    assert!(done.is_update(), "{done:?}");
    assert_eq!(done.text(), "🏳️ You resigned your game against **Ann**.");
    assert!(done.message().labels().is_empty());
    bot.close().await;
}

#[tokio::test]
async fn a_game_that_counts_by_now_is_not_called_off() {
    let bot = TestBot::open("call_off_overtaken").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4").await;
    let asked = bot.press(bot.ann, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    assert_eq!(question.labels(), ["Really call off", "Keep playing"]);
    bot.press(bot.ben, &board, "4").await;
    let (again, told) =
        bot.press_stale(bot.ann, &question, &custom_id_of(&question, "Really call off")).await;
    assert!(again.text().contains("really want to resign"), "{again:?}");
    assert!(told.starts_with("The board has just changed."), "{told}");
    let done = bot.press(bot.ann, again.message(), "Really resign").await;
    assert_eq!(done.text(), "🏳️ You resigned your game against **Ben**.");
    bot.close().await;
}

#[tokio::test]
async fn a_resignation_after_the_end_is_refused() {
    let bot = TestBot::open("resign_too_late").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "434343").await;
    let asked = bot.press(bot.ben, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    bot.press(bot.ann, &board, "4").await;
    let late = bot.press(bot.ben, &question, "Really resign").await;
    assert!(late.is_update() && late.text() == "This game is over: **Ann** won.", "{late:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_resignation_shows_on_a_board_out_of_the_bots_reach() {
    let bot = TestBot::open("resign_unreachable").await;
    let channel = bot.discord.channel("quiet");
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    let board = bot.press(bot.ben, challenge.message(), "Accept").await.message().clone();
    let board = bot.play_moves(&board, "44").await;
    bot.advance(Duration::from_mins(16)).await;
    let over = bot.resign(bot.ann, &board).await;
    assert!(over.content.contains("🏳️ Ann resigned."), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn the_drop_command_moves_and_reposts_the_board() {
    let bot = TestBot::open("drop").await;
    let old = bot.start_game(bot.ann, bot.ben).await;
    let response = bot.command(bot.ann, "drop", json!({ "column": "4" })).await;
    assert!(response.is_new() && !response.is_ephemeral());
    let new = response.message().clone();
    assert!(new.content.contains("🔽"), "{}", new.content);
    assert_eq!(new.pings, [], "a quick move pings nobody");

    bot.wait_gone(&old).await;
    let board = bot.press(bot.ben, &new, "4").await;
    assert!(board.is_update());
    bot.close().await;
}

#[tokio::test]
async fn drop_autocompletes_the_open_columns() {
    let bot = TestBot::open("drop_completion").await;
    let none = bot
        .discord
        .autocomplete(bot.ann, bot.channel, "drop", json!({ "column": "" }), "column")
        .await;
    assert_eq!(none.choices(), []);
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "444444").await;
    for (typed, expected) in
        [("", vec!["1", "2", "3", "5", "6", "7"]), ("7", vec!["7"]), ("4", vec![])]
    {
        let response = bot
            .discord
            .autocomplete(bot.ann, bot.channel, "drop", json!({ "column": typed }), "column")
            .await;
        let offered: Vec<_> =
            response.choices().iter().map(|choice| choice.value.as_str().unwrap()).collect();
        assert_eq!(offered, expected, "after {typed:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_move_after_ten_minutes_reposts_the_board_with_a_ping() {
    let bot = TestBot::open("long_thought").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.advance(Duration::from_mins(10)).await;
    let board = bot.play_moves(&board, "4").await;
    bot.advance(Duration::from_secs(601)).await;
    let response = bot.press(bot.ben, &board, "4").await;
    assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
    let new = response.message().clone();
    assert_eq!(new.pings, [bot.ann]);
    bot.wait_gone(&board).await;
    let board = bot.press(bot.ann, &new, "5").await;
    assert!(board.is_update(), "a quick move edits the board");
    bot.close().await;
}

#[tokio::test]
async fn a_deleted_board_is_posted_again() {
    let bot = TestBot::open("deleted_board").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.discord.delete_message(bot.channel, board.id);
    bot.advance(Duration::from_secs(30)).await;
    let new = bot.command(bot.ben, "board", json!({})).await.message().clone();
    assert_eq!(new.content, board.content);
    let board = bot.press(bot.ann, &new, "4").await;
    assert!(board.is_update());
    bot.close_allowing(&[
        "404 DELETE /webhooks/*/*/messages/@original",
        "404 DELETE /webhooks/*/*/messages/*",
        "404 DELETE /channels/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn a_rematch_swaps_the_first_move() {
    let bot = TestBot::open("rematch").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let offer = bot.press(bot.ann, &over, "Rematch").await;
    assert!(offer.is_new() && !offer.is_ephemeral(), "{offer:?}");
    let offer = offer.message().clone();
    assert!(offer.content.contains("**Ann** wants a rematch!"), "{}", offer.content);
    assert!(offer.content.contains("**Ben** goes first · "), "{}", offer.content);
    assert_eq!(offer.pings, [bot.ben]);

    let again = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(
        &again,
        "A rematch has already been offered: https://discord.com/channels/",
    );
    let stranger = bot.press(bot.cleo, &over, "Rematch").await;
    TestBot::assert_refused(&stranger, "Only the two who played can have a rematch.");

    let board = bot.press(bot.ben, &offer, "Accept").await.message().clone();
    assert!(board.content.starts_with("🔴 **Ben** vs 🟡 **Ann**"), "{}", board.content);
    let over = bot.play_moves_as([bot.ben, bot.ann], &board, "4343434").await;
    assert!(over.content.contains("## 🏆 Ben wins!"), "{}", over.content);
    let first = bot.press(bot.ben, &bot.current(&offer), "Rematch").await;
    assert!(first.message().content.contains("**Ann** goes first · "), "{}", first.text());
    bot.close().await;
}

#[tokio::test]
async fn a_rematch_begins_once_both_have_pressed() {
    let bot = TestBot::open("rematch_by_both").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let offer = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    bot.press(bot.ben, &over, "Rematch").await;
    let board = bot.wait_for_button(&offer, "Resign").await;
    assert!(board.content.starts_with("🔴 **Ben** vs 🟡 **Ann**"), "{}", board.content);
    let late = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&late, "You are already playing **Ben** in this channel:");
    bot.play_moves_as([bot.ben, bot.ann], &board, "4").await;
    bot.close().await;
}

#[tokio::test]
async fn two_presses_of_rematch_at_once_begin_one_game() {
    let bot = TestBot::open("rematch_at_once").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let press = |user| bot.press(user, &over, "Rematch");
    let pressed: [ActionResult; 2] = tokio::join!(press(bot.ann), press(bot.ben)).into();
    let offered: Vec<_> = pressed.iter().filter(|it| it.is_new()).collect();
    // The id of the challenge may not be known yet: then the board is a message of its own.
    let begun = offered.iter().filter(|it| move_number(it.text()) == 1).count();
    assert_eq!(offered.len() - begun, 1, "{pressed:?}");
    let games = "SELECT count(*) FROM game WHERE result IS NULL";
    assert_eq!(bot.database.sql().await.number(games).await, 1);
    bot.close().await;
}

#[tokio::test]
async fn a_rematch_can_be_played_only_once() {
    let bot = TestBot::open("rematch_once").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let offer = bot.press(bot.ben, &over, "Rematch").await.message().clone();
    let board = bot.press(bot.ann, &offer, "Accept").await.message().clone();
    bot.play_moves_as([bot.ben, bot.ann], &board, "4343434").await;
    let again = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&again, "You two have already played that rematch.");
    bot.close().await;
}

#[tokio::test]
async fn two_games_run_in_one_channel() {
    let bot = TestBot::open("side_by_side").await;
    let (dora, emil) = (bot.discord.add_user("Dora"), bot.discord.add_user("Emil"));
    let one = bot.start_game(bot.ann, bot.ben).await;
    let other = bot.start_game(dora, emil).await;
    let one = bot.play_moves(&one, "4").await;
    let other = bot.play_moves_as([dora, emil], &other, "77").await;
    let one = bot.play_moves_as([bot.ben, bot.ann], &one, "1").await;
    assert!(move_number(&one.content) == 3 && move_number(&other.content) == 3);
    bot.close().await;
}

#[tokio::test]
async fn names_are_escaped_and_updated() {
    let bot = TestBot::open("names").await;
    let guild = bot.discord.guild();
    bot.discord.set_nickname(guild, bot.ann, Some("**@everyone** <@1>"));
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    assert_eq!(challenge.pings, [bot.ben]);
    assert!(challenge.content.contains("\\*\\*\\@\u{200B}everyone\\*\\* \\<\\@\u{200B}1\\>"));
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    bot.discord.set_nickname(guild, bot.ann, Some("Annika"));
    let board = bot.press(bot.ann, &board, "4").await;
    assert!(board.text().starts_with("🔴 **Annika** vs"), "{}", board.text());
    let board = bot.command(bot.ben, "board", json!({})).await;
    assert!(board.text().starts_with("🔴 **Annika** vs"), "{}", board.text());
    bot.close().await;
}

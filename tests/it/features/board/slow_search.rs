//! Computer moves that outlast the response: display, presses, retries and restarts.

use std::time::Duration;

use connect4::{Level, Seat};
use fake_discord::{ActionResult, Message, MessageEvent};
use fourfall::game::UPDATE_LOST_AFTER;
use futures_util::future::join;
use serde_json::json;

use crate::support::{
    PendingSearches, TestBot, is_thinking_in_move, manual_search, move_number, scripted_search,
    wait_until, wait_until_async,
};

/// How long the bot waits for a search before it responds without the move.
const RESPOND_AFTER: Duration = Duration::from_secs(2);

/// Ann drops in a column while the computer's search is slow. Returns the board with only
/// her disc, and the search.
async fn drop_and_wait(
    bot: &TestBot,
    board: &Message,
    column: &str,
    searches: &mut PendingSearches,
) -> (Message, crate::support::PendingSearch) {
    let (response, search) = join(bot.press(bot.ann, board, column), async {
        let search = searches.next().await;
        bot.advance(RESPOND_AFTER).await;
        search
    })
    .await;
    assert!(response.is_update(), "{response:?}");
    (response.message().clone(), search)
}

/// Waits until the only game has this version.
async fn wait_for_version(bot: &TestBot, version: i64) {
    let mut sql = bot.database.sql().await;
    let reached = async || sql.number("SELECT version FROM game").await >= version;
    wait_until_async("the game has the version", reached).await;
}

/// The next edit of a message.
async fn next_edit(events: &mut fake_discord::EventStream, board: &Message) -> Message {
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    events.next_where(edited).await.into_message().unwrap()
}

#[tokio::test]
async fn a_move_being_stored_at_the_timeout_holds_up_nobody() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_slow_store").backends(backends).open().await;
    bot.start_computer_game("hard").await;
    let mut sql = bot.database.sql().await;
    let (response, ()) = join(bot.command(bot.ann, "drop", json!({ "column": "4" })), async {
        let search = searches.next().await;
        sql.lock().await;
        search.choose(3);
        // The move waits for the lock when the response cannot wait any longer.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        bot.discord.advance(RESPOND_AFTER);
        sql.unlock().await;
    })
    .await;
    assert_eq!(move_number(&response.message().content), 2);
    // Its board is recorded, and the computer's move stored.
    wait_for_version(&bot, 2).await;
    bot.close().await;
}

#[tokio::test]
async fn a_slow_search_shows_the_players_move_first() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_slow").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    let (board, search) = drop_and_wait(&bot, &board, "4", &mut searches).await;
    assert!(board.content.contains("🔵🔵🔵🔴🔵🔵🔵\n\n🟡"), "{}", board.content);
    assert!(is_thinking_in_move(&board.content, 2), "{}", board.content);
    assert_eq!(search.level, Some(Level::Hard));
    assert_eq!(search.board.plies(), 1);

    assert_eq!(next_edit(&mut events, &board).await.content, board.content);
    search.choose(3);
    let moved = next_edit(&mut events, &board).await;
    assert!(moved.content.contains("🔵🔵🟡🔴🔵🔵🔵\n\n🔴"), "{}", moved.content);
    assert_eq!(move_number(&moved.content), 3, "{}", moved.content);
    let (board, search) = drop_and_wait(&bot, &moved, "4", &mut searches).await;
    assert!(is_thinking_in_move(&board.content, 4), "{}", board.content);
    search.choose(4);
    assert!(is_thinking_in_move(&next_edit(&mut events, &board).await.content, 4));
    assert_eq!(move_number(&next_edit(&mut events, &board).await.content), 5);
    bot.close().await;
}

#[tokio::test]
async fn slow_moves_are_edited_into_command_responses() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_slow_posts").backends(backends).open().await;
    let mut events = bot.discord.events();
    let mut steps = [
        ("play", json!({ "level": "easy", "first": "opponent", "clock": "none" }), 4, 2),
        ("drop", json!({ "column": "4" }), 5, 4),
    ];
    for (name, options, column, number) in &mut steps {
        let (response, search) = join(bot.command(bot.ann, name, options.take()), async {
            let search = searches.next().await;
            bot.discord.advance(RESPOND_AFTER);
            search
        })
        .await;
        assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
        assert!(response.text().contains("**Fourfall** is thinking…"), "{}", response.text());
        search.choose(*column);
        let moved = next_edit(&mut events, response.message()).await;
        assert_eq!(move_number(&moved.content), *number, "{}", moved.content);
    }
    let newest = bot.command(bot.ann, "board", json!({})).await;
    assert_eq!(move_number(newest.text()), 4, "{}", newest.text());
    bot.close().await;
}

#[tokio::test]
async fn presses_during_a_search_are_refused() {
    let (backends, mut searches) = manual_search();
    let bot =
        TestBot::builder("computer_impatient").single_process().backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (board, search) = drop_and_wait(&bot, &board, "4", &mut searches).await;
    let thinking = "It’s the computer’s turn, and it’s still thinking.";
    TestBot::assert_refused(&bot.press(bot.ann, &board, "5").await, thinking);
    let dropped = bot.command(bot.ann, "drop", json!({ "column": "5" })).await;
    TestBot::assert_refused(&dropped, thinking);
    TestBot::assert_refused(&bot.press(bot.ben, &board, "5").await, "This isn’t your game.");
    let asked = bot.press(bot.ann, &board, "Resign").await;
    bot.follow_up(&asked).await;
    assert!(searches.is_empty(), "one search was enough");

    let mut events = bot.discord.events();
    let (again, ()) = join(bot.command(bot.ann, "board", json!({})), async {
        wait_for_version(&bot, 2).await;
        bot.discord.advance(RESPOND_AFTER);
    })
    .await;
    assert!(again.text().contains("**Fourfall** is thinking…"), "{}", again.text());
    assert!(searches.is_empty(), "the running search is joined");
    search.choose(4);
    let moved = next_edit(&mut events, again.message()).await;
    assert_eq!(move_number(&moved.content), 3, "{}", moved.content);
    bot.close().await;
}

#[tokio::test]
async fn searches_leave_one_core_free_and_are_queued() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let limit = cores.saturating_sub(1).clamp(1, 8);
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_queue").single_process().backends(backends).open().await;
    let people: Vec<_> =
        (0..limit + 2).map(|number| bot.discord.add_user(&format!("player-{number}"))).collect();
    let options = || json!({ "level": "hard", "first": "opponent", "clock": "none" });
    let commands = people.iter().map(|&person| bot.command(person, "play", options()));
    let (boards, mut searching) = join(futures_util::future::join_all(commands), async {
        let mut searching = Vec::new();
        for _ in 0..limit {
            searching.push(searches.next().await);
        }
        // The response arrives after all searches have begun to wait.
        bot.command(bot.ann, "games", json!({})).await;
        bot.discord.advance(RESPOND_AFTER);
        searching
    })
    .await;
    assert!(boards.iter().all(|board| board.text().contains("is thinking…")), "{boards:?}");
    assert!(searches.is_empty(), "the other searches are queued");
    for _ in 0..2 {
        searching.pop().unwrap().choose(4);
        searching.push(searches.next().await);
    }
    for search in searching {
        search.choose(4);
    }
    let have_moved = || {
        let now = |board: &ActionResult| bot.current(board.message()).content;
        boards.iter().all(|board| move_number(&now(board)) == 2)
    };
    wait_until("the computer has moved in every game", have_moved).await;
    bot.close().await;
}

#[tokio::test]
async fn presses_at_once_make_one_move_against_the_computer() {
    let bot = TestBot::builder("computer_race").backends(scripted_search("4321234")).open().await;
    let mut board = bot.start_computer_game("easy").await;
    for round in 1..=3 {
        let presses = ["5", "6", "7"].map(|column| bot.press(bot.ann, &board, column));
        let responses = futures_util::future::join_all(presses).await;
        let updates: Vec<_> = responses.iter().filter(|response| response.is_update()).collect();
        assert_eq!(updates.len(), 1, "{responses:?}");
        assert_eq!(move_number(updates[0].text()), 2 * round + 1, "{}", updates[0].text());
        assert!(
            responses.iter().all(|response| response.error().is_none()),
            "every press got a response"
        );
        board = bot.current(&board);
    }
    bot.close().await;
}

#[tokio::test]
async fn a_move_found_after_a_resignation_is_discarded() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_too_late").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (board, search) = drop_and_wait(&bot, &board, "4", &mut searches).await;
    let over = bot.resign(bot.ann, &board).await;
    assert!(over.content.contains("**Ann** called the game off"), "{}", over.content);
    search.choose(4);
    // The next search starts after the previous one has ended.
    let options = json!({ "level": "hard", "first": "opponent", "clock": "none" });
    let (next, ()) = join(bot.command(bot.ann, "play", options), async {
        searches.next().await.choose(1);
    })
    .await;
    assert_eq!(move_number(next.text()), 2, "{}", next.text());
    assert_eq!(bot.current(&over).content, over.content);
    bot.close().await;
}

#[tokio::test]
async fn a_take_back_works_during_a_search() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_taken_back").backends(backends).open().await;
    let first = bot.start_computer_game("hard").await;
    let (board, search_4) = drop_and_wait(&bot, &first, "4", &mut searches).await;
    let back = bot.press(bot.ann, &board, "Take back").await;
    assert!(back.text().contains("**Ann** took a move back."), "{}", back.text());
    assert_eq!(move_number(back.text()), 1);
    let (response, search_1) = join(bot.press(bot.ann, back.message(), "1"), async {
        wait_for_version(&bot, 3).await;
        search_4.choose(7);
        let search = searches.next().await;
        bot.advance(RESPOND_AFTER).await;
        search
    })
    .await;
    assert_eq!(
        search_1.board.discs(Seat::First),
        1,
        "a different position with the same number of discs"
    );
    let mut events = bot.discord.events();
    search_1.choose(2);
    let moved = next_edit(&mut events, response.message()).await;
    assert!(moved.content.contains("🔴🟡🔵🔵🔵🔵🔵\n"), "{}", moved.content);
    bot.close().await;
}

#[tokio::test]
async fn a_move_for_an_outdated_position_is_discarded() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_overtaken").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (board, search) = drop_and_wait(&bot, &board, "4", &mut searches).await;
    // Another process has stored moves of both players meanwhile.
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE game SET moves = '444', version = version + 2").await;
    let mut events = bot.discord.events();
    search.choose(1);
    let newest = next_edit(&mut events, &board).await;
    assert!(is_thinking_in_move(&newest.content, 4), "{}", newest.content);
    assert_eq!(sql.text("SELECT moves FROM game").await, "444");
    bot.close().await;
}

#[tokio::test]
async fn a_failed_search_is_retried() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_fails").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (response, ()) = join(bot.press(bot.ann, &board, "4"), async {
        searches.next().await.panic();
    })
    .await;
    assert!(response.text().contains("**Fourfall** is thinking…"), "{}", response.text());
    let mut events = bot.discord.events();
    assert!(searches.is_empty(), "the retry is not immediate");
    bot.advance(Duration::from_mins(1)).await;
    searches.next().await.choose(4);
    let moved = next_edit(&mut events, &board).await;
    assert_eq!(move_number(&moved.content), 3, "{}", moved.content);
    bot.close().await;
}

/// Restarts the bot with the state of a bot that was killed during a search: Ann has just
/// dropped in column 4, and it is the computer's turn.
async fn abandon_search(bot: &mut TestBot, due_at: i64) {
    bot.stop().await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE game SET moves = '4', version = 1, changed_by = changed_by + 1").await;
    sql.run(&format!("UPDATE game SET computer_due_at = {due_at}")).await;
    bot.start();
    bot.wait_connected().await;
}

#[tokio::test]
async fn a_restart_resumes_the_computers_search() {
    let (backends, mut searches) = manual_search();
    let mut bot =
        TestBot::builder("computer_restart").single_process().backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    bot.advance(UPDATE_LOST_AFTER).await;
    abandon_search(&mut bot, 0).await;
    let search = searches.next().await;
    assert_eq!((search.board.plies(), search.level), (1, Some(Level::Hard)));
    search.choose(4);
    let moved = next_edit(&mut events, &board).await;
    assert_eq!(move_number(&moved.content), 3, "{}", moved.content);
    let (board, search) = drop_and_wait(&bot, &moved, "4", &mut searches).await;
    search.choose(4);
    next_edit(&mut events, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_turn_another_process_may_handle_is_left_alone() {
    let (backends, mut searches) = manual_search();
    let mut bot = TestBot::builder("computer_not_forgotten").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    abandon_search(&mut bot, i64::MAX / 2).await;
    for _ in 0..3 {
        let response = bot.press(bot.ann, &board, "5").await;
        TestBot::assert_refused(&response, "The board has just changed.");
    }
    assert!(searches.is_empty(), "the response to Ann's move may still be pending");
    bot.advance(UPDATE_LOST_AFTER).await;
    let mut events = bot.discord.events();
    bot.press(bot.ann, &board, "5").await;
    searches.next().await.choose(4);
    next_edit(&mut events, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_press_or_command_resumes_an_overdue_search() {
    for (name, press) in [("computer_press", true), ("computer_board", false)] {
        let mut bot = TestBot::builder(name).backends(scripted_search("44")).open().await;
        let board = bot.start_computer_game("hard").await;
        let mut events = bot.discord.events();
        abandon_search(&mut bot, i64::MAX / 2).await;
        bot.advance(UPDATE_LOST_AFTER).await;
        if press {
            let response = bot.press(bot.ann, &board, "5").await;
            TestBot::assert_refused(&response, "The board has just changed.");
            let moved = next_edit(&mut events, &board).await;
            assert_eq!(move_number(&moved.content), 3, "{}", moved.content);
        } else {
            let response = bot.command(bot.ann, "board", json!({})).await;
            assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
            assert_eq!(move_number(response.text()), 3, "{}", response.text());
        }
        bot.close().await;
    }
}

#[tokio::test]
async fn a_retry_searches_with_the_same_seed() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("computer_seed").single_process().backends(backends).open().await;
    let board = bot.start_computer_game("easy").await;
    let (response, first) = join(bot.press(bot.ann, &board, "4"), async {
        let search = searches.next().await;
        let seed = search.seed;
        search.panic();
        seed
    })
    .await;
    bot.advance(Duration::from_mins(1)).await;
    let search = searches.next().await;
    assert_eq!(search.seed, first);
    let mut events = bot.discord.events();
    search.choose(4);
    let board = next_edit(&mut events, response.message()).await;
    let (_, search) = drop_and_wait(&bot, &board, "4", &mut searches).await;
    assert_ne!(search.seed, first);
    search.choose(4);
    bot.close().await;
}

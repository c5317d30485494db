//! Games against the computer.

use serde_json::json;

use crate::support::{EMPTY_CELLS, TestBot, move_number, scripted_search, wait_until};

/// The columns of a game that the second player wins without filling a column.
const LOST: &str = "31212121";

#[tokio::test]
async fn choosing_a_level_starts_a_game_at_once() {
    let bot = TestBot::open("computer_level").await;
    let board = bot.start_computer_game("hard").await;
    let turn = format!("🔴 <@{}>, your move", bot.ann);
    let title = "🔴 **Ann** vs 🟡 **Fourfall** (hard)\n";
    assert_eq!(board.content, format!("{title}{EMPTY_CELLS}\n{turn}"));
    assert_eq!(
        board.labels(),
        ["1", "2", "3", "4", "5", "6", "7", "💡 Hint", "Take back", "Resign"]
    );
    assert_eq!(board.pings, []);
    bot.close().await;
}

#[tokio::test]
async fn challenging_the_bot_starts_a_computer_game() {
    let bot = TestBot::open("computer_named").await;
    let bot_id = bot.discord.application_id();
    let options = json!({ "opponent": bot_id, "first": "me" });
    let medium = bot.command(bot.ann, "play", options).await;
    assert!(medium.text().starts_with("🔴 **Ann** vs 🟡 **Fourfall** (medium)"));
    let options = json!({ "opponent": bot_id, "level": "perfect", "first": "me" });
    let perfect = bot.command(bot.ben, "play", options).await;
    assert!(perfect.text().starts_with("🔴 **Ben** vs 🟡 **Fourfall** (perfect)"));
    let menu = "Challenge to Four in a Row";
    let menu = bot.discord.user_command(bot.cleo, bot.channel, menu, bot_id).await;
    let title = menu.text().lines().next().unwrap();
    assert!(title.contains("**Cleo**") && title.contains("**Fourfall** (medium)"), "{title}");
    assert!(menu.text().contains(&format!("<@{}>, your move", bot.cleo)));
    bot.close().await;
}

#[tokio::test]
async fn a_level_is_refused_against_a_user() {
    let bot = TestBot::open("computer_level_of_person").await;
    let options = json!({ "opponent": bot.ben, "level": "hard" });
    let response = bot.command(bot.ann, "play", options).await;
    TestBot::assert_refused(&response, "Only the computer has levels. Leave the level out");
    let robot = bot.discord.add_bot("Robot");
    let options = json!({ "opponent": robot, "level": "hard" });
    let response = bot.command(bot.ann, "play", options).await;
    TestBot::assert_refused(&response, "**Robot** is a bot and can’t press buttons.");
    bot.close().await;
}

#[tokio::test]
async fn the_computer_plays_in_direct_messages() {
    let bot = TestBot::builder("computer_direct").backends(scripted_search(LOST)).open().await;
    let channel = bot.discord.channel("dm:ann");
    let options = json!({ "level": "easy", "first": "me", "clock": "none" });
    let board = bot.discord.command(bot.ann, channel, "play", options).await;
    let board = bot.press(bot.ann, board.message(), "3").await;
    assert_eq!(move_number(board.text()), 3, "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn both_moves_arrive_in_one_update() {
    let bot = TestBot::builder("computer_one_call").backends(scripted_search("4355")).open().await;
    let board = bot.start_computer_game("easy").await;
    let before = bot.changing_requests().len();
    let response = bot.press(bot.ann, &board, "4").await;
    assert!(response.is_update(), "{response:?}");
    let turn = format!("🔴 <@{}>, your move", bot.ann);
    assert!(response.text().ends_with(&turn), "{}", response.text());
    assert!(response.text().contains("1️⃣2️⃣🔽4️⃣5️⃣6️⃣7️⃣"), "{}", response.text());
    assert!(response.text().contains("\n🔵🔵🟡🔴🔵🔵🔵\n\n🔴"), "{}", response.text());
    let calls = bot.changing_requests().split_off(before);
    assert_eq!(calls.len(), 1, "{calls:#?}");
    assert_eq!(calls[0].body["type"], 7);

    let dropped = bot.command(bot.ann, "drop", json!({ "column": "5" })).await;
    assert!(dropped.is_new() && !dropped.is_ephemeral());
    assert_eq!(move_number(dropped.text()), 5, "{}", dropped.text());
    let again = bot.command(bot.ann, "board", json!({})).await;
    let told = "**Fourfall** played column 5.\n";
    assert_eq!(again.text(), dropped.text().replace(told, ""));
    assert_ne!(again.text(), dropped.text(), "only who drops by command is told: {told}");
    bot.close().await;
}

#[tokio::test]
async fn the_computers_first_move_is_in_the_first_response() {
    let bot = TestBot::builder("computer_opens").backends(scripted_search("4")).open().await;
    let options = json!({ "level": "medium", "first": "opponent", "clock": "none" });
    let response = bot.command(bot.ann, "play", options).await;
    assert!(response.is_new());
    assert!(response.text().starts_with("🔴 **Fourfall** (medium) vs 🟡 **Ann**\n"));
    assert!(response.text().contains("🔵🔵🔵🔴🔵🔵🔵\n\n🟡"), "{}", response.text());
    let turn = format!("🟡 <@{}>, your move", bot.ann);
    assert!(response.text().ends_with(&turn), "{}", response.text());
    bot.close().await;
}

#[tokio::test]
async fn a_game_against_the_computer_keeps_nobody_away() {
    let bot = TestBot::builder("computer_busy").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("easy").await;
    bot.press(bot.ann, &board, "4").await;
    let again = bot.command(bot.ann, "play", json!({ "level": "hard" })).await;
    TestBot::assert_refused(&again, "You are still playing the computer here");
    assert!(again.text().contains(&board.link()), "{}", again.text());
    let smaller = json!({ "level": "hard", "board": "6x5" });
    assert!(!bot.command(bot.ann, "play", smaller).await.is_ephemeral());
    let challenge = bot.challenge(bot.ben, bot.ann).await;
    assert!(bot.press(bot.ann, &challenge, "Accept").await.is_update());
    let options = json!({ "level": "easy", "first": "me" });
    let beside = bot.command(bot.ben, "play", options).await;
    assert!(beside.text().starts_with("🔴 **Ben** vs 🟡 **Fourfall** (easy)"));
    bot.close().await;
}

#[tokio::test]
async fn a_command_delivered_twice_starts_one_game() {
    let bot = TestBot::builder("computer_twice").backends(scripted_search("4")).open().await;
    let options = json!({ "level": "easy", "first": "opponent" });
    let response = bot.command(bot.ann, "play", options).await;
    let refused = || bot.discord.requests().iter().filter(|it| it.status == 400).count();
    bot.discord.redeliver(response.interaction.unwrap());
    wait_until("the second response is refused", || refused() == 1).await;
    let second = bot.discord.requests().into_iter().rfind(|it| it.status == 400).unwrap();
    assert_eq!(
        second.body["data"]["content"],
        response.text(),
        "both responses show the same board"
    );
    let games = bot.command(bot.ann, "games", json!({})).await;
    assert_eq!(games.text().matches("against").count(), 1, "{}", games.text());
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_finished_computer_game_is_kept_off_the_leaderboard() {
    let bot = TestBot::open("computer_end").await;
    let mut board = bot.start_computer_game("easy").await;
    while board.button("Rematch").is_none() {
        let open = board.buttons().find(|button| !button.disabled).unwrap().label.clone().unwrap();
        let response = bot.press(bot.ann, &board, &open).await;
        assert!(response.is_update(), "{response:?}");
        board = response.message().clone();
    }
    let ends = ["\n## 🏆 ", "\n## 🤖 ", "\n## 🤝 "];
    assert!(ends.iter().any(|it| board.content.contains(it)), "{}", board.content);
    assert_not_counted(&bot).await;
    bot.close().await;
}

async fn assert_not_counted(bot: &TestBot) {
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    let lines: Vec<_> = stats.text().lines().collect();
    let [title, computer] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(*title, "📊 **Ann**");
    assert!(computer.starts_with("Against the computer: "), "counted separately: {computer}");
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await;
    TestBot::assert_refused(&leaders, "Nobody is on this list yet.");
}

#[tokio::test]
async fn a_computer_win_names_the_computer() {
    let bot = TestBot::builder("computer_wins").backends(scripted_search(LOST)).open().await;
    let mut board = bot.start_computer_game("perfect").await;
    for column in ["3", "2", "2", "2"] {
        board = bot.press(bot.ann, &board, column).await.message().clone();
    }
    let end = "## 🤖 Fourfall wins!\n-# 4 in a row, vertical, column 1";
    assert!(board.content.ends_with(end), "{}", board.content);
    assert_eq!(board.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    assert_not_counted(&bot).await;
    let versus = json!({ "versus": bot.discord.application_id() });
    let stats = bot.command(bot.ann, "stats", versus).await;
    assert_eq!(stats.text(), "📊 **Ann**\nAgainst the computer: won 0 of 1 on perfect");
    bot.close().await;
}

#[tokio::test]
async fn resigning_asks_first_and_a_rematch_starts_at_once() {
    let bot = TestBot::builder("computer_resign").backends(scripted_search(LOST)).open().await;
    let board = bot.start_computer_game("hard").await;
    let board = bot.press(bot.ann, &board, "3").await.message().clone();
    let over = bot.resign(bot.ann, &board).await;
    assert!(over.content.ends_with("## 🤖 Fourfall wins!\n-# 🏳️ Ann resigned."));
    assert_not_counted(&bot).await;

    let stranger = bot.press(bot.ben, &over, "Rematch").await;
    TestBot::assert_refused(&stranger, "Only the two who played can have a rematch.");
    let next = bot.press(bot.ann, &over, "Rematch").await;
    assert!(next.is_new() && !next.is_ephemeral(), "{next:?}");
    assert!(next.text().starts_with("🔴 **Fourfall** (hard) vs 🟡 **Ann**\n"), "{}", next.text());
    assert_eq!(move_number(next.text()), 2, "{}", next.text());
    let again = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&again, "You are still playing the computer here");
    bot.close().await;
}

#[tokio::test]
async fn games_against_the_computer_are_listed() {
    let bot = TestBot::builder("computer_games").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("hard").await;
    bot.press(bot.ann, &board, "4").await;
    let games = bot.command(bot.ann, "games", json!({})).await.message().clone();
    let line =
        format!("🔴 against **Fourfall (hard)** · **your turn** · move 3 · {}", board.link());
    assert!(games.content.contains(&line), "{}", games.content);
    let select = games.rows[0][0].select().unwrap();
    assert_eq!(select.choices[0].label, "Against Fourfall (hard), move 3");
    bot.close().await;
}

#[tokio::test]
async fn a_win_offers_the_next_level() {
    let bot = TestBot::builder("computer_levels").backends(scripted_search("4343434")).open().await;
    let win = async |board: &fake_discord::Message| {
        let mut board = board.clone();
        for column in ["4"; 4] {
            board = bot.press(bot.ann, &board, column).await.message().clone();
        }
        board
    };
    let board = bot.start_computer_game("easy").await;
    let lost = bot.resign(bot.ann, &bot.press(bot.ann, &board, "4").await.message().clone()).await;
    assert_eq!(
        lost.labels(),
        ["Rematch", "Share GIF", "Replay", "Review"],
        "nothing is below easy"
    );
    let board = bot.start_computer_game("hard").await;
    let over = win(&board).await;
    assert_eq!(over.labels(), ["Rematch", "Play perfect", "Share GIF", "Replay", "Review"]);
    let stranger = bot.press(bot.ben, &over, "Play perfect").await;
    TestBot::assert_refused(&stranger, "Only the two who played can have a rematch.");
    let next = bot.press(bot.ann, &over, "Play perfect").await;
    assert!(next.text().starts_with("🔴 **Fourfall** (perfect) vs 🟡 **Ann**\n"), "{next:?}");
    bot.close().await;
}

#[tokio::test]
async fn two_losses_offer_the_level_below() {
    let bot = TestBot::builder("computer_losses").backends(scripted_search("4444")).open().await;
    let board = bot.start_computer_game("hard").await;
    let board = bot.press(bot.ann, &board, "1").await.message().clone();
    let first = bot.resign(bot.ann, &board).await;
    assert_eq!(first.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    let board = bot.press(bot.ann, &first, "Rematch").await.message().clone();
    let board = bot.press(bot.ann, &board, "1").await.message().clone();
    let second = bot.resign(bot.ann, &board).await;
    assert_eq!(second.labels(), ["Rematch", "Play medium", "Share GIF", "Replay", "Review"]);
    bot.close().await;
}

#[tokio::test]
async fn two_losses_in_games_of_their_own_offer_it_too() {
    let search = scripted_search("44444444");
    let bot = TestBot::builder("computer_lost_games").backends(search).open().await;
    let play = async |level, columns: &str| {
        let mut board = bot.start_computer_game(level).await;
        for column in columns.chars() {
            board = bot.press(bot.ann, &board, &column.to_string()).await.message().clone();
        }
        board
    };
    let lose = async |level| bot.resign(bot.ann, &play(level, "1").await).await.labels();
    let without = ["Rematch", "Share GIF", "Replay", "Review"];
    assert_eq!(lose("hard").await, without);
    assert_eq!(lose("medium").await, without, "each level counts by itself");
    play("hard", "1111").await;
    assert_eq!(lose("hard").await, without, "Ann has won in between");
    let over = play("hard", "1212").await;
    assert_eq!(over.labels(), ["Rematch", "Play medium", "Share GIF", "Replay", "Review"]);
    bot.close().await;
}

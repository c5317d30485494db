//! `/stats`.

use serde_json::json;

use crate::support::{TestBot, scripted_search};

#[tokio::test]
async fn stats_cover_the_server_everywhere_and_one_opponent() {
    let bot = TestBot::open("stats").await;
    let none = bot.command(bot.ann, "stats", json!({ "player": bot.ben })).await;
    TestBot::assert_refused(&none, "**Ben** hasn’t finished a game yet.");
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let options = json!({ "player": bot.ben, "versus": bot.ann });
    let response = bot.command(bot.cleo, "stats", options).await;
    let expected = "📊 **Ben**\n\
                    Streak: 1 loss\n\
                    Here: 1 loss\n\
                    Against **Ann**: 1 loss";
    assert_eq!(response.text(), expected);
    let options = json!({ "versus": bot.cleo });
    let response = bot.command(bot.ann, "stats", options.clone()).await;
    let never = "\nYou haven’t finished a game against **Cleo** yet.";
    assert!(response.text().ends_with(never), "{}", response.text());
    let options = json!({ "player": bot.ann, "versus": bot.cleo });
    let response = bot.command(bot.ben, "stats", options).await;
    let never = "\n**Ann** and **Cleo** haven’t finished a game against each other yet.";
    assert!(response.text().ends_with(never), "{}", response.text());
    let own = bot.command(bot.cleo, "stats", json!({})).await;
    TestBot::assert_refused(&own, "You haven’t finished a game yet. Start one with `/play`!");
    bot.close().await;
}

#[tokio::test]
async fn stats_show_the_accuracy_in_reviewed_games() {
    let bot = TestBot::builder("stats_accuracy").backends(scripted_search("")).open().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(bot.play_won_game([bot.ann, bot.ben]).await);
    }
    let stats = async |user| {
        let stats = bot.command(bot.cleo, "stats", json!({ "player": user })).await;
        let accuracy = stats.text().lines().find(|line| line.starts_with("Accuracy"));
        accuracy.map(str::to_owned)
    };
    assert_eq!(stats(bot.ann).await, None);
    for over in &games[..2] {
        bot.press(bot.ben, over, "Review").await;
    }
    // By these scores, column 1 loses and the others draw, but for one that wins.
    let accuracy = |text: &str| Some(text.to_owned());
    assert_eq!(
        stats(bot.ann).await,
        accuracy("Accuracy: 52% in 2 reviewed games of the last 3 against people")
    );
    assert_eq!(
        stats(bot.ben).await,
        accuracy("Accuracy: 72% in 2 reviewed games of the last 3 against people")
    );
    bot.press(bot.ben, &games[2], "Review").await;
    assert_eq!(stats(bot.ben).await, accuracy("Accuracy: 72% over the last 3 games"));
    assert_eq!(stats(bot.cleo).await, None);
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE review SET scores = substr(scores, 2) WHERE game_id = 3").await;
    assert_eq!(
        stats(bot.ben).await,
        accuracy("Accuracy: 72% in 2 reviewed games of the last 3 against people"),
        "a review that does not fit its game"
    );
    let trained = bot.command(bot.ben, "train", json!({})).await;
    assert!(trained.text().starts_with("🎉 Nothing left"), "{}", trained.text());
    bot.close().await;
}

#[tokio::test]
async fn stats_lead_with_rating_streaks_and_the_best_win() {
    let bot = TestBot::open("stats_details").await;
    for _ in 0..2 {
        bot.play_won_game([bot.ann, bot.ben]).await;
    }
    bot.play_won_game([bot.cleo, bot.ann]).await;
    let solved = format!(
        "INSERT INTO puzzle_attempt (player_id, puzzle, tries, started_at, solved_at, streak) \
         VALUES ({}, 260, '4', 1, 2, 4)",
        bot.cleo
    );
    bot.database.sql().await.run(&solved).await;
    let board = bot.start_game(bot.ben, bot.ann).await;
    let board = bot.play_moves_as([bot.ben, bot.ann], &board, "44").await;
    bot.resign(bot.ben, &board).await;
    let stats = bot.command(bot.ben, "stats", json!({ "player": bot.cleo })).await;
    let lines: Vec<_> = stats.text().lines().collect();
    let [title, rating, streak, puzzles, best, record] = lines.as_slice() else {
        panic!("{lines:?}")
    };
    assert_eq!(*title, "📊 **Cleo**");
    assert!(rating.starts_with("📈 **1"), "{rating}");
    assert!(rating.contains(" until it is certain"), "{rating}");
    assert_eq!(*streak, "Streak: 1 win · Best: 1 win");
    assert_eq!(*puzzles, "Puzzle streak: 4 days");
    assert!(best.starts_with("Best win: **Ann** (17"), "{best}");
    assert_eq!(*record, "Here: 1 win", "it is the same everywhere");
    assert!(stats.message().attachments.is_empty(), "a chart takes five games");

    let chat = bot.discord.channel("ann-ben");
    let elsewhere = bot.discord.command(bot.ben, chat, "stats", json!({ "player": bot.ann })).await;
    let best = "\nBest win: against a player rated 1500\n";
    assert!(elsewhere.text().contains(best), "{}", elsewhere.text());
    bot.close().await;
}

#[tokio::test]
async fn five_rated_games_make_a_chart() {
    let bot = TestBot::open("stats_chart").await;
    for opponent in [bot.ben, bot.ben, bot.ben, bot.cleo] {
        bot.play_won_game([bot.ann, opponent]).await;
    }
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.message().attachments.is_empty(), "{stats:?}");
    bot.play_won_game([bot.ann, bot.cleo]).await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    let [png] = stats.message().attachments.as_slice() else { panic!("{stats:?}") };
    assert_eq!((png.filename.as_str(), png.content_type.as_str()), ("rating.png", "image/png"));
    let described = png.description.as_deref().unwrap();
    assert!(described.starts_with("Rating over time: from 1662 to 1"), "{described}");
    bot.close().await;
}

#[tokio::test]
async fn the_computer_keeps_no_results_of_its_own() {
    let bot = TestBot::open("stats_computer").await;
    let computer = bot.discord.application_id();
    for command in ["stats", "history"] {
        let shown = bot.command(bot.ann, command, json!({ "player": computer })).await;
        TestBot::assert_refused(&shown, "🤖 That’s me! I keep no list of my own games.");
    }
    bot.close().await;
}

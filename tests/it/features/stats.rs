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
    let records =
        "📊 **Ben**\nIn this server: 0 wins · 1 loss · 0 draws\nNow: lost the last game\n";
    assert!(response.text().starts_with(records), "{}", response.text());
    let versus = "\nAgainst **Ann**: 0 wins · 1 loss · 0 draws";
    assert!(response.text().ends_with(versus), "{}", response.text());
    let response = bot.command(bot.ann, "stats", json!({ "versus": bot.cleo })).await;
    let never = "**Ann** and **Cleo** haven’t finished a game against each other yet.";
    assert!(response.text().ends_with(never), "{}", response.text());
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
        accuracy("Accuracy: 0% in 2 reviewed games of the last 3 against people")
    );
    assert_eq!(
        stats(bot.ben).await,
        accuracy("Accuracy: 40% in 2 reviewed games of the last 3 against people")
    );
    bot.press(bot.ben, &games[2], "Review").await;
    assert_eq!(stats(bot.ben).await, accuracy("Accuracy: 40% over the last 3 games"));
    assert_eq!(stats(bot.cleo).await, None);
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE review SET scores = substr(scores, 2) WHERE game_id = 3").await;
    assert_eq!(
        stats(bot.ben).await,
        accuracy("Accuracy: 40% in 2 reviewed games of the last 3 against people"),
        "a review that does not fit its game"
    );
    let trained = bot.command(bot.ben, "train", json!({})).await;
    assert!(trained.text().starts_with("🎯 Your game against **Ann**"), "{}", trained.text());
    bot.close().await;
}

#[tokio::test]
async fn stats_show_what_matters_in_three_lines() {
    let bot = TestBot::open("stats_details").await;
    for _ in 0..2 {
        bot.play_won_game([bot.ann, bot.ben]).await;
    }
    let board = bot.start_game(bot.ben, bot.ann).await;
    let board = bot.play_moves_as([bot.ben, bot.ann], &board, "44").await;
    bot.resign(bot.ben, &board).await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    let lines: Vec<_> = stats.text().lines().collect();
    let [title, record, rating, streak] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(*title, "📊 **Ann**");
    assert_eq!(*record, "In this server: 3 wins · 0 losses · 0 draws", "it is the same everywhere");
    assert!(rating.starts_with("Rating in this server: **17"), "{rating}");
    assert!(rating.contains("on the leaderboard by rating after about "), "{rating}");
    assert_eq!(*streak, "Now: won the last 3 games · Best streak: 3 wins in a row");
    let [png] = stats.message().attachments.as_slice() else { panic!("{stats:?}") };
    assert_eq!((png.filename.as_str(), png.content_type.as_str()), ("rating.png", "image/png"));
    let described = png.description.as_deref().unwrap();
    assert!(described.starts_with("Rating over time: from 1662 to 17"), "{described}");
    bot.close().await;
}

//! One's games, the leaderboard, results, help.

use fake_discord::Change;
use serde_json::json;

use crate::support::Arcade;

#[tokio::test]
async fn games_are_listed_everywhere_with_links() {
    let arcade = Arcade::open("games").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let general = arcade.playground.channel("general");
    let options = json!({ "opponent": arcade.cleo, "first": "opponent" });
    let challenge = arcade.playground.command(arcade.ann, general, "play", options).await;
    arcade.press(arcade.cleo, challenge.message(), "Accept").await;
    let games = arcade.command(arcade.ann, "games", json!({})).await;
    assert!(games.is_ephemeral());
    let link = board.link();
    let mine = format!("🔴 against **Ben** · **your turn** · move 1 · {link}");
    assert!(games.text().contains(&mine), "{}", games.text());
    let theirs = "🟡 against **Cleo** · waiting for **Cleo** · move 1 · ";
    assert!(games.text().contains(theirs), "{}", games.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_game_is_resigned_from_the_list() {
    let arcade = Arcade::open("games_resign").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let games = arcade.command(arcade.ann, "games", json!({})).await.message().clone();
    let select = games.rows[0][0].select().unwrap();
    assert_eq!(select.choices[0].label, "Against Ben, move 1");
    let value = select.choices[0].value.clone();
    let values = [value.as_str()];
    let pick = || arcade.playground.select(arcade.ann, &games, &select.custom_id, &values);
    let asked = pick().await.message().clone();
    assert!(asked.content.contains("really want to resign your game against **Ben**?"));
    let back = arcade.press(arcade.ann, &asked, "Play on").await.message().clone();
    assert!(back.content.starts_with("**Your games**"), "{}", back.content);
    let asked = pick().await.message().clone();

    let board = arcade.moves(&board, "4").await;
    let again = arcade.press(arcade.ann, &asked, "Really resign").await.message().clone();
    assert!(again.content.contains("really want"), "the game has changed: {}", again.content);
    let mut changes = arcade.playground.changes();
    let done = arcade.press(arcade.ann, &again, "Really resign").await;
    assert!(done.text().starts_with("🏳️ You resigned your game against **Ben**."));
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == board.id);
    let over = changes.next_where(edited).await.message().unwrap();
    assert!(over.content.contains("🏳️ **Ann** resigns. 🟡 **Ben** wins!"), "{}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn many_games_come_in_pages() {
    let arcade = Arcade::open("games_pages").await;
    // The name that takes most room once it is made harmless.
    arcade.playground.rename(arcade.ben, &"@".repeat(32));
    for number in 0..8 {
        let channel = arcade.playground.add_channel(&format!("room-{number}"));
        let options = json!({ "opponent": arcade.ben, "first": "me" });
        let challenge = arcade.playground.command(arcade.ann, channel, "play", options).await;
        arcade.press(arcade.ben, challenge.message(), "Accept").await;
    }
    let first = arcade.command(arcade.ann, "games", json!({})).await.message().clone();
    assert!(first.content.ends_with("Page 1 of 2"), "{}", first.content);
    assert_eq!(first.content.matches("against").count(), 5);
    let second = arcade.press(arcade.ann, &first, "Next").await.message().clone();
    assert!(second.content.ends_with("Page 2 of 2"), "{}", second.content);
    assert_eq!(second.content.matches("against").count(), 3);
    let back = arcade.press(arcade.ann, &second, "Previous").await;
    assert_eq!(back.text(), first.content);
    arcade.close().await;
}

#[tokio::test]
async fn the_leaderboard_has_pages_and_always_ones_own_row() {
    let arcade = Arcade::open("leaderboard").await;
    let none = arcade.command(arcade.ann, "leaderboard", json!({})).await;
    Arcade::refused(&none, "Nobody has finished a game in this server yet.");
    for number in 0..11 {
        let player = arcade.playground.add_person(&format!("Player {number}"));
        let board = arcade.begin(player, arcade.ann).await;
        arcade.moves_of([player, arcade.ann], &board, "1212121").await;
    }
    let first = arcade.command(arcade.ann, "leaderboard", json!({})).await.message().clone();
    assert!(first.is_ephemeral());
    assert_eq!(first.content.matches("🥇").count(), 10, "equal records share a rank");
    let own = "You: `12.` **Ann** · 0 wins · 11 losses · 0 draws\n12 players";
    assert!(first.content.ends_with(own), "{}", first.content);
    let second = arcade.press(arcade.ann, &first, "Next").await;
    assert!(
        second.text().contains("\n🥇 **Player 10** · 1 win · 0 losses · 0 draws\n`12.` **Ann**")
    );
    let watching = arcade.command(arcade.cleo, "leaderboard", json!({})).await;
    assert!(watching.text().contains("You haven’t finished a game here yet."));
    arcade.close().await;
}

#[tokio::test]
async fn stats_tell_results_here_everywhere_and_against_somebody() {
    let arcade = Arcade::open("stats").await;
    let none = arcade.command(arcade.ann, "stats", json!({ "player": arcade.ben })).await;
    Arcade::refused(&none, "**Ben** hasn’t finished a game yet.");
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "1212121").await;
    let options = json!({ "player": arcade.ben, "versus": arcade.ann });
    let answer = arcade.command(arcade.cleo, "stats", options).await;
    let records = "📊 **Ben**\nIn this server: 0 wins · 1 loss · 0 draws\nEverywhere: 0 wins · 1 loss · \
                   0 draws\n";
    assert!(answer.text().starts_with(records), "{}", answer.text());
    let versus = "\nAgainst **Ann**: 0 wins · 1 loss · 0 draws";
    assert!(answer.text().ends_with(versus), "{}", answer.text());
    let answer = arcade.command(arcade.ann, "stats", json!({ "versus": arcade.cleo })).await;
    let never = "**Ann** and **Cleo** haven’t finished a game against each other yet.";
    assert!(answer.text().ends_with(never), "{}", answer.text());
    arcade.close().await;
}

#[tokio::test]
async fn help_fits_into_one_message() {
    let arcade = Arcade::open("help").await;
    let answer = arcade.command(arcade.ann, "help", json!({})).await;
    Arcade::refused(&answer, "Four of yours in a row win");
    assert!(answer.text().chars().count() < 1_300);
    arcade.close().await;
}

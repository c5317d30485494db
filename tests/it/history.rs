//! Finished games: listed, gone through, shared.

use fake_discord::{Message, UserId};
use serde_json::json;

use crate::support::Arcade;

async fn win(arcade: &Arcade, players: [UserId; 2]) -> Message {
    let board = arcade.begin(players[0], players[1]).await;
    arcade.moves_of(players, &board, "1212121").await
}

#[tokio::test]
async fn finished_games_are_listed_the_last_one_first() {
    let arcade = Arcade::open("history").await;
    let none = arcade.command(arcade.ann, "history", json!({})).await;
    Arcade::refused(&none, "**Ann** hasn’t finished a game that you can see here.");
    win(&arcade, [arcade.ann, arcade.ben]).await;
    win(&arcade, [arcade.cleo, arcade.ann]).await;
    arcade.begin(arcade.ann, arcade.ben).await;
    let history = arcade.command(arcade.ann, "history", json!({})).await.message().clone();
    assert!(history.is_ephemeral());
    let lines: Vec<_> = history.content.lines().collect();
    assert_eq!(lines[0], "📜 **Ann**: finished games");
    assert!(lines[1].starts_with("`#2` ❌ lost to **Cleo** · 7 moves · <t:"), "{}", lines[1]);
    assert!(lines[2].starts_with("`#1` ✅ won against **Ben** · 7 moves · <t:"), "{}", lines[2]);
    assert_eq!(lines.len(), 3, "what goes on is not listed");
    let of_ben = arcade.command(arcade.cleo, "history", json!({ "player": arcade.ben })).await;
    assert!(of_ben.text().contains("`#1` ❌ lost to **Ann**"), "{}", of_ben.text());
    arcade.close().await;
}

#[tokio::test]
async fn long_histories_come_in_pages() {
    let arcade = Arcade::open("history_pages").await;
    for _ in 0..12 {
        win(&arcade, [arcade.ann, arcade.ben]).await;
    }
    let first = arcade.command(arcade.ben, "history", json!({})).await.message().clone();
    assert!(first.content.contains("\n`#12`") && first.content.contains("\n`#3`"));
    assert!(first.button("Previous").unwrap().disabled);
    let second = arcade.press(arcade.ben, &first, "Next").await.message().clone();
    assert!(second.content.contains("\n`#2`") && !second.content.contains("\n`#3`"));
    assert!(second.button("Next").unwrap().disabled);
    let back = arcade.press(arcade.ben, &second, "Previous").await;
    assert_eq!(back.text(), first.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_finished_game_is_gone_through_move_by_move() {
    let arcade = Arcade::open("replay").await;
    let over = win(&arcade, [arcade.ann, arcade.ben]).await;
    let start = arcade.press(arcade.cleo, &over, "Replay").await.message().clone();
    assert!(start.is_ephemeral(), "who looks on disturbs nobody");
    assert!(start.content.contains("\nBefore the first move. 7 moves follow.\n"));
    assert_eq!(start.content.matches("🔵").count(), 42);
    let copy = "\nMoves to copy: `1212121` · [see it in a solver](<https://connect4.gamesolver.org/?pos=1212121>)";
    assert!(start.content.ends_with(copy), "{}", start.content);
    assert!(start.button("⏮").unwrap().disabled && start.button("◀").unwrap().disabled);

    let one = arcade.press(arcade.cleo, &start, "▶").await.message().clone();
    assert!(one.content.contains("\nMove 1 of 7: **Ann** played column 1.\n"), "{}", one.content);
    assert!(one.content.contains("\n🔽2️⃣"), "the newest disc is marked");
    assert!(one.content.contains("\n🔴🔵🔵🔵🔵🔵🔵\nMove 1"));
    let end = arcade.press(arcade.cleo, &one, "⏭").await.message().clone();
    assert!(end.content.contains("Move 7 of 7: **Ann** played column 1.\n🔴 **Ann** wins with"));
    assert_eq!(end.content.matches("🟥").count(), 4, "the line is marked at the end");
    assert!(end.button("▶").unwrap().disabled && end.button("⏭").unwrap().disabled);
    let before = arcade.press(arcade.cleo, &end, "◀").await.message().clone();
    assert!(before.content.contains("Move 6 of 7: **Ben** played column 2."), "{}", before.content);
    let again = arcade.press(arcade.cleo, &before, "⏮").await;
    assert_eq!(again.text(), start.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_game_is_found_by_its_number_or_from_the_list() {
    let arcade = Arcade::open("replay_number").await;
    win(&arcade, [arcade.ann, arcade.ben]).await;
    let offered = arcade
        .playground
        .complete(arcade.ann, arcade.games, "replay", json!({ "game": "" }), "game")
        .await;
    assert_eq!(offered.choices()[0].name, "#1 against Ben");
    let typed = arcade
        .playground
        .complete(arcade.ann, arcade.games, "replay", json!({ "game": "cle" }), "game")
        .await;
    assert!(typed.choices().is_empty(), "there was none against Cleo");
    for number in ["1", " #1 "] {
        let replay = arcade.command(arcade.ben, "replay", json!({ "game": number })).await;
        assert!(replay.text().contains("7 moves follow"), "{}", replay.text());
    }
    for wrong in ["2", "0", "-1", "one"] {
        let replay = arcade.command(arcade.ben, "replay", json!({ "game": wrong })).await;
        Arcade::refused(&replay, "I can’t find that game. `/history` lists finished games");
    }
    arcade.begin(arcade.ann, arcade.ben).await;
    let live = arcade.command(arcade.ben, "replay", json!({ "game": "2" })).await;
    Arcade::refused(&live, "This game isn’t over yet.");

    let history = arcade.command(arcade.ann, "history", json!({})).await.message().clone();
    let select = history.rows[0][0].select().unwrap();
    assert_eq!(select.choices[0].label, "#1 against Ben");
    let values = [select.choices[0].value.as_str()];
    let picked = arcade.playground.select(arcade.ann, &history, &select.custom_id, &values).await;
    assert!(picked.is_new() && picked.text().contains("7 moves follow"), "{picked:?}");
    arcade.close().await;
}

#[tokio::test]
async fn what_was_played_elsewhere_is_the_players_own() {
    let arcade = Arcade::open("history_private").await;
    let chat = arcade.playground.channel("ann-ben");
    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.playground.command(arcade.ann, chat, "play", options).await;
    let board = arcade.press(arcade.ben, challenge.message(), "Accept").await.message().clone();
    arcade.moves(&board, "4343434").await;
    let stranger = arcade.command(arcade.cleo, "history", json!({ "player": arcade.ann })).await;
    Arcade::refused(&stranger, "hasn’t finished a game that you can see here");
    let stranger = arcade.command(arcade.cleo, "replay", json!({ "game": "1" })).await;
    Arcade::refused(&stranger, "I can’t find that game.");
    let other = arcade.command(arcade.ben, "history", json!({ "player": arcade.ann })).await;
    assert!(other.text().contains("`#1` ✅ won against **Ben**"), "{}", other.text());
    let own = arcade.command(arcade.ann, "replay", json!({ "game": "1" })).await;
    assert!(own.text().contains("7 moves follow"), "{}", own.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_game_is_shared_as_an_animation() {
    let arcade = Arcade::open("share").await;
    let over = win(&arcade, [arcade.ann, arcade.ben]).await;
    let replay = arcade.press(arcade.ann, &over, "Replay").await.message().clone();
    let shared = arcade.press(arcade.ann, &replay, "Share as animation").await;
    assert!(shared.is_new() && !shared.is_ephemeral(), "{shared:?}");
    let text = "🔴 **Ann** vs 🟡 **Ben**\n🔴 **Ann** wins with 4 in a row, vertical, column 1!";
    assert_eq!(shared.text(), text);
    let [gif] = shared.message().attachments.as_slice() else { panic!("{shared:?}") };
    assert_eq!((gif.filename.as_str(), gif.content_type.as_str()), ("game.gif", "image/gif"));
    assert_eq!(gif.description.as_deref(), Some("Ann against Ben on a board, move by move"));
    assert!((1_000..500_000).contains(&gif.size), "{} bytes", gif.size);
    arcade.close().await;
}

#[tokio::test]
async fn games_without_a_move_and_on_other_boards_are_shown_too() {
    let arcade = Arcade::open("replay_others").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let asked = arcade.press(arcade.ann, &board, "Resign").await.message().clone();
    let over = arcade.press(arcade.ann, &asked, "Really resign").await.message().clone();
    let replay = arcade.press(arcade.ben, &over, "Replay").await;
    assert!(replay.text().contains("Nobody made a move.\n🏳️ **Ann** resigns."));
    assert_eq!(replay.message().labels(), ["Share as animation"]);

    let options = json!({ "opponent": arcade.ben, "first": "me", "board": "6x5" });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    let board = arcade.press(arcade.ben, &challenge, "Accept").await.message().clone();
    let over = arcade.moves(&board, "1212121").await;
    assert_eq!(over.labels(), ["Rematch", "Replay"], "other boards are not reviewed");
    let replay = arcade.press(arcade.ben, &over, "Replay").await;
    assert!(replay.text().ends_with("Moves to copy: `1212121`"), "{}", replay.text());
    let review = arcade.command(arcade.ann, "review", json!({ "game": "2" })).await;
    Arcade::refused(&review, "I can only review games on the 7 × 6 board.");
    arcade.close().await;
}

#[tokio::test]
async fn stats_tell_ratings_streaks_openings_and_games_against_the_computer() {
    let arcade = Arcade::open("stats_details").await;
    for _ in 0..2 {
        win(&arcade, [arcade.ann, arcade.ben]).await;
    }
    let board = arcade.begin(arcade.ben, arcade.ann).await;
    arcade.moves_of([arcade.ben, arcade.ann], &board, "44").await;
    let asked = arcade.press(arcade.ben, &board, "Resign").await;
    assert!(asked.is_ephemeral() || asked.is_update());
    arcade.command(arcade.ben, "resign", json!({})).await;
    let asked = arcade.command(arcade.ben, "board", json!({})).await.message().clone();
    let asked = arcade.press(arcade.ben, &asked, "Resign").await.message().clone();
    arcade.press(arcade.ben, &asked, "Really resign").await;
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    let lines: Vec<_> = stats.text().lines().collect();
    assert_eq!(lines[1], "In this server: 3 wins · 0 losses · 0 draws");
    assert!(lines[3].starts_with("Rating in this server: **17"), "{}", lines[3]);
    assert!(lines[3].ends_with(", not sure yet"), "{}", lines[3]);
    assert!(lines[4].starts_with("Rating everywhere: **17"), "{}", lines[4]);
    assert_eq!(lines[5], "Now: won the last 3 games · Best streak: 3 wins in a row");
    assert_eq!(lines[6], "Going first: 2 wins · 0 losses · 0 draws");
    assert_eq!(lines[7], "Going second: 1 win · 0 losses · 0 draws");
    assert_eq!(lines[8], "Average game: 5 moves");
    assert_eq!(lines[9], "Best first move: column 1, won 2 of 2 games");
    let [png] = stats.message().attachments.as_slice() else { panic!("{stats:?}") };
    assert_eq!((png.filename.as_str(), png.content_type.as_str()), ("rating.png", "image/png"));
    let described = png.description.as_deref().unwrap();
    assert!(described.starts_with("Rating over time: from 1662 to 17"), "{described}");
    arcade.close().await;
}

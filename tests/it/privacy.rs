//! What is stored of people: told, exported, deleted.

use fake_discord::{Change, Message};
use fourfall::{play::PlayerId, store};
use serde_json::{Value, json};

use crate::support::Arcade;

async fn won(arcade: &Arcade) -> Message {
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "1212121").await
}

#[tokio::test]
async fn three_sentences_tell_what_is_stored() {
    let arcade = Arcade::open("privacy_about").await;
    let about = arcade.command(arcade.ann, "privacy about", json!({})).await;
    Arcade::refused(&about, "I never read or store what people write.");
    assert_eq!(about.text().matches(". ").count(), 2, "{}", about.text());
    arcade.close().await;
}

#[tokio::test]
async fn all_that_is_stored_of_somebody_is_exported_but_no_token() {
    let arcade = Arcade::open("privacy_export").await;
    let nothing = arcade.command(arcade.ann, "privacy export", json!({})).await;
    Arcade::refused(&nothing, "I know nothing about you");
    won(&arcade).await;
    let export = arcade.command(arcade.ann, "privacy export", json!({})).await;
    assert!(export.is_ephemeral(), "{export:?}");
    let [file] = export.message().attachments.as_slice() else { panic!("{export:?}") };
    assert_eq!(file.filename, "fourfall.json");
    let bytes = arcade.playground.file(&file.url).unwrap();
    let all: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(all["player"][0]["name"], "Ann");
    assert_eq!(all["player"].as_array().unwrap().len(), 1, "of nobody else");
    assert_eq!(all["game"][0]["moves"], "1212121");
    assert_eq!(all["game"][0]["ending"], "won");
    assert_eq!(all["rating"].as_array().unwrap().len(), 2);
    assert_eq!(all["standing"][0]["wins"], 1);
    for table in ["game", "challenge"] {
        assert_eq!(all[table][0]["token"], "", "{table}");
    }
    arcade.close().await;
}

#[tokio::test]
async fn who_deletes_their_data_is_asked_once_more_and_then_forgotten() {
    let arcade = Arcade::open("privacy_delete").await;
    let over = won(&arcade).await;
    let live = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&live, "44").await;
    let general = arcade.playground.channel("general");
    let alone = json!({ "level": "easy", "first": "me" });
    arcade.playground.command(arcade.ann, general, "play", alone).await;
    let ask = arcade.command(arcade.ann, "privacy delete", json!({})).await.message().clone();
    assert!(ask.content.contains("Nobody can undo this."), "{}", ask.content);
    let kept = arcade.press(arcade.ann, &ask, "Keep my data").await;
    assert_eq!(kept.text(), "👍 Nothing was deleted.");
    assert!(arcade.command(arcade.ann, "stats", json!({})).await.text().contains("1 win"));

    let ask = arcade.command(arcade.ann, "privacy delete", json!({})).await.message().clone();
    let mut changes = arcade.playground.changes();
    let deleted = arcade.press(arcade.ann, &ask, "Delete my data").await;
    assert!(deleted.text().starts_with("🗑️ Done."), "{}", deleted.text());
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == live.id);
    let ended = changes.next_where(edited).await.message().unwrap().clone();
    let resigned = "🏳️ **a deleted player** resigns. 🟡 **Ben** wins!";
    assert!(ended.content.contains(resigned), "{}", ended.content);
    assert!(!ended.content.contains("Ann"), "{}", ended.content);

    let gone = arcade.command(arcade.ann, "privacy export", json!({})).await;
    Arcade::refused(&gone, "I know nothing about you");
    let stats = arcade.command(arcade.ben, "stats", json!({ "player": arcade.ann })).await;
    Arcade::refused(&stats, "hasn’t finished a game yet");
    let games = arcade.command(arcade.ann, "games", json!({})).await;
    Arcade::refused(&games, "You have no games going on.");
    let own = arcade.command(arcade.ben, "stats", json!({})).await;
    assert!(own.text().contains("In this server: 1 win · 1 loss · 0 draws"), "{}", own.text());
    let history = arcade.command(arcade.ben, "history", json!({})).await;
    assert!(history.text().contains("❌ lost to **a deleted player**"), "{}", history.text());
    let replay = arcade.press(arcade.ben, &over, "Replay").await;
    assert!(replay.text().starts_with("🔴 **a deleted player** vs 🟡 **Ben**"));

    let again = arcade.command(arcade.ann, "privacy delete", json!({})).await.message().clone();
    let nothing = arcade.press(arcade.ann, &again, "Delete my data").await;
    assert!(nothing.text().starts_with("I know nothing about you"), "{}", nothing.text());
    won(&arcade).await;
    let fresh = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(fresh.text().contains("Rating everywhere: **16"), "{}", fresh.text());
    arcade.close().await;
}

#[tokio::test]
async fn nothing_is_left_that_leads_to_who_was_deleted() {
    let arcade = Arcade::open("privacy_traces").await;
    won(&arcade).await;
    let options = json!({ "opponent": arcade.cleo });
    arcade.command(arcade.ann, "play", options).await;
    let ask = arcade.command(arcade.ann, "privacy delete", json!({})).await.message().clone();
    arcade.press(arcade.ann, &ask, "Delete my data").await;
    let store = store::open(&arcade.database()).await.unwrap();
    let (send, mut rows) = tokio::sync::mpsc::channel(1_000);
    store.export(send).await.unwrap();
    let ann = arcade.ann.get();
    let mut count = 0;
    while let Some((table, row)) = rows.recv().await {
        let row = Value::from(row).to_string();
        assert!(!row.contains(&ann.to_string()), "{}: {row}", table.name);
        assert!(!row.contains("\"Ann\""), "{}: {row}", table.name);
        count += 1;
    }
    assert!(count > 5, "the rest is there");
    assert_eq!(store.player(PlayerId(ann)).await.unwrap(), None);
    store.close().await;
    arcade.close().await;
}

#[tokio::test]
async fn names_show_to_all_servers_only_if_their_owners_want_that() {
    let arcade = Arcade::open("privacy_listed").await;
    won(&arcade).await;
    let options = json!({ "scope": "everywhere" });
    let leaders = arcade.command(arcade.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("🥇 **somebody** · 1 win"), "{}", leaders.text());
    let listed = arcade.command(arcade.ann, "privacy listed", json!({ "show": true })).await;
    Arcade::refused(&listed, "Your name now shows on the leaderboard of all servers.");
    let leaders = arcade.command(arcade.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("🥇 **Ann** · 1 win"), "{}", leaders.text());
    let hidden = arcade.command(arcade.ann, "privacy listed", json!({ "show": false })).await;
    Arcade::refused(&hidden, "Your name no longer shows");
    let leaders = arcade.command(arcade.ben, "leaderboard", options).await;
    assert!(leaders.text().contains("🥇 **somebody**"), "{}", leaders.text());
    arcade.close().await;
}

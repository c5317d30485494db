//! The `/privacy` commands.

use fake_discord::{Message, MessageEvent};
use fourfall::{game::PlayerId, store};
use serde_json::{Value, json};

use crate::support::TestBot;

async fn play_won_game(bot: &TestBot) -> Message {
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await
}

#[tokio::test]
async fn privacy_about_is_three_sentences() {
    let bot = TestBot::open("privacy_about").await;
    let about = bot.command(bot.ann, "privacy about", json!({})).await;
    TestBot::assert_refused(&about, "I never read or store what people write.");
    assert_eq!(about.text().matches(". ").count(), 2, "{}", about.text());
    bot.close().await;
}

#[tokio::test]
async fn an_export_has_all_of_a_users_data_but_no_tokens() {
    let bot = TestBot::open("privacy_export").await;
    let nothing = bot.command(bot.ann, "privacy export", json!({})).await;
    TestBot::assert_refused(&nothing, "I know nothing about you");
    play_won_game(&bot).await;
    let export = bot.command(bot.ann, "privacy export", json!({})).await;
    assert!(export.is_ephemeral(), "{export:?}");
    let [file] = export.message().attachments.as_slice() else { panic!("{export:?}") };
    assert_eq!(file.filename, "fourfall.json");
    let bytes = bot.discord.attachment(&file.url).unwrap();
    let all: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(all["player"][0]["name"], "Ann");
    assert_eq!(all["player"].as_array().unwrap().len(), 1, "no other players");
    assert_eq!(all["game"][0]["moves"], "1212121");
    assert_eq!(all["game"][0]["result"], "won");
    assert_eq!(all["rating"].as_array().unwrap().len(), 2);
    assert_eq!(all["leaderboard_entry"][0]["wins"], 1);
    for table in ["game", "challenge"] {
        assert_eq!(all[table][0]["token"], "", "{table}");
    }
    bot.close().await;
}

#[tokio::test]
async fn data_is_deleted_after_a_confirmation() {
    let bot = TestBot::open("privacy_delete").await;
    let over = play_won_game(&bot).await;
    let live = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&live, "44").await;
    let general = bot.discord.channel("general");
    let alone = json!({ "level": "easy", "first": "me" });
    bot.discord.command(bot.ann, general, "play", alone).await;
    let prompt = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    assert!(prompt.content.contains("Nobody can undo this."), "{}", prompt.content);
    let cancelled = bot.press(bot.ann, &prompt, "Keep my data").await;
    assert_eq!(cancelled.text(), "👍 Nothing was deleted.");
    assert!(bot.command(bot.ann, "stats", json!({})).await.text().contains("1 win"));

    let prompt = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    let mut events = bot.discord.events();
    let deleted = bot.press(bot.ann, &prompt, "Delete my data").await;
    assert!(deleted.text().starts_with("🗑️ Done."), "{}", deleted.text());
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == live.id);
    let ended = events.next_where(edited).await.into_message().unwrap().clone();
    let resigned = "🏳️ **a deleted player** resigns. 🟡 **Ben** wins!";
    assert!(ended.content.contains(resigned), "{}", ended.content);
    assert!(!ended.content.contains("Ann"), "{}", ended.content);
    assert_eq!(ended.labels(), ["Replay", "Review"], "nobody is left for a rematch");
    let rematch = bot.press(bot.ben, &over, "Rematch").await;
    TestBot::assert_refused(&rematch, "Your opponent has deleted their data here");

    let gone = bot.command(bot.ann, "privacy export", json!({})).await;
    TestBot::assert_refused(&gone, "I know nothing about you");
    let stats = bot.command(bot.ben, "stats", json!({ "player": bot.ann })).await;
    TestBot::assert_refused(&stats, "hasn’t finished a game yet");
    let games = bot.command(bot.ann, "games", json!({})).await;
    TestBot::assert_refused(&games, "You have no games going on.");
    let own = bot.command(bot.ben, "stats", json!({})).await;
    assert!(own.text().contains("In this server: 1 win · 1 loss · 0 draws"), "{}", own.text());
    let history = bot.command(bot.ben, "history", json!({})).await;
    assert!(history.text().contains("❌ lost to **a deleted player**"), "{}", history.text());
    let replay = bot.press(bot.ben, &over, "Replay").await;
    assert!(replay.text().starts_with("🔴 **a deleted player** vs 🟡 **Ben**"));

    let again = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    let nothing = bot.press(bot.ann, &again, "Delete my data").await;
    assert!(nothing.text().starts_with("I know nothing about you"), "{}", nothing.text());
    play_won_game(&bot).await;
    let fresh = bot.command(bot.ann, "stats", json!({})).await;
    assert!(fresh.text().contains("Rating everywhere: **16"), "{}", fresh.text());
    bot.close().await;
}

#[tokio::test]
async fn deletion_leaves_no_trace_of_the_user() {
    let bot = TestBot::open("privacy_traces").await;
    play_won_game(&bot).await;
    let options = json!({ "opponent": bot.cleo });
    bot.command(bot.ann, "play", options).await;
    let prompt = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    bot.press(bot.ann, &prompt, "Delete my data").await;
    let store = store::open(&bot.database_url()).await.unwrap();
    let (send, mut rows) = tokio::sync::mpsc::channel(1_000);
    store.export(send).await.unwrap();
    let ann = bot.ann.get();
    let mut count = 0;
    while let Some((table, row)) = rows.recv().await {
        let row = Value::from(row).to_string();
        assert!(!row.contains(&ann.to_string()), "{}: {row}", table.name);
        assert!(!row.contains("\"Ann\""), "{}: {row}", table.name);
        count += 1;
    }
    assert!(count > 5, "the other data is kept");
    assert_eq!(store.player(PlayerId(ann)).await.unwrap(), None);
    store.close().await;
    bot.close().await;
}

#[tokio::test]
async fn the_buttons_of_a_leaderboard_name_nobody() {
    let bot = TestBot::open("privacy_buttons").await;
    let mut players = vec![bot.ann];
    for number in 0..11 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        let board = bot.start_game(player, bot.ann).await;
        bot.play_moves_as([player, bot.ann], &board, "1212121").await;
        players.push(player);
    }
    let options = json!({ "scope": "everywhere" });
    let first = bot.command(bot.ann, "leaderboard", options).await.message().clone();
    let second = bot.press(bot.ann, &first, "Next").await.message().clone();
    for page in [first, second] {
        for id in page.buttons().filter_map(|button| button.custom_id.as_deref()) {
            let named = players.iter().find(|player| id.contains(&player.to_string()));
            assert_eq!(named, None, "{id}");
        }
    }
    bot.close().await;
}

#[tokio::test]
async fn names_are_hidden_globally_unless_the_user_opts_in() {
    let bot = TestBot::open("privacy_listed").await;
    play_won_game(&bot).await;
    let options = json!({ "scope": "everywhere" });
    let leaders = bot.command(bot.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("\n`1.` **Hidden player** · 1 win"), "{}", leaders.text());
    let listed = bot.command(bot.ann, "privacy listed", json!({ "show": true })).await;
    TestBot::assert_refused(&listed, "Your name now shows on the leaderboard of all servers.");
    let leaders = bot.command(bot.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("🥇 **Ann** · 1 win"), "{}", leaders.text());
    let hidden = bot.command(bot.ann, "privacy listed", json!({ "show": false })).await;
    TestBot::assert_refused(&hidden, "Your name no longer shows");
    let leaders = bot.command(bot.ben, "leaderboard", options).await;
    assert!(leaders.text().contains("\n`1.` **Hidden player**"), "{}", leaders.text());
    bot.close().await;
}

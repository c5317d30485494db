//! `/history`, replays and sharing.

use std::time::Duration;

use serde_json::json;

use crate::support::TestBot;

#[tokio::test]
async fn finished_games_are_listed_newest_first() {
    let bot = TestBot::open("history").await;
    let none = bot.command(bot.ann, "history", json!({})).await;
    TestBot::assert_refused(&none, "You haven’t finished a game yet. Start one with `/play`!");
    let of_ben = bot.command(bot.ann, "history", json!({ "player": bot.ben })).await;
    TestBot::assert_refused(&of_ben, "**Ben** hasn’t finished a game that you can see here.");
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.play_won_game([bot.cleo, bot.ann]).await;
    bot.start_game(bot.ann, bot.ben).await;
    let history = bot.command(bot.ann, "history", json!({})).await.message().clone();
    assert!(history.is_ephemeral());
    let lines: Vec<_> = history.content.lines().collect();
    assert_eq!(lines[0], "📜 **Your finished games**");
    assert!(lines[1].starts_with("`#2` **Cleo** · ❌ lost · 7 moves · <t:"), "{}", lines[1]);
    assert!(lines[2].starts_with("`#1` **Ben** · ✅ won · 7 moves · <t:"), "{}", lines[2]);
    assert_eq!(lines.len(), 3, "live games are not listed");
    let select = history.rows[0][0].select().unwrap();
    assert_eq!(select.placeholder.as_deref(), Some("Replay or review a game…"));
    let of_ben = bot.command(bot.cleo, "history", json!({ "player": bot.ben })).await;
    let of_ben = of_ben.text();
    assert!(of_ben.starts_with("📜 **Ben**: finished games\n"), "{of_ben}");
    assert!(of_ben.contains("`#1` **Ann** · ❌ lost · 7 moves"), "{of_ben}");
    bot.close().await;
}

#[tokio::test]
async fn long_histories_are_paged() {
    let bot = TestBot::open("history_pages").await;
    for _ in 0..12 {
        bot.play_won_game([bot.ann, bot.ben]).await;
    }
    let first = bot.command(bot.ben, "history", json!({})).await.message().clone();
    assert!(first.content.contains("\n`#12`") && first.content.contains("\n`#3`"));
    assert!(first.button("Previous").unwrap().disabled);
    let second = bot.press(bot.ben, &first, "Next").await.message().clone();
    assert!(second.content.contains("\n`#2`") && !second.content.contains("\n`#3`"));
    assert!(second.button("Next").unwrap().disabled);
    let back = bot.press(bot.ben, &second, "Previous").await;
    assert_eq!(back.text(), first.content);
    bot.close().await;
}

#[tokio::test]
async fn pages_of_a_player_who_is_gone_say_so() {
    let bot = TestBot::open("history_gone").await;
    for _ in 0..11 {
        bot.play_won_game([bot.ann, bot.ben]).await;
    }
    let options = json!({ "player": bot.ben });
    let first = bot.command(bot.cleo, "history", options).await.message().clone();
    bot.delete_data(bot.ben).await;
    let gone = bot.press(bot.cleo, &first, "Next").await;
    TestBot::assert_refused(&gone, "I have no games by this player.");
    bot.close().await;
}

#[tokio::test]
async fn a_replay_begins_before_the_first_move() {
    let bot = TestBot::open("replay").await;
    let over = bot.play_won_game([bot.ann, bot.ben]).await;
    let start = bot.press(bot.cleo, &over, "Replay").await.message().clone();
    assert!(start.is_ephemeral(), "a replay is ephemeral");
    assert!(start.content.ends_with("\nBefore the first move. 7 moves follow."));
    assert_eq!(start.content.matches("🔵").count(), 42);
    assert!(start.button("Start").unwrap().disabled && start.button("Back").unwrap().disabled);
    assert!(start.button("Moves").is_none(), "{:?}", start.labels());
    let end = bot.press(bot.cleo, &start, "End").await.message().clone();
    assert!(
        end.content.contains("Move 7 of 7: **Ann** played column 1.\n## 🏆 Ann wins!\n-# 4 in")
    );
    assert_eq!(end.content.matches("🟥").count(), 4, "the line is marked at the end");
    assert!(end.button("Next").unwrap().disabled && end.button("End").unwrap().disabled);
    let again = bot.press(bot.cleo, &end, "Start").await;
    assert_eq!(again.text(), start.content);
    let one = bot.press(bot.cleo, &start, "Next").await.message().clone();
    assert!(one.content.ends_with("\nMove 1 of 7: **Ann** played column 1."), "{}", one.content);
    assert!(one.content.contains("\n🔽2️⃣"), "the newest disc is marked");
    assert!(one.content.contains("\n🔴🔵🔵🔵🔵🔵🔵\n\nMove 1"));
    let again = bot.press(bot.cleo, &one, "End").await.message().clone();
    assert_eq!(again.content, end.content);
    let before = bot.press(bot.cleo, &again, "Back").await;
    assert!(before.text().contains("Move 6 of 7: **Ben** played column 2."), "{}", before.text());
    bot.close().await;
}

#[tokio::test]
async fn a_replay_opens_from_the_list() {
    let bot = TestBot::open("replay_list").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    let history = bot.command(bot.ann, "history", json!({})).await.message().clone();
    let select = history.rows[0][0].select().unwrap();
    assert_eq!(select.choices[0].label, "#1 against Ben");
    let values = [select.choices[0].value.as_str()];
    let picked = bot.discord.select(bot.ann, &history, &select.custom_id, &values).await;
    assert!(picked.is_update() && picked.text().contains("7 moves follow."), "{picked:?}");
    bot.close().await;
}

#[tokio::test]
async fn games_elsewhere_are_visible_only_to_their_players() {
    let bot = TestBot::open("history_private").await;
    let chat = bot.discord.channel("ann-ben");
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.discord.command(bot.ann, chat, "play", options).await;
    let board = bot.press(bot.ben, challenge.message(), "Accept").await.message().clone();
    bot.play_moves(&board, "4343434").await;
    let stranger = bot.command(bot.cleo, "history", json!({ "player": bot.ann })).await;
    TestBot::assert_refused(&stranger, "hasn’t finished a game that you can see here");
    let other = bot.command(bot.ben, "history", json!({ "player": bot.ann })).await;
    assert!(other.text().contains("`#1` **Ben** · ✅ won · 7 moves"), "{}", other.text());
    let own = bot.replay(bot.ann, bot.channel, bot.ann, 1).await;
    assert!(own.text().contains("7 moves follow."), "{}", own.text());
    bot.close().await;
}

#[tokio::test]
async fn a_game_is_shared_as_an_animation() {
    let bot = TestBot::builder("share").single_process().open().await;
    let over = bot.play_won_game([bot.ann, bot.ben]).await;
    let replay = bot.press(bot.ann, &over, "Replay").await.message().clone();
    let shared = bot.press_to_post(bot.ann, &replay, "Share GIF").await;
    assert!(!shared.is_ephemeral(), "{shared:?}");
    let text = "## 🏆 Ann wins!\n-# 4 in a row, vertical, column 1";
    let title = "🔴 **Ann** vs 🟡 **Ben**";
    assert_eq!(shared.content, format!("{title}\n{text}\n-# Shown by **Ann**"));
    let [gif] = shared.attachments.as_slice() else { panic!("{shared:?}") };
    assert_eq!((gif.filename.as_str(), gif.content_type.as_str()), ("game.gif", "image/gif"));
    assert_eq!(gif.description.as_deref(), Some("Ann against Ben on a board, move by move"));
    assert!((1_000..500_000).contains(&gif.size), "{} bytes", gif.size);
    let again = bot.press(bot.ben, &over, "Share GIF").await;
    TestBot::assert_refused(&again, "This was just shared here.");
    bot.advance(Duration::from_mins(1)).await;
    let from_board = bot.press(bot.ben, &over, "Share GIF").await;
    assert_eq!(from_board.text(), format!("{title}\n{text}\n-# Shown by **Ben**"));
    let stranger = bot.press(bot.cleo, &over, "Share GIF").await;
    assert!(
        stranger.is_ephemeral() && stranger.text().contains("Only you see this"),
        "{stranger:?}"
    );
    let elsewhere = bot.discord.channel("general");
    let replay = bot.replay(bot.ann, elsewhere, bot.ann, 1).await;
    let shared = bot.press_to_post(bot.ann, replay.message(), "Share GIF").await;
    let hidden = "||🏆 Ann wins!\n4 in a row, vertical, column 1||";
    assert_eq!(shared.content, format!("{title}\n{hidden}\n-# Shown by **Ann**"));
    assert_eq!(shared.attachments[0].filename, "SPOILER_game.gif");
    bot.advance(Duration::from_hours(24)).await;
    let later = bot.press_to_post(bot.ann, replay.message(), "Share GIF").await;
    assert_eq!(later.content, format!("{title}\n{text}\n-# Shown by **Ann**"));
    assert_eq!(later.attachments[0].filename, "game.gif");
    bot.close().await;
}

#[tokio::test]
async fn games_on_other_boards_are_replayed_but_not_reviewed() {
    let bot = TestBot::open("replay_others").await;
    let options = json!({ "opponent": bot.ben, "first": "me", "board": "8x7" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    let over = bot.play_moves(&board, "1212121").await;
    assert_eq!(over.labels(), ["Rematch", "Share GIF", "Replay"], "other boards are not reviewed");
    let replay = bot.press(bot.ben, &over, "Replay").await;
    assert!(replay.message().button("Review").is_none(), "{replay:?}");
    let review = bot.discord.message_command(bot.ann, &over, "Review").await;
    TestBot::assert_refused(&review, "I can only review games on the 7 × 6 and 6 × 5 boards.");
    bot.close().await;
}

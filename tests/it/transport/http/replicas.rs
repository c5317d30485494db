//! Games played over several replicas.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{body::to_bytes, response::IntoResponse};
use fake_discord::{MessageEvent, Outcome, RecordedRequest};
use fourfall::theme::distinct_tiles;
use serde_json::json;

use super::{
    open,
    proxy::{forward, start_proxy},
};
use crate::support::{
    TestBot, custom_id_of, is_thinking_in_move, manual_search, move_number, random, wait_until,
};

#[tokio::test]
async fn a_game_is_played_over_three_replicas() {
    let bot = open("http_game", 3).await;
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    let columns = ["1", "2", "1", "2", "1", "2"];
    for (number, column) in columns.into_iter().enumerate() {
        let only = bot.endpoint_urls()[number % 3].clone();
        bot.discord.set_endpoints(vec![only]).await.unwrap();
        board = bot.play_moves_as([[bot.ann, bot.ben][number % 2]; 2], &board, column).await;
    }
    bot.discord.set_endpoints(bot.endpoint_urls()).await.unwrap();
    let over = bot.play_moves(&board, "1").await;
    assert!(over.content.contains("## 🏆 Ann wins!\n-# 4 in a row, vertical, column 1"));
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 win"), "{}", stats.text());
    bot.close().await;
}

#[tokio::test]
async fn one_replica_uploads_the_tiles() {
    let bot = TestBot::builder("http_tiles").with_tiles().http(3).open().await;
    bot.wait_tiles().await;
    let requests = bot.discord.requests();
    let is_refused = |it: &&Arc<RecordedRequest>| it.path.ends_with("/emojis") && it.status == 400;
    let refused = requests.iter().filter(is_refused).count();
    assert!(
        refused < distinct_tiles().count(),
        "{refused} uploads came after those of another replica"
    );
    bot.close_allowing(&["400 POST /applications/*/emojis"]).await;
}

#[tokio::test]
async fn an_interaction_sent_to_two_replicas_is_applied_once() {
    let bot = open("http_twice_at_once", 2).await;
    let responses = Arc::new(Mutex::new(Vec::new()));
    let (urls, seen) = (bot.endpoint_urls(), Arc::clone(&responses));
    let random = Arc::new(Mutex::new(random()));
    let proxy = start_proxy(move |headers, body| {
        let (urls, seen) = (urls.clone(), Arc::clone(&seen));
        let delay = Duration::from_micros(random.lock().unwrap().u64(0..4_000));
        async move {
            let (one, other) = tokio::join!(forward(&urls[0], &headers, body.clone()), async {
                tokio::time::sleep(delay).await;
                forward(&urls[1], &headers, body).await
            });
            let (parts, one) = one.into_parts();
            let one = to_bytes(one, usize::MAX).await.unwrap();
            let other = to_bytes(other.into_body(), usize::MAX).await.unwrap();
            seen.lock().unwrap().push((one.clone(), other));
            (parts.status, parts.headers, one).into_response()
        }
    });
    bot.discord.set_endpoints(vec![proxy.await]).await.unwrap();
    for number in 0..20 {
        let players = ["One", "Two"].map(|name| bot.discord.add_user(&format!("{name} {number}")));
        // Else the winner would be asked whether they want to be.
        bot.set_listed(players[0], true).await;
        let board = bot.start_game(players[0], players[1]).await;
        let board = bot.play_moves_as(players, &board, "121212").await;
        assert_eq!(move_number(&board.content), 7, "{}", board.content);
        let over = bot.command(players[0], "drop", json!({ "column": "1" })).await;
        assert!(over.text().contains("-# 4 in a row"), "{}", over.text());
    }
    let computer_game =
        bot.command(bot.cleo, "play", json!({ "level": "easy", "first": "me" })).await;
    assert!(computer_game.is_new() && !computer_game.is_ephemeral(), "{computer_game:?}");
    let ephemeral = bot.discord.messages(bot.channel).into_iter();
    let ephemeral: Vec<_> = ephemeral.filter(|it| it.is_ephemeral()).collect();
    assert_eq!(ephemeral.len(), 20, "only preferences: nothing is refused: {ephemeral:?}");
    bot.press(bot.cleo, computer_game.message(), "💡 Hint").await;
    for show in [true, false, true] {
        bot.set_listed(bot.cleo, show).await;
    }
    let page = bot.command(bot.cleo, "preferences", json!({})).await;
    bot.press(bot.cleo, page.message(), "No pings on my turn").await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    bot.press(bot.ann, page.message(), "Puzzle here").await;
    let games = bot.press(bot.ann, page.message(), "Games").await;
    bot.press(bot.ann, games.message(), "Turn reminders off").await;
    bot.set_listed(bot.ben, true).await;
    bot.delete_data(bot.ben).await;
    for (one, other) in responses.lock().unwrap().iter() {
        assert_eq!(one, other, "both replicas respond alike");
    }
    bot.discord.set_endpoints(bot.endpoint_urls()).await.unwrap();
    let games = bot.command(bot.cleo, "games", json!({})).await;
    assert_eq!(games.text().matches("against").count(), 1, "{}", games.text());
    bot.close().await;
}

#[tokio::test]
async fn an_interaction_redelivered_elsewhere_is_not_applied_again() {
    let bot = open("http_again_later", 3).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let first = bot.press(bot.ann, &board, "4").await;
    let refused = || bot.discord.requests().iter().filter(|it| it.status == 400).count();
    for times in 1..=2 {
        bot.discord.redeliver(first.interaction.unwrap());
        wait_until("the second response is refused", || refused() == times).await;
    }
    let requests = bot.discord.requests();
    for again in requests.iter().filter(|it| it.status == 400) {
        assert_eq!(again.body["data"]["content"], first.text(), "the same board");
    }
    let second = bot.press(bot.ben, first.message(), "4").await;
    assert_eq!(move_number(second.text()), 3, "{}", second.text());
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_file_is_sent_through_the_callback() {
    let bot = open("http_file", 2).await;
    bot.start_game(bot.ann, bot.ben).await;
    let response = bot.request_export(bot.ann).await;
    assert_eq!(response.message().attachments.len(), 1, "{response:?}");
    let by_callback = |it: &fake_discord::RecordedRequest| {
        it.path.ends_with("/callback") && it.multipart && it.status == 204
    };
    assert_eq!(bot.discord.requests().iter().filter(|it| by_callback(it)).count(), 1);
    bot.close().await;
}

#[tokio::test]
async fn follow_ups_come_after_the_response() {
    let bot = open("http_follow_ups", 3).await;
    let old = bot.start_game(bot.ann, bot.ben).await;
    let reposted = bot.command(bot.ann, "board", json!({})).await;
    assert!(reposted.is_new());
    bot.wait_gone(&old).await;
    let drop = custom_id_of(reposted.message(), "4");
    bot.press(bot.ann, reposted.message(), "4").await;
    bot.command(bot.ben, "drop", json!({ "column": "4" })).await;
    let (_, sentence) = bot.press_stale(bot.ann, reposted.message(), &drop).await;
    assert!(sentence.starts_with("This board is old."), "{sentence}");
    bot.close().await;
}

#[tokio::test]
async fn a_late_move_of_the_computer_edits_the_board() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("http_late_move").backends(backends).http(3).open().await;
    let board = bot.start_computer_game("hard").await;
    let mut changes = bot.discord.events();
    let (response, search) = tokio::join!(bot.press(bot.ann, &board, "4"), async {
        let search = searches.next().await;
        bot.advance(Duration::from_secs(2)).await;
        search
    });
    assert!(is_thinking_in_move(response.text(), 2), "{}", response.text());
    search.choose(3);
    let moved =
        |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if move_number(&it.content) == 3);
    assert_eq!(changes.next_where(moved).await.into_message().unwrap().id, board.id);
    bot.close().await;
}

#[tokio::test]
async fn the_other_replicas_respond_while_one_is_stopped() {
    let mut bot = open("http_one_away", 3).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.stop_replica(1).await;
    let board = bot.play_moves(&board, "445566").await;
    assert_eq!(move_number(&board.content), 7, "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn autocomplete_works_over_http() {
    let bot = open("http_completions", 2).await;
    bot.start_game(bot.ann, bot.ben).await;
    let columns =
        bot.discord.autocomplete(bot.ann, bot.channel, "drop", json!({ "column": "" }), "column");
    let columns = columns.await;
    assert!(matches!(&columns.outcome, Outcome::Choices(choices) if choices.len() == 7));
    bot.close().await;
}

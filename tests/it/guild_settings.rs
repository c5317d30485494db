//! A server's settings, and what they do.

use std::time::Duration;

use fake_discord::{Answer, Change, ChannelId, Message, Permissions, Select};
use serde_json::json;

use crate::support::Arcade;

/// The settings, as Ann sees them, who owns the server.
async fn settings(arcade: &Arcade) -> Message {
    let answer = arcade.command(arcade.ann, "settings", json!({})).await;
    assert!(answer.is_new() && answer.is_ephemeral(), "{answer:?}");
    answer.message().clone()
}

/// The menu with this placeholder.
fn menu<'a>(message: &'a Message, placeholder: &str) -> &'a Select {
    let menus = message.rows.iter().flatten().filter_map(|it| it.select());
    let found = menus.into_iter().find(|it| it.placeholder.as_deref() == Some(placeholder));
    found.unwrap_or_else(|| panic!("no menu {placeholder:?}: {:#?}", message.rows))
}

/// Chooses what has this label.
async fn choose(arcade: &Arcade, page: &Message, placeholder: &str, label: &str) -> Answer {
    let menu = menu(page, placeholder);
    let choice = menu.choices.iter().find(|it| it.label == label);
    let choice = choice.unwrap_or_else(|| panic!("no {label:?} among {:#?}", menu.choices));
    arcade.playground.select(arcade.ann, page, &menu.custom_id, &[&choice.value]).await
}

async fn allow_only(arcade: &Arcade, page: &Message, channels: &[ChannelId]) -> Answer {
    let menu = menu(page, "Channels for games…");
    let ids: Vec<String> = channels.iter().map(ToString::to_string).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    arcade.playground.select(arcade.ann, page, &menu.custom_id, &ids).await
}

#[tokio::test]
async fn each_change_is_stored_at_once_and_shown() {
    let mut arcade = Arcade::open("settings_games").await;
    let page = settings(&arcade).await;
    assert_eq!(
        page.content,
        "⚙️ **Settings of this server** · page 1 of 3\n\
         🎨 Board: **Blue board, red and yellow discs**\n\
         🌍 Language of boards: **as Discord says (English)**\n\
         ⏱️ Time for each move: **1 day**\n\
         🔔 Players are reminded before they lose on time."
    );
    let page = choose(&arcade, &page, "Look of the board…", "Shapes that need no color").await;
    assert!(page.is_update() && page.text().contains("🎨 Board: **Shapes that need no color**"));
    let page = choose(&arcade, page.message(), "Time for each move…", "no limit").await;
    assert!(page.text().contains("⏱️ Time for each move: **no limit**"), "{}", page.text());
    let page = choose(&arcade, page.message(), "Language of boards…", "English").await;
    assert!(page.text().contains("🌍 Language of boards: **English**"), "{}", page.text());
    let page = arcade.press(arcade.ann, page.message(), "Turn reminders off").await;
    assert!(page.text().contains("🔕 Nobody is reminded"), "{}", page.text());
    assert!(page.message().button("Turn reminders on").is_some());
    let chosen = menu(page.message(), "Time for each move…").choices.clone();
    let chosen: Vec<_> = chosen.iter().filter(|it| it.default).map(|it| &it.label).collect();
    assert_eq!(chosen, ["no limit"], "the menus show what is chosen");
    arcade.restart_bot().await;
    assert_eq!(settings(&arcade).await.content, page.text());

    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    assert!(!challenge.content.contains("Time for each move"), "{}", challenge.content);
    let board = arcade.press(arcade.ben, &challenge, "Accept").await;
    assert!(board.text().starts_with("❌ **Ann** vs ⭕ **Ben**"), "{}", board.text());
    assert!(board.text().ends_with("your move · move 1"), "{}", board.text());
    arcade.close().await;
}

#[tokio::test]
async fn only_who_may_manage_the_server_changes_its_settings() {
    let arcade = Arcade::open("settings_managers").await;
    let guild = arcade.playground.guild();
    let hidden = arcade.command(arcade.ben, "settings", json!({})).await;
    assert_eq!(hidden.error(), Some("You don't have permission to use \"settings\"."));
    let manager = Permissions::MEMBER.with(Permissions::MANAGE_GUILD);
    arcade.playground.set_member_permissions(guild, arcade.ben, manager);
    let page = arcade.command(arcade.ben, "settings", json!({})).await.message().clone();
    let off = arcade.press(arcade.ben, &page, "Turn reminders off").await;
    assert!(off.is_update(), "{off:?}");

    arcade.playground.set_member_permissions(guild, arcade.ben, Permissions::MEMBER);
    let refused = arcade.press(arcade.ben, off.message(), "Turn reminders on").await;
    Arcade::refused(&refused, "Only those who can manage this server can do that.");
    let page = settings(&arcade).await;
    assert!(page.content.contains("🔕 Nobody is reminded"), "nothing has changed");
    let direct = arcade.playground.channel("dm:ann");
    let direct = arcade.playground.command(arcade.ann, direct, "settings", json!({})).await;
    assert_eq!(direct.error(), Some("\"settings\" can't be used in this channel."));
    arcade.close().await;
}

#[tokio::test]
async fn games_begin_only_where_the_server_wants_them() {
    let arcade = Arcade::open("settings_channels").await;
    let general = arcade.playground.channel("general");
    let page = settings(&arcade).await;
    let page = arcade.press(arcade.ann, &page, "Limits").await.message().clone();
    assert!(page.content.contains("📍 Games can start in every channel."), "{}", page.content);
    let waiting = arcade.challenge(arcade.ann, arcade.cleo).await;
    let page = allow_only(&arcade, &page, &[general]).await;
    let told = format!("📍 Games can start in <#{general}>");
    assert!(page.text().contains(&told), "{}", page.text());

    let sentence = format!("In this server, games belong here: <#{general}>");
    let play = arcade.command(arcade.ben, "play", json!({})).await;
    Arcade::refused(&play, &sentence);
    let alone = arcade.command(arcade.ben, "play", json!({ "level": "easy" })).await;
    Arcade::refused(&alone, &sentence);
    let accepted = arcade.press(arcade.cleo, &waiting, "Accept").await;
    Arcade::refused(&accepted, &sentence);

    let there = arcade.playground.command(arcade.ben, general, "play", json!({})).await;
    assert!(there.is_new() && !there.is_ephemeral(), "{there:?}");
    let thread = arcade.playground.add_thread(general, "four in a row");
    let there = arcade.playground.command(arcade.ben, thread, "play", json!({})).await;
    assert!(there.is_new() && !there.is_ephemeral(), "a thread belongs to its channel");
    let page = arcade.press(arcade.ann, page.message(), "Allow games in every channel").await;
    assert!(page.text().contains("Games can start in every channel."), "{}", page.text());
    assert!(arcade.press(arcade.cleo, &waiting, "Accept").await.is_update());
    arcade.close().await;
}

#[tokio::test]
async fn a_channel_has_only_so_many_games_at_a_time() {
    let arcade = Arcade::open("settings_most").await;
    let (dora, emil) = (arcade.playground.add_person("Dora"), arcade.playground.add_person("Emil"));
    let page = settings(&arcade).await;
    let page = arcade.press(arcade.ann, &page, "Limits").await.message().clone();
    let page = choose(&arcade, &page, "Games at a time in one channel…", "1").await;
    assert!(page.text().contains("🔢 Games at a time in one channel: **1**"), "{}", page.text());
    let (one, other) =
        (arcade.challenge(arcade.ann, arcade.ben).await, arcade.challenge(dora, emil).await);
    let board = arcade.press(arcade.ben, &one, "Accept").await.message().clone();
    let sentence = "A game is already going on in this channel";
    Arcade::refused(&arcade.press(emil, &other, "Accept").await, sentence);
    let play = arcade.command(arcade.cleo, "play", json!({ "level": "easy" })).await;
    Arcade::refused(&play, sentence);
    let play = arcade.command(arcade.cleo, "play", json!({ "opponent": dora })).await;
    Arcade::refused(&play, sentence);
    arcade.moves(&board, "4343434").await;
    assert!(arcade.press(emil, &other, "Accept").await.is_update(), "there is room again");
    arcade.close().await;
}

#[tokio::test]
async fn a_server_can_do_without_games_against_the_computer() {
    let arcade = Arcade::open("settings_computer").await;
    let board = arcade.begin_alone("easy").await;
    let page = settings(&arcade).await;
    let page = arcade.press(arcade.ann, &page, "Limits").await.message().clone();
    let page = arcade.press(arcade.ann, &page, "Forbid games against me").await;
    assert!(page.text().contains("🤖 Nobody can play against me."), "{}", page.text());
    let answer = arcade.command(arcade.ben, "play", json!({ "level": "easy" })).await;
    Arcade::refused(&answer, "Games against me are switched off in this server.");
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update(), "this one goes on");
    let asked = arcade.command(arcade.ann, "resign", json!({})).await.message().clone();
    let over = arcade.press(arcade.ann, &asked, "Really resign").await;
    let again = arcade.press(arcade.ann, over.message(), "Rematch").await;
    Arcade::refused(&again, "Games against me are switched off in this server.");
    let direct = arcade.playground.channel("dm:ben");
    let options = json!({ "level": "easy", "first": "me" });
    let direct = arcade.playground.command(arcade.ben, direct, "play", options).await;
    assert!(direct.text().contains("vs 🟡 **Fourfall**"), "elsewhere nothing has changed");
    arcade.close().await;
}

#[tokio::test]
async fn a_moderator_ends_a_game_that_then_counts_for_nobody() {
    let arcade = Arcade::open("settings_end_game").await;
    let page = settings(&arcade).await;
    let none = arcade.press(arcade.ann, &page, "End a game").await.message().clone();
    assert!(none.content.contains("No games are going on in this server."), "{}", none.content);
    let board = arcade.begin(arcade.ben, arcade.cleo).await;
    let board = arcade.moves_of([arcade.ben, arcade.cleo], &board, "44").await;
    let back = arcade.press(arcade.ann, &none, "Games").await.message().clone();
    let page = arcade.press(arcade.ann, &back, "End a game").await.message().clone();
    let asked = choose(&arcade, &page, "End a game…", "Ben vs Cleo, move 3").await;
    let question = "🛑 Do you really want to end **Ben** vs **Cleo**? The game won’t count.";
    assert!(asked.text().starts_with(question), "{}", asked.text());
    let left = arcade.press(arcade.ann, asked.message(), "Leave it").await.message().clone();
    let asked = choose(&arcade, &left, "End a game…", "Ben vs Cleo, move 3").await;
    let board = arcade.moves_of([arcade.ben, arcade.cleo], &board, "3").await;
    let again = arcade.press(arcade.ann, asked.message(), "Really end").await;
    assert!(again.text().starts_with(question), "the game has changed: {}", again.text());

    let mut changes = arcade.playground.changes();
    let ended = arcade.press(arcade.ann, again.message(), "Really end").await;
    assert!(ended.text().contains("🛑 You ended **Ben** vs **Cleo**."), "{}", ended.text());
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == board.id);
    let over = changes.next_where(edited).await.message().unwrap();
    let end = "🛑 A moderator ended this game. It doesn’t count.";
    assert!(over.content.ends_with(end), "{}", over.content);
    let stats = arcade.command(arcade.ben, "stats", json!({})).await;
    assert!(stats.text().contains("hasn’t finished a game yet"), "{}", stats.text());
    assert!(arcade.press(arcade.ben, &over, "Rematch").await.is_new(), "both are free again");
    arcade.close().await;
}

#[tokio::test]
async fn who_wants_no_reminders_gets_none() {
    let arcade = Arcade::open("settings_reminders").await;
    let page = settings(&arcade).await;
    arcade.press(arcade.ann, &page, "Turn reminders off").await;
    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    arcade.press(arcade.ben, &challenge, "Accept").await;
    let before = arcade.playground.messages(arcade.games).len();
    arcade.wait(Duration::from_hours(20)).await;
    arcade.swept().await;
    // A reminder would have gone out before the board shows the end.
    let mut changes = arcade.playground.changes();
    arcade.wait(Duration::from_hours(4)).await;
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == challenge.id);
    changes.next_where(edited).await;
    assert_eq!(arcade.playground.messages(arcade.games).len(), before);
    arcade.close().await;
}

//! The menu of `/play`.

use std::time::Duration;

use fake_discord::{ActionResult, Message, UserId};
use serde_json::json;

use crate::support::{TestBot, find_select};

const LEVELS: [&str; 4] = ["Easy", "Medium", "Hard", "Perfect"];

/// Opens the menu as Ann.
async fn open_menu(bot: &TestBot) -> Message {
    let menu = bot.command(bot.ann, "play", json!({})).await;
    assert!(menu.is_new() && menu.is_ephemeral(), "{menu:?}");
    menu.message().clone()
}

#[tokio::test]
async fn play_alone_asks_privately_whom_to_play() {
    let bot = TestBot::open("menu_open").await;
    let menu = open_menu(&bot).await;
    assert!(menu.content.contains("**Who do you want to play?**"), "{}", menu.content);
    let expected = [&["Invite anyone", "Together"], &LEVELS[..], &["Options"]].concat();
    assert_eq!(menu.labels(), expected);
    bot.close().await;
}

#[tokio::test]
async fn a_friend_is_picked_in_the_menu() {
    let bot = TestBot::open("menu_friend").await;
    let menu = open_menu(&bot).await;
    let pick = async |menu: &Message, friend: UserId| {
        let select = find_select(menu, "Challenge a friend…").custom_id.clone();
        bot.discord.select(bot.ann, menu, &select, &[&friend.to_string()]).await
    };
    let robot = bot.discord.add_bot("Robot");
    TestBot::assert_refused(&pick(&menu, robot).await, "**Robot** is a bot");
    TestBot::assert_refused(&pick(&menu, bot.ann).await, "You can’t challenge yourself.");
    let page = bot.press(bot.ann, &menu, "Options").await;
    let page = bot.choose(bot.ann, page.message(), "Board…", "Board: 8 × 7").await;
    let menu = bot.press(bot.ann, page.message(), "Back").await.message().clone();
    let challenge = bot.posted(&pick(&menu, bot.ben).await).await;
    assert_eq!(challenge.pings, [bot.ben]);
    assert!(challenge.content.contains("8 × 7"), "{}", challenge.content);
    assert!(bot.press(bot.ben, &challenge, "Accept").await.is_update());
    let menu = open_menu(&bot).await;
    let board = bot.posted(&pick(&menu, bot.discord.application_id()).await).await;
    assert!(board.content.contains("**Fourfall**"), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn the_options_show_what_a_game_would_be_like() {
    let bot = TestBot::open("menu_values").await;
    let menu = open_menu(&bot).await;
    let page = bot.press(bot.ann, &menu, "Options").await.message().clone();
    for (placeholder, value) in [
        ("Board…", "Board: 7 × 6, the classic"),
        ("Time for each move…", "Time for each move: 1 day"),
        ("Look of the board…", "Look: 🔴🟡 Blue board, red and yellow discs"),
        ("Rated or not…", "Rated"),
    ] {
        let choices = &find_select(&page, placeholder).choices;
        let chosen: Vec<_> = choices.iter().filter(|it| it.default).collect();
        assert!(chosen.len() == 1 && chosen[0].label == value, "{placeholder}: {chosen:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn inviting_from_the_menu_posts_one_public_challenge() {
    let bot = TestBot::open("menu_invite").await;
    let menu = open_menu(&bot).await;
    let open = bot.press_to_post(bot.ann, &menu, "Invite anyone").await;
    assert_eq!(open.labels(), ["Join", "Cancel"]);
    bot.wait_idle().await;
    let second = bot.press(bot.ann, &open_menu(&bot).await, "Invite anyone").await;
    TestBot::assert_refused(&second, &open.link());
    let board = bot.press(bot.ben, &open, "Join").await;
    assert!(board.is_update(), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_level_of_the_menu_starts_one_public_game() {
    let bot = TestBot::open("menu_level").await;
    let board = bot.press_to_post(bot.ann, &open_menu(&bot).await, LEVELS[0]).await;
    assert!(board.content.contains("**Fourfall** (easy)"), "{}", board.content);
    assert!(!board.content.contains("time ends"), "{}", board.content);
    for level in &LEVELS[1..] {
        let question = bot.press(bot.ann, &open_menu(&bot).await, level).await;
        assert!(question.is_update(), "{question:?}");
        assert!(question.text().contains("You are still playing the computer here:"));
    }
    bot.close().await;
}

#[tokio::test]
async fn two_presses_on_the_menu_at_once_start_one_game() {
    let bot = TestBot::open("menu_twice").await;
    let menu = open_menu(&bot).await;
    let (one, other) =
        tokio::join!(bot.press(bot.ann, &menu, "Easy"), bot.press(bot.ann, &menu, "Easy"));
    let begun = [&one, &other].into_iter().filter(|it| it.text().starts_with("👍 Posted"));
    assert_eq!(begun.count(), 1, "{one:?} {other:?}");
    assert_eq!(bot.database.sql().await.number("SELECT count(*) FROM game").await, 1);
    bot.close().await;
}

#[tokio::test]
async fn options_of_the_menu_go_into_the_game() {
    let bot = TestBot::open("menu_options").await;
    let menu = open_menu(&bot).await;
    let mut page = bot.press(bot.ann, &menu, "Options").await;
    assert!(page.is_update() && page.message().id == menu.id, "{page:?}");
    for (placeholder, label) in [
        ("Rated or not…", "Not rated"),
        ("Board…", "Board: 8 × 7"),
        ("Time for each move…", "Time for each move: 1 hour"),
        ("Look of the board…", "Look: 🔴🔵 Red and blue discs"),
    ] {
        page = bot.choose(bot.ann, page.message(), placeholder, label).await;
        assert!(page.is_update(), "{page:?}");
    }
    let menu = bot.press(bot.ann, page.message(), "Back").await;
    let chosen = "Options: 8 × 7 · 1 hour · Red and blue discs · Not rated";
    assert!(menu.text().contains(chosen), "{}", menu.text());
    let open = bot.press_to_post(bot.ann, menu.message(), "Invite anyone").await;
    for setting in ["8 × 7 · ", "1 hour for each move · ", " · not rated"] {
        assert!(open.content.contains(setting), "{}", open.content);
    }
    let board = bot.press(bot.ben, &open, "Join").await;
    assert!(board.text().contains("🔵 **"), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn rated_can_be_chosen_only_where_a_game_can_be() {
    let bot = TestBot::open("menu_rated").await;
    let has_rated = |page: &ActionResult| {
        let mut selects = page.message().rows.iter().flatten().filter_map(|it| it.select());
        selects.any(|it| it.placeholder.as_deref() == Some("Rated or not…"))
    };
    for (placeholder, label) in
        [("Board…", "Board: 8 × 7"), ("Time for each move…", "Time for each move: no limit")]
    {
        let options = bot.press(bot.ann, &open_menu(&bot).await, "Options").await;
        assert!(has_rated(&options), "{options:?}");
        let page = bot.choose(bot.ann, options.message(), placeholder, label).await;
        assert!(page.is_update() && !has_rated(&page), "{page:?}");
    }
    let menu = bot.discord.command(bot.ann, bot.discord.channel("dm:ann"), "play", json!({})).await;
    let options = bot.press(bot.ann, menu.message(), "Options").await;
    assert!(!has_rated(&options), "nobody else is here: {options:?}");
    let settings = bot.command(bot.ann, "settings", json!({})).await;
    let games = bot.press(bot.ann, settings.message(), "Games").await;
    bot.choose(bot.ann, games.message(), "Time for each move…", "no limit").await;
    let options = bot.press(bot.ann, &open_menu(&bot).await, "Options").await;
    assert!(!has_rated(&options), "the server's games have no limit: {options:?}");
    bot.close().await;
}

#[tokio::test]
async fn the_menu_in_direct_messages_has_no_invitation() {
    let bot = TestBot::open("menu_direct").await;
    let direct = bot.discord.channel("dm:ann");
    for options in [json!({}), json!({ "theme": "shapes" })] {
        let menu = bot.discord.command(bot.ann, direct, "play", options).await;
        assert_eq!(menu.message().labels(), [&LEVELS[..], &["Options"]].concat());
    }
    let options = json!({ "clock": "1 hour", "first": "me" });
    let menu = bot.discord.command(bot.ann, direct, "play", options).await;
    assert!(menu.text().ends_with("Options: 1 hour · You go first"), "{}", menu.text());
    let board = bot.press(bot.ann, menu.message(), "Medium").await;
    assert!(board.is_new() && board.text().contains("<t:"), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn the_menu_has_no_levels_where_they_are_off() {
    let bot = TestBot::open("menu_computer_off").await;
    let old = open_menu(&bot).await;
    let settings = bot.command(bot.ann, "settings", json!({})).await;
    let limits = bot.press(bot.ann, settings.message(), "Limits").await;
    bot.press(bot.ann, limits.message(), "Turn off computer games").await;
    let menu = open_menu(&bot).await;
    assert_eq!(menu.labels(), ["Invite anyone", "Options"]);
    assert!(menu.content.ends_with("Pick a friend, or invite anyone here."), "{}", menu.content);
    let refused = bot.press(bot.ann, &old, "Hard").await;
    TestBot::assert_refused(&refused, "are switched off");
    bot.close().await;
}

#[tokio::test]
async fn anyone_can_play_the_computer_instead_of_a_challenge() {
    let bot = TestBot::open("menu_instead").await;
    let options = json!({ "opponent": bot.ben, "board": "8x7", "clock": "1 hour" });
    bot.command(bot.ann, "play", options).await;
    bot.wait_idle().await;
    bot.advance(Duration::from_hours(24)).await;
    let challenge = bot.discord.messages(bot.channel).pop().unwrap();
    let expired = bot.wait_for_button(&challenge, "New game").await;
    for user in [bot.ann, bot.ben] {
        let menu = bot.press(user, &expired, "New game").await;
        assert!(menu.is_new() && menu.is_ephemeral(), "{menu:?}");
        assert!(menu.text().ends_with("Options: 8 × 7"), "{}", menu.text());
        let board = bot.press_to_post(user, menu.message(), "Easy").await;
        assert!(!board.content.contains("<t:"), "{board:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn perfect_is_offered_only_where_it_can_play() {
    let bot = TestBot::open("menu_perfect").await;
    let menu = open_menu(&bot).await;
    let page = bot.press(bot.ann, &menu, "Options").await;
    let page = bot.choose(bot.ann, page.message(), "Board…", "Board: 8 × 7").await;
    let menu = bot.press(bot.ann, page.message(), "Back").await;
    let labels = menu.message().labels();
    assert!(labels.contains(&"Hard".to_owned()) && !labels.contains(&"Perfect".to_owned()));
    bot.close().await;
}

#[tokio::test]
async fn the_menu_stays_closed_where_games_are_not_allowed() {
    let bot = TestBot::open("menu_channel").await;
    let settings = bot.command(bot.ann, "settings", json!({})).await;
    let limits = bot.press(bot.ann, settings.message(), "Limits").await;
    let channels = find_select(limits.message(), "Channels for games…").custom_id.clone();
    let general = bot.discord.channel("general").to_string();
    bot.discord.select(bot.ann, limits.message(), &channels, &[&general]).await;
    let refused = bot.command(bot.ben, "play", json!({})).await;
    TestBot::assert_refused(&refused, "In this server, games belong here:");
    bot.close().await;
}

#[tokio::test]
async fn the_menu_works_after_an_hour_and_a_restart() {
    let mut bot = TestBot::open("menu_old").await;
    let menu = open_menu(&bot).await;
    bot.advance(Duration::from_hours(1)).await;
    bot.restart().await;
    let page = bot.press(bot.ann, &menu, "Options").await;
    assert!(page.is_update(), "{page:?}");
    let menu = bot.press(bot.ann, page.message(), "Back").await;
    let open = bot.press_to_post(bot.ann, menu.message(), "Invite anyone").await;
    assert_eq!(open.labels(), ["Join", "Cancel"]);
    bot.close().await;
}

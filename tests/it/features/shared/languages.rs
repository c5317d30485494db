//! Messages and commands in each language.

use std::time::Duration;

use fake_discord::{Message, MessageEvent, UserId};
use fourfall::locale::Locale;
use serde_json::{Value, json};

use crate::support::{TestBot, slash_commands};

/// Sets the locale of the server and of all users.
fn set_all_locales(bot: &TestBot, locale: &str) {
    bot.discord.set_guild_locale(bot.discord.guild(), locale);
    for person in [bot.ann, bot.ben, bot.cleo] {
        bot.discord.set_locale(person, locale);
    }
}

#[tokio::test]
async fn boards_use_the_guild_locale_and_refusals_the_users() {
    let bot = TestBot::open("languages_board").await;
    bot.discord.set_guild_locale(bot.discord.guild(), "fr");
    bot.discord.set_locale(bot.ben, "de");
    bot.discord.set_locale(bot.cleo, "es-419");
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    let board = bot.press(bot.ben, &challenge, "Accepter").await.message().clone();
    assert!(board.content.contains("**Ann** contre"), "{}", board.content);
    assert!(board.button("Abandon").is_some(), "{:?}", board.labels());
    let refused = bot.press(bot.ben, &board, "4").await;
    TestBot::assert_refused(&refused, "Gerade ist **Ann** dran.");
    let refused = bot.press(bot.cleo, &board, "4").await;
    TestBot::assert_refused(&refused, "Esta partida no es tuya.");
    let board = bot.play_moves(&board, "4").await;
    assert!(board.content.ends_with(", à toi de jouer"), "{}", board.content);
    let text_board = bot.command(bot.ben, "board", json!({ "text": true })).await;
    assert!(text_board.text().contains("Spalte 4, von unten: Ann."), "{}", text_board.text());
    bot.close().await;
}

#[tokio::test]
async fn a_server_can_choose_its_language() {
    let bot = TestBot::open("languages_settings").await;
    bot.discord.set_locale(bot.ann, "pt-BR");
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Partidas").await.message().clone();
    assert!(page.content.contains("(English)"), "the guild locale is English: {}", page.content);
    let menu = page.rows[1][0].select().unwrap().clone();
    let japanese =
        menu.choices.iter().find(|it| it.label == "Idioma dos tabuleiros: 日本語").unwrap();
    let values = [japanese.value.as_str()];
    let page = bot.discord.select(bot.ann, &page, &menu.custom_id, &values).await;
    assert!(page.text().contains("**日本語**"), "{}", page.text());
    assert!(
        page.text().contains("Configurações"),
        "the settings use Ann's locale: {}",
        page.text()
    );
    let challenge = bot.open_challenge(bot.ben).await;
    assert!(challenge.text().contains("四目並べ"), "{}", challenge.text());
    bot.close().await;
}

#[tokio::test]
async fn a_replay_is_in_the_users_locale_from_its_first_line() {
    let bot = TestBot::open("replay_locale").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    bot.discord.set_locale(bot.ann, "de");
    let replay = bot.press(bot.ann, &over, "Replay").await;
    assert!(replay.text().contains("**Ann** gegen 🟡 **Ben**"), "{}", replay.text());
    bot.close().await;
}

#[tokio::test]
async fn direct_messages_use_the_users_locale() {
    let bot = TestBot::open("languages_direct").await;
    bot.discord.set_locale(bot.ann, "hi");
    let direct = bot.discord.channel("dm:ann");
    let options = json!({ "level": "easy", "first": "me" });
    let board = bot.discord.command(bot.ann, direct, "play", options).await;
    assert!(board.text().contains("आसान"), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn reminders_and_timeouts_use_the_games_locale() {
    let bot = TestBot::open("languages_clock").await;
    bot.discord.set_guild_locale(bot.discord.guild(), "de");
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &challenge, "Annehmen").await.message().clone();
    let mut events = bot.discord.events();
    bot.advance(Duration::from_hours(20)).await;
    let reminder = events.next_where(|it| matches!(it, MessageEvent::Created(_))).await;
    let reminder = reminder.into_message().unwrap();
    assert!(reminder.content.contains("du bist gegen **Ben** dran."), "{}", reminder.content);
    bot.advance(Duration::from_hours(4)).await;
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    let over = events.next_where(edited).await.into_message().unwrap();
    assert!(over.content.contains("Es zählt nicht."), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn command_descriptions_are_translated_but_names_are_not() {
    let bot = TestBot::open("languages_commands").await;
    let requests = bot.discord.requests();
    let registered =
        requests.iter().find(|it| it.method == "PUT").expect("the bot registered its commands");
    let mut described: Vec<&Value> = registered.body.as_array().unwrap().iter().collect();
    let mut count = 0;
    while let Some(it) = described.pop() {
        let is_in_menu = it["type"] == 2 || it["type"] == 3;
        let names = it["name_localizations"].as_object().filter(|names| !names.is_empty());
        let is_choice = it["value"].is_string();
        assert!(names.is_none() || is_choice || is_in_menu && it["description"].is_null(), "{it}");
        if it["value"].is_null() && it["description"].is_string() {
            for tag in Locale::ALL.iter().flat_map(|locale| locale.tags()) {
                let text = it["description_localizations"][tag].as_str();
                assert!(text.is_some_and(|text| !text.is_empty()), "{tag}: {it}");
            }
            count += 1;
        }
        let inner = ["options", "choices"].map(|key| it[key].as_array().into_iter().flatten());
        described.extend(inner.into_iter().flatten());
    }
    assert!(count > 15, "{count}");
    bot.close().await;
}

/// Shows every message with the longest names; the fake rejects what exceeds Discord's
/// limits.
#[tokio::test]
async fn every_message_fits_discords_limits_in_every_language() {
    for locale in Locale::ALL {
        let name = format!("languages_{}", locale.tag());
        let bot = TestBot::builder(&name).with_tiles().single_process().open().await;
        bot.wait_tiles().await;
        let people = [bot.ann, bot.ben, bot.cleo];
        for (person, letter) in people.into_iter().zip(["_", "*", "@"]) {
            bot.discord.set_nickname(bot.discord.guild(), person, Some(&letter.repeat(32)));
        }
        set_all_locales(&bot, locale.tag());
        use_all_commands(&bot).await;
        bot.close().await;
    }
}

async fn use_all_commands(bot: &TestBot) {
    let (ann, ben) = (bot.ann, bot.ben);
    let options = json!({ "opponent": ben, "first": "me", "board": "9x6", "theme": "shapes" });
    let challenge = bot.command(ann, "play", options).await.message().clone();
    let accept = challenge.buttons().next().unwrap().custom_id.clone().unwrap();
    let board = bot.press_custom_id(ben, &challenge, &accept).await.message().clone();
    bot.play_moves(&board, "12").await;
    for (user, name, options) in [
        (ann, "board", json!({ "text": true })),
        (ann, "games", json!({})),
        (ann, "drop", json!({ "column": "10" })),
        (ann, "leaderboard", json!({})),
        (ann, "leaderboard", json!({ "scope": "everywhere", "period": "week" })),
        (ann, "stats", json!({ "versus": ben })),
        (ann, "history", json!({})),
        (ann, "help", json!({})),
        (ann, "daily", json!({})),
        (ann, "play", json!({ "opponent": ben, "board": "9x6" })),
        (ann, "play", json!({ "level": "perfect", "board": "9x7" })),
        (ann, "play", json!({ "opponent": ben, "level": "hard" })),
    ] {
        let response = bot.command(user, name, options).await;
        assert!(response.error().is_none(), "/{name}: {response:?}");
        assert!(!response.text().is_empty(), "/{name}");
    }
    let settings = bot.command(ann, "settings", json!({})).await.message().clone();
    for page in ["t1:2", "t1:3", "t1:1", "t1:4"] {
        let response = bot.press_custom_id(ann, &settings, page).await;
        assert!(response.is_update(), "{page}: {response:?}");
    }
    let over = bot.command(ann, "board", json!({})).await.message().clone();
    let column_1 = over.button("1").unwrap().custom_id.clone().unwrap();
    assert!(bot.press_custom_id(ann, &over, &column_1).await.is_update());
    // The token that edits the old boards must still be valid.
    let live = |it: &Message| !it.is_ephemeral() && it.button("1").is_some();
    let messages = || bot.discord.messages(bot.channel);
    let one_is_live = || messages().iter().filter(|it| live(it)).count() == 1;
    crate::support::wait_until("old boards link to the new one", one_is_live).await;
    bot.advance(Duration::from_hours(25)).await;
    let shows_end = || bot.current(&over).labels().len() == 3;
    crate::support::wait_until("the board shows the timeout", shows_end).await;
    view_finished_game(bot).await;
    for (name, options) in slash_commands() {
        let response = bot.command(ann, name, options).await;
        assert!(response.error().is_none(), "/{name}: {response:?}");
    }
}

/// Shows a finished game on the standard board in all views.
async fn view_finished_game(bot: &TestBot) {
    let (ann, ben) = (bot.ann, bot.ben);
    let options = json!({ "opponent": ben, "first": "me" });
    let challenge = bot.command(ann, "play", options).await.message().clone();
    let accept = challenge.buttons().next().unwrap().custom_id.clone().unwrap();
    let board = bot.press_custom_id(ben, &challenge, &accept).await.message().clone();
    bot.play_moves(&board, "1212121").await;
    for (name, options) in [
        ("leaderboard", json!({})),
        ("leaderboard", json!({ "period": "month" })),
        ("stats", json!({ "versus": ben })),
        ("history", json!({})),
    ] {
        let response = bot.command(ann, name, options).await;
        assert!(response.is_ephemeral() && !response.text().is_empty(), "/{name}: {response:?}");
    }
    let replay = bot.replay(ann, bot.channel, ann, 2).await.message().clone();
    let review = bot.press_custom_id(ann, &replay, "w1:2").await.message().clone();
    for step in ["w2:2:0:3", "w2:2:7", "w2:2:3"] {
        let response = bot.press_custom_id(ann, &review, step).await;
        assert!(response.is_update(), "{step}: {response:?}");
    }
    train_in_all_views(bot, ben).await;
    let stats = bot.command(ann, "stats", json!({})).await;
    assert!(stats.error().is_none(), "/stats after a review: {stats:?}");
    assert!(bot.press_custom_id(ann, &replay, "v2:2:0:4").await.is_update());
    let shared = bot.press_custom_id(ann, &replay, "v3:2").await;
    bot.posted(&shared).await;
}

/// Fails every position of the reviewed games of a user, until nothing is left.
async fn train_in_all_views(bot: &TestBot, user: UserId) {
    let mut shown = bot.command(user, "train", json!({})).await.message().clone();
    assert_eq!(shown.buttons().count(), 7, "a position is shown: {shown:?}");
    // Until there is only the button that leads to the daily puzzle.
    let first_id = |shown: &Message| {
        let custom_id = shown.buttons().find(|it| !it.disabled).and_then(|it| it.custom_id.clone());
        custom_id.filter(|it| it.starts_with('y'))
    };
    while let Some(custom_id) = first_id(&shown) {
        let response = bot.press_custom_id(user, &shown, &custom_id).await;
        assert!(response.is_update(), "{custom_id}: {response:?}");
        shown = response.message().clone();
    }
}

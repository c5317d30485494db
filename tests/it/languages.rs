//! What people read, in each language.

use std::time::Duration;

use fake_discord::{Change, Message};
use fourfall::locale::Locale;
use serde_json::{Value, json};

use crate::support::Arcade;

/// A server, and everybody in it, speak this language.
fn all_speak(arcade: &Arcade, locale: &str) {
    arcade.playground.set_guild_locale(arcade.playground.guild(), locale);
    for person in [arcade.ann, arcade.ben, arcade.cleo] {
        arcade.playground.speak(person, locale);
    }
}

#[tokio::test]
async fn the_board_speaks_the_servers_language_and_a_whisper_its_readers() {
    let arcade = Arcade::open("languages_board").await;
    arcade.playground.set_guild_locale(arcade.playground.guild(), "fr");
    arcade.playground.speak(arcade.ben, "de");
    arcade.playground.speak(arcade.cleo, "es-419");
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    let board = arcade.press(arcade.ben, &challenge, "Accepter").await.message().clone();
    assert!(board.content.contains("**Ann** contre"), "{}", board.content);
    assert!(board.button("Abandonner").is_some(), "{:?}", board.labels());
    let refused = arcade.press(arcade.ben, &board, "4").await;
    Arcade::refused(&refused, "Gerade ist **Ann** dran.");
    let refused = arcade.press(arcade.cleo, &board, "4").await;
    Arcade::refused(&refused, "Esta partida no es tuya.");
    let board = arcade.moves(&board, "4").await;
    assert!(board.content.contains("à toi de jouer · coup 2"), "{}", board.content);
    let words = arcade.command(arcade.ben, "board", json!({ "text": true })).await;
    assert!(words.text().contains("Spalte 4, von unten: Ann."), "{}", words.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_server_chooses_a_language_of_its_own() {
    let arcade = Arcade::open("languages_settings").await;
    arcade.playground.speak(arcade.ann, "pt-BR");
    let page = arcade.command(arcade.ann, "settings", json!({})).await.message().clone();
    assert!(page.content.contains("(English)"), "what Discord says: {}", page.content);
    let menu = page.rows[1][0].select().unwrap().clone();
    let japanese = menu.choices.iter().find(|it| it.label == "日本語").unwrap();
    let values = [japanese.value.as_str()];
    let page = arcade.playground.select(arcade.ann, &page, &menu.custom_id, &values).await;
    assert!(page.text().contains("**日本語**"), "{}", page.text());
    assert!(page.text().contains("Configurações"), "to Ann in her own: {}", page.text());
    let challenge = arcade.command(arcade.ben, "play", json!({})).await;
    assert!(challenge.text().contains("四目並べ"), "{}", challenge.text());
    arcade.close().await;
}

#[tokio::test]
async fn in_direct_messages_everything_is_in_the_readers_language() {
    let arcade = Arcade::open("languages_direct").await;
    arcade.playground.speak(arcade.ann, "hi");
    let direct = arcade.playground.channel("dm:ann");
    let options = json!({ "level": "easy", "first": "me" });
    let board = arcade.playground.command(arcade.ann, direct, "play", options).await;
    assert!(board.text().contains("आसान"), "{}", board.text());
    arcade.close().await;
}

#[tokio::test]
async fn what_comes_without_a_press_speaks_the_games_language() {
    let arcade = Arcade::open("languages_clock").await;
    arcade.playground.set_guild_locale(arcade.playground.guild(), "de");
    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    let board = arcade.press(arcade.ben, &challenge, "Annehmen").await.message().clone();
    let mut changes = arcade.playground.changes();
    arcade.wait(Duration::from_hours(20)).await;
    let reminder = changes.next_where(|it| matches!(it, Change::Created(_))).await;
    let reminder = reminder.message().unwrap();
    assert!(reminder.content.contains("du bist gegen **Ben** dran."), "{}", reminder.content);
    arcade.wait(Duration::from_hours(4)).await;
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == board.id);
    let over = changes.next_where(edited).await.message().unwrap();
    assert!(over.content.contains("Dieses Spiel zählt nicht."), "{}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn commands_are_described_in_every_language_and_called_the_same() {
    let arcade = Arcade::open("languages_commands").await;
    let requests = arcade.playground.requests();
    let registered = requests.iter().find(|it| it.method == "PUT").expect("it has registered");
    let mut described: Vec<&Value> = registered.body.as_array().unwrap().iter().collect();
    let mut count = 0;
    while let Some(it) = described.pop() {
        assert!(it.get("name_localizations").is_none_or(|names| {
            names.as_object().is_none_or(serde_json::Map::is_empty) || it["value"].is_string()
        }));
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
    arcade.close().await;
}

/// Everything that people see, with the longest names: the stand-in refuses what
/// is too long for Discord.
#[tokio::test]
async fn whatever_is_said_fits_in_every_language() {
    for locale in Locale::ALL {
        let arcade = Arcade::open(&format!("languages_{}", locale.tag())).await;
        let people = [arcade.ann, arcade.ben, arcade.cleo];
        for (person, letter) in people.into_iter().zip(["_", "*", "@"]) {
            arcade.playground.rename(person, &letter.repeat(32));
        }
        all_speak(&arcade, locale.tag());
        talk(&arcade).await;
        arcade.close().await;
    }
}

async fn talk(arcade: &Arcade) {
    let (ann, ben) = (arcade.ann, arcade.ben);
    let options = json!({ "opponent": ben, "first": "me", "board": "9x6", "theme": "shapes" });
    let challenge = arcade.command(ann, "play", options).await.message().clone();
    let accept = challenge.buttons().next().unwrap().custom_id.clone().unwrap();
    let board = arcade.forge(ben, &challenge, &accept).await.message().clone();
    arcade.moves(&board, "12").await;
    for (who, name, options) in [
        (ann, "draw", json!({})),
        (ann, "takeback", json!({})),
        (ben, "takeback", json!({})),
        (ann, "board", json!({ "text": true })),
        (ann, "games", json!({})),
        (ann, "hint", json!({})),
        (ann, "drop", json!({ "column": "10" })),
        (ann, "leaderboard", json!({})),
        (ann, "leaderboard", json!({ "scope": "everywhere", "period": "week" })),
        (ann, "stats", json!({ "versus": ben })),
        (ann, "history", json!({})),
        (ann, "help", json!({})),
        (ann, "play", json!({ "opponent": ben })),
        (ann, "play", json!({ "level": "perfect", "board": "9x7" })),
        (ann, "play", json!({ "opponent": ben, "level": "hard" })),
        (ann, "resign", json!({})),
    ] {
        let answer = arcade.command(who, name, options).await;
        assert!(answer.error().is_none(), "/{name}: {answer:?}");
        assert!(!answer.text().is_empty(), "/{name}");
    }
    let settings = arcade.command(ann, "settings", json!({})).await.message().clone();
    for page in ["t1:2", "t1:3", "t1:1"] {
        let answer = arcade.forge(ann, &settings, page).await;
        assert!(answer.is_update(), "{page}: {answer:?}");
    }
    let over = arcade.command(ann, "board", json!({})).await.message().clone();
    let column_1 = over.button("1").unwrap().custom_id.clone().unwrap();
    assert!(arcade.forge(ann, &over, &column_1).await.is_update());
    // While the token is good that it is edited by.
    let live = |it: &Message| it.button("1").is_some();
    let messages = || arcade.playground.messages(arcade.games);
    let one_is_live = || messages().iter().filter(|it| live(it)).count() == 1;
    crate::support::until("old copies lead to the new one", one_is_live).await;
    arcade.wait(Duration::from_hours(25)).await;
    let shows_end = || arcade.now(&over).labels().len() == 2;
    crate::support::until("the time is up", shows_end).await;
    look_back(arcade).await;
}

/// Finished games on the standard board, in all forms.
async fn look_back(arcade: &Arcade) {
    let (ann, ben) = (arcade.ann, arcade.ben);
    let options = json!({ "opponent": ben, "first": "me" });
    let challenge = arcade.command(ann, "play", options).await.message().clone();
    let accept = challenge.buttons().next().unwrap().custom_id.clone().unwrap();
    let board = arcade.forge(ben, &challenge, &accept).await.message().clone();
    arcade.moves(&board, "1212121").await;
    for (name, options) in [
        ("leaderboard", json!({})),
        ("leaderboard", json!({ "period": "month" })),
        ("stats", json!({ "versus": ben })),
        ("history", json!({})),
    ] {
        let answer = arcade.command(ann, name, options).await;
        assert!(answer.is_ephemeral() && !answer.text().is_empty(), "/{name}: {answer:?}");
    }
    let review = arcade.command(ann, "review", json!({ "game": "2" })).await.message().clone();
    for step in ["w2:2:0:3", "w2:2:7", "w2:2:3"] {
        let answer = arcade.forge(ann, &review, step).await;
        assert!(answer.is_update(), "{step}: {answer:?}");
    }
    let replay = arcade.command(ann, "replay", json!({ "game": "2" })).await.message().clone();
    assert!(arcade.forge(ann, &replay, "v2:2:0:4").await.is_update());
    let shared = arcade.forge(ann, &replay, "v3:2").await;
    assert!(!shared.is_ephemeral() && shared.error().is_none(), "{shared:?}");
}

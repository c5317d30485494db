//! What there is, at a phone's width.

use fourfall::locale::Locale;
use serde_json::json;

use super::{Browser, DESKTOP, PHONE, STANDARD, in_browsers};
use crate::support::Arcade;

#[tokio::test]
async fn every_board_and_theme_fits_on_a_phone() {
    let look = async |arcade: &Arcade, [ann]: &[Browser; 1]| look_at_every_board(arcade, ann).await;
    in_browsers("browser_boards", ["ann"], look).await;
}

#[tokio::test]
async fn every_language_fits_on_a_phone() {
    let look =
        async |arcade: &Arcade, [ann]: &[Browser; 1]| look_at_every_language(arcade, ann).await;
    in_browsers("browser_languages", ["ann"], look).await;
}

/// A game on each board, one in each theme, that Ann wins with the left column.
async fn look_at_every_board(arcade: &Arcade, ann: &Browser) {
    ann.resize(PHONE).await;
    for (board, theme, size, moves) in [
        ("7x6", "classic", (7, 6), "121314"),
        ("8x7", "red-blue", (8, 7), "121314"),
        ("9x7", "colour-blind", (9, 7), "121314"),
        ("6x5", "red-black", (6, 5), "121314"),
        ("9x6", "shapes", (9, 6), "12131415"),
    ] {
        let options = json!({
            "opponent": arcade.ben, "first": "me", "board": board, "theme": theme,
        });
        let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
        let live = arcade.press(arcade.ben, &challenge, "Accept").await.message().clone();
        let live = arcade.moves(&live, moves).await;
        ann.sees(&format!("move {}", moves.len() + 1)).await;
        ann.shows_a_whole_board(size).await;
        ann.has_room_for_its_buttons().await;
        ann.picture(&format!("{board}-{theme}-dark")).await;
        arcade.press(arcade.ann, &live, "1").await;
        ann.sees("in a row, vertical, column 1!").await;
        ann.shows_a_whole_board(size).await;
        turn_the_lights(ann).await;
        ann.picture(&format!("{board}-{theme}-light")).await;
        turn_the_lights(ann).await;
        arcade.playground.delete_message(live.channel_id, live.id);
    }
}

/// On or off; a phone has no room for the switch.
async fn turn_the_lights(ann: &Browser) {
    ann.resize(DESKTOP).await;
    ann.click("Dark or light").await;
    ann.resize(PHONE).await;
}

async fn look_at_every_language(arcade: &Arcade, ann: &Browser) {
    ann.resize(PHONE).await;
    for locale in Locale::ALL {
        arcade.playground.set_guild_locale(arcade.playground.guild(), locale.tag());
        let options = json!({ "opponent": arcade.ben, "first": "me" });
        let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
        let accept = challenge.buttons().next().unwrap().label.clone().unwrap();
        let live = arcade.press(arcade.ben, &challenge, &accept).await.message().clone();
        let live = arcade.moves(&live, "443").await;
        let resign = live.buttons().last().unwrap().label.clone().unwrap();
        ann.sees(&resign).await;
        ann.shows_a_whole_board(STANDARD).await;
        ann.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
        ann.picture(&format!("language-{}", locale.tag())).await;
        let asked = arcade.press(arcade.ben, &live, &resign).await.message().clone();
        let really = asked.buttons().nth(7).unwrap().label.clone().unwrap();
        arcade.press(arcade.ben, &asked, &really).await;
        arcade.playground.delete_message(live.channel_id, live.id);
    }
}

//! Every board, theme and language, at a phone's width.

use std::time::Duration;

use fake_discord::{Message, UserId};
use fourfall::locale::Locale;
use serde_json::json;

use super::{Browser, DESKTOP, PHONE, STANDARD, in_browsers};
use crate::support::{TestBot, custom_id_of, wait_until};

const NO_ROW_WRAPS: &str = "[...document.querySelectorAll('.row')].every((row) =>\
                            new Set([...row.children].map((it) => it.offsetTop)).size === 1)";

#[tokio::test]
async fn every_board_and_theme_fits_on_a_phone() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| check_every_board(bot, ann).await;
    in_browsers("browser_boards", ["ann"], check).await;
}

#[tokio::test]
async fn every_language_fits_on_a_phone() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| check_every_language(bot, ann).await;
    in_browsers("browser_languages", ["ann"], check).await;
}

/// Plays a game on each board, in a different theme each; Ann wins in column 1.
async fn check_every_board(bot: &TestBot, ann: &Browser) {
    // Else she would be asked whether she wants to be, below her first win.
    bot.set_listed(bot.ann, true).await;
    ann.resize(PHONE).await;
    for (board, theme, size, moves) in [
        ("7x6", "classic", (7, 6), "121314"),
        ("8x7", "red-blue", (8, 7), "121314"),
        ("9x7", "colour-blind", (9, 7), "121314"),
        ("6x5", "red-black", (6, 5), "121314"),
        ("9x6", "shapes", (9, 6), "12131415"),
    ] {
        let options = json!({
            "opponent": bot.ben, "first": "me", "board": board, "theme": theme,
        });
        let challenge = bot.command(bot.ann, "play", options).await.message().clone();
        let live = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
        let live = bot.play_moves(&live, moves).await;
        ann.sees("@Ann, your move").await;
        ann.assert_board_complete(size).await;
        ann.assert_buttons_fit_phone().await;
        ann.screenshot(&format!("{board}-{theme}-dark")).await;
        bot.press(bot.ann, &live, "1").await;
        ann.sees("wins!").await;
        ann.assert_board_complete(size).await;
        toggle_theme(ann).await;
        ann.screenshot(&format!("{board}-{theme}-light")).await;
        toggle_theme(ann).await;
        bot.discord.delete_message(live.channel_id, live.id);
    }
}

/// Toggles the page's theme; the switch is hidden at a phone's width.
async fn toggle_theme(ann: &Browser) {
    ann.resize(DESKTOP).await;
    ann.click("Dark or light").await;
    ann.resize(PHONE).await;
}

/// Resigns on a board in any language.
async fn resign(bot: &TestBot, user: UserId, board: &Message) {
    let resign = board.buttons().last().unwrap().label.clone().unwrap();
    let asked = bot.press(user, board, &resign).await;
    let question = bot.follow_up(&asked).await;
    let confirm = question.buttons().next().unwrap().label.clone().unwrap();
    bot.press(user, &question, &confirm).await;
    let is_over = || bot.current(board).buttons().count() < 6;
    wait_until("the board shows the end", is_over).await;
}

async fn check_every_language(bot: &TestBot, ann: &Browser) {
    ann.resize(PHONE).await;
    for locale in Locale::ALL {
        bot.discord.set_guild_locale(bot.discord.guild(), locale.tag());
        let options = json!({ "opponent": bot.ben, "first": "me" });
        let challenge = bot.command(bot.ann, "play", options).await.message().clone();
        let accept = challenge.buttons().next().unwrap().label.clone().unwrap();
        let live = bot.press(bot.ben, &challenge, &accept).await.message().clone();
        let live = bot.play_moves(&live, "443").await;
        let last = live.buttons().last().unwrap().label.clone().unwrap();
        ann.sees(&last).await;
        ann.assert_board_complete(STANDARD).await;
        ann.wait_until("nothing overflows", "document.documentElement.scrollWidth <= 360").await;
        ann.screenshot(&format!("language-{}", locale.tag())).await;
        let draw = live.buttons().nth(7).unwrap().label.clone().unwrap();
        let offered = bot.press(bot.ann, &live, &draw).await.message().clone();
        ann.sees(offered.buttons().nth(9).unwrap().label.as_deref().unwrap()).await;
        ann.wait_until("no row of buttons wraps", NO_ROW_WRAPS).await;
        ann.screenshot(&format!("language-{}-offer", locale.tag())).await;
        resign(bot, bot.ben, &offered).await;
        bot.discord.delete_message(live.channel_id, live.id);
        let options = json!({ "level": "easy", "first": "me" });
        let board = bot.command(bot.cleo, "play", options).await.message().clone();
        ann.sees("💡").await;
        ann.wait_until("no row of buttons wraps", NO_ROW_WRAPS).await;
        resign(bot, bot.cleo, &board).await;
        bot.discord.delete_message(board.channel_id, board.id);
        check_play_menu(bot, ann, locale).await;
        check_declined_challenge(bot, ann).await;
    }
}

async fn check_play_menu(bot: &TestBot, ann: &Browser, locale: Locale) {
    bot.discord.set_locale(bot.ann, locale.tag());
    let menu = bot.command(bot.ann, "play", json!({})).await.message().clone();
    let labels = menu.labels();
    assert_eq!(labels.len(), 7, "{labels:?}");
    ann.sees(&labels[6]).await;
    ann.wait_until("no row of buttons wraps", NO_ROW_WRAPS).await;
    ann.screenshot(&format!("language-{}-menu", locale.tag())).await;
    let options = bot.press(bot.ann, &menu, &labels[6]).await;
    ann.sees(&options.message().labels()[0]).await;
    ann.wait_until("nothing overflows", "document.documentElement.scrollWidth <= 360").await;
    ann.screenshot(&format!("language-{}-options", locale.tag())).await;
    bot.discord.delete_message(menu.channel_id, menu.id);
}

async fn check_declined_challenge(bot: &TestBot, ann: &Browser) {
    let options = json!({ "opponent": bot.cleo });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let decline = custom_id_of(&challenge, &challenge.labels()[1]);
    let declined = bot.press_custom_id(bot.cleo, &challenge, &decline).await;
    ann.sees(&declined.message().labels()[1]).await;
    ann.wait_until("no row of buttons wraps", NO_ROW_WRAPS).await;
    bot.discord.delete_message(challenge.channel_id, challenge.id);
    bot.advance(Duration::from_hours(24)).await;
}

#[tokio::test]
async fn text_keeps_off_the_discs_of_a_board() {
    let check = async |_: &TestBot, [ann]: &[Browser; 1]| {
        ann.type_command("/daily \n").await;
        ann.sees("On each turn, find the one column that wins.").await;
        let gap = "const content = [...document.querySelectorAll('.message .content')].pop();\
                   const text = content.querySelector('small');\
                   const above = [...content.querySelectorAll('img')].filter((it) =>\
                     it.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);\
                   const bottom = Math.max(...above.map((it) => it.getBoundingClientRect().bottom));\
                   return text.getBoundingClientRect().top - bottom";
        let gap = ann.run(gap).await.as_f64().unwrap();
        assert!((16.0..32.0).contains(&gap), "a line of {gap} pixels");
    };
    in_browsers("browser_space", ["ann"], check).await;
}

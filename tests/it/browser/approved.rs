//! Pictures of what people see in every state, compared with the approved ones in
//! `tests/screens`.
//!
//! A picture that differs is written to `target/tmp/screens`. Look at it there; if it is right,
//! copy it over the approved one.

use std::{collections::HashMap, fs, io::Cursor, path::Path, time::Duration};

use connect4::Seat;
use fake_discord::{Message, UserId};
use fourfall::{
    locale::Locale,
    picture,
    theme::{Theme, Tile},
};
use serde_json::{Value, json};

use super::{Browser, DESKTOP, PHONE, in_browsers};
use crate::support::{TestBot, wait_until};

/// By how much red, green or blue of a pixel may differ, and how many pixels of a block may differ
/// by more: letters are drawn slightly differently from machine to machine.
const MAX_DIFFERENCE: u8 = 48;
const MAX_DIFFERENT: usize = 16;

/// The side of a block, in pixels: less than a cell of a board.
const BLOCK: usize = 16;

/// How wide a text is in the fonts with which the approved pictures were made. With others, lines
/// break elsewhere, so pictures cannot be compared.
const TEXT_WIDTH: u64 = 404;
const TEXT: &str = "Sphinx of black quartz, judge my vow! Zwölf Boxkämpfer 🏆 आसान 四目並べ";

const MOVES_OF_DRAW: &str = "174166227341672362665415453424277135575133";

#[tokio::test]
async fn every_state_looks_as_approved() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        let mut gallery = Gallery { bot, ann, different: Vec::new() };
        if !gallery.has_approved_fonts().await {
            return;
        }
        ann.resize(PHONE).await;
        gallery.show_play().await;
        gallery.show_ends().await;
        gallery.show_records().await;
        gallery.show_themes().await;
        gallery.show_languages().await;
        ann.resize(DESKTOP).await;
        gallery.show_desktop().await;
        assert_eq!(gallery.different, [""; 0], "the actual pictures are in target/tmp/screens");
    };
    in_browsers("browser_approved", ["ann"], check).await;
}

struct Gallery<'a> {
    bot: &'a TestBot,
    ann: &'a Browser,
    /// The names of the pictures that differ from the approved ones.
    different: Vec<String>,
}

impl Gallery<'_> {
    /// Whether texts are as wide as where the approved pictures were made. If not, prints a note;
    /// panics in CI, which has to compare.
    async fn has_approved_fonts(&self) -> bool {
        let script = format!(
            "const span = document.createElement('span');\
             span.style.cssText = 'font-size: 12px; white-space: nowrap; position: absolute';\
             span.textContent = {};\
             document.body.append(span);\
             const width = Math.round(span.getBoundingClientRect().width);\
             span.remove();\
             return width;",
            json!(TEXT)
        );
        let width = self.ann.run(&script).await.as_u64().unwrap();
        if width != TEXT_WIDTH {
            super::driver::skip(&format!("other fonts than approved: {width} pixels wide"));
        }
        width == TEXT_WIDTH
    }

    /// Compares the newest message, once it shows this text.
    async fn show(&mut self, name: &str, text: &str) {
        self.ann.sees(text).await;
        let settled = "[...document.images].every((it) => it.complete && it.naturalWidth > 0)\
                       && !document.querySelector('[aria-busy]')";
        self.ann.wait_until("the message is complete", settled).await;
        let picture = self.ann.picture_of(".message").await;
        self.compare(name, &picture);
    }

    fn compare(&mut self, name: &str, actual: &[u8]) {
        let name = format!("{name}.png");
        let approved = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(&name);
        let is_same = |approved: Vec<u8>| looks_same(&decode(&approved), &decode(actual));
        if !fs::read(approved).is_ok_and(is_same) {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(&name), actual).unwrap();
            self.different.push(name);
        }
    }

    /// Starts a game between Ann and Ben with these options, and plays moves.
    async fn play(&self, options: Value, moves: &str) -> Message {
        let mut all = json!({ "opponent": self.bot.ben, "first": "me" });
        all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        let challenge = self.bot.command(self.bot.ann, "play", all).await.message().clone();
        let accept = challenge.buttons().next().unwrap_or_else(|| panic!("{challenge:?}"));
        let accept = accept.custom_id.clone().unwrap();
        let begun = self.bot.press_custom_id(self.bot.ben, &challenge, &accept).await;
        self.bot.play_moves(begun.message(), moves).await
    }

    /// Resigns a game that is not to be looked at.
    async fn end(&self, board: &Message) {
        let bot = self.bot;
        let resign = board.buttons().last().unwrap().label.clone().unwrap();
        let asked = bot.press(bot.ann, board, &resign).await;
        let question = bot.follow_up(&asked).await;
        let confirm = question.buttons().next().unwrap().custom_id.clone().unwrap();
        bot.press_custom_id(bot.ann, &question, &confirm).await;
        let is_over = || bot.current(board).buttons().count() < 6;
        wait_until("the board shows the end", is_over).await;
        self.delete_messages();
    }

    fn delete_messages(&self) {
        for message in self.bot.discord.messages(self.bot.channel) {
            self.bot.discord.delete_message(message.channel_id, message.id);
        }
    }

    async fn press_nth(&self, user: UserId, board: &Message, index: usize) -> Message {
        let id = board.buttons().nth(index).unwrap().custom_id.clone().unwrap();
        self.bot.press_custom_id(user, board, &id).await.message().clone()
    }

    /// From the challenge to the offers in a game.
    async fn show_play(&mut self) {
        let bot = self.bot;
        bot.command(bot.ann, "play", json!({})).await;
        self.show("menu", "Who do you want to play?").await;
        self.ann.press("Options").await;
        self.show("options", "Options for your next game.").await;
        self.delete_messages();
        let challenge = bot.challenge(bot.ben, bot.ann).await;
        self.show("challenge", "Ben challenges you").await;
        bot.press(bot.ann, &challenge, "Decline").await;
        self.delete_messages();
        let begun = self.play(json!({ "board": "7x6" }), "").await;
        self.show("begun", "your move").await;
        let board = bot.play_moves(&begun, "4443").await;
        self.show("middle", &marked(3)).await;
        let board = bot.play_moves(&board, "444").await;
        self.show("full-column", &marked(4)).await;
        let asked = bot.press(bot.ben, &board, "Resign").await;
        bot.follow_up(&asked).await;
        let board = bot.press(bot.ben, &board, "Take back").await.message().clone();
        let board = bot.press(bot.ann, &board, "Decline").await.message().clone();
        let board = bot.press(bot.ben, &board, "Offer draw").await.message().clone();
        self.show("offers", "offers a draw").await;
        let board = bot.press(bot.ann, &board, "Accept").await.message().clone();
        self.show("agreed", "It’s a draw!").await;
        assert!(board.button("Rematch").is_some(), "{board:?}");
        self.delete_messages();
        let live = self.play(json!({}), "44").await;
        let asked = bot.press(bot.ann, &live, "Resign").await;
        bot.follow_up(&asked).await;
        self.show("resigning", "Do you really want to resign").await;
        self.end(&live).await;
        let board = bot.start_computer_game("hard").await;
        let nudged = bot.press(bot.ann, &board, "💡 Hint").await;
        let hinted = bot.press(bot.ann, nudged.message(), "Show me").await;
        self.show("hint", "Play column 4.").await;
        self.end(hinted.message()).await;
    }

    async fn show_ends(&mut self) {
        let bot = self.bot;
        self.delete_messages();
        for (name, moves, text) in [
            ("won-vertical", "1212121", "wins!"),
            ("won-horizontal", "1122334", "wins!"),
            ("won-rising", "12233434474", "wins!"),
            ("won-falling", "76655454414", "wins!"),
            ("drawn", MOVES_OF_DRAW, "The board is full."),
        ] {
            self.play(json!({ "clock": "none" }), moves).await;
            self.show(name, text).await;
            self.delete_messages();
        }
        let board = self.play(json!({}), "4435466").await;
        bot.resign(bot.ann, &board).await;
        let private = bot.discord.messages(bot.channel).into_iter().filter(|it| it.is_ephemeral());
        private.for_each(|it| bot.discord.delete_message(it.channel_id, it.id));
        self.show("resigned", "Ann resigned.").await;
        self.delete_messages();
        let board = self.play(json!({ "clock": "5 minutes" }), "443").await;
        bot.advance(Duration::from_mins(5)).await;
        bot.wait_for_timeout(&board).await;
        self.show("timed-out", "ran out of time").await;
        self.delete_messages();
    }

    async fn show_records(&mut self) {
        let bot = self.bot;
        let over = self.play(json!({}), "44453327652333").await;
        let over = bot.resign(bot.ben, &over).await;
        let replay = bot.press(bot.ann, &over, "Replay").await;
        let end = bot.press(bot.ann, replay.message(), "End").await;
        bot.press(bot.ann, end.message(), "Back").await;
        self.show("replay", "Move 13 of 14").await;
        let review = bot.press(bot.ann, &over, "Review").await.message().clone();
        // Beside other tests, the search of a debug build takes long.
        let is_done = || bot.current(&review).content.contains("Turning point");
        let done = async {
            while !is_done() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_mins(2), done).await.is_ok();
        assert!(in_time, "{:?}", bot.current(&review));
        self.show("review", "Turning point").await;
        self.delete_messages();
        for (name, text) in [
            ("leaderboard", "Leaderboard"),
            ("stats", "until it is certain"),
            ("history", "finished games"),
            ("help", "Four in a row"),
        ] {
            bot.command(bot.ann, name, json!({})).await;
            self.show(name, text).await;
            self.delete_messages();
        }
    }

    async fn show_themes(&mut self) {
        for theme in Theme::ALL.map(Theme::name) {
            self.play(json!({ "theme": theme, "clock": "none" }), "12233434474").await;
            self.show(&format!("{theme}-dark"), "wins!").await;
            self.set_theme("light").await;
            self.show(&format!("{theme}-light"), "wins!").await;
            self.set_theme("dark").await;
            self.delete_messages();
        }
        let (bot, long) = (self.bot, "_".repeat(32));
        bot.discord.set_nickname(bot.discord.guild(), bot.ben, Some(&long));
        let board = self.play(json!({ "board": "9x7" }), "4546").await;
        self.show("long-name", "5️⃣🔽").await;
        bot.discord.set_nickname(bot.discord.guild(), bot.ben, None);
        self.end(&board).await;
    }

    async fn show_languages(&mut self) {
        let bot = self.bot;
        for locale in [Locale::German, Locale::French, Locale::Hindi] {
            let tag = locale.tag();
            bot.discord.set_guild_locale(bot.discord.guild(), tag);
            let board = self.play(json!({}), "44").await;
            self.press_nth(bot.ann, &board, 7).await;
            self.show(&format!("{tag}-offer"), "🤝").await;
            self.end(&bot.current(&board)).await;
        }
        bot.discord.set_guild_locale(bot.discord.guild(), "en-US");
    }

    async fn show_desktop(&mut self) {
        let bot = self.bot;
        let challenge = bot.challenge(bot.ben, bot.ann).await;
        self.show_page("desktop-challenge", "Ben challenges you").await;
        let players = [bot.ben, bot.ann];
        let begun = bot.press(bot.ann, &challenge, "Accept").await;
        let board = bot.play_moves_as(players, begun.message(), "443536").await;
        self.show_page("desktop-middle", &marked(6)).await;
        self.set_theme("light").await;
        bot.play_moves_as(players, &board, "27").await;
        self.show_page("desktop-light", &marked(7)).await;
    }

    /// Compares the whole page.
    async fn show_page(&mut self, name: &str, text: &str) {
        self.ann.sees(text).await;
        let picture = self.ann.client.screenshot().await.unwrap();
        self.compare(name, &picture);
    }

    async fn set_theme(&self, theme: &str) {
        self.ann.run(&format!("document.documentElement.dataset.theme = {}", json!(theme))).await;
    }
}

/// The headings of a classic board, from the one before the column of the last move on.
fn marked(column: u8) -> String {
    format!(":d{}::dz:", char::from(b'o' + column))
}

struct Picture {
    width: usize,
    /// Red, green and blue of each pixel, row by row.
    pixels: Vec<[u8; 3]>,
}

fn decode(file: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(info.color_type.samples());
    let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Picture { width: info.width.try_into().unwrap(), pixels }
}

/// Whether no block of pixels differs visibly.
fn looks_same(one: &Picture, other: &Picture) -> bool {
    if (one.width, one.pixels.len()) != (other.width, other.pixels.len()) {
        return false;
    }
    let mut different: HashMap<(usize, usize), usize> = HashMap::new();
    for (index, (one_pixel, other_pixel)) in one.pixels.iter().zip(&other.pixels).enumerate() {
        let mut channels = one_pixel.iter().zip(other_pixel);
        if channels.any(|(one, other)| one.abs_diff(*other) > MAX_DIFFERENCE) {
            let block = (index % one.width / BLOCK, index / one.width / BLOCK);
            *different.entry(block).or_default() += 1;
        }
    }
    different.values().all(|count| *count <= MAX_DIFFERENT)
}

#[test]
fn a_block_that_differs_is_noticed() {
    let picture = |changed: usize, width| {
        let mut pixels = vec![[100; 3]; 6_400];
        pixels[..changed].fill([100, 100, 100 + MAX_DIFFERENCE + 1]);
        Picture { width, pixels }
    };
    let approved = picture(0, 80);
    assert!(looks_same(&approved, &picture(MAX_DIFFERENT, 80)));
    assert!(!looks_same(&approved, &picture(0, 160)), "the sizes differ");
    let across_blocks = picture(2 * MAX_DIFFERENT, 80);
    assert!(looks_same(&approved, &across_blocks), "neither of two blocks differs visibly");
    let in_one_block = picture(MAX_DIFFERENT + 1, BLOCK);
    assert!(!looks_same(&picture(0, BLOCK), &in_one_block));
}

#[test]
fn another_disc_is_noticed() {
    let [red, yellow] = [Seat::First, Seat::Second].map(|seat| {
        let tile = picture::tile_picture(Tile::Disc(seat), Theme::default());
        decode(&tile)
    });
    assert!(!looks_same(&red, &yellow));
}

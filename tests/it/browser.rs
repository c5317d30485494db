//! The playground's page, as two people use it in their browsers.

use std::{
    env, fmt, fs,
    io::{self, Write},
    panic::{AssertUnwindSafe, resume_unwind},
    path::PathBuf,
    process::Stdio,
    str::FromStr,
    time::Duration,
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MouseActions, PointerAction},
    key::Key,
    wd::WebDriverCompatibleCommand,
};
use fourfall::locale::Locale;
use futures_util::FutureExt;
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use crate::support::{Arcade, PATIENCE};

const DESKTOP: (u32, u32) = (1100, 760);
const PHONE: (u32, u32) = (360, 740);
/// The columns and rows of the board of the box.
const STANDARD: (usize, usize) = (7, 6);
/// What the pictures of a board's squares stand for.
const SQUARES: [&str; 13] =
    ["🔵", "🔴", "🟡", "🟥", "🟨", "🟦", "🌑", "🎱", "🔲", "❌", "⭕", "❎", "🅾️"];

#[tokio::test]
async fn two_people_play_a_game_in_their_browsers() {
    let programs = match Programs::find() {
        Ok(programs) => programs,
        Err(missing) => return skip(&missing),
    };
    let driver = Driver::start(programs).await;
    let arcade = Arcade::open("browser").await;
    let (ann, ben) = tokio::join!(driver.open(&arcade, "ann"), driver.open(&arcade, "ben"));
    let played = AssertUnwindSafe(play(&ann, &ben)).catch_unwind().await;
    // A browser outlives its driver.
    ann.close().await;
    ben.close().await;
    played.unwrap_or_else(|panic| resume_unwind(panic));
    arcade.close().await;
}

#[tokio::test]
async fn every_board_and_theme_fits_on_a_phone() {
    let programs = match Programs::find() {
        Ok(programs) => programs,
        Err(missing) => return skip(&missing),
    };
    let driver = Driver::start(programs).await;
    let arcade = Arcade::open("browser_boards").await;
    let ann = driver.open(&arcade, "ann").await;
    let looked = AssertUnwindSafe(look_at_every_board(&arcade, &ann)).catch_unwind().await;
    ann.close().await;
    looked.unwrap_or_else(|panic| resume_unwind(panic));
    arcade.close().await;
}

#[tokio::test]
async fn every_language_fits_on_a_phone() {
    let programs = match Programs::find() {
        Ok(programs) => programs,
        Err(missing) => return skip(&missing),
    };
    let driver = Driver::start(programs).await;
    let arcade = Arcade::open("browser_languages").await;
    let ann = driver.open(&arcade, "ann").await;
    let looked = AssertUnwindSafe(look_at_every_language(&arcade, &ann)).catch_unwind().await;
    ann.close().await;
    looked.unwrap_or_else(|panic| resume_unwind(panic));
    arcade.close().await;
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

async fn play(ann: &Browser, ben: &Browser) {
    challenge_and_accept(ann, ben).await;
    press_out_of_turn(ben, ann).await;
    move_in_turn([ann, ben], 1, "4435342").await;
    look_at_the_board(ann).await;
    look_at_the_board_on_a_phone(ben).await;
    almost_resign_from_the_list(ben).await;
    move_in_turn([ann, ben], 8, "6").await;
    win_with_the_last_move(ann, ben).await;
    ask_for_the_leaderboard(ann).await;
    play_the_computer(ann).await;
    change_the_settings(ann).await;
    run_out_of_time(ann).await;
}

async fn challenge_and_accept(ann: &Browser, ben: &Browser) {
    ann.write("/pl").await;
    ann.sees("Play Four in a Row: challenge a friend or anyone, or play the computer").await;
    ann.write("ay opponent:Ben\tfirst:me\t").await;
    assert_eq!(ann.text_of("#line").await, "/play\nopponent\n@Ben\nfirst\nme");
    ann.write("\n").await;

    for reader in [ann, ben] {
        reader.sees("⚔️ @Ben, Ann challenges you to Four in a Row!").await;
        reader.sees("Ann goes first.").await;
        assert_eq!(reader.rows_of_buttons().await, json!([["Accept", "Decline", "Cancel"]]));
    }
    assert_eq!(ben.count(".message.pinged").await, 1, "Ben is the one who was asked");
    assert_eq!(ann.count(".message.pinged").await, 0, "Ann was not");
    ben.picture("challenge-dark").await;

    ben.press("Accept").await;
    for reader in [ann, ben] {
        reader.sees("🔴 @Ann, your move · move 1").await;
        assert_eq!(
            reader.rows_of_buttons().await,
            json!([["1", "2", "3", "4"], ["5", "6", "7"], ["Draw", "Take back", "Resign"]])
        );
    }
}

async fn play_the_computer(ann: &Browser) {
    ann.write("/play level:easy\tfirst:me\t").await;
    assert_eq!(ann.text_of("#line").await, "/play\nlevel\neasy\nfirst\nme");
    ann.write("\n").await;
    ann.sees("🔴 Ann vs 🟡 Fourfall (easy)").await;
    ann.press("4").await;
    ann.sees("🔴 @Ann, your move · move 3").await;
    ann.picture("computer-dark").await;
    ann.write("/hint \n").await;
    ann.sees("💡 Best: ").await;
    ann.resize(PHONE).await;
    ann.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
    ann.picture("hint-phone-dark").await;
    ann.resize(DESKTOP).await;
}

async fn press_out_of_turn(hasty: &Browser, other: &Browser) {
    hasty.press("4").await;
    hasty.sees("It’s Ann’s turn.").await;
    assert!(hasty.text_of(".message.private").await.contains("Only you can see this"));
    // What the server sends comes in order, so the other one would have it by now.
    other.write("Take your time\n").await;
    other.sees("Take your time").await;
    hasty.sees("Take your time").await;
    assert_eq!(other.count(".message.private").await, 0, "it was for the presser alone");

    hasty.dismiss().await;
}

async fn move_in_turn(players: [&Browser; 2], first: usize, columns: &str) {
    for (number, column) in (first..).zip(columns.chars()) {
        players[(number + 1) % 2].press(&column.to_string()).await;
        for reader in players {
            reader.sees(&format!("your move · move {}", number + 1)).await;
        }
    }
}

async fn look_at_the_board(ann: &Browser) {
    ann.shows_a_whole_board(STANDARD).await;
    ann.picture("game-dark").await;
    ann.click("Dark or light").await;
    ann.until("it is light", "document.documentElement.dataset.theme === 'light'").await;
    ann.picture("game-light").await;
    ann.click("Dark or light").await;
    ann.until("it is dark", "document.documentElement.dataset.theme === 'dark'").await;
}

async fn look_at_the_board_on_a_phone(ben: &Browser) {
    ben.resize(PHONE).await;
    ben.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
    ben.shows_a_whole_board(STANDARD).await;
    let rows = "[...document.querySelectorAll('.row')].every((row) =>\
                new Set([...row.children].map((it) => it.offsetTop)).size === 1)";
    ben.until("no row of buttons is broken in two", rows).await;
    ben.until("the board and its buttons are on the screen", "(() => {\
         const list = document.querySelector('#messages').getBoundingClientRect();\
         const board = [...document.querySelectorAll('.message:has(.rows)')].pop().getBoundingClientRect();\
         return board.top >= list.top && board.bottom <= list.bottom; })()",
    )
    .await;
    ben.picture("phone-dark").await;
    ben.resize(DESKTOP).await;
}

async fn almost_resign_from_the_list(ben: &Browser) {
    ben.write("/games \n").await;
    ben.sees("🟡 against Ann · your turn · move 8").await;
    ben.click("Resign a game…").await;
    ben.click("Against Ann, move 8").await;
    ben.sees("Do you really want to resign your game against Ann?").await;
    ben.press("Play on").await;
    ben.sees("🟡 against Ann · your turn · move 8").await;
    ben.dismiss().await;
}

async fn win_with_the_last_move(winner: &Browser, loser: &Browser) {
    winner.press("1").await;
    for reader in [winner, loser] {
        reader.sees("wins with 4 in a row").await;
        assert_eq!(reader.count(".message .content img[alt='🟥']").await, 4);
        assert_eq!(reader.rows_of_buttons().await, json!([["Rematch"]]));
        reader.shows_a_whole_board(STANDARD).await;
    }
    winner.picture("win-dark").await;
}

async fn ask_for_the_leaderboard(ann: &Browser) {
    ann.write("/leaderboard \n").await;
    ann.sees("🏆 Leaderboard").await;
    ann.sees("🥇 Ann · 1 win · 0 losses · 0 draws").await;
    ann.sees("🥈 Ben · 0 wins · 1 loss · 0 draws").await;
    ann.picture("leaderboard").await;
}

async fn run_out_of_time(ann: &Browser) {
    ann.click("1 day").await;
    ann.sees("⌛ Ann ran out of time. 🟡 Fourfall wins!").await;
}

async fn change_the_settings(ann: &Browser) {
    ann.write("/settings \n").await;
    ann.sees("🎨 Board: Blue board, red and yellow discs").await;
    ann.click("Blue board, red and yellow discs").await;
    ann.click("Red and blue discs").await;
    ann.sees("🎨 Board: Red and blue discs").await;
    ann.picture("settings-dark").await;
    ann.press("Limits").await;
    ann.sees("📍 Games can start in every channel.").await;
    ann.click("Channels for games…").await;
    ann.click("#games").await;
    ann.click("#general").await;
    ann.press_escape().await;
    ann.sees("📍 Games can start in #general, #games").await;
    ann.resize(PHONE).await;
    ann.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
    ann.picture("settings-phone-dark").await;
    ann.resize(DESKTOP).await;
}

/// Says that there is nothing to try the page with, which CI does not put up
/// with.
fn skip(missing: &Missing) {
    #[expect(clippy::disallowed_methods, reason = "where the tests run is no setting")]
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_ci, "{missing}");
    // Past the test harness, which keeps to itself what a passing test prints.
    let mut aloud = io::stderr();
    writeln!(aloud, "skipped: {missing}").unwrap();
}

/// What a browser is driven with.
struct Programs {
    driver: PathBuf,
    browser: PathBuf,
}

/// A program that is not there.
struct Missing {
    program: &'static str,
    package: &'static str,
}

impl Programs {
    fn find() -> Result<Self, Missing> {
        let driver = Missing { program: "chromedriver", package: "chromium-driver" };
        let browser = Missing { program: "chromium", package: "chromium" };
        Ok(Self { driver: driver.find()?, browser: browser.find()? })
    }
}

impl Missing {
    fn find(self) -> Result<PathBuf, Self> {
        #[expect(clippy::disallowed_methods, reason = "where programs are is no setting")]
        let folders = env::var_os("PATH").unwrap_or_default();
        let found =
            env::split_paths(&folders).map(|it| it.join(self.program)).find(|it| it.is_file());
        found.ok_or(self)
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {}; install {} to run the browser test", self.program, self.package)
    }
}

/// What starts browsers and hands on what people do.
struct Driver {
    address: String,
    browser: PathBuf,
    profiles: TempDir,
    _process: Child,
}

impl Driver {
    async fn start(programs: Programs) -> Self {
        let mut process = Command::new(programs.driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next_line().await.unwrap().expect("it says where it listens");
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        // What it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self {
            address: format!("http://127.0.0.1:{port}"),
            browser: programs.browser,
            profiles: tempfile::tempdir().unwrap(),
            _process: process,
        }
    }

    /// Opens the page as one of the people, who goes to the channel for games.
    async fn open(&self, arcade: &Arcade, person: &'static str) -> Browser {
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(self.capabilities(person).as_object().unwrap().clone())
            .connect(&self.address)
            .await
            .unwrap();
        let browser = Browser { person, client };
        browser.resize(DESKTOP).await;
        let page = format!("{}/?user={person}", arcade.playground.url());
        browser.client.goto(&page).await.unwrap();
        browser.until("the page is connected", "document.body.dataset.connected === 'true'").await;
        browser.click("Dark or light").await;
        browser.until("it is dark", "document.documentElement.dataset.theme === 'dark'").await;
        browser
            .client
            .find(Locator::Css("[data-channel=games]"))
            .await
            .unwrap()
            .click()
            .await
            .unwrap();
        browser.sees("Welcome to #games!").await;
        browser
    }

    fn capabilities(&self, person: &str) -> Value {
        let profile = format!("--user-data-dir={}", self.profiles.path().join(person).display());
        let flags = [
            &profile,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // So that no picture is taken halfway.
            "--force-prefers-reduced-motion",
        ];
        json!({ "goog:chromeOptions": { "args": flags, "binary": self.browser } })
    }
}

/// A person's browser.
struct Browser {
    person: &'static str,
    client: Client,
}

impl Browser {
    async fn close(self) {
        self.client.close().await.unwrap();
    }

    async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until an expression of the page is true.
    async fn until(&self, what: &str, expression: &str) {
        let script = format!("return Boolean({expression})");
        let wait = async {
            while self.run(&script).await != json!(true) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(PATIENCE, wait).await.is_err() {
            self.save(&format!("stuck-{}", self.person)).await;
            panic!("{} never: {what}; the page says:\n{}", self.person, self.text_of("body").await);
        }
    }

    /// Waits until the messages say something; emoji count as what they stand
    /// for.
    async fn sees(&self, words: &str) {
        let expression = format!("{}.includes({})", text("main"), json!(words));
        self.until(&format!("sees {words:?}"), &expression).await;
    }

    /// What is written in the last element that a selector finds.
    async fn text_of(&self, selector: &str) -> String {
        let text = self.run(&format!("return {}", text(selector))).await;
        text.as_str().unwrap().to_owned()
    }

    async fn count(&self, selector: &str) -> u64 {
        let count = format!("return document.querySelectorAll({}).length", json!(selector));
        self.run(&count).await.as_u64().unwrap()
    }

    /// The labels of the newest buttons below a message.
    async fn rows_of_buttons(&self) -> Value {
        self.run(
            "const rows = [...document.querySelectorAll('.rows')].pop();\
             return [...rows.children].map((row) => [...row.children].map((it) => it.innerText));",
        )
        .await
    }

    /// Asserts that the newest board is all there: each square a picture that
    /// has loaded, in straight columns and lines.
    async fn shows_a_whole_board(&self, (columns, rows): (usize, usize)) {
        self.until(
            "all pictures have loaded",
            "[...document.images].every((it) => it.naturalWidth > 0)",
        )
        .await;
        let script = format!(
            "const squares = {};\
             const content = [...document.querySelectorAll('.message:has(.rows) .content')].pop();\
             const images = [...content.querySelectorAll('img')];\
             const isPlace = (it) => squares.includes(it.alt) || /^(.\\uFE0F?\\u20E3|🔽)$/u.test(it.alt);\
             const places = images.filter(isPlace).map((it) => it.getBoundingClientRect());\
             const different = (values) => new Set(values.map(Math.round)).size;\
             const perLine = Map.groupBy(places, (it) => Math.round(it.top));\
             const lines = [...perLine.values()].filter((line) => line.length === {columns});\
             const inLines = lines.flat();\
             return [lines.length, different(inLines.map((it) => it.left))];",
            json!(SQUARES)
        );
        // The numbers of the columns are a line too.
        assert_eq!(self.run(&script).await, json!([rows + 1, columns]), "lines and columns");
    }

    /// Asserts that each row of the newest buttons is one line within the page,
    /// of buttons that a finger can hit.
    async fn has_room_for_its_buttons(&self) {
        let rows = self
            .run(
                "const rows = [...[...document.querySelectorAll('.rows')].pop().children];\
                 return rows.map((row) => {\
                   const boxes = [...row.children].map((it) => it.getBoundingClientRect());\
                   return {\
                     lines: new Set(boxes.map((it) => Math.round(it.top))).size,\
                     left: Math.min(...boxes.map((it) => it.left)),\
                     right: Math.max(...boxes.map((it) => it.right)),\
                     width: Math.min(...boxes.map((it) => it.width)),\
                     height: Math.min(...boxes.map((it) => it.height)),\
                   };\
                 });",
            )
            .await;
        for row in rows.as_array().unwrap() {
            assert_eq!(row["lines"], 1, "{row}");
            assert!(row["left"].as_f64().unwrap() >= 0.0, "{row}");
            assert!(row["right"].as_f64().unwrap() <= f64::from(PHONE.0), "{row}");
            assert!(row["width"].as_f64().unwrap() >= 32.0, "{row}");
            assert!(row["height"].as_f64().unwrap() >= 32.0, "{row}");
        }
    }

    /// Writes into the command box; the ends of lines and the tabs are keys.
    async fn write(&self, text: &str) {
        let keys = text.replace('\n', &Key::Enter.to_string()).replace('\t', &Key::Tab.to_string());
        let input = self.client.find(Locator::Css("#command-box")).await.unwrap();
        input.send_keys(&keys).await.unwrap();
    }

    /// Presses a button of the newest message that has any, once it can be
    /// pressed.
    async fn press(&self, label: &str) {
        let ready = "!document.querySelector('.rows [aria-busy]')";
        self.until("nothing waits for an answer", ready).await;
        let path = format!("(//*[@class='rows'])[last()]//button[normalize-space()='{label}']");
        self.click_at(&path).await;
    }

    /// Closes what is open over the page.
    async fn press_escape(&self) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(&Key::Escape.to_string()).await.unwrap();
    }

    /// Puts away the message that only this person sees.
    async fn dismiss(&self) {
        self.click("Dismiss message").await;
        self.until("it is gone", "!document.querySelector('.message.private')").await;
    }

    /// Clicks on what has this name.
    async fn click(&self, name: &str) {
        self.click_at(&format!("//button[normalize-space()='{name}' or @aria-label='{name}']"))
            .await;
    }

    async fn click_at(&self, path: &str) {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::XPath(path)).await;
        found.unwrap().click().await.unwrap();
    }

    /// Gives the page this much room.
    async fn resize(&self, (width, height): (u32, u32)) {
        let mobile = width < 500;
        let screen = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        let command =
            DevTools { command: "Emulation.setDeviceMetricsOverride", parameters: screen };
        self.client.issue_cmd(command).await.unwrap();
    }

    /// Leaves a picture of the page, with the mouse out of the way.
    async fn picture(&self, name: &str) {
        let away = PointerAction::MoveTo { duration: None, x: 0.0, y: 0.0 };
        self.client
            .perform_actions(MouseActions::new("mouse".to_owned()).then(away))
            .await
            .unwrap();
        self.until(
            "all pictures have loaded",
            "[...document.images].every((it) => it.naturalWidth > 0)",
        )
        .await;
        self.save(name).await;
    }

    async fn save(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let picture = self.client.screenshot().await.unwrap();
        fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}

/// A script for what is written in the last element that a selector finds,
/// where emoji stand for their pictures.
fn text(selector: &str) -> String {
    format!(
        "((selector) => {{\
           const node = [...document.querySelectorAll(selector)].pop();\
           if (!node) return '';\
           const pictures = [...node.querySelectorAll('img[alt]')];\
           const copies = pictures.map((it) => {{ const copy = document.createTextNode(it.alt); it.replaceWith(copy); return copy; }});\
           const text = node.innerText;\
           copies.forEach((copy, at) => copy.replaceWith(pictures[at]));\
           return text;\
         }})({})",
        json!(selector)
    )
}

/// A command of Chromium's own, for what `WebDriver` has no word for.
#[derive(Debug)]
struct DevTools {
    command: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.command, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}

//! The playground's page in a real browser, used by two people.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};

use fantoccini::{Client, ClientBuilder, Locator, key::Key};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use crate::support::{Arcade, PATIENCE};

const DESKTOP: (u32, u32) = (1100, 800);
const PHONE: (u32, u32) = (360, 740);

#[tokio::test]
async fn two_people_play_a_game_on_the_page() {
    let Some(driver) = Driver::start().await else { return };
    let arcade = Arcade::open("browser").await;
    let ann = driver.open(&arcade, "ann", "dark").await;
    let ben = driver.open(&arcade, "ben", "dark").await;

    ann.write(&["/play\n", "opponent\n", "Ben\n", "first\n", "me\n", "\n"]).await;
    ben.sees("challenges you to Four in a Row!").await;
    ben.picture("challenge-dark").await;
    ben.press("Accept").await;
    ann.sees("your move · move 1").await;

    ben.press("4").await;
    ben.sees("It’s Ann’s turn.").await;
    ben.sees("Only you can see this").await;
    assert!(!ann.text().await.contains("It’s Ann’s turn."), "that was for Ben alone");

    for (number, column) in "4435334".chars().enumerate() {
        let player = [&ann, &ben][number % 2];
        player.press(&column.to_string()).await;
        for reader in [&ann, &ben] {
            reader.sees(&format!("move {}", number + 2)).await;
        }
    }
    assert_eq!(ann.broken_pictures().await, 0);
    assert!(ann.emoji().await >= 51, "the board is drawn");
    ann.picture("game-dark").await;
    ann.show_in("light").await;
    ann.picture("game-light").await;
    ann.show_in("dark").await;
    ben.resize(PHONE).await;
    ben.reveal("your move · move 8").await;
    assert!(ben.fits().await, "nothing sticks out on a phone");
    ben.picture("phone-dark").await;
    ben.show_in("light").await;
    ben.picture("phone-light").await;

    for (number, column) in "7271".chars().enumerate() {
        [&ben, &ann][number % 2].press(&column.to_string()).await;
        if number < 3 {
            ann.sees(&format!("move {}", number + 9)).await;
            ben.sees(&format!("move {}", number + 9)).await;
        }
    }
    for reader in [&ann, &ben] {
        reader.sees("wins with 4 in a row").await;
    }
    ann.picture("win-dark").await;

    ann.write(&["/leaderboard\n", "\n"]).await;
    ann.sees("Leaderboard").await;
    ann.sees("1 win · 0 losses · 0 draws").await;
    ann.picture("leaderboard").await;
    assert!(!ben.text().await.contains("Leaderboard"), "that was for Ann alone");
    for browser in [ann, ben] {
        browser.client.close().await.unwrap();
    }
    arcade.close().await;
}

/// A running `ChromeDriver`.
struct Driver {
    address: String,
    _process: Child,
    profiles: tempfile::TempDir,
}

impl Driver {
    /// Starts it; nothing if there is none here, which CI does not let pass.
    async fn start() -> Option<Self> {
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) => {
                assert!(!is_ci(), "chromedriver does not start: {error}");
                // Straight to the stream: the test runner swallows what is printed.
                let said = format!(
                    "skipped: the browser test; install Chromium and chromedriver for it ({error})\n"
                );
                std::io::stderr().write_all(said.as_bytes()).unwrap();
                return None;
            }
        };
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next_line().await.unwrap().expect("it says where it listens");
            if let Some((_, rest)) = line.split_once("started successfully on port ") {
                break rest.trim_end_matches('.').to_owned();
            }
        };
        // Whatever it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let address = format!("http://127.0.0.1:{port}");
        Some(Self { address, _process: process, profiles: tempfile::tempdir().unwrap() })
    }

    /// Opens the page as one of the people.
    async fn open(&self, arcade: &Arcade, person: &str, theme: &str) -> Browser {
        let profile = self.profiles.path().join(person);
        let flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--force-prefers-reduced-motion",
            &format!("--user-data-dir={}", profile.display()),
        ];
        let options = json!({ "goog:chromeOptions": { "args": flags } });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(options.as_object().unwrap().clone())
            .connect(&self.address)
            .await
            .unwrap();
        let browser = Browser { client };
        browser.resize(DESKTOP).await;
        let page = format!("{}/?user={person}", arcade.playground.url());
        browser.client.goto(&page).await.unwrap();
        browser.until("the page is connected", "document.body.dataset.connected === 'true'").await;
        browser.show_in(theme).await;
        browser.run("document.querySelector('[data-channel=\"games\"]').click()").await;
        browser
    }
}

#[expect(clippy::disallowed_methods, reason = "whether the browser may be missing is no setting")]
fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// One person's browser.
struct Browser {
    client: Client,
}

impl Browser {
    async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until an expression of the page is true.
    async fn until(&self, what: &str, expression: &str) {
        let script = format!("return !!({expression})");
        let deadline = now() + PATIENCE;
        while self.run(&script).await != Value::Bool(true) {
            if now() > deadline {
                self.picture("stuck").await;
                panic!("never: {what}; the page says {:?}", self.text().await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the page says something.
    async fn sees(&self, words: &str) {
        let words = json!(words).to_string();
        let expression = format!("document.body.innerText.includes({words})");
        self.until(&format!("the page says {words}"), &expression).await;
    }

    async fn text(&self) -> String {
        self.run("return document.body.innerText").await.as_str().unwrap().to_owned()
    }

    /// Writes into the command box; ends of lines and tabs are keys pressed.
    async fn write(&self, parts: &[&str]) {
        let enter = char::from(Key::Enter).to_string();
        let tab = char::from(Key::Tab).to_string();
        for part in parts {
            let element = self.client.find(Locator::Css("#command-box")).await.unwrap();
            let keys = part.replace('\n', &enter).replace('\t', &tab);
            element.send_keys(&keys).await.unwrap();
        }
    }

    /// Presses the newest button with this label.
    async fn press(&self, label: &str) {
        let label = json!(label).to_string();
        let find = format!(
            "[...document.querySelectorAll('button[data-custom-id]:not([disabled])')]\
             .filter((it) => it.textContent.trim() === {label}).pop()"
        );
        self.until(&format!("there is a button {label}"), &find).await;
        self.run(&format!("({find}).click()")).await;
    }

    async fn reveal(&self, words: &str) {
        self.sees(words).await;
        self.run("[...document.querySelectorAll('[data-message-id]')].pop().scrollIntoView()")
            .await;
    }

    async fn show_in(&self, theme: &str) {
        let theme = json!(theme).to_string();
        self.run(&format!("document.documentElement.dataset.theme = {theme}")).await;
    }

    async fn resize(&self, (width, height): (u32, u32)) {
        self.client.set_window_size(width, height).await.unwrap();
    }

    /// How many emoji pictures the page shows.
    async fn emoji(&self) -> u64 {
        let count = "return document.querySelectorAll('img[src^=\"/emoji/\"]').length";
        self.run(count).await.as_u64().unwrap()
    }

    /// How many pictures did not load.
    async fn broken_pictures(&self) -> u64 {
        self.until("all pictures are there", "[...document.images].every((it) => it.complete)")
            .await;
        let broken = "return [...document.images].filter((it) => it.naturalWidth === 0).length";
        self.run(broken).await.as_u64().unwrap()
    }

    /// Whether nothing is wider than the window.
    async fn fits(&self) -> bool {
        self.run("return document.documentElement.scrollWidth <= innerWidth").await == json!(true)
    }

    /// Leaves a picture of the page.
    async fn picture(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let picture = self.client.screenshot().await.unwrap();
        fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}

#[expect(clippy::disallowed_methods, reason = "a browser lives by the machine's clock")]
fn now() -> Instant {
    Instant::now()
}

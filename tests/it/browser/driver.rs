//! The chromedriver, and the browsers that it opens.

use std::{
    env, fmt,
    io::{self, Write},
    path::PathBuf,
    process::Stdio,
};

use fantoccini::{ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use super::{Browser, DESKTOP};
use crate::support::{TIMEOUT, TestBot};

/// Prints why the test is skipped. Panics in CI, where what it needs must be there.
pub(super) fn skip(reason: &dyn fmt::Display) {
    #[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_ci, "{reason}");
    // Unlike `eprintln!`, this is not captured by the test harness.
    let mut error_stream = io::stderr();
    writeln!(error_stream, "skipped: {reason}").unwrap();
}

/// The paths of chromedriver and chromium.
pub(super) struct Programs {
    driver: PathBuf,
    browser: PathBuf,
}

/// A program that is not installed, and the Debian package of it.
pub(super) struct MissingProgram {
    program: &'static str,
    package: &'static str,
}

impl Programs {
    pub(super) fn find() -> Result<Self, MissingProgram> {
        let driver = MissingProgram { program: "chromedriver", package: "chromium-driver" };
        let browser = MissingProgram { program: "chromium", package: "chromium" };
        Ok(Self { driver: driver.find()?, browser: browser.find()? })
    }
}

impl MissingProgram {
    fn find(self) -> Result<PathBuf, Self> {
        #[expect(clippy::disallowed_methods, reason = "PATH is not a setting of the bot")]
        let folders = env::var_os("PATH").unwrap_or_default();
        let found =
            env::split_paths(&folders).map(|it| it.join(self.program)).find(|it| it.is_file());
        found.ok_or(self)
    }
}

impl fmt::Display for MissingProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {}; install {} to run the browser test", self.program, self.package)
    }
}

/// A running chromedriver. The browsers' profiles are deleted on drop.
pub(super) struct Driver {
    url: String,
    browser: PathBuf,
    profiles: TempDir,
    _process: Child,
}

impl Driver {
    pub(super) async fn start(programs: Programs) -> Self {
        // It takes a port that is free in IPv6, and exits if that one is taken in IPv4.
        let start = async {
            loop {
                if let Some(started) = start_process(&programs).await {
                    break started;
                }
            }
        };
        let (process, port) =
            tokio::time::timeout(TIMEOUT, start).await.expect("chromedriver did not start");
        Self {
            url: format!("http://127.0.0.1:{port}"),
            browser: programs.browser,
            profiles: tempfile::tempdir().unwrap(),
            _process: process,
        }
    }

    /// Opens the page as one of the users, in the dark theme, and in #games.
    pub(super) async fn open(&self, bot: &TestBot, user: &'static str) -> Browser {
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(self.capabilities(user).as_object().unwrap().clone())
            .connect(&self.url)
            .await
            .unwrap();
        let browser = Browser { user, client };
        browser.resize(DESKTOP).await;
        let page = format!("{}/?user={user}", bot.discord.url());
        browser.client.goto(&page).await.unwrap();
        browser
            .wait_until("the page is connected", "document.body.dataset.connected === 'true'")
            .await;
        browser.sees("Welcome to #general!").await;
        browser.click("Dark or light").await;
        browser
            .wait_until("the theme is dark", "document.documentElement.dataset.theme === 'dark'")
            .await;
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

    fn capabilities(&self, user: &str) -> Value {
        let profile = format!("--user-data-dir={}", self.profiles.path().join(user).display());
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
            // So that no screenshot shows a transition.
            "--force-prefers-reduced-motion",
        ];
        json!({ "goog:chromeOptions": { "args": flags, "binary": self.browser } })
    }
}

/// A chromedriver and its port; nothing if it exits before it prints one.
async fn start_process(programs: &Programs) -> Option<(Child, String)> {
    let mut process = Command::new(&programs.driver)
        .arg("--port=0")
        // So that times of day are the same everywhere.
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let port = loop {
        let line = lines.next_line().await.unwrap()?;
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            break port.trim_end_matches('.').to_owned();
        }
    };
    // Later output must not fill the pipe.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Some((process, port))
}

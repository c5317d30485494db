//! The program that drives browsers, and browsers that it opens.

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
use crate::support::Arcade;

/// Says that there is nothing to try the page with, which CI does not put up
/// with.
pub(super) fn skip(missing: &Missing) {
    #[expect(clippy::disallowed_methods, reason = "where the tests run is no setting")]
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_ci, "{missing}");
    // Past the test harness, which keeps to itself what a passing test prints.
    let mut aloud = io::stderr();
    writeln!(aloud, "skipped: {missing}").unwrap();
}

/// What a browser is driven with.
pub(super) struct Programs {
    driver: PathBuf,
    browser: PathBuf,
}

/// A program that is not there.
pub(super) struct Missing {
    program: &'static str,
    package: &'static str,
}

impl Programs {
    pub(super) fn find() -> Result<Self, Missing> {
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
pub(super) struct Driver {
    address: String,
    browser: PathBuf,
    profiles: TempDir,
    _process: Child,
}

impl Driver {
    pub(super) async fn start(programs: Programs) -> Self {
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
    pub(super) async fn open(&self, arcade: &Arcade, person: &'static str) -> Browser {
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
        browser.sees("Welcome to #general!").await;
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

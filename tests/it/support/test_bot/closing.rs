//! The end of a test, and what is checked then.

use std::{fmt, sync::Arc, time::Duration};

use fake_discord::{Fault, FaultKind, RecordedRequest};
use serde_json::json;

use super::TestBot;
use crate::support::{TIMEOUT, panics::PanicCounter};

/// Fails a test that ends without [`TestBot::close`].
#[derive(Debug)]
pub(super) struct Closing {
    name: String,
    panics: PanicCounter,
    is_closed: bool,
}

impl Closing {
    pub(super) fn new(name: String) -> Self {
        Self { name, panics: PanicCounter::start(), is_closed: false }
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        let name = &self.name;
        assert!(
            self.is_closed || std::thread::panicking(),
            "the test did not close the bot {name}"
        );
    }
}

/// Which refused requests a test accepts.
#[derive(Clone, Copy, Debug)]
enum Refusals<'a> {
    /// Each of these has to occur, and no other.
    Expected(&'a [&'a str]),
    /// These may occur, and no other.
    Allowed(&'a [&'a str]),
}

impl TestBot {
    /// Stops the bot, and asserts that it did not panic, and that Discord refused none of
    /// its requests.
    pub(crate) async fn close(self) {
        self.close_checking(Refusals::Expected(&[])).await;
    }

    /// Like [`Self::close`] for a test in which Discord refuses requests on purpose: each of
    /// these, and no other. A request is described as `404 PATCH /channels/*/messages/*`.
    pub(crate) async fn close_expecting(self, refused: &[&str]) {
        self.close_checking(Refusals::Expected(refused)).await;
    }

    /// Like [`Self::close_expecting`], but it depends on chance or on the transport which of
    /// these requests are refused.
    pub(crate) async fn close_allowing(self, refused: &[&str]) {
        self.close_checking(Refusals::Allowed(refused)).await;
    }

    /// Stops the bot without any checks, for a test that has failed already.
    pub(crate) fn discard(mut self) {
        self.closing.is_closed = true;
    }

    /// Waits for requests that Discord is to refuse: stopping the bot drops edits that a deadline
    /// has just asked for. That they come is asserted afterwards.
    async fn wait_for_refusals(&self, expected: &[&str]) {
        let all_occurred = || {
            let refused: Vec<_> = self.refused_requests().into_iter().map(Described).collect();
            expected.iter().all(|pattern| refused.iter().any(|it| it.matches(pattern)))
        };
        let waiting = async {
            while !all_occurred() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        drop(tokio::time::timeout(TIMEOUT, waiting).await);
    }

    async fn close_checking(mut self, accepted: Refusals<'_>) {
        self.closing.is_closed = true;
        if let Refusals::Expected(expected) = accepted {
            self.wait_for_refusals(expected).await;
        }
        self.wait_follow_ups().await;
        if let Some(store) = self.store.get() {
            store.close().await;
        }
        if !self.replicas.is_empty() {
            self.stop().await;
        }
        let refused: Vec<Described> = self.refused_requests().into_iter().map(Described).collect();
        let (Refusals::Expected(listed) | Refusals::Allowed(listed)) = accepted;
        let is_listed = |it: &&Described| listed.iter().any(|pattern| it.matches(pattern));
        let others: Vec<_> = refused.iter().filter(|it| !is_listed(it)).collect();
        assert!(others.is_empty(), "Discord refused other requests than {listed:?}: {others:#?}");
        if let Refusals::Expected(expected) = accepted {
            for pattern in expected {
                let occurred = refused.iter().any(|it| it.matches(pattern));
                assert!(occurred, "Discord did not refuse {pattern}, but {refused:#?}");
            }
        }
        assert_eq!(self.closing.panics.count(), 0, "the bot panicked");
    }

    /// The requests that Discord refused. With HTTP, a request that follows a response
    /// may overtake it; the 404 that it then gets is not counted if the request was
    /// retried, or need not be.
    fn refused_requests(&self) -> Vec<Arc<RecordedRequest>> {
        let requests = self.discord.requests();
        let is_http = self.config.transport.replicas().is_some();
        let is_recovered = |index: usize, early: &RecordedRequest| {
            let mut later = requests[index..].iter();
            let is_same = |it: &RecordedRequest| it.method == early.method && it.path == early.path;
            is_http
                && early.status == 404
                && early.path.starts_with("/webhooks/")
                && (early.method == "GET" || later.any(|it| is_same(it) && it.status < 300))
        };
        let refused = requests.iter().enumerate().filter(|(_, it)| it.status >= 400);
        refused
            .filter(|(index, it)| !is_recovered(*index, it))
            .map(|(_, it)| Arc::clone(it))
            .collect()
    }
}

/// A request, described by its status, method and path.
struct Described(Arc<RecordedRequest>);

impl Described {
    /// Whether this is a description of the request, in which `*` stands for any part of the
    /// path: an id or a token.
    fn matches(&self, pattern: &str) -> bool {
        let description = self.to_string();
        let (parts, expected) = (description.split('/'), pattern.split('/'));
        parts.clone().count() == expected.clone().count()
            && parts.zip(expected).all(|(part, expected)| expected == "*" || part == expected)
    }
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.0.status, self.0.method, self.0.path)
    }
}

impl fmt::Debug for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}: {}", self.0.body)
    }
}

#[tokio::test]
#[should_panic(expected = "the test did not close the bot unclosed")]
async fn a_test_that_does_not_close_its_bot_fails() {
    TestBot::open("unclosed").await;
}

/// A bot of which one request was refused.
async fn refused_once(name: &str) -> TestBot {
    let bot = TestBot::builder(name).gateway().open().await;
    let limited = FaultKind::RateLimited { retry_after_ms: 1 };
    bot.discord.inject_fault(Fault { route: "/callback", times: 1, kind: limited });
    bot.command(bot.ann, "help", json!({})).await;
    bot
}

#[tokio::test]
#[should_panic(expected = "Discord refused other requests than []")]
async fn a_test_with_an_unexpected_refusal_fails() {
    refused_once("refused_unexpectedly").await.close().await;
}

#[tokio::test]
#[should_panic(expected = "Discord did not refuse 404 GET /channels/*")]
async fn a_test_without_an_expected_refusal_fails() {
    let bot = refused_once("refused_once").await;
    let refused = ["429 POST /interactions/*/*/callback", "404 GET /channels/*"];
    bot.close_expecting(&refused).await;
}

#[tokio::test]
#[should_panic(expected = "the bot panicked")]
async fn a_test_of_a_bot_that_panics_fails() {
    let bot = TestBot::open("panics").await;
    tokio::spawn(async { panic!("on purpose") }).await.unwrap_err();
    bot.close().await;
}

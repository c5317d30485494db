//! Waiting until the bot has done what there is to do, and the end of a test.

use std::time::Duration;

use fake_discord::Recorded;
use fourfall::store;

use super::Arcade;
use crate::support::PATIENCE;

/// How many boards and challenges are stored whose messages are not known.
const UNKNOWN_MESSAGES: &str = "\
    SELECT (SELECT COUNT(*) FROM game WHERE message_id IS NULL) \
    + (SELECT COUNT(*) FROM challenge WHERE message_id IS NULL)";

/// How long a message may stay unknown to the bot while all is well.
const LONGEST_UNKNOWN: Duration = Duration::from_millis(500);

impl Arcade {
    /// Ends the test: nothing that the bot sent was refused.
    pub(crate) async fn close(mut self) {
        if !self.bots.is_empty() {
            self.stop_bot().await;
        }
        let refused = self.refused_requests();
        assert!(refused.is_empty(), "Discord would have refused: {refused:#?}");
    }

    /// Whether the bot has asked for a message too early, and not yet again.
    fn asks_again(&self) -> bool {
        let requests = self.playground.requests();
        let asked = |it: &&Recorded| it.method == "GET" && it.path.starts_with("/webhooks/");
        requests.iter().enumerate().filter(|(_, it)| asked(it) && it.status == 404).any(
            |(index, early)| {
                let mut later = requests[index..].iter().filter(asked);
                !later.any(|it| it.path == early.path && it.status != 404)
            },
        )
    }

    /// The requests that Discord refused. By HTTP, what follows an answer may
    /// come before it, and is sent again, or at least need not be.
    fn refused_requests(&self) -> Vec<Recorded> {
        let requests = self.playground.requests();
        let by_http = self.setup.transport.replicas().is_some();
        let is_made_good = |index: usize, early: &Recorded| {
            let mut later = requests[index..].iter();
            let is_same = |it: &Recorded| it.method == early.method && it.path == early.path;
            by_http
                && early.status == 404
                && early.path.starts_with("/webhooks/")
                && (early.method == "GET" || later.any(|it| is_same(it) && it.status < 300))
        };
        let refused = requests.iter().enumerate().filter(|(_, it)| it.status >= 400);
        refused.filter(|(index, it)| !is_made_good(*index, it)).map(|(_, it)| it.clone()).collect()
    }

    /// Ends a test in which Discord refused something on purpose.
    pub(crate) async fn close_after_refusals(mut self) {
        if !self.bots.is_empty() {
            self.stop_bot().await;
        }
    }

    /// Lets time pass.
    pub(crate) async fn wait(&self, time: Duration) {
        self.settled().await;
        self.playground.advance(time);
    }

    /// Waits until the bot knows which messages it has posted. By HTTP, it finds
    /// out after it has answered; it never does where an answer was lost.
    pub(crate) async fn settled(&self) {
        if self.setup.transport.replicas().is_none() || !self.database.has_tables().await {
            return;
        }
        let mut sql = self.database.sql().await;
        let known = async {
            while self.asks_again() || sql.number(UNKNOWN_MESSAGES).await > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LONGEST_UNKNOWN, known).await.ok();
    }

    /// Waits until the bot has done all that is due.
    pub(crate) async fn swept(&self) {
        let store = store::open(&self.database()).await.unwrap();
        let wait = async {
            while !store.due(self.clock.now()).await.unwrap().is_empty() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("what was due was not done");
        store.close().await;
    }

    /// Waits until these are the moves of the one game there is.
    pub(crate) async fn until_moves(&self, moves: &str) {
        let mut sql = self.database.sql().await;
        while sql.text("SELECT moves FROM game").await != moves {
            tokio::task::yield_now().await;
        }
    }
}

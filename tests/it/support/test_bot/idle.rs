//! Waiting until the bot is idle.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use fake_discord::RecordedRequest;
use fourfall::{admin, theme};

use super::TestBot;
use crate::support::{wait_until, wait_until_async};

/// The tokens of boards and challenges whose message id is not stored yet. Those of deleted people
/// have neither id nor token.
const UNKNOWN_MESSAGES: &str = "\
    SELECT token FROM game WHERE message_id IS NULL AND token <> '' \
    UNION ALL SELECT token FROM challenge WHERE message_id IS NULL AND token <> ''";

/// The tokens by which the bot has looked for a message that is not there.
#[derive(Default)]
struct FailedLookups {
    /// Too early: these are tried again.
    early: HashSet<String>,
    /// After the response: somebody has deleted it.
    gone: HashSet<String>,
}

impl TestBot {
    /// The bot's requests other than `GET`: it probes the API at any time and, with HTTP,
    /// looks up the message of a response at some time after it.
    pub(crate) fn changing_requests(&self) -> Vec<Arc<RecordedRequest>> {
        let mut requests = self.discord.requests();
        requests.retain(|it| it.method != "GET");
        requests
    }

    /// How often the bot has asked whether Discord is there.
    pub(crate) fn pings(&self) -> usize {
        self.discord.requests().iter().filter(|it| it.path == "/users/@me").count()
    }

    fn failed_lookups(&self) -> FailedLookups {
        let (mut failed, mut responded) = (FailedLookups::default(), HashSet::new());
        let requests = self.discord.requests();
        for request in &requests {
            let parts: Vec<_> = request.path.split('/').collect();
            match parts[..] {
                ["", "interactions", _, token, "callback"] if request.status < 300 => {
                    responded.insert(token);
                }
                ["", "webhooks", _, token, ..] if request.method == "GET" => {
                    failed.early.remove(token);
                    if request.status == 404 {
                        let is_gone = responded.contains(token);
                        let tokens = if is_gone { &mut failed.gone } else { &mut failed.early };
                        tokens.insert(token.to_owned());
                    }
                }
                _ => {}
            }
        }
        failed
    }

    /// Waits until the bot is idle, then advances the clock.
    pub(crate) async fn advance(&self, time: Duration) {
        self.wait_idle().await;
        self.discord.advance(time);
    }

    /// Waits until the bot has stored the ids of the messages that it has posted, which it
    /// learns after it has responded. After a lost response it never does.
    pub(crate) async fn wait_idle(&self) {
        let Some(mut sql) = self.database.sql_with_tables().await else { return };
        let known = async || {
            let unknown = sql.texts(UNKNOWN_MESSAGES).await;
            let FailedLookups { early, gone } = self.failed_lookups();
            early.is_empty() && unknown.iter().all(|token| gone.contains(token))
        };
        wait_until_async("the ids of all messages are stored", known).await;
        self.wait_follow_ups().await;
    }

    /// Waits until follow-ups that have overtaken their responses, as they may with HTTP, are sent
    /// again; not for longer than the bot would try.
    pub(super) async fn wait_follow_ups(&self) {
        let waiting = async {
            while self.has_early_follow_up() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        drop(tokio::time::timeout(Duration::from_secs(3), waiting).await);
    }

    fn has_early_follow_up(&self) -> bool {
        let requests = self.discord.requests();
        let sent = requests.iter().filter(|it| it.method == "POST");
        let follow_ups = sent.filter(|it| it.path.starts_with("/webhooks/"));
        let last: HashMap<_, _> = follow_ups.map(|it| (&it.path, it.status)).collect();
        last.values().any(|&status| status == 404)
    }

    /// Waits until the tiles of boards are uploaded.
    pub(crate) async fn wait_tiles(&self) {
        let uploaded = || self.discord.emoji_names().len() == theme::distinct_tiles().count();
        wait_until("the tiles of boards are uploaded", uploaded).await;
    }

    /// Waits until the scheduler has handled every deadline that is due. It sleeps on if the
    /// clock has moved by less than ten seconds, and not to a deadline.
    pub(crate) async fn wait_scheduler(&self) {
        let (store, now, time) = (self.store().await, self.clock.now(), self.clock.monotonic());
        let handled =
            async || self.has_swept(time) && store.due_deadlines(now).await.unwrap().is_empty();
        wait_until_async("every deadline that is due is handled", handled).await;
    }

    /// Asserts that all that is stored follows from the games.
    pub(crate) async fn assert_consistent(&self) {
        assert_eq!(self.differences().await, [""; 0]);
    }

    /// What is stored and does not follow from the games.
    pub(crate) async fn differences(&self) -> Vec<String> {
        admin::check(&**self.store().await, self.clock.now()).await.unwrap().differences
    }

    /// Waits until these are the moves of the only game in the database.
    pub(crate) async fn wait_for_moves(&self, moves: &str) {
        let mut sql = self.database.sql().await;
        let played = async || sql.text("SELECT moves FROM game").await == moves;
        wait_until_async("the moves are stored", played).await;
    }
}

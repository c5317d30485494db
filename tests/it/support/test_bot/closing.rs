//! The end of a test.

use fake_discord::RecordedRequest;

use super::TestBot;

/// Fails a test that ends without [`TestBot::close`].
#[derive(Debug)]
pub(super) struct Closing {
    name: String,
    is_closed: bool,
}

impl Closing {
    pub(super) const fn new(name: String) -> Self {
        Self { name, is_closed: false }
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

impl TestBot {
    /// Stops the bot, and asserts that Discord refused none of its requests.
    pub(crate) async fn close(mut self) {
        self.stop_to_close().await;
        let refused = self.refused_requests();
        assert!(refused.is_empty(), "Discord would have refused: {refused:#?}");
    }

    /// Stops the bot after a test in which Discord refuses requests on purpose.
    pub(crate) async fn close_allowing_refusals(mut self) {
        self.stop_to_close().await;
    }

    async fn stop_to_close(&mut self) {
        self.closing.is_closed = true;
        if !self.replicas.is_empty() {
            self.stop().await;
        }
    }

    /// Stops the bot without any checks, for a test that has failed already.
    pub(crate) fn discard(mut self) {
        self.closing.is_closed = true;
    }

    /// The requests that Discord refused. With HTTP, a request that follows a response
    /// may overtake it; the 404 that it then gets is not counted if the request was
    /// retried, or need not be.
    fn refused_requests(&self) -> Vec<RecordedRequest> {
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
        refused.filter(|(index, it)| !is_recovered(*index, it)).map(|(_, it)| it.clone()).collect()
    }
}

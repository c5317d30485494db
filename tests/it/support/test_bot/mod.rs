//! The bot against the fake Discord, in one process with the test.

mod actions;
mod builder;
mod closing;
mod idle;
mod lifecycle;

use std::{net::SocketAddr, sync::Arc};

use clock::Clock;
use fake_discord::{ChannelId, FakeDiscord, UserId};
use fourfall::store::Store;
use tokio::sync::OnceCell;

pub(crate) use self::actions::{
    EMPTY_CELLS, INTERNAL_ERROR, custom_id_of, find_select, other_column, slash_commands,
};
use self::{
    builder::{Config, TestBotBuilder},
    closing::Closing,
    lifecycle::RunningBot,
};
use super::TestDatabase;

/// The bot against a fake Discord, with the users Ann, Ben and Cleo in a channel. A test
/// ends with [`TestBot::close`].
///
/// Unless a test runs it in real time, the clock is frozen, and moves only by
/// [`TestBot::advance`] and the like.
#[derive(Debug)]
pub(crate) struct TestBot {
    pub(crate) discord: FakeDiscord,
    pub(crate) clock: Clock,
    pub(crate) ann: UserId,
    pub(crate) ben: UserId,
    pub(crate) cleo: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) database: TestDatabase,
    /// Another connection to the database, once it was asked for.
    store: OnceCell<Arc<Store>>,
    config: Config,
    /// The running replicas: one if the transport is the gateway.
    replicas: Vec<RunningBot>,
    /// Where the replicas listen for interactions; empty for the gateway.
    endpoints: Vec<SocketAddr>,
    closing: Closing,
}

impl TestBot {
    /// Starts the bot, on the database and the transport that the environment chooses.
    /// `name` is the name of the file in which all requests are recorded, see
    /// [`super::recordings`].
    pub(crate) async fn open(name: &str) -> Self {
        Self::builder(name).open().await
    }

    /// Like [`Self::open`], for a test that changes something first.
    pub(crate) fn builder(name: &str) -> TestBotBuilder {
        TestBotBuilder::new(name)
    }

    /// Has the bot register its commands in this guild the next time that it starts;
    /// globally if it is `None`.
    pub(crate) fn set_development_guild(&mut self, guild: Option<u64>) {
        self.config.development_guild = guild;
    }
}

//! The bot in an arcade, started and stopped.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use fourfall::{
    bot::{self, BotError, Equipment},
    config::{self, Settings},
    store,
};
use secrecy::ExposeSecret;
use tokio::{
    sync::{OnceCell, oneshot},
    task::JoinHandle,
};

use super::Arcade;
use crate::support::{PATIENCE, until};

#[derive(Debug)]
pub(super) struct RunningBot {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), BotError>>,
}

impl RunningBot {
    async fn stop(self) {
        self.stop.send(()).unwrap();
        let ended = tokio::time::timeout(PATIENCE, self.task).await;
        ended.expect("the bot did not stop").unwrap().unwrap();
    }
}

impl Arcade {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            token: self.playground.token().to_owned().into(),
            database: self.database().into(),
            development_guild: self.setup.development_guild.map(fourfall::play::GuildId),
            proxy: Some(self.playground.url()),
            ops_address: None,
            transport: config::Transport::Gateway,
        }
    }

    /// The settings of a replica that listens there.
    fn settings_at(&self, address: SocketAddr) -> Settings {
        let key = config::public_key(&self.playground.public_key()).unwrap();
        let transport = config::Transport::Http { key, address };
        Settings { transport, ..self.settings() }
    }

    /// The same settings, for the real program, of which there is one.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = vec![
            ("DISCORD_TOKEN", self.playground.token().to_owned()),
            ("DATABASE_URL", self.database()),
            ("DISCORD_PROXY_URL", self.playground.url()),
        ];
        if self.setup.transport.replicas().is_some() {
            variables.push(("DISCORD_PUBLIC_KEY", self.playground.public_key()));
            variables.push(("INTERACTIONS_ADDR", self.endpoints[0].to_string()));
        }
        variables
    }

    /// The address of the bot's database.
    pub(crate) fn database(&self) -> String {
        self.database.address()
    }

    /// Starts the bot, or as many replicas of it as there are to be.
    pub(crate) fn start_bot(&mut self) {
        let tables = Arc::new(OnceCell::new());
        match self.setup.transport.replicas() {
            None => self.start_replica(self.settings(), None, tables),
            Some(replicas) => {
                self.endpoints.clear();
                for _ in 0..replicas {
                    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
                    listener.set_nonblocking(true).unwrap();
                    let address = listener.local_addr().unwrap();
                    self.endpoints.push(address);
                    let settings = self.settings_at(address);
                    self.start_replica(settings, Some(listener), Arc::clone(&tables));
                }
            }
        }
    }

    fn start_replica(
        &mut self,
        settings: Settings,
        listener: Option<TcpListener>,
        tables: Arc<OnceCell<()>>,
    ) {
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move { stopped.await.unwrap_or(()) };
        let (thinkers, clock) = (self.setup.thinkers.clone(), self.clock.clone());
        let listener =
            listener.map(|listener| tokio::net::TcpListener::from_std(listener).unwrap());
        let equipment = Equipment { client: reqwest::Client::new(), thinkers, listener };
        let task = tokio::spawn(async move {
            tables.get_or_init(|| make_tables(settings.database.expose_secret())).await;
            bot::run_with(equipment, settings, clock, stopped).await
        });
        self.bots.push(RunningBot { stop, task });
    }

    /// Waits until interactions find the bot.
    pub(crate) async fn connected(&self) {
        if self.setup.transport.replicas().is_none() {
            return until("the bot is online", || self.playground.is_bot_online()).await;
        }
        let accepted = async {
            // The real program takes a while until it listens.
            while self.playground.set_endpoints(self.urls()).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, accepted).await.expect("the endpoints were not accepted");
    }

    /// The addresses of all endpoints.
    pub(crate) fn urls(&self) -> Vec<String> {
        self.endpoints.iter().map(|it| format!("http://{it}/interactions")).collect()
    }

    /// The address of the first endpoint.
    pub(crate) fn endpoint(&self) -> String {
        self.urls().swap_remove(0)
    }

    /// Where the first replica listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.endpoints[0]
    }

    /// Makes the playground forget where the bot was.
    pub(crate) async fn forget_bot(&self) {
        self.playground.forget_sessions();
        self.playground.set_endpoints(Vec::new()).await.unwrap();
        until("the old connection is gone", || !self.playground.is_bot_online()).await;
    }

    /// Waits until the bot is there.
    pub(crate) async fn bot_ready(&self) {
        self.connected().await;
        let ready = tokio::time::timeout(PATIENCE, self.playground.bot_ready()).await;
        ready.expect("the bot did not get ready");
    }

    /// Stops the bot in good order.
    pub(crate) async fn stop_bot(&mut self) {
        assert!(!self.bots.is_empty(), "the bot runs");
        self.stopping().await;
    }

    /// What stops the bot in good order, once it is awaited.
    pub(crate) fn stopping(&mut self) -> impl Future<Output = ()> + use<> {
        let bots = std::mem::take(&mut self.bots);
        async move {
            for bot in bots {
                bot.stop().await;
            }
        }
    }

    /// Stops one replica in good order.
    pub(crate) async fn stop_replica(&mut self, index: usize) {
        self.bots.remove(index).stop().await;
    }

    /// Stops the bot in good order, and starts it again.
    pub(crate) async fn restart_bot(&mut self) {
        self.stop_bot().await;
        self.start_bot();
        self.connected().await;
    }
}

/// Makes the tables of a new database, before several replicas open it at once.
/// Where that fails, the bot itself tells why.
async fn make_tables(database: &str) {
    if let Ok(store) = store::open(database).await {
        store.close().await;
    }
}

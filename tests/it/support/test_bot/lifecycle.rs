//! Starting and stopping the bot.

use std::{
    net::{SocketAddr, TcpListener},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use clock::Monotonic;
use fourfall::{
    app::{self, Dependencies},
    config::{self, Settings},
    features::ConnectionStatus,
    store::{self, Store},
};
use secrecy::ExposeSecret;
use tokio::{
    sync::{OnceCell, oneshot},
    task::JoinHandle,
};

use super::TestBot;
use crate::support::{POLL_INTERVAL, TIMEOUT, wait_until, wait_until_async};

#[derive(Debug)]
pub(super) struct RunningBot {
    stop: oneshot::Sender<()>,
    /// Kills one that has a runtime of its own; so does dropping it.
    kill: Option<oneshot::Sender<()>>,
    connection: ConnectionStatus,
    task: JoinHandle<anyhow::Result<()>>,
}

impl RunningBot {
    async fn stop(self) {
        self.stop.send(()).unwrap();
        let result = tokio::time::timeout(TIMEOUT, self.task).await;
        result.expect("the bot did not stop").unwrap().unwrap();
    }

    async fn kill(self) {
        let kill = self.kill.expect("the bot is killable");
        kill.send(()).unwrap();
        let result = tokio::time::timeout(TIMEOUT, self.task).await;
        result.expect("the bot did not die").unwrap().unwrap();
    }
}

/// Runs a bot on a runtime of its own until it stops, or is killed: then all of its tasks end where
/// they are, and its connections are closed.
fn run_killable(
    bot: impl Future<Output = anyhow::Result<()>>,
    killed: oneshot::Receiver<()>,
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = runtime.block_on(async {
        tokio::select! {
            biased;
            _ = killed => Ok(()),
            result = bot => result,
        }
    });
    runtime.shutdown_background();
    result
}

impl TestBot {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            token: self.discord.token().to_owned().into(),
            database: self.database_url().into(),
            development_guild: self.config.development_guild.map(fourfall::game::GuildId),
            proxy: Some(self.discord.url()),
            ops_address: None,
            transport: config::TransportSettings::Gateway,
        }
    }

    /// The settings of a replica that listens on this address.
    fn settings_at(&self, address: SocketAddr) -> Settings {
        let key = config::public_key(&self.discord.public_key()).unwrap();
        let transport = config::TransportSettings::Http { key, address };
        Settings { transport, ..self.settings() }
    }

    /// The same settings as environment variables, for a single process of the real
    /// program.
    pub(crate) fn env_vars(&self) -> Vec<(&'static str, String)> {
        let mut variables = vec![
            ("DISCORD_TOKEN", self.discord.token().to_owned()),
            ("DATABASE_URL", self.database_url()),
            ("DISCORD_PROXY_URL", self.discord.url()),
        ];
        if self.config.transport.replicas().is_some() {
            variables.push(("DISCORD_PUBLIC_KEY", self.discord.public_key()));
            variables.push(("INTERACTIONS_ADDR", self.endpoints[0].to_string()));
        }
        variables
    }

    /// The URL of the bot's database.
    pub(crate) fn database_url(&self) -> String {
        self.database.url()
    }

    /// The bot's database. It is opened once a test: that takes the lock for writing, for which the
    /// bot waits only as long as a person would.
    pub(crate) async fn store(&self) -> &Arc<Store> {
        let open = async || store::open(&self.database_url()).await.unwrap();
        self.store.get_or_init(open).await
    }

    /// Starts the bot: as many replicas as the transport says.
    pub(crate) fn start(&mut self) {
        match self.config.transport.replicas() {
            None => self.start_replica(self.settings(), None, None),
            Some(replicas) => {
                let migrated = Arc::new(OnceCell::new());
                self.endpoints.clear();
                for _ in 0..replicas {
                    self.start_http_replica(Some(Arc::clone(&migrated)));
                }
            }
        }
    }

    fn start_replica(
        &mut self,
        settings: Settings,
        listener: Option<TcpListener>,
        migrated: Option<Arc<OnceCell<()>>>,
    ) {
        let (stop, shutdown) = oneshot::channel::<()>();
        let shutdown = async move { shutdown.await.unwrap_or(()) };
        let error = if self.replicas.is_empty() { self.config.clock_error } else { 0 };
        let (backends, clock) = (self.config.backends.clone(), self.clock.with_error(error));
        let client = app::client_builder().build().unwrap();
        let connection = ConnectionStatus::default();
        let dependencies = Dependencies {
            client,
            search_backends: backends,
            listener: None,
            connection: connection.clone(),
            answer_delay: self.config.answer_delay,
            advance_review_timeout: self.config.advance_review_timeout,
            uploads_tiles: self.config.tiles,
        };
        let bot = async move {
            if let Some(migrated) = migrated {
                migrated.get_or_init(|| migrate(settings.database.expose_secret())).await;
            }
            let listener =
                listener.map(|listener| tokio::net::TcpListener::from_std(listener).unwrap());
            let dependencies = Dependencies { listener, ..dependencies };
            app::run(dependencies, settings, clock, shutdown).await
        };
        let (kill, task) = if self.config.killable {
            let (kill, killed) = oneshot::channel();
            (Some(kill), tokio::task::spawn_blocking(|| run_killable(bot, killed)))
        } else {
            (None, tokio::spawn(bot))
        };
        self.replicas.push(RunningBot { stop, kill, connection, task });
    }

    fn start_http_replica(&mut self, migrated: Option<Arc<OnceCell<()>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        self.endpoints.push(address);
        self.start_replica(self.settings_at(address), Some(listener), migrated);
    }

    /// Waits until the bot takes moves.
    pub(crate) async fn wait_connected(&self) {
        self.wait_reachable().await;
        wait_until("the bot takes moves", || self.takes_moves()).await;
    }

    /// Waits until interactions reach the bot.
    pub(crate) async fn wait_reachable(&self) {
        if self.config.transport.replicas().is_none() {
            return wait_until("the bot is online", || self.discord.is_bot_online()).await;
        }
        // The real program takes a while to start listening.
        let accepted = async || self.discord.set_endpoints(self.endpoint_urls()).await.is_ok();
        wait_until_async("Discord accepts the endpoints", accepted).await;
    }

    /// Whether all replicas have last found that moves can be taken.
    pub(crate) fn takes_moves(&self) -> bool {
        self.replicas.iter().all(|replica| *replica.connection.takes_moves.borrow())
    }

    /// Whether any replica has last found that moves can be taken.
    pub(crate) fn any_takes_moves(&self) -> bool {
        self.replicas.iter().any(|replica| *replica.connection.takes_moves.borrow())
    }

    /// Whether the schedulers of all replicas have done what was due at the present.
    pub(super) fn has_swept(&self, now: Monotonic) -> bool {
        self.replicas.iter().all(|replica| {
            replica.connection.last_sweep.borrow().is_some_and(|at| now.since(at).is_zero())
        })
    }

    /// The URLs at which the replicas accept interactions.
    pub(crate) fn endpoint_urls(&self) -> Vec<String> {
        self.endpoints.iter().map(|it| format!("http://{it}/interactions")).collect()
    }

    /// The URL of the first replica.
    pub(crate) fn endpoint_url(&self) -> String {
        self.endpoint_urls().swap_remove(0)
    }

    /// The address on which the first replica listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.endpoints[0]
    }

    /// Has the fake forget its connections to a bot that was killed.
    pub(crate) async fn forget_connection(&self) {
        self.discord.invalidate_sessions();
        self.discord.set_endpoints(Vec::new()).await.unwrap();
        wait_until("the old connection is closed", || !self.discord.is_bot_online()).await;
    }

    /// Waits until the bot is online and has registered its commands.
    pub(crate) async fn wait_ready(&self) {
        self.wait_connected().await;
        let ready = tokio::time::timeout(TIMEOUT, self.discord.bot_ready()).await;
        ready.expect("the bot did not get ready");
    }

    /// Waits until the bot has registered its commands so often.
    pub(crate) async fn wait_registered(&self, times: usize) {
        let is_registration = |it: &&Arc<fake_discord::RecordedRequest>| {
            it.method == "PUT" && it.path.ends_with("/commands") && it.status == 200
        };
        let count = || self.discord.requests().iter().filter(is_registration).count();
        wait_until("the commands are registered", || count() >= times).await;
    }

    /// Shuts the bot down gracefully, and waits until it has stopped.
    pub(crate) async fn stop(&mut self) {
        assert!(!self.replicas.is_empty(), "the bot is not running");
        self.shutdown().await;
    }

    /// Like [`Self::stop`], while the clock goes on, fast.
    pub(crate) async fn stop_while_time_passes(&mut self) {
        let mut stopping = pin!(self.shutdown());
        loop {
            self.clock.advance(Duration::from_millis(100));
            if tokio::time::timeout(POLL_INTERVAL, &mut stopping).await.is_ok() {
                return;
            }
        }
    }

    /// Like [`Self::stop`], but returns a future that does not borrow the bot.
    pub(crate) fn shutdown(&mut self) -> impl Future<Output = ()> + use<> {
        let replicas = std::mem::take(&mut self.replicas);
        async move {
            for replica in replicas {
                replica.stop().await;
            }
        }
    }

    /// Waits until the bot ends by itself, and returns why.
    pub(crate) async fn wait_failed(&mut self) -> String {
        let replica = self.replicas.remove(0);
        let result = tokio::time::timeout(TIMEOUT, replica.task).await;
        result.expect("the bot goes on").unwrap().unwrap_err().to_string()
    }

    /// Shuts one replica down gracefully.
    pub(crate) async fn stop_replica(&mut self, index: usize) {
        self.replicas.remove(index).stop().await;
    }

    /// Kills the whole bot, which is killable and runs over HTTP. It finishes nothing.
    pub(crate) async fn kill(&mut self) {
        for replica in std::mem::take(&mut self.replicas) {
            replica.kill().await;
        }
        self.forget_connection().await;
    }

    /// Kills the replica with this index.
    pub(crate) async fn kill_replica(&mut self, index: usize) {
        self.replicas.remove(index).kill().await;
    }

    /// Kills the replica with this index, and starts another one.
    pub(crate) async fn replace_replica(&mut self, index: usize) {
        self.kill_replica(index).await;
        self.endpoints.remove(index);
        self.start_http_replica(None);
        self.wait_connected().await;
    }

    /// Shuts the bot down gracefully, and starts it again.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.start();
        self.wait_connected().await;
    }
}

/// Creates the tables of a new database, before several replicas open it at once.
/// Errors are left for the bot to report.
async fn migrate(database: &str) {
    if let Ok(store) = store::open(database).await {
        store.close().await;
    }
}

//! A TCP proxy between the bot and a database server, with which a test disturbs
//! the connection.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// Forwards connections from [`Self::address`] to a server.
#[derive(Clone, Debug)]
pub(crate) struct ChaosProxy {
    pub(crate) address: SocketAddr,
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    /// Counts calls of [`ChaosProxy::cut`]; connections end when it changes.
    cuts: watch::Sender<u32>,
    /// The added delay in each direction, in milliseconds.
    delay: AtomicU64,
    is_disconnected: AtomicBool,
    /// How many commits still to forward without their response.
    lost_commits: AtomicU32,
}

impl ChaosProxy {
    pub(crate) async fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State {
            cuts: watch::Sender::new(0),
            delay: AtomicU64::new(0),
            is_disconnected: AtomicBool::new(false),
            lost_commits: AtomicU32::new(0),
        });
        tokio::spawn(accept(listener, server, Arc::clone(&state)));
        Self { address, state }
    }

    /// Closes all connections; new ones are accepted.
    pub(crate) fn cut(&self) {
        self.state.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Closes all connections, and new ones as well, until [`Self::reconnect`].
    pub(crate) fn disconnect(&self) {
        self.state.is_disconnected.store(true, SeqCst);
        self.cut();
    }

    pub(crate) fn reconnect(&self) {
        self.state.is_disconnected.store(false, SeqCst);
    }

    /// Delays everything by this long in each direction from now on.
    pub(crate) fn set_delay(&self, delay: Duration) {
        self.state.delay.store(delay.as_millis().try_into().unwrap(), SeqCst);
    }

    /// The next commit reaches the server, but its response is dropped.
    pub(crate) fn lose_next_commit(&self) {
        self.state.lost_commits.store(1, SeqCst);
    }

    /// Whether the commit of [`Self::lose_next_commit`] has come.
    pub(crate) fn has_lost_commit(&self) -> bool {
        self.state.lost_commits.load(SeqCst) == 0
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, state: Arc<State>) {
    while let Ok((client, _)) = listener.accept().await {
        if state.is_disconnected.load(SeqCst) {
            continue;
        }
        let state = Arc::clone(&state);
        tokio::spawn(async move {
            let Ok(server) = TcpStream::connect(server).await else { return };
            // Nagle's algorithm would add a delay of its own.
            client.set_nodelay(true).ok();
            server.set_nodelay(true).ok();
            let ((from_client, to_client), (from_server, to_server)) =
                (client.into_split(), server.into_split());
            let mut cuts = state.cuts.subscribe();
            tokio::select! {
                () = forward(from_client, to_server, &state, true) => {}
                () = forward(from_server, to_client, &state, false) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

async fn forward(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: &State,
    is_to_server: bool,
) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let bytes = &buffer[..read];
        tokio::time::sleep(Duration::from_millis(state.delay.load(SeqCst))).await;
        if to.write_all(bytes).await.is_err() {
            return;
        }
        let is_commit = is_to_server && bytes.windows(6).any(|window| window == b"COMMIT");
        let take_one = |left: u32| left.checked_sub(1);
        if is_commit && state.lost_commits.fetch_update(SeqCst, SeqCst, take_one).is_ok() {
            // Gives the server time to commit before the connection closes.
            // Blocking the thread keeps the other direction from forwarding
            // the response.
            std::thread::sleep(Duration::from_millis(100));
            return;
        }
    }
}

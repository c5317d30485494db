//! The network between the bot and a database server, where a test can break it.

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

/// Passes on what comes to an address of its own.
#[derive(Clone, Debug)]
pub(crate) struct Cable {
    pub(crate) address: SocketAddr,
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    /// Raised by each cut; connections end when it changes.
    cuts: watch::Sender<u32>,
    /// How long everything takes each way, in milliseconds.
    delay: AtomicU64,
    unplugged: AtomicBool,
    /// How many commits are still to be passed on without the answer.
    lost_commits: AtomicU32,
}

impl Cable {
    pub(crate) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State {
            cuts: watch::Sender::new(0),
            delay: AtomicU64::new(0),
            unplugged: AtomicBool::new(false),
            lost_commits: AtomicU32::new(0),
        });
        tokio::spawn(accept(listener, server, Arc::clone(&state)));
        Self { address, state }
    }

    /// Ends all connections at once; new ones can be made.
    pub(crate) fn cut(&self) {
        self.state.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Ends all connections, and lets nobody connect until [`Cable::plug_in`].
    pub(crate) fn unplug(&self) {
        self.state.unplugged.store(true, SeqCst);
        self.cut();
    }

    pub(crate) fn plug_in(&self) {
        self.state.unplugged.store(false, SeqCst);
    }

    /// From now on everything takes that long each way.
    pub(crate) fn slow_down(&self, delay: Duration) {
        self.state.delay.store(delay.as_millis().try_into().unwrap(), SeqCst);
    }

    /// The next commit reaches the server, but nobody learns what became of it.
    pub(crate) fn lose_next_commit(&self) {
        self.state.lost_commits.store(1, SeqCst);
    }

    /// Whether that has happened.
    pub(crate) fn has_lost_commit(&self) -> bool {
        self.state.lost_commits.load(SeqCst) == 0
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, state: Arc<State>) {
    while let Ok((client, _)) = listener.accept().await {
        if state.unplugged.load(SeqCst) {
            continue;
        }
        let state = Arc::clone(&state);
        tokio::spawn(async move {
            let Ok(server) = TcpStream::connect(server).await else { return };
            // Waiting for more to send would be a delay of its own.
            client.set_nodelay(true).ok();
            server.set_nodelay(true).ok();
            let ((from_client, to_client), (from_server, to_server)) =
                (client.into_split(), server.into_split());
            let mut cuts = state.cuts.subscribe();
            tokio::select! {
                () = pass_on(from_client, to_server, &state, true) => {}
                () = pass_on(from_server, to_client, &state, false) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

async fn pass_on(
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
            // So that the server has it before the connection ends. Its answer
            // goes the other way, which this keeps from running.
            std::thread::sleep(Duration::from_millis(100));
            return;
        }
    }
}

use std::net::SocketAddr;

use axum::routing::get;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::{mpsc, oneshot},
};

use super::*;

/// Longer than any step of these tests takes.
const TIMEOUT: Duration = Duration::from_secs(20);

const HALF_A_REQUEST: &str = "GET /fast HTTP/1.1\r\nHost: x\r\n";

/// More connections than a test opens at once.
const MANY: usize = 9;

/// A time limit that no test reaches.
const LONG: Duration = Duration::from_hours(1);

/// One that a test waits for.
const SHORT: Duration = Duration::from_millis(500);

/// A request for `/slow`, which the test answers by sending to this.
type PendingRequest = oneshot::Sender<&'static str>;

/// Starts a server until the sender is dropped: its address, and the requests for
/// `/slow`.
async fn start(
    max_connections: usize,
    head_timeout: Duration,
) -> (SocketAddr, mpsc::UnboundedReceiver<PendingRequest>, oneshot::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (requests, pending_requests) = mpsc::unbounded_channel();
    let slow = async move || {
        let (answer, answered) = oneshot::channel();
        requests.send(answer).unwrap();
        answered.await.unwrap()
    };
    let router = Router::new().route("/fast", get(async || "fast")).route("/slow", get(slow));
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move { drop(stopped.await) };
    tokio::spawn(serve(listener, router, max_connections, head_timeout, stopped));
    (address, pending_requests, stop)
}

struct Client(TcpStream);

impl Client {
    async fn connect(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.unwrap())
    }

    /// A client that has sent a whole request, and half of another.
    async fn with_half_a_request(address: SocketAddr) -> Self {
        let mut client = Self::connect(address).await;
        client.fetch("/fast", "fast").await;
        client.send(HALF_A_REQUEST).await;
        client
    }

    async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    async fn request(&mut self, path: &str) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n")).await;
    }

    /// Reads a response up to this end.
    async fn response(&mut self, end: &str) {
        let mut response = Vec::new();
        let read = async {
            while !response.ends_with(end.as_bytes()) {
                response.push(self.0.read_u8().await.unwrap());
            }
        };
        let read = tokio::time::timeout(TIMEOUT, read).await;
        read.unwrap_or_else(|_| panic!("no response with {end:?}"));
    }

    async fn fetch(&mut self, path: &str, body: &str) {
        self.request(path).await;
        self.response(body).await;
    }

    /// Waits until the server has closed the connection.
    async fn closed(mut self) {
        let closed = tokio::time::timeout(TIMEOUT, self.0.read_to_end(&mut Vec::new())).await;
        // Unread bytes make it a reset.
        drop(closed.expect("the connection stays open"));
    }
}

#[tokio::test]
async fn a_connection_beyond_the_limit_waits_for_another_to_close() {
    let (address, mut requests, _stop) = start(1, LONG).await;
    let mut slow = Client::connect(address).await;
    slow.request("/slow").await;
    let pending = requests.recv().await.unwrap();
    let mut waiting = Client::connect(address).await;
    waiting.request("/slow").await;
    pending.send("slow").unwrap();
    slow.response("slow").await;
    slow.fetch("/fast", "fast").await;
    assert!(requests.try_recv().is_err(), "two connections at once");
    drop(slow);
    requests.recv().await.unwrap().send("slow").unwrap();
    waiting.response("slow").await;
}

#[tokio::test]
async fn a_half_sent_first_request_times_out() {
    let (address, mut requests, _stop) = start(MANY, SHORT).await;
    let mut slow = Client::connect(address).await;
    slow.request("/slow").await;
    let pending = requests.recv().await.unwrap();
    Client::connect(address).await.closed().await;
    let mut half = Client::connect(address).await;
    half.send(HALF_A_REQUEST).await;
    half.closed().await;
    pending.send("slow").unwrap();
    slow.response("slow").await;
}

#[tokio::test]
async fn an_idle_connection_times_out() {
    let (address, _requests, _stop) = start(MANY, SHORT).await;
    let mut client = Client::connect(address).await;
    client.fetch("/fast", "fast").await;
    client.closed().await;
}

#[tokio::test]
async fn shutdown_finishes_requests_and_closes_the_rest() {
    let (address, mut requests, stop) = start(MANY, LONG).await;
    let mut slow = Client::connect(address).await;
    slow.request("/slow").await;
    let pending = requests.recv().await.unwrap();
    let half = Client::with_half_a_request(address).await;
    drop(stop);
    half.closed().await;
    pending.send("slow").unwrap();
    slow.response("slow").await;
    slow.closed().await;
}

//! What stands between Discord and the bot: it passes requests on as it likes.

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use tokio::net::TcpListener;

/// Starts something that treats requests in its own way; the result is its
/// address.
pub(super) async fn between<Treat, Treated>(treat: Treat) -> String
where
    Treat: Fn(HeaderMap, Bytes) -> Treated + Clone + Send + Sync + 'static,
    Treated: Future<Output = Response> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/interactions", post(treat));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}/interactions")
}

/// Passes a request on, as a load balancer does.
pub(super) async fn pass_on(url: &str, headers: &HeaderMap, body: Bytes) -> Response {
    let mut request = reqwest::Client::new().post(url).body(body);
    for name in ["content-type", "x-signature-ed25519", "x-signature-timestamp"] {
        request = request.header(name, &headers[name]);
    }
    match request.send().await {
        Ok(response) => {
            let status = response.status();
            let kind = response.headers().get(header::CONTENT_TYPE).cloned();
            let kind = kind.map(|kind| [(header::CONTENT_TYPE, kind)]);
            let body = response.bytes().await.unwrap();
            match kind {
                Some(kind) => (status, kind, body).into_response(),
                None => (status, body).into_response(),
            }
        }
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}

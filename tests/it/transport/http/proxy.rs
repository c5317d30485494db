//! A reverse proxy between Discord and the bot.

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use tokio::net::TcpListener;

/// Starts a proxy that handles requests with this function. Returns its URL.
pub(super) async fn start_proxy<Handle, Handled>(handle: Handle) -> String
where
    Handle: Fn(HeaderMap, Bytes) -> Handled + Clone + Send + Sync + 'static,
    Handled: Future<Output = Response> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/interactions", post(handle));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}/interactions")
}

/// Forwards a request, as a load balancer does.
pub(super) async fn forward(url: &str, headers: &HeaderMap, body: Bytes) -> Response {
    let mut request = reqwest::Client::new().post(url).body(body);
    for name in ["content-type", "x-signature-ed25519", "x-signature-timestamp"] {
        request = request.header(name, &headers[name]);
    }
    match request.send().await {
        Ok(response) => {
            let status = response.status();
            let content_type = response.headers().get(header::CONTENT_TYPE).cloned();
            let content_type =
                content_type.map(|content_type| [(header::CONTENT_TYPE, content_type)]);
            let body = response.bytes().await.unwrap();
            match content_type {
                Some(content_type) => (status, content_type, body).into_response(),
                None => (status, body).into_response(),
            }
        }
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}

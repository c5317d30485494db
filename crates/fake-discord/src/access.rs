//! Who may send requests: clients on this machine, and the fake's own page. Other web
//! sites, which the user may have open in the same browser, may not.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, StatusCode, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::state::AppState;

const REFUSAL: &str = "The fake Discord answers only to this machine and its own page.\n";

/// Answers 403 to requests of other web sites.
pub(crate) async fn refuse_other_sites(
    State(shared): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    if is_allowed(request.headers(), shared.hosts) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, REFUSAL).into_response()
    }
}

/// Checks `Host`, since by DNS rebinding another site's name can resolve to this machine,
/// and `Origin`, which browsers send with a `WebSocket` and with requests
/// of other methods than GET and HEAD.
fn is_allowed(headers: &HeaderMap, hosts: &[&str]) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(host) = text(header::HOST).filter(|host| is_own_host(host, hosts)) else {
        return false;
    };
    text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
}

/// Whether a host, with or without a port, is this machine or one of `hosts`.
fn is_own_host(host: &str, hosts: &[&str]) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name == "localhost" || hosts.contains(&name) || address.is_ok_and(|ip| ip.is_loopback())
}

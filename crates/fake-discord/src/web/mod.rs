//! The page that looks like a channel, and what it is made of.

pub(crate) mod live;
pub(crate) mod view_state;

use std::sync::{Arc, LazyLock};

use axum::{
    Router,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use twemoji_assets::svg::SvgTwemojiAsset;

use crate::state::Shared;

/// One document, so that a page is never made of parts of two versions. Its
/// scripts share one scope, in this order.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    include_str!("assets/index.html")
        .replace("/* style.css */", include_str!("assets/style.css"))
        .replace("// scripts", SCRIPTS)
});
const SCRIPTS: &str = concat!(
    include_str!("assets/state.js"),
    include_str!("assets/time.js"),
    include_str!("assets/emoji.js"),
    include_str!("assets/markdown.js"),
    include_str!("assets/channels.js"),
    include_str!("assets/messages.js"),
    include_str!("assets/components.js"),
    include_str!("assets/list.js"),
    include_str!("assets/popups.js"),
    include_str!("assets/command_box.js"),
    include_str!("assets/typing.js"),
    include_str!("assets/connection.js"),
    include_str!("assets/main.js"),
);
/// Pictures of emoji never change.
const KEEP: &str = "public, max-age=31536000, immutable";

/// The page's addresses. They answer only to a browser that means this
/// machine, so that no web site elsewhere can act through it.
pub(crate) fn routes(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(async || Html(PAGE.as_str())))
        .route("/emoji/{file}", get(emoji))
        .route("/attachments/{id}/{name}", get(attachment))
        .route("/live", get(live::connect))
        .layer(middleware::from_fn_with_state(Arc::clone(shared), only_from_here))
}

async fn only_from_here(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    if is_from_here(request.headers(), shared.address.port()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "The playground answers only on this machine.").into_response()
    }
}

/// A name that an attacker's server lets point to this machine still shows in
/// `Host`, and the site that opened a socket shows in `Origin`.
fn is_from_here(headers: &HeaderMap, port: u16) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).is_some_and(|host| is_loopback(host, port));
    let origin = match headers.get(header::ORIGIN) {
        None => true,
        Some(_) => text(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|origin| is_loopback(origin, port)),
    };
    host && origin
}

fn is_loopback(host: &str, port: u16) -> bool {
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host == format!("{name}:{port}"))
}

async fn emoji(Path(file): Path<String>) -> Response {
    let svg = file.strip_suffix(".svg").and_then(emoji_named);
    svg.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |svg| {
            let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, KEEP)];
            (headers, svg).into_response()
        },
    )
}

/// The picture of the emoji with these code points, joined by `-`. The variation
/// selector may be left out or put in.
fn emoji_named(code_points: &str) -> Option<&'static str> {
    let emoji: Option<String> = code_points
        .split('-')
        .map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32))
        .collect();
    let emoji = emoji?;
    let without: String = emoji.chars().filter(|char| *char != '\u{fe0f}').collect();
    let at_end = format!("{without}\u{fe0f}");
    let after_first: String =
        without.chars().take(1).chain(['\u{fe0f}']).chain(without.chars().skip(1)).collect();
    [emoji.as_str(), &without, &at_end, &after_first]
        .into_iter()
        .find_map(SvgTwemojiAsset::from_emoji)
        .map(|asset| -> &str { asset })
}

async fn attachment(
    State(shared): State<Arc<Shared>>,
    Path((id, _)): Path<(String, String)>,
) -> Response {
    let file = id.parse().ok().and_then(|id| shared.world().files.get(id));
    file.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |(content_type, bytes)| {
            // Whatever a bot sends must not run as a page of this address.
            let headers = [
                (header::CONTENT_TYPE, content_type),
                (header::CONTENT_SECURITY_POLICY, "sandbox".to_owned()),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            ];
            (headers, bytes).into_response()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_one_document() {
        for part in ["html, body {", "function make(", "connect(null);"] {
            assert_eq!(PAGE.matches(part).count(), 1, "{part}");
        }
        assert!(!PAGE.contains("style.css") && !PAGE.contains("// scripts"));
    }

    #[test]
    fn emoji_are_found_with_and_without_their_variation_selector() {
        for code_points in ["1f534", "31-20e3", "31-fe0f-20e3", "2764", "2764-fe0f"] {
            assert!(
                emoji_named(code_points).is_some_and(|svg| svg.contains("<svg")),
                "{code_points}"
            );
        }
        for code_points in ["", "zz", "1f534-zz", "61"] {
            assert!(emoji_named(code_points).is_none(), "{code_points}");
        }
    }

    #[test]
    fn a_foreign_host_or_origin_is_refused() {
        let headers = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            headers
        };
        assert!(is_from_here(&headers("localhost:80", None), 80));
        assert!(is_from_here(&headers("127.0.0.1:80", Some("http://localhost:80")), 80));
        assert!(!is_from_here(&headers("evil.example:80", None), 80));
        assert!(!is_from_here(&headers("127.0.0.1:80", Some("http://evil.example")), 80));
        assert!(!is_from_here(&headers("127.0.0.1:80", Some("null")), 80));
    }
}

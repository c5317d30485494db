//! The web page on which people use the bot.

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

use crate::{EmojiPictures, state::AppState};

/// The page as a single document, so that it never mixes two versions. The scripts
/// share one scope, in this order.
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
    include_str!("assets/message_list.js"),
    include_str!("assets/popups.js"),
    include_str!("assets/command_box.js"),
    include_str!("assets/command_input.js"),
    include_str!("assets/connection.js"),
    include_str!("assets/main.js"),
);
/// `Cache-Control` of emoji images, which never change.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

/// The routes of the page. They are limited to requests for this machine, so that
/// no other web site can act through the user's browser.
pub(crate) fn routes(shared: &Arc<AppState>) -> Router<Arc<AppState>> {
    Router::new()
        .route("/", get(async || Html(PAGE.as_str())))
        .route("/emoji/{file}", get(emoji))
        .route("/attachments/{id}/{name}", get(attachment))
        .route("/live", get(live::connect))
        .layer(middleware::from_fn_with_state(Arc::clone(shared), require_local_request))
}

async fn require_local_request(
    State(shared): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    if is_local_request(request.headers(), shared.address.port()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "The fake Discord answers only to pages of this machine.")
            .into_response()
    }
}

/// Checks `Host`, against DNS rebinding, and `Origin`, against sockets that other
/// web sites open.
fn is_local_request(headers: &HeaderMap, port: u16) -> bool {
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

async fn emoji(State(shared): State<Arc<AppState>>, Path(file): Path<String>) -> Response {
    let svg = file.strip_suffix(".svg").and_then(|name| emoji_svg(shared.emoji_pictures, name));
    svg.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |svg| {
            let headers =
                [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, CACHE_FOREVER)];
            (headers, svg).into_response()
        },
    )
}

/// The SVG image of an emoji, by its hexadecimal code points, joined by `-`, with
/// or without variation selectors.
fn emoji_svg(pictures: EmojiPictures, code_points: &str) -> Option<&'static str> {
    let emoji: Option<String> = code_points
        .split('-')
        .map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32))
        .collect();
    let emoji = strip_variation_selectors(&emoji?);
    pictures
        .iter()
        .find(|(known, _)| strip_variation_selectors(known) == emoji)
        .map(|(_, svg)| *svg)
}

fn strip_variation_selectors(emoji: &str) -> String {
    emoji.chars().filter(|char| *char != '\u{fe0f}').collect()
}

async fn attachment(
    State(shared): State<Arc<AppState>>,
    Path((id, _)): Path<(String, String)>,
) -> Response {
    let file = id.parse().ok().and_then(|id| shared.world().files.get(id));
    file.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |(content_type, bytes)| {
            // Files of a bot must not run scripts with the page's origin.
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
    fn emoji_match_with_or_without_variation_selectors() {
        let pictures: EmojiPictures = &[("🔴", "red"), ("1️⃣", "one"), ("❤", "heart")];
        for (code_points, svg) in [
            ("1f534", "red"),
            ("31-20e3", "one"),
            ("31-fe0f-20e3", "one"),
            ("2764", "heart"),
            ("2764-fe0f", "heart"),
        ] {
            assert_eq!(emoji_svg(pictures, code_points), Some(svg), "{code_points}");
        }
        for code_points in ["", "zz", "1f534-zz", "61"] {
            assert_eq!(emoji_svg(pictures, code_points), None, "{code_points}");
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
        assert!(is_local_request(&headers("localhost:80", None), 80));
        assert!(is_local_request(&headers("127.0.0.1:80", Some("http://localhost:80")), 80));
        assert!(!is_local_request(&headers("evil.example:80", None), 80));
        assert!(!is_local_request(&headers("127.0.0.1:80", Some("http://evil.example")), 80));
        assert!(!is_local_request(&headers("127.0.0.1:80", Some("null")), 80));
    }
}

//! The web page on which people use the bot.

pub(crate) mod live;
pub(crate) mod view_state;

use std::sync::{Arc, LazyLock};

use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{StatusCode, header},
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

/// The routes of the page.
pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/", get(page))
        .route("/emoji/{file}", get(emoji))
        .route("/emojis/{id}", get(application_emoji))
        .route("/attachments/{id}/{name}", get(attachment))
        .route("/live", get(live::connect))
}

/// The page, which other web sites cannot put into a frame to have it clicked.
async fn page(State(shared): State<Arc<AppState>>) -> impl IntoResponse {
    let page = PAGE.replace("<!-- credit -->", shared.emoji_pictures.credit);
    ([(header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'")], Html(page))
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

async fn application_emoji(
    State(shared): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Response {
    let emoji = id.parse().ok().and_then(|id| shared.world().emojis.get(&id).cloned());
    emoji.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |emoji| uploaded(emoji.media_type, emoji.image),
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
        .images
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
        |(content_type, bytes)| uploaded(content_type, bytes),
    )
}

/// A file of the bot, which must not run scripts with the page's origin.
fn uploaded(content_type: String, bytes: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CONTENT_SECURITY_POLICY, "sandbox".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    (headers, bytes).into_response()
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
        let images = &[("🔴", "red"), ("1️⃣", "one"), ("❤", "heart")];
        let pictures = EmojiPictures { images, credit: "" };
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
}

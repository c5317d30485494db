//! Embeds: their shape, and what their sizes may come to.

use serde_json::Value;

use crate::validation::{
    Trail,
    component_shapes::{BOOLEAN, MEDIA},
    shape::{Field, Shape, integer, list, optional, required, text},
};

const WEB: Shape = Shape::Address { schemes: &["http", "https"], at_most: 2048 };
const URL: Field = optional("url", &WEB);

const PICTURE: Shape = Shape::Object(&[
    optional("url", &MEDIA),
    optional("width", &integer(i64::MIN, i64::MAX)),
    optional("height", &integer(i64::MIN, i64::MAX)),
    optional("placeholder", &text(0, 64)),
    optional("placeholder_version", &integer(0, i32::MAX as i64)),
    optional("is_animated", &BOOLEAN),
    optional("description", &text(0, 4096)),
]);

const AUTHOR: Shape =
    Shape::Object(&[required("name", &text(1, 256)), URL, optional("icon_url", &MEDIA)]);

const FOOTER: Shape =
    Shape::Object(&[required("text", &text(1, 2048)), optional("icon_url", &MEDIA)]);

const FIELD: Shape = Shape::Object(&[
    required("name", &text(1, 256)),
    required("value", &text(1, 1024)),
    optional("inline", &BOOLEAN),
]);

const PROVIDER: Shape = Shape::Object(&[optional("name", &text(0, 256)), URL]);

const EMBED: Shape = Shape::Object(&[
    optional("type", &text(0, 152_133)),
    URL,
    optional("title", &text(0, 256)),
    optional("color", &integer(0, 0xff_ff_ff)),
    optional("timestamp", &Shape::Moment),
    optional("description", &text(0, 4096)),
    optional("author", &AUTHOR),
    optional("image", &PICTURE),
    optional("thumbnail", &PICTURE),
    optional("footer", &FOOTER),
    optional("fields", &list(&FIELD, 25)),
    optional("provider", &PROVIDER),
    optional("video", &PICTURE),
]);

/// All embeds of a message.
pub(crate) const EMBEDS: Shape = list(&EMBED, 10);

/// Adds what is wrong with embeds that have the right shape.
pub(crate) fn check(embeds: &[Value], trail: &mut Trail) {
    let size: usize = embeds.iter().map(size).sum();
    if size > 6000 {
        let message = format!("Embed size exceeds maximum size of 6000: it is {size}.");
        trail.complain("MAX_EMBED_SIZE_EXCEEDED", message);
    }
    for (index, embed) in embeds.iter().enumerate() {
        let shows_something = ["title", "description", "author", "image", "thumbnail", "footer"]
            .iter()
            .any(|key| !embed[key].is_null() && embed[key] != "")
            || embed["fields"].as_array().is_some_and(|fields| !fields.is_empty());
        if !shows_something {
            trail.at(index, |trail| {
                trail.at("description", |trail| {
                    trail.complain("BASE_TYPE_REQUIRED", "This field is required");
                });
            });
        }
    }
}

fn size(embed: &Value) -> usize {
    let characters = |json: &Value| json.as_str().unwrap_or_default().chars().count();
    let fields = embed["fields"].as_array().into_iter().flatten();
    characters(&embed["title"])
        + characters(&embed["description"])
        + characters(&embed["footer"]["text"])
        + characters(&embed["author"]["name"])
        + fields.map(|it| characters(&it["name"]) + characters(&it["value"])).sum::<usize>()
}

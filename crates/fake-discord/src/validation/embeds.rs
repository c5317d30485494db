//! Embeds: their schema, and the limit of their total size.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/message#embed-object-embed-limits)

use serde_json::Value;

use crate::validation::{
    Validator,
    component_schemas::{BOOLEAN, MEDIA},
    schema::{Field, Schema, integer, list, optional, required, text},
};

const WEB_URL: Schema = Schema::Url { schemes: &["http", "https"], max: 2048 };
const URL: Field = optional("url", &WEB_URL);

const IMAGE: Schema = Schema::Object(&[
    optional("url", &MEDIA),
    optional("width", &integer(i64::MIN, i64::MAX)),
    optional("height", &integer(i64::MIN, i64::MAX)),
    optional("placeholder", &text(0, 64)),
    optional("placeholder_version", &integer(0, i32::MAX as i64)),
    optional("is_animated", &BOOLEAN),
    optional("description", &text(0, 4096)),
]);

const AUTHOR: Schema =
    Schema::Object(&[required("name", &text(1, 256)), URL, optional("icon_url", &MEDIA)]);

const FOOTER: Schema =
    Schema::Object(&[required("text", &text(1, 2048)), optional("icon_url", &MEDIA)]);

const FIELD: Schema = Schema::Object(&[
    required("name", &text(1, 256)),
    required("value", &text(1, 1024)),
    optional("inline", &BOOLEAN),
]);

const PROVIDER: Schema = Schema::Object(&[optional("name", &text(0, 256)), URL]);

const EMBED: Schema = Schema::Object(&[
    optional("type", &text(0, 152_133)),
    URL,
    optional("title", &text(0, 256)),
    optional("color", &integer(0, 0xff_ff_ff)),
    optional("timestamp", &Schema::Timestamp),
    optional("description", &text(0, 4096)),
    optional("author", &AUTHOR),
    optional("image", &IMAGE),
    optional("thumbnail", &IMAGE),
    optional("footer", &FOOTER),
    optional("fields", &list(&FIELD, 25)),
    optional("provider", &PROVIDER),
    optional("video", &IMAGE),
]);

/// The embeds of a message.
pub(crate) const EMBEDS: Schema = list(&EMBED, 10);

/// Validates embeds that match the schema.
pub(crate) fn check(embeds: &[Value], validator: &mut Validator) {
    let size: usize = embeds.iter().map(size).sum();
    if size > 6000 {
        let message = format!("Embed size exceeds maximum size of 6000: it is {size}.");
        validator.error("MAX_EMBED_SIZE_EXCEEDED", message);
    }
    for (index, embed) in embeds.iter().enumerate() {
        let has_content = ["title", "description", "author", "image", "thumbnail", "footer"]
            .iter()
            .any(|key| !embed[key].is_null() && embed[key] != "")
            || embed["fields"].as_array().is_some_and(|fields| !fields.is_empty());
        if !has_content {
            validator.at(index, |validator| {
                validator.at("description", |validator| {
                    validator.error("BASE_TYPE_REQUIRED", "This field is required");
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

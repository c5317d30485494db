//! Requests about the application's own emoji.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/emoji#application-owned-emoji)

use axum::{
    body::Bytes,
    http::{Method, StatusCode},
};
use clock::Timestamp;
use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::{
    rest::{
        ApiResponse, applications,
        error::{ApiError, ValidationError},
    },
    state::{application_emoji::ApplicationEmoji, ids::EmojiId, world::World},
};

/// The limit of emoji of an application.
const MAX_EMOJIS: usize = 2_000;
const MAX_IMAGE_BYTES: usize = 256 * 1024;
const MEDIA_TYPES: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

/// `GET` and `POST /applications/{application}/emojis`.
pub(crate) fn all(
    world: &mut World,
    method: &Method,
    application: &str,
    body: &Value,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    applications::check_id(world, application)?;
    if *method == Method::GET {
        let owner = world.user(world.bot);
        let items: Vec<Value> = world.emojis.values().map(|it| it.to_json(owner)).collect();
        return Ok(ApiResponse::ok(json!({ "items": items })));
    }
    let name = free_name(world, body)?;
    let (media_type, image) = image(&body["image"])?;
    if world.emojis.len() >= MAX_EMOJIS {
        return Err(ApiError::too_many_emojis(MAX_EMOJIS));
    }
    let id = EmojiId::new(world.ids.next(now));
    let emoji = ApplicationEmoji { id, name, media_type, image };
    let created = emoji.to_json(world.user(world.bot));
    world.emojis.insert(id, emoji);
    Ok(ApiResponse { status: StatusCode::CREATED, body: Some(created) })
}

/// `GET`, `PATCH` and `DELETE /applications/{application}/emojis/{emoji}`.
pub(crate) fn one(
    world: &mut World,
    method: &Method,
    (application, emoji): (&str, &str),
    body: &Value,
) -> Result<ApiResponse, ApiError> {
    applications::check_id(world, application)?;
    let id: EmojiId = emoji.parse().map_err(|_| ApiError::unknown_emoji())?;
    if !world.emojis.contains_key(&id) {
        return Err(ApiError::unknown_emoji());
    }
    if *method == Method::DELETE {
        world.emojis.remove(&id);
        return Ok(ApiResponse::NO_CONTENT);
    }
    let renamed = (*method == Method::PATCH).then(|| free_name(world, body)).transpose()?;
    let emoji = world.emojis.get_mut(&id).ok_or_else(ApiError::unknown_emoji)?;
    if let Some(name) = renamed {
        emoji.name = name;
    }
    let emoji = emoji.clone();
    Ok(ApiResponse::ok(emoji.to_json(world.user(world.bot))))
}

/// The body's `name`, which must be valid and not taken.
fn free_name(world: &World, body: &Value) -> Result<String, ApiError> {
    let Some(name) = body["name"].as_str() else {
        return Err(invalid("name", "BASE_TYPE_REQUIRED", "This field is required"));
    };
    if !(2..=32).contains(&name.len()) {
        let message = "Must be between 2 and 32 in length.";
        return Err(invalid("name", "BASE_TYPE_BAD_LENGTH", message));
    }
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        let message = "String value did not match validation regex.";
        return Err(invalid("name", "STRING_TYPE_REGEX", message));
    }
    if world.emojis.values().any(|emoji| emoji.name == name) {
        let message = "This emoji name is already taken";
        return Err(invalid("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message));
    }
    Ok(name.to_owned())
}

/// Decodes a data URI. Returns its media type and bytes.
///
/// [Discord's format](https://discord.com/developers/docs/reference#image-data)
fn image(uri: &Value) -> Result<(String, Bytes), ApiError> {
    let parts = uri.as_str().and_then(|uri| uri.strip_prefix("data:")?.split_once(";base64,"));
    let decoded = parts
        .and_then(|(media_type, text)| Some((media_type, BASE64.decode(text.as_bytes()).ok()?)));
    let is_known = |media_type: &str| MEDIA_TYPES.contains(&media_type);
    match decoded {
        Some((_, bytes)) if bytes.len() > MAX_IMAGE_BYTES => {
            let message = "File cannot be larger than 256.0 kb.";
            Err(invalid("image", "BINARY_TYPE_MAX_SIZE", message))
        }
        Some((media_type, bytes)) if is_known(media_type) && is_of_type(&bytes, media_type) => {
            Ok((media_type.to_owned(), bytes.into()))
        }
        _ => Err(invalid("image", "IMAGE_INVALID", "Invalid image data")),
    }
}

/// Whether a file begins as one of its type does.
fn is_of_type(file: &[u8], media_type: &str) -> bool {
    match media_type {
        "image/png" => file.starts_with(b"\x89PNG\r\n\x1A\n"),
        "image/jpeg" => file.starts_with(b"\xFF\xD8\xFF"),
        "image/gif" => file.starts_with(b"GIF8"),
        "image/webp" => file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP"),
        _ => file.get(4..12) == Some(b"ftypavif"),
    }
}

fn invalid(key: &str, code: &'static str, message: &str) -> ApiError {
    ApiError::invalid_form(&[ValidationError {
        path: vec![key.to_owned()],
        code,
        message: message.to_owned(),
    }])
}

//! Validates bodies that post or edit a message.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/message#create-message)

use serde_json::Value;

use crate::{
    rest::error::ApiError,
    state::message::{Message, flag},
    validation::{
        Validator,
        component_schemas::{BOOLEAN, COMPONENTS, SNOWFLAKE},
        components,
        embeds::{self, EMBEDS},
        schema::{Field, Schema, integer, list, non_empty_list, optional, required, text},
    },
};

/// What a body does, which determines its schema.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MessageOperation<'a> {
    /// Posts the initial response to an interaction.
    InitialResponse,
    /// Edits a component's message, as the initial response.
    Update(&'a Message),
    /// Posts a follow-up through an interaction's webhook.
    FollowUp,
    /// Edits a message through an interaction's webhook.
    WebhookEdit(&'a Message),
    /// Posts a message with the bot's token.
    Post,
    /// Edits a message with the bot's token.
    Edit(&'a Message),
}

const DISTINCT_IDS: Schema =
    Schema::List { items: &Schema::OrNull(&SNOWFLAKE), min: 0, max: 100, distinct: true };

const MENTIONS: Schema = Schema::Object(&[
    optional(
        "parse",
        &Schema::List {
            items: &Schema::OrNull(&Schema::OneOfStrings(&["users", "roles", "everyone"])),
            min: 0,
            max: 1521,
            distinct: true,
        },
    ),
    optional("users", &DISTINCT_IDS),
    optional("roles", &DISTINCT_IDS),
    optional("replied_user", &BOOLEAN),
]);

const ATTACHMENT: Schema = Schema::Object(&[
    required("id", &SNOWFLAKE),
    optional("filename", &text(1, 1024)),
    optional("description", &text(0, 1024)),
    optional("duration_secs", &Schema::Number),
    optional("waveform", &text(0, 400)),
    optional("title", &text(0, 1024)),
    optional("is_spoiler", &BOOLEAN),
    optional("is_remix", &BOOLEAN),
]);

const POLL_EMOJI: Schema = Schema::Object(&[
    optional("id", &SNOWFLAKE),
    optional("name", &text(0, 32)),
    optional("animated", &BOOLEAN),
]);

const POLL_MEDIA: Schema =
    Schema::Object(&[optional("text", &text(1, 300)), optional("emoji", &POLL_EMOJI)]);

const POLL: Schema = Schema::Object(&[
    required("question", &POLL_MEDIA),
    required(
        "answers",
        &non_empty_list(&Schema::Object(&[required("poll_media", &POLL_MEDIA)]), 10),
    ),
    optional("allow_multiselect", &BOOLEAN),
    optional("layout_type", &Schema::OneOf(&[1])),
    optional("duration", &integer(1, 768)),
]);

const REFERENCE: Schema = Schema::Object(&[
    optional("guild_id", &SNOWFLAKE),
    optional("channel_id", &SNOWFLAKE),
    required("message_id", &SNOWFLAKE),
    optional("fail_if_not_exists", &BOOLEAN),
    optional("type", &Schema::OneOf(&[0])),
]);

const CONTENT: Field = optional("content", &text(0, 2000));
const FLAGS: Field = optional("flags", &integer(0, i64::MAX));
const EMBED_LIST: Field = optional("embeds", &EMBEDS);
const COMPONENT_LIST: Field = optional("components", &COMPONENTS);
const ALLOWED: Field = optional("allowed_mentions", &MENTIONS);
const ATTACHMENTS: Field = optional("attachments", &list(&ATTACHMENT, 10));
const POLL_FIELD: Field = optional("poll", &POLL);
const TTS: Field = optional("tts", &BOOLEAN);

const ANSWER: Schema = Schema::Object(&[
    CONTENT,
    EMBED_LIST,
    ALLOWED,
    COMPONENT_LIST,
    ATTACHMENTS,
    POLL_FIELD,
    TTS,
    FLAGS,
]);

const FOLLOW_UP: Schema = Schema::Object(&[
    CONTENT,
    EMBED_LIST,
    ALLOWED,
    COMPONENT_LIST,
    ATTACHMENTS,
    POLL_FIELD,
    TTS,
    FLAGS,
    optional("username", &text(1, 80)),
    optional("avatar_url", &text(0, 2048)),
    optional("thread_name", &text(0, 100)),
    optional("applied_tags", &list(&SNOWFLAKE, 5)),
]);

const EDIT: Schema = Schema::Object(&[
    CONTENT,
    EMBED_LIST,
    ALLOWED,
    COMPONENT_LIST,
    ATTACHMENTS,
    POLL_FIELD,
    FLAGS,
    optional("sticker_ids", &list(&SNOWFLAKE, 1521)),
]);

const POST: Schema = Schema::Object(&[
    CONTENT,
    EMBED_LIST,
    ALLOWED,
    COMPONENT_LIST,
    ATTACHMENTS,
    POLL_FIELD,
    TTS,
    FLAGS,
    optional("sticker_ids", &list(&SNOWFLAKE, 3)),
    optional("message_reference", &REFERENCE),
    optional("nonce", &Schema::Either(&integer(i64::MIN, i64::MAX), &text(0, 25))),
    optional("enforce_nonce", &BOOLEAN),
]);

impl<'a> MessageOperation<'a> {
    fn schema(self) -> &'static Schema {
        match self {
            Self::InitialResponse => &ANSWER,
            Self::FollowUp => &FOLLOW_UP,
            Self::Update(_) | Self::WebhookEdit(_) | Self::Edit(_) => &EDIT,
            Self::Post => &POST,
        }
    }

    fn edited(self) -> Option<&'a Message> {
        match self {
            Self::Update(before) | Self::WebhookEdit(before) | Self::Edit(before) => Some(before),
            Self::InitialResponse | Self::FollowUp | Self::Post => None,
        }
    }

    /// The path of the message in the request: a callback has it in `data`.
    fn path_prefix(self) -> Vec<String> {
        match self {
            Self::InitialResponse | Self::Update(_) => vec!["data".to_owned()],
            _ => Vec::new(),
        }
    }
}

/// Validates a body by its schema only.
pub(crate) fn check_schema(body: &Value, intent: MessageOperation<'_>) -> Result<(), ApiError> {
    let mut validator = Validator { path: intent.path_prefix(), errors: Vec::new() };
    intent.schema().check(body, &mut validator);
    validator.finish()
}

/// Validates a body by its schema and all other rules.
pub(crate) fn check(body: &Value, intent: MessageOperation<'_>) -> Result<(), ApiError> {
    let mut validator = Validator { path: intent.path_prefix(), errors: Vec::new() };
    intent.schema().check(body, &mut validator);
    // The other rules rely on the schema.
    if validator.errors.is_empty() {
        check_rules(body, intent.edited(), &mut validator);
    }
    validator.finish()?;
    if is_empty(body, intent.edited()) { Err(ApiError::empty_message()) } else { Ok(()) }
}

fn check_rules(body: &Value, before: Option<&Message>, validator: &mut Validator) {
    let list = |key: &str| body[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let flags_before = before.map_or(0, |message| message.flags);
    let flags = body["flags"].as_u64().unwrap_or(flags_before);
    let components_v2 = (flags | flags_before) & flag::COMPONENTS_V2 != 0;
    if flags_before & !flags & flag::COMPONENTS_V2 != 0 {
        validator.at("flags", |validator| {
            let message = "The IS_COMPONENTS_V2 flag cannot be removed";
            validator.error("MESSAGE_FLAG_CANNOT_BE_REMOVED", message);
        });
    }
    if components_v2 {
        check_components_v2(body, before, validator);
    }
    validator.at("components", |validator| {
        components::check(list("components"), components_v2, validator);
    });
    validator.at("embeds", |validator| embeds::check(list("embeds"), validator));
    check_mentions(body, validator);
}

/// With `IS_COMPONENTS_V2`, a message has no content, embeds or poll.
fn check_components_v2(body: &Value, before: Option<&Message>, validator: &mut Validator) {
    let keeps_content =
        body.get("content").is_none() && before.is_some_and(|it| !it.content.is_empty());
    let keeps_embeds =
        body.get("embeds").is_none() && before.is_some_and(|it| !it.embeds.is_empty());
    for (key, kept) in [("content", keeps_content), ("embeds", keeps_embeds), ("poll", false)] {
        if kept || is_filled(&body[key]) {
            validator.at(key, |validator| {
                let message = format!("The '{key}' field cannot be used with IS_COMPONENTS_V2");
                validator.error("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
            });
        }
    }
}

fn check_mentions(body: &Value, validator: &mut Validator) {
    let mentions = &body["allowed_mentions"];
    // Stricter than Discord, which would notify everyone mentioned: a forgotten
    // `allowed_mentions` is how bots come to notify users by accident.
    if mentions.is_null()
        && (contains_mention(&body["content"]) || contains_mention(&body["components"]))
    {
        validator.at("allowed_mentions", |validator| {
            let message = "A mention without allowed_mentions (a rule of the fake, not of Discord)";
            validator.error("BASE_TYPE_REQUIRED", message);
        });
    }
    for kind in ["users", "roles"] {
        let parsed = mentions["parse"].as_array().is_some_and(|it| it.iter().any(|it| it == kind));
        if parsed && is_filled(&mentions[kind]) {
            validator.at("allowed_mentions", |validator| {
                let message =
                    format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
                validator.error("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
            });
        }
    }
}

fn contains_mention(json: &Value) -> bool {
    match json {
        Value::String(text) => text.contains("<@"),
        Value::Array(items) => items.iter().any(contains_mention),
        Value::Object(map) => {
            map.iter().any(|(key, value)| key.contains("<@") || contains_mention(value))
        }
        _ => false,
    }
}

fn is_filled(json: &Value) -> bool {
    match json {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    }
}

/// Whether the message would be empty. Discord trims the content.
fn is_empty(body: &Value, before: Option<&Message>) -> bool {
    let shows = |key: &str, is_kept: bool| match body.get(key) {
        None => is_kept,
        Some(Value::String(text)) => !text.trim().is_empty(),
        Some(value) => is_filled(value),
    };
    let kept = |has: fn(&Message) -> bool| before.is_some_and(has);
    !shows("content", kept(|it| !it.content.is_empty()))
        && !shows("embeds", kept(|it| !it.embeds.is_empty()))
        && !shows("components", kept(|it| !it.components.is_empty()))
        && !shows("attachments", kept(|it| !it.attachments.is_empty()))
        && !shows("poll", false)
}

//! Bodies that post or edit a message.

use serde_json::Value;

use crate::{
    rest::error::Refusal,
    state::message::{Message, flag},
    validation::{
        Trail,
        component_shapes::{BOOLEAN, COMPONENTS, SNOWFLAKE},
        components,
        embeds::{self, EMBEDS},
        shape::{Field, Shape, filled_list, integer, list, optional, required, text},
    },
};

/// What a body is meant to do, which decides what may stand in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Intent<'a> {
    /// The first answer to an interaction.
    Answer,
    /// The first answer to a press, which edits the pressed message.
    Update(&'a Message),
    /// A further message through an interaction's webhook.
    FollowUp,
    /// An edit through an interaction's webhook.
    WebhookEdit(&'a Message),
    /// A message of the bot's own accord.
    Post,
    /// An edit of the bot's own accord.
    Edit(&'a Message),
}

const DISTINCT_IDS: Shape =
    Shape::List { of: &Shape::OrNull(&SNOWFLAKE), at_least: 0, at_most: 100, distinct: true };

const MENTIONS: Shape = Shape::Object(&[
    optional(
        "parse",
        &Shape::List {
            of: &Shape::OrNull(&Shape::Word(&["users", "roles", "everyone"])),
            at_least: 0,
            at_most: 1521,
            distinct: true,
        },
    ),
    optional("users", &DISTINCT_IDS),
    optional("roles", &DISTINCT_IDS),
    optional("replied_user", &BOOLEAN),
]);

const ATTACHMENT: Shape = Shape::Object(&[
    required("id", &SNOWFLAKE),
    optional("filename", &text(1, 1024)),
    optional("description", &text(0, 1024)),
    optional("duration_secs", &Shape::Number),
    optional("waveform", &text(0, 400)),
    optional("title", &text(0, 1024)),
    optional("is_spoiler", &BOOLEAN),
    optional("is_remix", &BOOLEAN),
]);

const POLL_EMOJI: Shape = Shape::Object(&[
    optional("id", &SNOWFLAKE),
    optional("name", &text(0, 32)),
    optional("animated", &BOOLEAN),
]);

const POLL_MEDIA: Shape =
    Shape::Object(&[optional("text", &text(1, 300)), optional("emoji", &POLL_EMOJI)]);

const POLL: Shape = Shape::Object(&[
    required("question", &POLL_MEDIA),
    required("answers", &filled_list(&Shape::Object(&[required("poll_media", &POLL_MEDIA)]), 10)),
    optional("allow_multiselect", &BOOLEAN),
    optional("layout_type", &Shape::OneOf(&[1])),
    optional("duration", &integer(1, 768)),
]);

const REFERENCE: Shape = Shape::Object(&[
    optional("guild_id", &SNOWFLAKE),
    optional("channel_id", &SNOWFLAKE),
    required("message_id", &SNOWFLAKE),
    optional("fail_if_not_exists", &BOOLEAN),
    optional("type", &Shape::OneOf(&[0])),
]);

/// Only people who pay Discord may write more.
const CONTENT: Field = optional("content", &text(0, 2000));
const FLAGS: Field = optional("flags", &integer(0, i64::MAX));
const EMBED_LIST: Field = optional("embeds", &EMBEDS);
const COMPONENT_LIST: Field = optional("components", &COMPONENTS);
const ALLOWED: Field = optional("allowed_mentions", &MENTIONS);
const ATTACHMENTS: Field = optional("attachments", &list(&ATTACHMENT, 10));
const POLL_FIELD: Field = optional("poll", &POLL);
const TTS: Field = optional("tts", &BOOLEAN);

const ANSWER: Shape = Shape::Object(&[
    CONTENT,
    EMBED_LIST,
    ALLOWED,
    COMPONENT_LIST,
    ATTACHMENTS,
    POLL_FIELD,
    TTS,
    FLAGS,
]);

const FOLLOW_UP: Shape = Shape::Object(&[
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

const EDIT: Shape = Shape::Object(&[
    CONTENT,
    EMBED_LIST,
    ALLOWED,
    COMPONENT_LIST,
    ATTACHMENTS,
    POLL_FIELD,
    FLAGS,
    optional("sticker_ids", &list(&SNOWFLAKE, 1521)),
]);

const POST: Shape = Shape::Object(&[
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
    optional("nonce", &Shape::Either(&integer(i64::MIN, i64::MAX), &text(0, 25))),
    optional("enforce_nonce", &BOOLEAN),
]);

impl<'a> Intent<'a> {
    fn shape(self) -> &'static Shape {
        match self {
            Self::Answer => &ANSWER,
            Self::FollowUp => &FOLLOW_UP,
            Self::Update(_) | Self::WebhookEdit(_) | Self::Edit(_) => &EDIT,
            Self::Post => &POST,
        }
    }

    fn edited(self) -> Option<&'a Message> {
        match self {
            Self::Update(before) | Self::WebhookEdit(before) | Self::Edit(before) => Some(before),
            Self::Answer | Self::FollowUp | Self::Post => None,
        }
    }

    /// The answer to an interaction stands inside the callback's `data`.
    fn outer_path(self) -> Vec<String> {
        match self {
            Self::Answer | Self::Update(_) => vec!["data".to_owned()],
            _ => Vec::new(),
        }
    }
}

/// Refuses a body whose parts have the wrong shape, whatever they come to.
pub(crate) fn check_shape(body: &Value, intent: Intent<'_>) -> Result<(), Refusal> {
    let mut trail = Trail { path: intent.outer_path(), complaints: Vec::new() };
    intent.shape().check(body, &mut trail);
    trail.verdict()
}

/// Refuses a body that Discord would not make a message of.
pub(crate) fn check(body: &Value, intent: Intent<'_>) -> Result<(), Refusal> {
    let mut trail = Trail { path: intent.outer_path(), complaints: Vec::new() };
    intent.shape().check(body, &mut trail);
    // The other rules read fields of the right kind.
    if trail.complaints.is_empty() {
        check_rules(body, intent.edited(), &mut trail);
    }
    trail.verdict()?;
    if is_empty(body, intent.edited()) { Err(Refusal::empty_message()) } else { Ok(()) }
}

fn check_rules(body: &Value, before: Option<&Message>, trail: &mut Trail) {
    let list = |key: &str| body[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let flags_before = before.map_or(0, |message| message.flags);
    let flags = body["flags"].as_u64().unwrap_or(flags_before);
    let only_components = (flags | flags_before) & flag::COMPONENTS_V2 != 0;
    if flags_before & !flags & flag::COMPONENTS_V2 != 0 {
        trail.at("flags", |trail| {
            let message = "The IS_COMPONENTS_V2 flag cannot be removed";
            trail.complain("MESSAGE_FLAG_CANNOT_BE_REMOVED", message);
        });
    }
    if only_components {
        check_only_components(body, before, trail);
    }
    trail.at("components", |trail| components::check(list("components"), only_components, trail));
    trail.at("embeds", |trail| embeds::check(list("embeds"), trail));
    check_mentions(body, trail);
}

/// A message of components takes its text and pictures from them alone.
fn check_only_components(body: &Value, before: Option<&Message>, trail: &mut Trail) {
    let keeps_content =
        body.get("content").is_none() && before.is_some_and(|it| !it.content.is_empty());
    let keeps_embeds =
        body.get("embeds").is_none() && before.is_some_and(|it| !it.embeds.is_empty());
    for (key, kept) in [("content", keeps_content), ("embeds", keeps_embeds), ("poll", false)] {
        if kept || is_filled(&body[key]) {
            trail.at(key, |trail| {
                let message = format!("The '{key}' field cannot be used with IS_COMPONENTS_V2");
                trail.complain("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
            });
        }
    }
}

fn check_mentions(body: &Value, trail: &mut Trail) {
    let mentions = &body["allowed_mentions"];
    // Discord would take it and parse every mention; that nobody is pinged who
    // isn't named is our own contract, and broken most easily by forgetting.
    if mentions.is_null()
        && (speaks_to_someone(&body["content"]) || speaks_to_someone(&body["components"]))
    {
        trail.at("allowed_mentions", |trail| {
            let message = "A mention without allowed_mentions (a rule of this bot, not of Discord)";
            trail.complain("BASE_TYPE_REQUIRED", message);
        });
    }
    for kind in ["users", "roles"] {
        let parsed = mentions["parse"].as_array().is_some_and(|it| it.iter().any(|it| it == kind));
        if parsed && is_filled(&mentions[kind]) {
            trail.at("allowed_mentions", |trail| {
                let message =
                    format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
                trail.complain("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
            });
        }
    }
}

fn speaks_to_someone(json: &Value) -> bool {
    match json {
        Value::String(text) => text.contains("<@"),
        Value::Array(items) => items.iter().any(speaks_to_someone),
        Value::Object(map) => {
            map.iter().any(|(key, value)| key.contains("<@") || speaks_to_someone(value))
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

/// Whether nothing would be left to see. Discord trims a message's text.
fn is_empty(body: &Value, before: Option<&Message>) -> bool {
    let shows = |key: &str, kept: bool| match body.get(key) {
        None => kept,
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

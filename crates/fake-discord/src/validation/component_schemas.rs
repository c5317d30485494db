//! The schemas of components of messages.

use crate::validation::schema::{
    Field, Schema, integer, list, non_empty_list, optional, required, text,
};

pub(crate) const BOOLEAN: Schema = Schema::Boolean;
pub(crate) const SNOWFLAKE: Schema = Schema::Snowflake;
pub(crate) const CUSTOM_ID: Schema = text(1, 100);
pub(crate) const COMPONENT_ID: Field = optional("id", &integer(0, i32::MAX as i64));
const DISABLED: Field = optional("disabled", &BOOLEAN);
const SPOILER: Field = optional("spoiler", &BOOLEAN);
const ANY_TYPE: Schema = integer(0, 100);
const TYPE: Field = required("type", &ANY_TYPE);
pub(crate) const LINK: Schema = Schema::Url { schemes: &["http", "https", "discord"], max: 512 };
pub(crate) const MEDIA: Schema =
    Schema::Url { schemes: &["http", "https", "attachment"], max: 2048 };

pub(crate) const EMOJI: Schema =
    Schema::Object(&[optional("id", &SNOWFLAKE), required("name", &text(0, 32))]);

const BUTTON: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    optional("custom_id", &CUSTOM_ID),
    required("style", &Schema::OneOf(&[1, 2, 3, 4, 5, 6])),
    optional("label", &text(0, 80)),
    DISABLED,
    optional("url", &LINK),
    optional("sku_id", &SNOWFLAKE),
    optional("emoji", &EMOJI),
]);

const PLACEHOLDER: Field = optional("placeholder", &text(0, 150));
const MIN_VALUES: Field = optional("min_values", &integer(0, 25));
const MAX_VALUES: Field = optional("max_values", &integer(1, 25));
const REQUIRED: Field = optional("required", &BOOLEAN);

const CHOICE: Schema = Schema::Object(&[
    required("label", &text(1, 100)),
    required("value", &text(1, 100)),
    optional("description", &text(0, 100)),
    optional("default", &BOOLEAN),
    optional("emoji", &EMOJI),
]);

const TEXT_SELECT: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    required("options", &non_empty_list(&CHOICE, 25)),
]);

const DEFAULT_USER: Schema = Schema::Object(&[
    required("type", &Schema::OneOfStrings(&["user"])),
    required("id", &SNOWFLAKE),
]);

const DEFAULT_ROLE: Schema = Schema::Object(&[
    required("type", &Schema::OneOfStrings(&["role"])),
    required("id", &SNOWFLAKE),
]);

const DEFAULT_MENTIONABLE: Schema = Schema::Object(&[
    required("type", &Schema::OneOfStrings(&["user", "role"])),
    required("id", &SNOWFLAKE),
]);

const DEFAULT_CHANNEL: Schema = Schema::Object(&[
    required("type", &Schema::OneOfStrings(&["channel"])),
    required("id", &SNOWFLAKE),
]);

const USER_SELECT: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&DEFAULT_USER, 25)),
]);

const ROLE_SELECT: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&DEFAULT_ROLE, 25)),
]);

const MENTIONABLE_SELECT: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&DEFAULT_MENTIONABLE, 25)),
]);

const CHANNEL_SELECT: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&DEFAULT_CHANNEL, 25)),
    optional("channel_types", &CHANNEL_TYPES),
]);

/// A list of distinct channel types.
pub(crate) const CHANNEL_TYPES: Schema = Schema::List {
    items: &Schema::OneOf(&[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]),
    min: 0,
    max: usize::MAX,
    distinct: true,
};

const ROW_CHILD: Schema = Schema::ByType(&[
    (2, &BUTTON),
    (3, &TEXT_SELECT),
    (5, &USER_SELECT),
    (6, &ROLE_SELECT),
    (7, &MENTIONABLE_SELECT),
    (8, &CHANNEL_SELECT),
]);

const ROW: Schema =
    Schema::Object(&[TYPE, COMPONENT_ID, required("components", &non_empty_list(&ROW_CHILD, 5))]);

const TEXT_DISPLAY: Schema =
    Schema::Object(&[TYPE, COMPONENT_ID, required("content", &text(1, 4000))]);

const UNFURLED_MEDIA: Schema = Schema::Object(&[required("url", &MEDIA)]);
const DESCRIPTION: Field = optional("description", &text(1, 1024));

const THUMBNAIL: Schema =
    Schema::Object(&[TYPE, COMPONENT_ID, DESCRIPTION, SPOILER, required("media", &UNFURLED_MEDIA)]);

const SECTION: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    required("components", &non_empty_list(&Schema::ByType(&[(10, &TEXT_DISPLAY)]), 3)),
    required("accessory", &Schema::ByType(&[(2, &BUTTON), (11, &THUMBNAIL)])),
]);

const GALLERY_ITEM: Schema =
    Schema::Object(&[DESCRIPTION, SPOILER, required("media", &UNFURLED_MEDIA)]);

const GALLERY: Schema =
    Schema::Object(&[TYPE, COMPONENT_ID, required("items", &non_empty_list(&GALLERY_ITEM, 10))]);

const FILE: Schema =
    Schema::Object(&[TYPE, COMPONENT_ID, SPOILER, required("file", &UNFURLED_MEDIA)]);

const SEPARATOR: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    optional("spacing", &Schema::OneOf(&[1, 2])),
    optional("divider", &BOOLEAN),
]);

const CONTAINER_CHILD: Schema = Schema::ByType(&[
    (1, &ROW),
    (9, &SECTION),
    (10, &TEXT_DISPLAY),
    (12, &GALLERY),
    (13, &FILE),
    (14, &SEPARATOR),
]);

const CONTAINER: Schema = Schema::Object(&[
    TYPE,
    COMPONENT_ID,
    optional("accent_color", &integer(0, 0xff_ff_ff)),
    required("components", &non_empty_list(&CONTAINER_CHILD, 40)),
    SPOILER,
]);

const TOP_LEVEL: Schema = Schema::ByType(&[
    (1, &ROW),
    (9, &SECTION),
    (10, &TEXT_DISPLAY),
    (12, &GALLERY),
    (13, &FILE),
    (14, &SEPARATOR),
    (17, &CONTAINER),
]);

/// The components of a message.
pub(crate) const COMPONENTS: Schema = list(&TOP_LEVEL, 40);

//! The shapes of components in a message.

use crate::validation::shape::{
    Field, Shape, filled_list, integer, list, optional, required, text,
};

pub(crate) const BOOLEAN: Shape = Shape::Boolean;
pub(crate) const SNOWFLAKE: Shape = Shape::Snowflake;
pub(crate) const CUSTOM_ID: Shape = text(1, 100);
pub(crate) const COMPONENT_ID: Field = optional("id", &integer(0, i32::MAX as i64));
const DISABLED: Field = optional("disabled", &BOOLEAN);
const SPOILER: Field = optional("spoiler", &BOOLEAN);
const ANY_KIND: Shape = integer(0, 100);
const KIND: Field = required("type", &ANY_KIND);
pub(crate) const LINK: Shape =
    Shape::Address { schemes: &["http", "https", "discord"], at_most: 512 };
pub(crate) const MEDIA: Shape =
    Shape::Address { schemes: &["http", "https", "attachment"], at_most: 2048 };

pub(crate) const EMOJI: Shape =
    Shape::Object(&[optional("id", &SNOWFLAKE), required("name", &text(0, 32))]);

const BUTTON: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    optional("custom_id", &CUSTOM_ID),
    required("style", &Shape::OneOf(&[1, 2, 3, 4, 5, 6])),
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

const CHOICE: Shape = Shape::Object(&[
    required("label", &text(1, 100)),
    required("value", &text(1, 100)),
    optional("description", &text(0, 100)),
    optional("default", &BOOLEAN),
    optional("emoji", &EMOJI),
]);

const TEXT_SELECT: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    required("options", &filled_list(&CHOICE, 25)),
]);

const USER_DEFAULT: Shape =
    Shape::Object(&[required("type", &Shape::Word(&["user"])), required("id", &SNOWFLAKE)]);

const ROLE_DEFAULT: Shape =
    Shape::Object(&[required("type", &Shape::Word(&["role"])), required("id", &SNOWFLAKE)]);

const MENTIONABLE_DEFAULT: Shape =
    Shape::Object(&[required("type", &Shape::Word(&["user", "role"])), required("id", &SNOWFLAKE)]);

const CHANNEL_DEFAULT: Shape =
    Shape::Object(&[required("type", &Shape::Word(&["channel"])), required("id", &SNOWFLAKE)]);

const USER_SELECT: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&USER_DEFAULT, 25)),
]);

const ROLE_SELECT: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&ROLE_DEFAULT, 25)),
]);

const MENTIONABLE_SELECT: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&MENTIONABLE_DEFAULT, 25)),
]);

const CHANNEL_SELECT: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    PLACEHOLDER,
    MIN_VALUES,
    MAX_VALUES,
    DISABLED,
    REQUIRED,
    optional("default_values", &list(&CHANNEL_DEFAULT, 25)),
    optional("channel_types", &CHANNEL_TYPES),
]);

/// Channels' kinds, each at most once.
pub(crate) const CHANNEL_TYPES: Shape = Shape::List {
    of: &Shape::OneOf(&[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]),
    at_least: 0,
    at_most: usize::MAX,
    distinct: true,
};

const IN_ROW: Shape = Shape::ByType(&[
    (2, &BUTTON),
    (3, &TEXT_SELECT),
    (5, &USER_SELECT),
    (6, &ROLE_SELECT),
    (7, &MENTIONABLE_SELECT),
    (8, &CHANNEL_SELECT),
]);

const ROW: Shape =
    Shape::Object(&[KIND, COMPONENT_ID, required("components", &filled_list(&IN_ROW, 5))]);

const TEXT_DISPLAY: Shape =
    Shape::Object(&[KIND, COMPONENT_ID, required("content", &text(1, 4000))]);

const UNFURLED: Shape = Shape::Object(&[required("url", &MEDIA)]);
const DESCRIPTION: Field = optional("description", &text(1, 1024));

const THUMBNAIL: Shape =
    Shape::Object(&[KIND, COMPONENT_ID, DESCRIPTION, SPOILER, required("media", &UNFURLED)]);

const SECTION: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    required("components", &filled_list(&Shape::ByType(&[(10, &TEXT_DISPLAY)]), 3)),
    required("accessory", &Shape::ByType(&[(2, &BUTTON), (11, &THUMBNAIL)])),
]);

const GALLERY_ITEM: Shape = Shape::Object(&[DESCRIPTION, SPOILER, required("media", &UNFURLED)]);

const GALLERY: Shape =
    Shape::Object(&[KIND, COMPONENT_ID, required("items", &filled_list(&GALLERY_ITEM, 10))]);

const FILE: Shape = Shape::Object(&[KIND, COMPONENT_ID, SPOILER, required("file", &UNFURLED)]);

const SEPARATOR: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    optional("spacing", &Shape::OneOf(&[1, 2])),
    optional("divider", &BOOLEAN),
]);

const IN_CONTAINER: Shape = Shape::ByType(&[
    (1, &ROW),
    (9, &SECTION),
    (10, &TEXT_DISPLAY),
    (12, &GALLERY),
    (13, &FILE),
    (14, &SEPARATOR),
]);

const CONTAINER: Shape = Shape::Object(&[
    KIND,
    COMPONENT_ID,
    optional("accent_color", &integer(0, 0xff_ff_ff)),
    required("components", &filled_list(&IN_CONTAINER, 40)),
    SPOILER,
]);

const TOP: Shape = Shape::ByType(&[
    (1, &ROW),
    (9, &SECTION),
    (10, &TEXT_DISPLAY),
    (12, &GALLERY),
    (13, &FILE),
    (14, &SEPARATOR),
    (17, &CONTAINER),
]);

/// All components of a message.
pub(crate) const COMPONENTS: Shape = list(&TOP, 40);

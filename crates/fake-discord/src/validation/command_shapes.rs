//! The shapes of commands and their options.

use crate::validation::{
    component_shapes::{BOOLEAN, CHANNEL_TYPES, SNOWFLAKE},
    shape::{Field, Shape, integer, list, optional, required, text},
};

const KIND: Field = required("type", &integer(1, 11));
const NAME: Field = required("name", &text(1, 32));
const NAMES: Field = optional("name_localizations", &Shape::ByLocale { at_most: 32 });
const DESCRIPTION: Field = required("description", &text(1, 100));
const DESCRIPTIONS: Field =
    optional("description_localizations", &Shape::ByLocale { at_most: 100 });
const REQUIRED: Field = optional("required", &BOOLEAN);
const AUTOCOMPLETE: Field = optional("autocomplete", &BOOLEAN);

/// What JavaScript can count without a gap.
const INT53: Shape = integer(-9_007_199_254_740_991, 9_007_199_254_740_991);

const CHOICE_NAME: Field = required("name", &text(1, 100));
const CHOICE_NAMES: Field = optional("name_localizations", &Shape::ByLocale { at_most: 100 });

pub(crate) const TEXT_CHOICE: Shape =
    Shape::Object(&[CHOICE_NAME, CHOICE_NAMES, required("value", &text(0, 6000))]);
pub(crate) const INTEGER_CHOICE: Shape =
    Shape::Object(&[CHOICE_NAME, CHOICE_NAMES, required("value", &INT53)]);
pub(crate) const NUMBER_CHOICE: Shape =
    Shape::Object(&[CHOICE_NAME, CHOICE_NAMES, required("value", &Shape::Number)]);

const PLAIN: Shape = Shape::Object(&[KIND, NAME, NAMES, DESCRIPTION, DESCRIPTIONS, REQUIRED]);

const CHANNEL: Shape = Shape::Object(&[
    KIND,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    optional("channel_types", &CHANNEL_TYPES),
]);

const TEXT: Shape = Shape::Object(&[
    KIND,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    AUTOCOMPLETE,
    optional("min_length", &integer(0, 6000)),
    optional("max_length", &integer(1, 6000)),
    optional("choices", &list(&TEXT_CHOICE, 25)),
]);

const INTEGER: Shape = Shape::Object(&[
    KIND,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    AUTOCOMPLETE,
    optional("choices", &list(&INTEGER_CHOICE, 25)),
    optional("min_value", &INT53),
    optional("max_value", &INT53),
]);

const NUMBER: Shape = Shape::Object(&[
    KIND,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    AUTOCOMPLETE,
    optional("choices", &list(&NUMBER_CHOICE, 25)),
    optional("min_value", &Shape::Number),
    optional("max_value", &Shape::Number),
]);

/// Options that hold a value, and no others: a subcommand's.
const VALUES: Shape = Shape::ByType(&[
    (3, &TEXT),
    (4, &INTEGER),
    (5, &PLAIN),
    (6, &PLAIN),
    (7, &CHANNEL),
    (8, &PLAIN),
    (9, &PLAIN),
    (10, &NUMBER),
    (11, &PLAIN),
]);

const SUBCOMMAND: Shape = Shape::Object(&[
    KIND,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    optional("options", &list(&VALUES, 25)),
]);

const GROUP: Shape = Shape::Object(&[
    KIND,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    optional("options", &list(&Shape::ByType(&[(1, &SUBCOMMAND)]), 25)),
]);

const OPTION: Shape = Shape::ByType(&[
    (1, &SUBCOMMAND),
    (2, &GROUP),
    (3, &TEXT),
    (4, &INTEGER),
    (5, &PLAIN),
    (6, &PLAIN),
    (7, &CHANNEL),
    (8, &PLAIN),
    (9, &PLAIN),
    (10, &NUMBER),
    (11, &PLAIN),
]);

const CONTEXTS: Shape =
    Shape::List { of: &Shape::OneOf(&[0, 1, 2]), at_least: 1, at_most: 3, distinct: true };
const INSTALLS: Shape =
    Shape::List { of: &Shape::OneOf(&[0, 1]), at_least: 1, at_most: 2, distinct: true };

const COMMAND: Shape = Shape::Object(&[
    NAME,
    NAMES,
    optional("description", &text(0, 100)),
    DESCRIPTIONS,
    optional("options", &list(&OPTION, 25)),
    // Discord also takes it as a text; its own description of its API does
    // not, and recorded bodies are checked against that.
    optional("default_member_permissions", &integer(0, 18_014_398_509_481_983)),
    optional("dm_permission", &BOOLEAN),
    optional("contexts", &CONTEXTS),
    optional("integration_types", &INSTALLS),
    optional("handler", &Shape::OneOf(&[1, 2])),
    optional("type", &Shape::OneOf(&[1, 2, 3, 4])),
    optional("id", &SNOWFLAKE),
]);

/// All commands of a scope.
pub(crate) const COMMANDS: Shape = list(&COMMAND, 130);

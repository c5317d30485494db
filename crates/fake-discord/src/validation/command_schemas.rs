//! The schemas of commands and their options.

use crate::validation::{
    component_schemas::{BOOLEAN, CHANNEL_TYPES, SNOWFLAKE},
    schema::{Field, Schema, integer, list, optional, required, text},
};

const TYPE: Field = required("type", &integer(1, 11));
const NAME: Field = required("name", &text(1, 32));
const NAMES: Field = optional("name_localizations", &Schema::ByLocale { max: 32 });
const DESCRIPTION: Field = required("description", &text(1, 100));
const DESCRIPTIONS: Field = optional("description_localizations", &Schema::ByLocale { max: 100 });
const REQUIRED: Field = optional("required", &BOOLEAN);
const AUTOCOMPLETE: Field = optional("autocomplete", &BOOLEAN);

/// The integers that JavaScript can represent exactly.
const INT53: Schema = integer(-9_007_199_254_740_991, 9_007_199_254_740_991);

const CHOICE_NAME: Field = required("name", &text(1, 100));
const CHOICE_NAMES: Field = optional("name_localizations", &Schema::ByLocale { max: 100 });

pub(crate) const TEXT_CHOICE: Schema =
    Schema::Object(&[CHOICE_NAME, CHOICE_NAMES, required("value", &text(0, 6000))]);
pub(crate) const INTEGER_CHOICE: Schema =
    Schema::Object(&[CHOICE_NAME, CHOICE_NAMES, required("value", &INT53)]);
pub(crate) const NUMBER_CHOICE: Schema =
    Schema::Object(&[CHOICE_NAME, CHOICE_NAMES, required("value", &Schema::Number)]);

const SIMPLE: Schema = Schema::Object(&[TYPE, NAME, NAMES, DESCRIPTION, DESCRIPTIONS, REQUIRED]);

const CHANNEL: Schema = Schema::Object(&[
    TYPE,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    optional("channel_types", &CHANNEL_TYPES),
]);

const TEXT: Schema = Schema::Object(&[
    TYPE,
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

const INTEGER: Schema = Schema::Object(&[
    TYPE,
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

const NUMBER: Schema = Schema::Object(&[
    TYPE,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    AUTOCOMPLETE,
    optional("choices", &list(&NUMBER_CHOICE, 25)),
    optional("min_value", &Schema::Number),
    optional("max_value", &Schema::Number),
]);

/// The options of a subcommand, which hold values.
const VALUES: Schema = Schema::ByType(&[
    (3, &TEXT),
    (4, &INTEGER),
    (5, &SIMPLE),
    (6, &SIMPLE),
    (7, &CHANNEL),
    (8, &SIMPLE),
    (9, &SIMPLE),
    (10, &NUMBER),
    (11, &SIMPLE),
]);

const SUBCOMMAND: Schema = Schema::Object(&[
    TYPE,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    optional("options", &list(&VALUES, 25)),
]);

const GROUP: Schema = Schema::Object(&[
    TYPE,
    NAME,
    NAMES,
    DESCRIPTION,
    DESCRIPTIONS,
    REQUIRED,
    optional("options", &list(&Schema::ByType(&[(1, &SUBCOMMAND)]), 25)),
]);

const OPTION: Schema = Schema::ByType(&[
    (1, &SUBCOMMAND),
    (2, &GROUP),
    (3, &TEXT),
    (4, &INTEGER),
    (5, &SIMPLE),
    (6, &SIMPLE),
    (7, &CHANNEL),
    (8, &SIMPLE),
    (9, &SIMPLE),
    (10, &NUMBER),
    (11, &SIMPLE),
]);

const CONTEXTS: Schema =
    Schema::List { items: &Schema::OneOf(&[0, 1, 2]), min: 1, max: 3, distinct: true };
const INTEGRATION_TYPES: Schema =
    Schema::List { items: &Schema::OneOf(&[0, 1]), min: 1, max: 2, distinct: true };

const COMMAND: Schema = Schema::Object(&[
    NAME,
    NAMES,
    optional("description", &text(0, 100)),
    DESCRIPTIONS,
    optional("options", &list(&OPTION, 25)),
    // Discord accepts a string, too, but its API specification does not.
    optional("default_member_permissions", &integer(0, 18_014_398_509_481_983)),
    optional("dm_permission", &BOOLEAN),
    optional("contexts", &CONTEXTS),
    optional("integration_types", &INTEGRATION_TYPES),
    optional("handler", &Schema::OneOf(&[1, 2])),
    optional("type", &Schema::OneOf(&[1, 2, 3, 4])),
    optional("id", &SNOWFLAKE),
]);

/// The commands of a scope.
pub(crate) const COMMANDS: Schema = list(&COMMAND, 130);

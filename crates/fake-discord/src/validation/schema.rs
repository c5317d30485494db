//! Schemas of JSON bodies, and validation against them.
//!
//! The schemas follow Discord's
//! [API specification](https://github.com/discord/discord-api-spec): types,
//! lengths, ranges, required fields. Rules about more than one field are code
//! beside them.

use std::collections::HashSet;

use serde_json::Value;

use crate::validation::Validator;

/// The schema of a value. Lengths are in characters, and limits are inclusive.
#[derive(Debug)]
pub(crate) enum Schema {
    Text {
        min: usize,
        max: usize,
    },
    Integer {
        min: i64,
        max: i64,
    },
    Number,
    Boolean,
    Snowflake,
    /// An ISO 8601 time such as `2026-03-01T12:00:00Z`.
    Timestamp,
    /// A URL with one of these schemes.
    Url {
        schemes: &'static [&'static str],
        max: usize,
    },
    /// One of these numbers.
    OneOf(&'static [i64]),
    /// One of these strings.
    OneOfStrings(&'static [&'static str]),
    /// An object of strings by Discord's locales.
    ByLocale {
        max: usize,
    },
    List {
        items: &'static Schema,
        min: usize,
        max: usize,
        distinct: bool,
    },
    /// An object. Unknown keys are ignored, as Discord does.
    Object(&'static [Field]),
    /// An object whose `type` determines its schema.
    ByType(&'static [(i64, &'static Schema)]),
    OrNull(&'static Schema),
    /// Either of two schemas. Errors are about the second.
    Either(&'static Schema, &'static Schema),
}

/// A key of an object.
#[derive(Debug)]
pub(crate) struct Field {
    name: &'static str,
    schema: &'static Schema,
    required: bool,
}

/// A required key.
pub(crate) const fn required(name: &'static str, schema: &'static Schema) -> Field {
    Field { name, schema, required: true }
}

/// A key that may be absent or null.
pub(crate) const fn optional(name: &'static str, schema: &'static Schema) -> Field {
    Field { name, schema, required: false }
}

/// A list of up to `max` items.
pub(crate) const fn list(items: &'static Schema, max: usize) -> Schema {
    Schema::List { items, min: 0, max, distinct: false }
}

/// A list of one to `max` items.
pub(crate) const fn non_empty_list(items: &'static Schema, max: usize) -> Schema {
    Schema::List { items, min: 1, max, distinct: false }
}

/// A string of `min` to `max` characters.
pub(crate) const fn text(min: usize, max: usize) -> Schema {
    Schema::Text { min, max }
}

/// An integer from `min` to `max`.
pub(crate) const fn integer(min: i64, max: i64) -> Schema {
    Schema::Integer { min, max }
}

/// Discord's locales.
pub(crate) const LOCALES: [&str; 33] = [
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr",
    "uk", "vi", "zh-CN", "zh-TW", "he",
];

impl Schema {
    /// Adds the errors of `value` to `validator`.
    pub(crate) fn check(&self, value: &Value, validator: &mut Validator) {
        match self {
            Self::Text { min, max } => check_text(value, *min, *max, validator),
            Self::Integer { min, max } => check_integer(value, *min, *max, validator),
            Self::Number => require(value.is_number(), validator, NOT_A_NUMBER),
            Self::Boolean => require(value.is_boolean(), validator, NOT_A_BOOLEAN),
            Self::Snowflake => require(is_snowflake(value), validator, NOT_A_SNOWFLAKE),
            Self::Timestamp => require(is_timestamp(value), validator, NOT_A_TIMESTAMP),
            Self::Url { schemes, max } => check_url(value, schemes, *max, validator),
            Self::OneOf(numbers) => check_one_of(value, numbers, validator),
            Self::OneOfStrings(words) => {
                let is_listed = value.as_str().is_some_and(|word| words.contains(&word));
                if !is_listed {
                    validator
                        .error("BASE_TYPE_CHOICES", format!("Value must be one of {words:?}."));
                }
            }
            Self::ByLocale { max } => check_by_locale(value, *max, validator),
            Self::List { items, min, max, distinct } => {
                check_list(value, items, (*min, *max), *distinct, validator);
            }
            Self::Object(fields) => check_object(value, fields, validator),
            Self::ByType(variants) => check_by_type(value, variants, validator),
            Self::OrNull(schema) => {
                if !value.is_null() {
                    schema.check(value, validator);
                }
            }
            Self::Either(first, second) => {
                let mut attempt = Validator::default();
                first.check(value, &mut attempt);
                if !attempt.errors.is_empty() {
                    second.check(value, validator);
                }
            }
        }
    }
}

type Reason = (&'static str, &'static str);
const NOT_A_NUMBER: Reason = ("NUMBER_TYPE_COERCE", "Value is not a number.");
const NOT_AN_INTEGER: Reason = ("NUMBER_TYPE_COERCE", "Value is not int.");
const NOT_A_BOOLEAN: Reason = ("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
const NOT_A_SNOWFLAKE: Reason = ("NUMBER_TYPE_COERCE", "Value is not snowflake.");
const NOT_A_TIMESTAMP: Reason = ("DATE_TIME_TYPE_PARSE", "Could not parse as ISO8601.");
const NOT_A_TEXT: Reason = ("STRING_TYPE_CONVERT", "Could not interpret value as string.");
const NOT_A_LIST: Reason = ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
const NOT_AN_OBJECT: Reason =
    ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
const MISSING: Reason = ("BASE_TYPE_REQUIRED", "This field is required");
const REPEATED: Reason = ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value");

fn require(is_valid: bool, validator: &mut Validator, (code, message): Reason) {
    if !is_valid {
        validator.error(code, message);
    }
}

fn is_snowflake(value: &Value) -> bool {
    value.as_str().is_some_and(|id| id.parse::<crate::state::ids::UserId>().is_ok())
}

fn is_timestamp(value: &Value) -> bool {
    let pattern = b"0000-00-00T00:00:00";
    let text = value.as_str().unwrap_or_default().as_bytes();
    text.len() >= pattern.len()
        && text.iter().zip(pattern).all(|(byte, expected)| match expected {
            b'0' => byte.is_ascii_digit(),
            b'T' => b"T ".contains(byte),
            _ => byte == expected,
        })
}

fn check_text(value: &Value, min: usize, max: usize, validator: &mut Validator) {
    let Some(text) = value.as_str() else {
        return require(false, validator, NOT_A_TEXT);
    };
    check_length(text.chars().count(), min, max, validator);
}

fn check_length(length: usize, min: usize, max: usize, validator: &mut Validator) {
    if length == 0 && min > 0 {
        require(false, validator, MISSING);
    } else if length > max && min == 0 {
        let message = format!("Must be {max} or fewer in length.");
        validator.error("BASE_TYPE_MAX_LENGTH", message);
    } else if length < min || length > max {
        let message = format!("Must be between {min} and {max} in length.");
        validator.error("BASE_TYPE_BAD_LENGTH", message);
    }
}

/// The integer value of a number without fraction. Discord accepts `4.0` for `4`.
pub(crate) fn as_integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
        format!("{number:.0}").parse().ok()
    })
}

fn check_integer(value: &Value, min: i64, max: i64, validator: &mut Validator) {
    let Some(number) = as_integer(value) else {
        return require(false, validator, NOT_AN_INTEGER);
    };
    if number < min {
        let message = format!("int value should be greater than or equal to {min}.");
        validator.error("NUMBER_TYPE_MIN", message);
    } else if number > max {
        let message = format!("int value should be less than or equal to {max}.");
        validator.error("NUMBER_TYPE_MAX", message);
    }
}

fn check_url(value: &Value, schemes: &[&str], max: usize, validator: &mut Validator) {
    check_text(value, 0, max, validator);
    let Some(address) = value.as_str().filter(|address| !address.is_empty()) else {
        return;
    };
    let known = address.split_once("://").is_some_and(|(scheme, rest)| {
        schemes.contains(&scheme) && !rest.is_empty() && !rest.contains(char::is_whitespace)
    });
    if !known {
        let message = format!("Scheme must be one of {schemes:?}, and the URL well formed.");
        validator.error("URL_TYPE_INVALID_SCHEME", message);
    }
}

fn check_one_of(value: &Value, numbers: &[i64], validator: &mut Validator) {
    if !as_integer(value).is_some_and(|number| numbers.contains(&number)) {
        validator.error("BASE_TYPE_CHOICES", format!("Value must be one of {numbers:?}."));
    }
}

fn check_by_locale(value: &Value, max: usize, validator: &mut Validator) {
    let Some(map) = value.as_object() else {
        return require(false, validator, NOT_AN_OBJECT);
    };
    for (locale, text) in map {
        validator.at(locale.as_str(), |validator| {
            if !LOCALES.contains(&locale.as_str()) {
                validator.error("LOCALE_INVALID", "This is not a locale of Discord's.");
            }
            check_text(text, 1, max, validator);
        });
    }
}

fn check_list(
    value: &Value,
    schema: &Schema,
    (min, max): (usize, usize),
    distinct: bool,
    validator: &mut Validator,
) {
    let Some(items) = value.as_array() else {
        return require(false, validator, NOT_A_LIST);
    };
    check_length(items.len(), min, max, validator);
    for (index, item) in items.iter().enumerate() {
        validator.at(index, |validator| schema.check(item, validator));
    }
    let mut seen = HashSet::new();
    if distinct && !items.iter().all(|item| seen.insert(identity(item))) {
        require(false, validator, REPEATED);
    }
}

/// What makes an item distinct: `1` and `1.0` are the same number.
fn identity(item: &Value) -> String {
    as_integer(item).map_or_else(|| item.to_string(), |number| number.to_string())
}

fn check_object(value: &Value, fields: &[Field], validator: &mut Validator) {
    let Some(object) = value.as_object() else {
        return require(false, validator, NOT_AN_OBJECT);
    };
    for field in fields {
        validator.at(field.name, |validator| match object.get(field.name) {
            Some(Value::Null) if !field.required => {}
            Some(value) => field.schema.check(value, validator),
            None => require(!field.required, validator, MISSING),
        });
    }
}

fn check_by_type(value: &Value, variants: &[(i64, &Schema)], validator: &mut Validator) {
    if !value.is_object() {
        return require(false, validator, NOT_AN_OBJECT);
    }
    let kind = as_integer(&value["type"]);
    if let Some((_, schema)) = variants.iter().find(|(known, _)| kind == Some(*known)) {
        return schema.check(value, validator);
    }
    let known: Vec<i64> = variants.iter().map(|(kind, _)| *kind).collect();
    validator.at("type", |validator| {
        let message = format!("Value of field \"type\" must be one of {known:?}.");
        validator.error("UNION_TYPE_CHOICES", message);
    });
}

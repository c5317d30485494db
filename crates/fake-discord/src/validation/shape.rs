//! A small language for the shapes of bodies, and the check against it.
//!
//! It says what Discord's own description of its API says: kinds, lengths,
//! ranges, what must be there. Rules that tie several fields together are
//! written out beside it.

use std::collections::HashSet;

use serde_json::Value;

use crate::validation::Trail;

/// What a value must look like.
#[derive(Debug)]
pub(crate) enum Shape {
    Text {
        at_least: usize,
        at_most: usize,
    },
    Integer {
        at_least: i64,
        at_most: i64,
    },
    Number,
    Boolean,
    Snowflake,
    /// A point in time, `2026-03-01T12:00:00Z` or alike.
    Moment,
    /// A web address with one of these schemes.
    Address {
        schemes: &'static [&'static str],
        at_most: usize,
    },
    /// One of these numbers.
    OneOf(&'static [i64]),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Texts by locale.
    ByLocale {
        at_most: usize,
    },
    List {
        of: &'static Shape,
        at_least: usize,
        at_most: usize,
        distinct: bool,
    },
    /// Keys that are not listed are ignored, as Discord ignores them.
    Object(&'static [Field]),
    /// An object whose `type` says which shape it has.
    ByType(&'static [(i64, &'static Shape)]),
    OrNull(&'static Shape),
    /// Either of two shapes; complaints are about the second.
    Either(&'static Shape, &'static Shape),
}

/// A key of an object.
#[derive(Debug)]
pub(crate) struct Field {
    name: &'static str,
    shape: &'static Shape,
    required: bool,
}

/// A key that must be there.
pub(crate) const fn required(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, required: true }
}

/// A key that may be absent or null.
pub(crate) const fn optional(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, required: false }
}

/// A list of up to `at_most` things.
pub(crate) const fn list(of: &'static Shape, at_most: usize) -> Shape {
    Shape::List { of, at_least: 0, at_most, distinct: false }
}

/// A list of at least one thing.
pub(crate) const fn filled_list(of: &'static Shape, at_most: usize) -> Shape {
    Shape::List { of, at_least: 1, at_most, distinct: false }
}

/// A text of at least `at_least` characters.
pub(crate) const fn text(at_least: usize, at_most: usize) -> Shape {
    Shape::Text { at_least, at_most }
}

/// A whole number.
pub(crate) const fn integer(at_least: i64, at_most: i64) -> Shape {
    Shape::Integer { at_least, at_most }
}

/// Discord's locales.
const LOCALES: [&str; 33] = [
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr",
    "uk", "vi", "zh-CN", "zh-TW", "he",
];

impl Shape {
    /// Adds to the trail what is wrong with `value`.
    pub(crate) fn check(&self, value: &Value, trail: &mut Trail) {
        match self {
            Self::Text { at_least, at_most } => check_text(value, *at_least, *at_most, trail),
            Self::Integer { at_least, at_most } => check_integer(value, *at_least, *at_most, trail),
            Self::Number => require(value.is_number(), trail, NOT_A_NUMBER),
            Self::Boolean => require(value.is_boolean(), trail, NOT_A_BOOLEAN),
            Self::Snowflake => require(is_snowflake(value), trail, NOT_A_SNOWFLAKE),
            Self::Moment => require(is_moment(value), trail, NOT_A_MOMENT),
            Self::Address { schemes, at_most } => check_address(value, schemes, *at_most, trail),
            Self::OneOf(numbers) => check_one_of(value, numbers, trail),
            Self::Word(words) => {
                let listed = value.as_str().is_some_and(|word| words.contains(&word));
                if !listed {
                    trail.complain("BASE_TYPE_CHOICES", format!("Value must be one of {words:?}."));
                }
            }
            Self::ByLocale { at_most } => check_by_locale(value, *at_most, trail),
            Self::List { of, at_least, at_most, distinct } => {
                check_list(value, of, (*at_least, *at_most), *distinct, trail);
            }
            Self::Object(fields) => check_object(value, fields, trail),
            Self::ByType(shapes) => check_by_type(value, shapes, trail),
            Self::OrNull(shape) => {
                if !value.is_null() {
                    shape.check(value, trail);
                }
            }
            Self::Either(first, second) => {
                let mut attempt = Trail::default();
                first.check(value, &mut attempt);
                if !attempt.complaints.is_empty() {
                    second.check(value, trail);
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
const NOT_A_MOMENT: Reason = ("DATE_TIME_TYPE_PARSE", "Could not parse as ISO8601.");
const NOT_A_TEXT: Reason = ("STRING_TYPE_CONVERT", "Could not interpret value as string.");
const NOT_A_LIST: Reason = ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
const NOT_AN_OBJECT: Reason =
    ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
const MISSING: Reason = ("BASE_TYPE_REQUIRED", "This field is required");
const REPEATED: Reason = ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value");

fn require(holds: bool, trail: &mut Trail, (code, message): Reason) {
    if !holds {
        trail.complain(code, message);
    }
}

fn is_snowflake(value: &Value) -> bool {
    value.as_str().is_some_and(|id| id.parse::<crate::state::ids::UserId>().is_ok())
}

fn is_moment(value: &Value) -> bool {
    let pattern = b"0000-00-00T00:00:00";
    let text = value.as_str().unwrap_or_default().as_bytes();
    text.len() >= pattern.len()
        && text.iter().zip(pattern).all(|(byte, expected)| match expected {
            b'0' => byte.is_ascii_digit(),
            b'T' => b"T ".contains(byte),
            _ => byte == expected,
        })
}

fn check_text(value: &Value, at_least: usize, at_most: usize, trail: &mut Trail) {
    let Some(text) = value.as_str() else {
        return require(false, trail, NOT_A_TEXT);
    };
    check_length(text.chars().count(), at_least, at_most, trail);
}

fn check_length(length: usize, at_least: usize, at_most: usize, trail: &mut Trail) {
    if length == 0 && at_least > 0 {
        require(false, trail, MISSING);
    } else if length > at_most && at_least == 0 {
        let message = format!("Must be {at_most} or fewer in length.");
        trail.complain("BASE_TYPE_MAX_LENGTH", message);
    } else if length < at_least || length > at_most {
        let message = format!("Must be between {at_least} and {at_most} in length.");
        trail.complain("BASE_TYPE_BAD_LENGTH", message);
    }
}

/// A number without fraction: Discord takes `4.0` for `4`.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
        format!("{number:.0}").parse().ok()
    })
}

fn check_integer(value: &Value, at_least: i64, at_most: i64, trail: &mut Trail) {
    let Some(number) = whole(value) else {
        return require(false, trail, NOT_AN_INTEGER);
    };
    if number < at_least {
        let message = format!("int value should be greater than or equal to {at_least}.");
        trail.complain("NUMBER_TYPE_MIN", message);
    } else if number > at_most {
        let message = format!("int value should be less than or equal to {at_most}.");
        trail.complain("NUMBER_TYPE_MAX", message);
    }
}

fn check_address(value: &Value, schemes: &[&str], at_most: usize, trail: &mut Trail) {
    check_text(value, 0, at_most, trail);
    let Some(address) = value.as_str().filter(|address| !address.is_empty()) else {
        return;
    };
    let known = address.split_once("://").is_some_and(|(scheme, rest)| {
        schemes.contains(&scheme) && !rest.is_empty() && !rest.contains(char::is_whitespace)
    });
    if !known {
        let message = format!("Scheme must be one of {schemes:?}, and the URL well formed.");
        trail.complain("URL_TYPE_INVALID_SCHEME", message);
    }
}

fn check_one_of(value: &Value, numbers: &[i64], trail: &mut Trail) {
    if !whole(value).is_some_and(|number| numbers.contains(&number)) {
        trail.complain("BASE_TYPE_CHOICES", format!("Value must be one of {numbers:?}."));
    }
}

fn check_by_locale(value: &Value, at_most: usize, trail: &mut Trail) {
    let Some(map) = value.as_object() else {
        return require(false, trail, NOT_AN_OBJECT);
    };
    for (locale, text) in map {
        trail.at(locale.as_str(), |trail| {
            if !LOCALES.contains(&locale.as_str()) {
                trail.complain("LOCALE_INVALID", "This is not a locale of Discord's.");
            }
            check_text(text, 1, at_most, trail);
        });
    }
}

fn check_list(
    value: &Value,
    of: &Shape,
    (at_least, at_most): (usize, usize),
    distinct: bool,
    trail: &mut Trail,
) {
    let Some(items) = value.as_array() else {
        return require(false, trail, NOT_A_LIST);
    };
    check_length(items.len(), at_least, at_most, trail);
    for (index, item) in items.iter().enumerate() {
        trail.at(index, |trail| of.check(item, trail));
    }
    let mut seen = HashSet::new();
    if distinct && !items.iter().all(|item| seen.insert(identity(item))) {
        require(false, trail, REPEATED);
    }
}

/// `1` and `1.0` are the same number.
fn identity(item: &Value) -> String {
    whole(item).map_or_else(|| item.to_string(), |number| number.to_string())
}

fn check_object(value: &Value, fields: &[Field], trail: &mut Trail) {
    let Some(object) = value.as_object() else {
        return require(false, trail, NOT_AN_OBJECT);
    };
    for field in fields {
        trail.at(field.name, |trail| match object.get(field.name) {
            Some(Value::Null) if !field.required => {}
            Some(value) => field.shape.check(value, trail),
            None => require(!field.required, trail, MISSING),
        });
    }
}

fn check_by_type(value: &Value, shapes: &[(i64, &Shape)], trail: &mut Trail) {
    if !value.is_object() {
        return require(false, trail, NOT_AN_OBJECT);
    }
    let kind = whole(&value["type"]);
    if let Some((_, shape)) = shapes.iter().find(|(known, _)| kind == Some(*known)) {
        return shape.check(value, trail);
    }
    let known: Vec<i64> = shapes.iter().map(|(kind, _)| *kind).collect();
    trail.at("type", |trail| {
        let message = format!("Value of field \"type\" must be one of {known:?}.");
        trail.complain("UNION_TYPE_CHOICES", message);
    });
}

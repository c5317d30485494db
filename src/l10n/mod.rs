//! Every text that a user sees.
//!
//! The texts are in Fluent files, one folder for each language. This module has a function for
//! each of them, named as in the file, which `build.rs` writes: its arguments are in alphabetical
//! order. Callers must escape names.

#![expect(clippy::similar_names, reason = "the messages name the arguments of their functions")]

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

pub(crate) use fluent_bundle::FluentValue;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};

pub use crate::locale::Locale;
use crate::theme::Theme;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A text in each language.
pub type Text = fn(Locale) -> String;

/// A theme's name. Its text is found by the theme's own name.
pub fn theme(locale: Locale, theme: Theme) -> String {
    sentence(locale, &format!("theme-{}", theme.name()), [])
}

type Bundle = FluentBundle<FluentResource>;

/// The texts of each language, in the order of [`Locale::ALL`].
static BUNDLES: LazyLock<[Bundle; Locale::ALL.len()]> = LazyLock::new(|| Locale::ALL.map(bundle));

const fn source(locale: Locale) -> &'static str {
    match locale {
        Locale::EnglishUs => include_str!("locales/en-US/fourfall.ftl"),
        Locale::German => include_str!("locales/de/fourfall.ftl"),
        Locale::French => include_str!("locales/fr/fourfall.ftl"),
        Locale::Spanish => include_str!("locales/es-ES/fourfall.ftl"),
        Locale::PortugueseBr => include_str!("locales/pt-BR/fourfall.ftl"),
        Locale::Japanese => include_str!("locales/ja/fourfall.ftl"),
        Locale::Hindi => include_str!("locales/hi/fourfall.ftl"),
    }
}

fn bundle(locale: Locale) -> Bundle {
    let language = locale.tag().parse().expect("all tags are valid, as a test checks");
    let resource = FluentResource::try_new(source(locale).to_owned())
        .unwrap_or_else(|(_, errors)| panic!("the texts of {}: {errors:?}", locale.tag()));
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Fluent puts bidirectional isolation marks around arguments. Discord shows them as
    // boxes on some systems, so that only names that need them have some.
    bundle.set_use_isolating(false);
    bundle
        .add_resource(resource)
        .unwrap_or_else(|errors| panic!("the texts of {}: {errors:?}", locale.tag()));
    bundle
}

/// Formats the text with this key.
///
/// # Panics
///
/// If the language lacks the text, or `arguments` lacks one of its placeholders. A test
/// formats every text in every language.
fn sentence(
    locale: Locale,
    key: &str,
    arguments: impl IntoIterator<Item = (&'static str, FluentValue<'static>)>,
) -> String {
    let bundle = &BUNDLES[locale as usize];
    let pattern = bundle
        .get_message(key)
        .and_then(|message| message.value())
        .unwrap_or_else(|| panic!("{key:?} is missing in {}", locale.tag()));
    let arguments = FluentArgs::from_iter(arguments);
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
    assert!(errors.is_empty(), "{key:?} in {}: {errors:?}", locale.tag());
    text
}

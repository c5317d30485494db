//! Every text that a user sees.
//!
//! The texts are in Fluent files, one folder for each language. This module has a function for
//! each of them, named as in the file, which `build.rs` writes: its arguments are in alphabetical
//! order. Callers must escape names.

#![expect(clippy::similar_names, reason = "the messages name the arguments of their functions")]

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub(crate) use fluent_bundle::FluentValue;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};

pub use crate::locale::Locale;
use crate::theme::Theme;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A text in each language.
pub type Text = fn(Locale) -> String;

/// A theme's name. Its text is found by the theme's own name.
pub fn theme(locale: Locale, theme: Theme) -> String {
    COMMANDS.sentence(locale, &format!("theme-{}", theme.name()), [])
}

type Bundle = FluentBundle<FluentResource>;

/// The texts of a file in each language. Those of a language are read when one is needed: they take
/// half a megabyte.
struct Texts {
    source: fn(Locale) -> &'static str,
    /// In the order of [`Locale::ALL`].
    bundles: [OnceLock<Bundle>; Locale::ALL.len()],
}

macro_rules! texts {
    ($file:literal) => {
        Texts {
            source: |locale| match locale {
                Locale::EnglishUs => include_str!(concat!("locales/en-US/", $file)),
                Locale::German => include_str!(concat!("locales/de/", $file)),
                Locale::French => include_str!(concat!("locales/fr/", $file)),
                Locale::Spanish => include_str!(concat!("locales/es-ES/", $file)),
                Locale::PortugueseBr => include_str!(concat!("locales/pt-BR/", $file)),
                Locale::Japanese => include_str!(concat!("locales/ja/", $file)),
                Locale::Hindi => include_str!(concat!("locales/hi/", $file)),
            },
            bundles: [const { OnceLock::new() }; Locale::ALL.len()],
        }
    };
}

/// Those of commands, which are registered at each start in all languages.
static COMMANDS: Texts = texts!("commands.ftl");

static FOURFALL: Texts = texts!("fourfall.ftl");

impl Texts {
    /// Formats the text with this key.
    ///
    /// # Panics
    ///
    /// If the language lacks the text, or `arguments` lacks one of its placeholders. A test
    /// formats every text in every language.
    fn sentence(
        &self,
        locale: Locale,
        key: &str,
        arguments: impl IntoIterator<Item = (&'static str, FluentValue<'static>)>,
    ) -> String {
        let bundle = self.bundles[locale as usize]
            .get_or_init(|| bundle(locale, (self.source)(locale).to_owned()));
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
}

fn bundle(locale: Locale, source: String) -> Bundle {
    let language = locale.tag().parse().expect("all tags are valid, as a test checks");
    let resource = FluentResource::try_new(source)
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

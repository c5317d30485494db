use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use fluent_templates::{LanguageIdentifier, fluent_bundle::FluentValue, static_loader};

use crate::locale::Locale;

static_loader! {
    static SENTENCES = {
        locales: "./src/texts/locales",
        fallback_language: "en-US",
        // The marks that Fluent would put around names are for mixed writing
        // directions; Discord shows them as boxes on some systems.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

static LANGUAGES: LazyLock<[LanguageIdentifier; Locale::ALL.len()]> = LazyLock::new(|| {
    Locale::ALL.map(|locale| locale.tag().parse().expect("a test parses the tags of all locales"))
});

/// The sentence with this key, filled in.
///
/// # Panics
///
/// If the language lacks the sentence or one of its arguments: a test looks all
/// of them up in all languages.
pub(super) fn sentence<'a>(
    locale: Locale,
    key: &'static str,
    arguments: impl IntoIterator<Item = (&'static str, FluentValue<'a>)>,
) -> String {
    let arguments: HashMap<Cow<'static, str>, FluentValue<'_>> =
        arguments.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
    SENTENCES
        .lookup_single_language(&LANGUAGES[locale as usize], key, Some(&arguments))
        .unwrap_or_else(|error| panic!("sentence {key:?} in {}: {error}", locale.tag()))
}

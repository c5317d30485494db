//! Every sentence in every language: translated, with its arguments, and within Discord's limits.

use std::collections::BTreeSet;

use fluent_bundle::FluentValue;

use super::{ALL, Locale, record_losses, replay_start, theme, your_move};
use crate::theme::Theme;

/// The keys of a language's files, each with its placeholders.
fn file_entries(locale: Locale) -> Vec<(String, BTreeSet<String>)> {
    let folder = format!("{}/src/l10n/locales/{}", env!("CARGO_MANIFEST_DIR"), locale.tag());
    let read = |name| std::fs::read_to_string(format!("{folder}/{name}.ftl")).unwrap();
    let file = ["commands", "fourfall"].map(read).concat();
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" =") {
            Some((key, text)) if !line.starts_with([' ', '}']) => {
                entries.push((key.to_owned(), text.to_owned()));
            }
            _ => {
                if let Some((_, text)) = entries.last_mut() {
                    text.push_str(line);
                }
            }
        }
    }
    entries.into_iter().map(|(key, text)| (key, placeholders(&text))).collect()
}

fn placeholders(text: &str) -> BTreeSet<String> {
    text.split('$')
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric()).collect())
        .collect()
}

#[test]
fn every_language_has_every_text_with_its_placeholders() {
    let expected: BTreeSet<(String, BTreeSet<String>)> = ALL
        .iter()
        .map(|(_, key, names)| {
            (String::from(*key), names.iter().copied().map(String::from).collect())
        })
        .collect();
    for locale in Locale::ALL {
        let entries = file_entries(locale);
        assert_eq!(entries.len(), ALL.len(), "a key is missing or defined twice");
        assert_eq!(entries.into_iter().collect::<BTreeSet<_>>(), expected, "{}", locale.tag());
    }
}

#[test]
fn every_theme_has_a_name_of_its_own() {
    let names = Theme::ALL.map(|it| theme(Locale::EnglishUs, it));
    assert_eq!(BTreeSet::from(names).len(), Theme::ALL.len());
    let keys = ALL.iter().filter(|(_, key, _)| key.starts_with("theme-"));
    assert_eq!(keys.count(), Theme::ALL.len(), "a theme that is gone has a name");
}

/// Discord's length limits in characters, by the prefix of the key:
/// [labels of buttons](https://discord.com/developers/docs/components/reference#button),
/// [options and placeholders of selects](https://discord.com/developers/docs/components/reference#string-select),
/// [descriptions and choices of commands](https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-structure),
/// and messages, for any other prefix.
const LIMITS: [(&str, usize); 17] = [
    ("button-", 80),
    ("games-claimed", 2000),
    ("games-claim", 80),
    ("choose-", 150),
    ("games-pick", 100),
    ("history-pick", 100),
    ("history-description", 100),
    ("play-rated", 100),
    ("play-unrated", 100),
    ("settings-pick", 100),
    ("command-", 100),
    ("column-choice", 100),
    ("level-", 100),
    ("board-standard", 100),
    ("time-control-", 100),
    ("theme-", 100),
    ("", 2000),
];

/// How many characters fit on a phone's button, in a row of up to three.
const MAX_BUTTON_LABEL: usize = 30;

/// How many characters the name of a level of the computer has at most.
const MAX_LEVEL_LENGTH: usize = 10;

#[test]
fn every_text_is_within_discords_length_limit() {
    let longest = "W".repeat(40);
    for locale in Locale::ALL {
        for (texts, key, names) in ALL {
            let arguments = names.iter().map(|name| {
                // Long names, and numbers where the text expects them.
                let is_number = ["number", "column", "columns", "rows", "page", "pages"];
                let value: FluentValue<'_> = match *name {
                    "count" | "moves" | "wins" | "losses" | "draws" | "most" => 1234.into(),
                    name if is_number.contains(&name) => 12.into(),
                    "level" => "W".repeat(MAX_LEVEL_LENGTH).into(),
                    _ => longest.clone().into(),
                };
                (*name, value)
            });
            let sentence = texts.sentence(locale, key, arguments);
            let (_, limit) = LIMITS.iter().find(|(start, _)| key.starts_with(start)).unwrap();
            let length = sentence.chars().count();
            assert!(length <= *limit, "{key} in {}: {length} characters", locale.tag());
            if key.starts_with("level-") {
                assert!(length <= MAX_LEVEL_LENGTH, "{key} in {}: {sentence}", locale.tag());
            }
            assert!(!sentence.trim().is_empty(), "{key} in {}", locale.tag());
            // The one with a name has a row of its own.
            if key.starts_with("button-") && *key != "button-challenge" {
                assert!(length <= MAX_BUTTON_LABEL, "{key} in {}: {sentence}", locale.tag());
            }
        }
    }
}

#[test]
fn every_text_is_translated() {
    for locale in Locale::ALL.into_iter().filter(|it| *it != Locale::EnglishUs) {
        let plain = ALL.iter().filter(|(_, _, names)| names.is_empty());
        let same: Vec<_> = plain
            .filter(|(texts, key, _)| {
                let [own, english] =
                    [locale, Locale::EnglishUs].map(|it| texts.sentence(it, key, []));
                own == english
            })
            .map(|(_, key, _)| *key)
            .filter(|key| {
                !["computer", "time-control-five-minutes", "time-ten-minutes"].contains(key)
            })
            // A German word as well.
            .filter(|key| (locale, *key) != (Locale::German, "button-replay"))
            .collect();
        assert_eq!(same, [""; 0], "{}", locale.tag());
    }
}

#[test]
fn arguments_are_filled_in_without_isolation_marks() {
    let sentence = your_move(Locale::EnglishUs, "🔴", "<@1>");
    assert_eq!(sentence, "🔴 <@1>, your move");
}

#[test]
fn plurals_follow_the_number() {
    assert_eq!([1, 2].map(|it| record_losses(Locale::EnglishUs, it)), ["1 loss", "2 losses"]);
    for locale in Locale::ALL.into_iter().filter(|it| *it != Locale::Japanese) {
        let one = replay_start(locale, 1).replace('1', "5");
        assert_ne!(one, replay_start(locale, 5), "{}", locale.tag());
    }
}

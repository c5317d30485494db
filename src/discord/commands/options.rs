//! The options of commands, as they are registered with Discord.

use serenity::all::{CommandOptionType, CreateCommandOption};

use crate::locale::Locale;

/// A text in each language.
pub(super) type Text = fn(Locale) -> String;

/// A text for each of Discord's locales that has a translation. English is included:
/// otherwise Discord could show English-speaking users another language.
pub(super) fn translations(
    text: impl Fn(Locale) -> String,
) -> impl Iterator<Item = (&'static str, String)> {
    Locale::ALL.into_iter().flat_map(move |locale| {
        let text = text(locale);
        locale.tags().iter().map(move |tag| (*tag, text.clone()))
    })
}

fn option(kind: CommandOptionType, name: &str, description: Text) -> CreateCommandOption {
    let option = CreateCommandOption::new(kind, name, description(Locale::default()));
    translations(description)
        .fold(option, |option, (tag, text)| option.description_localized(tag, text))
}

pub(super) fn text(name: &str, description: Text) -> CreateCommandOption {
    option(CommandOptionType::String, name, description)
}

pub(super) fn boolean(name: &str, description: Text) -> CreateCommandOption {
    option(CommandOptionType::Boolean, name, description)
}

pub(super) fn user(name: &str, description: Text) -> CreateCommandOption {
    option(CommandOptionType::User, name, description)
}

/// A text that Discord asks the bot to complete. Also for numbers, so that a wrong one gets
/// our own reply instead of Discord's error.
pub(super) fn autocompleted(name: &str, description: Text) -> CreateCommandOption {
    text(name, description).required(true).set_autocomplete(true)
}

/// Adds a choice to an option for each item of `all`, with the given value and label.
pub(super) fn choices<T: Copy>(
    option: CreateCommandOption,
    all: impl IntoIterator<Item = T>,
    value: impl Fn(T) -> String,
    label: impl Fn(Locale, T) -> String,
) -> CreateCommandOption {
    all.into_iter().fold(option, |option, choice| {
        let label = |locale| label(locale, choice);
        let default = label(Locale::default());
        option.add_string_choice_localized(default, value(choice), translations(label))
    })
}

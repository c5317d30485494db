//! Commands as plain data: how Discord lists them, and the functions that answer them.

use std::fmt::Display;

use futures_util::future::BoxFuture;

use crate::{
    features::request::{RequestContext, RequestResult},
    l10n,
    locale::Locale,
};

/// Answers a request.
pub(crate) type Handler = for<'a> fn(RequestContext<'a>) -> BoxFuture<'a, RequestResult>;

/// A command.
#[derive(Debug)]
pub struct Command {
    pub kind: CommandKind,
    /// What Discord calls it in interactions.
    pub name: &'static str,
    /// What metrics and logs call it.
    pub label: &'static str,
    /// The description of a slash command, the name of one in a menu.
    pub text: l10n::Text,
    pub options: fn() -> Vec<CommandOption>,
    /// Whether only those see it who may manage a server, in servers that installed the bot.
    pub is_for_managers: bool,
    pub(crate) handler: Handler,
    /// Answers while the user types into an option.
    pub(crate) completion: Option<Handler>,
}

/// How a command is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Slash,
    UserMenu,
    MessageMenu,
}

/// An option of a slash command.
#[derive(Debug)]
pub struct CommandOption {
    pub name: &'static str,
    pub description: l10n::Text,
    pub kind: OptionKind,
    pub is_required: bool,
}

/// What a user types or chooses.
#[derive(Debug)]
pub enum OptionKind {
    Text,
    /// A text that Discord asks the bot to complete. Also for numbers, so that a wrong one gets
    /// our own reply instead of Discord's error.
    Completed,
    Boolean,
    User,
    Choices(Vec<OptionChoice>),
}

/// A value to choose, with its name in each of [`Locale::ALL`].
#[derive(Debug)]
pub struct OptionChoice {
    pub value: String,
    pub names: [String; Locale::ALL.len()],
}

impl Command {
    /// A slash command for everyone, without options.
    pub(crate) const fn slash(
        name: &'static str,
        description: l10n::Text,
        handler: Handler,
    ) -> Self {
        Self::in_menu(CommandKind::Slash, name, name, description, handler)
    }

    /// A command in the menu of people or messages.
    pub(crate) const fn in_menu(
        kind: CommandKind,
        name: &'static str,
        label: &'static str,
        text: l10n::Text,
        handler: Handler,
    ) -> Self {
        let (options, is_for_managers, completion) = (Vec::new, false, None);
        Self { kind, name, label, text, options, is_for_managers, handler, completion }
    }

    pub(crate) const fn with_options(self, options: fn() -> Vec<CommandOption>) -> Self {
        Self { options, ..self }
    }

    pub(crate) const fn with_completion(self, completion: Handler) -> Self {
        Self { completion: Some(completion), ..self }
    }

    pub(crate) const fn for_managers(self) -> Self {
        Self { is_for_managers: true, ..self }
    }
}

impl CommandOption {
    pub(crate) const fn new(name: &'static str, description: l10n::Text, kind: OptionKind) -> Self {
        Self { name, description, kind, is_required: false }
    }

    /// An option with a choice for each item of `all`, with the given name. Its value is the item
    /// as text.
    pub(crate) fn choices<T: Copy + Display>(
        name: &'static str,
        description: l10n::Text,
        all: impl IntoIterator<Item = T>,
        choice_name: impl Fn(Locale, T) -> String,
    ) -> Self {
        let choices = all.into_iter().map(|choice| OptionChoice {
            value: choice.to_string(),
            names: Locale::ALL.map(|locale| choice_name(locale, choice)),
        });
        Self::new(name, description, OptionKind::Choices(choices.collect()))
    }
}

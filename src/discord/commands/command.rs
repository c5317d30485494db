//! A command: how it is registered with Discord, and what using it asks for.

use serde::Serialize;
use serenity::all::{
    CommandType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
    Permissions,
};

use super::{
    input::CommandInput,
    options::{Text, translations},
};
use crate::{features::RequestKind, locale::Locale};

/// A slash command. Its name is also what metrics and logs call it.
pub(super) struct Command {
    pub(super) name: &'static str,
    description: Text,
    options: fn() -> Vec<CreateCommandOption>,
    /// Returns `None` for input that no version of the command has.
    pub(super) parse: fn(&CommandInput<'_>) -> Option<RequestKind>,
    /// What is asked for while the user types into the option of this name.
    pub(super) autocomplete: Option<fn(&str, String) -> RequestKind>,
    audience: CommandAudience,
}

/// Who can use a command.
#[derive(Clone, Copy)]
enum CommandAudience {
    /// Everyone, everywhere.
    Everyone,
    /// Those who may manage a server, in servers that installed the bot.
    Managers,
}

/// A command, with the permissions needed to see it.
#[derive(Clone, Debug, Serialize)]
pub struct RegisteredCommand {
    #[serde(flatten)]
    command: CreateCommand,
    /// As an integer, as Discord's `OpenAPI` description requires; serenity serialises
    /// a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_member_permissions: Option<u64>,
}

impl Command {
    /// A command for everyone, without options.
    pub(super) const fn new(
        name: &'static str,
        description: Text,
        parse: fn(&CommandInput<'_>) -> Option<RequestKind>,
    ) -> Self {
        Self {
            name,
            description,
            options: Vec::new,
            parse,
            autocomplete: None,
            audience: CommandAudience::Everyone,
        }
    }

    pub(super) const fn with_options(self, options: fn() -> Vec<CreateCommandOption>) -> Self {
        Self { options, ..self }
    }

    pub(super) const fn with_autocomplete(
        self,
        autocomplete: fn(&str, String) -> RequestKind,
    ) -> Self {
        Self { autocomplete: Some(autocomplete), ..self }
    }

    pub(super) const fn for_managers(self) -> Self {
        Self { audience: CommandAudience::Managers, ..self }
    }

    /// As Discord is told, with its description in every language.
    pub(super) fn registered(&self) -> RegisteredCommand {
        let command =
            CreateCommand::new(self.name).description((self.description)(Locale::default()));
        let command = translations(self.description)
            .fold(command, |command, (tag, text)| command.description_localized(tag, text))
            .set_options((self.options)());
        match self.audience {
            CommandAudience::Everyone => RegisteredCommand::everywhere(command),
            CommandAudience::Managers => RegisteredCommand {
                command: command
                    .integration_types(vec![InstallationContext::Guild])
                    .contexts(vec![InteractionContext::Guild]),
                default_member_permissions: Some(Permissions::MANAGE_GUILD.bits()),
            },
        }
    }
}

impl RegisteredCommand {
    /// A command in the menus of users or messages.
    pub(super) fn in_menu(name: &str, kind: CommandType, text: Text) -> Self {
        let command = CreateCommand::new(name).kind(kind);
        Self::everywhere(
            translations(text)
                .fold(command, |command, (tag, text)| command.name_localized(tag, text)),
        )
    }

    /// In every context and for every kind of installation.
    fn everywhere(command: CreateCommand) -> Self {
        let command = command
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
            .contexts(vec![
                InteractionContext::Guild,
                InteractionContext::BotDm,
                InteractionContext::PrivateChannel,
            ]);
        Self { command, default_member_permissions: None }
    }
}

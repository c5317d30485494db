//! How the commands are registered with Discord.

use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions,
};

use crate::{
    features::{COMMANDS, Command, CommandKind, CommandOption, OptionKind},
    locale::Locale,
};

/// All commands, as they are registered.
pub fn all() -> Vec<CreateCommand> {
    COMMANDS.iter().copied().map(registered).collect()
}

/// Discord's type of a command.
pub(super) const fn command_type(kind: CommandKind) -> CommandType {
    match kind {
        CommandKind::Slash => CommandType::ChatInput,
        CommandKind::UserMenu => CommandType::User,
        CommandKind::MessageMenu => CommandType::Message,
    }
}

/// A command in every context and for every kind of installation, or in servers that installed the
/// bot. Names of slash commands are not translated, so that users of different languages can tell
/// each other what to type.
fn registered(command: &Command) -> CreateCommand {
    let Command { kind, name, text, options, is_for_managers, .. } = command;
    let created = CreateCommand::new(*name).kind(command_type(*kind));
    let created = if *kind == CommandKind::Slash {
        let described = created
            .description(text(Locale::default()))
            .set_options(options().iter().map(option).collect::<Vec<_>>());
        translations(*text)
            .fold(described, |command, (tag, text)| command.description_localized(tag, text))
    } else {
        translations(*text).fold(created, |command, (tag, text)| command.name_localized(tag, text))
    };
    let created = created
        .add_integration_type(InstallationContext::Guild)
        .add_context(InteractionContext::Guild);
    if *is_for_managers {
        return created.default_member_permissions(Permissions::MANAGE_GUILD);
    }
    created
        .add_integration_type(InstallationContext::User)
        .add_context(InteractionContext::BotDm)
        .add_context(InteractionContext::PrivateChannel)
}

fn option(option: &CommandOption) -> CreateCommandOption {
    let CommandOption { name, description, kind, is_required } = option;
    let kind_of_option = match kind {
        OptionKind::Text | OptionKind::Completed | OptionKind::Choices(_) => {
            CommandOptionType::String
        }
        OptionKind::Boolean => CommandOptionType::Boolean,
        OptionKind::User => CommandOptionType::User,
    };
    let created = CreateCommandOption::new(kind_of_option, *name, description(Locale::default()))
        .required(*is_required)
        .set_autocomplete(matches!(kind, OptionKind::Completed));
    let created = translations(*description)
        .fold(created, |option, (tag, text)| option.description_localized(tag, text));
    let OptionKind::Choices(choices) = kind else { return created };
    choices.iter().fold(created, |option, choice| {
        let name = |locale: Locale| choice.names[locale as usize].clone();
        let default = name(Locale::default());
        option.add_string_choice_localized(default, choice.value.clone(), translations(name))
    })
}

/// A text for each of Discord's locales that has a translation. English is included:
/// otherwise Discord could show English-speaking users another language.
fn translations(text: impl Fn(Locale) -> String) -> impl Iterator<Item = (&'static str, String)> {
    Locale::ALL.into_iter().flat_map(move |locale| {
        let text = text(locale);
        locale.tags().map(move |tag| (tag, text.clone()))
    })
}

//! The application commands, as they are registered with Discord.

use connect4::{Level, Shape};
use serde::Serialize;
use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions,
};

use super::render;
use crate::{
    game::{Period, TimeControl},
    l10n,
    locale::Locale,
    theme::Theme,
};

/// The names of commands, options and choices, which interactions refer to.
pub mod name {
    #![allow(missing_docs, reason = "each is the command or option that it spells")]

    pub const PLAY: &str = "play";
    pub const PLAY_OPPONENT: &str = "opponent";
    pub const PLAY_LEVEL: &str = "level";
    pub const PLAY_BOARD: &str = "board";
    pub const PLAY_CLOCK: &str = "clock";
    pub const PLAY_THEME: &str = "theme";
    pub const PLAY_RATED: &str = "rated";
    pub const PLAY_FIRST: &str = "first";
    pub const FIRST_ME: &str = "me";
    pub const FIRST_OPPONENT: &str = "opponent";
    pub const FIRST_RANDOM: &str = "random";
    pub const DROP: &str = "drop";
    pub const DROP_COLUMN: &str = "column";
    pub const BOARD: &str = "board";
    pub const BOARD_TEXT: &str = "text";
    pub const RESIGN: &str = "resign";
    pub const DRAW: &str = "draw";
    pub const TAKE_BACK: &str = "takeback";
    pub const HINT: &str = "hint";
    pub const GAMES: &str = "games";
    pub const LEADERBOARD: &str = "leaderboard";
    pub const LEADERBOARD_SCOPE: &str = "scope";
    pub const SCOPE_SERVER: &str = "server";
    pub const SCOPE_EVERYWHERE: &str = "everywhere";
    pub const LEADERBOARD_PERIOD: &str = "period";
    pub const STATS: &str = "stats";
    pub const STATS_PLAYER: &str = "player";
    pub const STATS_VERSUS: &str = "versus";
    pub const HISTORY: &str = "history";
    pub const HISTORY_PLAYER: &str = "player";
    pub const REPLAY: &str = "replay";
    pub const REPLAY_GAME: &str = "game";
    pub const REVIEW: &str = "review";
    pub const REVIEW_GAME: &str = "game";
    pub const PRIVACY: &str = "privacy";
    pub const PRIVACY_ABOUT: &str = "about";
    pub const PRIVACY_EXPORT: &str = "export";
    pub const PRIVACY_DELETE: &str = "delete";
    pub const PRIVACY_LISTED: &str = "listed";
    pub const PRIVACY_SHOW: &str = "show";
    pub const NOTIFICATIONS: &str = "notifications";
    pub const SETTINGS: &str = "settings";
    pub const HELP: &str = "help";
    pub const CHALLENGE: &str = "Challenge to Four in a Row";
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

impl RegisteredCommand {
    const fn unrestricted(command: CreateCommand) -> Self {
        Self { command, default_member_permissions: None }
    }
}

/// All commands, with their descriptions in every language. Names are not
/// translated, so that users of different languages can tell each other what to
/// type.
pub fn all() -> Vec<RegisteredCommand> {
    player_commands().into_iter().map(RegisteredCommand::unrestricted).chain([settings()]).collect()
}

/// For users who may manage a server, in servers that installed the bot.
fn settings() -> RegisteredCommand {
    let command = described(CreateCommand::new(name::SETTINGS), l10n::command_settings)
        .integration_types(vec![InstallationContext::Guild])
        .contexts(vec![InteractionContext::Guild]);
    RegisteredCommand {
        command,
        default_member_permissions: Some(Permissions::MANAGE_GUILD.bits()),
    }
}

fn player_commands() -> Vec<CreateCommand> {
    vec![
        play(),
        command(name::DROP, l10n::command_drop).add_option(column()),
        command(name::BOARD, l10n::command_board).add_option(as_text()),
        command(name::RESIGN, l10n::command_resign),
        command(name::DRAW, l10n::command_draw),
        command(name::TAKE_BACK, l10n::command_takeback),
        command(name::HINT, l10n::command_hint),
        command(name::GAMES, l10n::command_games),
        leaderboard(),
        stats(),
        history(),
        command(name::REPLAY, l10n::command_replay)
            .add_option(finished_game(name::REPLAY_GAME, l10n::command_replay_game)),
        command(name::REVIEW, l10n::command_review)
            .add_option(finished_game(name::REVIEW_GAME, l10n::command_review_game)),
        command(name::NOTIFICATIONS, l10n::command_notifications),
        privacy(),
        command(name::HELP, l10n::command_help),
        in_every_context(CreateCommand::new(name::CHALLENGE).kind(CommandType::User)),
    ]
}

fn command(name: &str, description: impl Fn(Locale) -> String) -> CreateCommand {
    in_every_context(described(CreateCommand::new(name), description))
}

fn described(command: CreateCommand, description: impl Fn(Locale) -> String) -> CreateCommand {
    let command = command.description(description(Locale::default()));
    translations(description)
        .fold(command, |command, (tag, text)| command.description_localized(tag, text))
}

/// A text for each of Discord's locales that has a translation. English is included:
/// otherwise Discord could show English-speaking users another language.
fn translations(text: impl Fn(Locale) -> String) -> impl Iterator<Item = (&'static str, String)> {
    Locale::ALL.into_iter().flat_map(move |locale| {
        let text = text(locale);
        locale.tags().iter().map(move |tag| (*tag, text.clone()))
    })
}

/// Makes a command available in every context and for every kind of installation.
fn in_every_context(command: CreateCommand) -> CreateCommand {
    command.integration_types(vec![InstallationContext::Guild, InstallationContext::User]).contexts(
        vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ],
    )
}

fn option(
    kind: CommandOptionType,
    name: &str,
    description: impl Fn(Locale) -> String,
) -> CreateCommandOption {
    let option = CreateCommandOption::new(kind, name, description(Locale::default()));
    translations(description)
        .fold(option, |option, (tag, text)| option.description_localized(tag, text))
}

/// Adds a choice to an option for each item of `all`, with the given value and label.
fn choices<T: Copy>(
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

fn play() -> CreateCommand {
    command(name::PLAY, l10n::command_play)
        .add_option(user(name::PLAY_OPPONENT, l10n::command_play_opponent))
        .add_option(level())
        .add_option(board())
        .add_option(clock())
        .add_option(theme())
        .add_option(rated())
        .add_option(first())
}

fn text(name: &str, description: impl Fn(Locale) -> String) -> CreateCommandOption {
    option(CommandOptionType::String, name, description)
}

fn level() -> CreateCommandOption {
    let option = text(name::PLAY_LEVEL, l10n::command_play_level);
    choices(option, Level::ALL, |level| level.name().to_owned(), render::level)
}

fn board() -> CreateCommandOption {
    let option = text(name::PLAY_BOARD, l10n::command_play_board);
    choices(option, Shape::VARIANTS, |shape| shape.to_string(), render::shape)
}

fn clock() -> CreateCommandOption {
    let option = text(name::PLAY_CLOCK, l10n::command_play_clock);
    choices(option, TimeControl::ALL, |control| control.name().to_owned(), render::time_control)
}

fn theme() -> CreateCommandOption {
    let option = text(name::PLAY_THEME, l10n::command_play_theme);
    choices(option, Theme::ALL, |theme| theme.name().to_owned(), render::theme)
}

fn first() -> CreateCommandOption {
    let option = text(name::PLAY_FIRST, l10n::command_play_first);
    let all = [name::FIRST_ME, name::FIRST_OPPONENT, name::FIRST_RANDOM];
    choices(option, all, str::to_owned, |locale, first| match first {
        name::FIRST_ME => l10n::command_play_first_me(locale),
        name::FIRST_OPPONENT => l10n::command_play_first_opponent(locale),
        _ => l10n::command_play_first_random(locale),
    })
}

fn rated() -> CreateCommandOption {
    option(CommandOptionType::Boolean, name::PLAY_RATED, l10n::command_play_rated)
}

fn leaderboard() -> CreateCommand {
    let scope = text(name::LEADERBOARD_SCOPE, l10n::command_leaderboard_scope);
    let scopes = [name::SCOPE_SERVER, name::SCOPE_EVERYWHERE];
    let scope = choices(scope, scopes, str::to_owned, |locale, scope| match scope {
        name::SCOPE_SERVER => l10n::scope_server(locale),
        _ => l10n::scope_everywhere(locale),
    });
    let period = text(name::LEADERBOARD_PERIOD, l10n::command_leaderboard_period);
    let period = choices(period, Period::ALL, |it| it.name().to_owned(), render::period);
    command(name::LEADERBOARD, l10n::command_leaderboard).add_option(scope).add_option(period)
}

fn as_text() -> CreateCommandOption {
    option(CommandOptionType::Boolean, name::BOARD_TEXT, l10n::command_board_text)
}

/// A string and not an integer, so that a wrong column gets our own reply instead of
/// Discord's error.
fn column() -> CreateCommandOption {
    text(name::DROP_COLUMN, l10n::command_drop_column).required(true).set_autocomplete(true)
}

fn stats() -> CreateCommand {
    command(name::STATS, l10n::command_stats)
        .add_option(user(name::STATS_PLAYER, l10n::command_stats_player))
        .add_option(user(name::STATS_VERSUS, l10n::command_stats_versus))
}

fn privacy() -> CreateCommand {
    let part = |name, description: fn(Locale) -> String| {
        option(CommandOptionType::SubCommand, name, description)
    };
    let show =
        option(CommandOptionType::Boolean, name::PRIVACY_SHOW, l10n::command_privacy_listed_show);
    command(name::PRIVACY, l10n::command_privacy)
        .add_option(part(name::PRIVACY_ABOUT, l10n::command_privacy_about))
        .add_option(part(name::PRIVACY_EXPORT, l10n::command_privacy_export))
        .add_option(part(name::PRIVACY_DELETE, l10n::command_privacy_delete))
        .add_option(
            part(name::PRIVACY_LISTED, l10n::command_privacy_listed)
                .add_sub_option(show.required(true)),
        )
}

fn history() -> CreateCommand {
    command(name::HISTORY, l10n::command_history)
        .add_option(user(name::HISTORY_PLAYER, l10n::command_history_player))
}

/// A string, so that autocomplete can offer the user's last games by name, and a
/// wrong number gets our own reply.
fn finished_game(name: &str, description: impl Fn(Locale) -> String) -> CreateCommandOption {
    text(name, description).required(true).set_autocomplete(true)
}

fn user(name: &str, description: impl Fn(Locale) -> String) -> CreateCommandOption {
    option(CommandOptionType::User, name, description)
}

//! The commands as Discord is told of them.

use serde::Serialize;
use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions,
};

use super::view;
use crate::{
    locale::Locale,
    play::{Period, TimeControl},
    texts,
    theme::Theme,
};
use connect4::{Level, Shape};

/// The names that an interaction brings back.
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
    pub const SETTINGS: &str = "settings";
    pub const HELP: &str = "help";
    pub const CHALLENGE: &str = "Challenge to Four in a Row";
}

/// A command, and who sees it.
#[derive(Clone, Debug, Serialize)]
pub struct Command {
    #[serde(flatten)]
    command: CreateCommand,
    /// A number, as Discord's description of its API has it; serenity would
    /// write a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_member_permissions: Option<u64>,
}

impl Command {
    const fn for_everybody(command: CreateCommand) -> Self {
        Self { command, default_member_permissions: None }
    }
}

/// All commands, in all languages. Their names stay the same everywhere, so that
/// people can tell each other what to type.
pub fn all() -> Vec<Command> {
    for_everybody().into_iter().map(Command::for_everybody).chain([settings()]).collect()
}

/// For those who may manage a server, in servers that added the bot.
fn settings() -> Command {
    let command = described(CreateCommand::new(name::SETTINGS), texts::command_settings)
        .integration_types(vec![InstallationContext::Guild])
        .contexts(vec![InteractionContext::Guild]);
    Command { command, default_member_permissions: Some(Permissions::MANAGE_GUILD.bits()) }
}

fn for_everybody() -> Vec<CreateCommand> {
    vec![
        play(),
        command(name::DROP, texts::command_drop).add_option(column()),
        command(name::BOARD, texts::command_board).add_option(in_words()),
        command(name::RESIGN, texts::command_resign),
        command(name::DRAW, texts::command_draw),
        command(name::TAKE_BACK, texts::command_takeback),
        command(name::HINT, texts::command_hint),
        command(name::GAMES, texts::command_games),
        leaderboard(),
        stats(),
        history(),
        command(name::REPLAY, texts::command_replay)
            .add_option(finished_game(name::REPLAY_GAME, texts::command_replay_game)),
        command(name::REVIEW, texts::command_review)
            .add_option(finished_game(name::REVIEW_GAME, texts::command_review_game)),
        privacy(),
        command(name::HELP, texts::command_help),
        everywhere(CreateCommand::new(name::CHALLENGE).kind(CommandType::User)),
    ]
}

fn command(name: &str, description: impl Fn(Locale) -> String) -> CreateCommand {
    everywhere(described(CreateCommand::new(name), description))
}

fn described(command: CreateCommand, description: impl Fn(Locale) -> String) -> CreateCommand {
    let command = command.description(description(Locale::default()));
    translations(description)
        .fold(command, |command, (tag, text)| command.description_localized(tag, text))
}

/// A text in each of Discord's languages that there is one for, English as well:
/// else who uses Discord in English could get another.
fn translations(text: impl Fn(Locale) -> String) -> impl Iterator<Item = (&'static str, String)> {
    Locale::ALL.into_iter().flat_map(move |locale| {
        let text = text(locale);
        locale.tags().iter().map(move |tag| (*tag, text.clone()))
    })
}

/// Usable wherever Discord has commands, however the bot was installed.
fn everywhere(command: CreateCommand) -> CreateCommand {
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

/// An option with choices: the value of each, and what it is called.
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
    command(name::PLAY, texts::command_play)
        .add_option(user(name::PLAY_OPPONENT, texts::command_play_opponent))
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
    let option = text(name::PLAY_LEVEL, texts::command_play_level);
    choices(option, Level::ALL, |level| level.name().to_owned(), view::level)
}

fn board() -> CreateCommandOption {
    let option = text(name::PLAY_BOARD, texts::command_play_board);
    choices(option, Shape::PLAYED, |shape| shape.to_string(), view::shape)
}

fn clock() -> CreateCommandOption {
    let option = text(name::PLAY_CLOCK, texts::command_play_clock);
    choices(option, TimeControl::ALL, |control| control.name().to_owned(), view::time_control)
}

fn theme() -> CreateCommandOption {
    let option = text(name::PLAY_THEME, texts::command_play_theme);
    choices(option, Theme::ALL, |theme| theme.name().to_owned(), view::theme)
}

fn first() -> CreateCommandOption {
    let option = text(name::PLAY_FIRST, texts::command_play_first);
    let all = [name::FIRST_ME, name::FIRST_OPPONENT, name::FIRST_RANDOM];
    choices(option, all, str::to_owned, |locale, first| match first {
        name::FIRST_ME => texts::command_play_first_me(locale),
        name::FIRST_OPPONENT => texts::command_play_first_opponent(locale),
        _ => texts::command_play_first_random(locale),
    })
}

fn rated() -> CreateCommandOption {
    option(CommandOptionType::Boolean, name::PLAY_RATED, texts::command_play_rated)
}

fn leaderboard() -> CreateCommand {
    let scope = text(name::LEADERBOARD_SCOPE, texts::command_leaderboard_scope);
    let scopes = [name::SCOPE_SERVER, name::SCOPE_EVERYWHERE];
    let scope = choices(scope, scopes, str::to_owned, |locale, scope| match scope {
        name::SCOPE_SERVER => texts::scope_server(locale),
        _ => texts::scope_everywhere(locale),
    });
    let period = text(name::LEADERBOARD_PERIOD, texts::command_leaderboard_period);
    let period = choices(period, Period::ALL, |it| it.name().to_owned(), view::period);
    command(name::LEADERBOARD, texts::command_leaderboard).add_option(scope).add_option(period)
}

fn in_words() -> CreateCommandOption {
    option(CommandOptionType::Boolean, name::BOARD_TEXT, texts::command_board_text)
}

/// A text and not a number, so that a wrong one gets a sentence of ours instead
/// of Discord's own error.
fn column() -> CreateCommandOption {
    text(name::DROP_COLUMN, texts::command_drop_column).required(true).set_autocomplete(true)
}

fn stats() -> CreateCommand {
    command(name::STATS, texts::command_stats)
        .add_option(user(name::STATS_PLAYER, texts::command_stats_player))
        .add_option(user(name::STATS_VERSUS, texts::command_stats_versus))
}

fn privacy() -> CreateCommand {
    let part = |name, description: fn(Locale) -> String| {
        option(CommandOptionType::SubCommand, name, description)
    };
    let show =
        option(CommandOptionType::Boolean, name::PRIVACY_SHOW, texts::command_privacy_listed_show);
    command(name::PRIVACY, texts::command_privacy)
        .add_option(part(name::PRIVACY_ABOUT, texts::command_privacy_about))
        .add_option(part(name::PRIVACY_EXPORT, texts::command_privacy_export))
        .add_option(part(name::PRIVACY_DELETE, texts::command_privacy_delete))
        .add_option(
            part(name::PRIVACY_LISTED, texts::command_privacy_listed)
                .add_sub_option(show.required(true)),
        )
}

fn history() -> CreateCommand {
    command(name::HISTORY, texts::command_history)
        .add_option(user(name::HISTORY_PLAYER, texts::command_history_player))
}

/// A text, so that the asker's last games can be offered by name, and a wrong
/// number gets a sentence of ours.
fn finished_game(name: &str, description: impl Fn(Locale) -> String) -> CreateCommandOption {
    text(name, description).required(true).set_autocomplete(true)
}

fn user(name: &str, description: impl Fn(Locale) -> String) -> CreateCommandOption {
    option(CommandOptionType::User, name, description)
}

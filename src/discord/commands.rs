//! The commands as Discord is told of them.

use serde::Serialize;
use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions,
};

use super::view;
use crate::{engine::Level, locale::Locale, play::TimeControl, rules::Shape, texts, theme::Theme};

/// The names that an interaction brings back.
pub mod name {
    #![allow(missing_docs, reason = "each is the command or option that it spells")]

    pub const PLAY: &str = "play";
    pub const PLAY_OPPONENT: &str = "opponent";
    pub const PLAY_LEVEL: &str = "level";
    pub const PLAY_BOARD: &str = "board";
    pub const PLAY_CLOCK: &str = "clock";
    pub const PLAY_THEME: &str = "theme";
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
    pub const STATS: &str = "stats";
    pub const STATS_PLAYER: &str = "player";
    pub const STATS_VERSUS: &str = "versus";
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

/// All commands.
pub fn all() -> Vec<Command> {
    let locale = Locale::default();
    let commands = for_everybody(locale).into_iter().map(Command::for_everybody);
    commands.chain([settings(locale)]).collect()
}

/// For those who may manage a server, in servers that added the bot.
fn settings(locale: Locale) -> Command {
    let command = CreateCommand::new(name::SETTINGS)
        .description(texts::command_settings(locale))
        .integration_types(vec![InstallationContext::Guild])
        .contexts(vec![InteractionContext::Guild]);
    Command { command, default_member_permissions: Some(Permissions::MANAGE_GUILD.bits()) }
}

fn for_everybody(locale: Locale) -> Vec<CreateCommand> {
    vec![
        play(locale),
        command(name::DROP, texts::command_drop(locale)).add_option(column(locale)),
        command(name::BOARD, texts::command_board(locale)).add_option(in_words(locale)),
        command(name::RESIGN, texts::command_resign(locale)),
        command(name::DRAW, texts::command_draw(locale)),
        command(name::TAKE_BACK, texts::command_takeback(locale)),
        command(name::HINT, texts::command_hint(locale)),
        command(name::GAMES, texts::command_games(locale)),
        command(name::LEADERBOARD, texts::command_leaderboard(locale)),
        stats(locale),
        command(name::HELP, texts::command_help(locale)),
        everywhere(CreateCommand::new(name::CHALLENGE).kind(CommandType::User)),
    ]
}

fn command(name: &str, description: String) -> CreateCommand {
    everywhere(CreateCommand::new(name).description(description))
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

fn play(locale: Locale) -> CreateCommand {
    let first = texts::command_play_first(locale);
    let first = CreateCommandOption::new(CommandOptionType::String, name::PLAY_FIRST, first)
        .add_string_choice(texts::command_play_first_me(locale), name::FIRST_ME)
        .add_string_choice(texts::command_play_first_opponent(locale), name::FIRST_OPPONENT)
        .add_string_choice(texts::command_play_first_random(locale), name::FIRST_RANDOM);
    command(name::PLAY, texts::command_play(locale))
        .add_option(user(name::PLAY_OPPONENT, texts::command_play_opponent(locale)))
        .add_option(level(locale))
        .add_option(board(locale))
        .add_option(clock(locale))
        .add_option(theme(locale))
        .add_option(first)
}

fn board(locale: Locale) -> CreateCommandOption {
    let description = texts::command_play_board(locale);
    let option = CreateCommandOption::new(CommandOptionType::String, name::PLAY_BOARD, description);
    Shape::PLAYED.into_iter().fold(option, |option, shape| {
        option.add_string_choice(view::shape(locale, shape), shape.to_string())
    })
}

fn clock(locale: Locale) -> CreateCommandOption {
    let description = texts::command_play_clock(locale);
    let option = CreateCommandOption::new(CommandOptionType::String, name::PLAY_CLOCK, description);
    TimeControl::ALL.into_iter().fold(option, |option, control| {
        option.add_string_choice(view::time_control(locale, control), control.name())
    })
}

fn theme(locale: Locale) -> CreateCommandOption {
    let description = texts::command_play_theme(locale);
    let option = CreateCommandOption::new(CommandOptionType::String, name::PLAY_THEME, description);
    Theme::ALL.into_iter().fold(option, |option, theme| {
        option.add_string_choice(view::theme(locale, theme), theme.name())
    })
}

fn in_words(locale: Locale) -> CreateCommandOption {
    let description = texts::command_board_text(locale);
    CreateCommandOption::new(CommandOptionType::Boolean, name::BOARD_TEXT, description)
}

fn level(locale: Locale) -> CreateCommandOption {
    let description = texts::command_play_level(locale);
    let option = CreateCommandOption::new(CommandOptionType::String, name::PLAY_LEVEL, description);
    Level::ALL.into_iter().fold(option, |option, level| {
        option.add_string_choice(view::level(locale, level), level.name())
    })
}

/// A text and not a number, so that a wrong one gets a sentence of ours instead
/// of Discord's own error.
fn column(locale: Locale) -> CreateCommandOption {
    let description = texts::command_drop_column(locale);
    CreateCommandOption::new(CommandOptionType::String, name::DROP_COLUMN, description)
        .required(true)
        .set_autocomplete(true)
}

fn stats(locale: Locale) -> CreateCommand {
    command(name::STATS, texts::command_stats(locale))
        .add_option(user(name::STATS_PLAYER, texts::command_stats_player(locale)))
        .add_option(user(name::STATS_VERSUS, texts::command_stats_versus(locale)))
}

fn user(name: &str, description: String) -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::User, name, description)
}

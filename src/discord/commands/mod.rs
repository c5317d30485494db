//! The application commands: how they are registered with Discord, and what they ask for.

mod command;
mod input;
mod leaderboard;
mod menus;
mod options;
mod play;

use serenity::all::CommandType;

pub use self::command::RegisteredCommand;
pub(super) use self::input::mentioned_user;
use self::{
    command::Command,
    input::CommandInput,
    leaderboard::LEADERBOARD,
    options::{autocompleted, boolean, text, user},
    play::PLAY,
};
use super::interaction::{Interaction, InteractionData};
use crate::{
    features::{GameCommand, RequestKind},
    game::Refusal,
    l10n,
};

const COLUMN: &str = "column";
const TEXT: &str = "text";
const PLAYER: &str = "player";
const VERSUS: &str = "versus";
const GAME: &str = "game";
const NUMBER: &str = "number";

/// All slash commands. Names are not translated, so that users of different languages can tell
/// each other what to type.
static COMMANDS: &[Command] = &[
    PLAY,
    Command::new("drop", l10n::command_drop, |input| {
        let column = input.text(COLUMN).unwrap_or_default();
        Some(RequestKind::Drop { column, game: input.text(GAME) })
    })
    .with_options(|| {
        vec![
            autocompleted(COLUMN, l10n::command_drop_column),
            autocompleted(GAME, l10n::command_drop_game).required(false),
        ]
    })
    .with_autocomplete(|option, input| match option {
        GAME => RequestKind::AutocompleteLiveGames { input },
        _ => RequestKind::AutocompleteColumns { input },
    }),
    Command::new("board", l10n::command_board, |input| {
        let as_text = input.boolean(TEXT) == Some(true);
        let command = if as_text { GameCommand::Text } else { GameCommand::Board };
        Some(RequestKind::Board { game: input.text(GAME), command })
    })
    .with_options(|| {
        vec![
            boolean(TEXT, l10n::command_board_text),
            autocompleted(GAME, l10n::command_drop_game).required(false),
        ]
    })
    .with_autocomplete(|_, input| RequestKind::AutocompleteLiveGames { input }),
    Command::new("games", l10n::command_games, |_| Some(RequestKind::Games)),
    LEADERBOARD,
    Command::new("stats", l10n::command_stats, |input| {
        Some(RequestKind::Stats { player: input.player(PLAYER), versus: input.player(VERSUS) })
    })
    .with_options(|| {
        vec![user(PLAYER, l10n::command_stats_player), user(VERSUS, l10n::command_stats_versus)]
    }),
    Command::new("history", l10n::command_history, |input| {
        Some(RequestKind::History { player: input.player(PLAYER) })
    })
    .with_options(|| vec![user(PLAYER, l10n::command_history_player)]),
    Command::new("daily", l10n::command_daily, |input| {
        Some(RequestKind::Puzzle { number: input.text(NUMBER) })
    })
    .with_options(|| vec![text(NUMBER, l10n::command_daily_number)]),
    Command::new("train", l10n::command_train, |_| Some(RequestKind::Train)),
    Command::new("preferences", l10n::command_preferences, |_| Some(RequestKind::Preferences)),
    Command::new("help", l10n::command_help, |_| Some(RequestKind::Help)),
    Command::new("settings", l10n::command_settings, |_| Some(RequestKind::Settings))
        .for_managers(),
];

/// What an interaction asks for, and what metrics and logs call it.
#[derive(Debug)]
pub(super) struct NamedRequest {
    pub(super) label: &'static str,
    pub(super) kind: RequestKind,
}

impl NamedRequest {
    /// A command of an older or a newer version.
    pub(super) const UNKNOWN: Self =
        Self { label: "unknown", kind: RequestKind::Refused(Refusal::UnknownCommand) };

    /// A command that a client still shows although it is gone.
    fn of_former(name: &str) -> Self {
        let moved = match name {
            "resign" | "draw" | "takeback" | "hint" => Refusal::OnBoard,
            "replay" | "review" => Refusal::InHistory,
            "privacy" | "notifications" => Refusal::InPreferences,
            _ => return Self::UNKNOWN,
        };
        Self { label: "former", kind: RequestKind::Refused(moved) }
    }
}

/// All commands, as they are registered.
pub fn all() -> Vec<RegisteredCommand> {
    let slash_commands = COMMANDS.iter().map(Command::registered);
    slash_commands.chain(menus::registered()).collect()
}

/// What a used command asks for.
pub(super) fn parse(interaction: &Interaction) -> NamedRequest {
    let data = &interaction.data;
    let (label, kind) = if data.kind == u64::from(u8::from(CommandType::ChatInput)) {
        let Some(used) = find(data) else { return NamedRequest::of_former(&data.name) };
        (used.name, (used.parse)(&CommandInput::new(interaction)))
    } else {
        let Some(used) = menus::find(data) else { return NamedRequest::UNKNOWN };
        (used.label, (used.parse)(interaction))
    };
    kind.map_or(NamedRequest::UNKNOWN, |kind| NamedRequest { label, kind })
}

/// What is asked for while a user types into an option.
pub(super) fn parse_autocomplete(data: &InteractionData) -> NamedRequest {
    let typed = data.options.iter().find(|option| option.focused);
    let name = typed.map(|option| option.name.as_str()).unwrap_or_default();
    let input = typed.and_then(|option| option.value.as_str()).unwrap_or_default().to_owned();
    // An autocompletion cannot be refused: one of an unknown command gets some choices.
    let kind = match find(data).and_then(|command| command.autocomplete) {
        Some(autocomplete) => autocomplete(name, input),
        None => RequestKind::AutocompleteLiveGames { input },
    };
    NamedRequest { label: "autocomplete", kind }
}

fn find(data: &InteractionData) -> Option<&'static Command> {
    COMMANDS.iter().find(|known| known.name == data.name)
}

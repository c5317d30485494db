//! How to play (ephemeral).

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{MessageBody, board::button};
use crate::{
    discord::markdown,
    l10n,
    locale::Locale,
    service::{CommandIds, ComponentAction, GameOptions, PlayMenuStep},
};

pub(super) fn render(commands: &CommandIds, locale: Locale) -> MessageBody {
    let command = |name: &str| markdown::command(name, commands.get(name).copied());
    let lines = [
        l10n::help_goal(locale),
        l10n::help_play(locale, command("play")),
        l10n::help_board(locale, command("board"), command("games")),
        l10n::help_results(locale, command("history"), command("leaderboard"), command("stats")),
        l10n::help_puzzles(locale, command("daily"), command("train")),
        l10n::help_choices(locale, command("preferences")),
    ];
    let rows = vec![CreateActionRow::Buttons(vec![play_button(locale)])];
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

/// A button that opens the menu of games to begin.
pub(super) fn play_button(locale: Locale) -> CreateButton {
    let play =
        ComponentAction::PlayMenu { step: PlayMenuStep::Open, options: GameOptions::default() };
    button(play, l10n::button_play_now(locale), ButtonStyle::Success)
}

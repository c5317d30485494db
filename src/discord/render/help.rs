//! How to play (ephemeral).

use super::{ActionRow, Button, MessageBody};
use crate::{
    actions::{ComponentAction, GameOptions},
    discord::markdown,
    l10n,
    locale::Locale,
    service::CommandIds,
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
    let rows = vec![ActionRow::Buttons(vec![play_button(locale)])];
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

/// A button that opens the menu of games to begin.
pub(super) fn play_button(locale: Locale) -> Button {
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    Button::success(play, l10n::button_play_now(locale))
}

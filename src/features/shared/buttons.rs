//! Buttons that lead from one feature to another.

use crate::{
    actions::{ComponentAction, GameOptions},
    game::PuzzleNumber,
    l10n,
    locale::Locale,
    message::Button,
};

/// A button that opens the menu of games to begin.
pub(crate) fn play_button(locale: Locale) -> Button {
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    Button::success(play, l10n::button_play_now(locale))
}

/// A button that leads from elsewhere to the puzzle of the day, and to the archive.
pub(crate) fn daily_button(today: PuzzleNumber, locale: Locale) -> Button {
    puzzle_button(today, l10n::button_daily_puzzle(locale))
}

pub(crate) fn puzzle_button(number: PuzzleNumber, label: String) -> Button {
    let action = ComponentAction::OpenPuzzle(number);
    Button::primary(action, label)
}

//! The question whether a new game against the computer is to replace an old one (ephemeral).

use super::{ActionRow, Button, MessageBody};
use crate::{
    actions::{ComponentAction, ComputerGameOptions},
    game::Game,
    l10n,
    locale::Locale,
    markdown,
};

/// Asks whether a new game against the computer is to replace this one.
pub(in crate::service) fn confirm(
    game: &Game,
    options: ComputerGameOptions,
    locale: Locale,
) -> MessageBody {
    let link = markdown::message_link(game.board_location());
    let start = ComponentAction::ReplaceGame(game.id, options);
    let keep = ComponentAction::KeepGame(game.id);
    let buttons = vec![
        Button::success(start, l10n::button_start_new(locale)),
        Button::secondary(keep, l10n::button_play_on(locale)),
    ];
    let rows = vec![ActionRow::Buttons(buttons)];
    MessageBody::new(l10n::replace_question(locale, link), rows).into_ephemeral()
}

/// Says that a game against the computer goes on.
pub(in crate::service) fn kept(game: &Game, locale: Locale) -> MessageBody {
    let link = markdown::message_link(game.board_location());
    MessageBody::ephemeral(l10n::replace_kept(locale, link))
}

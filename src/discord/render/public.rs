//! What a user shows everyone in the channel.

use super::{
    ActionRow, Button, MessageBody,
    names::{self, Audience},
    puzzle,
};
use crate::{actions::ComponentAction, game::Player, l10n, locale::Locale, service::ReplyContent};

/// Makes a message public: without its buttons, and with the name of the user who shows it.
/// `is_spoiler` hides all but its title until it is clicked.
pub(super) fn render(
    body: MessageBody,
    by: &Player,
    is_spoiler: bool,
    audience: Audience,
) -> MessageBody {
    let shown_by = l10n::shared_by(audience.locale, names::person(audience, by));
    let body = body.into_public();
    let body = if is_spoiler { body.into_spoiler() } else { body };
    body.with_line(&shown_by)
}

/// The buttons with which others see the same for themselves.
pub(super) fn buttons(content: &ReplyContent, locale: Locale) -> Vec<ActionRow> {
    let (action, label) = match content {
        ReplyContent::Replay { game, .. } | ReplyContent::Animation { game, .. } => {
            (ComponentAction::Replay(game.id), l10n::button_replay(locale))
        }
        ReplyContent::Review(view) => {
            (ComponentAction::Review(view.game.id), l10n::button_review(locale))
        }
        ReplyContent::PuzzleCard(view) => {
            let button = puzzle::solve_button(view.number, locale);
            return vec![ActionRow::Buttons(vec![button])];
        }
        _ => return Vec::new(),
    };
    vec![ActionRow::Buttons(vec![Button::secondary(action, label)])]
}

/// A button to show everyone what the user sees, if there is anyone.
pub(super) fn show_everyone_row(share: ComponentAction, audience: Audience) -> Option<ActionRow> {
    let label = l10n::button_show_everyone(audience.locale);
    let button = Button::secondary(share, label);
    (!audience.is_alone).then(|| ActionRow::Buttons(vec![button]))
}

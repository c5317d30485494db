//! What a user shows everyone in the channel.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{
    MessageBody,
    board::button,
    names::{self, Audience},
    puzzle,
};
use crate::{
    game::Player,
    l10n,
    locale::Locale,
    service::{ComponentAction, PublicView, ReplyContent},
};

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
pub(super) fn buttons(content: &ReplyContent, locale: Locale) -> Vec<CreateActionRow> {
    let (action, label) = match content {
        ReplyContent::Replay { game, .. } | ReplyContent::Animation { game, .. } => {
            (ComponentAction::Replay(game.id), l10n::button_replay(locale))
        }
        ReplyContent::Review(view) => {
            (ComponentAction::Review(view.game.id), l10n::button_review(locale))
        }
        ReplyContent::PuzzleCard(view) => {
            let button = puzzle::solve_button(view.number, locale);
            return vec![CreateActionRow::Buttons(vec![button])];
        }
        _ => return Vec::new(),
    };
    vec![CreateActionRow::Buttons(vec![button(action, label, ButtonStyle::Secondary)])]
}

/// A button to show everyone what the user sees, if there is anyone.
pub(super) fn show_everyone_row(view: PublicView, audience: Audience) -> Option<CreateActionRow> {
    let label = l10n::button_show_everyone(audience.locale);
    let button = button(ComponentAction::ShowEveryone(view), label, ButtonStyle::Secondary);
    (!audience.is_alone).then(|| CreateActionRow::Buttons(vec![button]))
}

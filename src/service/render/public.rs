//! What a user shows everyone in the channel.

use super::{
    ActionRow, Button, MessageBody,
    names::{self, Audience},
};
use crate::{actions::ComponentAction, game::Player, l10n};

/// Makes a message public: without its buttons, and with the name of the user who shows it.
/// `is_spoiler` hides all but its title until it is clicked.
pub(in crate::service) fn render(
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

/// A button to show everyone what the user sees, if there is anyone.
pub(in crate::service) fn show_everyone_row(
    share: ComponentAction,
    audience: Audience,
) -> Option<ActionRow> {
    let label = l10n::button_show_everyone(audience.locale);
    let button = Button::secondary(share, label);
    (!audience.is_alone).then(|| ActionRow::Buttons(vec![button]))
}

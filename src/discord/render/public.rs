//! What a user shows everyone in the channel.

use super::{
    MessageBody,
    names::{self, Audience},
};
use crate::{game::Player, l10n};

/// Makes a message public: without buttons, and with the name of the user who shows it.
/// `is_spoiler` hides its text and its file until they are clicked.
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

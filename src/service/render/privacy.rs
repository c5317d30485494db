//! Replies about the user's stored data (ephemeral), and what is left of deleted games.

use super::{ActionRow, Button, MessageBody, message::MessageFile};
use crate::{
    actions::ComponentAction,
    game::{Challenge, Game},
    l10n,
    locale::Locale,
    service::ExportUpdate,
};

pub(in crate::service) fn export_follows(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_export_follows(locale))
}

pub(in crate::service) fn deleted(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_deleted(locale))
}

/// The user keeps their data.
pub(in crate::service) fn kept(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_kept(locale))
}

pub(in crate::service) fn nothing_stored(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_nothing(locale))
}

/// What is stored about people, and what the user can do with it.
pub(in crate::service) fn about(locale: Locale) -> MessageBody {
    let buttons = vec![
        Button::primary(ComponentAction::Export, l10n::button_export(locale)),
        Button::secondary(ComponentAction::AskDelete, l10n::button_ask_delete(locale)),
        Button::secondary(ComponentAction::BlockedPage(0), l10n::button_back(locale)),
    ];
    let rows = vec![ActionRow::Buttons(buttons)];
    MessageBody::new(l10n::privacy_about(locale), rows).into_ephemeral()
}

/// The result of an export.
pub(in crate::service) fn export(update: &ExportUpdate, locale: Locale) -> MessageBody {
    match update {
        ExportUpdate::Archive(bytes) => {
            let description = l10n::button_my_data(locale);
            let file =
                MessageFile { name: "fourfall.zip".into(), description, bytes: bytes.clone() };
            MessageBody::ephemeral(l10n::privacy_export(locale)).with_file(file)
        }
        ExportUpdate::NothingStored => nothing_stored(locale),
        ExportUpdate::TooLarge => MessageBody::ephemeral(l10n::privacy_export_too_large(locale)),
        ExportUpdate::Failed(reference) => {
            MessageBody::ephemeral(l10n::fault(locale, reference.clone()))
        }
        ExportUpdate::Interrupted => archive_failed(locale),
    }
}

/// What takes the place of an archive that cannot be sent.
pub(in crate::service) fn archive_failed(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_export_failed(locale))
}

/// What takes the place of the board of a deleted game.
pub(in crate::service) fn game_deleted(game: &Game) -> MessageBody {
    MessageBody::new(l10n::game_deleted(game.config.locale), Vec::new())
}

/// What takes the place of a deleted challenge.
pub(in crate::service) fn challenge_deleted(challenge: &Challenge) -> MessageBody {
    MessageBody::new(l10n::challenge_deleted(challenge.terms.config.locale), Vec::new())
}

/// Asks for a confirmation of the deletion.
pub(in crate::service) fn confirm_delete(locale: Locale) -> MessageBody {
    let (delete, keep) = (ComponentAction::DeleteData, ComponentAction::CancelDeletion);
    let buttons = vec![
        Button::danger(delete, l10n::button_really_delete(locale)),
        Button::secondary(keep, l10n::button_keep(locale)),
    ];
    let rows = vec![ActionRow::Buttons(buttons)];
    MessageBody::new(l10n::privacy_ask_delete(locale), rows).into_ephemeral()
}

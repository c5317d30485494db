//! Replies about the user's stored data (ephemeral), and what is left of deleted games.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{MessageBody, board::button, message::MessageFile};
use crate::{
    game::{Challenge, Game},
    l10n,
    locale::Locale,
    service::{ComponentAction, ExportArchive, PrivacyReply},
};

pub(super) fn render(reply: &PrivacyReply, locale: Locale) -> MessageBody {
    match reply {
        PrivacyReply::About => MessageBody::ephemeral(l10n::privacy_about(locale)),
        PrivacyReply::Export(Some(archive)) => self::archive(archive, locale),
        PrivacyReply::Export(None) => MessageBody::ephemeral(l10n::privacy_export_follows(locale)),
        PrivacyReply::ConfirmDelete => confirm_delete(locale),
        PrivacyReply::Deleted => MessageBody::ephemeral(l10n::privacy_deleted(locale)),
        PrivacyReply::DeletionCancelled => MessageBody::ephemeral(l10n::privacy_kept(locale)),
        PrivacyReply::NoData => MessageBody::ephemeral(l10n::privacy_nothing(locale)),
        PrivacyReply::Listed(true) => MessageBody::ephemeral(l10n::privacy_listed(locale)),
        PrivacyReply::Listed(false) => MessageBody::ephemeral(l10n::privacy_unlisted(locale)),
    }
}

/// An archive of an export.
pub(super) fn archive(archive: &ExportArchive, locale: Locale) -> MessageBody {
    let content = match archive {
        ExportArchive { count: 1, .. } => l10n::privacy_export(locale),
        ExportArchive { number, count, .. } => l10n::privacy_export_part(locale, *number, *count),
    };
    MessageBody::ephemeral(content).with_file(file(archive, locale))
}

/// What takes the place of an archive that cannot be sent.
pub(super) fn archive_failed(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_export_failed(locale))
}

fn file(archive: &ExportArchive, locale: Locale) -> MessageFile {
    let name = match archive {
        ExportArchive { count: 1, .. } => "fourfall.zip".to_owned(),
        ExportArchive { number, count, .. } => format!("fourfall-{number}-of-{count}.zip"),
    };
    let description = l10n::command_privacy_export(locale);
    MessageFile { name: name.into(), description, bytes: archive.bytes.clone() }
}

/// What takes the place of the board of a deleted game.
pub(super) fn game_deleted(game: &Game) -> MessageBody {
    MessageBody::new(l10n::game_deleted(game.config.locale), Vec::new())
}

/// What takes the place of a deleted challenge.
pub(super) fn challenge_deleted(challenge: &Challenge) -> MessageBody {
    MessageBody::new(l10n::challenge_deleted(challenge.terms.config.locale), Vec::new())
}

fn confirm_delete(locale: Locale) -> MessageBody {
    let buttons = vec![
        button(
            ComponentAction::DeleteData,
            l10n::button_really_delete(locale),
            ButtonStyle::Danger,
        ),
        button(ComponentAction::CancelDeletion, l10n::button_keep(locale), ButtonStyle::Secondary),
    ];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    MessageBody::new(l10n::privacy_ask_delete(locale), rows).into_ephemeral()
}

//! Replies about the user's stored data (ephemeral).

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{MessageBody, board::button, message::MessageFile};
use crate::{
    l10n,
    locale::Locale,
    service::{ComponentAction, PrivacyReply},
};

pub(super) fn render(reply: &PrivacyReply, locale: Locale) -> MessageBody {
    match reply {
        PrivacyReply::About => MessageBody::ephemeral(l10n::privacy_about(locale)),
        PrivacyReply::Export(file) => MessageBody::ephemeral(l10n::privacy_export(locale))
            .with_file(MessageFile {
                name: "fourfall.json",
                description: l10n::command_privacy_export(locale),
                bytes: file.clone(),
            }),
        PrivacyReply::ConfirmDelete => confirm_delete(locale),
        PrivacyReply::Deleted => MessageBody::ephemeral(l10n::privacy_deleted(locale)),
        PrivacyReply::DeletionCancelled => MessageBody::ephemeral(l10n::privacy_kept(locale)),
        PrivacyReply::NoData => MessageBody::ephemeral(l10n::privacy_nothing(locale)),
        PrivacyReply::Listed(true) => MessageBody::ephemeral(l10n::privacy_listed(locale)),
        PrivacyReply::Listed(false) => MessageBody::ephemeral(l10n::privacy_unlisted(locale)),
    }
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

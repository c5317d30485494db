//! What is stored about the user, and its deletion.

use crate::{
    actions::ComponentAction,
    errors,
    features::{
        flow::deletion::{UserDeletion, delete_user},
        request::{MessageUpdate, RequestContext, RequestResult},
    },
    game::{Game, Refusal},
    l10n,
    locale::Locale,
    message::{Button, MessageBody},
    store::DeletionResult,
};

/// Deletes the user's data, which they have confirmed.
pub(crate) async fn delete_data(ctx: RequestContext<'_>) -> RequestResult {
    let RequestContext { service, request, now } = ctx;
    let user = request.user.id;
    let deletion = delete_user(service, Some(ctx.interaction()), user, now).await?;
    let UserDeletion { result, ended, in_channels } = deletion.ok_or(Refusal::JustChanged)?;
    let (message, mut updates): (fn(Locale) -> MessageBody, Vec<_>) = match result {
        DeletionResult::NothingStored => {
            (|locale| MessageBody::ephemeral(l10n::privacy_nothing(locale)), Vec::new())
        }
        DeletionResult::Done { computer_games, challenges } => {
            let games = computer_games.into_iter().map(MessageUpdate::GameDeleted);
            let challenges = challenges.into_iter().map(MessageUpdate::ChallengeDeleted);
            (deleted, games.chain(challenges).collect())
        }
        DeletionResult::DoneBefore if service.store.player(user, None).await?.is_some() => {
            (confirm_delete, Vec::new())
        }
        DeletionResult::DoneBefore => (deleted, Vec::new()),
    };
    for before in ended.into_iter().chain(in_channels) {
        match service.store.game(before.id).await {
            Ok(after) => updates.extend(after.map(|after| {
                if after.is_of_channel() {
                    return MessageUpdate::BoardChanged(after);
                }
                // The stored one no longer says which messages show it.
                let Game { board_message, reminder, .. } = before;
                MessageUpdate::BoardChanged(Game { board_message, reminder, ..after })
            })),
            Err(error) => errors::warn_about!(
                error,
                game = before.id.0,
                "the board of a deleted player's game is not updated"
            ),
        }
    }
    Ok(super::data(ctx, message).with_updates(updates))
}

/// What is stored about people, and what the user can do with it.
pub(crate) fn about(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_about(locale)).with_buttons([
        Button::primary(ComponentAction::Export, l10n::button_export(locale)),
        Button::secondary(ComponentAction::AskDelete, l10n::button_ask_delete(locale)),
        Button::secondary(ComponentAction::BlockedPage(0), l10n::button_back(locale)),
    ])
}

/// The user keeps their data.
pub(crate) fn kept(locale: Locale) -> MessageBody {
    let back = Button::secondary(ComponentAction::BlockedPage(0), l10n::button_back(locale));
    MessageBody::ephemeral(l10n::privacy_kept(locale)).with_buttons([back])
}

/// Asks for a confirmation of the deletion.
pub(crate) fn confirm_delete(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_ask_delete(locale)).with_buttons([
        Button::danger(ComponentAction::DeleteData, l10n::button_really_delete(locale)),
        Button::secondary(ComponentAction::CancelDeletion, l10n::button_keep(locale)),
    ])
}

fn deleted(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::privacy_deleted(locale))
}

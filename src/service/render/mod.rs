//! What messages of several features look like, and updates of messages.

pub(super) mod board;
pub(super) mod challenge;
pub(super) mod ending;
pub(super) mod games;
pub(super) mod grid;
pub(super) mod hint;
pub(super) mod names;
pub(super) mod paging;
pub(super) mod privacy;
pub(super) mod ratings;
pub(super) mod reasons;
pub(super) mod refusal;
pub(super) mod reminder;
pub(super) mod status;
pub(super) mod text_board;

pub use names::Audience;
pub use names::{level, period, shape, time_control};

use super::{
    CommandIds, MessageUpdate, PuzzlePost,
    response::{Answer, Response},
};
use crate::{
    game::{Game, MessageHandle, Now, Refusal, Reminder},
    l10n,
    locale::Locale,
    markdown,
    message::{self, ActionRow, Button, MessageBody},
    uploaded_tiles::UploadedTiles,
};

/// The answer to a request that an internal error has stopped. `reference` is also in the log.
pub fn error(locale: Locale, reference: &str) -> Response {
    let body = MessageBody::ephemeral(l10n::fault(locale, reference.to_owned()));
    Response::new(Answer::Post(body))
}

/// The ephemeral message in the place of a response that Discord refuses.
pub fn response_refused(commands: &CommandIds, locale: Locale) -> MessageBody {
    let board = markdown::command("board", commands.get("board").copied());
    MessageBody::ephemeral(l10n::response_refused(locale, board))
}

/// The answer to an autocompletion without choices.
pub const fn no_choices() -> Response {
    Response::new(Answer::Choices(Vec::new()))
}

pub(super) fn ephemeral_refusal(audience: Audience, refusal: &Refusal) -> MessageBody {
    MessageBody::ephemeral(refusal::text(audience, refusal))
}

/// How to deliver an update.
#[derive(Debug)]
pub enum UpdateDelivery<'a> {
    /// Edits a message.
    Edit(&'a MessageHandle, MessageBody),
    /// Deletes a message, or edits it if that is refused.
    Delete(&'a MessageHandle, MessageBody),
    /// Posts a reminder in this game's channel.
    Remind(&'a Game, MessageBody),
    /// Posts the daily puzzle in a channel.
    PostPuzzle(PuzzlePost, MessageBody),
    /// Edits a reminder of this game.
    EditReminder(&'a Game, Reminder, MessageBody),
    /// Posts a follow-up to a response; `if_refused` if Discord refuses the first one.
    FollowUp { reply: &'a MessageHandle, body: MessageBody, if_refused: MessageBody },
}

/// Renders an update.
pub fn message_update<'a>(
    update: &'a MessageUpdate,
    now: Now,
    tiles: &UploadedTiles,
) -> UpdateDelivery<'a> {
    let guild = update.location().guild;
    match update {
        MessageUpdate::BoardMoved { old_board, game, .. } => {
            let newest = game.lasting_board_location();
            let moved_away = board::moved_away(game, newest);
            if update.deletes_old_board() {
                UpdateDelivery::Delete(old_board, moved_away)
            } else {
                UpdateDelivery::Edit(old_board, moved_away)
            }
        }
        MessageUpdate::BoardChanged(game) => {
            let body =
                message::fitting(tiles, |brevity, tiles| board::render(game, now, brevity, tiles));
            UpdateDelivery::Edit(&game.board_message, body)
        }
        MessageUpdate::HintOnBoard { game, advice } => {
            let body = message::fitting(tiles, |brevity, tiles| {
                board::with_hint(game, now, advice, brevity, tiles)
            });
            UpdateDelivery::Edit(&game.board_message, body)
        }
        MessageUpdate::HintFailed { reply, refusal } => {
            let audience = Audience::public(reply.locale, guild);
            let body = ephemeral_refusal(audience, refusal);
            let if_refused = body.clone();
            UpdateDelivery::FollowUp { reply: &reply.message, body, if_refused }
        }
        MessageUpdate::ChallengeOver(challenge) | MessageUpdate::ChallengeAccepted(challenge) => {
            UpdateDelivery::Edit(&challenge.message, challenge::render(challenge, guild))
        }
        MessageUpdate::GameDeleted(game) => {
            UpdateDelivery::Edit(&game.board_message, privacy::game_deleted(game))
        }
        MessageUpdate::ChallengeDeleted(challenge) => {
            UpdateDelivery::Edit(&challenge.message, privacy::challenge_deleted(challenge))
        }
        MessageUpdate::Reminder(game) => UpdateDelivery::Remind(game, reminder::render(game, now)),
        MessageUpdate::ReminderOutdated(game, reminder) => {
            let body = reminder::outdated(game, *reminder, guild);
            UpdateDelivery::EditReminder(game, *reminder, body)
        }
        MessageUpdate::PuzzlePost(post) => {
            UpdateDelivery::PostPuzzle(*post, super::puzzle::message::post(*post, tiles))
        }
        MessageUpdate::Export { reply, update, .. } => {
            let locale = reply.locale;
            let body = privacy::export(update, locale);
            let if_refused = privacy::archive_failed(locale);
            UpdateDelivery::FollowUp { reply: &reply.message, body, if_refused }
        }
        MessageUpdate::Review { reply, update } => {
            let audience =
                Audience { is_alone: reply.is_alone, ..Audience::public(reply.locale, guild) };
            let body = message::fitting(tiles, |brevity, tiles| {
                super::review::message::update(update, Audience { brevity, ..audience }, tiles)
            });
            UpdateDelivery::Edit(&reply.message, body)
        }
    }
}

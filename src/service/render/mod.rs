//! Renders replies and updates as Discord messages.

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
    CommandIds, MessageUpdate, PuzzlePost, Refresh, Reply, ReplyContent, ReplyTarget, Service,
    UserRequest,
    context::RequestContext,
    response::{Answer, Response},
};
use crate::{
    game::{Game, MessageHandle, Now, Refusal, Reminder},
    l10n,
    locale::Locale,
    markdown,
    message::{self, ActionRow, Brevity, Button, MessageBody},
    uploaded_tiles::UploadedTiles,
};

/// Renders a reply. What is private never takes the place of a message that others see, whatever
/// custom id that was used with.
pub(super) fn respond(service: &Service, request: &UserRequest, reply: Reply) -> Response {
    let now = service.displayed_now();
    let audience = RequestContext { service, request, now: now.time }.audience();
    let rendered =
        message::fitting(&service.tiles, RenderedContent::is_too_long, |brevity, tiles| {
            content(&reply.content, Audience { brevity, ..audience }, now, tiles)
        });
    let Reply { content, target, updates, pending_updates } = reply;
    let is_refusal = matches!(content, ReplyContent::Refused { .. });
    let mut ephemeral = ephemeral(&content, audience);
    let (mut message_owner, mut kept_board) = (None, None);
    let answer = match rendered {
        RenderedContent::Choices(choices) => Answer::Choices(choices),
        RenderedContent::Unchanged => Answer::Unchanged,
        RenderedContent::Message(body) => match target {
            ReplyTarget::NewMessage => Answer::Post(body),
            ReplyTarget::RecordedMessage(owner) => {
                message_owner = Some(owner);
                Answer::Post(body)
            }
            ReplyTarget::UsedMessage if body.is_ephemeral() && !request.message_is_ephemeral => {
                Answer::Post(ephemeral.take().unwrap_or(body))
            }
            ReplyTarget::UsedMessage => Answer::Update(body),
            ReplyTarget::FollowUp(game, version, message) => {
                kept_board = Some((game, version, message));
                ephemeral = Some(body);
                Answer::Unchanged
            }
        },
    };
    Response { answer, is_refusal, ephemeral, message_owner, kept_board, updates, pending_updates }
}

/// What Discord shows of a reply.
enum RenderedContent {
    Message(MessageBody),
    /// Choices of an option that is being autocompleted, each with its label and its value.
    Choices(Vec<(String, String)>),
    /// The used message stays as it is.
    Unchanged,
}

impl RenderedContent {
    fn is_too_long(&self) -> bool {
        matches!(self, Self::Message(body) if body.is_too_long())
    }
}

fn content(
    content: &ReplyContent,
    audience: Audience,
    now: Now,
    tiles: &UploadedTiles,
) -> RenderedContent {
    let Audience { locale: _, guild, brevity, .. } = audience;
    RenderedContent::Message(match content {
        ReplyContent::Message(body) => body.clone(),
        ReplyContent::Challenge(challenge) => challenge::render(challenge, guild),
        ReplyContent::Board { game, ping, .. } => {
            board::render(game, now, brevity, tiles).with_ping(*ping)
        }
        ReplyContent::TextBoard(game) => text_board::render(game, audience),
        ReplyContent::Refused { refusal, refresh: None } => ephemeral_refusal(audience, refusal),
        ReplyContent::Refused { refresh: Some(refresh), .. } => {
            refreshed(refresh, audience, now, tiles)
        }
        ReplyContent::Choices(choices) => return RenderedContent::Choices(choices.clone()),
        ReplyContent::MovedAway(game) => board::moved_away(game, game.board_location()),
        ReplyContent::HintOnBoard(game, advice) => {
            board::with_hint(game, now, advice, brevity, tiles)
        }
        ReplyContent::Unchanged => return RenderedContent::Unchanged,
    })
}

/// What only the user sees beside the reply.
fn ephemeral(content: &ReplyContent, audience: Audience) -> Option<MessageBody> {
    match content {
        ReplyContent::Challenge(challenge) => challenge::offer_block(challenge, audience),
        ReplyContent::Refused { refusal, refresh: Some(_) } => {
            Some(ephemeral_refusal(audience, refusal))
        }
        _ => None,
    }
}

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

fn ephemeral_refusal(audience: Audience, refusal: &Refusal) -> MessageBody {
    MessageBody::ephemeral(refusal::text(audience, refusal))
}

fn refreshed(
    refresh: &Refresh,
    audience: Audience,
    now: Now,
    tiles: &UploadedTiles,
) -> MessageBody {
    match refresh {
        Refresh::Board(game) => board::render(game, now, audience.brevity, tiles),
        Refresh::MovedAway(game) => board::moved_away(game, game.board_location()),
        Refresh::Challenge(challenge) => challenge::render(challenge, audience.guild),
        Refresh::Games(page) => games::list(page, audience, now),
    }
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
    let fitting = |render: &dyn Fn(Brevity, &UploadedTiles) -> MessageBody| {
        message::fitting(tiles, MessageBody::is_too_long, render)
    };
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
            let body = fitting(&|brevity, tiles| board::render(game, now, brevity, tiles));
            UpdateDelivery::Edit(&game.board_message, body)
        }
        MessageUpdate::HintOnBoard { game, advice } => {
            let body =
                fitting(&|brevity, tiles| board::with_hint(game, now, advice, brevity, tiles));
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
            let body = fitting(&|brevity, tiles| {
                super::review::message::update(update, Audience { brevity, ..audience }, tiles)
            });
            UpdateDelivery::Edit(&reply.message, body)
        }
    }
}

//! Changes of messages that are no replies to interactions, and how they are delivered.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use clock::Timestamp;
use connect4::Advice;

use crate::{
    computer::workloads::Workload,
    features::shared::{board, challenge, hints::HintDetail, reminder},
    game::{
        Challenge, Game, GameId, Location, MessageHandle, MessageId, Now, PlayerId, Reminder,
        StandingAttempt,
    },
    l10n,
    message::{self, MessageBody},
    uploaded_tiles::UploadedTiles,
};

/// A reply that something follows.
#[derive(Clone, Debug)]
pub struct PostedReply {
    pub message: MessageHandle,
    pub location: Location,
}

/// What is to be done with a message that stays in a channel.
#[derive(Clone, Debug)]
pub struct StandingUpdate {
    pub attempt: StandingAttempt,
    pub shown: StandingBody,
}

/// What a message that stays shows.
#[derive(Clone, Debug)]
pub struct StandingBody {
    /// Without content if there is nothing to tell.
    pub body: MessageBody,
    /// Whom it names.
    pub names: Vec<PlayerId>,
    /// A hash of it. Another version of the program may have others.
    pub hash: i64,
}

impl StandingBody {
    pub(crate) fn new(body: MessageBody, names: Vec<PlayerId>) -> Self {
        let mut hasher = DefaultHasher::new();
        body.content.hash(&mut hasher);
        Self { body, names, hash: hasher.finish().cast_signed() }
    }

    /// There is nothing to tell.
    pub(crate) fn empty() -> Self {
        Self::new(MessageBody::new(String::new(), Vec::new()), Vec::new())
    }

    /// The same with what need not be sent again whenever it changes.
    pub(crate) fn with(self, change: impl FnOnce(MessageBody) -> MessageBody) -> Self {
        Self { body: change(self.body), ..self }
    }
}

/// What is said beside a reply.
#[derive(Clone, Debug)]
pub struct FollowUp {
    pub reply: PostedReply,
    pub body: MessageBody,
    /// Said if Discord refuses it.
    pub if_refused: MessageBody,
    /// Held until it is sent.
    pub workload: Option<Arc<Workload>>,
}

/// A change of a message that is not the reply to an interaction.
#[derive(Clone, Debug)]
pub enum MessageUpdate {
    /// The game has a newer board: the old one is deleted.
    BoardMoved { old_board: MessageHandle, game: Game },
    /// The player who waits has posted the board again: the old one, which may have pinged the
    /// other, leads there until they move.
    BoardReposted { old_board: MessageHandle, due_at: Timestamp, game: Game },
    /// The newest board of this game is to be posted by the token of the press that changed it,
    /// and to ping this player. The pressed message goes.
    BoardFollowUp(Game, PlayerId),
    /// The newest board of this game is out of date.
    BoardChanged(Game),
    /// A challenge is no longer pending.
    ChallengeOver(Challenge),
    /// A player of this game against the computer has deleted their data.
    GameDeleted(Game),
    /// One of the two has deleted their data while the challenge was pending.
    ChallengeDeleted(Challenge),
    /// The player to move is running out of time.
    Reminder(Game),
    /// The turn that a player was reminded of is over.
    ReminderOutdated(Game, Reminder),
    /// A hint on the board of this game that was pending.
    HintOnBoard { game: Game, advice: Advice, detail: HintDetail },
    /// A challenge was accepted by a message of its own.
    ChallengeAccepted(Challenge),
    /// The reply shows something else.
    ReplyChanged(PostedReply, MessageBody),
    /// The reply is not needed any more.
    ReplyOutdated(PostedReply),
    /// Something is said beside the reply.
    FollowUp(FollowUp),
    /// Something is to be done with a message that stays in a channel.
    Standing(Box<StandingUpdate>),
}

impl MessageUpdate {
    /// The location of the message to edit or post.
    pub const fn location(&self) -> Location {
        match self {
            Self::BoardMoved { game, .. }
            | Self::BoardReposted { game, .. }
            | Self::BoardFollowUp(game, _)
            | Self::BoardChanged(game)
            | Self::GameDeleted(game)
            | Self::HintOnBoard { game, .. }
            | Self::Reminder(game)
            | Self::ReminderOutdated(game, _) => game.config.location,
            Self::ChallengeOver(challenge)
            | Self::ChallengeAccepted(challenge)
            | Self::ChallengeDeleted(challenge) => challenge.terms.config.location,
            Self::ReplyChanged(reply, _)
            | Self::ReplyOutdated(reply)
            | Self::FollowUp(FollowUp { reply, .. }) => reply.location,
            Self::Standing(update) => update.attempt.message.location(),
        }
    }

    /// The update of a game's reminder, if the turn that it was for is over.
    pub(crate) fn of_outdated_reminder(game: &Game) -> Option<Self> {
        game.outdated_reminder().map(|reminder| Self::ReminderOutdated(game.clone(), reminder))
    }

    /// The update of the reminder that this update makes outdated.
    pub(crate) fn outdated_reminder(&self) -> Option<Self> {
        match self {
            Self::BoardReposted { game, .. }
            | Self::BoardFollowUp(game, _)
            | Self::BoardChanged(game) => Self::of_outdated_reminder(game),
            // Its board is gone, and who was to find it is there or pinged again; or it ends with
            // its data, whoever has to move.
            Self::BoardMoved { game, .. } | Self::GameDeleted(game) => {
                game.reminder.map(|reminder| Self::ReminderOutdated(game.clone(), reminder))
            }
            _ => None,
        }
    }

    /// Whether it is compared with the database even before the first attempt: it deletes a
    /// board, or may have been queued for long.
    pub const fn is_refreshed_first(&self) -> bool {
        matches!(
            self,
            Self::BoardMoved { .. }
                | Self::BoardReposted { .. }
                | Self::BoardFollowUp(..)
                | Self::Standing(_)
        )
    }

    /// When it is to be delivered, if not at once.
    pub const fn due_at(&self) -> Option<Timestamp> {
        match self {
            Self::BoardReposted { due_at, .. } => Some(*due_at),
            _ => None,
        }
    }

    /// Whether it is wrong if the response did not arrive: a board or a challenge would go although
    /// nobody sees the new board.
    pub fn needs_response(&self) -> bool {
        match self {
            Self::BoardMoved { .. }
            | Self::BoardReposted { .. }
            | Self::BoardFollowUp(..)
            | Self::ChallengeAccepted(_)
            | Self::ReplyOutdated(_) => true,
            // Of a turn that goes on: its player would find a newer board.
            Self::ReminderOutdated(game, reminder) => game.outdated_reminder() != Some(*reminder),
            _ => false,
        }
    }

    /// Sets the message id of the game's newest board, unless it is known.
    pub fn set_message_id(&mut self, message: MessageId) {
        if let Self::BoardMoved { game, .. } | Self::BoardReposted { game, .. } = self {
            game.board_message.message.get_or_insert(message);
        }
    }
}

/// How to deliver an update.
#[derive(Debug)]
pub enum UpdateDelivery<'a> {
    /// Edits a message.
    Edit(&'a MessageHandle, MessageBody),
    /// Deletes a message, or edits it if that is refused.
    Delete(&'a MessageHandle, MessageBody),
    /// Edits an old board of this game: it leads to the newest one until the next move.
    EditIntoLink(&'a MessageHandle, &'a Game, MessageBody),
    /// Deletes an old board of this game, and edits the reminder, or the older board, that leads to
    /// it. If that is gone, the old board takes its place.
    DeleteAndRelink(&'a MessageHandle, (MessageId, MessageBody), &'a Game, MessageBody),
    /// Deletes a message by its token, which is that of a reply.
    DeleteByToken(&'a MessageHandle),
    /// Posts this board in the place of the pressed one.
    PostBoard(&'a Game, MessageBody),
    /// Posts a reminder in this game's channel.
    Remind(&'a Game, MessageBody),
    /// Does something with a message that stays in a channel.
    Standing(&'a StandingUpdate),
    /// Deletes a reminder of this game.
    DeleteReminder(GameId, MessageId),
    /// Posts a follow-up to a response.
    FollowUp(&'a FollowUp),
}

/// Renders an update.
pub fn message_update<'a>(
    update: &'a MessageUpdate,
    now: Now,
    tiles: &UploadedTiles,
) -> UpdateDelivery<'a> {
    let guild = update.location().guild;
    let pinging = |game: &Game, ping| {
        message::fitting(tiles, |brevity, tiles| board::render(game, now, ping, brevity, tiles))
    };
    let board = |game: &Game| pinging(game, None);
    match update {
        MessageUpdate::BoardMoved { old_board, game }
        | MessageUpdate::BoardReposted { old_board, game, .. } => {
            let is_reposted = matches!(update, MessageUpdate::BoardReposted { .. });
            let leads_there = board::moved_away(game);
            // The old one does not go before the new one is known to be there.
            let is_known = game.board_message.message.is_some();
            match (game.reminder, old_board.message) {
                (slot, Some(old))
                    if game.is_live()
                        && (is_reposted || !is_known)
                        && slot.is_none_or(|slot| slot.message == old) =>
                {
                    UpdateDelivery::EditIntoLink(old_board, game, leads_there)
                }
                (Some(slot), _) if is_reposted && is_known => {
                    let relinked = if game.is_reminded() {
                        reminder::render(game, now)
                    } else {
                        leads_there.clone()
                    };
                    let reminder = (slot.message, relinked);
                    UpdateDelivery::DeleteAndRelink(old_board, reminder, game, leads_there)
                }
                _ if is_known => UpdateDelivery::Delete(old_board, leads_there),
                _ => UpdateDelivery::Edit(old_board, leads_there),
            }
        }
        MessageUpdate::BoardFollowUp(game, ping) => {
            UpdateDelivery::PostBoard(game, pinging(game, Some(*ping)))
        }
        MessageUpdate::BoardChanged(game) => UpdateDelivery::Edit(&game.board_message, board(game)),
        MessageUpdate::HintOnBoard { game, advice, detail } => {
            let body = message::fitting(tiles, |brevity, tiles| {
                board::with_hint(game, now, advice, *detail, brevity, tiles)
            });
            UpdateDelivery::Edit(&game.board_message, body)
        }
        MessageUpdate::ChallengeOver(challenge) | MessageUpdate::ChallengeAccepted(challenge) => {
            UpdateDelivery::Edit(&challenge.message, challenge::render(challenge, guild))
        }
        MessageUpdate::GameDeleted(game) => {
            let deleted = MessageBody::new(l10n::game_deleted(game.config.locale), Vec::new());
            UpdateDelivery::Edit(&game.board_message, deleted)
        }
        MessageUpdate::ChallengeDeleted(challenge) => {
            let deleted = l10n::challenge_deleted(challenge.terms.config.locale);
            UpdateDelivery::Edit(&challenge.message, MessageBody::new(deleted, Vec::new()))
        }
        MessageUpdate::Reminder(game) => UpdateDelivery::Remind(game, reminder::render(game, now)),
        MessageUpdate::ReminderOutdated(game, reminder) => {
            UpdateDelivery::DeleteReminder(game.id, reminder.message)
        }
        MessageUpdate::Standing(update) => UpdateDelivery::Standing(update),
        MessageUpdate::ReplyChanged(reply, body) => {
            UpdateDelivery::Edit(&reply.message, body.clone())
        }
        MessageUpdate::ReplyOutdated(reply) => UpdateDelivery::DeleteByToken(&reply.message),
        MessageUpdate::FollowUp(follow_up) => UpdateDelivery::FollowUp(follow_up),
    }
}

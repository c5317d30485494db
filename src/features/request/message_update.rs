//! Changes of messages that are no replies to interactions, and how they are delivered.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use connect4::Advice;

use crate::{
    computer::workloads::Workload,
    features::views::{HintDetail, board, challenge, reminder},
    game::{
        Challenge, ChallengeId, ChallengeState, Game, GameId, Location, MessageHandle, MessageId,
        Now, PlayerId, Reminder, StandingAttempt, StandingMessageId, Token,
    },
    l10n,
    locale::Locale,
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
    /// The game has a newer board: once that is known to be there, the old one is deleted.
    BoardMoved { old_board: MessageHandle, game: Game },
    /// The newest board of this game is to be posted by the token of the press that changed it,
    /// and to ping this player. The pressed message goes.
    BoardFollowUp(Game, PlayerId),
    /// The newest board of this game is out of date.
    BoardChanged(Game),
    /// A challenge to a rematch is to become this board. A moderator may have deleted it.
    RematchBegun(Game),
    /// A challenge is no longer pending. If it was accepted, a message of its own shows the game.
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
    /// The reply shows something else.
    ReplyChanged(PostedReply, MessageBody),
    /// The reply is not needed any more.
    ReplyOutdated(PostedReply),
    /// Something is said beside the reply.
    FollowUp(FollowUp),
    /// Something is to be done with a message that stays in a channel.
    Standing(Box<StandingUpdate>),
}

/// What an update changes. Those with the same key are delivered one after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UpdateKey {
    /// The newest board of a game.
    Board(GameId),
    /// A board of a game that was drawn with this token, and is no longer the newest. Once it
    /// has expired, the token is empty.
    OldBoard(GameId, Token),
    Challenge(ChallengeId),
    /// The response to the interaction with this token.
    Response(Token),
    /// A follow-up to the interaction with this token.
    FollowUp(Token),
    Reminder(GameId),
    OutdatedReminder(MessageId),
    /// A message that stays in a channel.
    Standing(StandingMessageId),
}

impl UpdateKey {
    /// Whether it comes due again if it is not delivered now.
    pub const fn is_post(&self) -> bool {
        matches!(self, Self::Standing(..))
    }
}

/// An update's row in the table of updates ([`MessageUpdate::row`]).
#[derive(Debug)]
pub struct UpdateRow<'a> {
    pub key: UpdateKey,
    /// Where the message is, or will be.
    pub location: Location,
    pub delivery: UpdateDelivery<'a>,
}

impl<'a> UpdateRow<'a> {
    const fn of_board(game: &'a Game, delivery: UpdateDelivery<'a>) -> Self {
        Self { key: UpdateKey::Board(game.id), location: game.config.location, delivery }
    }

    const fn of_edited_board(game: &'a Game, shown: Shown<'a>) -> Self {
        Self::of_board(game, UpdateDelivery::Edit(&game.board_message, shown))
    }

    const fn of_challenge(challenge: &'a Challenge, shown: Shown<'a>) -> Self {
        let delivery = UpdateDelivery::Edit(&challenge.message, shown);
        let location = challenge.terms.config.location;
        Self { key: UpdateKey::Challenge(challenge.id), location, delivery }
    }
}

impl MessageUpdate {
    /// The table of updates: what each changes, where, and how it is delivered.
    pub fn row(&self) -> UpdateRow<'_> {
        match self {
            Self::BoardMoved { old_board, game } => {
                let key = UpdateKey::OldBoard(game.id, old_board.token.clone());
                let delivery = UpdateDelivery::Delete(old_board);
                UpdateRow { key, location: game.config.location, delivery }
            }
            Self::BoardFollowUp(game, ping) => {
                let shown = Shown::Board(game, Some(*ping), false);
                UpdateRow::of_board(game, UpdateDelivery::PostBoard(game, shown))
            }
            Self::BoardChanged(game) => {
                UpdateRow::of_edited_board(game, Shown::Board(game, None, false))
            }
            Self::RematchBegun(game) => {
                let shown = Shown::Board(game, None, false);
                UpdateRow::of_board(game, UpdateDelivery::EditOrPost(game, shown))
            }
            Self::HintOnBoard { game, advice, detail } => {
                UpdateRow::of_edited_board(game, Shown::Hint(game, advice, *detail))
            }
            Self::GameDeleted(game) => {
                let shown = Shown::Deleted(l10n::game_deleted, game.config.locale);
                UpdateRow::of_edited_board(game, shown)
            }
            Self::ChallengeOver(it) => UpdateRow::of_challenge(it, Shown::Challenge(it)),
            Self::ChallengeDeleted(it) => {
                let shown = Shown::Deleted(l10n::challenge_deleted, it.terms.config.locale);
                UpdateRow::of_challenge(it, shown)
            }
            Self::Reminder(game) => {
                let delivery = UpdateDelivery::Remind(game, Shown::Reminder(game));
                let key = UpdateKey::Reminder(game.id);
                UpdateRow { key, location: game.config.location, delivery }
            }
            Self::ReminderOutdated(game, Reminder { message, .. }) => {
                let key = UpdateKey::OutdatedReminder(*message);
                let delivery = UpdateDelivery::DeleteReminder(game.id, *message);
                UpdateRow { key, location: game.config.location, delivery }
            }
            Self::ReplyChanged(reply, body) => {
                let key = UpdateKey::Response(reply.message.token.clone());
                let delivery = UpdateDelivery::Edit(&reply.message, Shown::Body(body));
                UpdateRow { key, location: reply.location, delivery }
            }
            Self::ReplyOutdated(reply) => {
                let key = UpdateKey::Response(reply.message.token.clone());
                let delivery = UpdateDelivery::Delete(&reply.message);
                UpdateRow { key, location: reply.location, delivery }
            }
            Self::FollowUp(follow_up) => {
                let key = UpdateKey::FollowUp(follow_up.reply.message.token.clone());
                let delivery = UpdateDelivery::FollowUp(follow_up);
                UpdateRow { key, location: follow_up.reply.location, delivery }
            }
            Self::Standing(update) => {
                let key = UpdateKey::Standing(update.attempt.id);
                let location = update.attempt.message.location();
                UpdateRow { key, location, delivery: UpdateDelivery::Standing(update) }
            }
        }
    }

    /// Whether it is compared with the database even before the first attempt: it deletes a
    /// board, or may have been queued for long.
    pub const fn is_refreshed_first(&self) -> bool {
        matches!(self, Self::BoardMoved { .. } | Self::BoardFollowUp(..) | Self::Standing(_))
    }

    /// Whether it is wrong if the response did not arrive: a board or a challenge would go although
    /// nobody sees the new board.
    pub fn needs_response(&self) -> bool {
        match self {
            Self::BoardMoved { .. } | Self::BoardFollowUp(..) | Self::ReplyOutdated(_) => true,
            Self::ChallengeOver(it) => it.state == ChallengeState::Accepted,
            // Of a turn that goes on: its player would find a newer board.
            Self::ReminderOutdated(game, reminder) => game.outdated_reminder() != Some(*reminder),
            _ => false,
        }
    }

    /// The update of a game's reminder, if the turn that it was for is over.
    pub(crate) fn of_outdated_reminder(game: &Game) -> Option<Self> {
        game.outdated_reminder().map(|reminder| Self::ReminderOutdated(game.clone(), reminder))
    }

    /// The update of the reminder that this update makes outdated.
    pub(crate) fn outdated_reminder(&self) -> Option<Self> {
        match self {
            // Who was to find the board is there, or pinged again.
            Self::BoardMoved { game, .. } | Self::GameDeleted(game) => {
                Some(Self::ReminderOutdated(game.clone(), game.reminder?))
            }
            Self::BoardFollowUp(game, _) | Self::BoardChanged(game) => {
                Self::of_outdated_reminder(game)
            }
            _ => None,
        }
    }

    /// Sets the message id of the game's newest board, unless it is known.
    pub fn set_message_id(&mut self, message: MessageId) {
        if let Self::BoardMoved { game, .. } = self {
            game.board_message.message.get_or_insert(message);
        }
    }
}

/// How to deliver an update.
#[derive(Debug)]
pub enum UpdateDelivery<'a> {
    /// Edits a message.
    Edit(&'a MessageHandle, Shown<'a>),
    /// Edits the message of this board, or posts another one if it is gone.
    EditOrPost(&'a Game, Shown<'a>),
    /// Deletes a message.
    Delete(&'a MessageHandle),
    /// Posts this board in the place of the pressed one.
    PostBoard(&'a Game, Shown<'a>),
    /// Posts a reminder in this game's channel.
    Remind(&'a Game, Shown<'a>),
    /// Does something with a message that stays in a channel.
    Standing(&'a StandingUpdate),
    /// Deletes a reminder of this game.
    DeleteReminder(GameId, MessageId),
    /// Posts a follow-up to a response.
    FollowUp(&'a FollowUp),
}

/// What a message shows after an update.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    /// A board, which pings a player if it is a new message, and may have the last move in words.
    Board(&'a Game, Option<PlayerId>, bool),
    Hint(&'a Game, &'a Advice, HintDetail),
    Challenge(&'a Challenge),
    Reminder(&'a Game),
    /// That a game or a challenge was deleted.
    Deleted(l10n::Text, Locale),
    Body(&'a MessageBody),
}

impl Shown<'_> {
    pub fn render(self, now: Now, tiles: &UploadedTiles) -> MessageBody {
        match self {
            Self::Board(game, ping, tells_move) => message::fitting(tiles, |brevity, tiles| {
                board::render(game, now, ping, tells_move, brevity, tiles)
            }),
            Self::Hint(game, advice, detail) => message::fitting(tiles, |brevity, tiles| {
                board::with_hint(game, now, advice, detail, brevity, tiles)
            }),
            Self::Challenge(it) => challenge::render(it),
            Self::Reminder(game) => reminder::render(game, now),
            Self::Deleted(text, locale) => MessageBody::new(text(locale), Vec::new()),
            Self::Body(body) => body.clone(),
        }
    }
}

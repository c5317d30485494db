//! What comes out of the service: replies, and how they are delivered.

use connect4::Advice;

use super::{MessageUpdate, PendingUpdates, render::games::GamesView};
use crate::{
    game::{Challenge, Game, GameId, MessageHandle, PlayerId, Refusal, Version},
    message::MessageBody,
    store::{MessageOwner, StoreError},
};

/// The result of a request.
#[derive(Debug)]
pub struct Reply {
    /// What to show to the user.
    pub content: ReplyContent,
    pub target: ReplyTarget,
    /// Updates of other messages, to be sent after the response.
    pub updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub pending_updates: Option<PendingUpdates>,
}

/// The message that shows a reply.
#[derive(Clone, Debug)]
pub enum ReplyTarget {
    NewMessage,
    /// A new message, whose id is to be stored.
    RecordedMessage(MessageOwner),
    /// The message whose component was used, which is edited.
    UsedMessage,
    /// A follow-up that only the user sees. The used message, the board of this game at this
    /// version, stays as it is; its handle is to be stored, since the interaction's token can
    /// edit it from now on.
    FollowUp(GameId, Version, MessageHandle),
}

/// Why a request got no other reply.
#[derive(Debug)]
pub(super) enum RequestError {
    /// The user did something that is not possible.
    Refused(Refusal),
    /// The database failed.
    Failed(StoreError),
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl Reply {
    /// A new message.
    pub const fn new(content: ReplyContent) -> Self {
        Self {
            content,
            target: ReplyTarget::NewMessage,
            updates: Vec::new(),
            pending_updates: None,
        }
    }

    /// An edit of the message whose component was used.
    pub fn update(content: ReplyContent) -> Self {
        Self::new(content).as_update()
    }

    /// The board of a game as a new message.
    pub fn board(game: Game) -> Self {
        let target = ReplyTarget::RecordedMessage(board_owner(&game));
        Self { target, ..Self::new(ReplyContent::board(game)) }
    }

    /// A challenge as a new message.
    pub fn challenge(challenge: Challenge) -> Self {
        let owner = MessageOwner::Challenge(challenge.id);
        let content = ReplyContent::Challenge(challenge);
        Self { target: ReplyTarget::RecordedMessage(owner), ..Self::new(content) }
    }

    pub const fn refused(refusal: Refusal) -> Self {
        Self::new(ReplyContent::Refused { refusal, refresh: None })
    }

    /// A refusal that also refreshes the message whose component was used.
    pub fn refused_with_refresh(refusal: Refusal, refresh: Refresh) -> Self {
        Self::update(ReplyContent::Refused { refusal, refresh: Some(refresh) })
    }

    /// Edits the message whose component was used instead of posting a new one.
    #[must_use]
    pub fn as_update(self) -> Self {
        Self { target: ReplyTarget::UsedMessage, ..self }
    }

    #[must_use]
    pub fn with_updates(mut self, updates: Vec<MessageUpdate>) -> Self {
        self.updates.extend(updates);
        self
    }

    /// Adds the updates of reminders whose turns are over, by the games that the reply shows.
    #[must_use]
    pub(super) fn with_outdated_reminders(mut self) -> Self {
        let mut outdated: Vec<_> =
            self.updates.iter().filter_map(MessageUpdate::outdated_reminder).collect();
        // The updates are about the same game.
        if outdated.is_empty() {
            let shown = self.content.shown_game();
            outdated.extend(shown.and_then(MessageUpdate::of_outdated_reminder));
        }
        self.updates.extend(outdated);
        self
    }

    #[must_use]
    pub fn with_pending_updates(self, pending_updates: Option<PendingUpdates>) -> Self {
        Self { pending_updates, ..self }
    }
}

/// The owner of the message that shows a game's board.
pub(super) fn board_owner(game: &Game) -> MessageOwner {
    MessageOwner::Board(game.id, game.board_message.token.clone())
}

/// The content of a reply.
#[derive(Clone, Debug)]
pub enum ReplyContent {
    /// A message of one feature.
    Message(MessageBody),
    Challenge(Challenge),
    Board {
        game: Game,
        /// The player whom the new message pings.
        ping: Option<PlayerId>,
    },
    /// The pressed board is replaced by a link to the newest one of this game.
    MovedAway(Game),
    /// The request was refused.
    Refused {
        refusal: Refusal,
        /// How to refresh the message whose component was used, if it is
        /// outdated.
        refresh: Option<Refresh>,
    },
    /// A game's position as text.
    TextBoard(Game),
    /// Choices of an option that is being autocompleted, each with its label and its value.
    Choices(Vec<(String, String)>),
    /// The board of a game, with the best columns marked.
    HintOnBoard(Game, Advice),
    /// The used message stays as it is, for now.
    Unchanged,
}

/// How an outdated message is refreshed.
#[derive(Clone, Debug)]
pub enum Refresh {
    /// It is the newest board of this game, and missed a change.
    Board(Game),
    /// The newest board of this game is another message.
    MovedAway(Game),
    /// The challenge is no longer pending.
    Challenge(Challenge),
    /// The user's games have changed.
    Games(GamesView),
}

impl ReplyContent {
    /// The game whose board it shows, or leads to.
    const fn shown_game(&self) -> Option<&Game> {
        match self {
            Self::Board { game, .. }
            | Self::TextBoard(game)
            | Self::HintOnBoard(game, _)
            | Self::MovedAway(game)
            | Self::Refused {
                refresh: Some(Refresh::Board(game) | Refresh::MovedAway(game)),
                ..
            } => Some(game),
            _ => None,
        }
    }

    /// A board without a ping.
    pub const fn board(game: Game) -> Self {
        Self::Board { game, ping: None }
    }
}

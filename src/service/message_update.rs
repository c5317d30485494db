use std::{sync::Arc, time::Duration};

use connect4::Advice;

use super::{ReviewProgress, Workload, review::message::ReviewView};
use crate::{
    game::{
        Challenge, ChannelId, Game, GameId, GuildId, Location, MessageHandle, MessageId,
        PuzzleNumber, Refusal, Reminder,
    },
    locale::Locale,
    theme::Theme,
};

/// The progress or the result of a pending review.
#[derive(Clone, Debug)]
pub enum ReviewUpdate {
    Progress(ReviewProgress),
    Done(Box<ReviewView>),
    Failed,
    /// The process stops.
    Interrupted(GameId),
}

/// The result of an export.
#[derive(Clone, Debug)]
pub enum ExportUpdate {
    /// A ZIP archive.
    Archive(Vec<u8>),
    NothingStored,
    /// More than Discord accepts.
    TooLarge,
    /// With its reference in the log.
    Failed(String),
    /// The process stops.
    Interrupted,
}

/// A reply that something follows.
#[derive(Clone, Debug)]
pub struct PostedReply {
    pub message: MessageHandle,
    pub location: Location,
    /// The user's locale.
    pub locale: Locale,
    /// Whether nobody but the user would see what is posted there.
    pub is_alone: bool,
}

/// What becomes of a board that is not the newest one any more.
#[derive(Clone, Copy, Debug)]
pub enum OldBoardChange {
    RemoveButtons,
    Delete { after: Duration },
}

/// The daily puzzle of a server, to be posted.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePost {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub number: PuzzleNumber,
    pub theme: Theme,
    pub locale: Locale,
    /// How many people have solved that of the day before, in this server.
    pub solved_yesterday: u64,
}

impl PuzzlePost {
    pub const fn location(&self) -> Location {
        Location { guild: Some(self.guild), channel: self.channel }
    }
}

/// A change of a message that is not the reply to an interaction.
#[derive(Clone, Debug)]
pub enum MessageUpdate {
    /// The game has a newer board.
    BoardMoved { old_board: MessageHandle, change: OldBoardChange, game: Game },
    /// A game changed by something else than its board's buttons.
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
    HintOnBoard { game: Game, advice: Advice },
    /// A hint on the board came to nothing.
    HintFailed { reply: PostedReply, refusal: Refusal },
    /// A challenge was accepted by a message of its own.
    ChallengeAccepted(Challenge),
    /// An archive of an export, or why there is none.
    Export {
        reply: PostedReply,
        update: ExportUpdate,
        /// Held until the archive is sent.
        workload: Arc<Workload>,
    },
    /// A review that was pending.
    Review { reply: PostedReply, update: ReviewUpdate },
    /// A server's daily puzzle is to be posted.
    PuzzlePost(PuzzlePost),
}

impl MessageUpdate {
    /// The location of the message to edit or post.
    pub const fn location(&self) -> Location {
        match self {
            Self::BoardMoved { game, .. }
            | Self::BoardChanged(game)
            | Self::GameDeleted(game)
            | Self::HintOnBoard { game, .. }
            | Self::Reminder(game)
            | Self::ReminderOutdated(game, _) => game.config.location,
            Self::ChallengeOver(challenge)
            | Self::ChallengeAccepted(challenge)
            | Self::ChallengeDeleted(challenge) => challenge.terms.config.location,
            Self::HintFailed { reply, .. }
            | Self::Export { reply, .. }
            | Self::Review { reply, .. } => reply.location,
            Self::PuzzlePost(post) => post.location(),
        }
    }

    /// The update of a game's reminder, if the turn that it was for is over.
    pub(super) fn of_outdated_reminder(game: &Game) -> Option<Self> {
        game.outdated_reminder().map(|reminder| Self::ReminderOutdated(game.clone(), reminder))
    }

    /// The update of the reminder that this update makes outdated.
    pub(super) fn outdated_reminder(&self) -> Option<Self> {
        match self {
            Self::BoardMoved { game, .. } | Self::BoardChanged(game) => {
                Self::of_outdated_reminder(game)
            }
            // It ends with its data, whoever has to move.
            Self::GameDeleted(game) => {
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
            Self::BoardMoved { change: OldBoardChange::Delete { .. }, .. } | Self::PuzzlePost(_)
        )
    }

    /// Whether it deletes the old board: not before the new one is known to be there.
    pub const fn deletes_old_board(&self) -> bool {
        matches!(self, Self::BoardMoved { change: OldBoardChange::Delete { .. }, game, .. }
            if game.board_message.message.is_some())
    }

    /// How long to wait before it is delivered.
    pub const fn delay(&self) -> Duration {
        match self {
            Self::BoardMoved { change: OldBoardChange::Delete { after }, .. } => *after,
            _ => Duration::ZERO,
        }
    }

    /// Whether it is wrong if the response did not arrive: the old board or the challenge would
    /// be closed although nobody sees the new board.
    pub const fn needs_response(&self) -> bool {
        matches!(self, Self::BoardMoved { .. } | Self::ChallengeAccepted(_))
    }

    /// Sets the message id of the game's newest board, unless it is known.
    pub fn set_message_id(&mut self, message: MessageId) {
        if let Self::BoardMoved { game, .. } | Self::ReminderOutdated(game, _) = self {
            game.board_message.message.get_or_insert(message);
        }
    }
}

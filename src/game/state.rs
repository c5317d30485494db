use std::{fmt, time::Duration};

use clock::Timestamp;
use connect4::{Board, Moves, Seat};

use super::{
    ChallengeId, DeclinedOffers, GameConfig, GameId, InteractionId, MessageId, Offer, Participant,
    PlayerId, Players, RatingChange, Refusal, Series, TurnDeadline,
};

/// The number of changes to a game. Every change increments it, so a drawn
/// board is either current or recognisably outdated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32);

impl Version {
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A seat completed a line.
    Won(Seat),
    /// The board is full and nobody has a line.
    Drawn,
    Resigned(Seat),
    TimedOut(Seat),
    DrawByAgreement,
    /// It ended before both had moved; nobody won or lost.
    CalledOff,
    /// Ended by a moderator; nobody won or lost.
    EndedByModerator,
}

impl GameResult {
    /// The seat that won, if any.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(seat) => Some(seat),
            Self::Resigned(seat) | Self::TimedOut(seat) => Some(seat.other()),
            Self::Drawn | Self::DrawByAgreement | Self::CalledOff | Self::EndedByModerator => None,
        }
    }

    /// Whether the game counts in records and ratings.
    pub const fn counts(self) -> bool {
        !matches!(self, Self::CalledOff | Self::EndedByModerator)
    }

    /// Whether the game ended without an action by either player, so that they
    /// may not know yet.
    pub const fn ended_unattended(self) -> bool {
        matches!(self, Self::TimedOut(_) | Self::CalledOff | Self::EndedByModerator)
    }
}

/// A message of the bot and the interaction token that can edit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageHandle {
    /// `None` until Discord has reported the id.
    pub message: Option<MessageId>,
    /// The token of the interaction that last drew it.
    pub token: Token,
    pub token_expires_at: Timestamp,
}

impl MessageHandle {
    /// Whether this may be that message: the ids are equal, or this one is lost, so that any
    /// message may take its place.
    pub fn may_be(&self, message: Option<MessageId>, now: Timestamp) -> bool {
        let posted_at = self.token_expires_at.before(Token::LIFETIME);
        is_lost(self.message, posted_at, now) || self.message.is_some() && self.message == message
    }
}

/// Whether the id of a message is unknown, but should be known by now: probably nobody has
/// seen it.
pub(super) fn is_lost(message: Option<MessageId>, posted_at: Timestamp, now: Timestamp) -> bool {
    message.is_none() && now.since(posted_at) > UPDATE_LOST_AFTER
}

/// The token of an interaction, which can edit its message for a limited time.
/// A secret: redacted in debug output.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(pub String);

impl Token {
    /// How long Discord accepts a token after the interaction
    /// ([rule](https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages)).
    pub const LIFETIME: Duration = Duration::from_mins(15);
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A message or change that is not shown after this long never will be: Discord accepts a
/// response for three seconds.
pub const UPDATE_LOST_AFTER: Duration = Duration::from_secs(3);

/// A game between two people, or between a person and the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub id: GameId,
    pub config: GameConfig,
    pub players: Players,
    pub moves: Moves,
    pub version: Version,
    /// The series of rematches that the game belongs to.
    pub series: Series,
    /// The open offer, if any.
    pub offer: Option<Offer>,
    /// Offers that may not be repeated yet.
    pub declined: DeclinedOffers,
    /// `None` while the game is live.
    pub result: Option<GameResult>,
    pub started_at: Timestamp,
    /// When the current turn began.
    pub moved_at: Timestamp,
    pub turn_deadline: TurnDeadline,
    pub ended_at: Option<Timestamp>,
    /// The rating change of each seat: in the game's server, or the global one
    /// if it was played in direct messages.
    pub rating_changes: [Option<RatingChange>; 2],
    /// The interaction that last changed the game.
    pub changed_by: InteractionId,
    /// The message with the newest board.
    pub board_message: MessageHandle,
}

/// A game to be started, not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The accepted challenge; `None` for a game against the computer.
    pub challenge: Option<ChallengeId>,
    pub config: GameConfig,
    pub players: Players,
    /// The series of rematches that the game belongs to.
    pub series: Series,
    /// The limit of live games in the channel, including this one.
    pub max_games_per_channel: Option<u8>,
    pub started_at: Timestamp,
    /// The interaction that started it.
    pub changed_by: InteractionId,
}

impl Game {
    /// The game as it was first stored, under `id`.
    pub fn start(id: GameId, new: NewGame, board_message: MessageHandle) -> Self {
        let mut game = Self {
            id,
            config: new.config,
            players: new.players,
            moves: Moves::default(),
            version: Version(0),
            series: new.series,
            offer: None,
            declined: DeclinedOffers::default(),
            result: None,
            started_at: new.started_at,
            moved_at: new.started_at,
            turn_deadline: TurnDeadline::default(),
            ended_at: None,
            rating_changes: [None; 2],
            changed_by: new.changed_by,
            board_message,
        };
        game.start_turn(new.started_at);
        game
    }

    /// Ends the game. One in which not both have moved never really started, and is called
    /// off.
    pub(super) fn end(&mut self, result: GameResult, now: Timestamp) {
        self.result = Some(if self.both_have_moved() { result } else { GameResult::CalledOff });
        self.ended_at = Some(now);
        self.offer = None;
        self.turn_deadline = TurnDeadline { move_by: None, remind_at: None };
    }

    /// The current position.
    ///
    /// # Panics
    ///
    /// If the moves are illegal: only [`apply()`](super::apply()) adds moves,
    /// and the store refuses to load a game with illegal ones.
    pub fn board(&self) -> Board {
        self.moves.replay(self.config.shape).expect("a game's moves are legal")
    }

    /// The position before each move.
    ///
    /// # Panics
    ///
    /// As [`Game::board`] does.
    pub fn positions(&self) -> Vec<Board> {
        self.moves.positions(self.config.shape).expect("a game's moves are legal")
    }

    pub fn participant(&self, seat: Seat) -> Participant<'_> {
        self.players.participant(seat)
    }

    /// The seat of a player, if they take part in this game.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        self.players.seat_of(id)
    }

    /// The refusal of any action on a game that has ended; `None` while it is
    /// live.
    pub fn refusal_if_over(&self) -> Option<Refusal> {
        self.result.map(|result| Refusal::GameOver(result, self.players.clone()))
    }

    /// When the last move was made, or when the game ended.
    pub fn changed_at(&self) -> Timestamp {
        self.ended_at.unwrap_or(self.moved_at)
    }

    /// The seat to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        let seat =
            if self.moves.columns().len().is_multiple_of(2) { Seat::First } else { Seat::Second };
        self.result.is_none().then_some(seat)
    }
}

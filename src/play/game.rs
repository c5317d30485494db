use std::{fmt, time::Duration};

use super::{
    ChallengeId, GameId, InteractionId, MessageId, Place, PlayerId, Players, Refusal, Seated,
    SeriesId,
};
use crate::{
    locale::Locale,
    rules::{Board, Moves, Seat, Shape},
    time::Timestamp,
};

/// How often a game has changed. Every change raises it, so a drawing of the
/// board is either the newest or recognisably old.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32);

impl Version {
    /// The version after one more change.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A seat made a row.
    Won(Seat),
    /// The board is full, without a row.
    Drawn,
    /// A seat gave up.
    Resigned(Seat),
}

impl Ending {
    /// The seat that won, if one did.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(seat) => Some(seat),
            Self::Resigned(seat) => Some(seat.other()),
            Self::Drawn => None,
        }
    }
}

/// A message of ours in a channel, and the right to edit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Which message; unknown until Discord has told.
    pub message: Option<MessageId>,
    /// The token of the interaction that drew it last.
    pub token: Token,
    /// When that token ceases to work.
    pub token_expires_at: Timestamp,
}

/// The token of an interaction, with which its message can be edited for a
/// while. Never shown, not even in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

impl Token {
    /// How long Discord takes a token after the interaction
    /// ([rule](https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages)).
    pub const LIFE: Duration = Duration::from_mins(15);
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A board that has not shown a change by then never will: Discord takes an
/// answer for three seconds.
pub const UPDATE_LOST_AFTER: Duration = Duration::from_secs(3);

/// A game between two people, or one and the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which game.
    pub id: GameId,
    /// Where it is played.
    pub place: Place,
    /// Who plays.
    pub players: Players,
    /// The board's size and winning length.
    pub shape: Shape,
    /// The moves so far.
    pub moves: Moves,
    /// How often it has changed.
    pub version: Version,
    /// The series of rematches that it belongs to.
    pub series: SeriesId,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// The language of its board.
    pub locale: Locale,
    /// When it began.
    pub started_at: Timestamp,
    /// When the last disc was dropped; its beginning, before that.
    pub moved_at: Timestamp,
    /// When it ended, if it has.
    pub ended_at: Option<Timestamp>,
    /// The interaction that changed it last.
    pub changed_by: InteractionId,
    /// Its newest board.
    pub live: Posting,
}

/// A game that is to begin, not yet stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The challenge that was accepted; none before a game against the computer,
    /// which needs none.
    pub challenge: Option<ChallengeId>,
    /// Where it is played.
    pub place: Place,
    /// Who will play.
    pub players: Players,
    /// The board's size and winning length.
    pub shape: Shape,
    /// The series of rematches that it belongs to.
    pub series: SeriesId,
    /// The language of its board.
    pub locale: Locale,
    /// When it begins.
    pub started_at: Timestamp,
    /// The interaction that began it.
    pub changed_by: InteractionId,
}

impl Game {
    /// The game as it stands right after it was stored under `id`.
    pub fn begin(id: GameId, new: NewGame, live: Posting) -> Self {
        Self {
            id,
            place: new.place,
            players: new.players,
            shape: new.shape,
            moves: Moves::default(),
            version: Version(0),
            series: new.series,
            ending: None,
            locale: new.locale,
            started_at: new.started_at,
            moved_at: new.started_at,
            ended_at: None,
            changed_by: new.changed_by,
            live,
        }
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// If the moves are not legal: only [`step()`](super::step()) adds to them,
    /// and the store refuses to load a game whose moves are not.
    pub fn board(&self) -> Board {
        self.moves.replay(self.shape).expect("a game's moves are legal")
    }

    /// Who sits in a seat.
    pub fn seated(&self, seat: Seat) -> Seated<'_> {
        self.players.seated(seat)
    }

    /// The seat of somebody, if they play in this game.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        self.players.seat_of(id)
    }

    /// The refusal of all that nobody can do any more once the game is over.
    pub fn over(&self) -> Option<Refusal> {
        self.ending.map(|ending| Refusal::GameOver(ending, self.players.clone()))
    }

    /// When the game was last moved in or ended.
    pub fn changed_at(&self) -> Timestamp {
        self.ended_at.unwrap_or(self.moved_at)
    }

    /// The seat whose turn it is; none once the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        let seat =
            if self.moves.columns().len().is_multiple_of(2) { Seat::First } else { Seat::Second };
        self.ending.is_none().then_some(seat)
    }
}

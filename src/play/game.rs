use std::{fmt, time::Duration};

use super::{
    ChallengeId, Declined, GameId, InteractionId, MessageId, Offer, PlayerId, Players,
    RatingChange, Refusal, Seated, Series, Setup, TurnTime,
};
use clock::Timestamp;
use connect4::{Board, Moves, Seat};

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
    /// A seat did not move in time.
    TimedOut(Seat),
    /// Both agreed that nobody wins.
    Agreed,
    /// The time was up before each had moved; nobody won or lost.
    CalledOff,
    /// A moderator ended it; nobody won or lost.
    Stopped,
}

impl Ending {
    /// The seat that won, if one did.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(seat) => Some(seat),
            Self::Resigned(seat) | Self::TimedOut(seat) => Some(seat.other()),
            Self::Drawn | Self::Agreed | Self::CalledOff | Self::Stopped => None,
        }
    }

    /// Whether it counts as a result.
    pub const fn is_result(self) -> bool {
        !matches!(self, Self::CalledOff | Self::Stopped)
    }

    /// Whether neither player was there to end it, so that they may not know.
    pub const fn came_unseen(self) -> bool {
        matches!(self, Self::TimedOut(_) | Self::CalledOff | Self::Stopped)
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
    /// Where and how it is played.
    pub setup: Setup,
    /// Who plays.
    pub players: Players,
    /// The moves so far.
    pub moves: Moves,
    /// How often it has changed.
    pub version: Version,
    /// The series of rematches that it belongs to.
    pub series: Series,
    /// What one has offered the other.
    pub offer: Option<Offer>,
    /// What may not be offered again yet.
    pub declined: Declined,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When it began.
    pub started_at: Timestamp,
    /// When the turn began.
    pub moved_at: Timestamp,
    /// How long the turn may last.
    pub turn_time: TurnTime,
    /// When it ended, if it has.
    pub ended_at: Option<Timestamp>,
    /// What it did to each seat's rating: in its server, or everywhere if it was
    /// played in direct messages.
    pub rating_changes: [Option<RatingChange>; 2],
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
    /// Where and how it is played.
    pub setup: Setup,
    /// Who will play.
    pub players: Players,
    /// The series of rematches that it belongs to.
    pub series: Series,
    /// How many games may go on in its channel, with this one.
    pub most_in_channel: Option<u8>,
    /// When it begins.
    pub started_at: Timestamp,
    /// The interaction that began it.
    pub changed_by: InteractionId,
}

impl Game {
    /// The game as it stands right after it was stored under `id`.
    pub fn begin(id: GameId, new: NewGame, live: Posting) -> Self {
        let mut game = Self {
            id,
            setup: new.setup,
            players: new.players,
            moves: Moves::default(),
            version: Version(0),
            series: new.series,
            offer: None,
            declined: Declined::default(),
            ending: None,
            started_at: new.started_at,
            moved_at: new.started_at,
            turn_time: TurnTime::default(),
            ended_at: None,
            rating_changes: [None; 2],
            changed_by: new.changed_by,
            live,
        };
        game.start_turn(new.started_at);
        game
    }

    /// Leaves nothing open in a game that has ended.
    pub(super) const fn close(&mut self, at: Timestamp) {
        self.ended_at = Some(at);
        self.offer = None;
        self.turn_time = TurnTime { move_by: None, remind_at: None };
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// If the moves are not legal: only [`step()`](super::step()) adds to them,
    /// and the store refuses to load a game whose moves are not.
    pub fn board(&self) -> Board {
        self.moves.replay(self.setup.shape).expect("a game's moves are legal")
    }

    /// The position before each move.
    ///
    /// # Panics
    ///
    /// As [`Game::board`] does.
    pub fn positions(&self) -> Vec<Board> {
        self.moves.positions(self.setup.shape).expect("a game's moves are legal")
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

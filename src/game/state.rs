//! A game as it is stored, and the message that shows it.

use std::{fmt, time::Duration};

use clock::Timestamp;
use connect4::{Board, Moves, Seat};

use super::{
    ChallengeId, ClosedOffers, EndEffects, FirstMove, GameConfig, GameEnd, GameId, GameResult,
    HintedTurns, InteractionId, MessageId, Notice, Now, Offer, Participant, Player, PlayerId,
    Players, Refusal, Series, Turn, TurnDeadline,
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
    pub fn is_same_message(&self, other: &Self) -> bool {
        match (self.message, other.message) {
            (Some(one), Some(other)) => one == other,
            // A token that has expired is empty.
            _ => !self.token.0.is_empty() && self.token == other.token,
        }
    }

    /// Whether this may be that message: the ids are equal, or this one is lost, so that any
    /// message may take its place.
    pub fn may_be(&self, message: Option<MessageId>, now: Timestamp) -> bool {
        let posted_at = self.token_expires_at.before(Token::LIFETIME);
        is_lost(self.message, posted_at, now) || self.message.is_some() && self.message == message
    }

    /// Whether its token can still edit it.
    pub fn is_editable_by_token(&self, now: Timestamp) -> bool {
        self.token.can_edit() && now < self.token_expires_at
    }

    /// Whether this is known to be another message than the used one.
    pub fn is_other_than(&self, used: Option<MessageId>) -> bool {
        self.message.zip(used).is_some_and(|(this, used)| this != used)
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

    /// Stands for the token of a message that is posted through the channel: no token edits that.
    pub fn of_channel_post(interaction: InteractionId) -> Self {
        Self(format!("-{interaction}"))
    }

    /// Whether it is a token, which edits a message until it expires.
    pub fn can_edit(&self) -> bool {
        !self.0.starts_with('-')
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A message or change that is not shown after this long never will be: Discord accepts a
/// response for three seconds.
///
/// What is lost blocks nothing: a lost challenge makes room for another one, and a press on any
/// board of a game whose newest board is lost makes that the newest.
pub const UPDATE_LOST_AFTER: Duration = Duration::from_secs(3);

/// A game between two people, or of a person or a channel against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub id: GameId,
    pub config: GameConfig,
    pub players: Players,
    pub moves: Moves,
    pub version: Version,
    /// The series of rematches that the game belongs to.
    pub series: Series,
    pub started_at: Timestamp,
    pub turn: Turn,
    /// The open offer, if any.
    pub open_offer: Option<Offer>,
    /// Offers that may not be repeated yet.
    pub closed_offers: ClosedOffers,
    pub notice: Option<Notice>,
    /// The turns in which the player against the computer took a hint.
    pub hints: HintedTurns,
    /// By seat: whether, when its player last acted, the game's server had installed the bot and
    /// they could remove neither it nor the channel. Between two people only.
    pub excused_if_gone: [bool; 2],
    /// The interaction that last changed the game.
    pub changed_by: InteractionId,
    /// The message with the newest board.
    pub board_message: MessageHandle,
    /// Whether that was to ping the player to move.
    pub board_pinged: bool,
    /// The message that reminds the player to move, until it is deleted.
    pub reminder: Option<Reminder>,
    /// `None` while the game is live.
    pub end: Option<GameEnd>,
    /// What its end changed, which is decided when that is stored.
    pub effects: Option<EndEffects>,
}

/// The message of a reminder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub message: MessageId,
    /// The number of moves before that turn.
    pub ply: u8,
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
    pub started: Now,
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
            started_at: new.started.time,
            turn: Turn { began_at: new.started.time, deadline: TurnDeadline::default() },
            open_offer: None,
            closed_offers: ClosedOffers::default(),
            notice: None,
            hints: HintedTurns::default(),
            excused_if_gone: [false; 2],
            changed_by: new.changed_by,
            board_message,
            board_pinged: false,
            reminder: None,
            end: None,
            effects: None,
        };
        game.start_turn(new.started);
        game
    }

    /// Who goes first in a rematch that the player in a seat asks for: the other one this time, but
    /// the same one if the game was called off.
    pub fn first_of_rematch(&self, seat: Seat) -> FirstMove {
        if (seat == Seat::First) == self.result().is_some_and(GameResult::is_called_off) {
            FirstMove::Challenger
        } else {
            FirstMove::Opponent
        }
    }

    /// Whether both seats have moved; if not, the game does not count however it ends.
    pub fn both_have_moved(&self) -> bool {
        self.moves.columns().len() >= 2
    }

    /// Whether a player who was asked at this version, to resign or to call the game off, was asked
    /// the same that resigning does by now.
    pub fn still_means_resigning(&self, seen: Version) -> bool {
        // Each version since then has added one move at most.
        let added = self.version.0.saturating_sub(seen.0) as usize;
        seen == self.version || self.moves.columns().len() >= 2 + added
    }

    /// Whether it is between people, and the account of one was too young for a rated game when it
    /// began.
    pub fn has_new_account(&self) -> bool {
        let is_new = |player: &Player| player.id.is_new_at(self.started_at);
        self.players.are_people() && self.players.people().iter().any(is_new)
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
    /// If the moves are illegal, like [`Game::board`].
    pub fn positions(&self) -> Vec<Board> {
        self.moves.positions(self.config.shape).expect("a game's moves are legal")
    }

    pub fn participant(&self, seat: Seat) -> Participant<'_> {
        self.players.participant(seat)
    }

    /// The seat of a player, if they take part in this game.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.participant(*seat).person().is_some_and(|it| it.id == id);
        Seat::BOTH.into_iter().find(sits)
    }

    /// The seat of a player. Refuses anybody else.
    pub fn own_seat(&self, id: PlayerId) -> Result<Seat, Refusal> {
        self.seat_of(id).ok_or(Refusal::NotYourGame)
    }

    /// The seat for which somebody may move: their own, or the channel's. Refuses anybody else.
    pub fn seat_for(&self, id: PlayerId) -> Result<Seat, Refusal> {
        match self.players {
            Players::Channel { seat, .. } => Ok(seat),
            Players::People(_) | Players::Computer { .. } => self.own_seat(id),
        }
    }

    /// Refuses any action on a game that has ended.
    pub fn check_live(&self) -> Result<(), Refusal> {
        match self.result() {
            Some(result) => Err(Refusal::GameOver(result, self.players.clone())),
            None => Ok(()),
        }
    }

    /// Refuses an action on a board of another version.
    pub fn check_version(&self, seen: Version) -> Result<(), Refusal> {
        if seen == self.version { Ok(()) } else { Err(Refusal::OldBoard(self.board_location())) }
    }

    /// When the last move was made, or when the game ended.
    pub fn changed_at(&self) -> Timestamp {
        self.end.map_or(self.turn.began_at, |end| end.at)
    }

    /// The reminder, if the turn that it was for is over.
    pub fn outdated_reminder(&self) -> Option<Reminder> {
        let is_over = |reminder: &Reminder| !self.is_live() || reminder.ply != self.ply();
        // An earlier version let an old board lead on, which may be the newest one again.
        let is_board = |it: &Reminder| self.board_message.message == Some(it.message);
        self.reminder.filter(|it| is_over(it) && !is_board(it))
    }

    /// The number of moves made.
    pub fn ply(&self) -> u8 {
        u8::try_from(self.moves.columns().len()).unwrap_or(u8::MAX)
    }

    /// `None` while the game is live.
    pub fn result(&self) -> Option<GameResult> {
        self.end.map(|end| end.result)
    }

    /// Whether the game ended so that a player may not know yet.
    pub fn ended_unattended(&self) -> bool {
        self.result().is_some_and(GameResult::ended_unattended)
    }

    pub const fn is_live(&self) -> bool {
        self.end.is_none()
    }
}

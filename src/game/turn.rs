//! The current turn: who moves, until when, and what happens when the time is up.

use clock::Timestamp;
use connect4::{Level, Seat};

use super::{
    ABANDONED_AFTER, Game, GameResult, InteractionId, Now, RunningTime, TimeControl,
    UPDATE_LOST_AFTER,
};

/// The current turn; of a game that has ended, the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub began_at: Timestamp,
    pub deadline: TurnDeadline,
    /// The interaction by which the player who waits last posted the board again.
    pub reposted_by: Option<InteractionId>,
}

impl Turn {
    pub(super) const fn new(began_at: Timestamp, deadline: TurnDeadline) -> Self {
        Self { began_at, deadline, reposted_by: None }
    }
}

/// The deadline of the current turn, in running time. Both are `None` while it is the computer's
/// turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnDeadline {
    /// When the player to move times out. Without a limit, when the turn counts as abandoned;
    /// `None` once it does.
    pub move_by: Option<RunningTime>,
    /// When the player is to be reminded, if they were not yet.
    pub remind_at: Option<RunningTime>,
}

impl Game {
    /// The seat to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        let seat =
            if self.moves.columns().len().is_multiple_of(2) { Seat::First } else { Seat::Second };
        self.is_live().then_some(seat)
    }

    /// Starts the turn timer of the player to move.
    pub(super) fn start_turn(&mut self, now: Now) {
        let control = self.config.time_control;
        let is_persons =
            self.to_move().is_some_and(|seat| self.participant(seat).person().is_some());
        let deadline = if is_persons {
            TurnDeadline {
                move_by: Some(now.running.after(control.per_move().unwrap_or(ABANDONED_AFTER))),
                remind_at: control.remind_after().map(|time| now.running.after(time)),
            }
        } else {
            TurnDeadline::default()
        };
        self.turn = Turn::new(now.time, deadline);
    }

    /// When the player to move times out. `None` without a limit.
    pub fn times_out_at(&self) -> Option<RunningTime> {
        self.turn.deadline.move_by.filter(|_| self.config.time_control.per_move().is_some())
    }

    /// When the turn began, if it is a person's.
    pub fn turn_began_at(&self) -> Option<RunningTime> {
        let limit = self.config.time_control.per_move().unwrap_or(ABANDONED_AFTER);
        self.turn.deadline.move_by.map(|move_by| move_by.before(limit))
    }

    /// Whether the turn deadline has passed, and the game ends by it.
    pub fn is_late(&self, running: RunningTime) -> bool {
        let is_due = self.turn.deadline.move_by.is_some_and(|move_by| move_by <= running);
        self.is_live() && is_due && !self.becomes_claimable()
    }

    /// The computer's level, if it is the computer's turn.
    pub fn computer_to_move(&self) -> Option<Level> {
        let level = self.players.level()?;
        let is_its_turn = self.participant(self.to_move()?).person().is_none();
        is_its_turn.then_some(level)
    }

    /// When the computer's turn is overdue, if it is the computer's turn. Until then the
    /// process that stored the player's move makes the computer's, since a board cannot be edited before it was first sent.
    pub fn computer_due_at(&self) -> Option<Timestamp> {
        self.computer_to_move().map(|_| self.turn.began_at.after(UPDATE_LOST_AFTER))
    }
}

/// Ends a game whose turn deadline has passed: the player to move loses, unless the loss of
/// the channel excuses them; without a time limit, the game is called off. Returns `None` before
/// that, and for a game that can be claimed instead.
pub fn time_out(game: &Game, now: Now, is_channel_gone: bool) -> Option<Game> {
    let seat = game.to_move().filter(|_| game.is_late(now.running))?;
    let result = match game.config.time_control {
        TimeControl::None => GameResult::CalledOff,
        _ if is_channel_gone && game.is_excusable() => GameResult::Interrupted,
        _ => GameResult::TimedOut(seat),
    };
    Some(game.ended(result, now.time))
}

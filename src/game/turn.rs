//! The current turn: who moves, until when, and what happens when the time is up.
//!
//! An abandoned turn, of a game without a time limit, is one whose deadline was removed. So time in
//! which nobody could move does not count for it either, and a board shows that the win can be
//! claimed without knowing the time.
//!
//! A player is excused for being late if the game's channel is gone, unless they could have removed
//! it: otherwise somebody could win by removing the channel or the bot, or avoid a loss by it. What
//! players could have removed is stored when they act, since it cannot be asked for later.

use std::time::Duration;

use clock::Timestamp;
use connect4::{Level, Seat};

use super::{
    Game, GameResult, Participant, PlayerId, Players, Refusal, TimeControl, UPDATE_LOST_AFTER,
};

/// How long a turn without a time limit may take before it counts as abandoned.
pub const ABANDONED_AFTER: Duration = Duration::from_hours(24 * 7);

/// The same of a channel's game, which is over then.
const CHANNEL_GAME_OVER_AFTER: Duration = Duration::from_hours(24 * 30);

/// The milliseconds for which the bot could take moves, from an origin of no meaning. Time in
/// which nobody can move does not count, and how clocks are set does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunningTime(pub i64);

impl RunningTime {
    /// Later by this long.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Earlier by this long.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }
}

/// The present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    pub time: Timestamp,
    pub running: RunningTime,
}

impl Now {
    /// When a deadline will come if the bot can take moves until then.
    pub const fn time_of(self, deadline: RunningTime) -> Timestamp {
        let left = deadline.0.saturating_sub(self.running.0);
        Timestamp::from_milliseconds(self.time.milliseconds().saturating_add(left))
    }
}

/// The current turn; of a game that has ended, the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub began_at: Timestamp,
    pub deadline: TurnDeadline,
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
        self.is_live().then_some(Seat::BOTH[self.moves.columns().len() % 2])
    }

    /// Starts the turn timer of the player to move in a live game.
    pub(super) fn start_turn(&mut self, now: Now) {
        let control = self.config.time_control;
        let deadline = match self.computer_to_move() {
            Some(_) => TurnDeadline::default(),
            None => TurnDeadline {
                move_by: Some(now.running.after(self.longest_turn())),
                remind_at: control.remind_after().map(|time| now.running.after(time)),
            },
        };
        self.board_pinged = false;
        self.turn = Turn { began_at: now.time, deadline };
    }

    /// How long a turn may take before it is too late, or abandoned.
    fn longest_turn(&self) -> Duration {
        self.config.time_control.per_move().unwrap_or(self.abandoned_after())
    }

    /// How long a turn without a time limit may take before it counts as abandoned.
    pub const fn abandoned_after(&self) -> Duration {
        match self.players {
            Players::Channel { .. } => CHANNEL_GAME_OVER_AFTER,
            Players::People(_) | Players::Computer { .. } => ABANDONED_AFTER,
        }
    }

    /// When the player to move times out. `None` without a limit.
    pub fn times_out_at(&self) -> Option<RunningTime> {
        self.turn.deadline.move_by.filter(|_| self.config.time_control.per_move().is_some())
    }

    /// When the turn began, if it is a person's.
    pub fn turn_began_at(&self) -> Option<RunningTime> {
        self.turn.deadline.move_by.map(|move_by| move_by.before(self.longest_turn()))
    }

    /// The computer's level, if it is the computer's turn.
    pub fn computer_to_move(&self) -> Option<Level> {
        match self.participant(self.to_move()?) {
            Participant::Computer(level) => Some(level),
            Participant::Person(_) | Participant::Channel => None,
        }
    }

    /// When the computer's turn is overdue, if it is the computer's turn. Until then the process
    /// that stored the player's move makes the computer's, since a board cannot be edited before it
    /// was first sent.
    pub fn computer_due_at(&self) -> Option<Timestamp> {
        self.computer_to_move().map(|_| self.turn.began_at.after(UPDATE_LOST_AFTER))
    }

    /// The seat that may claim the win, since the other player has abandoned the game.
    pub fn claimant(&self) -> Option<Seat> {
        let is_abandoned = self.becomes_claimable() && self.turn.deadline.move_by.is_none();
        self.to_move().filter(|_| is_abandoned).map(Seat::other)
    }

    /// Whether the game ended when its last turn had taken so long that it counts as abandoned.
    pub fn ended_abandoned(&self) -> bool {
        self.end.is_some_and(|end| end.at.since(self.turn.began_at) >= self.abandoned_after())
    }

    /// Whether the win of a live game can be claimed once the turn is abandoned. If not, the game is
    /// called off then.
    fn becomes_claimable(&self) -> bool {
        self.config.time_control == TimeControl::None
            && self.players.are_people()
            && self.both_have_moved()
    }

    /// Records what a player's interaction tells: whether they would be excused if the channel
    /// were gone.
    pub fn record_excuse(&mut self, player: PlayerId, is_excused: bool) {
        if !self.is_live() || !self.players.are_people() {
            return;
        }
        if let Some(seat) = self.seat_of(player) {
            self.excused_if_gone[seat.index()] = is_excused;
        }
    }

    /// Whether the player to move is excused if the channel is gone. Before both have moved, the
    /// game is called off anyway.
    pub fn is_excusable(&self) -> bool {
        self.both_have_moved()
            && self.to_move().is_some_and(|seat| self.excused_if_gone[seat.index()])
    }
}

/// What becomes of a game whose turn deadline has passed: the player to move loses, unless the loss
/// of the channel excuses them. Without a time limit, the turn is abandoned, so that the win can be
/// claimed, in the same version; or else the game is called off. Returns `None` before that.
pub fn time_out(game: &Game, now: Now, is_channel_gone: bool) -> Option<Game> {
    let seat = game.to_move()?;
    game.turn.deadline.move_by.filter(|move_by| *move_by <= now.running)?;
    let result = match game.config.time_control {
        _ if is_channel_gone && game.is_excusable() => GameResult::Interrupted,
        TimeControl::None if game.becomes_claimable() => {
            let turn = Turn { deadline: TurnDeadline::default(), ..game.turn };
            return Some(Game { turn, ..game.clone() });
        }
        TimeControl::None => GameResult::CalledOff,
        _ => GameResult::TimedOut(seat),
    };
    Some(game.ended(result, now.time))
}

/// Ends an abandoned game as a win of the seat that claims it.
pub(super) fn claim(game: &mut Game, seat: Seat, now: Timestamp) -> Result<(), Refusal> {
    let claimant = game.claimant().ok_or(Refusal::NothingToClaim)?;
    if let Some(player) = game.participant(claimant).person().filter(|_| claimant != seat) {
        return Err(Refusal::NotYourClaim(player.clone()));
    }
    game.end_with(GameResult::Claimed(seat), now);
    Ok(())
}

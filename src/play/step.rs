use std::time::Duration;

use super::{Asked, Ending, Game, OfferKind, PlayerId, Refusal, Seated, Version, Where, offer};
use connect4::{BoardState, Column, DropError, Seat};

/// A player whose turn it becomes is pinged if the other thought longer than
/// this.
pub const PING_AFTER: Duration = Duration::from_mins(10);

/// What a player wants to do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Drop a disc.
    Drop(Column),
    /// Give up.
    Resign,
    /// Offer the other player something.
    Offer(OfferKind),
    /// Accept what the other player offers.
    Accept,
    /// Decline what the other player offers.
    Decline,
    /// Have the board posted again, at the end of the channel.
    Repost,
}

/// What the player had before their eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A board of this version, whose button they pressed.
    Board(Version),
    /// Whatever was newest when they sent a command.
    Newest,
}

/// A change of a game, decided but not yet stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The game after the change, one version on.
    pub game: Game,
    /// Who should be pinged by a new board.
    pub ping: Option<PlayerId>,
}

/// Decides what an action makes of a game.
///
/// A command sent before the game's last change is refused like a press on an
/// old board: its sender cannot have seen that change, and the same event that
/// Discord delivers twice would else count twice.
pub fn step(game: &Game, asked: &Asked<'_>, seen: Seen, action: Action) -> Result<Step, Refusal> {
    let seat = game.seat_of(asked.by.id).ok_or(Refusal::NotYourGame)?;
    if let Some(over) = game.over() {
        return Err(over);
    }
    match seen {
        Seen::Board(version) if version != game.version => {
            return Err(Refusal::OldBoard(game.whereabouts()));
        }
        Seen::Newest if asked.interaction <= game.changed_by => return Err(Refusal::JustChanged),
        Seen::Board(_) | Seen::Newest => {}
    }
    let mut after =
        Game { version: game.version.next(), changed_by: asked.interaction, ..game.clone() };
    let mut ping = None;
    match action {
        Action::Drop(column) => {
            check_turn(game, seat)?;
            drop_disc(&mut after, column).map_err(|error| match error {
                DropError::Full(column) => Refusal::ColumnFull(column),
                DropError::Missing(_) | DropError::Over => {
                    Refusal::NoSuchColumn { columns: game.setup.shape.columns() }
                }
            })?;
            after.offer = None;
            after.declined.forget(seat);
            after.start_turn(asked.at);
            let waited = asked.at.since(game.moved_at) > PING_AFTER;
            let next = after.to_move().filter(|_| waited).map(|next| after.seated(next));
            ping = next.and_then(Seated::person).map(|next| next.id);
        }
        Action::Resign => after.ending = Some(Ending::Resigned(seat)),
        Action::Offer(kind) => offer::make(&mut after, seat, kind, asked.at)?,
        Action::Accept => offer::accept(&mut after, seat, asked.at)?,
        Action::Decline => offer::decline(&mut after, seat)?,
        Action::Repost => {}
    }
    if after.ending.is_some() {
        after.close(asked.at);
    }
    Ok(Step { game: after, ping })
}

fn check_turn(game: &Game, seat: Seat) -> Result<(), Refusal> {
    match game.to_move() {
        Some(next) if next != seat => Err(match game.seated(next) {
            Seated::Person(player) => Refusal::NotYourTurn(player.clone()),
            Seated::Computer(_) => Refusal::ComputersTurn,
        }),
        _ => Ok(()),
    }
}

/// Drops a disc of whoever is to move.
pub(super) fn drop_disc(game: &mut Game, column: Column) -> Result<(), DropError> {
    let board = game.board().drop(column)?;
    game.moves.push(column);
    game.ending = match board.state() {
        BoardState::InProgress => None,
        BoardState::Won(seat) => Some(Ending::Won(seat)),
        BoardState::Drawn => Some(Ending::Drawn),
    };
    Ok(())
}

impl Game {
    /// Where its newest board stands.
    pub const fn whereabouts(&self) -> Where {
        Where { place: self.setup.place, message: self.live.message }
    }
}

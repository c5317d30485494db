//! The actions of players and moderators in a game, and the rules that decide them.

use std::time::Duration;

use connect4::{BoardState, Column, DropError, Seat};

use super::{
    Actor, Game, GameResult, InteractionId, MessageId, MessageLocation, Now, OfferKind,
    Participant, PlayerId, Refusal, Version, offer, state, together, turn,
};

/// If a player takes longer than this to move, the move pings the other player, as does an offer
/// once a turn has taken longer.
pub const PING_AFTER: Duration = Duration::from_mins(10);

/// For how long a ping keeps the player who waits from posting the board again: that may have been
/// deleted since, or be an earlier board, in the place of one that could not be posted.
const PING_KEEPS_BOARD: Duration = Duration::from_mins(10);

/// How old a board is at least before the player who waits posts it again.
const REPOST_COOLDOWN: Duration = Duration::from_secs(30);

/// An action of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Drop(Column),
    Resign,
    /// Offer a draw or ask for a take-back.
    Offer(OfferKind),
    /// Accept the other player's offer.
    Accept,
    /// Decline the other player's offer.
    Decline,
    /// Withdraw one's own offer.
    Withdraw,
    /// Claim the win, since the other player has abandoned the game.
    Claim,
    /// Post the board again, at the end of the channel.
    Repost,
}

/// The version of the game that an action was based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVersion {
    /// The version of the board whose button was pressed.
    Board(Version),
    /// Whatever was newest when the command was sent.
    Newest,
}

/// A change to a game that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The game after the change, with the next version.
    pub game: Game,
    /// The player whom a new board should ping.
    pub ping: Option<PlayerId>,
}

/// Applies an action to a game.
///
/// A command sent before the game's last change is refused like a press on an
/// old board: its sender cannot have seen that change. This also keeps an event
/// that Discord delivers twice from being applied twice.
pub fn apply(
    game: &Game,
    actor: &Actor<'_>,
    expected: ExpectedVersion,
    action: Action,
) -> Result<Transition, Refusal> {
    let seat = game.seat_for(actor.player.id)?;
    game.check_live()?;
    if game.is_of_channel() && !matches!(action, Action::Drop(_) | Action::Repost) {
        return Err(Refusal::UnknownButton);
    }
    match expected {
        ExpectedVersion::Board(version) => game.check_version(version)?,
        ExpectedVersion::Newest if actor.interaction <= game.changed_by => {
            return Err(Refusal::JustChanged);
        }
        ExpectedVersion::Newest => {}
    }
    let mut after =
        Game { version: game.version.next(), changed_by: actor.interaction, ..game.clone() };
    let mut awaited = None;
    match action {
        Action::Drop(column) => {
            if let Some(next) = game.to_move().filter(|next| *next != seat) {
                let person = game.participant(next).person().cloned();
                return Err(person.map_or(Refusal::ComputersTurn, Refusal::NotYourTurn));
            }
            together::add_dropper(&mut after, actor)?;
            drop_disc(&mut after, column, actor.now).map_err(|error| match error {
                DropError::ColumnFull(column) => Refusal::ColumnFull(column),
                DropError::NoSuchColumn(_) | DropError::GameOver => {
                    Refusal::NoSuchColumn(game.config.shape.columns())
                }
            })?;
            offer::lapse(&mut after, seat);
            awaited = after.to_move();
        }
        Action::Resign => after.end_with(GameResult::Resigned(seat), actor.now.time),
        Action::Offer(kind) => {
            offer::make(&mut after, seat, kind, actor.now)?;
            awaited = Some(seat.other());
        }
        Action::Accept => offer::accept(&mut after, seat, actor.now)?,
        Action::Decline => offer::decline(&mut after, seat)?,
        Action::Withdraw => offer::withdraw(&mut after, seat)?,
        Action::Claim => turn::claim(&mut after, seat, actor.now.time)?,
        Action::Repost => check_repost(game, seat, actor.interaction)?,
    }
    let is_slow = actor.now.time.since(game.turn.began_at) > PING_AFTER;
    let awaited = awaited.filter(|_| is_slow).map(|seat| after.participant(seat));
    let ping = awaited.and_then(Participant::person).map(|player| player.id);
    Ok(Transition { game: after, ping })
}

/// Ends a game on behalf of a moderator, who resigns if they play in it.
pub fn end_by_moderator(game: &Game, actor: &Actor<'_>) -> Result<Game, Refusal> {
    game.check_live()?;
    let seat = game.seat_of(actor.player.id);
    let result = seat.map_or(GameResult::EndedByModerator, GameResult::Resigned);
    Ok(Game { changed_by: actor.interaction, ..game.ended(result, actor.now.time) })
}

/// Drops a disc for the player to move, which begins the next turn or ends the game.
pub(super) fn drop_disc(game: &mut Game, column: Column, now: Now) -> Result<(), DropError> {
    let board = game.board().drop(column)?;
    game.moves.push(column);
    game.start_turn(now);
    match board.state() {
        BoardState::InProgress => {}
        BoardState::Won(seat) => game.end_with(GameResult::Won(seat), now.time),
        BoardState::Drawn => game.end_with(GameResult::Drawn, now.time),
    }
    Ok(())
}

impl Game {
    /// The location of the newest board.
    pub const fn board_location(&self) -> MessageLocation {
        MessageLocation { location: self.config.location, message: self.board_message.message }
    }
}

/// Checks whether the player in a seat may post the board again. The one who waits makes the other's
/// buttons stale, as anybody does in a channel's game; what has led that one to the board must not lead
/// to a deleted one.
fn check_repost(game: &Game, seat: Seat, by: InteractionId) -> Result<(), Refusal> {
    let board = game.board_message.message;
    let is_lost = state::is_lost(board, game.changed_by.created_at(), by.created_at());
    let waits = game.players.are_people() && game.to_move() == Some(seat.other());
    if is_lost || !waits && !game.is_of_channel() {
        return Ok(());
    }
    let reminder = game.reminder.filter(|it| it.ply == game.ply()).map(|it| it.message);
    let keeps = |ping: MessageId| by.created_at() < ping.created_at().after(PING_KEEPS_BOARD);
    if board.filter(|_| game.board_pinged).is_some_and(keeps) || reminder.is_some_and(keeps) {
        return Err(Refusal::BoardPinged(game.board_location()));
    }
    let posted_at = board.map_or(game.changed_by.created_at(), MessageId::created_at);
    let again_at = posted_at.after(REPOST_COOLDOWN);
    if by.created_at() < again_at {
        return Err(Refusal::RepostedRecently(again_at));
    }
    Ok(())
}

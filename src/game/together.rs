//! Games of a channel against the computer: anybody drops the channel's next disc, but nobody twice
//! in a row.

use std::{cmp::Reverse, time::Duration};

use clock::Timestamp;
use connect4::{Level, Seat, Shape};

use super::{
    Actor, ChallengeContext, Game, GameConfig, NewGame, Player, Players, Refusal, TimeControl,
    computer,
};

/// How long who dropped the last disc waits for somebody else to drop the next one.
const OTHERS_FIRST_FOR: Duration = Duration::from_mins(10);

/// Once nobody has dropped a disc for this long, anybody may begin anew.
const IDLE_AFTER: Duration = Duration::from_hours(24);

/// Creates a game of the channel, which starts at once. A channel has one, since all are on the
/// standard board.
pub fn play_together(
    actor: &Actor<'_>,
    config: GameConfig,
    level: Level,
    seat: Seat,
    context: &ChallengeContext,
) -> Result<NewGame, Refusal> {
    if config.location.guild.is_none() {
        return Err(Refusal::OnlyInServers);
    }
    let (shape, time_control) = (Shape::STANDARD, TimeControl::None);
    let config = GameConfig { shape, time_control, ..config };
    let players = Players::Channel { seat, level, droppers: Vec::new() };
    computer::new_game(actor, config, players, context)
}

/// Records who drops the channel's next disc, if the game is one of a channel.
pub(super) fn add_dropper(game: &mut Game, actor: &Actor<'_>) -> Result<(), Refusal> {
    let others_first_until = game.turn.began_at.after(OTHERS_FIRST_FOR);
    let Players::Channel { droppers, .. } = &mut game.players else { return Ok(()) };
    let is_last = droppers.last().is_some_and(|last| last.id == actor.player.id);
    if is_last && actor.now.time < others_first_until {
        return Err(Refusal::DroppedLast(others_first_until));
    }
    droppers.push(actor.player.clone());
    Ok(())
}

impl Game {
    /// Whether it is a channel's.
    pub const fn is_of_channel(&self) -> bool {
        matches!(self.players, Players::Channel { .. })
    }

    /// Whether another game of the channel may take the place of this one.
    pub fn is_idle(&self, now: Timestamp) -> bool {
        now.since(self.turn.began_at) >= IDLE_AFTER
    }

    /// Who dropped each of the channel's discs, in order; nobody if it is not a channel's game.
    pub fn droppers(&self) -> &[Player] {
        match &self.players {
            Players::Channel { droppers, .. } => droppers,
            Players::People(_) | Players::Computer { .. } => &[],
        }
    }

    /// Who dropped the channel's disc that is this move of the game, from 0.
    pub fn dropper(&self, ply: usize) -> Option<&Player> {
        let Players::Channel { seat, droppers, .. } = &self.players else { return None };
        (ply % 2 == seat.index()).then(|| droppers.get(ply / 2)).flatten()
    }

    /// Everybody who has dropped a disc of the channel, and how many: whoever has dropped most comes
    /// first, then whoever came first; who has deleted their data comes last.
    pub fn discs_by_dropper(&self) -> Vec<(&Player, usize)> {
        let mut counted: Vec<(&Player, usize)> = Vec::new();
        for dropper in self.droppers() {
            match counted.iter_mut().find(|(it, _)| it.id == dropper.id) {
                // Their name may have changed.
                Some((it, discs)) => (*it, *discs) = (dropper, *discs + 1),
                None => counted.push((dropper, 1)),
            }
        }
        counted.sort_by_key(|(it, discs)| (it.id.is_deleted(), Reverse(*discs)));
        counted
    }
}

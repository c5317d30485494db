//! Games against the computer, and hints in them. The engine that chooses its moves is elsewhere.
//!
//! The computer is no player: its seat holds a level, so that no record, leaderboard or limit ever
//! includes it.

use connect4::{Column, DropError, Level, Seat};

use super::{
    Actor, ChallengeContext, Game, GameConfig, GameResult, NewGame, Now, Participant, PlayerId,
    Players, Rated, Refusal, Series, SeriesId, action, settings,
};

/// Creates a game against the computer, in which the person has this seat, and which starts at once.
pub fn against_computer(
    actor: &Actor<'_>,
    config: GameConfig,
    level: Level,
    seat: Seat,
    context: &ChallengeContext,
) -> Result<NewGame, Refusal> {
    if let Some(same) = context.same_game(actor.player.id, None, &config) {
        return Err(Refusal::PlayingComputer(same.board));
    }
    let person = actor.player.clone();
    new_game(actor, config, Players::Computer { person, seat, level }, context)
}

/// A game against the computer, which starts at once, if the level and the server allow it.
pub(super) fn new_game(
    actor: &Actor<'_>,
    config: GameConfig,
    players: Players,
    context: &ChallengeContext,
) -> Result<NewGame, Refusal> {
    if let Some(level) = players.level().filter(|level| !level.plays_on(config.shape)) {
        return Err(Refusal::LevelNeedsStandardBoard(level));
    }
    if !context.settings.computer_games {
        return Err(Refusal::ComputerGamesOff);
    }
    settings::check(context, config.location.channel)?;
    Ok(NewGame {
        challenge: None,
        config: GameConfig { rated: Rated::No, ..config },
        players,
        series: Series::new(SeriesId(actor.interaction.0)),
        max_games_per_channel: context.settings.max_games_per_channel,
        started: actor.now,
        changed_by: actor.interaction,
    })
}

/// Creates a game against the computer in the place of another one of the same person in the
/// same channel, which has to be called off.
pub fn replace_computer_game(
    old: &Game,
    actor: &Actor<'_>,
    config: GameConfig,
    level: Level,
    seat: Seat,
    context: &ChallengeContext,
) -> Result<NewGame, Refusal> {
    old.own_seat(actor.player.id)?;
    old.check_live()?;
    let is_here = old.config.location.channel == config.location.channel;
    if !is_here || old.players.are_people() {
        return Err(Refusal::PlayingComputer(old.board_location()));
    }
    let mut without_old = context.clone();
    without_old.live_games.retain(|game| game.id != old.id);
    // An idle one is not among them.
    if actor.now.time.since(old.turn.began_at) <= settings::COMPUTER_GAME_COUNTS_FOR {
        without_old.games_in_channel = context.games_in_channel.saturating_sub(1);
    }
    against_computer(actor, config, level, seat, &without_old)
}

/// The level that a player may want next: after a win the one above, after two losses in a row
/// the one below, if there is one on this board.
pub fn suggested_level(game: &Game) -> Option<Level> {
    let level = game.players.level()?;
    let lost_before = game.effects.is_some_and(|it| it.lost_before);
    let winner = game.result().and_then(GameResult::winner)?;
    let steps = match game.participant(winner) {
        Participant::Person(_) | Participant::Channel => 1,
        Participant::Computer(_) if lost_before => -1,
        Participant::Computer(_) => return None,
    };
    let position = Level::ALL.iter().position(|it| *it == level)?;
    let suggested = *Level::ALL.get(position.checked_add_signed(steps)?)?;
    suggested.plays_on(game.config.shape).then_some(suggested)
}

/// Applies the computer's move in `column`.
///
/// `changed_by` stays the same, since the move has no interaction of its own.
pub fn computer_move(game: &Game, column: Column, now: Now) -> Result<Game, DropError> {
    if game.computer_to_move().is_none() {
        return Err(DropError::GameOver);
    }
    let mut after = Game { version: game.version.next(), notice: None, ..game.clone() };
    action::drop_disc(&mut after, column, now)?;
    Ok(after)
}

/// The turns in which a player took a hint: a bit for each, by the number of discs on the board.
/// The largest board has 63 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintedTurns(pub u64);

impl HintedTurns {
    /// The number of turns.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn contains(self, turns: Self) -> bool {
        self.0 & turns.0 == turns.0
    }

    /// The current turn of a game alone.
    pub fn only(game: &Game) -> Self {
        Self(1 << game.moves.columns().len().min(62))
    }
}

/// Refuses a hint to a player who may not have one.
pub fn check_hint(game: &Game, player: PlayerId) -> Result<(), Refusal> {
    game.own_seat(player)?;
    if game.players.are_people() {
        return Err(Refusal::UnknownButton);
    }
    game.check_live()?;
    match game.computer_to_move() {
        Some(_) => Err(Refusal::ComputersTurn),
        None => Ok(()),
    }
}

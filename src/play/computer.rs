//! Games against the computer. What it drops is found elsewhere.

use super::{
    Asked, First, Game, NewGame, Players, Rated, Refusal, Series, SeriesId, Setup, Situation,
    UPDATE_LOST_AFTER, challenge, settings, step,
};
use clock::Timestamp;
use connect4::{Board, Column, DropError, Level, Seat};

/// Decides on a game against the computer, which begins at once. `coin` decides
/// who drops first where `first` leaves it to chance.
pub fn against_computer(
    asked: &Asked<'_>,
    setup: Setup,
    level: Level,
    first: First,
    coin: bool,
    situation: &Situation,
) -> Result<NewGame, Refusal> {
    if !level.plays_on(setup.shape) {
        return Err(Refusal::LevelNeedsStandardBoard(level));
    }
    challenge::check_free(asked, None, situation)?;
    settings::check(situation, setup.place.channel, true)?;
    let seat = if first.is_challenger(coin) { Seat::First } else { Seat::Second };
    Ok(NewGame {
        challenge: None,
        setup: Setup { rated: Rated::No, ..setup },
        players: Players::Computer { person: asked.by.clone(), seat, level },
        series: Series::new(SeriesId(asked.interaction.0)),
        most_in_channel: situation.settings.most_games,
        started_at: asked.at,
        changed_by: asked.interaction,
    })
}

/// What the computer's disc in `column` makes of a game.
///
/// The interaction that changed the game last stays noted, since no other led
/// to this.
pub fn computer_move(game: &Game, column: Column, at: Timestamp) -> Result<Game, DropError> {
    if game.awaits_computer().is_none() {
        return Err(DropError::Over);
    }
    let mut after = Game { version: game.version.next(), ..game.clone() };
    step::drop_disc(&mut after, column)?;
    after.start_turn(at);
    if after.ending.is_some() {
        after.close(at);
    }
    Ok(after)
}

/// The position that the asker may have a hint for.
pub fn hint(game: &Game, asked: &Asked<'_>) -> Result<Board, Refusal> {
    game.seat_of(asked.by.id).ok_or(Refusal::NotYourGame)?;
    if game.players.level().is_none() {
        return Err(Refusal::NoHintsAmongPeople);
    }
    if let Some(over) = game.over() {
        return Err(over);
    }
    match game.awaits_computer() {
        Some(_) => Err(Refusal::ComputersTurn),
        None => Ok(game.board()),
    }
}

impl Game {
    /// The level of the computer, if it is its turn.
    pub fn awaits_computer(&self) -> Option<Level> {
        let level = self.players.level()?;
        let is_its_turn = self.seated(self.to_move()?).person().is_none();
        is_its_turn.then_some(level)
    }

    /// When the computer's turn, if it is, counts as forgotten. Until then it is
    /// left to whoever stored the move that it answers, as a board cannot be
    /// edited before it was first sent.
    pub fn computer_due_at(&self) -> Option<Timestamp> {
        self.awaits_computer().map(|_| self.moved_at.after(UPDATE_LOST_AFTER))
    }
}

use super::{Asked, Player, Refusal};
use connect4::Level;

/// The computer's level where nobody says another.
pub const DEFAULT_LEVEL: Level = Level::Medium;

/// Somebody whom a challenger named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Who it is.
    pub player: Player,
    /// What they are.
    pub kind: Kind,
}

/// What somebody is who can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person.
    Person,
    /// This bot.
    Fourfall,
    /// Some other bot.
    OtherBot,
}

/// Whom somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Whoever joins.
    Anyone,
    /// This person.
    Person(Player),
    /// The computer, at a level.
    Computer(Level),
}

/// Decides whom the asker wants to play, by whom and which level they named.
pub fn opponent(
    asked: &Asked<'_>,
    named: Option<Named>,
    level: Option<Level>,
) -> Result<Opponent, Refusal> {
    let Some(Named { player, kind }) = named else {
        return Ok(level.map_or(Opponent::Anyone, Opponent::Computer));
    };
    match kind {
        Kind::Fourfall => Ok(Opponent::Computer(level.unwrap_or(DEFAULT_LEVEL))),
        Kind::OtherBot => Err(Refusal::ChallengedBot(player)),
        Kind::Person if player.id == asked.by.id => Err(Refusal::ChallengedSelf),
        Kind::Person if level.is_some() => Err(Refusal::LevelOfPerson(player)),
        Kind::Person => Ok(Opponent::Person(player)),
    }
}

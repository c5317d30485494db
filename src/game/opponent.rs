use connect4::Level;

use super::{Actor, Player, Refusal};

/// The computer's level if the user chose none.
pub const DEFAULT_LEVEL: Level = Level::Medium;

/// A user named as opponent in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentionedUser {
    pub player: Player,
    pub kind: UserKind,
}

/// The kind of a mentioned user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserKind {
    Person,
    Fourfall,
    OtherBot,
}

/// The requested opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    Anyone,
    Person(Player),
    Computer(Level),
}

/// Determines the opponent from the mentioned user and the level.
pub fn resolve_opponent(
    actor: &Actor<'_>,
    mention: Option<MentionedUser>,
    level: Option<Level>,
) -> Result<Opponent, Refusal> {
    let Some(MentionedUser { player, kind }) = mention else {
        return Ok(level.map_or(Opponent::Anyone, Opponent::Computer));
    };
    match kind {
        UserKind::Fourfall => Ok(Opponent::Computer(level.unwrap_or(DEFAULT_LEVEL))),
        UserKind::OtherBot => Err(Refusal::ChallengedBot(player)),
        UserKind::Person if player.id == actor.player.id => Err(Refusal::ChallengedSelf),
        UserKind::Person if level.is_some() => Err(Refusal::LevelOfPerson(player)),
        UserKind::Person => Ok(Opponent::Person(player)),
    }
}

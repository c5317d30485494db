use connect4::{Level, Seat};

use super::{Player, PlayerId};

/// The players of a game: two people, or a person and the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Two people, by seat.
    People([Player; 2]),
    Computer {
        person: Player,
        seat: Seat,
        level: Level,
    },
}

/// The player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Participant<'a> {
    Person(&'a Player),
    Computer(Level),
}

impl<'a> Participant<'a> {
    /// The person, if it is not the computer.
    pub const fn person(self) -> Option<&'a Player> {
        match self {
            Self::Person(player) => Some(player),
            Self::Computer(_) => None,
        }
    }
}

impl Players {
    /// The player in a seat.
    pub fn participant(&self, seat: Seat) -> Participant<'_> {
        match self {
            Self::People(players) => Participant::Person(&players[seat.index()]),
            Self::Computer { person, seat: own, .. } if *own == seat => Participant::Person(person),
            Self::Computer { level, .. } => Participant::Computer(*level),
        }
    }

    /// The seat of a player, if they take part.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.participant(*seat).person().is_some_and(|it| it.id == id);
        Seat::BOTH.into_iter().find(sits)
    }

    /// All players who are people.
    pub fn people(&self) -> &[Player] {
        match self {
            Self::People(players) => players,
            Self::Computer { person, .. } => std::slice::from_ref(person),
        }
    }

    pub const fn people_mut(&mut self) -> &mut [Player] {
        match self {
            Self::People(players) => players,
            Self::Computer { person, .. } => std::slice::from_mut(person),
        }
    }

    /// Whether a player has deleted their data.
    pub fn has_deleted(&self) -> bool {
        self.people().iter().any(|player| player.id.is_deleted())
    }

    /// The computer's level, if it takes part.
    pub const fn level(&self) -> Option<Level> {
        match self {
            Self::People(_) => None,
            Self::Computer { level, .. } => Some(*level),
        }
    }
}

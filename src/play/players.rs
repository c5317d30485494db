use super::{Player, PlayerId};
use connect4::{Level, Seat};

/// Who sits at a board: two people, or one of them and the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Two people, first seat first.
    People([Player; 2]),
    /// A person against the computer.
    Computer {
        /// The person.
        person: Player,
        /// The person's seat; the computer has the other one.
        seat: Seat,
        /// How well the computer plays.
        level: Level,
    },
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seated<'a> {
    /// A person.
    Person(&'a Player),
    /// The computer, at a level.
    Computer(Level),
}

impl<'a> Seated<'a> {
    /// The person, if it is one.
    pub const fn person(self) -> Option<&'a Player> {
        match self {
            Self::Person(player) => Some(player),
            Self::Computer(_) => None,
        }
    }
}

impl Players {
    /// Who sits in a seat.
    pub fn seated(&self, seat: Seat) -> Seated<'_> {
        match self {
            Self::People(players) => Seated::Person(&players[seat.index()]),
            Self::Computer { person, seat: own, .. } if *own == seat => Seated::Person(person),
            Self::Computer { level, .. } => Seated::Computer(*level),
        }
    }

    /// The seat of somebody, if they are one of them.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seated(*seat).person().is_some_and(|it| it.id == id);
        Seat::BOTH.into_iter().find(sits)
    }

    /// The people among them.
    pub fn people(&self) -> &[Player] {
        match self {
            Self::People(players) => players,
            Self::Computer { person, .. } => std::slice::from_ref(person),
        }
    }

    /// The people among them, to be changed.
    pub const fn people_mut(&mut self) -> &mut [Player] {
        match self {
            Self::People(players) => players,
            Self::Computer { person, .. } => std::slice::from_mut(person),
        }
    }

    /// The computer's level, if it plays.
    pub const fn level(&self) -> Option<Level> {
        match self {
            Self::People(_) => None,
            Self::Computer { level, .. } => Some(*level),
        }
    }
}

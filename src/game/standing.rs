//! What the players of a game may do in its server, as far as that can keep one from moving.

use connect4::Seat;

use super::{Game, PlayerId};

/// What a person may do in a server to keep others from playing there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Authority {
    #[default]
    None,
    /// Remove or time out members.
    Moderates,
    /// That, and manage the channel or the server.
    Manages,
}

/// What an interaction tells of its user and its server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    pub authority: Authority,
    /// Whether the bot is installed in the server, and not by the user alone.
    pub is_installed: bool,
}

/// What the players of a live game between two people told of its server when they last
/// acted. Empty elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameStanding {
    authority: [Authority; 2],
    is_installed: bool,
}

impl GameStanding {
    const INSTALLED: u8 = 1 << 4;

    /// The inverse of [`GameStanding::bits`]. Returns `None` if other bits are set.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        let authority = match (Authority::from_bits(bits & 3), Authority::from_bits(bits >> 2 & 3))
        {
            (Some(first), Some(second)) => [first, second],
            _ => return None,
        };
        if bits >> 5 != 0 {
            return None;
        }
        Some(Self { authority, is_installed: bits & Self::INSTALLED != 0 })
    }

    /// The standing as a bit mask of five bits.
    pub const fn bits(self) -> u8 {
        let [first, second] = self.authority;
        let installed = if self.is_installed { Self::INSTALLED } else { 0 };
        first as u8 | (second as u8) << 2 | installed
    }

    /// What the player in a seat could do when they last acted.
    pub const fn authority(self, seat: Seat) -> Authority {
        self.authority[seat.index()]
    }

    /// Whether the bot was installed in the server at some time in the game.
    pub const fn is_installed(self) -> bool {
        self.is_installed
    }
}

impl Authority {
    const fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            0 => Some(Self::None),
            1 => Some(Self::Moderates),
            2 => Some(Self::Manages),
            _ => None,
        }
    }
}

impl Game {
    /// Records what a player's interaction tells of the game's server.
    pub fn record_standing(&mut self, player: PlayerId, standing: Standing) {
        let is_in_guild = self.config.location.guild.is_some();
        if !self.is_live() || !is_in_guild || !self.players.are_people() {
            return;
        }
        if let Some(seat) = self.seat_of(player) {
            self.standing.authority[seat.index()] = standing.authority;
            self.standing.is_installed |= standing.is_installed;
        }
    }
}

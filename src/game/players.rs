//! Who plays a game or is asked to, and the names that they are shown by.

use connect4::{Level, Seat};

use super::{Actor, GuildId, PlayerId, Refusal};

/// A user, as a player.
///
/// A server's nickname for a person shows in that server only, so the name depends on
/// where it is shown: see [`Player::name_in`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    global_name: Box<str>,
    /// Boxed, since futures hold many games.
    membership: Option<Box<Membership>>,
}

/// What a server calls a player.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Membership {
    guild: GuildId,
    nickname: Option<String>,
}

impl Player {
    /// A player with the name that is shown where they have no nickname. Names are without
    /// control characters.
    pub fn new(id: PlayerId, global_name: String) -> Self {
        Self { id, global_name: global_name.into_boxed_str(), membership: None }
    }

    /// Adds the nickname in a server; `None` if the player has none there. Direct messages have
    /// no nicknames.
    #[must_use]
    pub fn in_guild(self, guild: Option<GuildId>, nickname: Option<String>) -> Self {
        Self { membership: guild.map(|guild| Box::new(Membership { guild, nickname })), ..self }
    }

    /// The name that is shown in a server, or in direct messages.
    pub fn name_in(&self, guild: Option<GuildId>) -> &str {
        let membership = self.membership.as_ref().filter(|it| Some(it.guild) == guild);
        membership.and_then(|it| it.nickname.as_deref()).unwrap_or(&self.global_name)
    }

    pub fn global_name(&self) -> &str {
        &self.global_name
    }

    /// The server whose nickname for the player is known, if any, with the nickname; `None`
    /// if the player has none there.
    pub fn nickname(&self) -> Option<(GuildId, Option<&str>)> {
        self.membership.as_ref().map(|it| (it.guild, it.nickname.as_deref()))
    }

    /// Takes over the names that an interaction of the same player brought: the nickname only
    /// if that was in the same server. Returns whether anything changed.
    pub fn update_names(&mut self, newer: &Self) -> bool {
        let guild = |player: &Self| player.membership.as_ref().map(|it| it.guild);
        let membership =
            if guild(self) == guild(newer) { &newer.membership } else { &self.membership };
        let updated = Self { membership: membership.clone(), ..newer.clone() };
        let has_changed = updated != *self;
        *self = updated;
        has_changed
    }
}

/// The players of a game: two people, or a person or everybody in a channel, and the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Two people, by seat.
    People([Player; 2]),
    Computer {
        person: Player,
        seat: Seat,
        level: Level,
    },
    /// Whoever uses the channel, against the computer.
    Channel {
        seat: Seat,
        level: Level,
        /// Who dropped each of the channel's discs, in order.
        droppers: Vec<Player>,
    },
}

/// The player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Participant<'a> {
    Person(&'a Player),
    Computer(Level),
    /// Whoever uses the game's channel.
    Channel,
}

impl<'a> Participant<'a> {
    /// The person, if it is one.
    pub const fn person(self) -> Option<&'a Player> {
        match self {
            Self::Person(player) => Some(player),
            Self::Computer(_) | Self::Channel => None,
        }
    }
}

impl Players {
    /// The player in a seat.
    pub fn participant(&self, seat: Seat) -> Participant<'_> {
        match self {
            Self::People(players) => Participant::Person(&players[seat.index()]),
            Self::Computer { person, seat: own, .. } if *own == seat => Participant::Person(person),
            Self::Channel { seat: own, .. } if *own == seat => Participant::Channel,
            Self::Computer { level, .. } | Self::Channel { level, .. } => {
                Participant::Computer(*level)
            }
        }
    }

    /// Whether both players are people.
    pub const fn are_people(&self) -> bool {
        matches!(self, Self::People(_))
    }

    /// Whoever has a seat alone.
    pub fn people(&self) -> &[Player] {
        match self {
            Self::People(players) => players,
            Self::Computer { person, .. } => std::slice::from_ref(person),
            Self::Channel { .. } => &[],
        }
    }

    pub const fn people_mut(&mut self) -> &mut [Player] {
        match self {
            Self::People(players) => players,
            Self::Computer { person, .. } => std::slice::from_mut(person),
            Self::Channel { .. } => &mut [],
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
            Self::Computer { level, .. } | Self::Channel { level, .. } => Some(*level),
        }
    }
}

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
    /// Somebody who is not in the server.
    Absent,
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
        _ if player.id == actor.player.id => Err(Refusal::ChallengedSelf),
        UserKind::Absent => Err(Refusal::ChallengedAbsent(player)),
        UserKind::Person if level.is_some() => Err(Refusal::LevelOfPerson(player)),
        UserKind::Person => Ok(Opponent::Person(player)),
    }
}

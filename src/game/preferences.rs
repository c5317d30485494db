//! What a player has chosen: who may challenge them, what pings them, whether they are listed.

/// How many people a player can block.
pub const MAX_BLOCKS: u32 = 100;

named_enum! {
    /// Who may challenge a player.
    #[derive(Default)]
    pub enum ChallengesFrom {
        #[default]
        Anyone = "anyone",
        /// People with whom the player has finished a game that counts.
        Played = "played",
        Nobody = "nobody",
    }
}

/// What a player has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    pub challenges: ChallengesFrom,
    /// When it becomes their turn after the other player took long.
    pub turns: bool,
    /// Before they time out.
    pub reminders: bool,
    /// Whether they are on the leaderboard of all servers.
    pub listed: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { challenges: ChallengesFrom::Anyone, turns: true, reminders: true, listed: false }
    }
}

/// What decides whether a player may challenge another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpponentChoices {
    pub challenges: ChallengesFrom,
    /// Whether the opponent has blocked the challenger.
    pub blocked: bool,
    /// Whether the two have finished a game that counts.
    pub have_played: bool,
}

impl OpponentChoices {
    pub const fn allow_challenge(self) -> bool {
        !self.blocked
            && match self.challenges {
                ChallengesFrom::Anyone => true,
                ChallengesFrom::Played => self.have_played,
                ChallengesFrom::Nobody => false,
            }
    }
}

//! Pages of leaderboards, of a player's finished games, and of blocks.

use crate::game::{Game, GameId, GuildId, Player, PlayerId, Record};

/// A player's entry on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardEntry {
    /// From 1. Entries with equal keys share the best of their ranks.
    pub rank: u64,
    pub sort_key: SortKey,
    pub player: Player,
    /// Whether the player is shown by name on the global leaderboard.
    pub is_listed: bool,
    /// The player's results in the period.
    pub record: Record,
    /// The rating after the last rated game in the period, unless it is provisional.
    pub rating: Option<u16>,
}

/// The position of an entry on a leaderboard, for keyset pagination. Opaque to
/// everything but the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SortKey {
    /// The generated column that the leaderboard is sorted by, best first.
    pub key: i64,
    /// Sorts entries with equal keys. Random: a button that holds it names nobody.
    pub tie_breaker: i64,
}

/// Which page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageCursor {
    First,
    /// Starts with this entry.
    From(SortKey),
    /// Starts after this entry.
    After(SortKey),
    /// Ends before this entry.
    Before(SortKey),
}

/// A page of the people whom a player has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedPage {
    /// In the order in which they were blocked.
    pub players: Vec<BlockedPlayer>,
    /// From 0.
    pub page: u32,
    /// The number of pages, at least one.
    pub pages: u32,
    /// The number of players on all pages.
    pub total: u32,
}

/// Somebody whom a player has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedPlayer {
    pub id: PlayerId,
    /// `None` if nothing else is stored about them.
    pub name: Option<String>,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardEntries {
    /// Best first.
    pub entries: Vec<LeaderboardEntry>,
    /// The number of entries on all pages.
    pub total: u64,
    /// Whether there are better entries.
    pub more_before: bool,
    /// Whether there are worse entries.
    pub more_after: bool,
}

/// Who looks at a player's games. They see the games of the server they are in,
/// and the games they took part in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    pub player: PlayerId,
    /// `None` in direct messages.
    pub guild: Option<GuildId>,
}

/// Which page of a player's finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryCursor {
    Newest,
    /// Games that ended before this one.
    Before(GameId),
    /// Games that ended after this one.
    After(GameId),
}

/// A page of a player's finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// Newest first.
    pub games: Vec<Game>,
    /// Whether there are newer games.
    pub more_after: bool,
    /// Whether there are older games.
    pub more_before: bool,
}

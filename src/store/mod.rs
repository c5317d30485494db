//! What is kept: games, challenges, records, deadlines.
//!
//! One trait, [`Store`], with SQLite or PostgreSQL behind it. It keeps what it is given
//! and holds the uniqueness that races would break; it does not know which
//! moves are legal, what is shown, or Discord.

mod database;
pub mod dump;
mod error;
mod measured;
mod open;
mod operations;
mod postgres;
mod rows;
mod sql;
mod sqlite;
mod statement;
mod stored;

use std::time::Duration;

use async_trait::async_trait;
use dump::{Row, Table};
pub use error::{Constraint, StoreError};
pub use open::{open, open_existing};
use tokio::sync::mpsc;

use crate::{
    play::{
        self, ApplicationId, Challenge, ChallengeId, ChallengeState, ChannelId, Game, GameId,
        GuildId, GuildSettings, InteractionId, MessageId, NewChallenge, NewGame, Place, Player,
        PlayerId, Posting, Ranking, Record, SettingsChange, Situation, Summary, Token, Version,
    },
    rating::Rating,
};
use clock::Timestamp;
use connect4::GameScores;

/// How often each process notes that it is alive.
pub const ALIVE_EVERY: Duration = Duration::from_secs(10);

/// Whether a change was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a change that was not stored must not be shown"]
pub enum Saved {
    /// It was, durably.
    Yes,
    /// Somebody else's change came first, and this one left no trace.
    Overtaken,
}

/// Something that has a message in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Posted {
    /// A challenge.
    Challenge(ChallengeId),
    /// A game's board, drawn with a token.
    Board(GameId, Token),
}

/// Something that is due at a certain time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// A challenge has waited long enough.
    Challenge(ChallengeId),
    /// It is the computer's turn in a game.
    Computer(GameId),
    /// A turn's time is up in a game, or its player is to be reminded.
    Clock(GameId),
}

/// Where the bot's commands are registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere.
    Global,
    /// In one server.
    Guild(GuildId),
}

/// A line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// 1 for the best; equal ones share a rank.
    pub rank: u64,
    /// Where it stands among the others.
    pub spot: Spot,
    /// Whose line it is.
    pub player: Player,
    /// Whether they show by name on the leaderboard of all servers.
    pub is_listed: bool,
    /// Their results in the period.
    pub record: Record,
    /// Their rating after their last rated game in the period, if it is certain.
    pub rating: Option<u16>,
}

/// A place on a leaderboard, from which on it can be read. Means something only
/// to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// What the order goes by.
    pub key: i64,
    /// Who stands there.
    pub player: PlayerId,
}

/// Which lines of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The best.
    First,
    /// From here on.
    From(Spot),
    /// After here.
    After(Spot),
    /// Before here.
    Before(Spot),
}

/// Some lines of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingsPage {
    /// The lines, best first.
    pub lines: Vec<Standing>,
    /// How many lines there are in all.
    pub total: u64,
    /// Whether there are better ones.
    pub more_before: bool,
    /// Whether there are worse ones.
    pub more_after: bool,
}

/// A rating at some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// When.
    pub at: Timestamp,
    /// The rating's value.
    pub value: f64,
    /// Its deviation.
    pub deviation: f64,
}

/// Whether somebody was forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// They were.
    Done,
    /// There was nothing of them.
    Nothing,
}

/// Who looks at somebody's games: they see those of the server that they are
/// in, and their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Who.
    pub player: PlayerId,
    /// In which server; none in direct messages.
    pub guild: Option<GuildId>,
}

/// Which of somebody's finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryTurn {
    /// The last ones.
    Newest,
    /// Those that ended before this one.
    Before(GameId),
    /// Those that ended after this one.
    After(GameId),
}

/// Some of somebody's finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// The games, the last one first.
    pub games: Vec<Game>,
    /// Whether there are some that ended later.
    pub more_after: bool,
    /// Whether there are some that ended before.
    pub more_before: bool,
}

/// A database of games.
#[async_trait]
pub trait Store: Send + Sync + std::fmt::Debug {
    /// A game.
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError>;

    /// The game that a challenge began.
    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError>;

    /// The game that an interaction began, without a challenge.
    async fn game_begun_by(&self, id: InteractionId) -> Result<Option<Game>, StoreError>;

    /// The game that somebody plays in a channel.
    async fn live_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError>;

    /// The game of somebody's in a channel that ended last.
    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError>;

    /// All games that somebody plays, the one that waits longest first.
    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError>;

    /// Begins the game of an accepted challenge, or one against the computer;
    /// the computer's turn becomes a deadline. A game of two who have begun as
    /// many rated ones that day as count is not rated.
    ///
    /// The result is nothing if the challenge no longer waits. Where the server
    /// wants only so many games in a channel, there never are more.
    async fn begin_game(&self, new: &NewGame, live: &Posting) -> Result<Option<Game>, StoreError>;

    /// Stores a changed game over the version that the change was decided on;
    /// if it has ended, its seats are freed, and the results and ratings of people
    /// who played each other change with it. The computer's turn becomes a
    /// deadline.
    async fn save_game(&self, decided_on: Version, game: &Game) -> Result<Saved, StoreError>;

    /// Stores the computer's move like any other change, but for the game's
    /// posting: that may have become known in the meantime.
    async fn save_computer_move(
        &self,
        decided_on: Version,
        game: &Game,
    ) -> Result<Saved, StoreError>;

    /// Games that go on in a server, the one that waits longest first.
    async fn live_games_in(&self, guild: GuildId, most: u64) -> Result<Vec<Game>, StoreError>;

    /// How many games go on.
    async fn live_games_count(&self) -> Result<u32, StoreError>;

    /// What a server has settled.
    async fn settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError>;

    /// Changes what a server has settled: all of it, as it is then.
    async fn change_settings(
        &self,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError>;

    /// A challenge.
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError>;

    /// The challenge that an interaction made.
    async fn challenge_made_by(&self, id: InteractionId) -> Result<Option<Challenge>, StoreError>;

    /// What a challenge between these two (or to anyone) in a place must fit in
    /// with.
    async fn situation(
        &self,
        place: Place,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Situation, StoreError>;

    /// Stores a new challenge, with its deadline.
    async fn post_challenge(
        &self,
        new: &NewChallenge,
        posting: &Posting,
    ) -> Result<Challenge, StoreError>;

    /// Ends a waiting challenge otherwise than by a game, and its deadline in
    /// any case. No interaction is named if time alone ended it.
    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        at: Timestamp,
    ) -> Result<Saved, StoreError>;

    /// Notes which message something was posted as. A board that was drawn
    /// elsewhere since is left as it is.
    async fn learn_message(&self, what: &Posted, message: MessageId) -> Result<(), StoreError>;

    /// Notes somebody's display name.
    async fn rename(&self, player: &Player) -> Result<(), StoreError>;

    /// Somebody's results.
    async fn record(&self, scope: play::Scope, player: PlayerId) -> Result<Record, StoreError>;

    /// Somebody's rating as of their last rated game, if they had one.
    async fn rating(
        &self,
        scope: play::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError>;

    /// Somebody's results against one opponent, everywhere.
    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError>;

    /// How somebody's rating came about, the first point first.
    async fn rating_points(
        &self,
        scope: play::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError>;

    /// Somebody's finished games, in numbers.
    async fn summary(&self, player: PlayerId) -> Result<Summary, StoreError>;

    /// Some of somebody's finished games, the last one first: those that the
    /// viewer may see.
    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        turn: HistoryTurn,
        most: u8,
    ) -> Result<HistoryPage, StoreError>;

    /// The scores that a review goes by, if they were found before.
    async fn review(&self, game: GameId) -> Result<Option<GameScores>, StoreError>;

    /// Keeps the scores that a review goes by.
    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError>;

    /// Somebody who plays or has played.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;

    /// Some lines of a leaderboard as it is now: the first ones, if there are
    /// none where asked for.
    async fn standings(
        &self,
        ranking: Ranking,
        now: Timestamp,
        turn: Turn,
        most: u8,
    ) -> Result<StandingsPage, StoreError>;

    /// Somebody's line of a leaderboard, if they have one.
    async fn standing(
        &self,
        ranking: Ranking,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<Standing>, StoreError>;

    /// How many lines a leaderboard has.
    async fn standings_total(&self, ranking: Ranking, now: Timestamp) -> Result<u64, StoreError>;

    /// When the next deadline is.
    async fn next_deadline(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Some of the deadlines that have come, the oldest first.
    async fn due(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError>;

    /// Makes a deadline come later, if it is still there.
    async fn put_off(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError>;

    /// Notes that the player to move in a game of this version was reminded;
    /// overtaken if they were before.
    async fn note_reminded(&self, id: GameId, version: Version) -> Result<Saved, StoreError>;

    /// Notes that some process runs.
    async fn note_alive(&self, now: Timestamp) -> Result<(), StoreError>;

    /// Adds the time in which no process ran to all turns, if it was more than 15
    /// seconds, and notes that one runs: the time that was added.
    async fn resume_clocks(&self, now: Timestamp) -> Result<Duration, StoreError>;

    /// The commands last registered by an application, as hashes by scope.
    async fn registrations(
        &self,
        application: ApplicationId,
    ) -> Result<Vec<(Scope, String)>, StoreError>;

    /// Notes the commands registered in a scope; no hash if there are none now.
    async fn note_registration(
        &self,
        application: ApplicationId,
        scope: Scope,
        hash: Option<&str>,
    ) -> Result<(), StoreError>;

    /// Notes whether somebody shows by name on the leaderboard of all servers.
    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError>;

    /// All that is stored of a player, by table, but for tokens.
    async fn personal_data(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(&'static Table, Vec<Row>)>, StoreError>;

    /// Removes a player, whose live games have ended as given: in the games of
    /// others, somebody who is nobody takes their place.
    ///
    /// [`StoreError::Overtaken`] if a game changed or began in the meantime.
    async fn forget_player(
        &self,
        player: PlayerId,
        ended: Vec<(Version, Game)>,
    ) -> Result<Forgotten, StoreError>;

    /// Removes a server, whose live games have ended as given: its games stay as
    /// games of nowhere.
    ///
    /// [`StoreError::Overtaken`] if a game changed in the meantime.
    async fn forget_guild(
        &self,
        guild: GuildId,
        ended: Vec<(Version, Game)>,
    ) -> Result<(), StoreError>;

    /// Sends all rows of all tables as they are at one moment, but for tokens.
    async fn export(&self, rows: mpsc::Sender<(&'static Table, Row)>) -> Result<(), StoreError>;

    /// Adds rows to an empty database, all or none: how many; nothing if it was
    /// not empty.
    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static Table, Row)>,
    ) -> Result<Option<u64>, StoreError>;

    /// Copies the whole database, as it is at one moment, into a new file.
    async fn back_up(&self, file: &str) -> Result<(), StoreError>;

    /// Ends all work, once what is under way is stored.
    async fn close(&self);
}

//! The trait of all databases.

use std::sync::Arc;

use async_trait::async_trait;
use clock::Timestamp;
use connect4::{GameScores, Shape};
use tokio::sync::mpsc;

use crate::{
    game::{
        self, ApplicationId, Challenge, ChallengeContext, ChallengeId, ChallengeState,
        ChallengeTerms, ChannelId, FoundPosition, Game, GameId, GuildId, GuildSettings,
        HintedTurns, InteractionId, LeaderboardId, Location, MessageHandle, MessageId, NewGame,
        NotificationSetting, Notifications, Player, PlayerId, PositionId, PuzzleAttempt,
        PuzzleNumber, PuzzleSchedule, RecentAccuracy, Record, Reminder, SettingsChange,
        SolvedCount, Statistics, TrainingProgress, Version,
    },
    rating::Rating,
    store::{
        deadlines::Deadline,
        deletion::DeletionResult,
        error::StoreError,
        export_schema::{ExportRow, ExportTable},
        games::start::StartedGame,
        heartbeats::{Heartbeats, RecordedHeartbeats},
        messages::MessageOwner,
        pages::{
            BlockedPage, HistoryCursor, HistoryPage, LeaderboardEntries, LeaderboardEntry,
            PageCursor, Viewer,
        },
        puzzle_schedules::PuzzlePostResult,
        puzzles::{PuzzleSolvers, PuzzleTry},
        ratings::RatingPoint,
        registrations::{CommandIds, Registration, RegistrationScope},
        save_result::SaveResult,
    },
};

/// What can be exported.
#[async_trait]
pub trait ExportSource: Send + Sync + std::fmt::Debug {
    /// Sends all rows of a consistent snapshot of all tables, without tokens. Stops
    /// early if the receiver is dropped.
    async fn export(
        &self,
        rows: mpsc::Sender<(&'static ExportTable, ExportRow)>,
    ) -> Result<(), StoreError>;
}

/// The bot's database.
#[async_trait]
pub trait Store: ExportSource {
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError>;

    /// The game that started from a challenge.
    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError>;

    /// The game that an interaction started without a challenge.
    async fn game_by_interaction(&self, id: InteractionId) -> Result<Option<Game>, StoreError>;

    /// The player's live game in a channel.
    async fn live_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError>;

    /// The player's game in a channel that ended last.
    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError>;

    /// All live games of a player, by the time of the last move, oldest first.
    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError>;

    /// Starts the game of an accepted challenge, or one against the computer. If it is
    /// the computer's turn, its deadline is stored as well. The game is unrated if its
    /// players have reached the daily limit of rated games. Other challenges that its players
    /// have made in the channel are cancelled.
    ///
    /// Returns `None` if the challenge is no longer pending.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if a player already plays in the channel, one has
    /// blocked the other, the channel has as many games as its server allows, or the
    /// interaction has already started a game.
    async fn start_game(
        &self,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<StartedGame>, StoreError>;

    /// Starts a game against the computer in the place of one that has ended, given as for
    /// [`Store::save_game`]. Both are stored, or neither.
    ///
    /// Returns `None` if the old game has changed.
    ///
    /// # Errors
    ///
    /// As [`Store::start_game`].
    async fn replace_game(
        &self,
        expected_version: Version,
        ended: &Game,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<StartedGame>, StoreError>;

    /// Stores a changed game if the stored version is still `expected_version`.
    ///
    /// If the game has ended, its seats are freed, and the results and ratings of two
    /// people who played each other are updated in the same transaction. If it is the
    /// computer's turn, its deadline is stored as well.
    async fn save_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError>;

    /// Like [`Store::save_game`], but leaves the board's message as stored: its id may
    /// have been recorded during the search, which does not change the version.
    async fn save_computer_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError>;

    /// Live games in a server, by the time of the last move, oldest first.
    async fn live_games_in_guild(
        &self,
        guild: GuildId,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError>;

    async fn count_live_games(&self) -> Result<u32, StoreError>;

    /// A server's settings; the defaults if it has none.
    async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError>;

    /// Changes one of a server's settings and returns all of them.
    async fn change_settings(
        &self,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError>;

    /// A player's attempt at a daily puzzle; the default if they have not tried it.
    async fn puzzle_attempt(
        &self,
        player: PlayerId,
        number: PuzzleNumber,
    ) -> Result<PuzzleAttempt, StoreError>;

    /// Stores a try in a puzzle, if there are as many before it as it says. One that solves the
    /// day's puzzle continues the player's streak.
    async fn save_puzzle_try(
        &self,
        player: &Player,
        new: PuzzleTry,
    ) -> Result<SaveResult, StoreError>;

    /// The last puzzle that a player has solved on its day, with the streak up to it.
    async fn last_puzzle_streak(
        &self,
        player: PlayerId,
    ) -> Result<Option<(PuzzleNumber, u32)>, StoreError>;

    /// Who has solved a puzzle on its day, in a server.
    async fn puzzle_solvers(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        limit: u8,
    ) -> Result<PuzzleSolvers, StoreError>;

    /// Whether a server lists a player among a puzzle's solvers.
    async fn is_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<bool, StoreError>;

    /// Lists a player among them, if they have solved it on its day.
    async fn record_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<(), StoreError>;

    /// Where and when a server has the daily puzzle posted, if that was ever set.
    async fn puzzle_schedule(&self, guild: GuildId) -> Result<Option<PuzzleSchedule>, StoreError>;

    /// Stores a new schedule, or another channel of one, but neither its hour nor which puzzle
    /// was posted last.
    async fn save_puzzle_channel(
        &self,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Stores the hour of a schedule, or that it is off.
    async fn save_puzzle_hour(
        &self,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Lets one process post a puzzle, which is due again at `until` unless the result is
    /// recorded before. [`SaveResult::Conflict`] if another process has the lease.
    async fn lease_puzzle_post(
        &self,
        guild: GuildId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// Records what became of a post, and when the next one is due.
    async fn record_puzzle_post(
        &self,
        guild: GuildId,
        result: PuzzlePostResult,
    ) -> Result<(), StoreError>;

    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError>;

    /// The challenge that an interaction created.
    async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> Result<Option<Challenge>, StoreError>;

    /// What decides whether a challenge may be made here. No opponent means an open
    /// challenge.
    async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<ChallengeContext, StoreError>;

    /// Stores a new challenge and its deadline. The names of an opponent who is already known
    /// stay as they are.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if the players have a pending challenge, the
    /// challenger has three or an open one in the channel or plays there, the opponent does not
    /// let them, has deleted their data or was challenged lately, the game has a rematch, or
    /// the interaction has already created a challenge.
    async fn create_challenge(
        &self,
        new: &ChallengeTerms,
        message: &MessageHandle,
    ) -> Result<Challenge, StoreError>;

    /// Moves a pending challenge to a final state, and deletes its deadline even if it
    /// is no longer pending. `by` is `None` if the challenge expired.
    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// Records the id of a message once Discord has returned it. Ignored for a board
    /// that has been posted again since, with another token.
    async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> Result<(), StoreError>;

    /// Adds turns in which a hint was taken to those of a game against the computer.
    async fn record_hints(&self, id: GameId, hints: HintedTurns) -> Result<(), StoreError>;

    /// Saves the message of a live game's board, which is edited with another token from
    /// now on. Ignored if the game has changed.
    async fn save_board_message(
        &self,
        id: GameId,
        version: Version,
        message: &MessageHandle,
    ) -> Result<(), StoreError>;

    /// Stores the message of a game's last reminder.
    async fn record_reminder_message(
        &self,
        game: GameId,
        reminder: Reminder,
    ) -> Result<(), StoreError>;

    /// Forgets the message of a reminder, once it is edited.
    async fn forget_reminder_message(
        &self,
        game: GameId,
        message: MessageId,
    ) -> Result<(), StoreError>;

    /// Records whether a challenge's message is known to be there, although its id is
    /// unknown.
    async fn record_challenge_shown(
        &self,
        id: ChallengeId,
        is_shown: bool,
    ) -> Result<(), StoreError>;

    /// Changes a player's names, and deletes the nickname if it is known that they have none.
    /// Does nothing if there is no such player: they may have been deleted just now.
    async fn save_player(&self, player: &Player) -> Result<(), StoreError>;

    /// A player's results of all time.
    async fn record(&self, scope: game::Scope, player: PlayerId) -> Result<Record, StoreError>;

    /// A player's rating after their last rated game, if any.
    async fn rating(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError>;

    /// A player's results against one opponent in all servers.
    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError>;

    /// A player's rating after each rated game, oldest first.
    async fn rating_points(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError>;

    /// Statistics of a player's finished games.
    async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError>;

    /// A page of those of a player's finished games that the viewer may see.
    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        cursor: HistoryCursor,
        limit: u8,
    ) -> Result<HistoryPage, StoreError>;

    /// The scores of a reviewed game on a board of this shape, if they are stored.
    async fn review(&self, game: GameId, shape: Shape) -> Result<Option<GameScores>, StoreError>;

    /// Stores the scores of a reviewed game.
    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError>;

    /// The reviewed games of a player that their training has not taken in, newest first.
    async fn untrained_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError>;

    /// The games of a player that could be reviewed, newest first.
    async fn unreviewed_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError>;

    /// Makes a known player a trainee, and adds games to their training, each with the positions
    /// before their mistakes, of which those that they train with already are left out.
    async fn add_training_games(
        &self,
        player: PlayerId,
        games: Vec<(GameId, Vec<FoundPosition>)>,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// The position that a player's training shows next, if one is due: repetitions before new
    /// ones, of which those of the newest game come first.
    async fn next_training_position(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError>;

    /// The last position of a game that a player's training shows, if one is new or due.
    async fn training_position_of_game(
        &self,
        player: PlayerId,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError>;

    /// Whether a player has finished a game.
    async fn has_finished_game(&self, player: PlayerId) -> Result<bool, StoreError>;

    /// When a player's next position is due.
    async fn next_training_due(&self, player: PlayerId) -> Result<Option<Timestamp>, StoreError>;

    /// How far a player is with a position. `None` if it is not one of theirs.
    async fn training_progress(
        &self,
        player: PlayerId,
        position: PositionId,
    ) -> Result<Option<TrainingProgress>, StoreError>;

    /// Stores the progress after a try. [`SaveResult::Conflict`] if the position was tried
    /// meanwhile.
    async fn save_training_try(
        &self,
        player: PlayerId,
        position: PositionId,
        after: TrainingProgress,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// Counts what a player has solved since a time, at most two weeks ago.
    async fn count_solved(
        &self,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<SolvedCount, StoreError>;

    /// How many games were reviewed for a player's training on a day, in days since 1970.
    async fn training_reviews_on_day(&self, player: PlayerId, day: i64) -> Result<u32, StoreError>;

    /// Counts a review for a player's training on a day. [`SaveResult::Conflict`] if they have
    /// had `limit` on that day, or are unknown.
    async fn record_training_review(
        &self,
        player: PlayerId,
        day: i64,
        limit: u32,
    ) -> Result<SaveResult, StoreError>;

    /// A player's accuracy in their last games against people.
    async fn recent_accuracy(&self, player: PlayerId) -> Result<RecentAccuracy, StoreError>;

    /// A player, with the nickname in a server.
    async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Option<Player>, StoreError>;

    /// A page of a leaderboard in the current period. The first page if the requested
    /// one is empty.
    async fn leaderboard(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        cursor: PageCursor,
        limit: u8,
    ) -> Result<LeaderboardEntries, StoreError>;

    /// A player's entry on a leaderboard in the current period.
    async fn leaderboard_entry(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<LeaderboardEntry>, StoreError>;

    /// The number of entries on a leaderboard in the current period.
    async fn leaderboard_size(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
    ) -> Result<u64, StoreError>;

    /// The time of the earliest deadline after this time.
    async fn next_deadline(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError>;

    /// The time of the earliest deadline in [`Store::due_deadlines`].
    async fn oldest_due_deadline(&self, now: Timestamp) -> Result<Option<Timestamp>, StoreError>;

    /// A batch of deadlines that have passed, oldest first. A turn timer is due only up
    /// to the last heartbeat of its game's shard.
    async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError>;

    /// Moves a deadline, if it still exists. A turn timer is only ever moved later.
    async fn postpone(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError>;

    /// Records that Discord did not say what has kept the late player to move in this version
    /// of a game from moving, after that had failed `failed_before` times in the turn, and
    /// extends the turn. Does nothing if the game or that number has changed.
    async fn record_failed_lookup(
        &self,
        id: GameId,
        version: Version,
        failed_before: u32,
        until: Timestamp,
    ) -> Result<(), StoreError>;

    /// Records that the player to move in this version of a game has been reminded.
    /// [`SaveResult::Conflict`] if the game has changed or a reminder is recorded
    /// already.
    async fn mark_reminded(&self, id: GameId, version: Version) -> Result<SaveResult, StoreError>;

    /// Records that the turn in this version of a game was abandoned by a heartbeat of its
    /// shard. [`SaveResult::Conflict`] if the game has changed, or time was given back.
    async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        heartbeat: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// When the shard that brings a server's interactions last could take moves. Direct
    /// messages come to shard 0.
    async fn last_heartbeat(&self, guild: Option<GuildId>)
    -> Result<Option<Timestamp>, StoreError>;

    /// Records that shards can take moves. A gap of more than 15 seconds since a shard's
    /// last heartbeat is given back: the turn timers of its games are shifted by it. If
    /// the clock was set back, they are shifted back.
    ///
    /// `heartbeats` is called first to see whether there is a gap, and again inside the
    /// transaction that gives one back: a process that was suspended in between must not
    /// record an old time there, as if its clock had been set back.
    async fn record_heartbeats(
        &self,
        heartbeats: Arc<dyn Fn() -> Heartbeats + Send + Sync>,
    ) -> Result<RecordedHeartbeats, StoreError>;

    /// Moves heartbeats back to `to`, unless they were recorded after `recorded_at`, by another
    /// process. The next ones give the time since then back.
    async fn take_heartbeats_back(
        &self,
        recorded_at: Timestamp,
        to: Timestamp,
    ) -> Result<(), StoreError>;

    /// Hashes of the commands that an application last registered, by scope.
    async fn registration_hashes(
        &self,
        application: ApplicationId,
    ) -> Result<Vec<(RegistrationScope, String)>, StoreError>;

    /// Records the commands registered in a scope; `None` removes them.
    async fn record_registration(
        &self,
        application: ApplicationId,
        scope: RegistrationScope,
        registration: Option<Registration>,
    ) -> Result<(), StoreError>;

    /// The ids of an application's slash commands in a server, or in direct messages. None are
    /// known before the first registration.
    async fn command_ids(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> Result<CommandIds, StoreError>;

    /// Stores whether a player is shown by name on the global leaderboard.
    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError>;

    /// Which pings a player gets; the defaults if the player is unknown.
    async fn notifications(&self, player: PlayerId) -> Result<Notifications, StoreError>;

    /// Changes one of a player's choices and returns all of them.
    async fn change_notifications(
        &self,
        player: &Player,
        setting: NotificationSetting,
    ) -> Result<Notifications, StoreError>;

    /// Whether `by` has blocked a player.
    async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> Result<bool, StoreError>;

    /// Blocks people on behalf of a player, by an interaction. Those who are blocked already
    /// stay so. Returns the pending challenges between the player and them, which end.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if that makes too many; then none is blocked.
    async fn block(
        &self,
        player: &Player,
        blocked: &[PlayerId],
        by: InteractionId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeId>, StoreError>;

    async fn unblock(&self, player: PlayerId, blocked: PlayerId) -> Result<(), StoreError>;

    /// A page of the people whom a player has blocked; the last page if there are fewer.
    async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> Result<BlockedPage, StoreError>;

    /// Sends all rows about a player in a consistent snapshot, by table, without tokens.
    /// Stops early if the receiver is dropped.
    async fn personal_data(
        &self,
        player: PlayerId,
        rows: mpsc::Sender<(&'static ExportTable, ExportRow)>,
    ) -> Result<(), StoreError>;

    /// Deletes a player's data and stores the given games as ended, each over its
    /// expected version. Opponents keep their games, with a deleted user in the
    /// player's place, and without what leads to their messages. Limits that the player
    /// shares with others outlast the deletion, by a hash that names nobody.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed, or the player still
    /// has a live game with another person.
    async fn delete_player(
        &self,
        player: PlayerId,
        ended_games: Vec<(Version, Game)>,
        now: Timestamp,
    ) -> Result<DeletionResult, StoreError>;

    /// Deletes a server's data and stores the given games as ended, each over its
    /// expected version. Its games are kept without server, channel and message.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed.
    async fn delete_guild(
        &self,
        guild: GuildId,
        ended_games: Vec<(Version, Game)>,
    ) -> Result<(), StoreError>;

    /// Overwrites what was deleted but may still be read in files beside the tables, such as
    /// SQLite's write-ahead log. Returns `false` if it has to be tried again, since others
    /// are reading.
    async fn purge_deleted(&self) -> Result<bool, StoreError>;

    /// Clears and deletes what is kept for a time only, such as interaction tokens, if that
    /// is up. Returns whether there may be more.
    async fn clean_up(&self, now: Timestamp) -> Result<bool, StoreError>;

    /// Inserts rows into an empty database in one transaction. Returns their number, or
    /// `None` if the database is not empty.
    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static ExportTable, ExportRow)>,
    ) -> Result<Option<u64>, StoreError>;

    /// Closes the database after all changes under way are stored.
    async fn close(&self);
}

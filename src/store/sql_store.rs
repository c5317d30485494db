//! [`Store`] on top of either database.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use clock::Timestamp;
use connect4::{GameScores, Shape};
use futures_util::future::BoxFuture;
use tokio::sync::{OnceCell, mpsc};

use crate::{
    game::{
        self, ApplicationId, Challenge, ChallengeContext, ChallengeId, ChallengeState,
        ChallengeTerms, ChannelId, FoundPosition, Game, GameId, GuildId, GuildSettings,
        HintedTurns, InteractionId, LeaderboardId, Location, MessageHandle, MessageId, NewGame,
        NotificationSetting, Notifications, Player, PlayerId, Players, PositionId, PuzzleAttempt,
        PuzzleNumber, PuzzleSchedule, RecentAccuracy, Record, Reminder, SettingsChange,
        SolvedCount, Statistics, TrainingProgress, Version,
    },
    rating::Rating,
    store::{
        blocks, challenges, clean_up,
        database::{AdvisoryLock, Database},
        deadlines::{self, Deadline},
        deletion::{self, DeletionResult},
        error::StoreError,
        export,
        export_schema::{ExportRow, ExportTable},
        games::{self, ChangedColumns, StartedGame},
        heartbeats::{self, Heartbeats, RecordedHeartbeats},
        history,
        latency::{TimedReader, timed},
        leaderboards,
        messages::{self, MessageOwner},
        notifications, opponent_choices,
        pages::{
            BlockedPage, HistoryCursor, HistoryPage, LeaderboardEntries, LeaderboardEntry,
            PageCursor, Viewer,
        },
        players,
        puzzle_schedules::{self, PuzzlePostResult},
        puzzles::{self, PuzzleSolvers, PuzzleTry},
        ratings::{self, RatingPoint},
        records,
        registrations::{self, CommandIds, Registration, RegistrationScope},
        retained_limits::LimitKey,
        reviews,
        save_result::SaveResult,
        settings, statistics,
        store_trait::{ExportSource, Store},
        training, turn_timers,
    },
};

#[derive(Debug)]
pub(super) struct SqlStore<D> {
    database: D,
    limit_key: OnceCell<LimitKey>,
}

impl<D: Database> SqlStore<D> {
    pub(super) const fn new(database: D) -> Self {
        Self { database, limit_key: OnceCell::const_new() }
    }

    /// A connection for single reads.
    async fn reader(&self) -> Result<TimedReader<D::Reader>, StoreError> {
        TimedReader::acquire(self.database.reader()).await
    }

    /// Runs statements as [`Database::transaction`] does, and records how long that took.
    async fn transaction<T: Send + 'static>(
        &self,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut D::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        timed("change", self.database.transaction(locks, body)).await
    }

    /// The key of retained limits, which is read once.
    async fn limit_key(&self) -> Result<LimitKey, StoreError> {
        let load = async || LimitKey::load(&mut *self.reader().await?).await;
        self.limit_key.get_or_try_init(load).await.cloned()
    }
}

fn player_locks(players: &Players) -> impl Iterator<Item = AdvisoryLock> {
    players.people().iter().map(|player| AdvisoryLock::Player(player.id))
}

/// The locks for storing a game. Only an ended game affects results.
fn locks_for(game: &Game) -> Vec<AdvisoryLock> {
    let players = game.result().map(|_| player_locks(&game.players));
    players.into_iter().flatten().collect()
}

/// The locks for starting a game.
fn locks_for_start(new: &NewGame) -> Vec<AdvisoryLock> {
    let channel = AdvisoryLock::Channel(new.config.location.channel);
    player_locks(&new.players).chain([channel]).collect()
}

#[async_trait]
impl<D: Database> ExportSource for SqlStore<D> {
    async fn export(
        &self,
        rows: mpsc::Sender<(&'static ExportTable, ExportRow)>,
    ) -> Result<(), StoreError> {
        // Not timed: exports take long by nature.
        export::export(&mut *self.database.snapshot().await?, rows).await
    }
}

#[async_trait]
impl<D: Database> Store for SqlStore<D> {
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        timed("load game", self.database.game(id)).await
    }

    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError> {
        games::game_of_challenge(&mut *self.reader().await?, id).await
    }

    async fn game_by_interaction(&self, id: InteractionId) -> Result<Option<Game>, StoreError> {
        games::game_by_interaction(&mut *self.reader().await?, id).await
    }

    async fn live_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        games::live_game(&mut *self.reader().await?, channel, player).await
    }

    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        games::last_game(&mut *self.reader().await?, channel, player).await
    }

    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError> {
        games::live_games(&mut *self.reader().await?, player).await
    }

    async fn start_game(
        &self,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<StartedGame>, StoreError> {
        let (new, message) = (new.clone(), message.clone());
        let (locks, key) = (locks_for_start(&new), self.limit_key().await?);
        self.transaction(&locks, move |c| games::start(c, key, new, message)).await
    }

    async fn replace_game(
        &self,
        expected_version: Version,
        ended: &Game,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<StartedGame>, StoreError> {
        let (ended, new, message) = (ended.clone(), new.clone(), message.clone());
        let key = self.limit_key().await?;
        let mut locks = locks_for_start(&new);
        locks.extend(locks_for(&ended));
        self.transaction(&locks, move |c| {
            games::replace(c, key, expected_version, ended, new, message)
        })
        .await
    }

    async fn save_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        // One statement: no result to count, and no deadline of the computer's turn.
        if game.is_live() && game.players.are_people() {
            let saved = self.database.save_live_game(expected_version, game);
            return timed("save move", saved).await;
        }
        let game = game.clone();
        self.transaction(&locks_for(&game), move |c| {
            games::save(c, expected_version, game, ChangedColumns::All)
        })
        .await
    }

    async fn save_computer_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        let game = game.clone();
        self.transaction(&locks_for(&game), move |c| {
            games::save(c, expected_version, game, ChangedColumns::Position)
        })
        .await
    }

    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        challenges::challenge(&mut *self.reader().await?, id).await
    }

    async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> Result<Option<Challenge>, StoreError> {
        challenges::challenge_by_interaction(&mut *self.reader().await?, id).await
    }

    async fn live_games_in_guild(
        &self,
        guild: GuildId,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError> {
        games::live_games_in_guild(&mut *self.reader().await?, guild, limit).await
    }

    async fn count_live_games(&self) -> Result<u32, StoreError> {
        games::count_live_games(&mut *self.reader().await?).await
    }

    async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        settings::load(&mut *self.reader().await?, guild).await
    }

    async fn change_settings(
        &self,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        self.transaction(&[AdvisoryLock::Guild(guild)], move |c| settings::change(c, guild, change))
            .await
    }

    async fn puzzle_attempt(
        &self,
        player: PlayerId,
        number: PuzzleNumber,
    ) -> Result<PuzzleAttempt, StoreError> {
        puzzles::attempt(&mut *self.reader().await?, player, number).await
    }

    async fn save_puzzle_try(
        &self,
        player: &Player,
        new: PuzzleTry,
    ) -> Result<SaveResult, StoreError> {
        let player = player.clone();
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| {
            puzzles::save_try(c, player, new)
        })
        .await
    }

    async fn last_puzzle_streak(
        &self,
        player: PlayerId,
    ) -> Result<Option<(PuzzleNumber, u32)>, StoreError> {
        puzzles::last_streak(&mut *self.reader().await?, player).await
    }

    async fn puzzle_solvers(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        limit: u8,
    ) -> Result<PuzzleSolvers, StoreError> {
        puzzles::solvers(&mut *self.reader().await?, guild, number, limit).await
    }

    async fn is_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        puzzles::is_solver(&mut *self.reader().await?, guild, number, player).await
    }

    async fn record_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        self.transaction(locks, move |c| puzzles::record_solver(c, guild, number, player)).await
    }

    async fn puzzle_schedule(&self, guild: GuildId) -> Result<Option<PuzzleSchedule>, StoreError> {
        puzzle_schedules::load(&mut *self.reader().await?, guild).await
    }

    async fn save_puzzle_channel(
        &self,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| puzzle_schedules::save_channel(c, schedule, now)).await
    }

    async fn save_puzzle_hour(
        &self,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| puzzle_schedules::save_hour(c, schedule, now)).await
    }

    async fn lease_puzzle_post(
        &self,
        guild: GuildId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| puzzle_schedules::lease(c, guild, now, until)).await
    }

    async fn record_puzzle_post(
        &self,
        guild: GuildId,
        result: PuzzlePostResult,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| puzzle_schedules::record_result(c, guild, result)).await
    }

    async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<ChallengeContext, StoreError> {
        let key = self.limit_key().await?;
        let reader = &mut *self.reader().await?;
        challenges::context(reader, &key, location, challenger, opponent, now).await
    }

    async fn create_challenge(
        &self,
        new: &ChallengeTerms,
        message: &MessageHandle,
    ) -> Result<Challenge, StoreError> {
        let (new, message) = (new.clone(), message.clone());
        let players = [Some(&new.challenger), new.opponent.as_ref()];
        let locks: Vec<_> =
            players.into_iter().flatten().map(|player| AdvisoryLock::Player(player.id)).collect();
        let key = self.limit_key().await?;
        self.transaction(&locks, move |c| challenges::create(c, key, new, message)).await
    }

    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let key = self.limit_key().await?;
        self.transaction(&[], move |c| challenges::end(c, key, id, state, by, now)).await
    }

    async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let owner = owner.clone();
        self.transaction(&[], move |c| messages::record_message_id(c, owner, message)).await
    }

    async fn record_hints(&self, id: GameId, hints: HintedTurns) -> Result<(), StoreError> {
        self.transaction(&[], move |c| games::record_hints(c, id, hints)).await
    }

    async fn save_board_message(
        &self,
        id: GameId,
        version: Version,
        message: &MessageHandle,
    ) -> Result<(), StoreError> {
        let message = message.clone();
        self.transaction(&[], move |c| messages::save_board_message(c, id, version, message)).await
    }

    async fn record_reminder_message(
        &self,
        game: GameId,
        reminder: Reminder,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| messages::record_reminder_message(c, game, reminder)).await
    }

    async fn forget_reminder_message(
        &self,
        game: GameId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| messages::forget_reminder_message(c, game, message)).await
    }

    async fn record_challenge_shown(
        &self,
        id: ChallengeId,
        is_shown: bool,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| challenges::record_shown(c, id, is_shown)).await
    }

    async fn save_player(&self, player: &Player) -> Result<(), StoreError> {
        let player = player.clone();
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| players::save(c, player))
            .await
    }

    async fn record(&self, scope: game::Scope, player: PlayerId) -> Result<Record, StoreError> {
        records::in_scope(&mut *self.reader().await?, scope, player).await
    }

    async fn rating(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError> {
        ratings::rating(&mut *self.reader().await?, scope, player).await
    }

    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError> {
        records::versus(&mut *self.reader().await?, player, opponent).await
    }

    async fn rating_points(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        ratings::rating_points(&mut *self.reader().await?, scope, player).await
    }

    async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError> {
        statistics::statistics(&mut *self.reader().await?, player).await
    }

    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        cursor: HistoryCursor,
        limit: u8,
    ) -> Result<HistoryPage, StoreError> {
        history::page(&mut *self.reader().await?, player, viewer, cursor, limit).await
    }

    async fn review(&self, game: GameId, shape: Shape) -> Result<Option<GameScores>, StoreError> {
        reviews::load(&mut *self.reader().await?, game, shape).await
    }

    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError> {
        let scores = scores.to_string();
        self.transaction(&[], move |c| reviews::save(c, game, scores)).await
    }

    async fn untrained_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError> {
        training::untrained_games(&mut *self.reader().await?, player, limit).await
    }

    async fn unreviewed_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError> {
        training::unreviewed_games(&mut *self.reader().await?, player, limit).await
    }

    async fn add_training_games(
        &self,
        player: PlayerId,
        games: Vec<(GameId, Vec<FoundPosition>)>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        self.transaction(locks, move |c| training::add_games(c, player, games, now)).await
    }

    async fn next_training_position(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
        training::next_position(&mut *self.reader().await?, player, now).await
    }

    async fn training_position_of_game(
        &self,
        player: PlayerId,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
        training::position_of_game(&mut *self.reader().await?, player, game, now).await
    }

    async fn has_finished_game(&self, player: PlayerId) -> Result<bool, StoreError> {
        training::has_finished_game(&mut *self.reader().await?, player).await
    }

    async fn next_training_due(&self, player: PlayerId) -> Result<Option<Timestamp>, StoreError> {
        training::next_due(&mut *self.reader().await?, player).await
    }

    async fn training_progress(
        &self,
        player: PlayerId,
        position: PositionId,
    ) -> Result<Option<TrainingProgress>, StoreError> {
        training::progress(&mut *self.reader().await?, player, position).await
    }

    async fn save_training_try(
        &self,
        player: PlayerId,
        position: PositionId,
        after: TrainingProgress,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        self.transaction(locks, move |c| training::save_try(c, player, position, after, now)).await
    }

    async fn count_solved(
        &self,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<SolvedCount, StoreError> {
        training::count_solved(&mut *self.reader().await?, player, since).await
    }

    async fn training_reviews_on_day(&self, player: PlayerId, day: i64) -> Result<u32, StoreError> {
        training::reviews_on_day(&mut *self.reader().await?, player, day).await
    }

    async fn record_training_review(
        &self,
        player: PlayerId,
        day: i64,
        limit: u32,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| training::record_review(c, player, day, limit)).await
    }

    async fn recent_accuracy(&self, player: PlayerId) -> Result<RecentAccuracy, StoreError> {
        reviews::recent_accuracy(&mut *self.reader().await?, player).await
    }

    async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Option<Player>, StoreError> {
        players::load(&mut *self.reader().await?, id, guild).await
    }

    async fn leaderboard(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        cursor: PageCursor,
        limit: u8,
    ) -> Result<LeaderboardEntries, StoreError> {
        leaderboards::page(&mut *self.reader().await?, leaderboard, now, cursor, limit).await
    }

    async fn leaderboard_entry(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<LeaderboardEntry>, StoreError> {
        leaderboards::entry(&mut *self.reader().await?, leaderboard, now, player).await
    }

    async fn leaderboard_size(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        leaderboards::size(&mut *self.reader().await?, leaderboard, now).await
    }

    async fn next_deadline(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        deadlines::next(&mut *self.reader().await?, after).await
    }

    async fn oldest_due_deadline(&self, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        deadlines::oldest_due(&mut *self.reader().await?, now).await
    }

    async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        deadlines::due(&mut *self.reader().await?, now).await
    }

    async fn postpone(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError> {
        self.transaction(&[], move |c| deadlines::postpone(c, deadline, until)).await
    }

    async fn mark_reminded(&self, id: GameId, version: Version) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| turn_timers::mark_reminded(c, id, version)).await
    }

    async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        heartbeat: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| turn_timers::record_abandoned(c, id, version, heartbeat))
            .await
    }

    async fn record_failed_lookup(
        &self,
        id: GameId,
        version: Version,
        failed_before: u32,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| {
            turn_timers::record_failed_lookup(c, id, version, failed_before, until)
        })
        .await
    }

    async fn last_heartbeat(
        &self,
        guild: Option<GuildId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        heartbeats::last_heartbeat(&mut *self.reader().await?, guild).await
    }

    async fn take_heartbeats_back(
        &self,
        recorded_at: Timestamp,
        to: Timestamp,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| heartbeats::take_back(c, recorded_at, to)).await
    }

    async fn record_heartbeats(
        &self,
        heartbeats: Arc<dyn Fn() -> Heartbeats + Send + Sync>,
    ) -> Result<RecordedHeartbeats, StoreError> {
        let new = heartbeats();
        let at = new.now;
        // The exclusive lock keeps all moves off, so it is taken only for a gap.
        let stored = heartbeats::load(&mut *self.reader().await?).await?;
        if heartbeats::are_continuous(&stored, &new) {
            let recorded = new.clone();
            self.transaction(&[], move |c| heartbeats::record_continuous(c, recorded)).await?;
            // Another process may have made a gap in between.
            let now_stored = heartbeats::load(&mut *self.reader().await?).await?;
            if heartbeats::are_continuous(&now_stored, &new) {
                return Ok(RecordedHeartbeats { at, shifts: Vec::new() });
            }
        }
        let locks = &[AdvisoryLock::Exclusive];
        self.transaction(locks, move |c| heartbeats::record_and_shift(c, heartbeats)).await
    }

    async fn registration_hashes(
        &self,
        application: ApplicationId,
    ) -> Result<Vec<(RegistrationScope, String)>, StoreError> {
        registrations::hashes(&mut *self.reader().await?, application).await
    }

    async fn record_registration(
        &self,
        application: ApplicationId,
        scope: RegistrationScope,
        registration: Option<Registration>,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| registrations::record(c, application, scope, registration))
            .await
    }

    async fn command_ids(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> Result<CommandIds, StoreError> {
        registrations::command_ids(&mut *self.reader().await?, application, guild).await
    }

    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError> {
        let player = player.clone();
        self.transaction(&[], move |c| players::set_listed(c, player, listed)).await
    }

    async fn notifications(&self, player: PlayerId) -> Result<Notifications, StoreError> {
        notifications::load(&mut *self.reader().await?, player).await
    }

    async fn change_notifications(
        &self,
        player: &Player,
        setting: NotificationSetting,
    ) -> Result<Notifications, StoreError> {
        let player = player.clone();
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| {
            notifications::change(c, player, setting)
        })
        .await
    }

    async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> Result<bool, StoreError> {
        opponent_choices::is_blocked(&mut *self.reader().await?, player, by).await
    }

    async fn block(
        &self,
        player: &Player,
        blocked: &[PlayerId],
        by: InteractionId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeId>, StoreError> {
        let (player, blocked) = (player.clone(), blocked.to_vec());
        let key = self.limit_key().await?;
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| {
            blocks::block(c, key, player, blocked, by, now)
        })
        .await
    }

    async fn unblock(&self, player: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
        self.transaction(&[], move |c| blocks::unblock(c, player, blocked)).await
    }

    async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> Result<BlockedPage, StoreError> {
        blocks::blocked(&mut *self.reader().await?, player, page, limit).await
    }

    async fn personal_data(
        &self,
        player: PlayerId,
        rows: mpsc::Sender<(&'static ExportTable, ExportRow)>,
    ) -> Result<(), StoreError> {
        export::personal_data(&mut *self.database.snapshot().await?, player, rows).await
    }

    async fn delete_player(
        &self,
        player: PlayerId,
        ended_games: Vec<(Version, Game)>,
        now: Timestamp,
    ) -> Result<DeletionResult, StoreError> {
        let key = self.limit_key().await?;
        self.transaction(&[AdvisoryLock::Exclusive], move |c| {
            deletion::delete_player(c, key, player, ended_games, now)
        })
        .await
    }

    async fn delete_guild(
        &self,
        guild: GuildId,
        ended_games: Vec<(Version, Game)>,
    ) -> Result<(), StoreError> {
        self.transaction(&[AdvisoryLock::Exclusive], move |c| {
            deletion::delete_guild(c, guild, ended_games)
        })
        .await
    }

    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        // Not timed: no request waits for it.
        self.database.purge_deleted().await
    }

    async fn clean_up(&self, now: Timestamp) -> Result<bool, StoreError> {
        let mut has_more = false;
        // One transaction each, which is soon over.
        for (statement, until) in clean_up::statements::<D::Connection>(now) {
            let locks = &[AdvisoryLock::CleanUp];
            let cleaned =
                self.transaction(locks, move |c| clean_up::run(c, statement, until)).await?;
            has_more |= cleaned >= clean_up::LIMIT;
        }
        Ok(has_more)
    }

    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static ExportTable, ExportRow)>,
    ) -> Result<Option<u64>, StoreError> {
        // Rows are received only once, so there is no second attempt.
        let rows = Arc::new(Mutex::new(Some(rows)));
        let take = move || rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.transaction(&[AdvisoryLock::Exclusive], move |c| export::import(c, take())).await
    }

    async fn close(&self) {
        self.database.close().await;
    }
}

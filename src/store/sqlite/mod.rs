//! The store in an SQLite file.

mod challenges;
mod clocks;
mod deadlines;
mod dump;
mod forget;
mod games;
mod history;
mod loads;
mod open;
mod rankings;
mod records;
mod registrations;
mod results;
mod reviews;
mod saves;
mod settings;
mod together;
mod writer;

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use games::Changed;
use sqlx::{
    FromRow, Sqlite, SqliteConnection, SqlitePool,
    query::QueryAs,
    sqlite::{SqliteArguments, SqliteQueryResult, SqliteRow},
};
use together::Together;
use tokio::sync::mpsc;
use writer::Writer;

use super::{
    Deadline, Forgotten, HistoryPage, HistoryTurn, Posted, RatingPoint, Saved, Scope, Standing,
    StandingsPage, Store, StoreError, Turn, Viewer,
    dump::{Row, Table},
    rows::{self, ChallengeRow, GameRow},
    sql, violated,
};
use crate::{
    engine::GameScores,
    play::{
        self, ApplicationId, Challenge, ChallengeId, ChallengeState, ChannelId, Game, GameId,
        GuildId, GuildSettings, InteractionId, MessageId, NewChallenge, NewGame, Place, Player,
        PlayerId, Posting, Ranking, Record, SettingsChange, Situation, Summary, Version,
    },
    rating::Rating,
    time::Timestamp,
};

/// A store in an SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    writing: SqlitePool,
    queues: Mutex<Option<Queues>>,
}

/// The ways to the tasks that work for many at once.
#[derive(Clone, Debug)]
struct Queues {
    loads: Together<GameId, Option<Game>>,
    saves: Together<saves::Change, Saved>,
    writer: Writer,
}

impl SqliteStore {
    fn queues(&self) -> Result<Queues, StoreError> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)
    }
}

fn failed(error: sqlx::Error) -> StoreError {
    violated(&error).map_or(StoreError::Failed(error), StoreError::Taken)
}

/// Whether a change was stored: it was if it met the row that it was decided on.
fn saved(done: &SqliteQueryResult) -> Saved {
    if done.rows_affected() == 0 { Saved::Overtaken } else { Saved::Yes }
}

/// The one row that a query finds, if any, as the value that it stands for.
async fn one<Row, Value>(
    query: QueryAs<'_, Sqlite, Row, SqliteArguments>,
    readers: &SqlitePool,
) -> Result<Option<Value>, StoreError>
where
    Row: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    Value: TryFrom<Row, Error = StoreError>,
{
    query.fetch_optional(readers).await.map_err(failed)?.map(Value::try_from).transpose()
}

async fn save_player(connection: &mut SqliteConnection, player: &Player) -> Result<(), StoreError> {
    sqlx::query(sql::SAVE_PLAYER)
        .bind(player.id.0.cast_signed())
        .bind(&player.name)
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

#[async_trait]
impl Store for SqliteStore {
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        self.queues()?.loads.ask(id).await
    }

    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError> {
        one::<GameRow, _>(sqlx::query_as(sql::GAME_OF_CHALLENGE).bind(id.0), &self.readers).await
    }

    async fn game_begun_by(&self, id: InteractionId) -> Result<Option<Game>, StoreError> {
        let query = sqlx::query_as(sql::GAME_BEGUN_BY).bind(id.0.cast_signed());
        one::<GameRow, _>(query, &self.readers).await
    }

    async fn live_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        let query = sqlx::query_as(sql::LIVE_GAME)
            .bind(player.0.cast_signed())
            .bind(channel.0.cast_signed());
        one::<GameRow, _>(query, &self.readers).await
    }

    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        let query = sqlx::query_as(sql::LAST_GAME)
            .bind(player.0.cast_signed())
            .bind(channel.0.cast_signed());
        one::<GameRow, _>(query, &self.readers).await
    }

    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError> {
        games::live(player, &self.readers).await
    }

    async fn begin_game(&self, new: &NewGame, live: &Posting) -> Result<Option<Game>, StoreError> {
        let (new, live) = (new.clone(), live.clone());
        self.queues()?.writer.change(move |c| games::begin(c, new, live)).await
    }

    async fn save_game(&self, decided_on: Version, game: &Game) -> Result<Saved, StoreError> {
        let (queues, game) = (self.queues()?, game.clone());
        if game.ending.is_none() && game.players.level().is_none() {
            queues.saves.ask(saves::Change { decided_on, game }).await
        } else {
            queues.writer.change(move |c| games::save(c, decided_on, game, Changed::All)).await
        }
    }

    async fn save_computer_move(
        &self,
        decided_on: Version,
        game: &Game,
    ) -> Result<Saved, StoreError> {
        let game = game.clone();
        self.queues()?
            .writer
            .change(move |c| games::save(c, decided_on, game, Changed::Position))
            .await
    }

    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        let query = sqlx::query_as(sql::CHALLENGE).bind(id.0);
        one::<ChallengeRow, _>(query, &self.readers).await
    }

    async fn challenge_made_by(&self, id: InteractionId) -> Result<Option<Challenge>, StoreError> {
        let query = sqlx::query_as(sql::CHALLENGE_MADE_BY).bind(id.0.cast_signed());
        one::<ChallengeRow, _>(query, &self.readers).await
    }

    async fn live_games_in(&self, guild: GuildId, most: u64) -> Result<Vec<Game>, StoreError> {
        games::live_in(guild, most, &self.readers).await
    }

    async fn settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        settings::load(guild, &self.readers).await
    }

    async fn change_settings(
        &self,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        self.queues()?.writer.change(move |c| settings::change(c, guild, change)).await
    }

    async fn situation(
        &self,
        place: Place,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Situation, StoreError> {
        challenges::situation(&self.readers, place, challenger, opponent).await
    }

    async fn post_challenge(
        &self,
        new: &NewChallenge,
        posting: &Posting,
    ) -> Result<Challenge, StoreError> {
        let (new, posting) = (new.clone(), posting.clone());
        self.queues()?.writer.change(move |c| challenges::post(c, new, posting)).await
    }

    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        at: Timestamp,
    ) -> Result<Saved, StoreError> {
        self.queues()?.writer.change(move |c| challenges::end(c, id, state, by, at)).await
    }

    async fn learn_message(&self, what: &Posted, message: MessageId) -> Result<(), StoreError> {
        let what = what.clone();
        self.queues()?.writer.change(move |c| games::learn_message(c, what, message)).await
    }

    async fn rename(&self, player: &Player) -> Result<(), StoreError> {
        let player = player.clone();
        self.queues()?
            .writer
            .change(move |c| Box::pin(async move { save_player(c, &player).await }))
            .await
    }

    async fn record(&self, scope: play::Scope, player: PlayerId) -> Result<Record, StoreError> {
        records::in_scope(&self.readers, scope, player).await
    }

    async fn rating(
        &self,
        scope: play::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError> {
        results::rating(&self.readers, scope, player).await
    }

    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError> {
        records::versus(&self.readers, player, opponent).await
    }

    async fn rating_points(
        &self,
        scope: play::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        history::rating_points(&self.readers, scope, player).await
    }

    async fn summary(&self, player: PlayerId) -> Result<Summary, StoreError> {
        history::summary(&self.readers, player).await
    }

    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        turn: HistoryTurn,
        most: u8,
    ) -> Result<HistoryPage, StoreError> {
        history::page(&self.readers, player, viewer, turn, most).await
    }

    async fn review(&self, game: GameId) -> Result<Option<GameScores>, StoreError> {
        reviews::load(&self.readers, game).await
    }

    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError> {
        let scores = scores.to_string();
        self.queues()?.writer.change(move |c| reviews::save(c, game, scores)).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        let found: Option<(i64, String)> = sqlx::query_as(sql::PLAYER)
            .bind(id.0.cast_signed())
            .fetch_optional(&self.readers)
            .await
            .map_err(failed)?;
        Ok(found.map(|(id, name)| rows::player(id, name)))
    }

    async fn standings(
        &self,
        ranking: Ranking,
        now: Timestamp,
        turn: Turn,
        most: u8,
    ) -> Result<StandingsPage, StoreError> {
        rankings::page(&self.readers, ranking, now, turn, most).await
    }

    async fn standing(
        &self,
        ranking: Ranking,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<Standing>, StoreError> {
        rankings::one(&self.readers, ranking, now, player).await
    }

    async fn standings_total(&self, ranking: Ranking, now: Timestamp) -> Result<u64, StoreError> {
        rankings::size(&self.readers, ranking, now).await
    }

    async fn next_deadline(&self) -> Result<Option<Timestamp>, StoreError> {
        let due: Option<i64> = sqlx::query_scalar(sql::NEXT_DEADLINE)
            .fetch_one(&self.readers)
            .await
            .map_err(failed)?;
        Ok(due.map(Timestamp::from_milliseconds))
    }

    async fn due(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        let due: Vec<(String, i64)> = sqlx::query_as(sql::DUE)
            .bind(now.milliseconds())
            .fetch_all(&self.readers)
            .await
            .map_err(failed)?;
        due.iter().map(|(kind, subject)| rows::deadline(kind, *subject)).collect()
    }

    async fn put_off(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError> {
        self.queues()?.writer.change(move |c| deadlines::put_off(c, deadline, until)).await
    }

    async fn note_reminded(&self, id: GameId, version: Version) -> Result<Saved, StoreError> {
        self.queues()?.writer.change(move |c| clocks::note_reminded(c, id, version)).await
    }

    async fn note_alive(&self, now: Timestamp) -> Result<(), StoreError> {
        self.queues()?.writer.change(move |c| clocks::note_alive(c, now)).await
    }

    async fn resume_clocks(&self, now: Timestamp) -> Result<Duration, StoreError> {
        self.queues()?.writer.change(move |c| clocks::resume(c, now)).await
    }

    async fn registrations(
        &self,
        application: ApplicationId,
    ) -> Result<Vec<(Scope, String)>, StoreError> {
        registrations::all(&self.readers, application).await
    }

    async fn note_registration(
        &self,
        application: ApplicationId,
        scope: Scope,
        hash: Option<&str>,
    ) -> Result<(), StoreError> {
        let hash = hash.map(ToOwned::to_owned);
        self.queues()?
            .writer
            .change(move |c| registrations::note(c, application, scope, hash))
            .await
    }

    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError> {
        let player = player.clone();
        self.queues()?.writer.change(move |c| records::set_listed(c, player, listed)).await
    }

    async fn personal_data(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(&'static Table, Vec<Row>)>, StoreError> {
        dump::of_player(&self.readers, player).await
    }

    async fn forget_player(
        &self,
        player: PlayerId,
        ended: Vec<(Version, Game)>,
    ) -> Result<Forgotten, StoreError> {
        self.queues()?.writer.change(move |c| forget::player(c, player, ended)).await
    }

    async fn forget_guild(
        &self,
        guild: GuildId,
        ended: Vec<(Version, Game)>,
    ) -> Result<(), StoreError> {
        self.queues()?.writer.change(move |c| forget::guild(c, guild, ended)).await
    }

    async fn export(&self, rows: mpsc::Sender<(&'static Table, Row)>) -> Result<(), StoreError> {
        dump::export(&self.readers, rows).await
    }

    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static Table, Row)>,
    ) -> Result<Option<u64>, StoreError> {
        self.queues()?.writer.change(move |c| dump::import(c, rows)).await
    }

    async fn back_up(&self, file: &str) -> Result<(), StoreError> {
        let copying = sqlx::query(sql::BACK_UP).bind(file).execute(&self.readers);
        copying.await.map(drop).map_err(failed)
    }

    async fn close(&self) {
        drop(self.queues.lock().unwrap_or_else(PoisonError::into_inner).take());
        // Whoever is being served holds a connection until they are.
        self.writing.close().await;
        self.readers.close().await;
    }
}

//! Batching of requests into one statement, and one wait for the disk.
//!
//! Every statement costs a round trip to SQLite's thread, which takes longer than the
//! statement itself. So requests that arrive while the database is busy are collected
//! and served by one statement. With 64 games at once, moves that are loaded and stored one by one
//! take 1.27 times as much of the processor by the gateway, 1.7 times by HTTP, where 2,800 instead
//! of 5,000 are stored in a second.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::{
    errors,
    game::{Game, GameId, Version},
    store::{
        Connection, Either, SaveResult, StoreError, StoreResult, dynamic_query,
        games::{self, game_query, moves::update_values},
        query,
        running_time::late_turn,
        sqlite::{LOCK_TIMEOUT, writer::SharedConnection},
    },
};

const MAX_BATCH: usize = 128;

/// Collects requests into batches, which are served until it is dropped.
#[derive(Debug)]
pub(in crate::store) struct Batcher<Request, Response> {
    queue: mpsc::Sender<BatchItem<Request, Response>>,
}

/// A request, and where its response goes.
pub(in crate::store) struct BatchItem<Request, Response> {
    request: Request,
    reply: oneshot::Sender<StoreResult<Response>>,
}

impl<Request: Send + 'static, Response: Send + 'static> Batcher<Request, Response> {
    /// Spawns a task that calls `process` with all requests that are waiting, up to
    /// [`MAX_BATCH`].
    pub(super) fn start<Fut>(
        mut process: impl FnMut(Vec<BatchItem<Request, Response>>) -> Fut + Send + 'static,
    ) -> Self
    where
        Fut: Future<Output = ()> + Send,
    {
        let (queue, mut requests) = mpsc::channel(MAX_BATCH);
        tokio::spawn(async move {
            loop {
                let mut batch = Vec::new();
                if requests.recv_many(&mut batch, MAX_BATCH).await == 0 {
                    return;
                }
                process(batch).await;
            }
        });
        Self { queue }
    }

    /// Queues a request and waits for its response.
    pub(in crate::store) async fn call(&self, request: Request) -> StoreResult<Response> {
        let (reply, response) = oneshot::channel();
        self.queue.send(BatchItem { request, reply }).await.map_err(|_| StoreError::Closed)?;
        response.await.map_err(|_| StoreError::Closed)?
    }
}

impl<Request, Response> BatchItem<Request, Response> {
    /// Sends the response. The caller may have stopped waiting for it.
    fn respond(self, response: StoreResult<Response>) {
        self.reply.send(response).unwrap_or_else(drop);
    }
}

/// Serves each request alone, after the statement for all of them failed: so only those
/// at fault fail. If one finds the database locked, the rest fail without waiting again.
async fn serve_alone<Request: Sync, Response>(
    connection: &mut Connection<'_>,
    batch: Vec<BatchItem<Request, Response>>,
    failure: StoreError,
    serve: impl for<'c> Fn(&'c mut Connection<'_>, &'c Request) -> BoxFuture<'c, StoreResult<Response>>,
) {
    let mut locked = failure.is_lock().then(|| errors::with_causes(failure));
    for item in batch {
        let response = match &locked {
            Some(reason) => Err(StoreError::Locked(reason.clone())),
            None => serve(connection, &item.request).await,
        };
        if let Err(error) = &response
            && error.is_lock()
        {
            locked = Some(errors::with_causes(error));
        }
        item.respond(response);
    }
}

fn refuse<Request, Response>(batch: Vec<BatchItem<Request, Response>>, error: StoreError) {
    let reason = errors::with_causes(error);
    for item in batch {
        item.respond(Err(StoreError::NotCommitted(reason.clone())));
    }
}

type LoadItem = BatchItem<GameId, Option<Game>>;

/// Loads each game. A corrupt one fails only the requests for itself.
pub(super) async fn load(shared: SharedConnection, batch: Vec<LoadItem>) {
    let mut shared = shared.lock().await;
    let connection = &mut Either::Sqlite(&mut **shared);
    match <[LoadItem; 1]>::try_from(batch) {
        Ok([item]) => {
            let game = games::game(connection, item.request).await;
            item.respond(game);
        }
        Err(batch) => load_many(connection, batch).await,
    }
}

/// Games by a JSON array of their ids.
const GAMES: &str =
    game_query!("WHERE game_id IN (SELECT CAST(value AS INTEGER) FROM json_each($1))");

async fn load_many(connection: &mut Connection<'_>, batch: Vec<LoadItem>) {
    let ids: Vec<i64> = batch.iter().map(|item| item.request.0).collect();
    match query(GAMES).bind(Value::from(ids).to_string()).fetch_all(connection).await {
        Ok(games) => {
            let games: HashMap<GameId, Game> =
                games.into_iter().map(|game: Game| (game.id, game)).collect();
            for item in batch {
                let game = games.get(&item.request).cloned();
                item.respond(Ok(game));
            }
        }
        Err(error) => {
            serve_alone(connection, batch, error, |connection, id| {
                Box::pin(games::game(connection, *id))
            })
            .await;
        }
    }
}

/// A game that has not ended, and the version that it was changed from.
type LiveGameUpdate = (Version, Game);

type SaveItem = BatchItem<LiveGameUpdate, SaveResult>;

/// Stores each change if the stored version is still the expected one. Of two changes of
/// the same game, the first wins. One whose caller has stopped waiting is not stored: the
/// player has been told that it failed.
pub(super) async fn save(shared: SharedConnection, mut batch: Vec<SaveItem>) {
    let mut shared = shared.lock().await;
    if let Err(error) = shared.check().await {
        return refuse(batch, error);
    }
    let connection = &mut Either::Sqlite(&mut **shared);
    batch.retain(|item| !item.reply.is_closed());
    if batch.is_empty() {
        return;
    }
    match <[SaveItem; 1]>::try_from(batch) {
        Ok([item]) => {
            let (expected_version, game) = &item.request;
            let saved = games::save_live_game(connection, *expected_version, game).await;
            item.respond(saved);
        }
        Err(batch) => save_many(connection, batch).await,
    }
}

async fn save_many(connection: &mut Connection<'_>, batch: Vec<SaveItem>) {
    let mut ids = HashSet::new();
    let (changes, conflicts): (Vec<_>, Vec<_>) =
        batch.into_iter().partition(|item| ids.insert(item.request.1.id));
    let rows = changes.iter().map(|item| row(&item.request)).collect::<Value>().to_string();
    match update(connection, &rows, changes.len()).await {
        Ok(only) => {
            for item in changes {
                let is_saved = only.as_ref().is_none_or(|ids| ids.contains(&item.request.1.id));
                item.respond(Ok(SaveResult::of(is_saved.into())));
            }
        }
        Err(error) => {
            serve_alone(connection, changes, error, |connection, (expected_version, game)| {
                Box::pin(games::save_live_game(connection, *expected_version, game))
            })
            .await;
        }
    }
    for item in conflicts {
        item.respond(Ok(SaveResult::Conflict));
    }
}

/// Does what [`UPDATE_GAME`](crate::store::games::moves::UPDATE_GAME) does for many games: the
/// parameter is a JSON array of arrays, each with its parameters in the same order.
const UPDATE_GAMES: &str = concat!(
    "UPDATE game SET version = change.value ->> 3, moved_at = change.value ->> 4, \
    move_by = CASE WHEN moves = change.value ->> 2 THEN move_by ELSE change.value ->> 5 + ",
    late_turn!("change.value ->> 7"),
    " END, \
    remind_at = CASE WHEN moves = change.value ->> 2 THEN remind_at ELSE change.value ->> 6 + ",
    late_turn!("change.value ->> 7"),
    " END, \
    moves = change.value ->> 2, offer = change.value ->> 8, offer_seat = change.value ->> 9, \
    closed_offers = change.value ->> 10, changed_by = change.value ->> 11, \
    message_id = CASE WHEN token = change.value ->> 13 \
    THEN coalesce(change.value ->> 12, message_id) ELSE change.value ->> 12 END, \
    token = change.value ->> 13, token_expires_at = change.value ->> 14, \
    board_pinged = change.value ->> 15, excused = change.value ->> 16, \
    notice = change.value ->> 17 \
    FROM json_each($1) AS change \
    WHERE game_id = CAST(change.value ->> 0 AS INTEGER) AND version = change.value ->> 1 \
    AND result IS NULL"
);

/// The games whose changes were stored, for the parameter of [`UPDATE_GAMES`].
const UPDATED_GAMES: &str = "\
    SELECT game_id FROM game, json_each($1) AS change \
    WHERE game_id = CAST(change.value ->> 0 AS INTEGER) AND version = change.value ->> 3 \
    AND changed_by = change.value ->> 11";

/// Returns which changes were stored, if some were not, which is rare.
async fn update(
    connection: &mut Connection<'_>,
    rows: &str,
    count: usize,
) -> StoreResult<Option<HashSet<GameId>>> {
    let updated = query(UPDATE_GAMES).bind(rows).execute(connection).await?;
    if usize::try_from(updated) == Ok(count) {
        return Ok(None);
    }
    Ok(Some(query(UPDATED_GAMES).bind(rows).fetch_all(connection).await?.into_iter().collect()))
}

/// The parameters of [`UPDATE_GAMES`] for one change: those of
/// [`UPDATE_GAME`](games::moves::UPDATE_GAME).
fn row((expected_version, game): &LiveGameUpdate) -> Value {
    update_values(*expected_version, game).map(Value::from).into_iter().collect()
}

/// How long a purge waits for readers. Moves wait as long.
const PURGE_TIMEOUT: Duration = Duration::from_millis(50);

/// Purges the write-ahead log, which holds pages as they were before a deletion. A checkpoint that
/// truncates it keeps new writes waiting while others still read from it. So it is given up soon,
/// and tried again later.
pub(super) async fn purge(shared: SharedConnection, batch: Vec<BatchItem<(), bool>>) {
    let mut shared = shared.lock().await;
    if let Err(error) = shared.check().await {
        return refuse(batch, error);
    }
    let connection = &mut Either::Sqlite(&mut **shared);
    for item in batch {
        let purged = truncate_log(connection).await;
        item.respond(purged);
    }
}

/// Copies the write-ahead log into the file and empties it. Returns `false` if another
/// connection is in the way.
async fn truncate_log(connection: &mut Connection<'_>) -> StoreResult<bool> {
    set_lock_timeout(connection, PURGE_TIMEOUT).await?;
    // The first column is 1 if a lock was in the way.
    let truncated = query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one::<i64>(connection).await;
    set_lock_timeout(connection, LOCK_TIMEOUT).await?;
    match truncated {
        Ok(is_busy) => Ok(is_busy == 0),
        Err(error) if error.is_lock() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn set_lock_timeout(connection: &mut Connection<'_>, timeout: Duration) -> StoreResult<()> {
    let milliseconds = timeout.as_millis();
    // A PRAGMA takes no parameters.
    dynamic_query(format!("PRAGMA busy_timeout = {milliseconds}")).execute(connection).await?;
    Ok(())
}

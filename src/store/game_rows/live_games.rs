//! How moves load and change games: alone, and in SQLite several with one statement. A change replaces
//! the version that it was made from, so that of two changes of one version only one is stored.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use serde_json::Value;

use super::row::{game, game_query};
use crate::{
    game::{Game, GameId, Version},
    store::{
        prelude::*,
        sqlite::{BatchItem, Batcher, SharedConnection, refuse, serve_alone},
    },
};

/// By how much a turn begins later than its process thought, which may have stood still since it
/// last knew the running time. The parameter is the running time at which it would begin.
macro_rules! late_turn {
    ($began_at:literal) => {
        concat!(
            "coalesce((SELECT running - (",
            $began_at,
            ") FROM running_time WHERE running > ",
            $began_at,
            "), 0)"
        )
    };
}
pub(in crate::store) use late_turn;

/// The turn timer changes only with the moves: a concurrent change that made no move does not know
/// whether the turn was extended or its player reminded. A message's id may have become known since
/// the game was loaded. And a change without an interaction of its own, such as the computer's move,
/// knows nothing of the board's message, which may be another one by now.
///
/// SQLite stores several games at once by `UPDATE_GAMES`, which has no change without an interaction:
/// change both.
const UPDATE_GAME: &str = concat!(
    "UPDATE game SET version = $4, moved_at = $5, \
    move_by = CASE WHEN moves = $3 THEN move_by ELSE $6 + ",
    late_turn!("$8"),
    " END, \
    remind_at = CASE WHEN moves = $3 THEN remind_at ELSE $7 + ",
    late_turn!("$8"),
    " END, \
    moves = $3, offer = $9, offer_seat = $10, closed_offers = $11, changed_by = $12, \
    message_id = CASE WHEN changed_by = $12 THEN message_id \
    WHEN token = $14 THEN coalesce($13, message_id) ELSE $13 END, \
    token = CASE WHEN changed_by = $12 THEN token ELSE $14 END, \
    token_expires_at = CASE WHEN changed_by = $12 THEN token_expires_at ELSE $15 END, \
    board_pinged = $16, excused = $17, notice = $18 \
    WHERE game_id = $1 AND version = $2 AND result IS NULL"
);

/// [`UPDATE_GAME`] with its parameters.
pub(in crate::store) fn update(expected_version: Version, game: &Game) -> Query {
    update_values(expected_version, game).into_iter().fold(query(UPDATE_GAME), Query::bind)
}

/// The parameters of [`UPDATE_GAME`].
fn update_values(expected_version: Version, game: &Game) -> [SqlValue; 18] {
    let excused = game.excused_if_gone.map(i64::from);
    [
        game.id.into(),
        expected_version.into(),
        game.moves.to_string().into(),
        game.version.into(),
        game.turn.began_at.into(),
        game.turn.deadline.move_by.into(),
        game.turn.deadline.remind_at.into(),
        game.turn_began_at().into(),
        game.open_offer.map(|offer| offer.kind).into(),
        game.open_offer.map(|offer| offer.by).into(),
        game.closed_offers.into(),
        game.changed_by.into(),
        game.board_message.message.into(),
        game.board_message.token.0.as_str().into(),
        game.board_message.token_expires_at.into(),
        i64::from(game.board_pinged).into(),
        // Bit 0 for the first seat, bit 1 for the second.
        (excused[0] | excused[1] << 1).into(),
        game.notice.into(),
    ]
}

/// Stores a change without a transaction.
pub(in crate::store) async fn save_live_game(
    connection: &mut Connection<'_>,
    expected_version: Version,
    game: &Game,
) -> StoreResult<SaveResult> {
    /// Counts 1 if exactly this change of a game is stored.
    const IS_SAVED: &str =
        "SELECT count(*) FROM game WHERE game_id = $1 AND version = $2 AND changed_by = $3";
    let saved = update(expected_version, game).save(connection).await?;
    if saved == SaveResult::Saved {
        return Ok(saved);
    }
    // An earlier attempt may have been stored without its response arriving.
    let query = query(IS_SAVED).bind(game.id).bind(game.version).bind(game.changed_by);
    Ok(SaveResult::of(query.fetch_one(connection).await?))
}

/// Where loads and moves wait for SQLite.
#[derive(Debug)]
pub(in crate::store) struct GameBatches {
    pub(in crate::store) loads: Batcher<GameId, Option<Game>>,
    pub(in crate::store) saves: Batcher<LiveGameUpdate, SaveResult>,
}

impl GameBatches {
    /// Serves them with these connections until it is dropped.
    pub(in crate::store) fn start(reading: SharedConnection, writing: SharedConnection) -> Self {
        Self {
            loads: Batcher::start(move |batch| load(Arc::clone(&reading), batch)),
            saves: Batcher::start(move |batch| save(Arc::clone(&writing), batch)),
        }
    }
}

/// Games by a JSON array of their ids.
const GAMES: &str =
    game_query!("WHERE game_id IN (SELECT CAST(value AS INTEGER) FROM json_each($1))");

/// Loads each game. A corrupt one fails only the requests for itself.
async fn load(shared: SharedConnection, batch: Vec<BatchItem<GameId, Option<Game>>>) {
    let mut shared = shared.lock().await;
    let connection = &mut Connection::Sqlite(&mut shared.sqlite);
    let mut loaded: Option<StoreResult<Vec<Game>>> = None;
    if batch.len() > 1 {
        let ids: Vec<i64> = batch.iter().map(|item| item.request.0).collect();
        let games = query(GAMES).bind(Value::from(ids).to_string());
        loaded = Some(games.fetch_all(connection).await);
    }
    match loaded {
        Some(Ok(games)) => {
            let games: HashMap<GameId, Game> =
                games.into_iter().map(|game| (game.id, game)).collect();
            for item in batch {
                let game = games.get(&item.request).cloned();
                item.respond(Ok(game));
            }
        }
        failed => {
            let failure = failed.and_then(Result::err);
            serve_alone(connection, batch, failure, |connection, id| {
                Box::pin(game(*id).fetch_optional(connection))
            })
            .await;
        }
    }
}

/// A game that has not ended, and the version that it was changed from.
pub(in crate::store) type LiveGameUpdate = (Version, Game);

/// Stores each change if the stored version is still the expected one. Of two changes of
/// the same game, the first wins. One whose caller has stopped waiting is not stored: the
/// player has been told that it failed.
async fn save(shared: SharedConnection, mut batch: Vec<BatchItem<LiveGameUpdate, SaveResult>>) {
    let mut shared = shared.lock().await;
    if let Err(error) = shared.check().await {
        return refuse(batch, error);
    }
    let connection = &mut Connection::Sqlite(&mut shared.sqlite);
    batch.retain(|item| !item.is_given_up());
    let mut ids = HashSet::new();
    let (changes, conflicts): (Vec<_>, Vec<_>) =
        batch.into_iter().partition(|item| ids.insert(item.request.1.id));
    let mut updated = None;
    if changes.len() > 1 {
        let rows = changes.iter().map(|item| row(&item.request)).collect::<Value>().to_string();
        updated = Some(update_games(connection, &rows, changes.len()).await);
    }
    match updated {
        Some(Ok(only)) => {
            for item in changes {
                let is_saved = only.as_ref().is_none_or(|ids| ids.contains(&item.request.1.id));
                item.respond(Ok(SaveResult::of(is_saved.into())));
            }
        }
        failed => {
            let failure = failed.and_then(Result::err);
            serve_alone(connection, changes, failure, |connection, (expected_version, game)| {
                Box::pin(save_live_game(connection, *expected_version, game))
            })
            .await;
        }
    }
    // What was in the way can be read by now.
    for item in conflicts {
        item.respond(Ok(SaveResult::Conflict));
    }
}

/// Does what [`UPDATE_GAME`] does for many games: the
/// parameter is a JSON array of arrays, each with its parameters in the same order. It is parsed once,
/// into JSONB (SQLite 3.51): each `->>` on text would parse its array again, which takes twice as long.
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
    FROM jsonb_each($1) AS change \
    WHERE game_id = CAST(change.value ->> 0 AS INTEGER) AND version = change.value ->> 1 \
    AND result IS NULL"
);

/// The games whose changes were stored, for the parameter of [`UPDATE_GAMES`].
const UPDATED_GAMES: &str = "\
    SELECT game_id FROM game, json_each($1) AS change \
    WHERE game_id = CAST(change.value ->> 0 AS INTEGER) AND version = change.value ->> 3 \
    AND changed_by = change.value ->> 11";

/// Returns which changes were stored, if some were not, which is rare.
async fn update_games(
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
/// [`UPDATE_GAME`].
fn row((expected_version, game): &LiveGameUpdate) -> Value {
    update_values(*expected_version, game).map(Value::from).into_iter().collect()
}

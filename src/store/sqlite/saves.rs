//! Moves stored together: one statement, one wait for the disk.

use std::collections::HashSet;

use serde_json::{Value, json};
use sqlx::SqliteConnection;

use super::{
    Kept, sql,
    together::{Asked, fail},
};
use crate::{
    play::{Game, Version},
    store::{Saved, operations::games, rows},
};

/// A game that changed and goes on.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) decided_on: Version,
    pub(super) game: Game,
}

/// The wish to have it stored.
pub(super) type Save = Asked<Change, Saved>;

/// Stores all changes with one statement, each over the version that it was
/// decided on. Of two changes of one game, the first is stored.
pub(super) async fn save(storing: Kept, batch: Vec<Save>) {
    let connection = &mut **storing.lock().await;
    match <[Save; 1]>::try_from(batch) {
        Ok([asked]) => {
            let Change { decided_on, game } = &asked.question;
            let saved = games::save_move(connection, *decided_on, game).await;
            asked.answer(saved);
        }
        Err(batch) => save_many(connection, batch).await,
    }
}

async fn save_many(connection: &mut SqliteConnection, batch: Vec<Save>) {
    let mut games = HashSet::new();
    let (changes, overtaken): (Vec<_>, Vec<_>) =
        batch.into_iter().partition(|asked| games.insert(asked.question.game.id));
    let rows = changes.iter().map(|asked| row(&asked.question)).collect::<Value>().to_string();
    match update(connection, &rows, changes.len()).await {
        Ok(Updated::All) => changes.into_iter().for_each(|asked| asked.answer(Ok(Saved::Yes))),
        Ok(Updated::Only(ids)) => {
            for asked in changes {
                let is_saved = ids.contains(&asked.question.game.id.0);
                asked.answer(Ok(if is_saved { Saved::Yes } else { Saved::Overtaken }));
            }
        }
        Err(error) => fail(changes, &error),
    }
    for asked in overtaken {
        asked.answer(Ok(Saved::Overtaken));
    }
}

/// Which changes were stored.
enum Updated {
    All,
    Only(HashSet<i64>),
}

/// Stores changes. Only if some were overtaken, which is rare, is it worth
/// asking which.
async fn update(
    connection: &mut SqliteConnection,
    rows: &str,
    count: usize,
) -> sqlx::Result<Updated> {
    let updated = sqlx::query(sql::UPDATE_GAMES).bind(rows).execute(&mut *connection).await?;
    if usize::try_from(updated.rows_affected()) == Ok(count) {
        return Ok(Updated::All);
    }
    let ids = sqlx::query_scalar(sql::UPDATED_GAMES).bind(rows).fetch_all(connection).await?;
    Ok(Updated::Only(ids.into_iter().collect()))
}

/// A change as the statement reads it.
fn row(change: &Change) -> Value {
    let Change { decided_on, game } = change;
    let (offer, offer_seat) = game.offer.map(rows::offer_parts).unzip();
    json!([
        game.id.0,
        decided_on.0,
        game.moves.to_string(),
        game.version.0,
        game.moved_at.milliseconds(),
        rows::time_key(game.turn_time.move_by),
        rows::time_key(game.turn_time.remind_at),
        offer,
        offer_seat,
        game.declined.bits(),
        game.changed_by.0.cast_signed(),
        rows::message_key(game.live.message),
        game.live.token.0,
        game.live.token_expires_at.milliseconds(),
    ])
}

//! Moves stored together: one statement, one wait for the disk.

use std::collections::HashSet;

use serde_json::{Value, json};
use sqlx::SqlitePool;

use super::together::{Asked, fail};
use crate::{
    play::{Game, Version},
    store::{Saved, rows, sql},
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
pub(super) async fn save(writing: SqlitePool, batch: Vec<Save>) {
    let mut games = HashSet::new();
    let (changes, overtaken): (Vec<_>, Vec<_>) =
        batch.into_iter().partition(|asked| games.insert(asked.question.game.id));
    let rows: Value = changes.iter().map(|asked| row(&asked.question)).collect();
    let saved = sqlx::query_scalar::<_, i64>(sql::UPDATE_GAMES)
        .bind(rows.to_string())
        .fetch_all(&writing)
        .await;
    match saved {
        Ok(ids) => {
            let ids: HashSet<i64> = ids.into_iter().collect();
            for asked in changes {
                let is_saved = ids.contains(&asked.question.game.id.0);
                asked.answer(Ok(if is_saved { Saved::Yes } else { Saved::Overtaken }));
            }
            for asked in overtaken {
                asked.answer(Ok(Saved::Overtaken));
            }
        }
        Err(error) => {
            fail(changes, &error);
            fail(overtaken, &error);
        }
    }
}

/// A change as the statement reads it.
fn row(change: &Change) -> Value {
    let Change { decided_on, game } = change;
    json!([
        game.id.0,
        decided_on.0,
        game.moves.to_string(),
        game.version.0,
        game.moved_at.milliseconds(),
        game.changed_by.0.cast_signed(),
        rows::message_key(game.live.message),
        game.live.token.0,
        game.live.token_expires_at.milliseconds(),
    ])
}

//! Forgetting people and servers.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::{failed, games};
use crate::{
    play::{Game, GuildId, PlayerId, Version},
    store::{Forgotten, Saved, StoreError, sql},
};

/// Ends the player's games as decided, then removes them. Nothing is stored if
/// one of the games changed, or another one began.
pub(super) fn player(
    connection: &mut SqliteConnection,
    player: PlayerId,
    ended: Vec<(Version, Game)>,
) -> BoxFuture<'_, Result<Forgotten, StoreError>> {
    Box::pin(async move {
        let key = player.0.cast_signed();
        let is_known: Option<i64> = sqlx::query_scalar(sql::IS_PLAYER)
            .bind(key)
            .fetch_optional(&mut *connection)
            .await
            .map_err(failed)?;
        if is_known.is_none() {
            return Ok(Forgotten::Nothing);
        }
        for (decided_on, game) in ended {
            let saved =
                games::save(&mut *connection, decided_on, game, games::Changed::All).await?;
            if saved == Saved::Overtaken {
                return Err(StoreError::Overtaken);
            }
        }
        let live: i64 = sqlx::query_scalar(sql::PEOPLES_LIVE_GAMES)
            .bind(key)
            .fetch_one(&mut *connection)
            .await
            .map_err(failed)?;
        if live > 0 {
            return Err(StoreError::Overtaken);
        }
        for statement in sql::FORGET_PLAYER {
            run(&mut *connection, statement, key).await?;
        }
        // Discord's ids are positive, so nobody has one of these.
        let tombstone = fastrand::i64(i64::MIN..0);
        for statement in sql::REPLACE_PLAYER {
            sqlx::query(statement)
                .bind(key)
                .bind(tombstone)
                .execute(&mut *connection)
                .await
                .map_err(failed)?;
        }
        Ok(Forgotten::Done)
    })
}

/// Removes what is known of a server. Its games stay as games of nowhere, so
/// that the overall records of those who played there still hold.
pub(super) fn guild(
    connection: &mut SqliteConnection,
    guild: GuildId,
    ended: Vec<(Version, Game)>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        for (decided_on, game) in ended {
            let saved =
                games::save(&mut *connection, decided_on, game, games::Changed::All).await?;
            if saved == Saved::Overtaken {
                return Err(StoreError::Overtaken);
            }
        }
        for statement in sql::FORGET_GUILD {
            run(&mut *connection, statement, guild.0.cast_signed()).await?;
        }
        Ok(())
    })
}

async fn run(
    connection: &mut SqliteConnection,
    statement: &'static str,
    key: i64,
) -> Result<(), StoreError> {
    sqlx::query(statement).bind(key).execute(connection).await.map_err(failed)?;
    Ok(())
}

//! Deletion of the data of players and servers.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use super::{
    challenges, games,
    retained_limits::{self, LimitKey},
};
use crate::{
    game::{Game, GuildId, PlayerId, Version},
    store::{
        DeletionResult, SaveResult, StoreError,
        query::{DbConnection, query},
        sql,
    },
};

/// Stores the player's games as ended, then deletes the player. Fails if one of the
/// games has changed or another one has started.
pub(in crate::store) fn delete_player(
    connection: &mut impl DbConnection,
    limit_key: LimitKey,
    player: PlayerId,
    ended_games: Vec<(Version, Game)>,
    now: Timestamp,
) -> BoxFuture<'_, Result<DeletionResult, StoreError>> {
    Box::pin(async move {
        let key = player.0.cast_signed();
        let is_known: Option<i64> =
            query(sql::PLAYER_EXISTS).bind(key).fetch_optional_scalar(&mut *connection).await?;
        if is_known.is_none() {
            return Ok(DeletionResult::NothingStored);
        }
        for (expected_version, game) in ended_games {
            let saved =
                games::save(&mut *connection, expected_version, game, games::GameUpdate::All)
                    .await?;
            if saved == SaveResult::Conflict {
                return Err(StoreError::Conflict);
            }
        }
        let live_games: i64 = query(sql::COUNT_LIVE_GAMES_BETWEEN_PEOPLE)
            .bind(key)
            .fetch_scalar(&mut *connection)
            .await?;
        if live_games > 0 {
            return Err(StoreError::Conflict);
        }
        let computer_games = games::live_games(&mut *connection, player).await?;
        let challenges = challenges::pending_of(&mut *connection, player).await?;
        for challenge in &challenges {
            challenges::count_in_cooldown(connection, &limit_key, challenge.id, now).await?;
        }
        retained_limits::retain(connection, &limit_key, player, now).await?;
        for statement in sql::DELETE_PLAYER {
            run(&mut *connection, statement, key).await?;
        }
        // Discord's ids are positive, so no user has a negative one.
        let deleted_user = fastrand::i64(i64::MIN..0);
        for statement in sql::ANONYMIZE_PLAYER {
            query(statement).bind(key).bind(deleted_user).execute(&mut *connection).await?;
        }
        Ok(DeletionResult::Done { computer_games, challenges })
    })
}

/// Deletes a server's data. Its games are kept without their server, since the global
/// records of their players depend on them.
pub(in crate::store) fn delete_guild(
    connection: &mut impl DbConnection,
    guild: GuildId,
    ended_games: Vec<(Version, Game)>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        for (expected_version, game) in ended_games {
            let saved =
                games::save(&mut *connection, expected_version, game, games::GameUpdate::All)
                    .await?;
            if saved == SaveResult::Conflict {
                return Err(StoreError::Conflict);
            }
        }
        for statement in sql::DELETE_GUILD {
            run(&mut *connection, statement, guild.0.cast_signed()).await?;
        }
        Ok(())
    })
}

async fn run(
    connection: &mut impl DbConnection,
    statement: &'static str,
    key: i64,
) -> Result<(), StoreError> {
    query(statement).bind(key).execute(connection).await?;
    Ok(())
}

//! Forgetting people and servers.

use futures_util::future::BoxFuture;

use super::games;
use crate::{
    play::{Game, GuildId, PlayerId, Version},
    store::{
        Forgotten, Saved, StoreError, sql,
        statement::{Connection, statement},
    },
};

/// Ends the player's games as decided, then removes them. Nothing is stored if
/// one of the games changed, or another one began.
pub(in crate::store) fn player(
    connection: &mut impl Connection,
    player: PlayerId,
    ended: Vec<(Version, Game)>,
) -> BoxFuture<'_, Result<Forgotten, StoreError>> {
    Box::pin(async move {
        let key = player.0.cast_signed();
        let is_known: Option<i64> =
            statement(sql::IS_PLAYER).bind(key).optional_scalar(&mut *connection).await?;
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
        let live: i64 =
            statement(sql::PEOPLES_LIVE_GAMES).bind(key).scalar(&mut *connection).await?;
        if live > 0 {
            return Err(StoreError::Overtaken);
        }
        for text in sql::FORGET_PLAYER {
            run(&mut *connection, text, key).await?;
        }
        // Discord's ids are positive, so nobody has one of these.
        let tombstone = fastrand::i64(i64::MIN..0);
        for text in sql::REPLACE_PLAYER {
            statement(text).bind(key).bind(tombstone).execute(&mut *connection).await?;
        }
        Ok(Forgotten::Done)
    })
}

/// Removes what is known of a server. Its games stay as games of nowhere, so
/// that the overall records of those who played there still hold.
pub(in crate::store) fn guild(
    connection: &mut impl Connection,
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
        for text in sql::FORGET_GUILD {
            run(&mut *connection, text, guild.0.cast_signed()).await?;
        }
        Ok(())
    })
}

async fn run(
    connection: &mut impl Connection,
    text: &'static str,
    key: i64,
) -> Result<(), StoreError> {
    statement(text).bind(key).execute(connection).await?;
    Ok(())
}

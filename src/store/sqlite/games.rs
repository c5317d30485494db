//! Games and their seats.

use futures_util::future::BoxFuture;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, query::QueryAs, sqlite::SqliteArguments};

use super::{failed, save_player};
use crate::{
    play::{Game, GameId, MessageId, NewGame, Outcome, PlayerId, Posting, Version},
    rules::Seat,
    store::{
        Posted, Saved, StoreError,
        rows::{self, GameRow},
        sql,
    },
    time::Timestamp,
};

type GameQuery<'q> = QueryAs<'q, Sqlite, GameRow, SqliteArguments>;

pub(super) async fn live(player: PlayerId, readers: &SqlitePool) -> Result<Vec<Game>, StoreError> {
    let query: GameQuery<'_> = sqlx::query_as(sql::LIVE_GAMES).bind(player.0.cast_signed());
    let games = query.fetch_all(readers).await.map_err(failed)?;
    games.into_iter().map(Game::try_from).collect()
}

pub(super) fn begin(
    connection: &mut SqliteConnection,
    new: NewGame,
    live: Posting,
) -> BoxFuture<'_, Result<Option<Game>, StoreError>> {
    Box::pin(async move {
        let by = new.changed_by;
        let accepted = super::challenges::accept(connection, new.challenge, by, new.started_at);
        if accepted.await? == Saved::Overtaken {
            return Ok(None);
        }
        for player in &new.players {
            save_player(connection, player).await?;
        }
        let id: i64 = sqlx::query_scalar(sql::INSERT_GAME)
            .bind(new.challenge.0)
            .bind(new.place.guild.map(|guild| guild.0.cast_signed()))
            .bind(new.place.channel.0.cast_signed())
            .bind(new.players[0].id.0.cast_signed())
            .bind(new.players[1].id.0.cast_signed())
            .bind(i64::from(new.shape.columns()))
            .bind(i64::from(new.shape.rows()))
            .bind(i64::from(new.shape.connect()))
            .bind(new.series.0.cast_signed())
            .bind(new.locale.tag())
            .bind(new.started_at.milliseconds())
            .bind(by.0.cast_signed())
            .bind(rows::message_key(live.message))
            .bind(&live.token.0)
            .bind(live.token_expires_at.milliseconds())
            .fetch_one(&mut *connection)
            .await
            .map_err(failed)?;
        for player in &new.players {
            sqlx::query(sql::INSERT_SEAT)
                .bind(player.id.0.cast_signed())
                .bind(new.place.channel.0.cast_signed())
                .bind(id)
                .execute(&mut *connection)
                .await
                .map_err(failed)?;
        }
        Ok(Some(Game::begin(GameId(id), new, live)))
    })
}

pub(super) fn update(
    connection: &mut SqliteConnection,
    decided_on: Version,
    game: Game,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        let updated = sqlx::query(sql::UPDATE_GAME)
            .bind(game.id.0)
            .bind(i64::from(decided_on.0))
            .bind(game.moves.to_string())
            .bind(i64::from(game.version.0))
            .bind(game.moved_at.milliseconds())
            .bind(game.changed_by.0.cast_signed())
            .bind(rows::message_key(game.live.message))
            .bind(game.live.token.0)
            .bind(game.live.token_expires_at.milliseconds())
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(if updated.rows_affected() == 0 { Saved::Overtaken } else { Saved::Yes })
    })
}

pub(super) fn end(
    connection: &mut SqliteConnection,
    decided_on: Version,
    game: Game,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        if update(connection, decided_on, game.clone()).await? == Saved::Overtaken {
            return Ok(Saved::Overtaken);
        }
        let (kind, seat) = game.ending.map(rows::ending_parts).unzip();
        sqlx::query(sql::END_GAME)
            .bind(game.id.0)
            .bind(i64::from(game.version.0))
            .bind(kind)
            .bind(seat.flatten())
            .bind(game.ended_at.map(Timestamp::milliseconds))
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        sqlx::query(sql::DELETE_SEATS)
            .bind(game.id.0)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        for seat in Seat::BOTH {
            count_result(connection, &game, seat).await?;
        }
        Ok(Saved::Yes)
    })
}

async fn count_result(
    connection: &mut SqliteConnection,
    game: &Game,
    seat: Seat,
) -> Result<(), StoreError> {
    let outcome = Outcome::of(game, seat);
    let one_if = |counted: Outcome| i64::from(outcome == Some(counted));
    sqlx::query(sql::COUNT_RESULT)
        .bind(rows::guild_key(game.place.guild))
        .bind(game.player(seat).id.0.cast_signed())
        .bind(one_if(Outcome::Win))
        .bind(one_if(Outcome::Loss))
        .bind(one_if(Outcome::Draw))
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

pub(super) fn learn_message(
    connection: &mut SqliteConnection,
    what: Posted,
    message: MessageId,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let message = message.0.cast_signed();
        let query = match what {
            Posted::Challenge(id) => sqlx::query(sql::LEARN_CHALLENGE).bind(id.0).bind(message),
            Posted::Board(id, version) => {
                sqlx::query(sql::LEARN_BOARD).bind(id.0).bind(message).bind(i64::from(version.0))
            }
        };
        query.execute(connection).await.map_err(failed)?;
        Ok(())
    })
}

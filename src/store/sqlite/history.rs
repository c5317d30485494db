//! Finished games: listed, and in numbers.

use futures_util::TryStreamExt;
use sqlx::SqlitePool;

use super::failed;
use crate::{
    play::{Game, GameId, Played, PlayerId, Scope, Summary},
    store::{
        HistoryPage, HistoryTurn, RatingPoint, StoreError, Viewer,
        rows::{self, GameRow, PlayedRow},
        sql,
    },
    time::Timestamp,
};

pub(super) async fn summary(readers: &SqlitePool, player: PlayerId) -> Result<Summary, StoreError> {
    let mut games =
        sqlx::query_as::<_, PlayedRow>(sql::PLAYED).bind(player.0.cast_signed()).fetch(readers);
    let mut summary = Summary::default();
    while let Some(row) = games.try_next().await.map_err(failed)? {
        summary.add(Played::try_from(row)?);
    }
    Ok(summary)
}

pub(super) async fn rating_points(
    readers: &SqlitePool,
    scope: Scope,
    player: PlayerId,
) -> Result<Vec<RatingPoint>, StoreError> {
    let points: Vec<(f64, f64, i64)> = sqlx::query_as(sql::RATING_POINTS)
        .bind(rows::ranking_scope_key(scope))
        .bind(player.0.cast_signed())
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    let point = |(value, deviation, at)| RatingPoint {
        at: Timestamp::from_milliseconds(at),
        value,
        deviation,
    };
    Ok(points.into_iter().map(point).collect())
}

pub(super) async fn page(
    readers: &SqlitePool,
    player: PlayerId,
    viewer: Viewer,
    turn: HistoryTurn,
    most: u8,
) -> Result<HistoryPage, StoreError> {
    let whose = (player, viewer);
    let below = match turn {
        HistoryTurn::Newest => i64::MAX,
        HistoryTurn::Before(game) => result_of(readers, game).await?,
        HistoryTurn::After(game) => {
            let result = result_of(readers, game).await?;
            // From the newest of these on, so that the page is full.
            match read(readers, sql::GAMES_AFTER, whose, result, most).await?.first() {
                Some(newest) => result_of(readers, newest.id).await?.saturating_add(1),
                None => i64::MAX,
            }
        }
    };
    let mut games = read(readers, sql::GAMES_BEFORE, whose, below, most + 1).await?;
    let more_before = games.len() > usize::from(most);
    games.truncate(most.into());
    let more_after = match games.first() {
        Some(first) => {
            let result = result_of(readers, first.id).await?;
            !read(readers, sql::GAMES_AFTER, whose, result, 1).await?.is_empty()
        }
        None => false,
    };
    Ok(HistoryPage { games, more_after, more_before })
}

async fn read(
    readers: &SqlitePool,
    statement: &'static str,
    (player, viewer): (PlayerId, Viewer),
    result: i64,
    most: u8,
) -> Result<Vec<Game>, StoreError> {
    let found: Vec<GameRow> = sqlx::query_as(statement)
        .bind(player.0.cast_signed())
        .bind(result)
        .bind(viewer.player.0.cast_signed())
        .bind(viewer.guild.map(|guild| guild.0.cast_signed()))
        .bind(i64::from(most))
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    found.into_iter().map(Game::try_from).collect()
}

/// A game's place in the order of results; after all others if it has none.
async fn result_of(readers: &SqlitePool, game: GameId) -> Result<i64, StoreError> {
    let found: Option<Option<i64>> = sqlx::query_scalar(sql::RESULT_OF_GAME)
        .bind(game.0)
        .fetch_optional(readers)
        .await
        .map_err(failed)?;
    Ok(found.flatten().unwrap_or(i64::MAX))
}

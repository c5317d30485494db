//! Finished games: pages and statistics.

use clock::Timestamp;
use futures_util::TryStreamExt;

use crate::{
    game::{FinishedGame, Game, GameId, PlayerId, Scope, Statistics},
    store::{
        HistoryCursor, HistoryPage, RatingPoint, StoreError, Viewer,
        query::{DbConnection, query},
        rows::{self, FinishedGameRow, GameRow},
        sql,
    },
};

pub(in crate::store) async fn statistics(
    connection: &mut impl DbConnection,
    player: PlayerId,
) -> Result<Statistics, StoreError> {
    let mut games = connection
        .stream::<FinishedGameRow>(query(sql::FINISHED_GAMES).bind(player.0.cast_signed()));
    let mut statistics = Statistics::default();
    while let Some(row) = games.try_next().await? {
        statistics.add(FinishedGame::try_from(row)?);
    }
    Ok(statistics)
}

pub(in crate::store) async fn rating_points(
    connection: &mut impl DbConnection,
    scope: Scope,
    player: PlayerId,
) -> Result<Vec<RatingPoint>, StoreError> {
    let points: Vec<(f64, f64, i64)> = query(sql::RATING_POINTS)
        .bind(rows::scope_id(scope))
        .bind(player.0.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    let point = |(value, deviation, at)| RatingPoint {
        at: Timestamp::from_milliseconds(at),
        value,
        deviation,
    };
    Ok(points.into_iter().map(point).collect())
}

pub(in crate::store) async fn page(
    connection: &mut impl DbConnection,
    player: PlayerId,
    viewer: Viewer,
    cursor: HistoryCursor,
    limit: u8,
) -> Result<HistoryPage, StoreError> {
    let filter = (player, viewer);
    let below = match cursor {
        HistoryCursor::Newest => i64::MAX,
        HistoryCursor::Before(game) => load_result_number(connection, game).await?,
        HistoryCursor::After(game) => {
            let result_number = load_result_number(connection, game).await?;
            // The page ends at the newest of these, so that it is full.
            match read(connection, sql::GAMES_AFTER, filter, result_number, limit).await?.first() {
                Some(newest) => load_result_number(connection, newest.id).await?.saturating_add(1),
                None => i64::MAX,
            }
        }
    };
    let mut games = read(connection, sql::GAMES_BEFORE, filter, below, limit + 1).await?;
    let more_before = games.len() > usize::from(limit);
    games.truncate(limit.into());
    let more_after = match games.first() {
        Some(first) => {
            let result_number = load_result_number(connection, first.id).await?;
            !read(connection, sql::GAMES_AFTER, filter, result_number, 1).await?.is_empty()
        }
        None => false,
    };
    Ok(HistoryPage { games, more_after, more_before })
}

async fn read(
    connection: &mut impl DbConnection,
    text: &'static str,
    (player, viewer): (PlayerId, Viewer),
    result_number: i64,
    limit: u8,
) -> Result<Vec<Game>, StoreError> {
    let games: Vec<GameRow> = query(text)
        .bind(player.0.cast_signed())
        .bind(result_number)
        .bind(viewer.player.0.cast_signed())
        .bind(viewer.guild.map(|guild| guild.0.cast_signed()))
        .bind(i64::from(limit))
        .fetch_all(&mut *connection)
        .await?;
    games.into_iter().map(Game::try_from).collect()
}

/// The number of a game's result, or the maximum if it has none.
async fn load_result_number(
    connection: &mut impl DbConnection,
    game: GameId,
) -> Result<i64, StoreError> {
    let result_number: Option<Option<i64>> =
        query(sql::RESULT_OF_GAME).bind(game.0).fetch_optional_scalar(&mut *connection).await?;
    Ok(result_number.flatten().unwrap_or(i64::MAX))
}

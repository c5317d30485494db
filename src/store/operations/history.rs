//! Finished games: listed, and in numbers.

use futures_util::TryStreamExt;

use crate::{
    play::{Game, GameId, Played, PlayerId, Scope, Summary},
    store::{
        HistoryPage, HistoryTurn, RatingPoint, StoreError, Viewer,
        rows::{self, GameRow, PlayedRow},
        sql,
        statement::{Connection, statement},
    },
};
use clock::Timestamp;

pub(in crate::store) async fn summary(
    connection: &mut impl Connection,
    player: PlayerId,
) -> Result<Summary, StoreError> {
    let mut games =
        connection.stream::<PlayedRow>(statement(sql::PLAYED).bind(player.0.cast_signed()));
    let mut summary = Summary::default();
    while let Some(row) = games.try_next().await? {
        summary.add(Played::try_from(row)?);
    }
    Ok(summary)
}

pub(in crate::store) async fn rating_points(
    connection: &mut impl Connection,
    scope: Scope,
    player: PlayerId,
) -> Result<Vec<RatingPoint>, StoreError> {
    let points: Vec<(f64, f64, i64)> = statement(sql::RATING_POINTS)
        .bind(rows::ranking_scope_key(scope))
        .bind(player.0.cast_signed())
        .all(&mut *connection)
        .await?;
    let point = |(value, deviation, at)| RatingPoint {
        at: Timestamp::from_milliseconds(at),
        value,
        deviation,
    };
    Ok(points.into_iter().map(point).collect())
}

pub(in crate::store) async fn page(
    connection: &mut impl Connection,
    player: PlayerId,
    viewer: Viewer,
    turn: HistoryTurn,
    most: u8,
) -> Result<HistoryPage, StoreError> {
    let whose = (player, viewer);
    let below = match turn {
        HistoryTurn::Newest => i64::MAX,
        HistoryTurn::Before(game) => result_of(connection, game).await?,
        HistoryTurn::After(game) => {
            let result = result_of(connection, game).await?;
            // From the newest of these on, so that the page is full.
            match read(connection, sql::GAMES_AFTER, whose, result, most).await?.first() {
                Some(newest) => result_of(connection, newest.id).await?.saturating_add(1),
                None => i64::MAX,
            }
        }
    };
    let mut games = read(connection, sql::GAMES_BEFORE, whose, below, most + 1).await?;
    let more_before = games.len() > usize::from(most);
    games.truncate(most.into());
    let more_after = match games.first() {
        Some(first) => {
            let result = result_of(connection, first.id).await?;
            !read(connection, sql::GAMES_AFTER, whose, result, 1).await?.is_empty()
        }
        None => false,
    };
    Ok(HistoryPage { games, more_after, more_before })
}

async fn read(
    connection: &mut impl Connection,
    text: &'static str,
    (player, viewer): (PlayerId, Viewer),
    result: i64,
    most: u8,
) -> Result<Vec<Game>, StoreError> {
    let found: Vec<GameRow> = statement(text)
        .bind(player.0.cast_signed())
        .bind(result)
        .bind(viewer.player.0.cast_signed())
        .bind(viewer.guild.map(|guild| guild.0.cast_signed()))
        .bind(i64::from(most))
        .all(&mut *connection)
        .await?;
    found.into_iter().map(Game::try_from).collect()
}

/// A game's place in the order of results; after all others if it has none.
async fn result_of(connection: &mut impl Connection, game: GameId) -> Result<i64, StoreError> {
    let found: Option<Option<i64>> =
        statement(sql::RESULT_OF_GAME).bind(game.0).optional_scalar(&mut *connection).await?;
    Ok(found.flatten().unwrap_or(i64::MAX))
}

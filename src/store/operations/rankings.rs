//! Leaderboards.

use crate::{
    play::{Order, PlayerId, Ranking},
    store::{
        Spot, Standing, StandingsPage, StoreError, Turn,
        rows::{self, StandingRow},
        sql,
        statement::{Connection, statement},
    },
};
use clock::Timestamp;

/// A leaderboard as the statements want it.
#[derive(Clone, Copy)]
struct Key {
    scope: i64,
    period: &'static str,
    number: i64,
    order: Order,
}

impl Key {
    fn of(ranking: Ranking, now: Timestamp) -> Self {
        Self {
            scope: rows::ranking_scope_key(ranking.scope),
            period: ranking.period.name(),
            number: ranking.period.number_at(now),
            order: ranking.order,
        }
    }
}

/// Before everybody.
const START: Spot = Spot { key: 0, player: PlayerId(0) };

pub(in crate::store) async fn page(
    connection: &mut impl Connection,
    ranking: Ranking,
    now: Timestamp,
    turn: Turn,
    most: u8,
) -> Result<StandingsPage, StoreError> {
    let key = Key::of(ranking, now);
    let mut found = match turn {
        Turn::First => read(connection, key, Way::On, START, most + 1).await?,
        Turn::From(spot) => read(connection, key, Way::On, spot, most + 1).await?,
        Turn::After(Spot { key: place, player: PlayerId(id) }) => {
            let next = Spot { key: place, player: PlayerId(id.saturating_add(1)) };
            read(connection, key, Way::On, next, most + 1).await?
        }
        Turn::Before(spot) => {
            let mut found = read(connection, key, Way::Back, spot, most).await?;
            found.reverse();
            let page_start = found.first().map_or(START, StandingRow::spot);
            read(connection, key, Way::On, page_start, most + 1).await?
        }
    };
    if found.is_empty() && turn != Turn::First {
        found = read(connection, key, Way::On, START, most + 1).await?;
    }
    let more_after = found.len() > usize::from(most);
    found.truncate(most.into());
    let more_before = match found.first() {
        Some(first) => !read(connection, key, Way::Back, first.spot(), 1).await?.is_empty(),
        None => false,
    };
    let lines = ranked(connection, key, found).await?;
    Ok(StandingsPage { lines, total: total(connection, key).await?, more_before, more_after })
}

pub(in crate::store) async fn one(
    connection: &mut impl Connection,
    ranking: Ranking,
    now: Timestamp,
    player: PlayerId,
) -> Result<Option<Standing>, StoreError> {
    let key = Key::of(ranking, now);
    let text = match key.order {
        Order::Wins => sql::STANDING_BY_WINS,
        Order::Rating => sql::STANDING_BY_RATING,
    };
    let row: Option<StandingRow> = statement(text)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.number)
        .bind(player.0.cast_signed())
        .optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let rank = rank(connection, key, row.key()).await?;
    row.ranked(rank).map(Some)
}

/// How many stand on a leaderboard.
pub(in crate::store) async fn size(
    connection: &mut impl Connection,
    ranking: Ranking,
    now: Timestamp,
) -> Result<u64, StoreError> {
    total(connection, Key::of(ranking, now)).await
}

/// Gives each line its rank. Equal ones share a rank, the best of their places.
///
/// Only the first line's equals may begin on an earlier page, so no more than two
/// ranks are looked up: of the first line, and of the first that differs.
async fn ranked(
    connection: &mut impl Connection,
    key: Key,
    found: Vec<StandingRow>,
) -> Result<Vec<Standing>, StoreError> {
    let mut lines: Vec<Standing> = Vec::with_capacity(found.len());
    let mut place_of_next = None;
    for row in found {
        let rank = match (lines.last(), place_of_next) {
            (Some(above), _) if above.spot.key == row.key() => above.rank,
            (Some(_), Some(place)) => place,
            _ => rank(connection, key, row.key()).await?,
        };
        if !lines.is_empty() && place_of_next.is_none() && lines[0].spot.key != row.key() {
            place_of_next = Some(rank);
        }
        place_of_next = place_of_next.map(|place| place + 1);
        lines.push(row.ranked(rank)?);
    }
    Ok(lines)
}

/// Which way a leaderboard is read.
#[derive(Clone, Copy)]
enum Way {
    /// From a place on, with it.
    On,
    /// From a place backwards, without it.
    Back,
}

async fn read(
    connection: &mut impl Connection,
    key: Key,
    way: Way,
    spot: Spot,
    most: u8,
) -> Result<Vec<StandingRow>, StoreError> {
    let text = match (key.order, way) {
        (Order::Wins, Way::On) => sql::STANDINGS_BY_WINS,
        (Order::Wins, Way::Back) => sql::STANDINGS_BACK_BY_WINS,
        (Order::Rating, Way::On) => sql::STANDINGS_BY_RATING,
        (Order::Rating, Way::Back) => sql::STANDINGS_BACK_BY_RATING,
    };
    statement(text)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.number)
        .bind(spot.key)
        .bind(spot.player.0.cast_signed())
        .bind(i64::from(most))
        .all(&mut *connection)
        .await
}

async fn total(connection: &mut impl Connection, key: Key) -> Result<u64, StoreError> {
    let total: i64 = statement(sql::STANDINGS_TOTAL)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.number)
        .bind(key.order.name())
        .scalar(&mut *connection)
        .await?;
    Ok(total.cast_unsigned())
}

async fn rank(connection: &mut impl Connection, key: Key, place: i64) -> Result<u64, StoreError> {
    let before: i64 = statement(sql::STANDINGS_BEFORE)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.number)
        .bind(key.order.name())
        .bind(place)
        .scalar(&mut *connection)
        .await?;
    Ok(before.cast_unsigned() + 1)
}

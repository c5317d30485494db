//! Results and leaderboards.

use sqlx::SqlitePool;

use super::failed;
use crate::{
    play::{GuildId, PlayerId, Record},
    store::{
        Standing, StandingsPage, StoreError,
        rows::{self, StandingRow},
        sql,
    },
};

pub(super) async fn in_guild(
    readers: &SqlitePool,
    guild: Option<GuildId>,
    player: PlayerId,
) -> Result<Record, StoreError> {
    let counts: Option<(i64, i64, i64)> = sqlx::query_as(sql::RECORD)
        .bind(rows::guild_key(guild))
        .bind(player.0.cast_signed())
        .fetch_optional(readers)
        .await
        .map_err(failed)?;
    counts.map(rows::record).transpose().map(Option::unwrap_or_default)
}

pub(super) async fn everywhere(
    readers: &SqlitePool,
    player: PlayerId,
) -> Result<Record, StoreError> {
    let counts = sqlx::query_as(sql::RECORD_EVERYWHERE)
        .bind(player.0.cast_signed())
        .fetch_one(readers)
        .await
        .map_err(failed)?;
    rows::record(counts)
}

pub(super) async fn versus(
    readers: &SqlitePool,
    player: PlayerId,
    opponent: PlayerId,
) -> Result<Record, StoreError> {
    let beginning = endings(readers, player, opponent).await?;
    let answering = endings(readers, opponent, player).await?;
    Ok(Record {
        wins: beginning.wins + answering.losses,
        losses: beginning.losses + answering.wins,
        draws: beginning.draws + answering.draws,
    })
}

async fn endings(
    readers: &SqlitePool,
    first: PlayerId,
    second: PlayerId,
) -> Result<Record, StoreError> {
    let endings = sqlx::query_as(sql::ENDINGS_BETWEEN)
        .bind(first.0.cast_signed())
        .bind(second.0.cast_signed())
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    rows::first_seat_record(endings)
}

pub(super) async fn standings(
    readers: &SqlitePool,
    guild: GuildId,
    skip: u64,
    most: u64,
) -> Result<StandingsPage, StoreError> {
    let total: i64 = sqlx::query_scalar(sql::STANDINGS_TOTAL)
        .bind(guild.0.cast_signed())
        .fetch_one(readers)
        .await
        .map_err(failed)?;
    let found: Vec<StandingRow> = sqlx::query_as(sql::STANDINGS)
        .bind(guild.0.cast_signed())
        .bind(most.cast_signed())
        .bind(skip.cast_signed())
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    let mut lines: Vec<Standing> = Vec::with_capacity(found.len());
    for (place, row) in (skip + 1..).zip(found) {
        let (player, record) = row.into_parts()?;
        let rank = match lines.last() {
            Some(above) if above.record == record => above.rank,
            Some(_) => place,
            None => rank(readers, guild, record).await?,
        };
        lines.push(Standing { rank, player, record });
    }
    Ok(StandingsPage { lines, total: total.cast_unsigned() })
}

pub(super) async fn standing(
    readers: &SqlitePool,
    guild: GuildId,
    player: PlayerId,
) -> Result<Option<Standing>, StoreError> {
    let found: Option<StandingRow> = sqlx::query_as(sql::STANDING)
        .bind(guild.0.cast_signed())
        .bind(player.0.cast_signed())
        .fetch_optional(readers)
        .await
        .map_err(failed)?;
    let Some(row) = found else { return Ok(None) };
    let (player, record) = row.into_parts()?;
    Ok(Some(Standing { rank: rank(readers, guild, record).await?, player, record }))
}

async fn rank(readers: &SqlitePool, guild: GuildId, record: Record) -> Result<u64, StoreError> {
    let better: i64 = sqlx::query_scalar(sql::HOW_MANY_BETTER)
        .bind(guild.0.cast_signed())
        .bind(i64::from(record.wins))
        .bind(i64::from(record.losses))
        .bind(i64::from(record.draws))
        .fetch_one(readers)
        .await
        .map_err(failed)?;
    Ok(better.cast_unsigned() + 1)
}

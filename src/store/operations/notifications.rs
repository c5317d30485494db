//! Which pings players get, and whom they have blocked.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use super::{challenges, players, retained_limits::LimitKey};
use crate::{
    game::{
        ChallengeId, InteractionId, MAX_BLOCKS, NotificationSetting, Notifications, Player,
        PlayerId,
    },
    store::{
        BlockedPage, BlockedPlayer, Constraint, StoreError,
        query::{DbConnection, query},
        rows::NotificationsRow,
        sql,
    },
};

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    player: PlayerId,
) -> Result<Notifications, StoreError> {
    let query = query(sql::NOTIFICATIONS).bind(player.0.cast_signed());
    let stored = query.fetch_as::<NotificationsRow, _>(connection).await?;
    Ok(stored.unwrap_or_default())
}

pub(in crate::store) fn change(
    connection: &mut impl DbConnection,
    player: Player,
    setting: NotificationSetting,
) -> BoxFuture<'_, Result<Notifications, StoreError>> {
    Box::pin(async move {
        players::upsert(connection, &player).await?;
        let changed = load(connection, player.id).await?.with(setting);
        query(sql::SAVE_NOTIFICATIONS)
            .bind(player.id.0.cast_signed())
            .bind(changed.challenges.name())
            .bind(i64::from(changed.turns))
            .bind(i64::from(changed.reminders))
            .execute(connection)
            .await?;
        Ok(changed)
    })
}

/// The transaction holds the player's lock.
pub(in crate::store) fn block(
    connection: &mut impl DbConnection,
    key: LimitKey,
    player: Player,
    blocked: Vec<PlayerId>,
    by: InteractionId,
    now: Timestamp,
) -> BoxFuture<'_, Result<Vec<ChallengeId>, StoreError>> {
    Box::pin(async move {
        players::upsert(connection, &player).await?;
        let mut ended = Vec::new();
        for other in blocked {
            query(sql::INSERT_BLOCK)
                .bind(player.id.0.cast_signed())
                .bind(other.0.cast_signed())
                .bind(now.milliseconds())
                .execute(&mut *connection)
                .await?;
            let pair = [player.id, other];
            ended.extend(challenges::end_between(connection, &key, pair, by, now).await?);
        }
        if count(connection, player.id).await? > MAX_BLOCKS {
            return Err(StoreError::ConstraintViolated(Constraint::Blocks));
        }
        Ok(ended)
    })
}

pub(in crate::store) fn unblock(
    connection: &mut impl DbConnection,
    player: PlayerId,
    blocked: PlayerId,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        query(sql::DELETE_BLOCK)
            .bind(player.0.cast_signed())
            .bind(blocked.0.cast_signed())
            .execute(connection)
            .await?;
        Ok(())
    })
}

pub(in crate::store) async fn blocked(
    connection: &mut impl DbConnection,
    player: PlayerId,
    page: u32,
    limit: u8,
) -> Result<BlockedPage, StoreError> {
    let total = count(connection, player).await?;
    let pages = total.div_ceil(limit.into()).max(1);
    let page = page.min(pages - 1);
    let blocked: Vec<(i64, Option<String>)> = query(sql::BLOCKED)
        .bind(player.0.cast_signed())
        .bind(i64::from(limit))
        .bind(i64::from(page) * i64::from(limit))
        .fetch_all(connection)
        .await?;
    let players = blocked.into_iter();
    let players = players
        .map(|(id, name)| BlockedPlayer { id: PlayerId(id.cast_unsigned()), name })
        .collect();
    Ok(BlockedPage { players, page, pages, total })
}

async fn count(connection: &mut impl DbConnection, player: PlayerId) -> Result<u32, StoreError> {
    let count: i64 =
        query(sql::COUNT_BLOCKS).bind(player.0.cast_signed()).fetch_scalar(connection).await?;
    u32::try_from(count).map_err(|error| StoreError::corrupt("a number of blocks", error))
}

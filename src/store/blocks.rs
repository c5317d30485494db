//! Whom players have blocked.

use clock::Timestamp;

use crate::{
    game::{ChallengeId, InteractionId, MAX_BLOCKS, Player, PlayerId},
    store::{challenges, database::Store, error::Constraint, players, prelude::*},
};

impl Store {
    /// Blocks people on behalf of a player, unless the interaction has changed something before.
    /// Those who are blocked already stay so. Returns the pending challenges between the player
    /// and them, which end.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if that makes too many; then none is blocked.
    pub async fn block(
        &self,
        player: &Player,
        blocked: &[PlayerId],
        by: InteractionId,
        now: Timestamp,
    ) -> StoreResult<Vec<ChallengeId>> {
        const INSERT_BLOCK: &str = "\
            INSERT INTO block (player_id, blocked_id, blocked_at) VALUES ($1, $2, $3) \
            ON CONFLICT DO NOTHING";
        let locks = &[AdvisoryLock::Player(player.id)];
        let change = self.change_once(by, locks, async |connection| {
            players::upsert(connection, player, now).await?;
            let mut ended = Vec::new();
            for &other in blocked {
                let insert = query(INSERT_BLOCK).bind(player.id).bind(other).bind(now);
                insert.execute(connection).await?;
                let ids = challenges::end_between(connection, player.id, other, by, now).await?;
                ended.extend(ids);
            }
            if count(connection, player.id).await? > MAX_BLOCKS {
                return Err(StoreError::ConstraintViolated(Constraint::Blocks));
            }
            Ok(ended)
        });
        Ok(change.await?.unwrap_or_default())
    }

    /// Lifts a block, unless the interaction has changed something before.
    pub async fn unblock(
        &self,
        by: InteractionId,
        player: PlayerId,
        blocked: PlayerId,
    ) -> StoreResult<()> {
        const DELETE_BLOCK: &str = "DELETE FROM block WHERE player_id = $1 AND blocked_id = $2";
        let query = query(DELETE_BLOCK).bind(player).bind(blocked);
        self.execute_once(by, &[], query).await.map(drop)
    }

    /// A page of the people whom a player has blocked; the last page if there are fewer.
    pub async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> StoreResult<BlockedPage> {
        const BLOCKED: &str = "\
            SELECT blocked_id, name FROM block LEFT JOIN player ON player.player_id = blocked_id \
            WHERE block.player_id = $1 ORDER BY blocked_at, blocked_id LIMIT $2 OFFSET $3";
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let total = count(connection, player).await?;
        let pages = total.div_ceil(limit.into()).max(1);
        let page = page.min(pages - 1);
        let before = i64::from(page) * i64::from(limit);
        let blocked = query(BLOCKED).bind(player).bind(limit).bind(before);
        let players = blocked.fetch_all(connection).await?;
        Ok(BlockedPage { players, page, pages, total })
    }

    /// Whether `by` has blocked a player.
    pub async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> StoreResult<bool> {
        const IS_BLOCKED: &str =
            "SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2";
        self.fetch_one(query(IS_BLOCKED).bind(by).bind(player)).await
    }
}

/// A page of the people whom a player has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedPage {
    /// In the order in which they were blocked.
    pub players: Vec<BlockedPlayer>,
    /// From 0.
    pub page: u32,
    /// The number of pages, at least one.
    pub pages: u32,
    /// The number of players on all pages.
    pub total: u32,
}

/// Somebody whom a player has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedPlayer {
    pub id: PlayerId,
    /// `None` if nothing else is stored about them.
    pub name: Option<String>,
}

from_columns!(BlockedPlayer { id: "blocked_id", name });

const COUNT_BLOCKS: &str = "SELECT count(*) FROM block WHERE player_id = $1";

async fn count(connection: &mut Connection<'_>, player: PlayerId) -> StoreResult<u32> {
    query(COUNT_BLOCKS).bind(player).fetch_one(connection).await
}

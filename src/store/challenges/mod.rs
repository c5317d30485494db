//! Challenges: how they are read, and how they end. `create.rs` has new ones.

pub(super) mod create;

use clock::Timestamp;

use crate::{
    game::{
        Challenge, ChallengeId, ChallengeState, ChallengeTerms, GameConfig, InteractionId, PlayerId,
    },
    store::{
        database::Store,
        kept_limits::count_in_cooldown,
        prelude::*,
        row::{player, series},
    },
};

macro_rules! challenge_query {
    ($condition:literal) => {
        concat!(
            "SELECT challenge_id, challenge.guild_id AS guild_id, channel_id, board_columns, ",
            "board_rows, connect, time_control, rated, theme, locale, first, rematch_of, ",
            "series_id, challenger_points, opponent_points, state, created_at, expires_at, created_by, changed_by, message_id, ",
            "token, token_expires_at, ",
            "challenger_id, one.name AS challenger_name, ",
            "challenger_nickname.name AS challenger_nickname, ",
            "opponent_id, two.name AS opponent_name, opponent_nickname.name AS opponent_nickname ",
            "FROM challenge ",
            "JOIN player one ON one.player_id = challenger_id ",
            "LEFT JOIN player two ON two.player_id = opponent_id ",
            "LEFT JOIN nickname challenger_nickname ",
            "ON challenger_nickname.player_id = challenger_id ",
            "AND challenger_nickname.guild_id = challenge.guild_id ",
            "LEFT JOIN nickname opponent_nickname ",
            "ON opponent_nickname.player_id = opponent_id ",
            "AND opponent_nickname.guild_id = challenge.guild_id ",
            $condition
        )
    };
}

from_columns!(Challenge { id: "challenge_id", state, changed_by, message: .., terms: .. });

impl FromRow for ChallengeTerms {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let config = GameConfig::from_row(row)?;
        let guild = config.location.guild;
        let challenger = ["challenger_id", "challenger_name", "challenger_nickname"];
        let opponent = ["opponent_id", "opponent_name", "opponent_nickname"];
        Ok(Self {
            config,
            challenger: player(row, challenger, guild)?
                .ok_or_else(|| row.corrupt("challenger_id", "nobody"))?,
            opponent: player(row, opponent, guild)?,
            first: row.get("first")?,
            rematch_of: row.get("rematch_of")?,
            series: series(row, ["challenger_points", "opponent_points"])?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            created_by: row.get("created_by")?,
        })
    }
}

impl Store {
    pub async fn challenge(&self, id: ChallengeId) -> StoreResult<Option<Challenge>> {
        const CHALLENGE: &str = challenge_query!("WHERE challenge_id = $1");
        self.fetch_optional(query(CHALLENGE).bind(id)).await
    }

    /// The challenge that an interaction created.
    pub async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> StoreResult<Option<Challenge>> {
        const CHALLENGE_BY_INTERACTION: &str = challenge_query!("WHERE created_by = $1");
        self.fetch_optional(query(CHALLENGE_BY_INTERACTION).bind(id)).await
    }

    /// Moves a pending challenge to a final state. `by` is `None` if the challenge expired. [`SaveResult::Conflict`] also
    /// if the interaction has changed something before.
    pub async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        now: Timestamp,
    ) -> StoreResult<SaveResult> {
        let change = self.change_once(by, &[], async |connection| {
            let ended = end_pending(connection, id, state, by, now).await?;
            if ended == SaveResult::Saved && state != ChallengeState::Accepted {
                count_in_cooldown(id, now).execute(connection).await?;
            }
            Ok(ended)
        });
        Ok(change.await?.unwrap_or(SaveResult::Conflict))
    }

    /// Records whether a challenge's message is known to be there, although its id is
    /// unknown.
    pub async fn record_challenge_shown(&self, id: ChallengeId, is_shown: bool) -> StoreResult<()> {
        const RECORD_CHALLENGE_SHOWN: &str =
            "UPDATE challenge SET shown = $2 WHERE challenge_id = $1";
        self.execute(query(RECORD_CHALLENGE_SHOWN).bind(id).bind(is_shown)).await.map(drop)
    }
}

const PENDING_CHALLENGES_OF_PLAYER: &str = challenge_query!(
    "WHERE state = 'pending' AND (challenger_id = $1 OR opponent_id = $1) ORDER BY challenge_id"
);

/// The pending challenges by and to a player.
pub(in crate::store) fn pending_of(player: PlayerId) -> Query {
    query(PENDING_CHALLENGES_OF_PLAYER).bind(player)
}

const END_CHALLENGE: &str = "\
    UPDATE challenge SET state = $2, changed_by = coalesce($3, changed_by), ended_at = $4 \
    WHERE challenge_id = $1 AND state = 'pending'";

pub(in crate::store) async fn end_pending(
    connection: &mut Connection<'_>,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    now: Timestamp,
) -> StoreResult<SaveResult> {
    query(END_CHALLENGE).bind(id).bind(state).bind(by).bind(now).save(connection).await
}

const END_CHALLENGES_BETWEEN: &str = "\
    UPDATE challenge SET ended_at = $3, changed_by = $4, \
    state = CASE WHEN challenger_id = $1 THEN 'cancelled' ELSE 'declined' END \
    WHERE state = 'pending' AND ((challenger_id = $1 AND opponent_id = $2) \
    OR (challenger_id = $2 AND opponent_id = $1)) RETURNING challenge_id";

/// Ends the pending challenges between two players, of whom the first has blocked the second:
/// as that player declines or cancels them, so that nothing tells the other of the block.
pub(in crate::store) async fn end_between(
    connection: &mut Connection<'_>,
    player: PlayerId,
    blocked: PlayerId,
    by: InteractionId,
    now: Timestamp,
) -> StoreResult<Vec<ChallengeId>> {
    let query = query(END_CHALLENGES_BETWEEN).bind(player).bind(blocked).bind(now).bind(by);
    let ended: Vec<ChallengeId> = query.fetch_all(connection).await?;
    for &challenge in &ended {
        count_in_cooldown(challenge, now).execute(connection).await?;
    }
    Ok(ended)
}

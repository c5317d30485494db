//! Challenges, and what they must fit in with.

use sqlx::FromRow;

use super::{SetupRow, player, posting, series, whereabouts};
use crate::{
    play::{
        Challenge, ChallengeId, ChallengeState, First, GameId, InteractionId, NewChallenge,
        PlayerId, Setup, Waiting, Where,
    },
    store::StoreError,
};
use clock::Timestamp;

#[derive(FromRow)]
pub(in crate::store) struct ChallengeRow {
    challenge_id: i64,
    #[sqlx(flatten)]
    setup: SetupRow,
    first: String,
    rematch_of: Option<i64>,
    series_id: i64,
    challenger_points: i64,
    opponent_points: i64,
    state: String,
    made_at: i64,
    expires_at: i64,
    made_by: i64,
    changed_by: i64,
    message_id: Option<i64>,
    token: String,
    token_expires_at: i64,
    challenger_id: i64,
    challenger_name: String,
    opponent_id: Option<i64>,
    opponent_name: Option<String>,
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = StoreError;

    fn try_from(row: ChallengeRow) -> Result<Self, StoreError> {
        let wrong =
            |why: String| StoreError::corrupt(&format!("challenge {}", row.challenge_id), why);
        Ok(Self {
            id: ChallengeId(row.challenge_id),
            state: challenge_state(&row.state).map_err(wrong)?,
            changed_by: InteractionId(row.changed_by.cast_unsigned()),
            posting: posting(row.message_id, row.token, row.token_expires_at),
            terms: NewChallenge {
                setup: Setup::try_from(row.setup).map_err(wrong)?,
                challenger: player(row.challenger_id, row.challenger_name),
                opponent: row.opponent_id.zip(row.opponent_name).map(|(id, name)| player(id, name)),
                first: first(&row.first).map_err(wrong)?,
                rematch_of: row.rematch_of.map(GameId),
                series: series(row.series_id, [row.challenger_points, row.opponent_points])
                    .map_err(wrong)?,
                made_at: Timestamp::from_milliseconds(row.made_at),
                expires_at: Timestamp::from_milliseconds(row.expires_at),
                made_by: InteractionId(row.made_by.cast_unsigned()),
            },
        })
    }
}

#[derive(FromRow)]
pub(in crate::store) struct WaitingRow {
    challenger_id: i64,
    opponent_id: Option<i64>,
    rematch_of: Option<i64>,
    guild_id: Option<i64>,
    channel_id: i64,
    message_id: Option<i64>,
}

impl From<WaitingRow> for Waiting {
    fn from(row: WaitingRow) -> Self {
        Self {
            challenger: PlayerId(row.challenger_id.cast_unsigned()),
            opponent: row.opponent_id.map(|id| PlayerId(id.cast_unsigned())),
            rematch_of: row.rematch_of.map(GameId),
            whereabouts: whereabouts(row.guild_id, row.channel_id, row.message_id),
        }
    }
}

#[derive(FromRow)]
#[expect(clippy::struct_field_names, reason = "they are called as their columns are")]
pub(in crate::store) struct PlayingRow {
    player_id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    message_id: Option<i64>,
}

impl From<PlayingRow> for (PlayerId, Where) {
    fn from(row: PlayingRow) -> Self {
        (
            PlayerId(row.player_id.cast_unsigned()),
            whereabouts(row.guild_id, row.channel_id, row.message_id),
        )
    }
}

pub(in crate::store) const fn first_key(first: First) -> &'static str {
    match first {
        First::Challenger => "challenger",
        First::Opponent => "opponent",
        First::Random => "random",
    }
}

fn first(key: &str) -> Result<First, String> {
    match key {
        "challenger" => Ok(First::Challenger),
        "opponent" => Ok(First::Opponent),
        "random" => Ok(First::Random),
        other => Err(format!("unknown first player {other:?}")),
    }
}

pub(in crate::store) const fn challenge_state_key(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Waiting => "waiting",
        ChallengeState::Accepted => "accepted",
        ChallengeState::Declined => "declined",
        ChallengeState::Cancelled => "cancelled",
        ChallengeState::Expired => "expired",
    }
}

fn challenge_state(key: &str) -> Result<ChallengeState, String> {
    match key {
        "waiting" => Ok(ChallengeState::Waiting),
        "accepted" => Ok(ChallengeState::Accepted),
        "declined" => Ok(ChallengeState::Declined),
        "cancelled" => Ok(ChallengeState::Cancelled),
        "expired" => Ok(ChallengeState::Expired),
        other => Err(format!("unknown state {other:?}")),
    }
}

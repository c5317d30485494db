//! Challenges, and what decides whether one may be made.

use clock::Timestamp;

use super::{GameConfigRow, message_handle, message_location, player, series};
use crate::{
    game::{
        Challenge, ChallengeCooldown, ChallengeId, ChallengeState, ChallengeTerms, FirstMove,
        GameConfig, GameId, InteractionId, MessageLocation, PendingChallenge, PlayerId,
    },
    store::StoreError,
};

row! {
    pub(in crate::store) struct ChallengeRow {
        challenge_id: i64,
        first: String,
        rematch_of: Option<i64>,
        series_id: i64,
        challenger_points: i64,
        opponent_points: i64,
        state: String,
        created_at: i64,
        expires_at: i64,
        created_by: i64,
        changed_by: i64,
        message_id: Option<i64>,
        token: String,
        token_expires_at: i64,
        challenger_id: i64,
        challenger_name: String,
        challenger_nickname: Option<String>,
        opponent_id: Option<i64>,
        opponent_name: Option<String>,
        opponent_nickname: Option<String>,
    } + config: GameConfigRow
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = StoreError;

    fn try_from(row: ChallengeRow) -> Result<Self, StoreError> {
        let corrupt =
            |why: String| StoreError::corrupt(&format!("challenge {}", row.challenge_id), why);
        let config = GameConfig::try_from(row.config).map_err(corrupt)?;
        let guild = config.location.guild;
        let opponent = row.opponent_id.zip(row.opponent_name);
        Ok(Self {
            id: ChallengeId(row.challenge_id),
            state: challenge_state(&row.state).map_err(corrupt)?,
            changed_by: InteractionId(row.changed_by.cast_unsigned()),
            message: message_handle(row.message_id, row.token, row.token_expires_at),
            terms: ChallengeTerms {
                config,
                challenger: player(
                    row.challenger_id,
                    row.challenger_name,
                    guild,
                    row.challenger_nickname,
                ),
                opponent: opponent.map(|(id, name)| player(id, name, guild, row.opponent_nickname)),
                first: first(&row.first).map_err(corrupt)?,
                rematch_of: row.rematch_of.map(GameId),
                series: series(row.series_id, [row.challenger_points, row.opponent_points])
                    .map_err(corrupt)?,
                created_at: Timestamp::from_milliseconds(row.created_at),
                expires_at: Timestamp::from_milliseconds(row.expires_at),
                created_by: InteractionId(row.created_by.cast_unsigned()),
            },
        })
    }
}

row! {
    pub(in crate::store) struct PendingChallengeRow {
        challenge_id: i64,
        challenger_id: i64,
        opponent_id: Option<i64>,
        rematch_of: Option<i64>,
        created_at: i64,
        guild_id: Option<i64>,
        channel_id: i64,
        message_id: Option<i64>,
        shown: i64,
    }
}

impl From<PendingChallengeRow> for PendingChallenge {
    fn from(row: PendingChallengeRow) -> Self {
        Self {
            id: ChallengeId(row.challenge_id),
            challenger: PlayerId(row.challenger_id.cast_unsigned()),
            opponent: row.opponent_id.map(|id| PlayerId(id.cast_unsigned())),
            rematch_of: row.rematch_of.map(GameId),
            created_at: Timestamp::from_milliseconds(row.created_at),
            location: message_location(row.guild_id, row.channel_id, row.message_id),
            is_shown: row.shown != 0,
        }
    }
}

row! {
    #[expect(clippy::struct_field_names, reason = "fields have the names of their columns")]
    pub(in crate::store) struct LiveSeatRow {
        player_id: i64,
        guild_id: Option<i64>,
        channel_id: i64,
        message_id: Option<i64>,
    }
}

impl From<LiveSeatRow> for (PlayerId, MessageLocation) {
    fn from(row: LiveSeatRow) -> Self {
        (
            PlayerId(row.player_id.cast_unsigned()),
            message_location(row.guild_id, row.channel_id, row.message_id),
        )
    }
}

pub(in crate::store) fn cooldown((challenges, last_ended_at): (i64, i64)) -> ChallengeCooldown {
    ChallengeCooldown {
        challenges: u32::try_from(challenges).unwrap_or(u32::MAX),
        last_ended_at: Timestamp::from_milliseconds(last_ended_at),
    }
}

pub(in crate::store) const fn first_move_name(first: FirstMove) -> &'static str {
    match first {
        FirstMove::Challenger => "challenger",
        FirstMove::Opponent => "opponent",
        FirstMove::Random => "random",
    }
}

fn first(key: &str) -> Result<FirstMove, String> {
    match key {
        "challenger" => Ok(FirstMove::Challenger),
        "opponent" => Ok(FirstMove::Opponent),
        "random" => Ok(FirstMove::Random),
        other => Err(format!("unknown first player {other:?}")),
    }
}

pub(in crate::store) const fn challenge_state_name(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Pending => "pending",
        ChallengeState::Accepted => "accepted",
        ChallengeState::Declined => "declined",
        ChallengeState::Cancelled => "cancelled",
        ChallengeState::Expired => "expired",
    }
}

fn challenge_state(key: &str) -> Result<ChallengeState, String> {
    match key {
        "pending" => Ok(ChallengeState::Pending),
        "accepted" => Ok(ChallengeState::Accepted),
        "declined" => Ok(ChallengeState::Declined),
        "cancelled" => Ok(ChallengeState::Cancelled),
        "expired" => Ok(ChallengeState::Expired),
        other => Err(format!("unknown state {other:?}")),
    }
}

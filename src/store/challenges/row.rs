//! Rows of challenges.

use clock::Timestamp;

use crate::{
    game::{Challenge, ChallengeId, ChallengeTerms, GameConfig, GameId, InteractionId},
    store::{
        error::StoreError,
        row::{GameConfigRow, message_handle, player, row, series},
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

pub(super) use challenge_query;

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
            state: row.state.parse().map_err(corrupt)?,
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
                first: row.first.parse().map_err(corrupt)?,
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

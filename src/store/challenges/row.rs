//! Rows of challenges.

use crate::{
    game::{Challenge, ChallengeTerms, GameConfig, MessageHandle},
    store::{
        FromRow, Row, StoreError,
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

pub(super) use challenge_query;

impl FromRow for Challenge {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.get("challenge_id")?,
            state: row.get("state")?,
            changed_by: row.get("changed_by")?,
            message: MessageHandle::from_row(row)?,
            terms: ChallengeTerms::from_row(row)?,
        })
    }
}

impl FromRow for ChallengeTerms {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
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

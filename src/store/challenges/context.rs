//! What decides whether a challenge may be made.

use clock::Timestamp;
use connect4::Shape;

use crate::{
    game::{
        COMPUTER_GAME_COUNTS_FOR, ChallengeContext, ChannelId, GuildSettings, LiveGame, Location,
        MessageLocation, OpponentChoices, PendingChallenge, PlayerId,
    },
    store::{
        Connection, FromRow, Row, Store, StoreError, blocks::is_blocked, kept_limits::cooldown,
        opponent_choices::opponent_choices, query, settings,
    },
};

impl Store {
    /// What decides whether a challenge may be made here. No opponent means an open
    /// challenge.
    pub async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<ChallengeContext, StoreError> {
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let (opponent_choices, has_blocked_opponent, cooldown) = match opponent {
            Some(opponent) => (
                opponent_choices(connection, challenger, opponent).await?,
                is_blocked(connection, opponent, challenger).await?,
                cooldown(connection, challenger, opponent).await?,
            ),
            None => (OpponentChoices::default(), false, None),
        };
        Ok(ChallengeContext {
            settings: match location.guild {
                Some(guild) => settings::load(connection, guild).await?,
                None => GuildSettings::default(),
            },
            parent_channel: None,
            games_in_channel: count_games(connection, location.channel, now).await?,
            live_games: live_games(connection, challenger, opponent).await?,
            pending: pending(connection, challenger, opponent).await?,
            opponent_choices,
            has_blocked_opponent,
            cooldown,
        })
    }
}

const LIVE_GAMES_OF_TWO: &str = "\
    SELECT game_id, first_player_id, second_player_id, board_columns, board_rows, connect, \
    guild_id, channel_id, message_id FROM game WHERE result IS NULL \
    AND (first_player_id IN ($1, $2) OR second_player_id IN ($1, $2))";

impl FromRow for LiveGame {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.get("game_id")?,
            people: [row.get("first_player_id")?, row.get("second_player_id")?],
            shape: Shape::from_row(row)?,
            board: MessageLocation::from_row(row)?,
        })
    }
}

/// All live games of one or two players.
pub(in crate::store) async fn live_games(
    connection: &mut Connection<'_>,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Vec<LiveGame>, StoreError> {
    query(LIVE_GAMES_OF_TWO).bind(challenger).bind(opponent).fetch_all(connection).await
}

const PENDING_CHALLENGES: &str = "\
    SELECT challenge_id, challenger_id, opponent_id, rematch_of, created_at, guild_id, channel_id, \
    message_id, shown FROM challenge WHERE state = 'pending' \
    AND (challenger_id = $1 OR (challenger_id = $2 AND opponent_id = $1))";

impl FromRow for PendingChallenge {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.get("challenge_id")?,
            challenger: row.get("challenger_id")?,
            opponent: row.get("opponent_id")?,
            rematch_of: row.get("rematch_of")?,
            created_at: row.get("created_at")?,
            location: MessageLocation::from_row(row)?,
            is_shown: row.get("shown")?,
        })
    }
}

async fn pending(
    connection: &mut Connection<'_>,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Vec<PendingChallenge>, StoreError> {
    query(PENDING_CHALLENGES).bind(challenger).bind(opponent).fetch_all(connection).await
}

/// Counts the live games in a channel (`$1`), without those against the computer in which nobody
/// has moved since a time.
macro_rules! count_games_in_channel {
    ($active_since:literal) => {
        concat!(
            "SELECT count(*) FROM game WHERE result IS NULL AND channel_id = $1 ",
            "AND (level IS NULL OR moved_at >= ",
            $active_since,
            ")"
        )
    };
}

pub(in crate::store) use count_games_in_channel;

const COUNT_GAMES_IN_CHANNEL: &str = count_games_in_channel!("$2");

async fn count_games(
    connection: &mut Connection<'_>,
    channel: ChannelId,
    now: Timestamp,
) -> Result<u32, StoreError> {
    let query =
        query(COUNT_GAMES_IN_CHANNEL).bind(channel).bind(now.before(COMPUTER_GAME_COUNTS_FOR));
    query.fetch_one(connection).await
}

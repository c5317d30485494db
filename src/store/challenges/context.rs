//! What decides whether a challenge may be made.

use clock::Timestamp;

use crate::{
    game::{
        COMPUTER_GAME_COUNTS_FOR, ChallengeContext, ChallengeId, ChannelId, GameId, GuildSettings,
        LiveGame, Location, OpponentChoices, PendingChallenge, PlayerId,
    },
    store::{
        Store,
        connection::Connection,
        error::StoreError,
        kept_limits::cooldown,
        opponent_choices::{is_blocked, opponent_choices},
        query::query,
        row::{message_location, row, shape},
        settings,
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

pub(in crate::store) const LIVE_GAMES_OF_TWO: &str = "\
    SELECT game_id, first_player_id, second_player_id, board_columns, board_rows, connect, \
    guild_id, channel_id, message_id FROM game WHERE result IS NULL \
    AND (first_player_id IN ($1, $2) OR second_player_id IN ($1, $2))";

row! {
    pub(in crate::store) struct LiveGameRow {
        game_id: i64,
        first_player_id: Option<i64>,
        second_player_id: Option<i64>,
        board_columns: i64,
        board_rows: i64,
        connect: i64,
        guild_id: Option<i64>,
        channel_id: i64,
        message_id: Option<i64>,
    }
}

impl TryFrom<LiveGameRow> for LiveGame {
    type Error = StoreError;

    fn try_from(row: LiveGameRow) -> Result<Self, StoreError> {
        let corrupt = |why: String| StoreError::corrupt(&format!("game {}", row.game_id), why);
        let people = [row.first_player_id, row.second_player_id];
        Ok(Self {
            id: GameId(row.game_id),
            people: people.map(|id| id.map(|id| PlayerId(id.cast_unsigned()))),
            shape: shape(row.board_columns, row.board_rows, row.connect).map_err(corrupt)?,
            board: message_location(row.guild_id, row.channel_id, row.message_id),
        })
    }
}

/// All live games of one or two players.
pub(in crate::store) async fn live_games(
    connection: &mut Connection<'_>,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Vec<LiveGame>, StoreError> {
    let games: Vec<LiveGameRow> =
        query(LIVE_GAMES_OF_TWO).bind(challenger).bind(opponent).fetch_all(connection).await?;
    games.into_iter().map(LiveGame::try_from).collect()
}

pub(in crate::store) const PENDING_CHALLENGES: &str = "\
    SELECT challenge_id, challenger_id, opponent_id, rematch_of, created_at, guild_id, channel_id, \
    message_id, shown FROM challenge WHERE state = 'pending' \
    AND (challenger_id = $1 OR (challenger_id = $2 AND opponent_id = $1))";

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

async fn pending(
    connection: &mut Connection<'_>,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Vec<PendingChallenge>, StoreError> {
    let pending: Vec<PendingChallengeRow> =
        query(PENDING_CHALLENGES).bind(challenger).bind(opponent).fetch_all(connection).await?;
    Ok(pending.into_iter().map(Into::into).collect())
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

pub(in crate::store) const COUNT_GAMES_IN_CHANNEL: &str = count_games_in_channel!("$2");

async fn count_games(
    connection: &mut Connection<'_>,
    channel: ChannelId,
    now: Timestamp,
) -> Result<u32, StoreError> {
    let query =
        query(COUNT_GAMES_IN_CHANNEL).bind(channel).bind(now.before(COMPUTER_GAME_COUNTS_FOR));
    let games: i64 = query.fetch_scalar(connection).await?;
    Ok(u32::try_from(games).unwrap_or(u32::MAX))
}

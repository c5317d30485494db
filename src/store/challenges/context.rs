//! What decides whether a challenge may be made.

use clock::Timestamp;

use crate::{
    game::{
        COMPUTER_GAME_COUNTS_FOR, ChallengeContext, ChallengeId, ChannelId, GameId, GuildSettings,
        Location, MessageLocation, OpponentChoices, PendingChallenge, PlayerId,
    },
    store::{
        challenges::cooldowns::cooldown,
        error::StoreError,
        opponent_choices::{is_blocked, opponent_choices},
        query::{DbConnection, query},
        retained_limits::LimitKey,
        row::{message_location, row},
        settings,
    },
};

pub(in crate::store) async fn context(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    location: Location,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
    now: Timestamp,
) -> Result<ChallengeContext, StoreError> {
    let (opponent_choices, has_blocked_opponent, cooldown) = match opponent {
        Some(opponent) => (
            opponent_choices(connection, challenger, opponent).await?,
            is_blocked(connection, opponent, challenger).await?,
            cooldown(connection, key, challenger, opponent).await?,
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
        live_games: live_seats(connection, location.channel, challenger, opponent).await?,
        pending: pending(connection, challenger, opponent).await?,
        opponent_choices,
        has_blocked_opponent,
        cooldown,
    })
}

pub(in crate::store) const LIVE_SEATS_IN_CHANNEL: &str = "\
    SELECT seat.player_id, game.guild_id, game.channel_id, game.message_id \
    FROM live_seat seat JOIN game ON game.game_id = seat.game_id \
    WHERE seat.channel_id = $1 AND seat.player_id IN ($2, $3)";

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

async fn live_seats(
    connection: &mut impl DbConnection,
    channel: ChannelId,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Vec<(PlayerId, MessageLocation)>, StoreError> {
    let seats: Vec<LiveSeatRow> = query(LIVE_SEATS_IN_CHANNEL)
        .bind(channel.0.cast_signed())
        .bind(challenger.0.cast_signed())
        .bind(opponent.map(|opponent| opponent.0.cast_signed()))
        .fetch_all(connection)
        .await?;
    Ok(seats.into_iter().map(Into::into).collect())
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
    connection: &mut impl DbConnection,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Vec<PendingChallenge>, StoreError> {
    let pending: Vec<PendingChallengeRow> = query(PENDING_CHALLENGES)
        .bind(challenger.0.cast_signed())
        .bind(opponent.map(|opponent| opponent.0.cast_signed()))
        .fetch_all(connection)
        .await?;
    Ok(pending.into_iter().map(Into::into).collect())
}

/// Counts the live games in a channel (`$1`), without those against the computer in which nobody
/// has moved since a time.
macro_rules! count_games_in_channel {
    ($active_since:literal) => {
        concat!(
            "SELECT count(DISTINCT game.game_id) FROM live_seat ",
            "JOIN game ON game.game_id = live_seat.game_id WHERE live_seat.channel_id = $1 ",
            "AND (game.level IS NULL OR game.moved_at >= ",
            $active_since,
            ")"
        )
    };
}

pub(in crate::store) use count_games_in_channel;

pub(in crate::store) const COUNT_GAMES_IN_CHANNEL: &str = count_games_in_channel!("$2");

async fn count_games(
    connection: &mut impl DbConnection,
    channel: ChannelId,
    now: Timestamp,
) -> Result<u32, StoreError> {
    let query = query(COUNT_GAMES_IN_CHANNEL)
        .bind(channel.0.cast_signed())
        .bind(now.before(COMPUTER_GAME_COUNTS_FOR).milliseconds());
    let games: i64 = query.fetch_scalar(connection).await?;
    Ok(u32::try_from(games).unwrap_or(u32::MAX))
}

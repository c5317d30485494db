//! Loading of games.

use clock::Timestamp;

use crate::{
    game::{ChallengeId, ChannelId, Game, GameId, GuildId, InteractionId, PlayerId, SeriesId},
    store::{
        Connection, Either, FromRow, Row, Store, StoreError, Timer, games::row::game_query, query,
    },
};

const GAME: &str = game_query!("WHERE game_id = $1");

pub(in crate::store) async fn game(
    connection: &mut Connection<'_>,
    id: GameId,
) -> Result<Option<Game>, StoreError> {
    query(GAME).bind(id).fetch_optional(connection).await
}

impl Store {
    pub async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let _timer = Timer::start("load game");
        match &self.database {
            Either::Sqlite(database) => database.game(id).await,
            Either::Postgres(database) => database.game(id).await,
        }
    }
}

const GAME_BY_CHALLENGE: &str = game_query!("WHERE challenge_id = $1");

impl Store {
    /// The game that started from a challenge.
    pub async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError> {
        self.fetch_optional(query(GAME_BY_CHALLENGE).bind(id)).await
    }
}

const GAME_BY_INTERACTION: &str = game_query!("WHERE started_by = $1");

impl Store {
    /// The game that an interaction started without a challenge.
    pub async fn game_by_interaction(&self, id: InteractionId) -> Result<Option<Game>, StoreError> {
        self.fetch_optional(query(GAME_BY_INTERACTION).bind(id)).await
    }
}

const LIVE_GAMES_IN_CHANNEL: &str = game_query!(
    "WHERE result IS NULL AND channel_id = $2 \
     AND (first_player_id = $1 OR second_player_id = $1) ORDER BY game_id DESC"
);

impl Store {
    /// The player's live games in a channel, newest first.
    pub async fn live_games_in_channel(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Vec<Game>, StoreError> {
        self.fetch_all(query(LIVE_GAMES_IN_CHANNEL).bind(player).bind(channel)).await
    }
}

/// Two subqueries, so that each reads only the last row of an index.
const LAST_GAME: &str = game_query!(
    "WHERE game_id = (SELECT game_id FROM (\
     SELECT game_id, ended_at FROM (SELECT game_id, ended_at FROM game \
     WHERE first_player_id = $1 AND channel_id = $2 AND result IS NOT NULL \
     ORDER BY ended_at DESC LIMIT 1) AS one UNION ALL \
     SELECT game_id, ended_at FROM (SELECT game_id, ended_at FROM game \
     WHERE second_player_id = $1 AND channel_id = $2 AND result IS NOT NULL \
     ORDER BY ended_at DESC LIMIT 1) AS other) AS last ORDER BY ended_at DESC LIMIT 1)"
);

impl Store {
    /// The player's game in a channel that ended last.
    pub async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        self.fetch_optional(query(LAST_GAME).bind(player).bind(channel)).await
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecentEnd {
    pub series: SeriesId,
    pub at: Timestamp,
}

const RECENT_ENDS: &str = "\
    SELECT series_id, ended_at FROM game WHERE first_player_id = $1 AND channel_id = $2 \
    AND result IS NOT NULL AND ended_at > $3 UNION ALL \
    SELECT series_id, ended_at FROM game WHERE second_player_id = $1 AND channel_id = $2 \
    AND result IS NOT NULL AND ended_at > $3";

impl Store {
    /// The player's games in a channel that have ended since a time.
    pub async fn recent_ends(
        &self,
        channel: ChannelId,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<Vec<RecentEnd>, StoreError> {
        self.fetch_all(query(RECENT_ENDS).bind(player).bind(channel).bind(since)).await
    }
}

impl FromRow for RecentEnd {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self { series: row.get("series_id")?, at: row.get("ended_at")? })
    }
}

const LIVE_GAMES: &str = game_query!(
    "WHERE result IS NULL AND (first_player_id = $1 OR second_player_id = $1) \
     ORDER BY moved_at, game_id"
);

impl Store {
    /// All live games of a player, by the time of the last move, oldest first.
    pub async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError> {
        live_games(&mut self.reader().await?.connection(), player).await
    }
}

pub(in crate::store) async fn live_games(
    connection: &mut Connection<'_>,
    player: PlayerId,
) -> Result<Vec<Game>, StoreError> {
    query(LIVE_GAMES).bind(player).fetch_all(connection).await
}

const LIVE_GAMES_IN_GUILD: &str =
    game_query!("WHERE game.guild_id = $1 AND result IS NULL ORDER BY moved_at, game_id LIMIT $2");

impl Store {
    /// Live games in a server, by the time of the last move, oldest first.
    pub async fn live_games_in_guild(
        &self,
        guild: GuildId,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError> {
        self.fetch_all(query(LIVE_GAMES_IN_GUILD).bind(guild).bind(limit)).await
    }
}

pub(in crate::store) const COUNT_LIVE_GAMES: &str =
    "SELECT count(*) FROM game WHERE result IS NULL";

impl Store {
    pub async fn count_live_games(&self) -> Result<u32, StoreError> {
        self.fetch_one(query(COUNT_LIVE_GAMES)).await
    }
}

//! Which games there are: of a challenge, a channel, a player, a server.

use clock::Timestamp;

use crate::{
    game::{ChallengeId, ChannelId, Game, GuildId, InteractionId, PlayerId, SeriesId},
    store::{database::Store, game_rows::game_query, prelude::*},
};

impl Store {
    /// The game that started from a challenge.
    pub async fn game_of_challenge(&self, id: ChallengeId) -> StoreResult<Option<Game>> {
        const GAME_BY_CHALLENGE: &str = game_query!("WHERE challenge_id = $1");
        self.fetch_optional(query(GAME_BY_CHALLENGE).bind(id)).await
    }

    /// The game that an interaction started without a challenge.
    pub async fn game_by_interaction(&self, id: InteractionId) -> StoreResult<Option<Game>> {
        const GAME_BY_INTERACTION: &str = game_query!("WHERE started_by = $1");
        self.fetch_optional(query(GAME_BY_INTERACTION).bind(id)).await
    }

    /// The player's live games in a channel, newest first.
    pub async fn live_games_in_channel(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> StoreResult<Vec<Game>> {
        const LIVE_GAMES_IN_CHANNEL: &str = game_query!(
            "WHERE result IS NULL AND channel_id = $2 \
             AND (first_player_id = $1 OR second_player_id = $1) ORDER BY game_id DESC"
        );
        self.fetch_all(query(LIVE_GAMES_IN_CHANNEL).bind(player).bind(channel)).await
    }

    /// The player's game in a channel that ended last.
    pub async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> StoreResult<Option<Game>> {
        /// Two subqueries, so that each reads only the last row of an index.
        const LAST_GAME: &str = game_query!(
            "WHERE game_id = (SELECT game_id FROM (SELECT game_id, ended_at \
             FROM (SELECT game_id, ended_at FROM game WHERE first_player_id = $1 \
             AND channel_id = $2 AND result IS NOT NULL ORDER BY ended_at DESC LIMIT 1) AS one \
             UNION ALL SELECT game_id, ended_at FROM (SELECT game_id, ended_at \
             FROM game WHERE second_player_id = $1 AND channel_id = $2 AND result IS NOT NULL \
             ORDER BY ended_at DESC LIMIT 1) AS other) AS last ORDER BY ended_at DESC LIMIT 1)"
        );
        self.fetch_optional(query(LAST_GAME).bind(player).bind(channel)).await
    }

    /// The player's games in a channel that have ended since a time.
    pub async fn recent_ends(
        &self,
        channel: ChannelId,
        player: PlayerId,
        since: Timestamp,
    ) -> StoreResult<Vec<RecentEnd>> {
        const RECENT_ENDS: &str = "\
            SELECT series_id, ended_at FROM game WHERE first_player_id = $1 \
            AND channel_id = $2 AND result IS NOT NULL AND ended_at > $3 \
            UNION ALL SELECT series_id, ended_at FROM game WHERE second_player_id = $1 \
            AND channel_id = $2 AND result IS NOT NULL AND ended_at > $3";
        self.fetch_all(query(RECENT_ENDS).bind(player).bind(channel).bind(since)).await
    }

    /// All live games of a player, by the time of the last move, oldest first.
    pub async fn live_games(&self, player: PlayerId) -> StoreResult<Vec<Game>> {
        self.fetch_all(live_games(player)).await
    }

    /// Live games in a server, by the time of the last move, oldest first.
    pub async fn live_games_in_guild(&self, guild: GuildId, limit: u64) -> StoreResult<Vec<Game>> {
        const LIVE_GAMES_IN_GUILD: &str = game_query!(
            "WHERE game.guild_id = $1 AND result IS NULL ORDER BY moved_at, game_id LIMIT $2"
        );
        self.fetch_all(query(LIVE_GAMES_IN_GUILD).bind(guild).bind(limit)).await
    }

    pub async fn count_live_games(&self) -> StoreResult<u32> {
        const COUNT_LIVE_GAMES: &str = "SELECT count(*) FROM game WHERE result IS NULL";
        self.fetch_one(rare_query(COUNT_LIVE_GAMES)).await
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecentEnd {
    pub series: SeriesId,
    pub at: Timestamp,
}

from_columns!(RecentEnd { series: "series_id", at: "ended_at" });

const LIVE_GAMES: &str = game_query!(
    "WHERE result IS NULL AND (first_player_id = $1 OR second_player_id = $1) \
     ORDER BY moved_at, game_id"
);

pub(in crate::store) fn live_games(player: PlayerId) -> Query {
    query(LIVE_GAMES).bind(player)
}

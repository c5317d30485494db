//! Pages of finished games.

use crate::{
    game::{Game, GameId, GuildId, PlayerId},
    store::{database::Store, game_rows::game_query, prelude::*},
};

/// Who looks at a player's games. They see the games of the server they are in,
/// and the games they took part in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    pub player: PlayerId,
    /// `None` in direct messages.
    pub guild: Option<GuildId>,
}

/// Which page of a player's finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryCursor {
    Newest,
    /// Games that ended before this one.
    Before(GameId),
    /// Games that ended after this one.
    After(GameId),
}

/// A page of a player's finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// Newest first.
    pub games: Vec<Game>,
    /// Whether there are newer games.
    pub more_after: bool,
    /// Whether there are older games.
    pub more_before: bool,
}

macro_rules! history_query {
    ($than:literal, $order:literal) => {
        game_query!(concat!(
            "WHERE game_id IN (SELECT game_id FROM (",
            "SELECT game_id, result_number FROM (SELECT game_id, result_number FROM game ",
            "WHERE first_player_id = $1 AND result_number ",
            $than,
            " $2 ",
            "AND ($3 = $1 OR guild_id = $4 OR second_player_id = $3) ",
            "ORDER BY result_number ",
            $order,
            " LIMIT $5) AS one UNION ALL ",
            "SELECT game_id, result_number FROM (SELECT game_id, result_number FROM game ",
            "WHERE second_player_id = $1 AND result_number ",
            $than,
            " $2 ",
            "AND ($3 = $1 OR guild_id = $4 OR first_player_id = $3) ",
            "ORDER BY result_number ",
            $order,
            " LIMIT $5) AS other ",
            "ORDER BY result_number ",
            $order,
            " LIMIT $5) AS page) ORDER BY game.result_number DESC"
        ))
    };
}

/// A player's newest games before a result.
const GAMES_BEFORE: &str = history_query!("<", "DESC");

/// A player's oldest games after a result, newest first.
const GAMES_AFTER: &str = history_query!(">", "ASC");

/// A player's finished games, as far as a viewer sees them.
#[derive(Clone, Copy)]
struct SeenHistory {
    player: PlayerId,
    viewer: Viewer,
}

impl SeenHistory {
    /// [`GAMES_BEFORE`] or [`GAMES_AFTER`] a result.
    fn games(self, text: &'static str, result_number: i64, limit: u8) -> Query {
        let query = query(text).bind(self.player).bind(result_number).bind(self.viewer.player);
        query.bind(self.viewer.guild).bind(limit)
    }

    /// The number of the result of a game that the viewer sees in the player's history; else the
    /// maximum, so that nobody learns when another game ended.
    async fn result_number(
        self,
        connection: &mut Connection<'_>,
        game: GameId,
    ) -> StoreResult<i64> {
        const RESULT_OF_GAME: &str = "\
            SELECT result_number FROM game \
            WHERE game_id = $1 AND $2 IN (first_player_id, second_player_id) \
            AND ($3 IN ($2, first_player_id, second_player_id) OR guild_id = $4)";
        let query = query(RESULT_OF_GAME).bind(game).bind(self.player).bind(self.viewer.player);
        let result_number: Option<Option<i64>> =
            query.bind(self.viewer.guild).fetch_optional(connection).await?;
        Ok(result_number.flatten().unwrap_or(i64::MAX))
    }
}

impl Store {
    /// A page of those of a player's finished games that the viewer may see.
    pub async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        cursor: HistoryCursor,
        limit: u8,
    ) -> StoreResult<HistoryPage> {
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let history = SeenHistory { player, viewer };
        let below = match cursor {
            HistoryCursor::Newest => i64::MAX,
            HistoryCursor::Before(game) => history.result_number(connection, game).await?,
            HistoryCursor::After(game) => {
                let result_number = history.result_number(connection, game).await?;
                // The page ends at the newest of these, so that it is full.
                let newer: Vec<Game> =
                    history.games(GAMES_AFTER, result_number, limit).fetch_all(connection).await?;
                match newer.first() {
                    Some(newest) => {
                        history.result_number(connection, newest.id).await?.saturating_add(1)
                    }
                    None => i64::MAX,
                }
            }
        };
        let mut games: Vec<Game> =
            history.games(GAMES_BEFORE, below, limit + 1).fetch_all(connection).await?;
        let more_before = games.len() > usize::from(limit);
        games.truncate(limit.into());
        let newer: Option<Game> =
            history.games(GAMES_AFTER, below - 1, 1).fetch_optional(connection).await?;
        Ok(HistoryPage { games, more_after: newer.is_some(), more_before })
    }
}

//! Engine scores of finished games. Grades follow from them, so those can change.

use connect4::{GameScores, Moves, Review, Shape};

use crate::{
    game::{self, GameId, PlayerId, RecentAccuracy},
    store::{
        Store,
        error::StoreError,
        games::row::seat_from_index,
        query::query,
        row::{row, shape},
    },
};

pub(in crate::store) const REVIEW: &str = "SELECT scores FROM review WHERE game_id = $1";

impl Store {
    /// The scores of a reviewed game on a board of this shape, if they are stored.
    pub async fn review(
        &self,
        game: GameId,
        shape: Shape,
    ) -> Result<Option<GameScores>, StoreError> {
        let scores: Option<String> = query(REVIEW)
            .bind(game)
            .fetch_optional_scalar(&mut self.reader().await?.connection())
            .await?;
        let scores = scores.map(|scores| GameScores::parse(shape, &scores)).transpose();
        Ok(scores.unwrap_or_else(|error| {
            tracing::warn!(game = game.0, %error, "a stored review cannot be read");
            None
        }))
    }
}

/// Does nothing if the game was deleted.
pub(in crate::store) const SAVE_REVIEW: &str = "\
    INSERT INTO review (game_id, scores) SELECT game_id, $2 FROM game WHERE game_id = $1 \
    ON CONFLICT (game_id) DO UPDATE SET scores = excluded.scores";

impl Store {
    /// Stores the scores of a reviewed game.
    pub async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError> {
        let scores = scores.to_string();
        self.execute(query(SAVE_REVIEW).bind(game).bind(scores)).await.map(drop)
    }
}

macro_rules! last_games_in_seat {
    ($seat:literal, $player:literal) => {
        concat!(
            "SELECT * FROM (SELECT CAST(",
            $seat,
            " AS BIGINT) AS seat, game_id, result_number, ",
            "moves, board_columns, board_rows, connect FROM game WHERE ",
            $player,
            " = $1 AND result_number IS NOT NULL AND level IS NULL ",
            "ORDER BY result_number DESC LIMIT $2) AS ",
            $player,
        )
    };
}

/// A player's last games against people, with their reviews.
pub(in crate::store) const REVIEWS_OF_LAST_GAMES: &str = concat!(
    "SELECT last_game.game_id AS game_id, seat, moves, board_columns, board_rows, connect, scores ",
    "FROM (",
    last_games_in_seat!("0", "first_player_id"),
    " UNION ALL ",
    last_games_in_seat!("1", "second_player_id"),
    " ORDER BY result_number DESC LIMIT $2) AS last_game ",
    "LEFT JOIN review ON review.game_id = last_game.game_id"
);

impl Store {
    /// A player's accuracy in their last games against people.
    pub async fn recent_accuracy(&self, player: PlayerId) -> Result<RecentAccuracy, StoreError> {
        let games: Vec<LastGameRow> = query(REVIEWS_OF_LAST_GAMES)
            .bind(player)
            .bind(i64::from(RecentAccuracy::MAX_GAMES))
            .fetch_all(&mut self.reader().await?.connection())
            .await?;
        let mut recent = RecentAccuracy::default();
        for game in games {
            recent.add(game.accuracy().unwrap_or_else(|error| {
                tracing::warn!(game = game.game_id, error, "a stored review does not fit its game");
                None
            }));
        }
        Ok(recent)
    }
}

row! {
    pub(in crate::store) struct LastGameRow {
        game_id: i64,
        seat: i64,
        moves: String,
        board_columns: i64,
        board_rows: i64,
        connect: i64,
        scores: Option<String>,
    }
}

impl LastGameRow {
    /// The player's accuracy, if the game was reviewed.
    fn accuracy(&self) -> Result<Option<u8>, String> {
        let Some(scores) = &self.scores else { return Ok(None) };
        let seat = seat_from_index(self.seat)?;
        let shape = shape(self.board_columns, self.board_rows, self.connect)?;
        let moves: Moves = self.moves.parse().map_err(|error| format!("{error}"))?;
        let scores = GameScores::parse(shape, scores).map_err(|error| error.to_string())?;
        let review = Review::new(&moves, &scores).map_err(|error| error.to_string())?;
        Ok(Some(game::accuracy(&review, seat)))
    }
}

//! Engine scores of finished games. Grades follow from them, so those can change.

use connect4::{GameScores, Moves, Review, Seat, Shape};

use crate::{
    game::{self, GameId, PlayerId, RecentAccuracy},
    store::{
        Store,
        error::StoreError,
        query::query,
        row::{FromRow, Row},
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
        let scores: Option<String> =
            query(REVIEW).bind(game).fetch_optional(&mut self.reader().await?.connection()).await?;
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
        let games: Vec<LastGame> = query(REVIEWS_OF_LAST_GAMES)
            .bind(player)
            .bind(RecentAccuracy::MAX_GAMES)
            .fetch_all(&mut self.reader().await?.connection())
            .await?;
        let mut recent = RecentAccuracy::default();
        for game in games {
            recent.add(game.accuracy().unwrap_or_else(|error| {
                tracing::warn!(game = game.id.0, error, "a stored review does not fit its game");
                None
            }));
        }
        Ok(recent)
    }
}

/// A finished game, in which a player had a seat.
struct LastGame {
    id: GameId,
    seat: Seat,
    moves: Moves,
    shape: Shape,
    scores: Option<String>,
}

impl FromRow for LastGame {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.get("game_id")?,
            seat: row.get("seat")?,
            moves: row.get("moves")?,
            shape: Shape::from_row(row)?,
            scores: row.get("scores")?,
        })
    }
}

impl LastGame {
    /// The player's accuracy, if the game was reviewed.
    fn accuracy(&self) -> Result<Option<u8>, String> {
        let Some(scores) = &self.scores else { return Ok(None) };
        let scores = GameScores::parse(self.shape, scores).map_err(|error| error.to_string())?;
        let review = Review::new(&self.moves, &scores).map_err(|error| error.to_string())?;
        Ok(Some(game::accuracy(&review, self.seat)))
    }
}

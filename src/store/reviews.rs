//! Engine scores of finished games. Grades follow from them, so those can change.

use connect4::{GameScores, Moves, Review, Shape};

use crate::{
    game::{self, Game, GameId, PlayerId, RecentAccuracy},
    store::{database::Store, prelude::*},
};

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

impl Store {
    /// The review of a game, if one is stored. One that cannot be read is deleted, since it can be
    /// made again.
    pub async fn review(&self, game: &Game) -> StoreResult<Option<Review>> {
        const REVIEW: &str = "SELECT scores FROM review WHERE game_id = $1";
        /// Not one that was made meanwhile.
        const DELETE_REVIEW: &str = "DELETE FROM review WHERE game_id = $1 AND scores = $2";
        let scores: Option<String> = self.fetch_optional(query(REVIEW).bind(game.id)).await?;
        let Some(scores) = scores else { return Ok(None) };
        match read(&scores, game.config.shape, &game.moves) {
            Ok(review) => Ok(Some(review)),
            Err(reason) => {
                tracing::error!(
                    game = game.id.0,
                    reason,
                    "a review that cannot be read is deleted"
                );
                self.execute(query(DELETE_REVIEW).bind(game.id).bind(scores)).await?;
                Ok(None)
            }
        }
    }

    /// Stores the scores of a reviewed game.
    pub async fn save_review(&self, game: GameId, scores: &GameScores) -> StoreResult<()> {
        /// Does nothing if the game was deleted.
        const SAVE_REVIEW: &str = "\
            INSERT INTO review (game_id, scores) SELECT game_id, $2 FROM game \
            WHERE game_id = $1 ON CONFLICT (game_id) DO UPDATE SET scores = excluded.scores";
        self.execute(query(SAVE_REVIEW).bind(game).bind(scores.to_string())).await.map(drop)
    }

    /// A player's accuracy in their last games against people.
    pub async fn recent_accuracy(&self, player: PlayerId) -> StoreResult<RecentAccuracy> {
        /// A player's last games against people, with their reviews.
        const REVIEWS_OF_LAST_GAMES: &str = concat!(
            "SELECT last_game.game_id AS game_id, seat, moves, board_columns, board_rows, connect, ",
            "scores FROM (",
            last_games_in_seat!("0", "first_player_id"),
            " UNION ALL ",
            last_games_in_seat!("1", "second_player_id"),
            " ORDER BY result_number DESC LIMIT $2) AS last_game ",
            "LEFT JOIN review ON review.game_id = last_game.game_id"
        );
        let query = query(REVIEWS_OF_LAST_GAMES).bind(player).bind(RecentAccuracy::MAX_GAMES);
        let mut recent = RecentAccuracy::default();
        for LastGame { accuracy } in self.fetch_all(query).await? {
            recent.add(accuracy);
        }
        Ok(recent)
    }
}

/// How accurately a player has played in a game, if it was reviewed.
struct LastGame {
    accuracy: Option<u8>,
}

impl FromRow for LastGame {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        match accuracy(row) {
            Err(StoreError::Corrupt(reason)) => {
                tracing::warn!(reason, "a stored review does not fit its game");
                Ok(Self { accuracy: None })
            }
            accuracy => accuracy.map(|accuracy| Self { accuracy }),
        }
    }
}

fn accuracy(row: Row<'_>) -> StoreResult<Option<u8>> {
    let Some(scores) = row.get::<Option<String>>("scores")? else { return Ok(None) };
    let review = read(&scores, Shape::from_row(row)?, &row.get("moves")?);
    let review = review.map_err(|error| row.corrupt("scores", error))?;
    Ok(Some(game::accuracy(&review, row.get("seat")?)))
}

/// The review of a game on a board of this shape, of which these scores are stored. An error says
/// what is wrong with them.
fn read(scores: &str, shape: Shape, moves: &Moves) -> Result<Review, String> {
    let scores = GameScores::parse(shape, scores).map_err(|error| error.to_string())?;
    Review::new(moves, &scores).map_err(|error| error.to_string())
}

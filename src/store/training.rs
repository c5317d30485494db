//! Training with one's own mistakes.

use clock::Timestamp;
use connect4::{Board, Seat};

use crate::{
    game::{
        FoundPosition, GRADING, Game, GameId, InteractionId, PlayerId, PositionId, SolvedCount,
        TrainingProgress,
    },
    store::{database::Store, game_rows::game_query, prelude::*},
};

/// Those of a player's newest results, a thousand with each seat, that meet a condition, at most `$2`.
macro_rules! newest_results {
    ($condition:expr) => {
        game_query!(concat!(
            "WHERE game_id IN (SELECT game_id FROM (SELECT game_id, result_number FROM game ",
            "WHERE first_player_id = $1 AND result_number IS NOT NULL ",
            "ORDER BY result_number DESC LIMIT 1000) AS one ",
            "UNION ALL SELECT game_id FROM (SELECT game_id, result_number FROM game ",
            "WHERE second_player_id = $1 AND result_number IS NOT NULL ",
            "ORDER BY result_number DESC LIMIT 1000) AS other) AND ",
            $condition,
            " ORDER BY game.result_number DESC LIMIT $2"
        ))
    };
}

/// As [`Shape::is_solved_quickly`](connect4::Shape::is_solved_quickly).
macro_rules! is_solved_quickly {
    () => {
        "connect = 4 AND (board_columns = 7 AND board_rows = 6 OR board_columns * board_rows <= 30)"
    };
}

impl Store {
    /// The reviewed games of a player that their training has not taken in by the present grades,
    /// newest first.
    pub async fn untrained_games(&self, player: PlayerId, limit: u8) -> StoreResult<Vec<Game>> {
        const UNTRAINED_GAMES: &str = newest_results!(
            "EXISTS (SELECT 1 FROM review WHERE review.game_id = game.game_id) \
             AND NOT EXISTS (SELECT 1 FROM training_game WHERE training_game.player_id = $1 \
             AND training_game.game_id = game.game_id AND training_game.grading = $3)"
        );
        self.fetch_all(query(UNTRAINED_GAMES).bind(player).bind(limit).bind(GRADING)).await
    }

    /// The games of a player that could be reviewed, newest first.
    pub async fn unreviewed_games(&self, player: PlayerId, limit: u8) -> StoreResult<Vec<Game>> {
        /// Those that can be reviewed: on a board that is solved quickly, with a move at least.
        const UNREVIEWED_GAMES: &str = newest_results!(concat!(
            is_solved_quickly!(),
            " AND moves <> '' ",
            "AND NOT EXISTS (SELECT 1 FROM review WHERE review.game_id = game.game_id)"
        ));
        self.fetch_all(query(UNREVIEWED_GAMES).bind(player).bind(limit)).await
    }

    /// Adds games to a known player's training, each with the positions
    /// before their mistakes. What they train with already goes on as it is. Of a game that was
    /// added by earlier grades, what is no mistake any more goes.
    pub async fn add_training_games(
        &self,
        player: PlayerId,
        games: Vec<(GameId, Vec<FoundPosition>)>,
        now: Timestamp,
    ) -> StoreResult<()> {
        let locks = &[AdvisoryLock::Player(player)];
        self.change(locks, async |connection| add_games(connection, player, games, now).await).await
    }

    /// The position of a reviewed game that a player's training shows next, if one is due:
    /// repetitions, then new ones, those that are decided soonest first, of the newest game first.
    /// With the number of [moves ahead](FoundPosition::moves_ahead); one without it is of a game that
    /// was not added by the present grades.
    pub async fn next_training_position(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> StoreResult<Option<(PositionId, TrainingProgress, Option<u32>)>> {
        macro_rules! position {
            ($condition:literal) => {
                concat!(
                    "SELECT game_id, ply, repetition, due_at, tries, moves_ahead, grading ",
                    "FROM training_position JOIN training_game USING (player_id, game_id) ",
                    "WHERE player_id = $1 AND game_id IN (SELECT game_id FROM review) AND ",
                    $condition,
                    " LIMIT 1"
                )
            };
        }
        /// The repetition that has been due the longest.
        const DUE_REPETITION: &str = position!("due_at <= $2 AND tries > 0 ORDER BY due_at");
        const NEW_POSITION: &str =
            position!("tries = 0 ORDER BY coalesce(moves_ahead, 0), game_id DESC, ply DESC");
        let mut reader = self.reader().await?;
        let repetition = query(DUE_REPETITION).bind(player).bind(now);
        match repetition.fetch_optional(&mut reader.connection()).await? {
            Some(repetition) => Ok(Some(repetition)),
            None => query(NEW_POSITION).bind(player).fetch_optional(&mut reader.connection()).await,
        }
    }

    /// Has a game added to a player's training once more, if its review is there.
    pub async fn add_training_game_again(&self, player: PlayerId, game: GameId) -> StoreResult<()> {
        const FORGET_GRADING: &str =
            "UPDATE training_game SET grading = 0 WHERE player_id = $1 AND game_id = $2";
        self.execute(query(FORGET_GRADING).bind(player).bind(game)).await.map(drop)
    }

    /// The position of a game that a player's training shows, if one is new or due: that which is
    /// decided soonest.
    pub async fn training_position_of_game(
        &self,
        player: PlayerId,
        game: GameId,
        now: Timestamp,
    ) -> StoreResult<Option<(PositionId, TrainingProgress)>> {
        const POSITION_OF_GAME: &str = "\
            SELECT game_id, ply, repetition, due_at, tries FROM training_position \
            WHERE player_id = $1 AND game_id = $2 AND (tries = 0 OR due_at <= $3) \
            AND moves_ahead IS NOT NULL ORDER BY moves_ahead, ply DESC LIMIT 1";
        self.fetch_optional(query(POSITION_OF_GAME).bind(player).bind(game).bind(now)).await
    }

    /// Whether a player has finished a game.
    pub async fn has_finished_game(&self, player: PlayerId) -> StoreResult<bool> {
        const HAS_FINISHED_GAME: &str = "\
            SELECT count(*) WHERE EXISTS \
            (SELECT 1 FROM game WHERE first_player_id = $1 AND result_number IS NOT NULL) \
            OR EXISTS (SELECT 1 FROM game WHERE second_player_id = $1 \
            AND result_number IS NOT NULL)";
        self.fetch_one(query(HAS_FINISHED_GAME).bind(player)).await
    }

    /// When a player's next repetition becomes due.
    pub async fn next_training_due(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> StoreResult<Option<Timestamp>> {
        const NEXT_DUE: &str = "\
            SELECT due_at FROM training_position \
            WHERE player_id = $1 AND due_at > $2 ORDER BY due_at LIMIT 1";
        self.fetch_optional(query(NEXT_DUE).bind(player).bind(now)).await
    }

    /// How far a player is with a position. `None` if it is not one of theirs.
    pub async fn training_progress(
        &self,
        player: PlayerId,
        position: PositionId,
    ) -> StoreResult<Option<TrainingProgress>> {
        const POSITION: &str = "\
            SELECT game_id, ply, repetition, due_at, tries FROM training_position \
            WHERE player_id = $1 AND game_id = $2 AND ply = $3";
        self.fetch_optional(bind(POSITION, player, position)).await
    }

    /// Stores the progress after a try. [`SaveResult::Conflict`] if the position was tried
    /// meanwhile, or the interaction has changed something before.
    pub async fn save_training_try(
        &self,
        by: InteractionId,
        player: PlayerId,
        position: PositionId,
        after: TrainingProgress,
        now: Timestamp,
    ) -> StoreResult<SaveResult> {
        const SAVE_PROGRESS: &str = "\
            UPDATE training_position SET repetition = $4, due_at = $5, tries = $6 \
            WHERE player_id = $1 AND game_id = $2 AND ply = $3 AND tries = $6 - 1";
        const INSERT_TRY: &str = "\
            INSERT INTO training_try (player_id, game_id, ply, number, tried_at, solved) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let locks = &[AdvisoryLock::Player(player)];
        let change = self.change_once(by, locks, async |connection| {
            let progress = bind(SAVE_PROGRESS, player, position).bind(after.repetition);
            let progress = progress.bind(after.due_at).bind(after.tries);
            let saved = progress.save(connection).await?;
            if saved == SaveResult::Saved {
                let insert = bind(INSERT_TRY, player, position).bind(after.tries).bind(now);
                insert.bind(after.last_solved() == Some(true)).execute(connection).await?;
            }
            Ok(saved)
        });
        Ok(change.await?.unwrap_or(SaveResult::Conflict))
    }

    /// Counts what a player has solved since a time, at most two weeks ago.
    pub async fn count_solved(
        &self,
        player: PlayerId,
        since: Timestamp,
    ) -> StoreResult<SolvedCount> {
        /// A position that was tried before has been failed, or it would be done.
        const COUNT_SOLVED: &str = "\
            SELECT count(*) AS solved, coalesce(sum(CASE WHEN number > 1 THEN 1 ELSE 0 END), 0) AS \
            failed_before FROM training_try WHERE player_id = $1 AND tried_at > $2 AND solved = 1";
        self.fetch_one(query(COUNT_SOLVED).bind(player).bind(since)).await
    }
}

/// Changes nothing if the game was read by the present grades, or the player is unknown, since their
/// data was deleted.
const SAVE_TRAINING_GAME: &str = "\
    INSERT INTO training_game (player_id, game_id, grading) SELECT player_id, game_id, $3 \
    FROM player JOIN game ON game_id = $2 WHERE player_id = $1 \
    ON CONFLICT (player_id, game_id) DO UPDATE SET grading = excluded.grading \
    WHERE training_game.grading <> excluded.grading";

/// What is not found again is no mistake any more.
const FORGET_MOVES_AHEAD: &str =
    "UPDATE training_position SET moves_ahead = NULL WHERE player_id = $1 AND game_id = $2";

const SAVE_MOVES_AHEAD: &str = "\
    UPDATE training_position SET moves_ahead = $4 WHERE player_id = $1 AND game_id = $2 AND ply = $3";

/// Of a game that was not added by the present grades.
macro_rules! is_earlier {
    () => {
        "player_id = $1 AND position = $2 AND game_id IN \
         (SELECT game_id FROM training_game WHERE player_id = $1 AND grading <> $3)"
    };
}

/// The same position of another game goes, its tries first.
const DELETE_TRIES_OF_EARLIER: &str = concat!(
    "DELETE FROM training_try WHERE player_id = $1 AND (game_id, ply) IN ",
    "(SELECT game_id, ply FROM training_position WHERE ",
    is_earlier!(),
    ")"
);
const DELETE_EARLIER: &str = concat!(
    "DELETE FROM training_position WHERE ",
    is_earlier!(),
    " RETURNING repetition, due_at, tries"
);

/// Does nothing if the player trains with the same position of another game.
const INSERT_TRAINING_POSITION: &str = "\
    INSERT INTO training_position \
    (player_id, game_id, ply, position, moves_ahead, repetition, due_at, tries) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";

/// What is no mistake any more goes, and with it its tries, which count no more: the same position may
/// be a mistake in another game.
const DELETE_OTHERS: [&str; 2] = [
    "DELETE FROM training_try WHERE player_id = $1 AND game_id = $2 AND ply IN \
     (SELECT ply FROM training_position \
     WHERE player_id = $1 AND game_id = $2 AND moves_ahead IS NULL)",
    "DELETE FROM training_position \
     WHERE player_id = $1 AND game_id = $2 AND moves_ahead IS NULL",
];

/// Adds games to somebody's training, each with the positions before their mistakes, found now.
async fn add_games(
    connection: &mut Connection<'_>,
    player: PlayerId,
    games: Vec<(GameId, Vec<FoundPosition>)>,
    now: Timestamp,
) -> StoreResult<()> {
    for (game, positions) in games {
        let save = query(SAVE_TRAINING_GAME).bind(player).bind(game).bind(GRADING);
        if save.execute(connection).await? == 0 {
            continue;
        }
        query(FORGET_MOVES_AHEAD).bind(player).bind(game).execute(connection).await?;
        for FoundPosition { ply, board, moves_ahead, is_shown } in positions {
            let id = PositionId { game, ply };
            let save = bind(SAVE_MOVES_AHEAD, player, id).bind(moves_ahead);
            if save.execute(connection).await? > 0 {
                continue;
            }
            let of_earlier =
                |text| query(text).bind(player).bind(position_key(&board)).bind(GRADING);
            of_earlier(DELETE_TRIES_OF_EARLIER).execute(connection).await?;
            let earlier = of_earlier(DELETE_EARLIER).fetch_optional(connection).await?;
            let new = is_shown.then(|| TrainingProgress::new(now));
            let Some(TrainingProgress { repetition, due_at, tries }) = earlier.or(new) else {
                continue;
            };
            let insert = bind(INSERT_TRAINING_POSITION, player, id).bind(position_key(&board));
            let insert = insert.bind(moves_ahead).bind(repetition).bind(due_at).bind(tries);
            insert.execute(connection).await?;
        }
        for delete in DELETE_OTHERS {
            query(delete).bind(player).bind(game).execute(connection).await?;
        }
    }
    Ok(())
}

/// The same for the same position, however it came about.
fn position_key(board: &Board) -> String {
    let [first, second] = Seat::BOTH.map(|seat| board.discs(seat));
    format!("{} {first:x} {second:x}", board.shape())
}

/// A statement whose first parameters are a player's position.
fn bind(text: &'static str, player: PlayerId, position: PositionId) -> Query {
    let PositionId { game, ply } = position;
    query(text).bind(player).bind(game).bind(ply)
}

from_columns!(PositionId { game: "game_id", ply });

from_columns!(TrainingProgress { repetition, due_at, tries });

from_columns!(SolvedCount { solved, failed_before });

impl FromRow for (PositionId, TrainingProgress) {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        Ok((PositionId::from_row(row)?, TrainingProgress::from_row(row)?))
    }
}

impl FromRow for (PositionId, TrainingProgress, Option<u32>) {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let (id, progress) = FromRow::from_row(row)?;
        let moves_ahead: Option<u32> = row.get("moves_ahead")?;
        let grading: u8 = row.get("grading")?;
        Ok((id, progress, moves_ahead.filter(|_| grading == GRADING)))
    }
}

#[cfg(test)]
mod tests {
    use connect4::Shape;
    use sqlx::{Connection, SqliteConnection};

    #[tokio::test]
    async fn the_same_boards_are_solved_quickly_in_sql() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let text = concat!(
            "SELECT count(*) FROM (SELECT $1 AS board_columns, $2 AS board_rows, $3 AS connect) ",
            "WHERE ",
            is_solved_quickly!()
        );
        for shape in Shape::VARIANTS {
            let query = sqlx::query_scalar::<_, i64>(text)
                .bind(shape.columns())
                .bind(shape.rows())
                .bind(shape.connect());
            let is_solved_quickly = query.fetch_one(&mut connection).await.unwrap() == 1;
            assert_eq!(is_solved_quickly, shape.is_solved_quickly(), "{shape:?}");
        }
    }
}

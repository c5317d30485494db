//! Training with one's own mistakes.

use crate::{
    game::{FoundPosition, Game, GameId, PlayerId, PositionId, SolvedCount, TrainingProgress},
    store::{
        connection::Connection,
        error::StoreError,
        games::row::{GameRow, game_query},
        query::{Query, query},
        row::row,
        save_result::SaveResult,
    },
};
use clock::Timestamp;
use connect4::{Board, Seat};

/// How many of a player's newest results training looks at, with each seat.
macro_rules! newest_limit {
    () => {
        "1000"
    };
}

/// Those of a player's newest results that meet a condition, at most `$2`.
macro_rules! newest_results {
    ($condition:expr) => {
        game_query!(concat!(
            "WHERE game_id IN (SELECT game_id FROM (SELECT game_id, result_number FROM game ",
            "WHERE first_player_id = $1 AND result_number IS NOT NULL ",
            "ORDER BY result_number DESC LIMIT ",
            newest_limit!(),
            ") AS one UNION ALL SELECT game_id FROM (SELECT game_id, result_number FROM game ",
            "WHERE second_player_id = $1 AND result_number IS NOT NULL ",
            "ORDER BY result_number DESC LIMIT ",
            newest_limit!(),
            ") AS other) AND ",
            $condition,
            " ORDER BY game.result_number DESC LIMIT $2"
        ))
    };
}

pub(in crate::store) const UNTRAINED_GAMES: &str = newest_results!(
    "EXISTS (SELECT 1 FROM review WHERE review.game_id = game.game_id) \
     AND NOT EXISTS (SELECT 1 FROM training_game \
     WHERE training_game.player_id = $1 AND training_game.game_id = game.game_id)"
);

/// The reviewed games of a player that their training has not taken in, newest first.
pub(in crate::store) async fn untrained_games(
    connection: &mut Connection<'_>,
    player: PlayerId,
    limit: u8,
) -> Result<Vec<Game>, StoreError> {
    games(connection, UNTRAINED_GAMES, player, limit).await
}

/// As [`Shape::is_solved_quickly`](connect4::Shape::is_solved_quickly).
macro_rules! is_solved_quickly {
    () => {
        "connect = 4 AND (board_columns = 7 AND board_rows = 6 OR board_columns * board_rows <= 30)"
    };
}

/// Those that can be reviewed: on a board that is solved quickly, with a move at least.
pub(in crate::store) const UNREVIEWED_GAMES: &str = newest_results!(concat!(
    is_solved_quickly!(),
    " AND moves <> '' ",
    "AND NOT EXISTS (SELECT 1 FROM review WHERE review.game_id = game.game_id)"
));

/// The games of a player that could be reviewed, newest first.
pub(in crate::store) async fn unreviewed_games(
    connection: &mut Connection<'_>,
    player: PlayerId,
    limit: u8,
) -> Result<Vec<Game>, StoreError> {
    games(connection, UNREVIEWED_GAMES, player, limit).await
}

async fn games(
    connection: &mut Connection<'_>,
    text: &'static str,
    player: PlayerId,
    limit: u8,
) -> Result<Vec<Game>, StoreError> {
    let query = query(text).bind(player.0.cast_signed()).bind(i64::from(limit));
    let games: Vec<GameRow> = query.fetch_all(connection).await?;
    games.into_iter().map(Game::try_from).collect()
}

/// Does nothing for a player who is unknown, since their data was deleted.
pub(in crate::store) const INSERT_TRAINEE: &str = "\
    INSERT INTO trainee (player_id) SELECT player_id FROM player WHERE player_id = $1 \
    ON CONFLICT (player_id) DO NOTHING";

pub(in crate::store) const INSERT_TRAINING_GAME: &str = "\
    INSERT INTO training_game (player_id, game_id) SELECT player_id, game_id \
    FROM trainee JOIN game ON game_id = $2 WHERE player_id = $1 \
    ON CONFLICT (player_id, game_id) DO NOTHING";

/// Does nothing if the player trains with the same position of another game.
pub(in crate::store) const INSERT_TRAINING_POSITION: &str = "\
    INSERT INTO training_position (player_id, game_id, ply, repetition, due_at, tries, position) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

/// Makes somebody a trainee, and adds games with the positions before their mistakes, found now.
pub(in crate::store) async fn add_games(
    connection: &mut Connection<'_>,
    player: PlayerId,
    games: Vec<(GameId, Vec<FoundPosition>)>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let player_id = player.0.cast_signed();
    query(INSERT_TRAINEE).bind(player_id).execute(connection).await?;
    for (game, positions) in games {
        let insert = query(INSERT_TRAINING_GAME).bind(player_id).bind(game.0);
        if insert.execute(connection).await? == 0 {
            continue;
        }
        for FoundPosition { ply, board } in positions {
            let insert = bind(INSERT_TRAINING_POSITION, player, PositionId { game, ply });
            let TrainingProgress { repetition, due_at, tries } = TrainingProgress::new(now);
            insert
                .bind(i64::from(repetition))
                .bind(due_at.map(Timestamp::milliseconds))
                .bind(i64::from(tries))
                .bind(position_key(&board))
                .execute(connection)
                .await?;
        }
    }
    Ok(())
}

/// The same for the same position, however it came about.
fn position_key(board: &Board) -> String {
    let [first, second] = Seat::BOTH.map(|seat| board.discs(seat));
    format!("{} {first:x} {second:x}", board.shape())
}

/// The repetition that has been due the longest.
pub(in crate::store) const DUE_REPETITION: &str = "\
    SELECT game_id, ply, repetition, due_at, tries FROM training_position \
    WHERE player_id = $1 AND due_at <= $2 AND tries > 0 ORDER BY due_at LIMIT 1";

/// The last position of the newest game that was never tried, of those whose number of discs
/// meets a condition.
macro_rules! new_position {
    ($condition:literal) => {
        concat!(
            "SELECT game_id, ply, repetition, due_at, tries FROM training_position ",
            "WHERE player_id = $1 AND tries = 0 AND ply ",
            $condition,
            " ORDER BY game_id DESC, ply DESC LIMIT 1"
        )
    };
}

pub(in crate::store) const NEW_POSITION: &str = new_position!(">= 8");

/// Openings come last: few can be solved by looking ahead.
pub(in crate::store) const NEW_OPENING: &str = new_position!("< 8");

/// The position that is shown next, if one is due.
pub(in crate::store) async fn next_position(
    connection: &mut Connection<'_>,
    player: PlayerId,
    now: Timestamp,
) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
    let player = player.0.cast_signed();
    let queries = [
        query(DUE_REPETITION).bind(player).bind(now.milliseconds()),
        query(NEW_POSITION).bind(player),
        query(NEW_OPENING).bind(player),
    ];
    for query in queries {
        if let Some(position) = query.fetch_as::<PositionRow, _>(connection).await? {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

pub(in crate::store) const POSITION_OF_GAME: &str = "\
    SELECT game_id, ply, repetition, due_at, tries FROM training_position \
    WHERE player_id = $1 AND game_id = $2 AND (tries = 0 OR due_at <= $3) \
    ORDER BY ply DESC LIMIT 1";

/// The last position of a game that is new or due.
pub(in crate::store) async fn position_of_game(
    connection: &mut Connection<'_>,
    player: PlayerId,
    game: GameId,
    now: Timestamp,
) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
    let query =
        query(POSITION_OF_GAME).bind(player.0.cast_signed()).bind(game.0).bind(now.milliseconds());
    query.fetch_as::<PositionRow, _>(connection).await
}

pub(in crate::store) const HAS_FINISHED_GAME: &str = "\
    SELECT EXISTS (SELECT 1 FROM game WHERE first_player_id = $1 AND result_number IS NOT NULL) \
    OR EXISTS (SELECT 1 FROM game WHERE second_player_id = $1 AND result_number IS NOT NULL)";

pub(in crate::store) async fn has_finished_game(
    connection: &mut Connection<'_>,
    player: PlayerId,
) -> Result<bool, StoreError> {
    query(HAS_FINISHED_GAME).bind(player.0.cast_signed()).fetch_scalar(connection).await
}

pub(in crate::store) const NEXT_DUE: &str = "\
    SELECT due_at FROM training_position \
    WHERE player_id = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1";

/// When the next position is due.
pub(in crate::store) async fn next_due(
    connection: &mut Connection<'_>,
    player: PlayerId,
) -> Result<Option<Timestamp>, StoreError> {
    let query = query(NEXT_DUE).bind(player.0.cast_signed());
    let due_at: Option<i64> = query.fetch_optional_scalar(connection).await?;
    Ok(due_at.map(Timestamp::from_milliseconds))
}

pub(in crate::store) const POSITION: &str = "\
    SELECT game_id, ply, repetition, due_at, tries FROM training_position \
    WHERE player_id = $1 AND game_id = $2 AND ply = $3";

/// How far a player is with a position. `None` if it is not one of theirs.
pub(in crate::store) async fn progress(
    connection: &mut Connection<'_>,
    player: PlayerId,
    position: PositionId,
) -> Result<Option<TrainingProgress>, StoreError> {
    let found = bind(POSITION, player, position).fetch_as::<PositionRow, _>(connection).await?;
    Ok(found.map(|(_, progress)| progress))
}

pub(in crate::store) const SAVE_PROGRESS: &str = "\
    UPDATE training_position SET repetition = $4, due_at = $5, tries = $6 \
    WHERE player_id = $1 AND game_id = $2 AND ply = $3 AND tries = $6 - 1";

pub(in crate::store) const INSERT_TRY: &str = "\
    INSERT INTO training_try (player_id, game_id, ply, number, tried_at, solved) \
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Saves the progress after a try, unless there was another one meanwhile.
pub(in crate::store) async fn save_try(
    connection: &mut Connection<'_>,
    player: PlayerId,
    position: PositionId,
    after: TrainingProgress,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    let number = i64::from(after.tries);
    let saved = bind(SAVE_PROGRESS, player, position)
        .bind(i64::from(after.repetition))
        .bind(after.due_at.map(Timestamp::milliseconds))
        .bind(number)
        .save(connection)
        .await?;
    if saved == SaveResult::Saved {
        bind(INSERT_TRY, player, position)
            .bind(number)
            .bind(now.milliseconds())
            .bind(i64::from(after.last_solved() == Some(true)))
            .execute(connection)
            .await?;
    }
    Ok(saved)
}

/// A position that was tried before has been failed, or it would be done.
pub(in crate::store) const COUNT_SOLVED: &str = "\
    SELECT count(*) AS solved, coalesce(sum(CASE WHEN number > 1 THEN 1 ELSE 0 END), 0) \
    AS failed_before FROM training_try WHERE player_id = $1 AND tried_at > $2 AND solved = 1";

/// Counts what a player has solved since a time, at most two weeks ago: older tries are deleted.
pub(in crate::store) async fn count_solved(
    connection: &mut Connection<'_>,
    player: PlayerId,
    since: Timestamp,
) -> Result<SolvedCount, StoreError> {
    let query = query(COUNT_SOLVED).bind(player.0.cast_signed()).bind(since.milliseconds());
    let SolvedRow { solved, failed_before } = query.fetch_one(connection).await?;
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(SolvedCount { solved: count(solved), failed_before: count(failed_before) })
}

/// A statement whose first parameters are a player's position.
fn bind(text: &'static str, player: PlayerId, position: PositionId) -> Query {
    let PositionId { game, ply } = position;
    query(text).bind(player.0.cast_signed()).bind(game.0).bind(i64::from(ply))
}

row! {
    pub(in crate::store) struct PositionRow {
        game_id: i64,
        ply: i64,
        repetition: i64,
        due_at: Option<i64>,
        tries: i64,
    }
}

row! {
    pub(in crate::store) struct SolvedRow {
        solved: i64,
        failed_before: i64,
    }
}

impl TryFrom<PositionRow> for (PositionId, TrainingProgress) {
    type Error = StoreError;

    fn try_from(row: PositionRow) -> Result<Self, StoreError> {
        let game = GameId(row.game_id);
        let corrupt = |error| StoreError::corrupt(&format!("training with game {game}"), error);
        let position = PositionId { game, ply: u8::try_from(row.ply).map_err(corrupt)? };
        let progress = TrainingProgress {
            repetition: u8::try_from(row.repetition).map_err(corrupt)?,
            due_at: row.due_at.map(Timestamp::from_milliseconds),
            tries: u32::try_from(row.tries).map_err(corrupt)?,
        };
        Ok((position, progress))
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

//! The change of a live game's row. A change replaces the version that it was made from, so that of two
//! changes of one version only one is stored.

use crate::{
    game::{Game, Version},
    store::prelude::*,
};

/// By how much a turn begins later than its process thought, which may have stood still since it
/// last knew the running time. The parameter is the running time at which it would begin.
macro_rules! late_turn {
    ($began_at:literal) => {
        concat!(
            "coalesce((SELECT running - (",
            $began_at,
            ") FROM running_time WHERE running > ",
            $began_at,
            "), 0)"
        )
    };
}
pub(in crate::store) use late_turn;

/// The turn timer changes only with the moves: a concurrent change that made no move does not know
/// whether the turn was extended or its player reminded. A message's id may have become known since
/// the game was loaded. And a change without an interaction of its own, such as the computer's move,
/// knows nothing of the board's message, which may be another one by now.
///
/// SQLite stores several games at once by `UPDATE_GAMES` in `batches.rs`, which has no change without
/// an interaction: change both.
pub(in crate::store) const UPDATE_GAME: &str = concat!(
    "UPDATE game SET version = $4, moved_at = $5, \
    move_by = CASE WHEN moves = $3 THEN move_by ELSE $6 + ",
    late_turn!("$8"),
    " END, \
    remind_at = CASE WHEN moves = $3 THEN remind_at ELSE $7 + ",
    late_turn!("$8"),
    " END, \
    moves = $3, offer = $9, offer_seat = $10, closed_offers = $11, changed_by = $12, \
    message_id = CASE WHEN changed_by = $12 THEN message_id \
    WHEN token = $14 THEN coalesce($13, message_id) ELSE $13 END, \
    token = CASE WHEN changed_by = $12 THEN token ELSE $14 END, \
    token_expires_at = CASE WHEN changed_by = $12 THEN token_expires_at ELSE $15 END, \
    board_pinged = $16, excused = $17, notice = $18 \
    WHERE game_id = $1 AND version = $2 AND result IS NULL"
);

/// [`UPDATE_GAME`] with its parameters.
pub(in crate::store) fn update(expected_version: Version, game: &Game) -> Query {
    update_values(expected_version, game).into_iter().fold(query(UPDATE_GAME), Query::bind)
}

/// The parameters of [`UPDATE_GAME`].
pub(in crate::store) fn update_values(expected_version: Version, game: &Game) -> [SqlValue; 18] {
    let excused = game.excused_if_gone.map(i64::from);
    [
        game.id.into(),
        expected_version.into(),
        game.moves.to_string().into(),
        game.version.into(),
        game.turn.began_at.into(),
        game.turn.deadline.move_by.into(),
        game.turn.deadline.remind_at.into(),
        game.turn_began_at().into(),
        game.offers.open.map(|offer| offer.kind).into(),
        game.offers.open.map(|offer| offer.by).into(),
        game.offers.closed.into(),
        game.changed_by.into(),
        game.board_message.message.into(),
        game.board_message.token.0.as_str().into(),
        game.board_message.token_expires_at.into(),
        i64::from(game.board_pinged).into(),
        // Bit 0 for the first seat, bit 1 for the second.
        (excused[0] | excused[1] << 1).into(),
        game.notice.into(),
    ]
}

/// Stores a change without a transaction.
pub(in crate::store) async fn save_live_game(
    connection: &mut Connection<'_>,
    expected_version: Version,
    game: &Game,
) -> StoreResult<SaveResult> {
    /// Counts 1 if exactly this change of a game is stored.
    const IS_SAVED: &str =
        "SELECT count(*) FROM game WHERE game_id = $1 AND version = $2 AND changed_by = $3";
    let saved = update(expected_version, game).save(connection).await?;
    if saved == SaveResult::Saved {
        return Ok(saved);
    }
    // An earlier attempt may have been stored without its response arriving.
    let query = query(IS_SAVED).bind(game.id).bind(game.version).bind(game.changed_by);
    Ok(SaveResult::of(query.fetch_one(connection).await?))
}

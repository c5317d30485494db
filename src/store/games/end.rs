//! Ends of games. One transaction, which `save_game` in `moves.rs` begins, reads what the end
//! depends on, has [`Game::decide_end`] decide all that it changes, and stores that: the last
//! position, the result, and what follows from it ([`results`]). It deletes the deadline of the
//! computer's turn.

use crate::{
    game::{Game, GameEnd, Players, Version},
    store::{game_rows::result_columns, prelude::*, results},
};

pub(in crate::store) fn player_locks(players: &Players) -> impl Iterator<Item = AdvisoryLock> {
    players.people().iter().map(|player| AdvisoryLock::Player(player.id))
}

/// The locks for storing a game: of who may have dropped a channel's disc. Only an ended game affects
/// results, and counts in the season that runs in its server, which does not end meanwhile.
pub(in crate::store) fn locks_for(game: &Game) -> Vec<AdvisoryLock> {
    let dropper = game.droppers().last().map(|last| AdvisoryLock::Player(last.id));
    if game.result().is_none() {
        return Vec::from_iter(dropper);
    }
    let guild = game.config.location.guild.map(AdvisoryLock::SharedGuild);
    player_locks(&game.players).chain(guild).chain(dropper).collect()
}

/// Changes what [`update`](crate::store::game_rows::update) does as well.
const END_GAME: &str = "\
    UPDATE game SET moves = $3, version = $4, moved_at = $5, result = $6, result_seat = $7, \
    ended_at = $8, result_number = $9, season_id = $10, winning_streak = $11, counts = $12, \
    lost_before = $13, closed_offers = $14, changed_by = $15, \
    message_id = CASE WHEN changed_by = $15 THEN message_id \
    WHEN token = $17 THEN coalesce($16, message_id) ELSE $16 END, \
    token = CASE WHEN changed_by = $15 THEN token ELSE $17 END, \
    token_expires_at = CASE WHEN changed_by = $15 THEN token_expires_at ELSE $18 END, \
    called_off_by = $19, board_pinged = 0, offer = NULL, offer_seat = NULL, move_by = NULL, \
    remind_at = NULL, excused = 0, notice = NULL, computer_due_at = NULL \
    WHERE game_id = $1 AND version = $2 AND result IS NULL";

/// Decides what the end of a game changes, and stores all of it. Returns `None` if another change
/// came first. The transaction holds the locks of its players.
pub(super) async fn end(
    connection: &mut Connection<'_>,
    expected_version: Version,
    game: &Game,
    end: GameEnd,
) -> StoreResult<Option<Game>> {
    let facts = results::facts(connection, game, end).await?;
    let decided = game.decide_end(end, facts);
    let effects = decided.effects;
    let (kind, seat) = result_columns(end.result);
    let change = query(END_GAME)
        .bind(game.id)
        .bind(expected_version)
        .bind(game.moves.to_string())
        .bind(game.version)
        .bind(game.turn.began_at)
        .bind(kind)
        .bind(seat)
        .bind(end.at)
        .bind(decided.number)
        .bind(decided.season.map(|season| season.id))
        .bind(effects.winning_streak)
        .bind(effects.counts)
        .bind(effects.lost_before)
        .bind(game.closed_offers)
        .bind(game.changed_by)
        .bind(game.board_message.message)
        .bind(game.board_message.token.0.as_str())
        .bind(game.board_message.token_expires_at)
        .bind(end.called_off_by);
    if change.save(connection).await? == SaveResult::Conflict {
        return Ok(None);
    }
    results::save(connection, game, end, decided).await?;
    Ok(Some(Game { effects: Some(effects), ..game.clone() }))
}

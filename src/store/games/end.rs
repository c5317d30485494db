//! Ends of games. One transaction, which `save_columns` in `moves.rs` begins, stores the last
//! position and the result, gives the result its number after the earlier ones of both players, and
//! counts it: streaks, leaderboards and ratings ([`results`]). It deletes the deadline of the
//! computer's turn; triggers free the players' seats (`live_seat`) and count leaderboards.

use crate::{
    game::{Counts, Game, GameEnd, Players, SeasonId, Version},
    store::{
        AdvisoryLock, Connection, SaveResult, StoreResult,
        games::load::{ChangedColumns, result_columns},
        query, results,
    },
};

pub(in crate::store) fn player_locks(players: &Players) -> impl Iterator<Item = AdvisoryLock> {
    players.people().iter().map(|player| AdvisoryLock::Player(player.id))
}

/// The locks for storing a game. Only an ended game affects results, and counts in the season that
/// runs in its server, which does not end meanwhile.
pub(in crate::store) fn locks_for(game: &Game) -> Vec<AdvisoryLock> {
    if game.result().is_none() {
        return Vec::new();
    }
    let guild = game.config.location.guild.map(AdvisoryLock::SharedGuild);
    player_locks(&game.players).chain(guild).collect()
}

/// Ends a game. If its result counts (`$9`), it gets a number after those of both players'
/// earlier results, and the season that runs in its server. `$10` is whose streak the win adds to,
/// which does not have it yet.
macro_rules! end_game {
    ($columns:literal) => {
        concat!(
            "UPDATE game SET moves = $3, version = $4, moved_at = $5, result = $6, ",
            "result_seat = $7, ended_at = $8, result_number = CASE WHEN $9 = 1 THEN (",
            "SELECT coalesce(max(number), 0) + 1 FROM (",
            last_result!("first_player_id", "first_player_id"),
            " UNION ALL ",
            last_result!("second_player_id", "first_player_id"),
            " UNION ALL ",
            last_result!("first_player_id", "second_player_id"),
            " UNION ALL ",
            last_result!("second_player_id", "second_player_id"),
            ") AS earlier) END, ",
            "season_id = CASE WHEN $9 = 1 THEN (SELECT season_id FROM season ",
            "WHERE season.guild_id = game.guild_id AND season.ended_at IS NULL) END, ",
            "winning_streak = (SELECT winner.winning_streak + 1 FROM player AS winner ",
            "WHERE winner.player_id = $10), counts = $11, ",
            "move_by = NULL, remind_at = NULL, excused = 0, notice = NULL",
            $columns,
            " WHERE game_id = $1 AND version = $2 AND result IS NULL RETURNING result_number, season_id"
        )
    };
}

/// The condition lets SQLite use a partial index.
macro_rules! last_result {
    ($seat:literal, $player:literal) => {
        concat!(
            "SELECT max(earlier_result.result_number) AS number FROM game AS earlier_result ",
            "WHERE earlier_result.",
            $seat,
            " = game.",
            $player,
            " AND earlier_result.result_number IS NOT NULL"
        )
    };
}

/// Changes what [`UPDATE_GAME`](super::moves::UPDATE_GAME) does as well.
const END_GAME: &str = end_game!(
    ", offer = NULL, offer_seat = NULL, closed_offers = $12, changed_by = $13, \
     message_id = CASE WHEN token = $15 THEN coalesce($14, message_id) ELSE $14 END, \
     token = $15, token_expires_at = $16, reposted_by = $17, called_off_by = $18"
);

/// Like [`END_GAME`], with the position alone.
const END_POSITION: &str = end_game!("");

/// Stores a game as ended, and counts its result. The transaction holds the locks of its
/// players.
pub(super) async fn end(
    connection: &mut Connection<'_>,
    expected_version: Version,
    game: &Game,
    end: GameEnd,
    columns: ChangedColumns,
) -> StoreResult<SaveResult> {
    let (kind, seat) = result_columns(end.result);
    let streak_of = game.winning_person().filter(|_| end.counts != Counts::TooShort);
    let position = query(match columns {
        ChangedColumns::All => END_GAME,
        ChangedColumns::Position => END_POSITION,
    });
    let position = position
        .bind(game.id)
        .bind(expected_version)
        .bind(game.moves.to_string())
        .bind(game.version)
        .bind(game.turn.began_at)
        .bind(kind)
        .bind(seat)
        .bind(end.at)
        .bind(end.result.counts())
        .bind(streak_of)
        .bind(end.counts);
    let change = match columns {
        ChangedColumns::All => position
            .bind(game.offers.closed)
            .bind(game.changed_by)
            .bind(game.board_message.message)
            .bind(game.board_message.token.0.as_str())
            .bind(game.board_message.token_expires_at)
            .bind(game.turn.reposted_by)
            .bind(end.called_off_by),
        ChangedColumns::Position => position,
    };
    let ended: Option<(Option<i64>, Option<SeasonId>)> = change.fetch_optional(connection).await?;
    let Some((result_number, season)) = ended else { return Ok(SaveResult::Conflict) };
    if let Some(result_number) = result_number {
        results::count(connection, game, end, result_number, season).await?;
    }
    Ok(SaveResult::Saved)
}

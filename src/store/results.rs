//! What the result of a game changes: streaks, leaderboards and ratings.
//!
//! A result has a greater number than all earlier ones of both players. So games of other people
//! end at the same time, and still everything can be computed again: each player's results have an
//! order.

use clock::Timestamp;
use connect4::Seat;
use serde_json::Value;

use crate::{
    game::{Game, GameEnd, Period, Player, PlayerId, PlayerResult, Players, Rated, Scope},
    store::{
        Connection, SqlValue, StoreError, postgres, query,
        ratings::{self, ScopedRatingChange, scopes},
        sqlite,
    },
};

/// Counts a game that has just ended with this number. The transaction holds the locks of its
/// players.
pub(in crate::store) async fn count(
    connection: &mut Connection<'_>,
    game: &Game,
    result_number: i64,
) -> Result<(), StoreError> {
    let Players::People(players) = &game.players else { return Ok(()) };
    let Some(GameEnd { result, at: ended_at, .. }) = game.end else { return Ok(()) };
    let changes = if game.config.rated == Rated::Yes {
        ratings::rate(connection, game, players, result, ended_at).await?
    } else {
        Vec::new()
    };
    count_streaks(connection, game, players).await?;
    add_to_leaderboards(connection, game, players, ended_at, &changes).await?;
    if !changes.is_empty() {
        ratings::save(connection, &changes, result_number, ended_at).await?;
    }
    Ok(())
}

/// Adds a win to the winner's streak (`$1`, NULL after a draw), and ends that of the other player.
const COUNT_STREAKS: &str = "\
    UPDATE player SET winning_streak = CASE WHEN player_id = $1 THEN winning_streak + 1 ELSE 0 END \
    WHERE player_id IN ($2, $3)";

async fn count_streaks(
    connection: &mut Connection<'_>,
    game: &Game,
    players: &[Player; 2],
) -> Result<(), StoreError> {
    let [one, other] = players.each_ref().map(|player| player.id);
    let query = query(COUNT_STREAKS).bind(game.winning_person()).bind(one).bind(other);
    query.execute(connection).await?;
    Ok(())
}

/// Adds results to leaderboard entries. The parameter `$1` is a JSON array of arrays, each of
/// a scope, a period, its number, a player, wins, losses, draws and the rating; `$2` is 1 if
/// the game was rated. A result of an earlier period than the entry's is not counted.
macro_rules! count_results {
    ($rows:literal) => {
        concat!(
            "INSERT INTO leaderboard_entry (scope_id, period, period_number, player_id, wins, ",
            "losses, draws, rating) SELECT ",
            $rows,
            " ON CONFLICT (scope_id, period, player_id) DO UPDATE SET ",
            "wins = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.wins ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "THEN leaderboard_entry.wins + excluded.wins ELSE leaderboard_entry.wins END, ",
            "losses = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.losses ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "THEN leaderboard_entry.losses + excluded.losses ELSE leaderboard_entry.losses END, ",
            "draws = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.draws ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "THEN leaderboard_entry.draws + excluded.draws ELSE leaderboard_entry.draws END, ",
            "rating = CASE WHEN $2 = 1 THEN excluded.rating ",
            "WHEN excluded.period_number <= leaderboard_entry.period_number ",
            "THEN leaderboard_entry.rating END, ",
            "period_number = CASE ",
            "WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.period_number ELSE leaderboard_entry.period_number END"
        )
    };
}

pub(in crate::store) use count_results;

/// Adds a result to both players' leaderboard entries in all scopes and periods, with their new
/// ratings.
async fn add_to_leaderboards(
    connection: &mut Connection<'_>,
    game: &Game,
    players: &[Player; 2],
    ended_at: Timestamp,
    changes: &[ScopedRatingChange],
) -> Result<(), StoreError> {
    let mut results = Vec::new();
    for (seat, player) in Seat::BOTH.into_iter().zip(players) {
        let Some(outcome) = PlayerResult::of(game, seat) else { continue };
        for scope in scopes(game) {
            for period in Period::ALL {
                let values: [SqlValue; 8] = [
                    scope.into(),
                    period.into(),
                    period.number_at(ended_at).into(),
                    player.id.into(),
                    (outcome == PlayerResult::Win).into(),
                    (outcome == PlayerResult::Loss).into(),
                    (outcome == PlayerResult::Draw).into(),
                    shown_rating(changes, scope, player.id).into(),
                ];
                results.push(values.map(Value::from).into_iter().collect::<Value>());
            }
        }
    }
    query(connection.choose(sqlite::COUNT_RESULTS, postgres::COUNT_RESULTS))
        .bind(Value::from(results).to_string())
        .bind(!changes.is_empty())
        .execute(connection)
        .await?;
    Ok(())
}

/// A player's new rating, unless it is provisional.
fn shown_rating(changes: &[ScopedRatingChange], scope: Scope, player: PlayerId) -> Option<u16> {
    let change = changes.iter().find(|it| (it.scope, it.player) == (scope, player))?;
    let rating = change.update.after;
    (!rating.is_provisional()).then(|| rating.rounded())
}

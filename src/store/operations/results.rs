//! What an ended game changes: result number, leaderboards, ratings.

use std::collections::HashMap;

use clock::Timestamp;
use connect4::Seat;
use serde_json::{Value, json};

use crate::{
    game::{
        Game, GameEnd, GameResult, Period, Player, PlayerId, PlayerResult, Players, Rated, Scope,
    },
    rating::{self, Rating, RatingUpdate},
    store::{
        StoreError,
        query::{DbConnection, query},
        rows::{self, RatingRow, ScopedRatingRow},
        sql,
    },
};

/// Counts a game that has just ended, unless its result does not count.
pub(in crate::store) async fn count(
    connection: &mut impl DbConnection,
    game: &Game,
) -> Result<(), StoreError> {
    let Some(GameEnd { result, at: ended_at, .. }) = game.end else { return Ok(()) };
    if !result.counts() {
        return Ok(());
    }
    let result_number: i64 =
        query(sql::NUMBER_RESULT).bind(game.id.0).fetch_scalar(&mut *connection).await?;
    let Players::People(players) = &game.players else { return Ok(()) };
    add_to_leaderboards(connection, game, players, ended_at).await?;
    if game.config.rated == Rated::Yes {
        rate(connection, game, players, result, (result_number, ended_at)).await?;
    }
    Ok(())
}

/// The scopes that a game counts in, the narrowest first.
fn scopes(game: &Game) -> impl Iterator<Item = Scope> {
    game.config.location.guild.map(Scope::Guild).into_iter().chain([Scope::Global])
}

/// Adds a result to both players' leaderboard entries in all scopes and periods, in one
/// statement.
async fn add_to_leaderboards<C: DbConnection>(
    connection: &mut C,
    game: &Game,
    players: &[Player; 2],
    ended_at: Timestamp,
) -> Result<(), StoreError> {
    let mut results = Vec::new();
    for (seat, player) in Seat::BOTH.into_iter().zip(players) {
        let Some(outcome) = PlayerResult::of(game, seat) else { continue };
        let one_if = |counted: PlayerResult| i64::from(outcome == counted);
        for scope in scopes(game) {
            for period in Period::ALL {
                results.push(json!([
                    rows::scope_id(scope),
                    period.name(),
                    period.number_at(ended_at),
                    player.id.0.cast_signed(),
                    one_if(PlayerResult::Win),
                    one_if(PlayerResult::Loss),
                    one_if(PlayerResult::Draw),
                ]));
            }
        }
    }
    query(C::DIALECT.count_results)
        .bind(Value::from(results).to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates both players' ratings in all scopes. Uses few statements, since the results
/// lock keeps all other games from ending meanwhile.
async fn rate(
    connection: &mut impl DbConnection,
    game: &Game,
    players: &[Player; 2],
    result: GameResult,
    (result_number, ended_at): (i64, Timestamp),
) -> Result<(), StoreError> {
    let keys = players.each_ref().map(|player| player.id.0.cast_signed());
    let global = rows::scope_id(Scope::Global);
    let local = scopes(game).next().map_or(global, rows::scope_id);
    let rated: Vec<ScopedRatingRow> = query(sql::RATINGS)
        .bind(local)
        .bind(global)
        .bind(keys[0])
        .bind(keys[1])
        .fetch_all(&mut *connection)
        .await?;
    let mut rated: HashMap<_, Rating> =
        rated.into_iter().map(|it| ((it.scope_id, it.player_id), it.rating.into())).collect();
    let outcome = match result.winner() {
        Some(Seat::First) => rating::RatedResult::First,
        Some(Seat::Second) => rating::RatedResult::Second,
        None => rating::RatedResult::Draw,
    };
    for scope in scopes(game).map(rows::scope_id) {
        let before = keys.map(|player| rated.remove(&(scope, player)));
        let [one, other] = rating::rate(before, outcome, ended_at);
        save(connection, (scope, result_number), [(keys[0], one), (keys[1], other)]).await?;
    }
    Ok(())
}

pub(in crate::store) async fn rating(
    connection: &mut impl DbConnection,
    scope: Scope,
    player: PlayerId,
) -> Result<Option<Rating>, StoreError> {
    let row: Option<RatingRow> = query(sql::RATING)
        .bind(rows::scope_id(scope))
        .bind(player.0.cast_signed())
        .fetch_optional(connection)
        .await?;
    Ok(row.map(Rating::from))
}

/// Stores both players' new ratings in a scope, and the changes.
async fn save(
    connection: &mut impl DbConnection,
    (scope, result_number): (i64, i64),
    [(one, first), (other, second)]: [(i64, RatingUpdate); 2],
) -> Result<(), StoreError> {
    let rated_at = first.after.last_rated_at.milliseconds();
    query(sql::SAVE_RATINGS)
        .bind(scope)
        .bind(rated_at)
        .bind(one)
        .bind(first.after.value)
        .bind(first.after.deviation)
        .bind(first.after.volatility)
        .bind(other)
        .bind(second.after.value)
        .bind(second.after.deviation)
        .bind(second.after.volatility)
        .execute(&mut *connection)
        .await?;
    query(sql::RECORD_RATING_CHANGES)
        .bind(scope)
        .bind(result_number)
        .bind(rated_at)
        .bind(one)
        .bind(first.before.value)
        .bind(first.after.value)
        .bind(first.after.deviation)
        .bind(other)
        .bind(second.before.value)
        .bind(second.after.value)
        .bind(second.after.deviation)
        .execute(&mut *connection)
        .await?;
    let shown = |rating: Rating| (!rating.is_provisional()).then(|| i64::from(rating.rounded()));
    query(sql::UPDATE_ENTRY_RATINGS)
        .bind(scope)
        .bind(one)
        .bind(shown(first.after))
        .bind(other)
        .bind(shown(second.after))
        .execute(connection)
        .await?;
    Ok(())
}

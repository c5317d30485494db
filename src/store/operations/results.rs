//! What an ended game changes: result number, leaderboards, ratings.

use std::collections::HashMap;

use clock::Timestamp;
use connect4::Seat;
use serde_json::{Value, json};

use crate::{
    game::{Game, GameResult, Period, Player, PlayerId, PlayerResult, Players, Rated, Scope},
    rating::{self, Rating, RatingUpdate},
    store::{
        StoreError,
        query::{DbConnection, query},
        rows::{self, RatingRow, ScopedRatingRow},
        sql,
    },
};

/// Counts a game that has just ended with this number. The transaction holds the locks of its
/// players.
pub(super) async fn count(
    connection: &mut impl DbConnection,
    game: &Game,
    result_number: i64,
) -> Result<(), StoreError> {
    let Players::People(players) = &game.players else { return Ok(()) };
    let (Some(result), Some(ended_at)) = (game.result, game.ended_at) else { return Ok(()) };
    let changes = if game.config.rated == Rated::Yes {
        rate(connection, game, players, result, ended_at).await?
    } else {
        Vec::new()
    };
    add_to_leaderboards(connection, game, players, ended_at, &changes).await?;
    if !changes.is_empty() {
        save(connection, &changes, result_number, ended_at).await?;
    }
    Ok(())
}

/// How a game changes a player's rating in a scope.
struct RatingChange {
    scope: i64,
    player: i64,
    update: RatingUpdate,
}

/// The scopes that a game counts in, the narrowest first.
fn scopes(game: &Game) -> impl Iterator<Item = i64> {
    let scopes = game.config.location.guild.map(Scope::Guild).into_iter().chain([Scope::Global]);
    scopes.map(rows::scope_id)
}

/// Adds a result to both players' leaderboard entries in all scopes and periods, with their new
/// ratings.
async fn add_to_leaderboards<C: DbConnection>(
    connection: &mut C,
    game: &Game,
    players: &[Player; 2],
    ended_at: Timestamp,
    changes: &[RatingChange],
) -> Result<(), StoreError> {
    let mut results = Vec::new();
    for (seat, player) in Seat::BOTH.into_iter().zip(players) {
        let Some(outcome) = PlayerResult::of(game, seat) else { continue };
        let player = player.id.0.cast_signed();
        let one_if = |counted: PlayerResult| i64::from(outcome == counted);
        for scope in scopes(game) {
            for period in Period::ALL {
                results.push(json!([
                    scope,
                    period.name(),
                    period.number_at(ended_at),
                    player,
                    one_if(PlayerResult::Win),
                    one_if(PlayerResult::Loss),
                    one_if(PlayerResult::Draw),
                    shown_rating(changes, scope, player),
                ]));
            }
        }
    }
    query(C::DIALECT.count_results)
        .bind(Value::from(results).to_string())
        .bind(i64::from(!changes.is_empty()))
        .execute(connection)
        .await?;
    Ok(())
}

/// A player's new rating, unless it is provisional.
fn shown_rating(changes: &[RatingChange], scope: i64, player: i64) -> Option<u16> {
    let change = changes.iter().find(|it| (it.scope, it.player) == (scope, player))?;
    let rating = change.update.after;
    (!rating.is_provisional()).then(|| rating.rounded())
}

/// Computes both players' ratings in all scopes.
async fn rate(
    connection: &mut impl DbConnection,
    game: &Game,
    players: &[Player; 2],
    result: GameResult,
    ended_at: Timestamp,
) -> Result<Vec<RatingChange>, StoreError> {
    let keys = players.each_ref().map(|player| player.id.0.cast_signed());
    let global = rows::scope_id(Scope::Global);
    let local = scopes(game).next().unwrap_or(global);
    let rated: Vec<ScopedRatingRow> = query(sql::RATINGS)
        .bind(local)
        .bind(global)
        .bind(keys[0])
        .bind(keys[1])
        .fetch_all(connection)
        .await?;
    let mut rated: HashMap<_, Rating> =
        rated.into_iter().map(|it| ((it.scope_id, it.player_id), it.rating.into())).collect();
    let outcome = match result.winner() {
        Some(Seat::First) => rating::RatedResult::First,
        Some(Seat::Second) => rating::RatedResult::Second,
        None => rating::RatedResult::Draw,
    };
    let mut changes = Vec::new();
    for scope in scopes(game) {
        let before = keys.map(|player| rated.remove(&(scope, player)));
        let updates = rating::rate(before, outcome, ended_at);
        let players = keys.into_iter().zip(updates);
        changes.extend(players.map(|(player, update)| RatingChange { scope, player, update }));
    }
    Ok(changes)
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

/// Stores both players' new ratings in one or two scopes, and the changes.
async fn save(
    connection: &mut impl DbConnection,
    changes: &[RatingChange],
    result_number: i64,
    ended_at: Timestamp,
) -> Result<(), StoreError> {
    let mut ratings = query(sql::SAVE_RATINGS).bind(ended_at.milliseconds());
    let mut record =
        query(sql::RECORD_RATING_CHANGES).bind(ended_at.milliseconds()).bind(result_number);
    for row in 0..sql::MAX_RATINGS_OF_GAME {
        let change = changes.get(row);
        let (scope, player) = change.map(|it| (it.scope, it.player)).unzip();
        let (before, after) = change.map(|it| (it.update.before, it.update.after)).unzip();
        let (value, deviation) = after.map(|it| (it.value, it.deviation)).unzip();
        ratings = ratings.bind(scope).bind(player).bind(value).bind(deviation);
        ratings = ratings.bind(after.map(|it| it.volatility));
        record = record.bind(scope).bind(player).bind(before.map(|it| it.value));
        record = record.bind(value).bind(deviation);
    }
    ratings.execute(&mut *connection).await?;
    record.execute(connection).await?;
    Ok(())
}

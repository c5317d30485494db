//! What the end of a game adds: its number, ratings, standings.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::{
    play::{Ending, Game, Outcome, Period, Player, PlayerId, Players, Rated, Scope},
    rating::{self, Change, Rating},
    store::{
        StoreError,
        rows::{self, PlacedRatingRow, RatingRow},
        sql,
        statement::{Connection, statement},
    },
};
use clock::Timestamp;
use connect4::Seat;

/// Counts a game that has just ended, if it counts.
pub(in crate::store) async fn count(
    connection: &mut impl Connection,
    game: &Game,
) -> Result<(), StoreError> {
    let (Some(ending), Some(at)) = (game.ending, game.ended_at) else { return Ok(()) };
    if !ending.is_result() {
        return Ok(());
    }
    let result: i64 =
        statement(sql::NUMBER_RESULT).bind(game.id.0).scalar(&mut *connection).await?;
    let Players::People(players) = &game.players else { return Ok(()) };
    count_standings(connection, game, players, at).await?;
    if game.setup.rated == Rated::Yes {
        rate(connection, game, players, ending, (result, at)).await?;
    }
    Ok(())
}

/// Where a game counts.
fn scopes(game: &Game) -> impl Iterator<Item = Scope> {
    game.setup.place.guild.map(Scope::Guild).into_iter().chain([Scope::Everywhere])
}

/// Adds a result to both players' standings, in all scopes and periods at once.
async fn count_standings<C: Connection>(
    connection: &mut C,
    game: &Game,
    players: &[Player; 2],
    at: Timestamp,
) -> Result<(), StoreError> {
    let mut results = Vec::new();
    for (seat, player) in Seat::BOTH.into_iter().zip(players) {
        let Some(outcome) = Outcome::of(game, seat) else { continue };
        let one_if = |counted: Outcome| i64::from(outcome == counted);
        for scope in scopes(game) {
            for period in Period::ALL {
                results.push(json!([
                    rows::ranking_scope_key(scope),
                    period.name(),
                    period.number_at(at),
                    player.id.0.cast_signed(),
                    one_if(Outcome::Win),
                    one_if(Outcome::Loss),
                    one_if(Outcome::Draw),
                ]));
            }
        }
    }
    statement(C::DIALECT.count_results)
        .bind(Value::from(results).to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Changes both players' ratings in all scopes. Few statements, since nobody else's
/// game ends meanwhile.
async fn rate(
    connection: &mut impl Connection,
    game: &Game,
    players: &[Player; 2],
    ending: Ending,
    (result, at): (i64, Timestamp),
) -> Result<(), StoreError> {
    let keys = players.each_ref().map(|player| player.id.0.cast_signed());
    let everywhere = rows::ranking_scope_key(Scope::Everywhere);
    let here = scopes(game).next().map_or(everywhere, rows::ranking_scope_key);
    let rated: Vec<PlacedRatingRow> = statement(sql::RATINGS)
        .bind(here)
        .bind(everywhere)
        .bind(keys[0])
        .bind(keys[1])
        .all(&mut *connection)
        .await?;
    let mut rated: HashMap<_, Rating> =
        rated.into_iter().map(|it| ((it.scope_id, it.player_id), it.rating.into())).collect();
    let outcome = match ending.winner() {
        Some(Seat::First) => rating::Result::First,
        Some(Seat::Second) => rating::Result::Second,
        None => rating::Result::Draw,
    };
    for scope in scopes(game).map(rows::ranking_scope_key) {
        let before = keys.map(|player| rated.remove(&(scope, player)));
        let [one, other] = rating::rate(before, outcome, at);
        save(connection, (scope, result), [(keys[0], one), (keys[1], other)]).await?;
    }
    Ok(())
}

/// Somebody's rating in a scope, if they have one.
pub(in crate::store) async fn rating(
    connection: &mut impl Connection,
    scope: Scope,
    player: PlayerId,
) -> Result<Option<Rating>, StoreError> {
    let row: Option<RatingRow> = statement(sql::RATING)
        .bind(rows::ranking_scope_key(scope))
        .bind(player.0.cast_signed())
        .optional(connection)
        .await?;
    Ok(row.map(Rating::from))
}

/// Stores how a game has changed both players' ratings in a scope.
async fn save(
    connection: &mut impl Connection,
    (scope, result): (i64, i64),
    [(one, first), (other, second)]: [(i64, Change); 2],
) -> Result<(), StoreError> {
    let rated_at = first.after.rated_at.milliseconds();
    statement(sql::SAVE_RATINGS)
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
    statement(sql::NOTE_RATING_CHANGES)
        .bind(scope)
        .bind(result)
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
    let shown = |rating: Rating| (!rating.is_provisional()).then(|| i64::from(rating.shown()));
    statement(sql::RANK_RATINGS)
        .bind(scope)
        .bind(one)
        .bind(shown(first.after))
        .bind(other)
        .bind(shown(second.after))
        .execute(connection)
        .await?;
    Ok(())
}

//! What the end of a game adds: its number, ratings, standings.

use serde_json::{Value, json};

use crate::{
    play::{Ending, Game, Outcome, Period, Player, PlayerId, Players, Rated, Scope},
    rating::{self, Change, Rating},
    rules::Seat,
    store::{
        StoreError,
        rows::{self, RatingRow},
        sql,
        statement::{Connection, statement},
    },
    time::Timestamp,
};

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
        for scope in scopes(game) {
            rate(connection, scope, players, ending, (result, at)).await?;
        }
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

/// Changes both players' ratings in a scope.
async fn rate(
    connection: &mut impl Connection,
    scope: Scope,
    players: &[Player; 2],
    ending: Ending,
    (result, at): (i64, Timestamp),
) -> Result<(), StoreError> {
    let before = [
        rating(&mut *connection, scope, players[0].id).await?,
        rating(&mut *connection, scope, players[1].id).await?,
    ];
    let outcome = match ending.winner() {
        Some(Seat::First) => rating::Result::First,
        Some(Seat::Second) => rating::Result::Second,
        None => rating::Result::Draw,
    };
    for (player, change) in players.iter().zip(rating::rate(before, outcome, at)) {
        save(connection, scope, player.id, result, change).await?;
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

async fn save(
    connection: &mut impl Connection,
    scope: Scope,
    player: PlayerId,
    result: i64,
    Change { before, after }: Change,
) -> Result<(), StoreError> {
    let (scope, player) = (rows::ranking_scope_key(scope), player.0.cast_signed());
    statement(sql::SAVE_RATING)
        .bind(scope)
        .bind(player)
        .bind(after.value)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(after.rated_at.milliseconds())
        .execute(&mut *connection)
        .await?;
    statement(sql::NOTE_RATING_CHANGE)
        .bind(scope)
        .bind(player)
        .bind(result)
        .bind(after.rated_at.milliseconds())
        .bind(before.value)
        .bind(after.value)
        .bind(after.deviation)
        .execute(&mut *connection)
        .await?;
    statement(sql::RANK_RATING)
        .bind(scope)
        .bind(player)
        .bind((!after.is_provisional()).then(|| i64::from(after.shown())))
        .execute(connection)
        .await?;
    Ok(())
}

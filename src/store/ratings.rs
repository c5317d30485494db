//! Ratings, and how games change them.

use clock::Timestamp;

use crate::{
    game::{Game, GameResult, Player, PlayerId, Scope},
    rating::{self, Rating, RatingUpdate},
    store::{Connection, FromRow, Row, Store, StoreError, query},
};

impl FromRow for Rating {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            value: row.get("value")?,
            deviation: row.get("deviation")?,
            volatility: row.get("volatility")?,
            last_rated_at: row.get("rated_at")?,
        })
    }
}

const RATING: &str = "\
    SELECT value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id = $1 AND player_id = $2";

impl Store {
    /// A player's rating after their last rated game, if any.
    pub async fn rating(
        &self,
        scope: Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError> {
        self.fetch_optional(query(RATING).bind(scope).bind(player)).await
    }
}

/// A player's rating after a rated game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    pub at: Timestamp,
    pub value: f64,
    pub deviation: f64,
}

const RATING_POINTS: &str = "\
    SELECT value, deviation, rated_at FROM rating_change \
    WHERE scope_id = $1 AND player_id = $2 ORDER BY result_number";

impl Store {
    /// A player's rating after each rated game, oldest first.
    pub async fn rating_points(
        &self,
        scope: Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        self.fetch_all(query(RATING_POINTS).bind(scope).bind(player)).await
    }
}

impl FromRow for RatingPoint {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            at: row.get("rated_at")?,
            value: row.get("value")?,
            deviation: row.get("deviation")?,
        })
    }
}

/// How a game changes a player's rating in a scope.
pub(in crate::store) struct ScopedRatingChange {
    pub(in crate::store) scope: Scope,
    pub(in crate::store) player: PlayerId,
    pub(in crate::store) update: RatingUpdate,
}

/// A player's rating in a scope.
struct ScopedRating {
    scope: Scope,
    player: PlayerId,
    rating: Rating,
}

impl FromRow for ScopedRating {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            scope: row.get("scope_id")?,
            player: row.get("player_id")?,
            rating: Rating::from_row(row)?,
        })
    }
}

/// The ratings of both players of a game, in both scopes.
const RATINGS: &str = "\
    SELECT scope_id, player_id, value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id IN ($1, $2) AND player_id IN ($3, $4)";

/// The scopes that a game counts in, the narrowest first.
pub(in crate::store) fn scopes(game: &Game) -> impl Iterator<Item = Scope> {
    game.config.location.guild.map(Scope::Guild).into_iter().chain([Scope::Global])
}

/// Computes both players' ratings in all scopes.
pub(in crate::store) async fn rate(
    connection: &mut Connection<'_>,
    game: &Game,
    players: &[Player; 2],
    result: GameResult,
    ended_at: Timestamp,
) -> Result<Vec<ScopedRatingChange>, StoreError> {
    let ids = players.each_ref().map(|player| player.id);
    let local = scopes(game).next().unwrap_or(Scope::Global);
    let rated: Vec<ScopedRating> = query(RATINGS)
        .bind(local)
        .bind(Scope::Global)
        .bind(ids[0])
        .bind(ids[1])
        .fetch_all(connection)
        .await?;
    let before_in = |scope, player| {
        rated.iter().find(|it| (it.scope, it.player) == (scope, player)).map(|it| it.rating)
    };
    let mut changes = Vec::new();
    for scope in scopes(game) {
        let before = ids.map(|player| before_in(scope, player));
        let updates = rating::rate(before, result.winner(), ended_at);
        let players = ids.into_iter().zip(updates);
        changes.extend(players.map(|(player, update)| ScopedRatingChange {
            scope,
            player,
            update,
        }));
    }
    Ok(changes)
}

/// A game changes two ratings in each of at most two scopes.
const MAX_RATINGS_OF_GAME: usize = 4;

/// Unused rows are NULL.
const SAVE_RATINGS: &str = "\
    INSERT INTO rating (rated_at, scope_id, player_id, value, deviation, volatility) \
    SELECT $1, column1, column2, column3, column4, column5 FROM (VALUES \
    ($2, $3, $4, $5, $6), ($7, $8, $9, $10, $11), \
    ($12, $13, $14, $15, $16), ($17, $18, $19, $20, $21)) AS rated WHERE column1 IS NOT NULL \
    ON CONFLICT (scope_id, player_id) DO UPDATE SET value = excluded.value, \
    deviation = excluded.deviation, volatility = excluded.volatility, \
    rated_at = excluded.rated_at";

/// Unused rows are NULL.
const RECORD_RATING_CHANGES: &str = "\
    INSERT INTO rating_change (rated_at, result_number, scope_id, player_id, value_before, value, \
    deviation) SELECT $1, $2, column1, column2, column3, column4, column5 FROM (VALUES \
    ($3, $4, $5, $6, $7), ($8, $9, $10, $11, $12), \
    ($13, $14, $15, $16, $17), ($18, $19, $20, $21, $22)) AS rated WHERE column1 IS NOT NULL";

/// Stores both players' new ratings in one or two scopes, and the changes.
pub(in crate::store) async fn save(
    connection: &mut Connection<'_>,
    changes: &[ScopedRatingChange],
    result_number: i64,
    ended_at: Timestamp,
) -> Result<(), StoreError> {
    let mut ratings = query(SAVE_RATINGS).bind(ended_at);
    let mut record = query(RECORD_RATING_CHANGES).bind(ended_at).bind(result_number);
    for row in 0..MAX_RATINGS_OF_GAME {
        let change = changes.get(row);
        let (scope, player) = change.map(|it| (it.scope, it.player)).unzip();
        let (before, after) = change.map(|it| (it.update.before, it.update.after)).unzip();
        let (value, deviation) = after.map(|it| (it.value, it.deviation)).unzip();
        ratings = ratings.bind(scope).bind(player).bind(value).bind(deviation);
        ratings = ratings.bind(after.map(|it| it.volatility));
        record = record.bind(scope).bind(player).bind(before.map(|it| it.value));
        record = record.bind(value).bind(deviation);
    }
    ratings.execute(connection).await?;
    record.execute(connection).await?;
    Ok(())
}

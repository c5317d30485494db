//! What the end of a game reads and stores beside the game: streaks, ratings and entries of
//! leaderboards. What a result adds to them is decided by [`Standings`].
//!
//! A result has a greater number than all earlier ones of both players. So games of other people
//! end at the same time, and still everything can be computed again: each player's results have an
//! order.

use std::collections::HashMap;

use clock::Timestamp;
use connect4::{Level, Seat};

use crate::{
    game::{
        DecidedEnd, EndFacts, Game, GameEnd, GuildId, Player, PlayerId, PlayerResult, Players,
        Rated, Scope, ScopedRatingChange, Standings,
    },
    rating::{Rating, RatingPoint},
    store::{database::Store, entries, kept_limits, prelude::*, seasons, standing_messages},
};

/// Reads what decides what the end of a game changes. The transaction holds the locks of its
/// players.
pub(in crate::store) async fn facts(
    connection: &mut Connection<'_>,
    game: &Game,
    end: GameEnd,
) -> StoreResult<EndFacts> {
    match &game.players {
        _ if !end.result.counts() => Ok(EndFacts::default()),
        Players::People(players) => facts_of_pair(connection, game, end, players).await,
        Players::Computer { person, level, .. } => {
            facts_of_person(connection, person.id, *level).await
        }
        Players::Channel { .. } => Ok(EndFacts::default()),
    }
}

/// The greatest number of a player's results. The condition lets SQLite use partial indexes.
macro_rules! last_number {
    ($player:literal) => {
        concat!(
            "(SELECT coalesce(max(number), 0) FROM (",
            "SELECT max(result_number) AS number FROM game ",
            "WHERE first_player_id = ",
            $player,
            " AND result_number IS NOT NULL UNION ALL ",
            "SELECT max(result_number) FROM game WHERE second_player_id = ",
            $player,
            " AND result_number IS NOT NULL) AS earlier)"
        )
    };
}

pub(in crate::store) use last_number;

/// What is stored of somebody whose game ends.
struct PlayerFacts {
    player: PlayerId,
    streak: u32,
    listed: bool,
    last_number: i64,
    /// How many wins over the other player have counted on the day.
    wins: u32,
}

from_columns!(PlayerFacts {
    player: "player_id",
    streak: "winning_streak",
    listed,
    last_number,
    wins
});

async fn facts_of_pair(
    connection: &mut Connection<'_>,
    game: &Game,
    end: GameEnd,
    players: &[Player; 2],
) -> StoreResult<EndFacts> {
    const PLAYERS: &str = concat!(
        "SELECT player_id, winning_streak, listed, ",
        last_number!("player.player_id"),
        " AS last_number, coalesce((SELECT value FROM kept_limit WHERE kind = 'wins' ",
        "AND person = player.player_id AND other IN ($1, $2) AND until = $3), 0) AS wins ",
        "FROM player WHERE player_id IN ($1, $2)"
    );
    let pair = players.each_ref().map(|player| player.id);
    let stored = query(PLAYERS).bind(pair[0]).bind(pair[1]);
    let stored = stored.bind(kept_limits::next_midnight(end.at));
    let stored: Vec<PlayerFacts> = stored.fetch_all(connection).await?;
    let guild = game.config.location.guild;
    let season = match guild {
        Some(guild) => seasons::running(guild).fetch_optional(connection).await?,
        None => None,
    };
    let winner = end.result.winner().map(|seat| pair[seat.index()]);
    let winner = stored.iter().find(|it| Some(it.player) == winner);
    // No reset matters: this result comes after it.
    let standings = Standings {
        entries: entries::of_pair(connection, guild, season, pair).await?,
        ratings: match game.config.rated {
            Rated::Yes => ratings(connection, guild, pair).await?,
            _ => HashMap::new(),
        },
        streaks: stored.iter().map(|it| (it.player, it.streak)).collect(),
        listed: stored.iter().filter(|it| it.listed).map(|it| it.player).collect(),
        ..Standings::default()
    };
    Ok(EndFacts {
        last_number: stored.iter().map(|it| it.last_number).max().unwrap_or(0),
        season,
        wins_before: winner.map_or(0, |it| it.wins),
        standings,
        lost_before: false,
    })
}

/// Whether they lost their last game at the level matters as well. Only they resign or run out of time
/// against the computer.
async fn facts_of_person(
    connection: &mut Connection<'_>,
    person: PlayerId,
    level: Level,
) -> StoreResult<EndFacts> {
    const LAST_NUMBER: &str = concat!("SELECT ", last_number!("$1"));
    const LAST_GAME: &str = "\
        SELECT result, result_seat, seat FROM (SELECT * FROM (SELECT result_number, result, \
        result_seat, CAST(0 AS BIGINT) AS seat FROM game WHERE first_player_id = $1 \
        AND level = $2 AND result_number IS NOT NULL ORDER BY result_number DESC LIMIT 1) AS one \
        UNION ALL SELECT * FROM (SELECT result_number, result, result_seat, \
        CAST(1 AS BIGINT) AS seat FROM game WHERE second_player_id = $1 \
        AND level = $2 AND result_number IS NOT NULL ORDER BY result_number DESC LIMIT 1) AS other\
        ) AS last ORDER BY result_number DESC LIMIT 1";
    let last: Option<PlayerResult> =
        query(LAST_GAME).bind(person).bind(level).fetch_optional(connection).await?;
    Ok(EndFacts {
        last_number: query(LAST_NUMBER).bind(person).fetch_one(connection).await?,
        lost_before: last == Some(PlayerResult::Loss),
        ..EndFacts::default()
    })
}

/// Stores what the end of a game changed. The transaction holds the locks of its players.
pub(in crate::store) async fn save(
    connection: &mut Connection<'_>,
    game: &Game,
    end: GameEnd,
    decided: DecidedEnd,
) -> StoreResult<()> {
    const SAVE_STREAKS: &str = "\
        UPDATE player SET winning_streak = CASE player_id WHEN $1 THEN $2 ELSE $4 END \
        WHERE player_id IN ($1, $3)";
    let Players::People(players) = &game.players else { return Ok(()) };
    let pair = players.each_ref().map(|player| player.id);
    if decided.is_limited_rated {
        let [one, other] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
        kept_limits::count("rated games", one, other, end.at).execute(connection).await?;
    }
    let Some((changes, number)) = decided.changes.zip(decided.number) else { return Ok(()) };
    // After a draw, neither has a streak.
    let winner = end.result.winner().unwrap_or(Seat::First);
    let [winner, loser] = [winner, winner.other()].map(|seat| pair[seat.index()]);
    let streaks = query(SAVE_STREAKS).bind(winner).bind(changes.winning_streak.unwrap_or(0));
    streaks.bind(loser).bind(0_u8).execute(connection).await?;
    if decided.is_limited_win {
        kept_limits::count("wins", winner, loser, end.at).execute(connection).await?;
    }
    let guild = game.config.location.guild.filter(|_| !changes.entries.is_empty());
    entries::save(connection, changes.entries).await?;
    save_ratings(connection, &changes.ratings, number, end.at).await?;
    if let Some(guild) = guild {
        standing_messages::leaderboard_changed(guild, end.at).execute(connection).await?;
    }
    Ok(())
}

/// A player's rating in a scope.
struct ScopedRating {
    scope: Scope,
    player: PlayerId,
    rating: Rating,
}

from_columns!(ScopedRating { scope: "scope_id", player: "player_id", rating: .. });

/// The ratings of two players in a server, if one is given, and globally.
async fn ratings(
    connection: &mut Connection<'_>,
    guild: Option<GuildId>,
    [one, other]: [PlayerId; 2],
) -> StoreResult<HashMap<(Scope, PlayerId), Rating>> {
    const RATINGS: &str = "\
        SELECT scope_id, player_id, value, deviation, volatility, rated_at FROM rating \
        WHERE scope_id IN ($1, $2) AND player_id IN ($3, $4)";
    let here = guild.map_or(Scope::Global, Scope::Guild);
    let ratings = query(RATINGS).bind(here).bind(Scope::Global).bind(one).bind(other);
    let ratings: Vec<ScopedRating> = ratings.fetch_all(connection).await?;
    Ok(ratings.into_iter().map(|it| ((it.scope, it.player), it.rating)).collect())
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
async fn save_ratings(
    connection: &mut Connection<'_>,
    changes: &[ScopedRatingChange],
    result_number: i64,
    ended_at: Timestamp,
) -> StoreResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
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

from_columns!(Rating { value, deviation, volatility, last_rated_at: "rated_at" });

impl Store {
    /// A player's rating after their last rated game, if any.
    pub async fn rating(&self, scope: Scope, player: PlayerId) -> StoreResult<Option<Rating>> {
        const RATING: &str = "\
            SELECT value, deviation, volatility, rated_at FROM rating \
            WHERE scope_id = $1 AND player_id = $2";
        self.fetch_optional(query(RATING).bind(scope).bind(player)).await
    }

    /// A player's rating after each rated game, oldest first.
    pub async fn rating_points(
        &self,
        scope: Scope,
        player: PlayerId,
    ) -> StoreResult<Vec<RatingPoint>> {
        const RATING_POINTS: &str = "\
            SELECT value, deviation, rated_at FROM rating_change \
            WHERE scope_id = $1 AND player_id = $2 ORDER BY result_number";
        self.fetch_all(query(RATING_POINTS).bind(scope).bind(player)).await
    }
}

from_columns!(RatingPoint { at: "rated_at", value, deviation });

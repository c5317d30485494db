//! What the result of a game changes: streaks, leaderboards and ratings.
//!
//! A result has a greater number than all earlier ones of both players. So games of other people
//! end at the same time, and still everything can be computed again: each player's results have an
//! order.

use std::collections::{HashMap, hash_map::Entry};

use clock::Timestamp;
use connect4::Seat;
use serde_json::Value;

use crate::{
    game::{
        Counts, Game, GameEnd, Period, Player, PlayerId, PlayerResult, Players, Rated, Record,
        Scope, SeasonId,
    },
    rating::{self, Rating, RatingPoint, RatingUpdate},
    store::{
        Connection, Query, SqlValue, Store, StoreResult, from_columns, kept_limits, query,
        standing_messages,
    },
};

/// Counts a game that has just ended with this number, in this season of its server. The
/// transaction holds the locks of its players.
pub(in crate::store) async fn count(
    connection: &mut Connection<'_>,
    game: &Game,
    end: GameEnd,
    result_number: i64,
    season: Option<SeasonId>,
) -> StoreResult<()> {
    /// Adds a win to the winner's streak (`$1`, NULL after a draw), and ends that of the other
    /// player. Returns whether each has chosen to be listed, is hidden in the server
    /// `$4`, and the number of the last result before their record there was reset.
    const COUNT_STREAKS: &str = "\
        UPDATE player \
        SET winning_streak = CASE WHEN player_id = $1 THEN winning_streak + 1 ELSE 0 END \
        WHERE player_id IN ($2, $3) RETURNING player_id, listed, \
        CAST(CASE WHEN EXISTS (SELECT 1 FROM hidden_player WHERE hidden_player.guild_id = $4 \
        AND hidden_player.player_id = player.player_id) THEN 1 ELSE 0 END AS BIGINT), \
        coalesce((SELECT reset_record.result_number FROM reset_record \
        WHERE reset_record.guild_id = $4 AND reset_record.player_id = player.player_id), 0)";
    let Players::People(players) = &game.players else { return Ok(()) };
    if end.counts == Counts::TooShort {
        return Ok(());
    }
    let changes = if game.config.rated == Rated::Yes {
        rate(connection, game, players, end).await?
    } else {
        Vec::new()
    };
    let pair = players.each_ref().map(|player| player.id);
    let guild = game.config.location.guild;
    let streaks = query(COUNT_STREAKS).bind(game.winning_person()).bind(pair[0]).bind(pair[1]);
    let standing: Vec<(PlayerId, bool, bool, i64)> =
        streaks.bind(guild).fetch_all(connection).await?;
    let standing: HashMap<_, _> = standing
        .into_iter()
        .map(|(id, listed, hidden, reset)| (id, (listed, hidden, reset)))
        .collect();
    let end = GameEnd { counts: apply_win_limit(connection, game, pair, end).await?, ..end };
    let season = guild.zip(season).map(|(guild, season)| Scope::Season(guild, season));
    add_to_leaderboards(connection, game, end, season, &standing, &changes).await?;
    if !changes.is_empty() {
        save_ratings(connection, &changes, result_number, end.at).await?;
    }
    if let Some(guild) = game.config.location.guild {
        standing_messages::leaderboard_changed(guild, end.at).execute(connection).await?;
    }
    Ok(())
}

/// Counts a win towards the limit of its day. Stores and returns whether the result counts.
async fn apply_win_limit(
    connection: &mut Connection<'_>,
    game: &Game,
    [one, other]: [PlayerId; 2],
    GameEnd { counts, at, .. }: GameEnd,
) -> StoreResult<Counts> {
    const LIMIT_WIN: &str = "UPDATE game SET counts = $2 WHERE game_id = $1";
    let Some(winner) = game.winning_person() else { return Ok(counts) };
    let loser = if winner == one { other } else { one };
    let wins_today = kept_limits::count_win(connection, winner, loser, at).await?;
    let limited = counts.with_win_limit(wins_today);
    if limited != counts {
        query(LIMIT_WIN).bind(game.id).bind(limited).execute(connection).await?;
    }
    Ok(limited)
}

/// A result that comes last is read from an index.
macro_rules! last_counted {
    ($first:literal, $second:literal) => {
        concat!(
            "SELECT max(ended_at) AS ended_at FROM game WHERE first_player_id = ",
            $first,
            " AND second_player_id = ",
            $second,
            " AND counts = 'yes' AND result_number IS NOT NULL AND game_id <> $4 ",
            "AND ($3 = 0 OR guild_id = $3 OR season_id = -1 - $3) AND result_number > $5"
        )
    };
}

/// When the last result before this game's (`$4`) of two people that counts came about: of all,
/// or of those in the scope `$3`, after the one with the number `$5`.
const LAST_COUNTED: &str = concat!(
    "SELECT max(ended_at) FROM (",
    last_counted!("$1", "$2"),
    " UNION ALL ",
    last_counted!("$2", "$1"),
    ") AS last"
);

/// Adds results to leaderboard entries. The parameter `$1` is a JSON array of arrays, each of
/// a scope, a period, its number, a player, wins, losses, draws, new opponents, the rating, whether
/// that is provisional, and when the game was rated; `$2` is 1 if the game was rated. A result of an earlier period
/// than the entry's is not counted.
macro_rules! count_results {
    ($rows:literal) => {
        concat!(
            "INSERT INTO leaderboard_entry (scope_id, period, period_number, player_id, wins, ",
            "losses, draws, opponents, rating, provisional, last_rated_at) SELECT ",
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
            "opponents = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.opponents ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "AND leaderboard_entry.opponents < 3 ",
            "THEN leaderboard_entry.opponents + excluded.opponents ",
            "ELSE leaderboard_entry.opponents END, ",
            "rating = CASE WHEN $2 = 1 THEN excluded.rating ",
            "WHEN excluded.period_number <= leaderboard_entry.period_number ",
            "THEN leaderboard_entry.rating END, ",
            "provisional = CASE WHEN $2 = 1 THEN excluded.provisional ",
            "WHEN excluded.period_number <= leaderboard_entry.period_number ",
            "THEN leaderboard_entry.provisional ELSE 0 END, ",
            "last_rated_at = CASE WHEN $2 = 1 THEN excluded.last_rated_at ",
            "ELSE leaderboard_entry.last_rated_at END, ",
            "period_number = CASE ",
            "WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.period_number ELSE leaderboard_entry.period_number END"
        )
    };
}

const COUNT_IN_SQLITE: &str = count_results!(
    "value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
     value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10 FROM json_each($1) WHERE true"
);

const COUNT_IN_POSTGRES: &str = count_results!(
    "CAST(value ->> 0 AS BIGINT), value ->> 1, CAST(value ->> 2 AS BIGINT), \
     CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT), CAST(value ->> 5 AS BIGINT), \
     CAST(value ->> 6 AS BIGINT), CAST(value ->> 7 AS BIGINT), CAST(value ->> 8 AS BIGINT), \
     CAST(value ->> 9 AS BIGINT), CAST(value ->> 10 AS BIGINT) \
     FROM json_array_elements(CAST($1 AS json)) AS result (value)"
);

/// Adds a result to both players' leaderboard entries in all scopes and periods, and in the season,
/// if it counts there, and sets their new ratings.
async fn add_to_leaderboards(
    connection: &mut Connection<'_>,
    game: &Game,
    GameEnd { at: ended_at, counts, .. }: GameEnd,
    season: Option<Scope>,
    standing: &HashMap<PlayerId, (bool, bool, i64)>,
    changes: &[ScopedRatingChange],
) -> StoreResult<()> {
    let counts = counts == Counts::Yes;
    if !counts && changes.is_empty() {
        return Ok(());
    }
    let pair = game.players.people().iter().map(|it| it.id);
    let mut last_counted = HashMap::new();
    let mut entries = Vec::new();
    for (seat, player) in Seat::BOTH.into_iter().zip(game.players.people()) {
        let Some(outcome) = PlayerResult::of(game, seat) else { continue };
        let (is_listed, is_hidden, reset) = standing.get(&player.id).copied().unwrap_or_default();
        let mut record = Record::default();
        if counts {
            record.add(outcome);
        }
        for scope in scopes(game).chain(is_listed.then_some(Scope::Listed)).chain(season) {
            if is_hidden && scope.guild().is_some() {
                continue;
            }
            let rating = new_rating(changes, scope, player.id);
            let rating = rating.map(|it| (it.rounded(), it.is_provisional(), it.last_rated_at));
            let key = (scope.of_games(), if scope.guild().is_some() { reset } else { 0 });
            if let Entry::Vacant(unknown) = last_counted.entry(key) {
                let last = pair.clone().fold(query(LAST_COUNTED), Query::bind).bind(key.0);
                let last = last.bind(game.id).bind(key.1);
                unknown.insert(last.fetch_one::<Option<Timestamp>>(connection).await?);
            }
            let last = last_counted.get(&key).copied().flatten();
            let all_time = [Period::AllTime];
            let periods = if Some(scope) == season { &all_time } else { &Period::ALL[..] };
            entries.extend(periods.iter().map(|&period| {
                let number = period.number_at(ended_at);
                let is_new = last.is_none_or(|last| period.number_at(last) < number);
                let opponents = u8::from(counts && is_new);
                EntryRow { scope, period, number, player: player.id, record, opponents, rating }
            }));
        }
    }
    add_entries(connection, entries, !changes.is_empty()).await
}

/// What is added to a leaderboard entry.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct EntryRow {
    pub(in crate::store) scope: Scope,
    pub(in crate::store) period: Period,
    /// The number of the month or week.
    pub(in crate::store) number: i64,
    pub(in crate::store) player: PlayerId,
    pub(in crate::store) record: Record,
    /// How many new ones.
    pub(in crate::store) opponents: u8,
    /// The rating for display, whether it is provisional, and when the rated game ended.
    pub(in crate::store) rating: Option<(u16, bool, Timestamp)>,
}

/// Adds results to leaderboard entries, with the ratings if the game was rated.
pub(in crate::store) async fn add_entries(
    connection: &mut Connection<'_>,
    entries: impl IntoIterator<Item = EntryRow>,
    is_rated: bool,
) -> StoreResult<()> {
    let rows = entries.into_iter().map(|entry| {
        let leaves = entry.period == Period::AllTime && !matches!(entry.scope, Scope::Season(..));
        let values: [SqlValue; 11] = [
            entry.scope.into(),
            entry.period.into(),
            entry.number.into(),
            entry.player.into(),
            entry.record.wins.into(),
            entry.record.losses.into(),
            entry.record.draws.into(),
            entry.opponents.into(),
            entry.rating.map(|(rating, ..)| rating).into(),
            entry.rating.is_some_and(|(_, is_provisional, _)| is_provisional).into(),
            entry.rating.filter(|_| leaves).map(|(.., rated_at)| rated_at).into(),
        ];
        values.map(Value::from).into_iter().collect::<Value>()
    });
    let rows = rows.collect::<Value>().to_string();
    let count = query(connection.choose(COUNT_IN_SQLITE, COUNT_IN_POSTGRES)).bind(rows);
    count.bind(is_rated).execute(connection).await.map(drop)
}

/// A player's new rating, if the game was rated.
fn new_rating(changes: &[ScopedRatingChange], scope: Scope, player: PlayerId) -> Option<Rating> {
    let rated_in = scope.guild().map_or(Scope::Global, Scope::Guild);
    Some(changes.iter().find(|it| (it.scope, it.player) == (rated_in, player))?.update.after)
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

/// How a game changes a player's rating in a scope.
struct ScopedRatingChange {
    scope: Scope,
    player: PlayerId,
    update: RatingUpdate,
}

/// A player's rating in a scope.
struct ScopedRating {
    scope: Scope,
    player: PlayerId,
    rating: Rating,
}

from_columns!(ScopedRating { scope: "scope_id", player: "player_id", rating: .. });

/// The ratings of both players of a game, in both scopes.
const RATINGS: &str = "\
    SELECT scope_id, player_id, value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id IN ($1, $2) AND player_id IN ($3, $4)";

/// The scopes that a game counts in, the narrowest first.
fn scopes(game: &Game) -> impl Iterator<Item = Scope> {
    game.config.location.guild.map(Scope::Guild).into_iter().chain([Scope::Global])
}

/// Computes both players' ratings in all scopes.
async fn rate(
    connection: &mut Connection<'_>,
    game: &Game,
    players: &[Player; 2],
    GameEnd { result, at: ended_at, .. }: GameEnd,
) -> StoreResult<Vec<ScopedRatingChange>> {
    let ids = players.each_ref().map(|player| player.id);
    let local = scopes(game).next().unwrap_or(Scope::Global);
    let ratings = query(RATINGS).bind(local).bind(Scope::Global).bind(ids[0]).bind(ids[1]);
    let rated: Vec<ScopedRating> = ratings.fetch_all(connection).await?;
    let before_in = |scope, player| {
        rated.iter().find(|it| (it.scope, it.player) == (scope, player)).map(|it| it.rating)
    };
    let mut changes = Vec::new();
    for scope in scopes(game) {
        let before = ids.map(|player| before_in(scope, player));
        let players = ids.into_iter().zip(rating::rate(before, result.winner(), ended_at));
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
async fn save_ratings(
    connection: &mut Connection<'_>,
    changes: &[ScopedRatingChange],
    result_number: i64,
    ended_at: Timestamp,
) -> StoreResult<()> {
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

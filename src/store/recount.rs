//! Counts the results of one player in a server anew.

use std::collections::{HashMap, HashSet};

use clock::Timestamp;
use connect4::Seat;

use crate::{
    game::{
        Counts, GameResult, GuildId, OPPONENTS_FOR_MEDAL, Period, PlayerId, PlayerResult, Record,
        Scope, SeasonId,
    },
    rating,
    store::{
        Connection, StoreResult, from_columns, query,
        results::{self, EntryRow},
    },
};

/// A result of a player against a person, with their rating after it, if it was rated.
struct CountedGame {
    opponent: PlayerId,
    counts: Counts,
    result: Option<GameResult>,
    seat: Seat,
    ended_at: Timestamp,
    season: Option<SeasonId>,
    rating: Option<f64>,
    deviation: Option<f64>,
}

from_columns!(CountedGame {
    opponent: "opponent_id",
    counts,
    result: ..,
    seat,
    ended_at,
    season: "season_id",
    rating: "value",
    deviation
});

/// Computes a player's entries in a server from their games there, as
/// [`results`] counts them.
pub(in crate::store) async fn add_entries(
    connection: &mut Connection<'_>,
    guild: GuildId,
    player: PlayerId,
) -> StoreResult<()> {
    const COUNTED_GAMES: &str = "\
        SELECT counted.result_number AS result_number, seat, opponent_id, counts, result, \
        result_seat, ended_at, season_id, value, deviation FROM (\
        SELECT result_number, CAST(0 AS BIGINT) AS seat, second_player_id AS opponent_id, counts, \
        result, result_seat, ended_at, season_id FROM game \
        WHERE first_player_id = $1 AND result_number IS NOT NULL AND guild_id = $2 \
        AND level IS NULL UNION ALL \
        SELECT result_number, CAST(1 AS BIGINT) AS seat, first_player_id AS opponent_id, counts, \
        result, result_seat, ended_at, season_id FROM game \
        WHERE second_player_id = $1 AND result_number IS NOT NULL AND guild_id = $2 \
        AND level IS NULL) AS counted LEFT JOIN rating_change \
        ON scope_id = $2 AND rating_change.player_id = $1 \
        AND rating_change.result_number = counted.result_number \
        WHERE counted.result_number > coalesce((SELECT reset_record.result_number \
        FROM reset_record WHERE guild_id = $2 AND player_id = $1), 0) \
        ORDER BY counted.result_number";
    let games: Vec<CountedGame> =
        query(COUNTED_GAMES).bind(player).bind(guild).fetch_all(connection).await?;
    let mut entries: HashMap<(Scope, Period), (EntryRow, HashSet<PlayerId>)> = HashMap::new();
    for game in games {
        let result = game.result.and_then(|it| PlayerResult::of_result(it, game.seat));
        let Some(result) = result else { continue };
        let rating = game.rating.zip(game.deviation);
        let counts = game.counts == Counts::Yes;
        if !counts && rating.is_none() {
            continue;
        }
        let season = game.season.map(|it| (Scope::Season(guild, it), Period::AllTime));
        let boards = Period::ALL.map(|period| (Scope::Guild(guild), period)).into_iter();
        for (scope, period) in boards.chain(season) {
            let number = period.number_at(game.ended_at);
            let record = Record::default();
            let new =
                EntryRow { scope, period, number, player, record, opponents: 0, rating: None };
            let (entry, met) =
                entries.entry((scope, period)).or_insert_with(|| (new, HashSet::new()));
            if number > entry.number {
                *entry = new;
                met.clear();
            }
            // Results of an earlier period are not counted.
            if number == entry.number && counts {
                entry.record.add(result);
                met.insert(game.opponent);
                entry.opponents = OPPONENTS_FOR_MEDAL.min(met.len().try_into().unwrap_or(u8::MAX));
            }
            if let Some((value, deviation)) = rating {
                let is_provisional = rating::is_provisional(deviation);
                entry.rating = Some((rating::rounded(value), is_provisional, game.ended_at));
            }
        }
    }
    results::add_entries(connection, entries.into_values().map(|(entry, _)| entry), false).await
}

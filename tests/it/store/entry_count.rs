//! A count of the records on leaderboards, which shares nothing with the bot's own.

use std::collections::{BTreeMap, BTreeSet};

use clock::Timestamp;
use serde_json::Value;

/// Wins, losses and draws.
type Record = [u64; 3];

/// The scope, period, player and number of the month or week.
type Key = (i64, &'static str, i64, i64);

/// The entries of leaderboards in an export agree with its games, but for those of seasons that have
/// ended. Returns how many agree.
pub(super) fn assert_counted(export: &str) -> usize {
    let rows: Vec<Value> = export.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let of = |table: &str| {
        let rows = rows.iter().filter(move |it| it["table"] == table).map(|it| &it["row"]);
        rows.collect::<Vec<_>>()
    };
    let running = of("season").into_iter().filter(|it| it["ended_at"].is_null());
    let running: BTreeSet<i64> = running.map(|it| integer(it, "season_id")).collect();
    let listed = of("player").into_iter().filter(|it| integer(it, "listed") == 1);
    let listed: BTreeSet<i64> = listed.map(|it| integer(it, "player_id")).collect();
    let mut resets = BTreeMap::new();
    for reset in of("reset_record") {
        let key = (integer(reset, "guild_id"), integer(reset, "player_id"));
        resets.insert(key, integer(reset, "result_number"));
    }
    let mut counted: BTreeMap<Key, Record> = BTreeMap::new();
    for game in of("game").into_iter().filter(|it| counts(it)) {
        let at = Timestamp::from_milliseconds(integer(game, "ended_at"));
        let guild = game["guild_id"].as_i64();
        let season = game["season_id"].as_i64().filter(|it| running.contains(it));
        for (seat, column) in [(0, "first_player_id"), (1, "second_player_id")] {
            let player = integer(game, column);
            let reset = guild.and_then(|guild| resets.get(&(guild, player))).copied();
            let is_reset = integer(game, "result_number") <= reset.unwrap_or(0);
            let mut scopes = vec![0];
            scopes.extend(listed.contains(&player).then_some(-1));
            scopes.extend(guild.filter(|_| !is_reset));
            let season = season.filter(|_| !is_reset).map(|season| (-1 - season, "all time", 0));
            let of_periods = scopes.into_iter().flat_map(|scope| {
                let periods = [("all time", 0), ("month", at.month()), ("week", at.week())];
                periods.map(|(period, number)| (scope, period, number))
            });
            for (scope, period, number) in of_periods.chain(season) {
                let record = counted.entry((scope, period, player, number)).or_default();
                record[outcome(game, seat)] += 1;
            }
        }
    }
    // Who has deleted their data is on no board that changes.
    counted.retain(|(_, _, player, _), _| *player > 0);
    let mut agreeing = 0;
    for entry in of("leaderboard_entry") {
        let scope = integer(entry, "scope_id");
        if scope < -1 && !running.contains(&(-1 - scope)) {
            continue;
        }
        let period = ["all time", "month", "week"].into_iter().find(|it| entry["period"] == *it);
        let (period, player) = (period.unwrap(), integer(entry, "player_id"));
        let number = integer(entry, "period_number");
        let key = (scope, period, player, number);
        let stored = ["wins", "losses", "draws"].map(|name| entry[name].as_u64().unwrap());
        assert_eq!(stored, counted.remove(&key).unwrap_or_default(), "{key:?}");
        // Those of earlier months and weeks are over.
        counted.retain(|other, _| {
            (other.0, other.1, other.2) != (scope, period, player) || other.3 > number
        });
        agreeing += 1;
    }
    assert_eq!(counted, BTreeMap::new(), "these have no entry");
    agreeing
}

/// Whether a game between two people counts.
fn counts(game: &Value) -> bool {
    !game["result_number"].is_null()
        && game["counts"] == "yes"
        && !game["first_player_id"].is_null()
        && !game["second_player_id"].is_null()
}

/// 0: that seat won; 1: it lost; 2: a draw.
fn outcome(game: &Value, seat: i64) -> usize {
    match game["result"].as_str().unwrap() {
        "drawn" | "draw by agreement" => 2,
        // The seat of the winner.
        "won" | "claimed" => usize::from(integer(game, "result_seat") != seat),
        // That of the loser.
        "resigned" | "timed out" => usize::from(integer(game, "result_seat") == seat),
        other => panic!("{other}"),
    }
}

fn integer(row: &Value, name: &str) -> i64 {
    row[name].as_i64().unwrap_or_else(|| panic!("{name}: {row}"))
}

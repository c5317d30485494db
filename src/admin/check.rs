use std::{collections::HashMap, fmt};

use serde_json::Value;
use tokio::sync::mpsc;

use super::ledger::{Counted, Ledger, Line};
use crate::{
    play::{MOST_RATED_A_DAY, Period, Record},
    store::{
        Store, StoreError,
        dump::{Row, Table},
    },
};
use clock::Timestamp;
use connect4::{BoardState, Moves, Seat, Shape};

/// How many rows wait at most to be looked at.
const WAITING: usize = 1_000;

/// Ratings that differ by less are the same: machines round differently.
const TOLERANCE: f64 = 1e-6;

/// What a check found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many games were looked at.
    pub games: u64,
    /// How many ratings.
    pub ratings: u64,
    /// How many lines of leaderboards.
    pub standings: u64,
    /// What is stored otherwise than it ought to be.
    pub differences: Vec<Difference>,
}

/// Something that is stored otherwise than it ought to be, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Works out every game, record and rating anew from the moves, and compares
/// them with what is stored.
pub async fn check(store: &dyn Store) -> Result<Report, StoreError> {
    let (send, mut rows) = mpsc::channel::<(&Table, Row)>(WAITING);
    let mut seen = Seen::default();
    let looking = async {
        while let Some((table, row)) = rows.recv().await {
            seen.take(table.name, &row);
        }
    };
    let (read, ()) = tokio::join!(store.export(send), looking);
    read?;
    Ok(seen.report())
}

/// What was read so far.
#[derive(Default)]
struct Seen {
    report: Report,
    counted: Vec<Counted>,
    /// The seats of games that go on: by player and channel, the game.
    expected_seats: HashMap<(i64, i64), i64>,
    seats: HashMap<(i64, i64), i64>,
    /// How many rated games two have begun in a day.
    rated: HashMap<([i64; 2], i64), u32>,
    ratings: HashMap<(i64, i64), [f64; 4]>,
    changes: HashMap<(i64, i64, i64), [f64; 3]>,
    standings: HashMap<(i64, Period, i64), Line>,
}

impl Seen {
    fn take(&mut self, table: &str, row: &Row) {
        match table {
            "game" => {
                self.report.games += 1;
                if let Err(problem) = self.take_game(row) {
                    self.differ(format!("game {}: {problem}", row["game_id"]));
                }
            }
            "live_seat" => {
                let key = (integer(row, "player_id"), integer(row, "channel_id"));
                self.seats.insert(key, integer(row, "game_id"));
            }
            "rating" => {
                self.report.ratings += 1;
                let key = (integer(row, "scope_id"), integer(row, "player_id"));
                let values = ["value", "deviation", "volatility", "rated_at"];
                self.ratings.insert(key, values.map(|name| real(row, name)));
            }
            "rating_change" => {
                let key = ["scope_id", "player_id", "result_id"].map(|name| integer(row, name));
                let values = ["value_before", "value", "deviation"].map(|name| real(row, name));
                self.changes.insert((key[0], key[1], key[2]), values);
            }
            "standing" => self.take_standing(row),
            _ => {}
        }
    }

    fn take_standing(&mut self, row: &Row) {
        self.report.standings += 1;
        let name = row["period"].as_str().unwrap_or_default();
        let Some(period) = Period::named(name) else {
            return self.differ(format!("a standing of an unknown period {name:?}"));
        };
        let count = |name| u32::try_from(integer(row, name)).unwrap_or(u32::MAX);
        let line = Line {
            number: integer(row, "period_number"),
            record: Record { wins: count("wins"), losses: count("losses"), draws: count("draws") },
            rating: row["rating"].as_u64().and_then(|rating| u16::try_from(rating).ok()),
        };
        let key = (integer(row, "scope_id"), period, integer(row, "player_id"));
        self.standings.insert(key, line);
    }

    fn take_game(&mut self, row: &Row) -> Result<(), String> {
        let text = |name: &str| row[name].as_str();
        let moves: Moves = text("moves").unwrap_or("?").parse().map_err(|it| format!("{it}"))?;
        let side = |name| u8::try_from(integer(row, name)).unwrap_or(u8::MAX);
        let shape = Shape::new(side("board_columns"), side("board_rows"), side("connect"));
        let shape = shape.map_err(|error| error.to_string())?;
        let board = moves.replay(shape).map_err(|error| error.to_string())?;
        let seat = match row["ending_seat"].as_i64() {
            Some(0) => Some(Seat::First),
            Some(1) => Some(Seat::Second),
            _ => None,
        };
        let ending = text("ending");
        let fits = match board.state() {
            BoardState::Won(winner) => ending == Some("won") && seat == Some(winner),
            BoardState::Drawn => ending == Some("drawn"),
            BoardState::InProgress => !matches!(ending, Some("won" | "drawn")),
        };
        if !fits {
            return Err(format!("its moves do not end as stored, {ending:?}"));
        }
        let players = [row["first_player_id"].as_i64(), row["second_player_id"].as_i64()];
        let is_result = ending.is_some_and(|it| !matches!(it, "called off" | "stopped"));
        if is_result != row["result_id"].is_i64() {
            return Err("its result is not numbered as it should".to_owned());
        }
        if ending.is_none() {
            let channel = integer(row, "channel_id");
            for player in players.into_iter().flatten() {
                self.expected_seats.insert((player, channel), integer(row, "game_id"));
            }
        }
        let [Some(one), Some(other)] = players else { return Ok(()) };
        let is_rated = text("rated") == Some("yes");
        if is_rated && (ending.is_none() || is_result) {
            self.count_rated([one.min(other), one.max(other)], row)?;
        }
        if is_result {
            let winner = match ending {
                Some("won") => seat,
                Some("resigned" | "timed out") => seat.map(Seat::other),
                _ => None,
            };
            self.counted.push(Counted {
                result: integer(row, "result_id"),
                guild: row["guild_id"].as_i64(),
                players: [one, other],
                winner,
                is_rated,
                ended_at: Timestamp::from_milliseconds(integer(row, "ended_at")),
            });
        }
        Ok(())
    }

    fn count_rated(&mut self, pair: [i64; 2], row: &Row) -> Result<(), String> {
        let started = Timestamp::from_milliseconds(integer(row, "started_at"));
        let count = self.rated.entry((pair, started.midnight().milliseconds())).or_default();
        *count += 1;
        if *count > MOST_RATED_A_DAY {
            return Err("it is rated, but the two had begun enough rated ones that day".to_owned());
        }
        Ok(())
    }

    fn differ(&mut self, what: String) {
        self.report.differences.push(Difference(what));
    }

    fn report(mut self) -> Report {
        let ledger = Ledger::of(std::mem::take(&mut self.counted));
        let mut found = Vec::new();
        compare("the seat of player and channel", &self.expected_seats, &self.seats, &mut found);
        compare("the standing of", &ledger.standings, &self.standings, &mut found);
        let ratings = ledger.ratings.into_iter().map(|(key, it)| {
            #[expect(clippy::cast_precision_loss, reason = "times are far below 2^52")]
            let rated_at = it.rated_at.milliseconds() as f64;
            (key, [it.value, it.deviation, it.volatility, rated_at].map(Near))
        });
        let stored = self.ratings.iter().map(|(key, it)| (*key, it.map(Near)));
        compare("the rating of", &ratings.collect(), &stored.collect(), &mut found);
        let changes = ledger
            .changes
            .into_iter()
            .map(|(key, it)| (key, [it.before, it.after.value, it.after.deviation].map(Near)));
        let stored = self.changes.iter().map(|(key, it)| (*key, it.map(Near)));
        compare("the rating's change of", &changes.collect(), &stored.collect(), &mut found);
        found.sort_unstable();
        for what in found {
            self.differ(what);
        }
        self.report
    }
}

/// A number that may differ a little.
#[derive(Clone, Copy, Debug)]
struct Near(f64);

impl PartialEq for Near {
    fn eq(&self, other: &Self) -> bool {
        (self.0 - other.0).abs() <= TOLERANCE * self.0.abs().max(1.0)
    }
}

fn compare<Key, Value>(
    what: &str,
    expected: &HashMap<Key, Value>,
    stored: &HashMap<Key, Value>,
    found: &mut Vec<String>,
) where
    Key: std::hash::Hash + Eq + fmt::Debug,
    Value: PartialEq + fmt::Debug,
{
    for (key, value) in expected {
        match stored.get(key) {
            Some(there) if there == value => {}
            Some(there) => {
                found.push(format!("{what} {key:?} is {there:?}, and should be {value:?}"));
            }
            None => found.push(format!("{what} {key:?} is missing, and should be {value:?}")),
        }
    }
    for (key, there) in stored.iter().filter(|(key, _)| !expected.contains_key(key)) {
        found.push(format!("{what} {key:?} is {there:?}, and should not be there"));
    }
}

fn integer(row: &Row, name: &str) -> i64 {
    row.get(name).and_then(Value::as_i64).unwrap_or_default()
}

fn real(row: &Row, name: &str) -> f64 {
    row.get(name).and_then(Value::as_f64).unwrap_or_default()
}

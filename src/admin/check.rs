use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use clock::Timestamp;
use connect4::{BoardState, Moves, Seat, Shape};
use serde_json::Value;
use tokio::sync::mpsc;

use super::{
    expected::{CountedGame, EntryValues, ExpectedValues},
    puzzles::PuzzleAttempts,
    reviews::ReviewChecker,
    training::TrainingCheck,
};
use crate::{
    game::{MAX_BLOCKS, MAX_RATED_PER_DAY, Period, Record},
    store::{
        ExportSource, StoreError,
        export_schema::{ExportRow, ExportTable},
    },
};

/// Rows buffered between reading and checking.
const ROW_BUFFER: usize = 1_000;

/// Ratings that differ by less are equal: floating-point results vary between machines.
const TOLERANCE: f64 = 1e-6;

/// The result of a check.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The number of checked games.
    pub games: u64,
    /// The number of checked ratings.
    pub ratings: u64,
    /// The number of checked leaderboard entries.
    pub leaderboard_entries: u64,
    pub differences: Vec<Difference>,
}

/// A description of stored data that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Recomputes all games from their moves, and all leaderboards and ratings from the games,
/// and compares them with the stored data. Checks that each review fits its game.
pub async fn check(source: &dyn ExportSource) -> Result<CheckReport, StoreError> {
    let (send, mut rows) = mpsc::channel::<(&ExportTable, ExportRow)>(ROW_BUFFER);
    let mut checker = Checker::default();
    let checking = async {
        while let Some((table, row)) = rows.recv().await {
            checker.add_row(table.name, &row);
        }
    };
    let (read, ()) = tokio::join!(source.export(None, send), checking);
    read?;
    Ok(checker.into_report())
}

/// Collects stored rows, and what they should be.
#[derive(Default)]
struct Checker {
    report: CheckReport,
    results: Vec<CountedGame>,
    /// The numbers of each player's results.
    result_numbers: HashSet<(i64, i64)>,
    /// The number of rated games by pair of players and day.
    rated_games: HashMap<([i64; 2], i64), u32>,
    /// The number of people whom each player has blocked.
    blocks: HashMap<i64, u32>,
    ratings: HashMap<(i64, i64), [f64; 4]>,
    changes: HashMap<(i64, i64, i64), [f64; 3]>,
    entries: HashMap<(i64, Period, i64), EntryValues>,
    streaks: HashMap<i64, i64>,
    streaks_at_end: HashMap<i64, i64>,
    puzzle_attempts: PuzzleAttempts,
    training: TrainingCheck,
    reviews: ReviewChecker,
}

impl Checker {
    fn add_row(&mut self, table: &str, row: &ExportRow) {
        if let Err(problem) = self.training.add_row(table, row) {
            self.add_difference(problem);
        }
        match table {
            "player" | "nickname" if integer(row, "player_id") < 0 && row["name"] != "" => {
                self.add_difference(format!("the deleted user {} has a name", row["player_id"]));
            }
            "block" if integer(row, "blocked_id") < 0 => {
                self.add_difference(format!("{} has blocked a deleted user", row["player_id"]));
            }
            "player" => insert_streak(&mut self.streaks, "player_id", row),
            "game" => {
                insert_streak(&mut self.streaks_at_end, "game_id", row);
                self.report.games += 1;
                if let Err(problem) = self.add_game(row) {
                    self.add_difference(format!("game {}: {problem}", row["game_id"]));
                }
            }
            "block" => *self.blocks.entry(integer(row, "player_id")).or_default() += 1,
            "rating" => {
                self.report.ratings += 1;
                let key = (integer(row, "scope_id"), integer(row, "player_id"));
                let values = ["value", "deviation", "volatility", "rated_at"];
                self.ratings.insert(key, values.map(|name| real(row, name)));
            }
            "rating_change" => {
                let key = ["scope_id", "player_id", "result_number"].map(|name| integer(row, name));
                let values = ["value_before", "value", "deviation"].map(|name| real(row, name));
                self.changes.insert((key[0], key[1], key[2]), values);
            }
            "leaderboard_entry" => self.add_entry(row),
            "puzzle_attempt" => {
                let checked = self.puzzle_attempts.add(row);
                self.add_puzzle_difference(row, checked);
            }
            "puzzle_solver" => {
                let checked = self.puzzle_attempts.check_solver(row);
                self.add_puzzle_difference(row, checked);
            }
            "review" => {
                let scores = row["scores"].as_str().unwrap_or("?");
                if let Err(problem) = self.reviews.check(integer(row, "game_id"), scores) {
                    let id = &row["game_id"];
                    self.add_difference(format!("the review of game {id}: {problem}"));
                }
            }
            _ => {}
        }
    }

    fn add_entry(&mut self, row: &ExportRow) {
        self.report.leaderboard_entries += 1;
        let name = row["period"].as_str().unwrap_or_default();
        let Ok(period) = name.parse::<Period>() else {
            return self
                .add_difference(format!("a leaderboard entry of an unknown period {name:?}"));
        };
        let count = |name| u32::try_from(integer(row, name)).unwrap_or(u32::MAX);
        let entry = EntryValues {
            period_number: integer(row, "period_number"),
            record: Record { wins: count("wins"), losses: count("losses"), draws: count("draws") },
            rating: row["rating"].as_u64().and_then(|rating| u16::try_from(rating).ok()),
        };
        let key = (integer(row, "scope_id"), period, integer(row, "player_id"));
        self.entries.insert(key, entry);
    }

    fn add_game(&mut self, row: &ExportRow) -> Result<(), String> {
        let text = |name: &str| row[name].as_str();
        let moves: Moves = text("moves").unwrap_or("?").parse().map_err(|it| format!("{it}"))?;
        let side = |name| u8::try_from(integer(row, name)).unwrap_or(u8::MAX);
        let shape = Shape::new(side("board_columns"), side("board_rows"), side("connect"));
        let shape = shape.map_err(|error| error.to_string())?;
        let board = moves.replay(shape).map_err(|error| error.to_string())?;
        let seat = match row["result_seat"].as_i64() {
            Some(0) => Some(Seat::First),
            Some(1) => Some(Seat::Second),
            _ => None,
        };
        let result = text("result");
        let is_consistent = match board.state() {
            BoardState::Won(winner) => result == Some("won") && seat == Some(winner),
            BoardState::Drawn => result == Some("drawn"),
            BoardState::InProgress => !matches!(result, Some("won" | "drawn")),
        };
        if !is_consistent {
            return Err(format!("its moves do not end as stored, {result:?}"));
        }
        let players = [row["first_player_id"].as_i64(), row["second_player_id"].as_i64()];
        let is_called_off = matches!(result, Some("called off" | "interrupted"));
        if result.is_some_and(|it| it != "called off") && moves.columns().len() < 2 {
            return Err("it ended before both had moved, but was not called off".to_owned());
        }
        if result.is_some() {
            self.reviews.add_finished(integer(row, "game_id"), shape, moves);
        }
        let is_timed = text("time_control") != Some("none");
        if result == Some("claimed") && (is_timed || players.contains(&None)) {
            return Err("its win was claimed, which its rules do not allow".to_owned());
        }
        let counts = !is_called_off && result.is_some_and(|it| it != "ended by moderator");
        if counts != row["result_number"].is_i64() {
            return Err("its result is not numbered as it should be".to_owned());
        }
        if let Some(number) = row["result_number"].as_i64() {
            for player in players.into_iter().flatten() {
                if !self.result_numbers.insert((player, number)) {
                    return Err(format!("its result has the number of another one of {player}"));
                }
            }
        }
        let [Some(one), Some(other)] = players else { return Ok(()) };
        let is_rated = text("rated") == Some("yes");
        if is_rated && !is_timed {
            return Err("it is rated, but has no time limit".to_owned());
        }
        if is_rated && result != Some("called off") {
            self.add_rated_game([one.min(other), one.max(other)], row)?;
        }
        if counts {
            let winner = match result {
                Some("won" | "claimed") => seat,
                Some("resigned" | "timed out") => seat.map(Seat::other),
                _ => None,
            };
            self.results.push(CountedGame {
                id: integer(row, "game_id"),
                result_number: integer(row, "result_number"),
                guild: row["guild_id"].as_i64(),
                players: [one, other],
                winner,
                is_rated,
                ended_at: Timestamp::from_milliseconds(integer(row, "ended_at")),
            });
        }
        Ok(())
    }

    fn add_rated_game(&mut self, pair: [i64; 2], row: &ExportRow) -> Result<(), String> {
        let started = Timestamp::from_milliseconds(integer(row, "started_at"));
        let count = self.rated_games.entry((pair, started.midnight().milliseconds())).or_default();
        *count += 1;
        if *count > MAX_RATED_PER_DAY {
            return Err(
                "it is rated, but the two had started enough rated ones that day".to_owned()
            );
        }
        Ok(())
    }

    fn add_difference(&mut self, description: String) {
        self.report.differences.push(Difference(description));
    }

    fn add_puzzle_difference(&mut self, row: &ExportRow, checked: Result<(), String>) {
        if let Err(problem) = checked {
            let (puzzle, player) = (&row["puzzle"], &row["player_id"]);
            self.add_difference(format!("puzzle {puzzle} of player {player}: {problem}"));
        }
    }

    fn into_report(mut self) -> CheckReport {
        let expected = ExpectedValues::from_games(std::mem::take(&mut self.results));
        let mut differences = Vec::new();
        for (player, blocks) in self.blocks.iter().filter(|(_, blocks)| **blocks > MAX_BLOCKS) {
            differences.push(format!("player {player} has blocked too many: {blocks}"));
        }
        compare("the leaderboard entry of", &expected.entries, &self.entries, &mut differences);
        let ratings = expected.ratings.into_iter().map(|(key, it)| {
            #[expect(clippy::cast_precision_loss, reason = "times are far below 2^52")]
            let rated_at = it.last_rated_at.milliseconds() as f64;
            (key, [it.value, it.deviation, it.volatility, rated_at].map(ApproxEq))
        });
        let stored = self.ratings.iter().map(|(key, it)| (*key, it.map(ApproxEq)));
        compare("the rating of", &ratings.collect(), &stored.collect(), &mut differences);
        let changes = expected
            .changes
            .into_iter()
            .map(|(key, it)| (key, [it.before, it.after.value, it.after.deviation].map(ApproxEq)));
        let stored = self.changes.iter().map(|(key, it)| (*key, it.map(ApproxEq)));
        compare("the rating change of", &changes.collect(), &stored.collect(), &mut differences);
        compare("the streak of", &expected.streaks, &self.streaks, &mut differences);
        let streaks = (&expected.streaks_at_end, &self.streaks_at_end);
        compare("the streak at the end of game", streaks.0, streaks.1, &mut differences);
        differences.extend(self.puzzle_attempts.wrong_streaks().map(|(player, puzzle)| {
            format!("puzzle {puzzle} of player {player}: its streak is not one more than before")
        }));
        differences.sort_unstable();
        for difference in differences {
            self.add_difference(difference);
        }
        self.report
    }
}

/// Compares equal within [`TOLERANCE`].
#[derive(Clone, Copy, Debug)]
struct ApproxEq(f64);

impl PartialEq for ApproxEq {
    fn eq(&self, other: &Self) -> bool {
        (self.0 - other.0).abs() <= TOLERANCE * self.0.abs().max(1.0)
    }
}

fn compare<Key, Value>(
    what: &str,
    expected: &HashMap<Key, Value>,
    stored: &HashMap<Key, Value>,
    differences: &mut Vec<String>,
) where
    Key: std::hash::Hash + Eq + fmt::Debug,
    Value: PartialEq + fmt::Debug,
{
    for (key, value) in expected {
        match stored.get(key) {
            Some(there) if there == value => {}
            Some(there) => {
                differences.push(format!("{what} {key:?} is {there:?}, and should be {value:?}"));
            }
            None => differences.push(format!("{what} {key:?} is missing, and should be {value:?}")),
        }
    }
    for (key, there) in stored.iter().filter(|(key, _)| !expected.contains_key(key)) {
        differences.push(format!("{what} {key:?} is {there:?}, and should not be there"));
    }
}

fn insert_streak(streaks: &mut HashMap<i64, i64>, id: &str, row: &ExportRow) {
    let streak = integer(row, "winning_streak");
    if streak != 0 {
        streaks.insert(integer(row, id), streak);
    }
}

pub(super) fn integer(row: &ExportRow, name: &str) -> i64 {
    row.get(name).and_then(Value::as_i64).unwrap_or_default()
}

fn real(row: &ExportRow, name: &str) -> f64 {
    row.get(name).and_then(Value::as_f64).unwrap_or_default()
}

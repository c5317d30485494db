//! Checks the stored data against what follows from the moves.

use std::collections::{HashMap, HashSet};

use clock::Timestamp;
use connect4::{GameScores, Moves, Review, Seat, Shape};
use serde_json::Value;
use tokio::sync::mpsc;

use super::expected::{CheckedGame, Results, wrong_counts};
use crate::{
    game::{
        CountedGame, Entry, EntryKey, EntryRating, GRADING, GuildId, PlayerId, PuzzleNumber,
        PuzzleProgress, PuzzleState, Record, STREAK_MEMORY, Scope, Season, SeasonId, SolvedDay,
        streak_after_solving, training_positions,
    },
    rating::Rating,
    store::{self, ExportSource, StoreResult, export_schema::ExportRow},
};

/// Rows buffered between reading and checking.
const ROW_BUFFER: usize = 1_000;

/// The result of a check.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The number of checked games.
    pub games: usize,
    /// The number of checked ratings.
    pub ratings: usize,
    /// The number of checked leaderboard entries.
    pub leaderboard_entries: usize,
    /// What is stored is not as expected in these ways.
    pub differences: Vec<String>,
}

/// Recomputes all games from their moves, and all leaderboards, ratings and streaks from the
/// games, and compares them with what is stored `now`. Checks that each review fits its game, and
/// that positions of training are mistakes.
pub async fn check(source: &dyn ExportSource, now: Timestamp) -> StoreResult<CheckReport> {
    let (send, mut rows) = mpsc::channel::<(&str, ExportRow)>(ROW_BUFFER);
    let mut checker = Checker::default();
    let checking = async {
        while let Some((table, row)) = rows.recv().await {
            if let Err(problem) = checker.add_row(table, &row) {
                checker.report.differences.push(problem);
            }
        }
    };
    let (read, ()) = tokio::join!(source.export(None, send), checking);
    read?;
    Ok(checker.into_report(now))
}

/// Collects stored rows, in the order of the tables, and what they should be.
#[derive(Default)]
struct Checker {
    report: CheckReport,
    results: Vec<CheckedGame>,
    stored: Results,
    seasons: HashMap<i64, Season>,
    finished_games: HashMap<i64, FinishedGame>,
    /// By player, game and ply of each mistake, how many discs ahead the player had to look.
    mistakes: HashMap<[i64; 3], u64>,
    /// By player, the reviewed games that training has added by the present grades.
    trained: HashSet<[i64; 2]>,
    /// By player, the latest first.
    solved_puzzles: HashMap<i64, Vec<SolvedDay>>,
}

struct FinishedGame {
    shape: Shape,
    moves: Moves,
    /// The ids of people, by seat. `None` for the computer.
    players: [Option<i64>; 2],
    is_reviewed: bool,
}

impl Checker {
    /// Adds a row of any table. An error says what is wrong with it.
    fn add_row(&mut self, table: &str, row: &ExportRow) -> Result<(), String> {
        let stored = &mut self.stored;
        match table {
            "player" => {
                let [player, streak, listed] =
                    integers(row, ["player_id", "winning_streak", "listed"]);
                let player = PlayerId(player.cast_unsigned());
                stored.standings.listed.extend((listed != 0).then_some(player));
                let streak = u32::try_from(streak).unwrap_or(u32::MAX);
                stored.standings.streaks.extend((streak != 0).then_some((player, streak)));
            }
            "reset_record" => {
                let [guild, player, number] =
                    integers(row, ["guild_id", "player_id", "result_number"]);
                let key = (GuildId(guild.cast_unsigned()), PlayerId(player.cast_unsigned()));
                stored.standings.resets.insert(key, number);
            }
            "season" => {
                let [id, guild, number, started_at] =
                    integers(row, ["season_id", "guild_id", "number", "started_at"]);
                let season = Season {
                    id: SeasonId(id),
                    guild: GuildId(guild.cast_unsigned()),
                    number: u32::try_from(number).unwrap_or(0),
                    started_at: Timestamp::from_milliseconds(started_at),
                    ended_at: row["ended_at"].as_i64().map(Timestamp::from_milliseconds),
                };
                self.seasons.insert(id, season);
            }
            "game" => {
                self.report.games += 1;
                let added = self.add_game(row);
                return added.map_err(|problem| format!("game {}: {problem}", row["game_id"]));
            }
            "rating" => {
                let [value, deviation, volatility] =
                    reals(row, ["value", "deviation", "volatility"]);
                let [scope, player, at] = integers(row, ["scope_id", "player_id", "rated_at"]);
                let last_rated_at = Timestamp::from_milliseconds(at);
                let key = (rated_scope(scope), PlayerId(player.cast_unsigned()));
                let rating = Rating { value, deviation, volatility, last_rated_at };
                stored.standings.ratings.insert(key, rating);
            }
            "rating_change" => {
                let [scope, player, number] =
                    integers(row, ["scope_id", "player_id", "result_number"]);
                let key = (rated_scope(scope), PlayerId(player.cast_unsigned()), number);
                stored.changes.insert(key, reals(row, ["value_before", "value", "deviation"]));
            }
            "leaderboard_entry" => return self.add_entry(row),
            "puzzle_attempt" => {
                let (puzzle, player) = (&row["puzzle"], &row["player_id"]);
                let added = self.add_puzzle_attempt(row);
                return added
                    .map_err(|problem| format!("puzzle {puzzle} of player {player}: {problem}"));
            }
            "review" => {
                let ([game], scores) = (integers(row, ["game_id"]), row["scores"].as_str());
                let added = self.add_review(game, scores.unwrap_or("?"));
                return added.map_err(|problem| format!("the review of game {game}: {problem}"));
            }
            "training_game" => {
                let key @ [_, game] = integers(row, ["player_id", "game_id"]);
                let is_reviewed = self.finished_games.get(&game).is_some_and(|it| it.is_reviewed);
                if is_reviewed && row["grading"].as_u64() == Some(GRADING.into()) {
                    self.trained.insert(key);
                }
            }
            "training_position" => return self.check_training_position(row),
            _ => {}
        }
        Ok(())
    }

    fn add_entry(&mut self, row: &ExportRow) -> Result<(), String> {
        let period = row["period"].as_str().and_then(|name| name.parse().ok());
        let period = period.ok_or("a leaderboard entry of an unknown period")?;
        let [scope, player] = integers(row, ["scope_id", "player_id"]);
        let unknown = || format!("a leaderboard entry of the unknown scope {scope}");
        let scope = self.scope(scope).ok_or_else(unknown)?;
        let player = PlayerId(player.cast_unsigned());
        let (key, entry) = (EntryKey { scope, period, player }, entry(row));
        self.stored.standings.entries.insert(key, entry);
        let is_sorted = |(name, value): &(String, Value)| row.get(name) == Some(value);
        if store::sort_keys(entry).iter().all(is_sorted) {
            return Ok(());
        }
        Err(format!("the leaderboard entry of {key:?} is not sorted by what it holds"))
    }

    fn scope(&self, id: i64) -> Option<Scope> {
        match id {
            0.. => Some(rated_scope(id)),
            -1 => Some(Scope::Listed),
            _ => self.seasons.get(&(-1 - id)).map(|season| season.scope()),
        }
    }

    fn add_game(&mut self, row: &ExportRow) -> Result<(), String> {
        let [id, started_at, ended_at] = integers(row, ["game_id", "started_at", "ended_at"]);
        let [result_number, streak] = integers(row, ["result_number", "winning_streak"]);
        let [columns, rows, connect] = integers(row, ["board_columns", "board_rows", "connect"]);
        let streak = u32::try_from(streak).unwrap_or(u32::MAX);
        self.stored.streaks_at_end.extend((streak != 0).then_some((id, streak)));
        let text = |name: &str| row[name].as_str();
        let shape = store::shape(columns, rows, connect)?;
        let seat = match &row["result_seat"] {
            Value::Null => None,
            seat => Some(match seat.as_i64() {
                Some(0) => Seat::First,
                Some(1) => Seat::Second,
                _ => return Err(format!("invalid seat {seat}")),
            }),
        };
        let result = text("result").map(|kind| store::game_result(kind, seat)).transpose()?;
        let moves = store::parse_moves(result, text("moves").unwrap_or("?"), shape)?;
        let players = ["first_player_id", "second_player_id"].map(|name| row[name].as_i64());
        let discs = moves.columns().len();
        if result.is_some() {
            self.finished_games
                .insert(id, FinishedGame { shape, moves, players, is_reviewed: false });
        }
        let result = result.filter(|result| result.counts());
        let is_numbered = result.is_some() && !players.contains(&Some(0));
        if is_numbered == row["result_number"].is_null() {
            return Err("its result is not numbered as it should be".to_owned());
        }
        if let (Some(result), [Some(one), Some(other)]) = (result, players) {
            let season = row.get("season_id").and_then(Value::as_i64);
            let counted = CountedGame {
                players: [one, other].map(|id| PlayerId(id.cast_unsigned())),
                result,
                at: Timestamp::from_milliseconds(ended_at),
                counts: row.get("counts").and_then(Value::as_str).unwrap_or("yes").parse()?,
                is_rated: text("rated") == Some("yes"),
                guild: row["guild_id"].as_i64().map(|id| GuildId(id.cast_unsigned())),
                season: season.and_then(|id| self.seasons.get(&id).copied()),
                number: result_number,
            };
            let started_at = Timestamp::from_milliseconds(started_at);
            self.results.push(CheckedGame { id, counted, discs, started_at });
        }
        Ok(())
    }

    /// Adds an attempt, after those of the player at earlier puzzles. An error says what is wrong
    /// with it.
    fn add_puzzle_attempt(&mut self, row: &ExportRow) -> Result<(), String> {
        let [player, puzzle, started_at] = integers(row, ["player_id", "puzzle", "started_at"]);
        let number = u32::try_from(puzzle).ok().and_then(PuzzleNumber::new);
        let number = number.ok_or("there is no such puzzle")?;
        let tries: Moves =
            row["tries"].as_str().unwrap_or("?").parse().map_err(|error| format!("{error}"))?;
        let progress = PuzzleProgress::new(number.puzzle(), &tries)
            .ok_or("its tries are not of that puzzle")?;
        let solved_at = row["solved_at"].as_i64().map(Timestamp::from_milliseconds);
        if solved_at.is_some() != (progress.state() == PuzzleState::Solved) {
            return Err("whether it is solved is not as its tries say".to_owned());
        }
        let streak = row["streak"].as_u64().and_then(|it| u32::try_from(it).ok());
        let solved = self.solved_puzzles.entry(player).or_default();
        let started_at = Timestamp::from_milliseconds(started_at);
        let expected =
            solved_at.and_then(|at| streak_after_solving(number, started_at, at, solved));
        solved.splice(0..0, streak.map(|it| (number, it)));
        solved.truncate(STREAK_MEMORY.into());
        if streak != expected {
            return Err(format!("its streak is {streak:?}, and should be {expected:?}"));
        }
        Ok(())
    }

    /// Adds the scores that are stored as the review of a game. An error says what is wrong.
    fn add_review(&mut self, game: i64, scores: &str) -> Result<(), String> {
        let FinishedGame { shape, moves, players, is_reviewed } =
            self.finished_games.get_mut(&game).ok_or("the game has not ended")?;
        let scores = GameScores::parse(*shape, scores).map_err(|error| error.to_string())?;
        let review = Review::new(moves, &scores).map_err(|error| error.to_string())?;
        *is_reviewed = true;
        for (seat, player) in Seat::BOTH.into_iter().zip(players) {
            let Some(player) = *player else { continue };
            let found = training_positions(&review, seat).into_iter();
            let key = |ply| [player, game, i64::from(ply)];
            self.mistakes.extend(found.map(|it| (key(it.ply), it.moves_ahead.into())));
        }
        Ok(())
    }

    /// An error unless the player of a position has made a mistake there, if its game was added by the
    /// present grades.
    fn check_training_position(&self, row: &ExportRow) -> Result<(), String> {
        let key @ [player, game, ply] = integers(row, ["player_id", "game_id", "ply"]);
        let is_added = self.trained.contains(&[player, game]);
        let is_mistake = |it| self.mistakes.get(&key) == Some(&it);
        if !is_added || row["moves_ahead"].as_u64().is_some_and(is_mistake) {
            return Ok(());
        }
        Err(format!("{player} made no such mistake in game {game} at ply {ply}"))
    }

    fn into_report(self, now: Timestamp) -> CheckReport {
        let Self { mut report, results, mut stored, .. } = self;
        report.ratings = stored.standings.ratings.len();
        report.leaderboard_entries = stored.standings.entries.len();
        report.differences.extend(wrong_counts(&results));
        let mut expected = Results::of(results, &stored);
        expected.leave_out_untold(&mut stored, now);
        report.differences.extend(expected.differences(&stored));
        report
    }
}

fn entry(row: &ExportRow) -> Entry {
    let [period_number] = integers(row, ["period_number"]);
    let [wins, losses, draws] = integers(row, ["wins", "losses", "draws"])
        .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let number = |name| row.get(name).and_then(Value::as_i64);
    let rating = number("rating").and_then(|rating| u16::try_from(rating).ok());
    let rating = rating.map(|value| EntryRating {
        value,
        is_provisional: number("provisional") != Some(0),
        last_rated_at: number("last_rated_at").map(Timestamp::from_milliseconds),
    });
    Entry { period_number, record: Record { wins, losses, draws }, rating }
}

/// The scope of a rating, which is a server or all.
const fn rated_scope(id: i64) -> Scope {
    if id == 0 { Scope::Global } else { Scope::Guild(GuildId(id.cast_unsigned())) }
}

/// Zero for what is not an integer.
fn integers<const N: usize>(row: &ExportRow, names: [&str; N]) -> [i64; N] {
    names.map(|name| row.get(name).and_then(Value::as_i64).unwrap_or_default())
}

fn reals<const N: usize>(row: &ExportRow, names: [&str; N]) -> [f64; N] {
    names.map(|name| row.get(name).and_then(Value::as_f64).unwrap_or_default())
}

//! Checks the stored data against what follows from the moves.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, ensure};
use clock::Timestamp;
use connect4::{GameScores, Moves, Review, Seat, Shape};

use super::expected::{CheckedGame, Results, wrong_counts};
use crate::{
    game::{
        CountedGame, Entry, EntryKey, GRADING, GameResult, PlayerId, PuzzleAttempt, PuzzleNumber,
        PuzzleProgress, PuzzleState, Rated, STREAK_MEMORY, Season, SeasonId, SolvedDay,
        streak_after_solving, training_positions,
    },
    rating::Rating,
    store::{self, ExportSource, FromRow as _, Row, StoreResult, export_schema::ExportRow},
};

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
    let mut checker = Checker::default();
    let check = &mut |table: &'static str, row: ExportRow| {
        if let Err(problem) = checker.add_row(table, Row::Exported(&row)) {
            checker.report.differences.push(format!("{problem:#}"));
        }
        true
    };
    source.export(None, check).await?;
    Ok(checker.into_report(now))
}

/// Collects stored rows, in the order of the tables, and what they should be.
#[derive(Default)]
struct Checker {
    report: CheckReport,
    results: Vec<CheckedGame>,
    stored: Results,
    seasons: HashMap<SeasonId, Season>,
    finished_games: HashMap<i64, FinishedGame>,
    /// By player, game and ply of each mistake, how many discs ahead the player had to look.
    mistakes: HashMap<(PlayerId, i64, u8), u32>,
    /// By player, the reviewed games that training has added by the present grades.
    trained: HashSet<(PlayerId, i64)>,
    /// By player, the latest first.
    solved_puzzles: HashMap<PlayerId, Vec<SolvedDay>>,
}

struct FinishedGame {
    shape: Shape,
    moves: Moves,
    /// The people, by seat. `None` for the computer.
    players: [Option<PlayerId>; 2],
    is_reviewed: bool,
}

impl Checker {
    /// Adds a row of any table. An error says what is wrong with it.
    fn add_row(&mut self, table: &str, row: Row<'_>) -> anyhow::Result<()> {
        let Results { standings, changes, .. } = &mut self.stored;
        match table {
            "player" => {
                let (player, streak): (PlayerId, u32) =
                    (row.get("player_id")?, row.get("winning_streak")?);
                standings.listed.extend(row.get::<bool>("listed")?.then_some(player));
                standings.streaks.extend((streak != 0).then_some((player, streak)));
            }
            "reset_record" => {
                let key = (row.get("guild_id")?, row.get("player_id")?);
                standings.resets.insert(key, row.get("result_number")?);
            }
            "season" => {
                let season = Season::from_row(row)?;
                self.seasons.insert(season.id, season);
            }
            "game" => {
                self.report.games += 1;
                let id = row.get("game_id")?;
                self.add_game(id, row).with_context(|| format!("game {id}"))?;
            }
            "rating" => {
                let key = (row.get("scope_id")?, row.get("player_id")?);
                standings.ratings.insert(key, Rating::from_row(row)?);
            }
            "rating_change" => {
                let player = row.get("player_id")?;
                changes.insert(
                    (row.get("scope_id")?, player, row.get("result_number")?),
                    [row.get("value_before")?, row.get("value")?, row.get("deviation")?],
                );
            }
            "leaderboard_entry" => self.add_entry(row)?,
            "puzzle_attempt" => {
                let (puzzle, player): (i64, PlayerId) = (row.get("puzzle")?, row.get("player_id")?);
                let added = self.add_puzzle_attempt(player, row);
                added.with_context(|| format!("puzzle {puzzle} of player {}", player.0))?;
            }
            "review" => {
                let game = row.get("game_id")?;
                let added = self.add_review(game, &row.get::<String>("scores")?);
                added.with_context(|| format!("the review of game {game}"))?;
            }
            "training_game" => {
                let game: i64 = row.get("game_id")?;
                let is_reviewed = self.finished_games.get(&game).is_some_and(|it| it.is_reviewed);
                if is_reviewed && row.get::<u8>("grading")? == GRADING {
                    self.trained.insert((row.get("player_id")?, game));
                }
            }
            "training_position" => self.check_training_position(row)?,
            _ => {}
        }
        Ok(())
    }

    fn add_entry(&mut self, row: Row<'_>) -> anyhow::Result<()> {
        let scope = match row.get::<i64>("scope_id")? {
            // The seasons' are below those that can be read alone.
            id @ ..-1 => {
                let season = self.seasons.get(&SeasonId(-1 - id));
                let unknown = || format!("a leaderboard entry of the unknown scope {id}");
                season.with_context(unknown)?.scope()
            }
            _ => row.get("scope_id")?,
        };
        let key = EntryKey { scope, period: row.get("period")?, player: row.get("player_id")? };
        let entry = Entry::from_row(row)?;
        self.stored.standings.entries.insert(key, entry);
        let is_sorted = row.get::<i64>("wins_key")? == entry.wins_key()
            && row.get::<Option<i64>>("rating_key")? == entry.rating_key();
        ensure!(is_sorted, "the leaderboard entry of {key:?} is not sorted by what it holds");
        Ok(())
    }

    fn add_game(&mut self, id: i64, row: Row<'_>) -> anyhow::Result<()> {
        let streak: Option<u32> = row.get("winning_streak")?;
        self.stored.streaks_at_end.extend(streak.map(|streak| (id, streak)));
        let ended_at: Option<Timestamp> = row.get("ended_at")?;
        let shape = Shape::from_row(row)?;
        let result = ended_at.map(|_| GameResult::from_row(row)).transpose()?;
        let moves = store::parse_moves(result, &row.get::<String>("moves")?, shape);
        let moves = moves.map_err(anyhow::Error::msg)?;
        let players: [Option<PlayerId>; 2] =
            [row.get("first_player_id")?, row.get("second_player_id")?];
        let discs = moves.columns().len();
        if result.is_some() {
            self.finished_games
                .insert(id, FinishedGame { shape, moves, players, is_reviewed: false });
        }
        let result = result.filter(|result| result.counts());
        let is_numbered = result.is_some() && !players.contains(&Some(PlayerId(0)));
        let number: Option<i64> = row.get("result_number")?;
        ensure!(is_numbered == number.is_some(), "its result is not numbered as it should be");
        if let (Some(result), Some(number), [Some(one), Some(other)]) = (result, number, players) {
            let season: Option<SeasonId> = row.get("season_id")?;
            let counted = CountedGame {
                players: [one, other],
                result,
                at: row.get("ended_at")?,
                counts: row.get("counts")?,
                is_rated: row.get::<Rated>("rated")? == Rated::Yes,
                guild: row.get("guild_id")?,
                season: season.and_then(|id| self.seasons.get(&id).copied()),
                number,
            };
            let started_at = row.get("started_at")?;
            self.results.push(CheckedGame { id, counted, discs, started_at });
        }
        Ok(())
    }

    /// Adds an attempt, after those of the player at earlier puzzles. An error says what is wrong
    /// with it.
    fn add_puzzle_attempt(&mut self, player: PlayerId, row: Row<'_>) -> anyhow::Result<()> {
        let number: PuzzleNumber = row.get("puzzle")?;
        let PuzzleAttempt { tries, started_at, streak } = PuzzleAttempt::from_row(row)?;
        let progress = PuzzleProgress::new(number.puzzle(), &tries);
        let progress = progress.context("its tries are not of that puzzle")?;
        let solved_at: Option<Timestamp> = row.get("solved_at")?;
        let is_solved = progress.state() == PuzzleState::Solved;
        ensure!(is_solved == solved_at.is_some(), "whether it is solved is not as its tries say");
        let solved = self.solved_puzzles.entry(player).or_default();
        let times = started_at.zip(solved_at);
        let expected = times.and_then(|(from, to)| streak_after_solving(number, from, to, solved));
        solved.splice(0..0, streak.map(|it| (number, it)));
        solved.truncate(STREAK_MEMORY.into());
        ensure!(streak == expected, "its streak is {streak:?}, and should be {expected:?}");
        Ok(())
    }

    /// Adds the scores that are stored as the review of a game. An error says what is wrong.
    fn add_review(&mut self, game: i64, scores: &str) -> anyhow::Result<()> {
        let FinishedGame { shape, moves, players, is_reviewed } =
            self.finished_games.get_mut(&game).context("the game has not ended")?;
        let review = Review::new(moves, &GameScores::parse(*shape, scores)?)?;
        *is_reviewed = true;
        for (seat, player) in Seat::BOTH.into_iter().zip(players) {
            let Some(player) = *player else { continue };
            let found = training_positions(&review, seat).into_iter();
            self.mistakes.extend(found.map(|it| ((player, game, it.ply), it.moves_ahead)));
        }
        Ok(())
    }

    /// An error unless the player of a position has made a mistake there, if its game was added by the
    /// present grades.
    fn check_training_position(&self, row: Row<'_>) -> anyhow::Result<()> {
        let key @ (player, game, ply): (PlayerId, i64, u8) =
            (row.get("player_id")?, row.get("game_id")?, row.get("ply")?);
        let moves_ahead: Option<u32> = row.get("moves_ahead")?;
        let is_mistake = moves_ahead.is_some_and(|it| self.mistakes.get(&key) == Some(&it));
        ensure!(
            is_mistake || !self.trained.contains(&(player, game)),
            "{} made no such mistake in game {game} at ply {ply}",
            player.0
        );
        Ok(())
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

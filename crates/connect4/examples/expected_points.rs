//! Fits the curve of [`Outcome::expected_points`](connect4::Outcome::expected_points) to games
//! between players who overlook threats, and compares it with other games.
//!
//! ```text
//! cargo run --release -p connect4 --example expected_points [games]
//! ```
//!
//! It plays this many games of each kind (4,000 if not given; of *hard*, which thinks, a tenth), solves one position of each, and
//! prints how many points the side that wins with best play got, by the number of its discs until
//! then.

#![expect(clippy::print_stdout, reason = "an example prints what it found")]

use std::{env, ops::AddAssign, thread};

use anyhow::{Context, Result};
use connect4::{
    Board, BoardState, Book, Column, Engine, Level, Outcome, Score, Seat, Shape, Solver,
};
use fastrand::Rng;

/// The most discs of the winner that the table has.
const MAX_MOVES: usize = 21;

const TABLE_BYTES: usize = 64 << 20;

/// Who plays a game, in both seats.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Player {
    /// Overlooks this share of the threats, in percent.
    Overlooking(u32),
    Level(Level),
}

/// Games whose position is won in a number of discs.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    games: u32,
    points: f64,
}

impl Sample {
    fn mean(self) -> f64 {
        self.points / f64::from(self.games)
    }
}

impl AddAssign for Sample {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.points += other.points;
    }
}

/// By the number of discs that the winner still has to drop, from 1.
type Samples = [Sample; MAX_MOVES];

const KINDS: [(&str, Player, Shape); 7] = [
    ("1 in 20", Player::Overlooking(5), Shape::STANDARD),
    ("1 in 5", Player::Overlooking(20), Shape::STANDARD),
    ("1 in 10", Player::Overlooking(10), Shape::STANDARD),
    ("easy", Player::Level(Level::Easy), Shape::STANDARD),
    ("medium", Player::Level(Level::Medium), Shape::STANDARD),
    ("hard", Player::Level(Level::Hard), Shape::STANDARD),
    ("1 in 10 on 6×5", Player::Overlooking(10), SMALL),
];

const SMALL: Shape = match Shape::new(6, 5, 4) {
    Ok(shape) => shape,
    Err(_) => panic!("the shape is valid"),
};

fn main() -> Result<()> {
    let games = env::args().nth(1).map_or(Ok(4_000), |it| it.parse()).context("games")?;
    let samples = thread::scope(|scope| {
        let play = |(_, player, shape)| {
            let games = if player == Player::Level(Level::Hard) { games / 10 } else { games };
            scope.spawn(move || samples(player, shape, games))
        };
        let threads = KINDS.map(play);
        threads.map(|it| it.join().expect("no thread panics"))
    });
    let mut fitted = samples[0];
    for (sample, other) in fitted.iter_mut().zip(samples[1]) {
        *sample += other;
    }
    let (half, slope) = fit(&fitted);
    println!("half {half:.2}, slope {slope:.2}\n");
    let names: Vec<_> = KINDS.iter().map(|(name, ..)| *name).collect();
    println!("| discs | curve | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
    for index in 0..MAX_MOVES {
        let curve = points(index, half, slope);
        let means = samples.map(|it| match it[index] {
            sample if sample.games < 30 => "–".to_owned(),
            sample => format!("{:.2}", sample.mean()),
        });
        println!("| {} | {curve:.2} | {} |", index + 1, means.join(" | "));
    }
    let errors = samples.map(|it| format!("{:.3}", error(&it, half, slope)));
    println!("| mean error | | {} |", errors.join(" | "));
    let library = |index: usize| {
        let moves = u32::try_from(index + 1).expect("small");
        Outcome::Win { moves }.expected_points()
    };
    let differs = (0..MAX_MOVES).any(|it| (library(it) - points(it, half, slope)).abs() > 0.005);
    println!("\nthe crate has {} curve", if differs { "another" } else { "this" });
    Ok(())
}

/// Plays games, and adds up those whose position is won.
fn samples(player: Player, shape: Shape, games: u64) -> Samples {
    let mut samples = Samples::default();
    let mut solver = Solver::new(shape, TABLE_BYTES).expect("the board is solved quickly");
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let (positions, winner) = play(player, shape, &mut rng);
        let board = rng.choice(&positions).expect("a game has moves");
        let (moves, side) = match score(&mut solver, board).outcome(board) {
            Outcome::Win { moves } => (moves, board.to_move()),
            Outcome::Loss { moves } => (moves, board.to_move().other()),
            Outcome::Draw => continue,
        };
        let points = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        let index = usize::try_from(moves).expect("small") - 1;
        samples[index] += Sample { games: 1, points };
    }
    samples
}

fn score(solver: &mut Solver, board: &Board) -> Score {
    Book::embedded().score(board).unwrap_or_else(|| solver.solve(board))
}

/// The positions of a game in which somebody is to move, and who won.
fn play(player: Player, shape: Shape, rng: &mut Rng) -> (Vec<Board>, Option<Seat>) {
    let mut engine = Engine::new();
    let (mut positions, mut board) = (Vec::new(), Board::empty(shape));
    while board.state() == BoardState::InProgress {
        positions.push(board);
        let column = match player {
            Player::Overlooking(percent) => overlooking(&board, percent, rng),
            Player::Level(level) => engine.choose(&board, level, rng.u64(..)),
        };
        board = after(&board, column.expect("the game is not over"));
    }
    let winner = match board.state() {
        BoardState::Won(seat) => Some(seat),
        _ => None,
    };
    (positions, winner)
}

/// Takes a win. Otherwise occupies a cell in which the opponent would win, otherwise plays below
/// none and makes a threat, but overlooks this share of the threats of either side. Otherwise
/// plays at random.
fn overlooking(board: &Board, percent: u32, rng: &mut Rng) -> Option<Column> {
    let open: Vec<Column> = board.open_columns().collect();
    if let Some(win) = open.iter().copied().find(|it| wins(board, *it)) {
        return Some(win);
    }
    let mut notices = || rng.u32(..100) >= percent;
    if let Some(block) = open.iter().copied().find(|it| is_threat(board, *it) && notices()) {
        return Some(block);
    }
    let is_safe = |it: &Column| !wins(&after(board, *it), *it) || !notices();
    let safe: Vec<Column> = open.iter().copied().filter(is_safe).collect();
    let candidates = if safe.is_empty() { open } else { safe };
    let makes_threat = |it: &Column| {
        let after = after(board, *it);
        after.open_columns().any(|threat| is_threat(&after, threat)) && notices()
    };
    let threats: Vec<Column> = candidates.iter().copied().filter(makes_threat).collect();
    rng.choice(if threats.is_empty() { candidates } else { threats })
}

/// Whether the side to move wins with a disc in a column.
fn wins(board: &Board, column: Column) -> bool {
    board.drop(column).is_ok_and(|it| matches!(it.state(), BoardState::Won(_)))
}

/// Whether the opponent would win with a disc in an open column if it were to move.
fn is_threat(board: &Board, column: Column) -> bool {
    let mut others = board.open_columns().filter(|it| *it != column);
    others.next().is_some_and(|other| wins(&after(board, other), column))
}

fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

/// The points of the side that wins with `index` discs before its last one.
fn points(index: usize, half: f64, slope: f64) -> f64 {
    let distance = f64::from(u32::try_from(index).expect("small"));
    0.5 + 0.5 / (1.0 + (distance / half).powf(slope))
}

/// The parameters with the least squared error, to two digits.
fn fit(samples: &Samples) -> (f64, f64) {
    let grid = |from: u32, to: u32| (from..=to).map(|it| f64::from(it) / 20.0);
    let all = grid(1, 200).flat_map(|half| grid(4, 60).map(move |slope| (half, slope)));
    let best = |one: &(f64, f64), other: &(f64, f64)| {
        error(samples, one.0, one.1).total_cmp(&error(samples, other.0, other.1))
    };
    all.min_by(best).expect("the grid is not empty")
}

/// The root of the mean squared difference, over the games.
fn error(samples: &Samples, half: f64, slope: f64) -> f64 {
    let (mut squares, mut games) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate().filter(|(_, it)| it.games > 0) {
        let difference = sample.mean() - points(index, half, slope);
        squares += f64::from(sample.games) * difference * difference;
        games += f64::from(sample.games);
    }
    (squares / games).sqrt()
}

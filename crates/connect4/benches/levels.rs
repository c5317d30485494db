//! How well the levels play, and how long the perfect one takes:
//! `cargo bench --bench levels`.
//!
//! The yardstick is minimax to depth 5 with window scoring (`tests/yardstick.rs`).

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::time::{Duration, Instant};

use connect4::{Board, BoardState, Column, Engine, Level, Score, Seat, Shape, Solver};
use fastrand::Rng;
use yardstick::{against, against_the_yardstick, player, points};

#[path = "../tests/yardstick.rs"]
mod yardstick;

/// Games for each step of the ladder.
const LADDER: usize = 200;

/// Games of the perfect level against each opponent, half of them in each seat.
const PERFECT: usize = 250;

fn main() {
    println!(
        "| level | points of 98 against the yardstick | of {LADDER} against the level below |"
    );
    println!("|---|---|---|");
    let mut below = None;
    for level in Level::ALL {
        let ladder =
            below.map_or(String::new(), |below| format!("{:.1}", against(level, below, LADDER)));
        println!("| {level} | {:.1} | {ladder} |", against_the_yardstick(level));
        below = Some(level);
    }
    println!("\n| perfect against | games | points | given away | mean | p99 | worst |");
    println!("|---|---|---|---|---|---|---|");
    perfect("random", |seed| {
        let mut rng = Rng::with_seed(seed);
        Box::new(move |board| rng.choice(board.open_columns().collect::<Vec<_>>()).expect("open"))
    });
    for level in [Level::Easy, Level::Medium, Level::Hard] {
        perfect(level.name(), move |seed| Box::new(player(level, seed)));
    }
}

type Player = Box<dyn FnMut(&Board) -> Column>;

/// Games of the perfect level, with the time of each of its decisions, and how
/// often a decision made the result worse than it had to be.
fn perfect(name: &str, opponent: impl Fn(u64) -> Player) {
    let mut thinker = Engine::new();
    let mut judge =
        Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).expect("the board is small");
    let (mut times, mut given_away, mut total) = (Vec::new(), 0, 0.0);
    for game in 0..PERFECT {
        let seed = game as u64 * 1_000;
        let decide = |board: &Board| {
            let start = Instant::now();
            let column = thinker.choose(board, Level::Perfect, seed).expect("the game is not over");
            times.push(start.elapsed());
            given_away += u32::from(gives_away(&mut judge, board, column));
            column
        };
        let seat = Seat::BOTH[game % 2];
        total += points(Board::empty(Shape::STANDARD), seat, decide, opponent(seed));
    }
    times.sort();
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).expect("few decisions");
    let (p99, worst) = (times[times.len() * 99 / 100], times[times.len() - 1]);
    println!(
        "| {name} | {PERFECT} | {total:.1} | {given_away} | {mean:.1?} | {p99:.1?} | {worst:.1?} |"
    );
}

/// Whether a column turns a win into less, or a draw into a loss. Asked only where
/// the solver answers quickly by itself.
fn gives_away(judge: &mut Solver, board: &Board, column: Column) -> bool {
    const NODES: u64 = 200_000;
    let after = board.drop(column).expect("the column is open");
    if after.state() != BoardState::InProgress {
        return false;
    }
    // More than 0 becomes at most 0, or more than -1 becomes at most -1.
    [0, -1].into_iter().any(|value| {
        let had = judge.exceeds_with_limit(board, Score::new(value), NODES);
        let lost = judge.exceeds_with_limit(&after, Score::new(-1 - value), NODES);
        had == Ok(true) && lost == Ok(true)
    })
}

//! The strength of the levels, and the time that the perfect one takes.
//!
//! The reference player is minimax to depth 5 with window scoring
//! (`tests/reference_player.rs`). The casual player takes every win, blocks a certain
//! share of the threats, and otherwise plays at random (`tests/casual_player.rs`).
//!
//! ```text
//! cargo bench -p connect4 --bench levels
//! ```

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::time::{Duration, Instant};

use casual_player::casual_against;
use connect4::{Board, BoardState, Column, Engine, Level, Score, Seat, Shape, Solver};
use fastrand::Rng;
use reference_player::{against, against_reference_player, player, points};

#[path = "../tests/casual_player.rs"]
mod casual_player;
#[path = "../tests/reference_player.rs"]
mod reference_player;

/// Games of each level against the one below.
const LADDER_GAMES: usize = 200;

/// Games of the casual player against each level.
const CASUAL_GAMES: u32 = 1_000;

/// Games of the perfect level against each opponent, half of them in each seat.
const PERFECT_GAMES: usize = 250;

fn main() {
    println!(
        "| level | points of 98 against the reference player | of {LADDER_GAMES} against the level below |"
    );
    println!("|---|---|---|");
    let mut below = None;
    for level in Level::ALL {
        let ladder = below
            .map_or(String::new(), |below| format!("{:.1}", against(level, below, LADDER_GAMES)));
        println!("| {level} | {:.1} | {ladder} |", against_reference_player(level));
        below = Some(level);
    }
    println!("\n| level | blocks 90 % of the threats | blocks 50 % of the threats |");
    println!("|---|---|---|");
    for level in Level::ALL {
        let [often, seldom] = [90, 50].map(|blocks| casual_against(blocks, level, CASUAL_GAMES));
        println!("| {level} | {often:.1} % | {seldom:.1} % |");
    }
    println!("\n| perfect against | games | points | given away | mean | p99 | worst |");
    println!("|---|---|---|---|---|---|---|");
    perfect("random", |seed| {
        let mut rng = Rng::with_seed(seed);
        Box::new(move |board| {
            rng.choice(board.open_columns().collect::<Vec<_>>()).expect("the game is not over")
        })
    });
    for level in [Level::Easy, Level::Medium, Level::Hard] {
        perfect(level.name(), move |seed| Box::new(player(level, seed)));
    }
}

type Player = Box<dyn FnMut(&Board) -> Column>;

/// Plays games of the perfect level. Prints its points, how often it gave away a win
/// or a draw, and the time of its decisions.
fn perfect(name: &str, opponent: impl Fn(u64) -> Player) {
    let mut engine = Engine::new();
    let mut solver =
        Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).expect("the board is small");
    let (mut times, mut given_away, mut total) = (Vec::new(), 0, 0.0);
    for game in 0..PERFECT_GAMES {
        let seed = game as u64 * 1_000;
        let decide = |board: &Board| {
            let start = Instant::now();
            let column = engine.choose(board, Level::Perfect, seed).expect("the game is not over");
            times.push(start.elapsed());
            given_away += u32::from(gives_away(&mut solver, board, column));
            column
        };
        let seat = Seat::BOTH[game % 2];
        total += points(Board::empty(Shape::STANDARD), seat, decide, opponent(seed));
    }
    times.sort();
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).expect("few decisions");
    let (p99, worst) = (times[times.len() * 99 / 100], times[times.len() - 1]);
    println!(
        "| {name} | {PERFECT_GAMES} | {total:.1} | {given_away} | {mean:.1?} | {p99:.1?} | {worst:.1?} |"
    );
}

/// Whether a column turns a win into a draw or a loss, or a draw into a loss. False
/// where the solver cannot decide that within its node limit.
fn gives_away(solver: &mut Solver, board: &Board, column: Column) -> bool {
    const NODES: u64 = 200_000;
    let after = board.drop(column).expect("the column is open");
    if after.state() != BoardState::InProgress {
        return false;
    }
    // The score falls from above 0 to at most 0, or from above -1 to at most -1.
    [0, -1].into_iter().any(|value| {
        let had = solver.exceeds_with_limit(board, Score::new(value), NODES);
        let lost = solver.exceeds_with_limit(&after, Score::new(-1 - value), NODES);
        had == Ok(true) && lost == Ok(true)
    })
}

//! The time that the review of a game takes on one core, and the time until a
//! cancelled search ends.
//!
//! ```text
//! cargo bench -p connect4 --bench reviews
//! ```

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::{
    thread,
    time::{Duration, Instant},
};

use connect4::{Board, BoardState, Book, CancelToken, Column, Engine, Level, Moves, Shape};
use fastrand::Rng;

/// Games of each kind.
const GAMES: u64 = 30;

/// A kind of game: both sides play at `level` after `random` random discs.
struct Kind {
    name: &'static str,
    random: usize,
    level: Option<Level>,
}

/// What the reviews of games on one board took.
#[derive(Default)]
struct Totals {
    games: usize,
    under_a_second: usize,
}

const KINDS: [Kind; 6] = [
    Kind { name: "random", random: 42, level: None },
    Kind { name: "easy", random: 0, level: Some(Level::Easy) },
    Kind { name: "medium", random: 0, level: Some(Level::Medium) },
    Kind { name: "hard", random: 0, level: Some(Level::Hard) },
    Kind { name: "perfect", random: 0, level: Some(Level::Perfect) },
    Kind { name: "perfect after 8 random discs", random: 8, level: Some(Level::Perfect) },
];

fn main() {
    // The book is parsed on first use: not within a measurement.
    assert!(!Book::embedded().is_empty());
    println!("| board | players | games | mean moves | median | p90 | worst | worst position |");
    println!("|---|---|---|---|---|---|---|---|");
    let boards = Shape::VARIANTS.into_iter().filter(|shape| shape.is_solved_quickly());
    let totals: Vec<_> = boards.map(|shape| (shape, review_games(shape))).collect();
    println!();
    for (shape, Totals { games, under_a_second }) in totals {
        println!("{shape}: {under_a_second} of {games} within a second");
    }
    let mut delays: Vec<Duration> = (0..100).map(|_| cancellation_delay()).collect();
    delays.sort();
    println!("cancelled after: median {:.1?}, worst {:.1?}", delays[50], delays[99]);
}

/// Reviews games of each kind, and prints a row for each.
fn review_games(shape: Shape) -> Totals {
    let mut totals = Totals::default();
    for kind in &KINDS {
        let (mut times, mut worst, mut discs) = (Vec::new(), Duration::ZERO, 0);
        for seed in 0..GAMES {
            let moves = game(shape, kind, &mut Rng::with_seed(seed));
            let position_times = evaluate(shape, &moves);
            times.push(position_times.iter().sum::<Duration>());
            worst = worst.max(position_times.into_iter().max().expect("a game has moves"));
            discs += moves.columns().len();
        }
        times.sort();
        totals.games += times.len();
        totals.under_a_second += times.iter().filter(|it| it.as_secs() == 0).count();
        println!(
            "| {shape} | {} | {GAMES} | {} | {:.1?} | {:.1?} | {:.1?} | {worst:.1?} |",
            kind.name,
            discs / times.len(),
            times[times.len() / 2],
            times[times.len() * 9 / 10],
            times[times.len() - 1],
        );
    }
    totals
}

/// Plays a game of a kind.
fn game(shape: Shape, kind: &Kind, rng: &mut Rng) -> Moves {
    let mut engine = Engine::new();
    let (mut moves, mut board) = (Moves::default(), Board::empty(shape));
    while board.state() == BoardState::InProgress {
        let level = kind.level.filter(|_| moves.columns().len() >= kind.random);
        let column = match level {
            Some(level) => engine.choose(&board, level, rng.u64(..)),
            None => rng.choice(board.open_columns().collect::<Vec<Column>>()),
        };
        let column = column.expect("the game is not over");
        moves.push(column);
        board = board.drop(column).expect("the column is open");
    }
    moves
}

/// The time that each position of a game takes, from the last.
fn evaluate(shape: Shape, moves: &Moves) -> Vec<Duration> {
    let mut engine = Engine::new();
    let positions = moves.positions(shape).expect("the moves are legal");
    let time = |board| {
        let start = Instant::now();
        engine.evaluate(board, &CancelToken::default());
        start.elapsed()
    };
    positions.iter().rev().map(time).collect()
}

/// The time from the cancellation of a long search to its end.
fn cancellation_delay() -> Duration {
    let board = "44444".parse::<Moves>().expect("digits");
    let board = board
        .replay(Shape::new(6, 8, 4).expect("the shape is valid"))
        .expect("the moves are legal");
    let cancel = CancelToken::default();
    let token = cancel.clone();
    let search = thread::spawn(move || {
        assert_eq!(Engine::new().evaluate(&board, &token), None);
        Instant::now()
    });
    thread::sleep(Duration::from_millis(fastrand::u64(50..500)));
    let start = Instant::now();
    cancel.cancel();
    search.join().expect("the search does not panic").saturating_duration_since(start)
}

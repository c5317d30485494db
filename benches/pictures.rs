//! The rendering time and size of pictures: `cargo bench --bench pictures`.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::time::Instant;

use clock::Timestamp;
use connect4::{Board, BoardState, Moves, Shape};
use fourfall::{picture, rating::RatingPoint, theme::Theme};

const ROUNDS: u32 = 20;

const DAY: i64 = 24 * 60 * 60 * 1_000;

fn main() {
    println!("| picture | time | bytes |");
    println!("|---|---|---|");
    for shape in Shape::VARIANTS {
        let moves = longest(shape);
        measure(&format!("game on {shape}, {} discs", moves.columns().len()), || {
            picture::game_gif(&moves, shape, Theme::default())
        });
    }
    for count in [1, 100, 10_000] {
        let points = points(count);
        measure(&format!("{count} ratings"), || picture::rating_chart(&points));
    }
}

fn measure(name: &str, make: impl Fn() -> Vec<u8>) {
    let bytes = make().len();
    let start = Instant::now();
    for _ in 0..ROUNDS {
        make();
    }
    println!("| {name} | {:.1?} | {bytes} |", start.elapsed() / ROUNDS);
}

/// A random game that fills the board.
fn longest(shape: Shape) -> Moves {
    let mut rng = fastrand::Rng::with_seed(1);
    loop {
        let (mut board, mut moves) = (Board::empty(shape), Moves::default());
        while let Some(column) = rng.choice(board.open_columns().collect::<Vec<_>>()) {
            board = board.drop(column).expect("the column is open");
            moves.push(column);
        }
        if board.state() == BoardState::Drawn {
            return moves;
        }
    }
}

/// A rating that changes twice a day.
fn points(count: i64) -> Vec<RatingPoint> {
    let (mut rng, mut value) = (fastrand::Rng::with_seed(1), 1500.0);
    let point = |game: i64| {
        value += rng.f64() * 40.0 - 20.0;
        RatingPoint { at: Timestamp::from_milliseconds(game * DAY / 2), value, deviation: 60.0 }
    };
    (0..count).map(point).collect()
}

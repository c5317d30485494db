//! Reviews a game on the standard board, given as the digits of its columns:
//!
//! ```text
//! cargo run --release -p connect4 --example review -- 4444335
//! ```

#![expect(clippy::print_stdout, reason = "a command-line tool")]

use std::{env, error::Error};

use connect4::{BoardState, CancelToken, Engine, GameScores, Moves, Review, Seat, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let moves: Moves = env::args().nth(1).ok_or("which game? For example 4444335")?.parse()?;
    let end = moves.replay(Shape::STANDARD)?;
    // From the end, since a search then knows what later positions are worth.
    let mut engine = Engine::new();
    let positions = moves.positions(Shape::STANDARD)?.into_iter().rev();
    let scores = positions.map(|board| engine.evaluate(&board, &CancelToken::default()));
    let mut scores: Vec<_> = scores.collect::<Option<_>>().ok_or("cancelled")?;
    scores.reverse();
    let review = Review::new(&moves, &GameScores::new(Shape::STANDARD, scores))?;

    for (number, it) in (1..).zip(&review.moves) {
        let best: Vec<_> = it.best.iter().map(ToString::to_string).collect();
        println!("{number:2}. column {}: {}, best: {}", it.column, it.grade, best.join(", "));
    }
    for (name, seat) in [("first", Seat::First), ("second", Seat::Second)] {
        let accuracy = review.accuracy(seat).map_or("–".to_owned(), |it| format!("{it} %"));
        println!("accuracy of the {name} player: {accuracy}");
    }
    let winner = if let BoardState::Won(seat) = end.state() { Some(seat) } else { None };
    if let Some(ply) = review.turning_point(winner) {
        println!("turning point: move {}", ply + 1);
    }
    println!("{end}");
    Ok(())
}

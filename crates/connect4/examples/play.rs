//! Plays against the engine in a terminal:
//!
//! ```text
//! cargo run --release -p connect4 --example play -- hard
//! ```

#![expect(clippy::print_stdout, reason = "a command-line tool")]

use std::{env, error::Error, io};

use connect4::{Board, BoardState, Column, Engine, Level, Seat, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = env::args().nth(1).as_deref().unwrap_or("medium").parse()?;
    let mut engine = Engine::new();
    let mut board = Board::empty(Shape::STANDARD);
    let mut lines = io::stdin().lines();
    while board.state() == BoardState::InProgress {
        if board.to_move() == Seat::First {
            println!("{board}1234567\nYour column?");
            let Some(line) = lines.next() else { return Ok(()) };
            let dropped = line?.trim().parse::<Column>().map_err(|error| error.to_string());
            match dropped.and_then(|it| board.drop(it).map_err(|error| error.to_string())) {
                Ok(next) => board = next,
                Err(error) => println!("That does not work: {error}.\n"),
            }
        } else if let Some(column) = engine.choose(&board, level, u64::from(board.plies())) {
            println!("The computer drops into column {column}.\n");
            board = board.drop(column)?;
        }
    }
    let end = match board.state() {
        BoardState::Won(Seat::First) => "You win!",
        BoardState::Won(Seat::Second) => "The computer wins.",
        _ => "A draw.",
    };
    println!("{board}1234567\n{end}");
    Ok(())
}

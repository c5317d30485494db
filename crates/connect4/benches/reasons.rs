//! How many moves a reason is found for, in plausible games on the standard board.
//!
//! ```text
//! cargo bench -p connect4 --bench reasons
//! ```

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::{collections::BTreeMap, time::Instant};

use connect4::{Engine, ReasonAgainst, ReasonFor, Shape};
use evaluated_moves::{EvaluatedMove, evaluated_game};

#[path = "../tests/evaluated_moves.rs"]
mod evaluated_moves;
#[path = "../tests/plausible_games.rs"]
mod plausible_games;
#[expect(dead_code, reason = "for the other benches and tests")]
#[path = "../tests/reference_player.rs"]
mod reference_player;

const GAMES: usize = 120;

/// How many moves have a reason of each kind, by its name.
type Counts = BTreeMap<String, u32>;

fn main() {
    let mut engine = Engine::new();
    let moves: Vec<_> = (0..GAMES)
        .flat_map(|number| evaluated_game(number, Shape::STANDARD, |_| true, &mut engine))
        .collect();
    let (decisive, others): (Vec<_>, Vec<_>) =
        moves.iter().partition::<Vec<_>, _>(|it| it.is_decisive());
    let start = Instant::now();
    let against = decisive.iter().map(|it| kind(reason_against(it).as_ref())).collect::<Vec<_>>();
    let instead = decisive.iter().map(|it| kind(reason_for_best(it).as_ref())).collect::<Vec<_>>();
    let reasons_for = others.iter().map(|it| kind(reason_for(it).as_ref())).collect::<Vec<_>>();
    let time = start.elapsed() / u32::try_from(moves.len()).expect("not too many moves");
    let either = against.iter().zip(&instead).filter(|(a, b)| **a != NONE || **b != NONE).count();
    print("against a move that gives away half a point or more", &against);
    print("for the best column instead", &instead);
    println!("either: {either} of {}\n", decisive.len());
    print("for a move that keeps the result", &reasons_for);
    println!("{time:.1?} a move");
}

const NONE: &str = "none";

fn reason_against(it: &EvaluatedMove) -> Option<ReasonAgainst> {
    ReasonAgainst::of(&it.board, it.column, Some(&it.scores), Some(&it.replies))
}

fn reason_for_best(it: &EvaluatedMove) -> Option<ReasonFor> {
    ReasonFor::of(&it.board, it.best_column(), Some(&it.scores), None)
}

fn reason_for(it: &EvaluatedMove) -> Option<ReasonFor> {
    ReasonFor::of(&it.board, it.column, Some(&it.scores), Some(&it.replies))
}

/// The name of a reason's variant.
fn kind(reason: Option<&impl std::fmt::Debug>) -> String {
    let Some(reason) = reason else { return NONE.to_owned() };
    let text = format!("{reason:?}");
    text.split([' ', '{']).next().unwrap_or(NONE).to_owned()
}

fn print(title: &str, kinds: &[String]) {
    let mut counts = Counts::new();
    for kind in kinds {
        *counts.entry(kind.clone()).or_default() += 1;
    }
    let total = u32::try_from(kinds.len()).expect("not too many moves");
    println!("| {title} | {total} moves |\n|---|---|");
    for (kind, count) in counts {
        println!("| {kind} | {count}, {:.1} % |", 100.0 * f64::from(count) / f64::from(total));
    }
    println!();
}

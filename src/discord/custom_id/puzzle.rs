//! The custom ids of daily puzzles.

use connect4::Column;

use crate::{
    game::PuzzleNumber,
    service::{ComponentAction, PuzzleAction},
};

pub(super) fn encode(number: PuzzleNumber, action: PuzzleAction) -> String {
    match action {
        PuzzleAction::Open => format!("d2:{number}"),
        PuzzleAction::Show => format!("d3:{number}"),
        PuzzleAction::Try { tries, column } => format!("d4:{number}:{tries}:{column}"),
        PuzzleAction::Solution => format!("d5:{number}"),
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    let (number, action) = match (tag, numbers) {
        ("d2", &[number]) => (number, PuzzleAction::Open),
        ("d3", &[number]) => (number, PuzzleAction::Show),
        ("d4", &[number, tries, column]) => {
            let column = Column::from_number(u8::try_from(column).ok()?)?;
            (number, PuzzleAction::Try { tries: u8::try_from(tries).ok()?, column })
        }
        ("d5", &[number]) => (number, PuzzleAction::Solution),
        _ => return None,
    };
    Some(ComponentAction::Puzzle { number: puzzle_number(number)?, action })
}

pub(super) fn puzzle_number(number: i64) -> Option<PuzzleNumber> {
    PuzzleNumber::new(u32::try_from(number).ok()?)
}

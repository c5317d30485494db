//! The custom ids of daily puzzles.

use super::codec::{decode_column, decode_position, encode_position};
use crate::{
    game::PuzzleNumber,
    service::{ComponentAction, Navigation, PuzzleAction},
};

pub(super) fn encode(number: PuzzleNumber, action: PuzzleAction) -> String {
    match action {
        PuzzleAction::Open => format!("d2:{number}"),
        PuzzleAction::GoTo => format!("d3:{number}"),
        PuzzleAction::Try { tries, column } => format!("d4:{number}:{tries}:{column}"),
        PuzzleAction::Solution => format!("d5:{number}"),
        PuzzleAction::SolutionJump { moves_shown, navigation } => {
            format!("d7:{number}:{moves_shown}:{}", encode_position(navigation, &Navigation::ALL))
        }
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    let (number, action) = match (tag, numbers) {
        ("d2", &[number]) => (number, PuzzleAction::Open),
        ("d3", &[number]) => (number, PuzzleAction::GoTo),
        ("d4", &[number, tries, column]) => {
            let column = decode_column(column)?;
            (number, PuzzleAction::Try { tries: u8::try_from(tries).ok()?, column })
        }
        ("d5", &[number]) => (number, PuzzleAction::Solution),
        ("d7", &[number, moves_shown, navigation]) => {
            let navigation = decode_position(navigation, &Navigation::ALL)?;
            let moves_shown = u8::try_from(moves_shown).ok()?;
            (number, PuzzleAction::SolutionJump { moves_shown, navigation })
        }
        _ => return None,
    };
    Some(ComponentAction::Puzzle { number: puzzle_number(number)?, action })
}

pub(super) fn puzzle_number(number: i64) -> Option<PuzzleNumber> {
    PuzzleNumber::new(u32::try_from(number).ok()?)
}

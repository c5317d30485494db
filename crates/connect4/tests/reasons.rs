//! Reasons for and against the moves of many games, compared with a naive check of their
//! definitions.

use std::sync::LazyLock;

use connect4::{Engine, ReasonAgainst, ReasonFor, Score, Shape};

use crate::{
    evaluated_moves::{EvaluatedMove, evaluated_game},
    reason_oracle::{is_true, refutes},
};

/// Moves on the standard board, and some on 6×5.
static MOVES: LazyLock<Vec<EvaluatedMove>> = LazyLock::new(|| {
    let small = Shape::new(6, 5, 4).unwrap();
    let mut engine = Engine::new();
    let mut moves = Vec::new();
    for (shape, total) in [(Shape::STANDARD, 8_500), (small, 10_000)] {
        for number in 0.. {
            if moves.len() >= total {
                break;
            }
            let is_wanted = |plies| shape == small || is_quickly_solved(plies);
            moves.extend(evaluated_game(number, shape, is_wanted, &mut engine));
        }
    }
    moves
});

/// Whether scores on the standard board are in the book, or soon found.
fn is_quickly_solved(plies: u32) -> bool {
    plies <= 6 || plies >= 16
}

fn percent(part: usize, whole: usize) -> usize {
    100 * part / whole
}

#[test]
fn four_in_five_mistakes_have_a_reason() {
    let mistakes: Vec<_> = MOVES.iter().filter(|it| it.is_decisive()).collect();
    let (mut against, mut instead, mut either) = (0, 0, 0);
    for it in &mistakes {
        let reason_against =
            ReasonAgainst::of(&it.board, it.column, Some(&it.scores), Some(&it.replies));
        let reason_for = ReasonFor::of(&it.board, it.best_column(), Some(&it.scores), None);
        against += usize::from(reason_against.is_some());
        instead += usize::from(reason_for.is_some());
        either += usize::from(reason_against.is_some() || reason_for.is_some());
    }
    let count = mistakes.len();
    let percents = [against, instead, either].map(|part| percent(part, count));
    println!("{count} mistakes: {percents:?} % against, for the best column, either");
    assert!(count >= 1_000);
    assert!(percents[2] >= 80, "{percents:?}");
}

#[test]
fn no_reason_is_contradicted() {
    for it in MOVES.iter() {
        let (scores, replies) = (Some(&it.scores), Some(&it.replies));
        if let Some(reason) = ReasonFor::of(&it.board, it.column, scores, replies) {
            assert!(is_true(&reason, it), "{reason:?} for {it:?}");
        }
        if let Some(reason) = ReasonAgainst::of(&it.board, it.column, scores, replies) {
            assert!(refutes(&reason, it), "{reason:?} against {it:?}");
        }
    }
}

#[test]
fn no_reason_found_without_scores_is_contradicted() {
    for it in MOVES.iter() {
        if let Some(reason) = ReasonFor::of(&it.board, it.column, None, None) {
            assert!(is_true(&reason, it), "{reason:?} for {it:?}");
        }
        let losing = it.score(it.column) < Some(Score::DRAW);
        if let Some(reason) = ReasonAgainst::of(&it.board, it.column, None, None) {
            assert!(losing && !it.is_decisive() || refutes(&reason, it), "{reason:?} {it:?}");
        }
    }
}

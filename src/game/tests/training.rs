use std::time::Duration;

use connect4::{Cost, GameScores, Grade, Review};

use super::*;

const DAY: Duration = Duration::from_hours(24);

/// A progress after these tries, each made when the position was due.
fn after(tries: &[bool]) -> TrainingProgress {
    tries.iter().fold(TrainingProgress::new(NOON), |progress, is_solved| {
        progress.after_try(*is_solved, progress.due_at.unwrap())
    })
}

#[test]
fn a_position_solved_at_the_first_try_is_done() {
    let new = TrainingProgress::new(NOON);
    assert!(new.is_due(NOON) && new.last_solved().is_none());
    let done = after(&[true]);
    assert_eq!(done, TrainingProgress { repetition: 0, due_at: None, tries: 1 });
    assert_eq!(done.last_solved(), Some(true));
    assert!(!done.is_due(NOON.after(100 * DAY)));
}

#[test]
fn a_failed_position_comes_after_1_3_and_7_days() {
    let mut at = NOON;
    for (tries, days) in [(&[false][..], 1), (&[false, true], 3), (&[false, true, true], 7)] {
        at = at.after(days * DAY);
        let progress = after(tries);
        assert_eq!(progress.due_at, Some(at), "{tries:?}");
        assert_eq!(progress.last_solved(), tries.last().copied());
        assert!(!progress.is_due(at.before(Duration::from_millis(1))) && progress.is_due(at));
    }
    let done = after(&[false, true, true, true]);
    assert_eq!(done, TrainingProgress { repetition: 3, due_at: None, tries: 4 });
    assert_eq!(done.last_solved(), Some(true));
}

#[test]
fn failing_a_repetition_starts_again_at_one_day() {
    let again = after(&[false, true, false]);
    let tried = NOON.after(4 * DAY);
    let expected = TrainingProgress { repetition: 0, due_at: Some(tried.after(DAY)), tries: 3 };
    assert_eq!(again, expected);
    assert_eq!(after(&[false, true, false, true]).repetition, 1);
}

/// A review of six moves: in the first and the fifth a win in five becomes a draw, and in the last
/// a draw a loss in two.
fn reviewed() -> Review {
    let [best, first] = ["0000000", "Pa0QabP"];
    review("371732", &[first, best, best, best, "Na0OabN", "0qqq0q0"].concat())
}

fn review(moves: &str, scores: &str) -> Review {
    let scores = GameScores::parse(Shape::STANDARD, scores).unwrap();
    Review::new(&moves.parse().unwrap(), &scores).unwrap()
}

#[test]
fn training_begins_with_mistakes_but_for_openings() {
    let review = reviewed();
    assert_eq!(Mistake::new(&review, 4).map(|it| it.evaluation.grade), Some(Grade::Mistake));
    let found = |seat| {
        let positions = training_positions(&review, seat).into_iter();
        positions.map(|it| (it.ply, it.moves_ahead, it.is_shown)).collect::<Vec<_>>()
    };
    assert_eq!(found(Seat::First), [(0, 5, false), (4, 5, true)]);
    assert_eq!(found(Seat::Second), [(5, 2, true)]);
    assert_eq!(Mistake::new(&review, 1), None);
}

#[test]
fn of_mistakes_in_a_row_training_begins_with_one() {
    let [best, early, late] = ["0000000", "Na0OabN", "La0MabL"];
    let shown = |middle| {
        let scores = [&best.repeat(4), early, best, middle, best, late].concat();
        let found = training_positions(&review("371732362", &scores), Seat::First).into_iter();
        found.filter(|it| it.is_shown).map(|it| it.ply).collect::<Vec<_>>()
    };
    assert_eq!(shown("Ma0NabM"), [4], "three in a row");
    assert_eq!(shown(best), [4, 8], "a good move is between them");
}

#[test]
fn every_column_that_loses_next_to_nothing_is_right() {
    let review = reviewed();
    let win = Mistake::new(&review, 4).unwrap();
    assert_eq!(win.evaluation.cost(), Some(Cost::Win { moves: 5 }));
    assert_eq!(win.right, [1, 4, 7].map(column));
    assert!(win.is_right(column(7)) && !win.is_right(column(3)));
    assert_eq!(win.evaluation.best, [column(4)]);
    assert_eq!(win.answer(), Some(column(1)));

    let draw = Mistake::new(&review, 5).unwrap();
    assert_eq!(draw.evaluation.cost(), Some(Cost::Loss { moves: 2 }));
    assert_eq!(draw.right, [1, 5, 7].map(column));
    assert_eq!(draw.answer(), None, "the game ended");
    assert_eq!(Mistake::new(&review, 6), None);
}

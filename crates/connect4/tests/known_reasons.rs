//! Known positions, one or two for each reason, and variations.

use connect4::{
    Board, BoardState, CancelToken, Cell, Column, ColumnScores, Engine, Explanation, Level, Moves,
    Outcome, Puzzles, ReasonAgainst, ReasonFor, Shape,
};

use crate::reference_player::after;

fn column(number: u8) -> Column {
    Column::from_number(number).unwrap()
}

/// The columns of these digits.
fn columns(numbers: &str) -> Vec<Column> {
    numbers.parse::<Moves>().unwrap().columns().to_vec()
}

/// The cell of a column's number and a row, counted from 0.
fn cell((number, row): (u8, u8)) -> Cell {
    Cell { column: column(number), row }
}

fn on(shape: Shape, moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(shape).unwrap()
}

fn evaluate(board: &Board) -> Option<ColumnScores> {
    Engine::new().evaluate(board, &CancelToken::default())
}

/// The reason for a move after these moves on the standard board, with all scores.
fn reason_for(moves: &str, number: u8) -> Option<ReasonFor> {
    let board = on(Shape::STANDARD, moves);
    let replies = evaluate(&after(&board, column(number)));
    ReasonFor::of(&board, column(number), evaluate(&board).as_ref(), replies.as_ref())
}

/// The reason against a move after these moves on the standard board, with all scores.
fn reason_against(moves: &str, number: u8) -> Option<ReasonAgainst> {
    let board = on(Shape::STANDARD, moves);
    let replies = evaluate(&after(&board, column(number)));
    ReasonAgainst::of(&board, column(number), evaluate(&board).as_ref(), replies.as_ref())
}

#[test]
fn completing_a_line_wins() {
    assert_eq!(reason_for("112233", 4), Some(ReasonFor::Wins));
}

#[test]
fn the_only_column_that_stops_a_win_blocks() {
    assert_eq!(reason_for("41414", 4), Some(ReasonFor::Blocks));
    let with_a_win = on(Shape::STANDARD, "414141");
    assert_eq!(ReasonFor::of(&with_a_win, column(1), None, None), None);
    let against_two = on(Shape::STANDARD, "44553");
    for number in 1..=7 {
        assert_eq!(ReasonFor::of(&against_two, column(number), None, None), None);
    }
}

#[test]
fn a_double_threat_is_in_two_columns_or_in_one() {
    let cells = [(2, 0), (6, 0)].map(cell);
    assert_eq!(reason_for("4455", 3), Some(ReasonFor::DoubleThreat { cells }));
    let cells = [(3, 0), (3, 1)].map(cell);
    assert_eq!(reason_for("54554564422", 1), Some(ReasonFor::DoubleThreat { cells }));
}

#[test]
fn two_threats_of_the_opponent_explain_that_all_is_lost() {
    let advice = Engine::new().advise(&on(Shape::STANDARD, "44553")).unwrap();
    assert_eq!(advice.explanation, Some(Explanation::OpponentWins(columns("26"))));
}

#[test]
fn every_reply_may_lose_at_once() {
    let moves = "54545534471656151163213221242246667777";
    assert_eq!(reason_for(moves, 7), Some(ReasonFor::RepliesLose { only_reply: Some(column(3)) }));
}

#[test]
fn threats_that_must_all_be_answered_force_a_win() {
    let variation = columns("22");
    assert_eq!(reason_for("4146443433", 5), Some(ReasonFor::ForcedWin { variation }));
}

#[test]
fn an_odd_threat_wins_by_zugzwang() {
    let cell = cell((4, 2));
    assert_eq!(reason_for("3545213553", 7), Some(ReasonFor::Zugzwang { cell }));
}

#[test]
fn winning_cells_above_one_another_are_stacked_threats() {
    let puzzle = |index| Puzzles::embedded().get(index).unwrap();
    let hard = puzzle(53);
    let moves = hard.solution().iter().take(22 - hard.start().columns().len());
    let board = moves.fold(hard.board(), |board, &column| after(&board, column));
    let cells = [(2, 2), (2, 3)].map(cell);
    let reason_for = ReasonFor::of(&board, column(3), None, None);
    assert_eq!(reason_for, Some(ReasonFor::StackedThreats { cells }));
    let cells = [(3, 1), (3, 2)].map(cell);
    let against = ReasonAgainst::of(&puzzle(300).board(), column(1), None, None);
    assert_eq!(against, Some(ReasonAgainst::LetsStackedThreats { cells }));
}

#[test]
fn a_disc_can_end_the_opponents_lines() {
    let moves = "43543434453354523126662111715522777";
    assert_eq!(reason_for(moves, 7), Some(ReasonFor::EndsOpponentsLines));
}

#[test]
fn replying_in_the_same_column_can_keep_a_draw() {
    assert_eq!(reason_for("433334577555357444543", 7), Some(ReasonFor::FollowUp));
}

#[test]
fn one_column_can_be_the_only_one_that_wins_or_draws() {
    assert_eq!(reason_for("", 4), Some(ReasonFor::OnlyWin));
    assert_eq!(reason_for("22", 5), Some(ReasonFor::OnlyDraw));
}

#[test]
fn a_trap_has_one_reply_that_does_not_lose() {
    let reply = column(4);
    assert_eq!(reason_for("4", 4), Some(ReasonFor::Trap { reply }));
}

#[test]
fn a_win_that_was_missed_is_a_reason_against() {
    let missed = ReasonAgainst::MissesWin { column: column(4) };
    assert_eq!(reason_against("414141", 5), Some(missed));
}

#[test]
fn an_open_threat_is_a_reason_against() {
    let column = column(4);
    assert_eq!(reason_against("31552", 2), Some(ReasonAgainst::LeavesThreat { column }));
}

#[test]
fn a_win_above_the_disc_is_a_reason_against() {
    assert_eq!(reason_against("146175362116353373", 7), Some(ReasonAgainst::LetsWinAbove));
}

#[test]
fn a_double_threat_that_follows_is_a_reason_against() {
    let (reply, cells) = (column(3), [(1, 0), (5, 0)].map(cell));
    let reason = ReasonAgainst::LetsDoubleThreat { reply, cells };
    assert_eq!(reason_against("442", 4), Some(reason));
}

#[test]
fn a_forced_win_that_follows_is_a_reason_against() {
    let variation = columns("554");
    assert_eq!(
        reason_against("46657511163234", 6),
        Some(ReasonAgainst::LetsForcedWin { variation })
    );
}

#[test]
fn zugzwang_for_the_opponent_is_a_reason_against() {
    let cell = cell((2, 1));
    assert_eq!(reason_against("455554333441714115", 5), Some(ReasonAgainst::Zugzwang { cell }));
}

#[test]
fn a_key_cell_for_both_is_a_reason_against() {
    let cell = cell((4, 0));
    assert_eq!(reason_against("1", 5), Some(ReasonAgainst::GivesUpKeyCell { cell }));
}

#[test]
fn the_only_reply_that_refutes_is_a_reason_against() {
    let reply = column(3);
    assert_eq!(reason_against("", 2), Some(ReasonAgainst::OneRefutation { reply }));
}

#[test]
fn a_move_has_no_reason_both_for_and_against() {
    assert_eq!(reason_for("", 3), None, "it gives away the win");
    assert_eq!(reason_against("", 4), None, "it keeps the win");
    assert_eq!(reason_against("11", 4), None, "it keeps the result");
}

#[test]
fn columns_that_are_not_open_have_no_reason() {
    for (moves, number) in [("111111", 1), ("1122334", 5), ("", 8)] {
        let board = on(Shape::STANDARD, moves);
        assert_eq!(ReasonFor::of(&board, column(number), None, None), None, "{moves}");
        assert_eq!(ReasonAgainst::of(&board, column(number), None, None), None, "{moves}");
    }
}

#[test]
fn threats_are_reasons_on_boards_too_large_to_solve() {
    let large = Shape::new(9, 7, 4).unwrap();
    let board = on(large, "4455");
    let cells = [(2, 0), (6, 0)].map(cell);
    let reason = ReasonFor::of(&board, column(3), None, None);
    assert_eq!(reason, Some(ReasonFor::DoubleThreat { cells }));
    let lost = on(large, "44553");
    assert_eq!(ReasonAgainst::of(&lost, column(9), None, None), None, "no column is better");
    let (reply, cells) = (column(3), [(2, 0), (6, 0)].map(cell));
    let reason = ReasonAgainst::LetsDoubleThreat { reply, cells };
    let board = on(large, "445");
    assert_eq!(ReasonAgainst::of(&board, column(9), None, None), Some(reason));

    let five = Shape::new(9, 6, 5).unwrap();
    let board = on(five, "44556677");
    assert_eq!(ReasonFor::of(&board, column(8), None, None), Some(ReasonFor::Wins));
    let board = on(five, "445566");
    assert!(matches!(
        ReasonFor::of(&board, column(3), None, None),
        Some(ReasonFor::DoubleThreat { .. })
    ));
}

#[test]
fn the_principal_variation_keeps_the_score_to_the_end() {
    let mut engine = Engine::new();
    let cancel = CancelToken::default();
    for moves in ["4455", "3545213553", "433334577555357444543", "44444252237723"] {
        let board = on(Shape::STANDARD, moves);
        let first = engine.choose(&board, Level::Perfect, 0).unwrap();
        let score = engine.evaluate(&board, &cancel).unwrap()[usize::from(first.index())].unwrap();
        let variation = engine.principal_variation(&board, first, 42, &cancel).unwrap();
        let end = variation.iter().fold(board, |board, &column| after(&board, column));
        assert_eq!(variation[0], first);
        let (mover, discs) = (board.to_move(), end.plies() - board.plies());
        match score.outcome(&board) {
            Outcome::Win { moves } => {
                assert_eq!((end.state(), discs), (BoardState::Won(mover), 2 * moves - 1));
            }
            Outcome::Loss { moves } => {
                assert_eq!((end.state(), discs), (BoardState::Won(mover.other()), 2 * moves));
            }
            Outcome::Draw => assert_eq!(end.state(), BoardState::Drawn),
        }
    }
}

#[test]
fn the_principal_variation_is_as_long_as_asked() {
    let mut engine = Engine::new();
    let mut variation = |moves: &str, first: u8, discs: usize| {
        let board = on(Shape::STANDARD, moves);
        engine.principal_variation(&board, column(first), discs, &CancelToken::default())
    };
    assert_eq!(variation("", 4, 1), Some(columns("4")));
    assert_eq!(variation("", 4, 5), Some(columns("44444")));
    // All replies lose at once: the one that stops one of two threats is preferred.
    assert_eq!(variation("4455", 3, 9), Some(columns("326")));
    assert_eq!(variation("112233", 4, 9), Some(columns("4")));
    assert_eq!(variation("111111", 1, 9), None);
}

#[test]
fn there_is_no_variation_without_scores() {
    let mut engine = Engine::new();
    let large = on(Shape::new(9, 7, 4).unwrap(), "4455");
    assert_eq!(engine.principal_variation(&large, column(3), 9, &CancelToken::default()), None);
    let cancel = CancelToken::default();
    cancel.cancel();
    let board = on(Shape::STANDARD, "44444252237723");
    assert_eq!(engine.principal_variation(&board, column(3), 9, &cancel), None);
}

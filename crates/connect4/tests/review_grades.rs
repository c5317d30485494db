//! Grades and accuracy of moves, and the scores behind them.

use std::thread;

use connect4::{
    Board, CancelToken, Column, Engine, GameScores, Grade, MoveEvaluation, Moves, Review, Score,
    Seat, Shape, Solver, analyse,
};

/// A game in which the second player overlooks three in a row, and its scores.
const SHORT: (&str, &str) = ("4433265", "ba0A0abdbbabbdccbAbccrBrrBrrcRBBRcdrrrrrrrRQQQRQQ");

/// A longer game, with moves of every grade.
const LONG: (&str, &str) = (
    "44444252237723",
    "ba0A0abdbbabbdccbAbccddcacddbbbAbbbaaaaaaabAbc00cppbpp0abcceAPcooBooCBonbnbbbooooo\
     BoCCFbDO0nnnnncn",
);

/// A drawn game.
const DRAWN: (&str, &str) = (
    "174166227341672362665415453424277135575133",
    "ba0A0abaBABaAbbaaBbabdcbbdcdBCDDBA0qcaqdqq0AQDa00qqaqqqq0AQCa00pp0ppppba0addbdccAcbb\
     a0aDa000dd0dddBB0D0B0bghbihgA0EH0B0bbbbigcBB0B0BAkkkkkbkBB0B0-Abhbhb-0abgaH-GggbAa-b\
     bagbA-baBbBg-fb00BG-bf00f0-fcaa0F-dee0eA-0ccf-E-cd-A-C-Ab-e-a-bA-B-B-Aa-d-a-ac-D-C-c\
     c-c-c-c0-C-B-Bb-b-b--0-B------0------0----",
);

/// The board of 6 columns and 5 rows.
fn small() -> Shape {
    Shape::new(6, 5, 4).unwrap()
}

fn standard_scores(text: &str) -> GameScores {
    GameScores::parse(Shape::STANDARD, text).unwrap()
}

fn review((moves, scores): (&str, &str)) -> Review {
    Review::new(&moves.parse().unwrap(), &standard_scores(scores)).unwrap()
}

fn board(moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap()
}

fn grades(review: &Review) -> Vec<Grade> {
    review.moves.iter().map(|it| it.grade).collect()
}

/// The evaluation of a first move in column 1 if the columns had these scores, and
/// the first seat's accuracy.
fn first_move(scores: &str) -> (MoveEvaluation, Option<u8>) {
    let review = review(("1", scores));
    let accuracy = review.accuracy(Seat::First);
    (review.moves.into_iter().next().unwrap(), accuracy)
}

#[test]
fn grades_depend_on_points_given_away_then_on_delay() {
    let grades = [
        (18, 18, Grade::Best),
        (18, 15, Grade::Good),
        (18, 14, Grade::Inaccuracy),
        (18, 1, Grade::Inaccuracy),
        (1, 0, Grade::Mistake),
        (18, 0, Grade::Mistake),
        (1, -1, Grade::Blunder),
        (18, -18, Grade::Blunder),
        (0, 0, Grade::Best),
        (0, -1, Grade::Mistake),
        (0, -18, Grade::Mistake),
        (-1, -1, Grade::Best),
        (-1, -4, Grade::Good),
        (-1, -5, Grade::Inaccuracy),
    ];
    for (before, after, grade) in grades {
        let found = Grade::of(Score::new(before), Score::new(after));
        assert_eq!(found, grade, "{before} to {after}");
    }
}

#[test]
fn the_moves_of_known_games_have_the_right_grades() {
    use Grade::{Best, Blunder, Good, Inaccuracy, Mistake};
    let short = review(SHORT);
    assert_eq!(grades(&short), [Best, Best, Blunder, Blunder, Best, Best, Best]);
    let missed = &short.moves[3];
    assert_eq!((missed.before, missed.after), (Score::new(2), Score::new(-18)));
    assert_eq!(missed.best, [2, 5].map(|number| Column::from_number(number).unwrap()));
    assert_eq!(missed.column, Column::from_number(3).unwrap());

    let long = review(LONG);
    assert_eq!(grades(&long)[..6], [Best; 6]);
    assert_eq!(
        grades(&long)[6..],
        [Mistake, Mistake, Blunder, Good, Best, Blunder, Inaccuracy, Inaccuracy]
    );
}

#[test]
fn a_forced_move_is_best_and_does_not_change_accuracy() {
    let drawn = review(DRAWN);
    let forced = &drawn.moves[40..];
    assert!(forced.iter().all(|it| it.grade == Grade::Best && it.best == [it.column]));
    let without_forced = review((&DRAWN.0[..40], &DRAWN.1[..40 * 7]));
    for seat in Seat::BOTH {
        assert_eq!(drawn.accuracy(seat), without_forced.accuracy(seat));
    }
}

#[test]
fn there_is_no_accuracy_where_no_move_could_be_worse() {
    let (evaluation, accuracy) = first_move("rrrrrrr");
    assert_eq!((evaluation.grade, accuracy), (Grade::Best, None));
    let (evaluation, accuracy) = first_move("0000000");
    assert_eq!((evaluation.grade, accuracy), (Grade::Best, None));
    assert_eq!(first_move("0000a00").1, Some(100));
    assert_eq!(review(("1", "ba0A0ab")).accuracy(Seat::Second), None);
}

#[test]
fn accuracy_falls_with_delay_and_points_given_away() {
    let falling = ["R", "Q", "O", "N", "A", "0", "a", "r"];
    let accuracies = falling.map(|played| first_move(&format!("{played}Rrrrrr")).1.unwrap());
    assert_eq!(accuracies, [100, 98, 94, 92, 66, 40, 0, 0]);
    let accuracies =
        ["a", "b", "r"].map(|played| first_move(&format!("{played}arrrrr")).1.unwrap());
    assert_eq!(accuracies, [100, 98, 66]);
}

#[test]
fn accuracy_is_the_mean_of_each_seats_own_moves() {
    let short = review(SHORT);
    // 100, 0, 100 and 100; then 100 and 0, as the last move could not be worse.
    assert_eq!(short.accuracy(Seat::First), Some(75));
    assert_eq!(short.accuracy(Seat::Second), Some(50));
    let long = review(LONG);
    // 100, 100, 100, 40, 0, 100 and 76: 73.7, rounded down.
    assert_eq!(long.accuracy(Seat::First), Some(73));
    // 100, 100, 40, 98, 0 and 78, as one move could not be worse.
    assert_eq!(long.accuracy(Seat::Second), Some(69));
}

#[test]
fn the_turning_point_is_the_last_move_giving_away_half_a_point() {
    assert_eq!(review(SHORT).turning_point(), Some(3));
    assert_eq!(review(LONG).turning_point(), Some(11));
    let (moves, scores) = (&LONG.0[..8], &LONG.1[..56]);
    assert_eq!(review((moves, scores)).turning_point(), Some(7));
    let (moves, scores) = (&LONG.0[..6], &LONG.1[..42]);
    assert_eq!(review((moves, scores)).turning_point(), None);
    assert_eq!(review(("", "")).turning_point(), None);
}

#[test]
fn scores_parse_back_from_their_text() {
    let letters = "0-ABCDEFGHIJKLMNOPQRSTUabcdefghijklmnopqrstu".to_owned();
    let whole = format!("{letters}{}", "-".repeat(42 * 7 - letters.len()));
    for text in ["", SHORT.1, LONG.1, DRAWN.1, &whole] {
        let scores = standard_scores(text);
        assert_eq!(scores.to_string(), text);
        assert_eq!(scores.plies().len() * 7, text.len());
    }
    let scores = standard_scores("-0ABUbu");
    let values = scores.plies()[0].map(|score| score.map(Score::value));
    let expected = [None, Some(0), Some(1), Some(2), Some(21), Some(-2), Some(-21)];
    assert_eq!(values[..7], expected);
    assert_eq!(values[7..], [None; 2]);

    let scores = GameScores::parse(small(), "-0AOao0000-0").unwrap();
    assert_eq!(scores.to_string(), "-0AOao0000-0");
    let values: Vec<_> =
        scores.plies().iter().map(|ply| ply.map(|score| score.map(Score::value))).collect();
    assert_eq!(values[0][..6], [None, Some(0), Some(1), Some(15), Some(-1), Some(-15)]);
    assert_eq!(values[1][..6], [Some(0), Some(0), Some(0), Some(0), None, Some(0)]);
    assert_eq!(values[0][6..], [None; 3]);
}

#[test]
fn texts_that_are_not_scores_are_rejected() {
    let too_long = "0".repeat(43 * 7);
    for text in ["0", "000000", "00000000", "000000V", "000000v", "000000 ", "00000é", &too_long] {
        assert!(GameScores::parse(Shape::STANDARD, text).is_err(), "{text}");
    }
    let too_long = "0".repeat(31 * 6);
    for text in ["0", "00000", "0000000", "00000P", "00000p", &too_long] {
        assert!(GameScores::parse(small(), text).is_err(), "{text}");
    }
    let large = Shape::new(8, 7, 4).unwrap();
    assert!(GameScores::parse(large, "00000000").is_err(), "it takes too long to solve");
}

#[test]
fn scores_of_another_game_are_rejected() {
    let review =
        |moves: &str, scores: &str| Review::new(&moves.parse().unwrap(), &standard_scores(scores));
    let column_full = "0000000".repeat(6) + "-000000";
    assert!(review("1111112", &column_full).is_ok());
    assert!(review("1111112", &"0000000".repeat(7)).is_err(), "a score for a full column");
    assert!(review("1122334", &column_full).is_err(), "no score for an open column");
    assert!(review("1111111", &column_full).is_err(), "an illegal move");
    assert!(review("111111", &column_full).is_err(), "one ply of scores too many");
    assert!(review("11111122", &column_full).is_err(), "one ply of scores too few");
    assert!(review("8", "0000000").is_err(), "no such column");
    let scores = GameScores::parse(small(), "000000").unwrap();
    assert!(Review::new(&"6".parse().unwrap(), &scores).is_ok());
    assert!(Review::new(&"7".parse().unwrap(), &scores).is_err(), "no such column there");
}

/// The scores of a game, evaluated from its last position backwards.
fn evaluated(shape: Shape, moves: &Moves) -> GameScores {
    let mut engine = Engine::new();
    let positions = moves.positions(shape).unwrap();
    let evaluate = |board: &Board| engine.evaluate(board, &CancelToken::default()).unwrap();
    let mut plies: Vec<_> = positions.iter().rev().map(evaluate).collect();
    plies.reverse();
    GameScores::new(shape, plies)
}

#[test]
fn evaluating_backwards_gives_the_scores_of_each_position() {
    let moves: Moves = LONG.0.parse().unwrap();
    let scores = evaluated(Shape::STANDARD, &moves);
    for (board, scores) in moves.positions(Shape::STANDARD).unwrap().iter().zip(scores.plies()) {
        assert_eq!(scores[..7], analyse(board), "{board:?}");
    }
    assert_eq!(scores.to_string(), LONG.1);
}

#[test]
fn games_on_the_small_board_are_reviewed_as_well() {
    // The second player blocks one end of three in a row, and loses by the other.
    let moves: Moves = "3344251".parse().unwrap();
    let scores = evaluated(small(), &moves);
    let positions = moves.positions(small()).unwrap();
    for (board, scores) in positions.iter().zip(scores.plies()) {
        let mut solver = Solver::new(small(), Solver::DEFAULT_TABLE_BYTES).unwrap();
        assert_eq!(*scores, solver.analyse(board), "{board:?}");
    }
    assert_eq!(GameScores::parse(small(), &scores.to_string()), Ok(scores.clone()));
    assert_eq!(scores.to_string().len(), 7 * 6);
    let review = Review::new(&moves, &scores).unwrap();
    assert_eq!(review.moves[6].grade, Grade::Best);
    let turning_point = review.turning_point().unwrap();
    assert_eq!(turning_point % 2, 1, "the second player erred");
}

#[test]
fn a_cancelled_solver_stops_and_later_finds_the_same_score() {
    let board = board("444442522");
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let score = solver.solve(&board);
    let nodes = solver.nodes();
    assert!(nodes > 100_000, "{nodes} nodes: this test needs a hard position");

    let cancel = CancelToken::default();
    assert_eq!(solver.solve_with_cancel(&board, &cancel), Some(score));
    cancel.cancel();
    assert_eq!(solver.solve_with_cancel(&board, &cancel), None);
    let before = solver.nodes();
    assert_eq!(solver.solve(&board), score, "the old token has no effect");
    assert!(solver.nodes() - before < nodes / 100, "the table was kept");
}

#[test]
fn a_repeatedly_cancelled_search_completes_in_the_end() {
    let board = board("444442522");
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let score = (0..).step_by(50).find_map(|yields| {
        let cancel = CancelToken::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                (0..yields).for_each(|_| thread::yield_now());
                cancel.cancel();
            });
            solver.solve_with_cancel(&board, &cancel)
        })
    });
    solver.clear();
    assert_eq!(score, Some(solver.solve(&board)));
}

#[test]
fn a_board_beyond_64_bits_is_not_evaluated() {
    let large = Board::empty(Shape::new(9, 9, 4).unwrap());
    assert_eq!(Engine::new().evaluate(&large, &CancelToken::default()), None);
}

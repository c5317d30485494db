//! How the moves of a game are judged, and the scores behind it.

use std::thread;

use connect4::{
    Board, CancelToken, Column, Engine, GameScores, Grade, MoveEvaluation, Moves, Review, Score,
    Seat, Shape, Solver, analyse,
};

/// A game in which the second player misses three in a row, and its scores.
const SHORT: (&str, &str) = ("4433265", "ba0A0abdbbabbdccbAbccrBrrBrrcRBBRcdrrrrrrrRQQQRQQ");

/// A longer one, with moves of every kind.
const LONG: (&str, &str) = (
    "44444252237723",
    "ba0A0abdbbabbdccbAbccddcacddbbbAbbbaaaaaaabAbc00cppbpp0abcceAPcooBooCBonbnbbbooooo\
     BoCCFbDO0nnnnncn",
);

/// A full board, without a row.
const DRAWN: (&str, &str) = (
    "174166227341672362665415453424277135575133",
    "ba0A0abaBABaAbbaaBbabdcbbdcdBCDDBA0qcaqdqq0AQDa00qqaqqqq0AQCa00pp0ppppba0addbdccAcbb\
     a0aDa000dd0dddBB0D0B0bghbihgA0EH0B0bbbbigcBB0B0BAkkkkkbkBB0B0-Abhbhb-0abgaH-GggbAa-b\
     bagbA-baBbBg-fb00BG-bf00f0-fcaa0F-dee0eA-0ccf-E-cd-A-C-Ab-e-a-bA-B-B-Aa-d-a-ac-D-C-c\
     c-c-c-c0-C-B-Bb-b-b--0-B------0------0----",
);

fn review((moves, scores): (&str, &str)) -> Review {
    Review::of(&moves.parse().unwrap(), &scores.parse().unwrap()).unwrap()
}

fn board(moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap()
}

fn grades(review: &Review) -> Vec<Grade> {
    review.moves.iter().map(|judgement| judgement.grade).collect()
}

/// The judgement of the first move of a game, in column 1, had the columns these
/// scores.
fn first(scores: &str) -> (MoveEvaluation, Option<u8>) {
    let review = review(("1", scores));
    let accuracy = review.accuracy(Seat::First);
    (review.moves.into_iter().next().unwrap(), accuracy)
}

#[test]
fn a_move_is_graded_by_the_half_points_it_gave_away_and_then_by_the_discs() {
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
fn the_moves_of_known_games_are_judged_as_they_deserve() {
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
fn a_move_without_a_choice_is_best_and_counts_for_nothing() {
    let drawn = review(DRAWN);
    let forced = &drawn.moves[40..];
    assert!(forced.iter().all(|it| it.grade == Grade::Best && it.best == [it.column]));
    let before = review((&DRAWN.0[..40], &DRAWN.1[..40 * 7]));
    for seat in Seat::BOTH {
        assert_eq!(drawn.accuracy(seat), before.accuracy(seat));
    }
}

#[test]
fn who_could_not_do_worse_has_no_accuracy() {
    let (judgement, accuracy) = first("rrrrrrr");
    assert_eq!((judgement.grade, accuracy), (Grade::Best, None));
    let (judgement, accuracy) = first("0000000");
    assert_eq!((judgement.grade, accuracy), (Grade::Best, None));
    assert_eq!(first("0000a00").1, Some(100));
    assert_eq!(review(("1", "ba0A0ab")).accuracy(Seat::Second), None);
}

#[test]
fn accuracy_falls_with_all_that_is_given_away() {
    let falling = ["R", "Q", "O", "N", "A", "0", "a", "r"];
    let kept = falling.map(|played| first(&format!("{played}Rrrrrr")).1.unwrap());
    assert_eq!(kept, [100, 98, 94, 92, 66, 40, 0, 0]);
    let kept = ["a", "b", "r"].map(|played| first(&format!("{played}arrrrr")).1.unwrap());
    assert_eq!(kept, [100, 98, 66]);
}

#[test]
fn accuracy_is_the_mean_of_each_seats_own_moves() {
    let short = review(SHORT);
    // 100, 0, 100 and 100; 100 and 0, as the last move could not be worse.
    assert_eq!(short.accuracy(Seat::First), Some(75));
    assert_eq!(short.accuracy(Seat::Second), Some(50));
    let long = review(LONG);
    // 100, 100, 100, 40, 0, 100 and 76: 73.7, which is not yet 74.
    assert_eq!(long.accuracy(Seat::First), Some(73));
    // 100, 100, 40, 98, 0 and 78, as one move could not be worse.
    assert_eq!(long.accuracy(Seat::Second), Some(69));
}

#[test]
fn the_turning_point_is_the_last_move_that_gave_away_half_a_point() {
    assert_eq!(review(SHORT).turning_point(), Some(3));
    assert_eq!(review(LONG).turning_point(), Some(11));
    let (moves, scores) = (&LONG.0[..8], &LONG.1[..56]);
    assert_eq!(review((moves, scores)).turning_point(), Some(7));
    let (moves, scores) = (&LONG.0[..6], &LONG.1[..42]);
    assert_eq!(review((moves, scores)).turning_point(), None);
    assert_eq!(review(("", "")).turning_point(), None);
}

#[test]
fn scores_are_read_as_they_were_written() {
    let letters = "0-ABCDEFGHIJKLMNOPQRSTUabcdefghijklmnopqrstu".to_owned();
    let whole = format!("{letters}{}", "-".repeat(42 * 7 - letters.len()));
    for text in ["", SHORT.1, LONG.1, DRAWN.1, &whole] {
        let scores: GameScores = text.parse().unwrap();
        assert_eq!(scores.to_string(), text);
        assert_eq!(scores.plies().len() * 7, text.len());
    }
    let scores: GameScores = "-0ABUbu".parse().unwrap();
    let values = scores.plies()[0].map(|score| score.map(Score::value));
    let expected = [None, Some(0), Some(1), Some(2), Some(21), Some(-2), Some(-21)];
    assert_eq!(values[..7], expected);
    assert_eq!(values[7..], [None; 2]);
}

#[test]
fn texts_that_are_no_scores_are_refused() {
    let too_long = "0".repeat(43 * 7);
    for text in ["0", "000000", "00000000", "000000V", "000000v", "000000 ", "00000é", &too_long] {
        assert!(text.parse::<GameScores>().is_err(), "{text}");
    }
}

#[test]
fn scores_of_another_game_are_refused() {
    let review =
        |moves: &str, scores: &str| Review::of(&moves.parse().unwrap(), &scores.parse().unwrap());
    let column_full = "0000000".repeat(6) + "-000000";
    assert!(review("1111112", &column_full).is_ok());
    assert!(review("1111112", &"0000000".repeat(7)).is_err(), "a score for a full column");
    assert!(review("1122334", &column_full).is_err(), "none for an open column");
    assert!(review("1111111", &column_full).is_err(), "a move that cannot be made");
    assert!(review("111111", &column_full).is_err(), "a ply too many");
    assert!(review("11111122", &column_full).is_err(), "a ply too few");
    assert!(review("8", "0000000").is_err(), "no such column");
}

#[test]
fn a_whole_game_is_judged_as_each_of_its_positions_is() {
    let moves: Moves = LONG.0.parse().unwrap();
    let mut thinker = Engine::new();
    let mut plies = Vec::new();
    for board in moves.positions(Shape::STANDARD).unwrap().iter().rev() {
        let scores = thinker.evaluate(board, &CancelToken::default()).unwrap();
        assert_eq!(scores[..7], analyse(board), "{board:?}");
        plies.push(scores);
    }
    plies.reverse();
    assert_eq!(GameScores::new(plies).to_string(), LONG.1);
}

#[test]
fn an_interrupted_solver_stops_and_finds_the_same_later() {
    let board = board("444442522");
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let score = solver.solve(&board);
    let nodes = solver.nodes();
    assert!(nodes > 100_000, "{nodes}: this test needs a position that takes long");

    let interrupt = CancelToken::default();
    assert_eq!(solver.solve_until(&board, &interrupt), Some(score));
    interrupt.cancel();
    assert_eq!(solver.solve_until(&board, &interrupt), None);
    let before = solver.nodes();
    assert_eq!(solver.solve(&board), score, "an old interrupt counts no more");
    assert!(solver.nodes() - before < nodes / 100, "what was learned is still there");
}

#[test]
fn a_search_that_is_broken_off_again_and_again_gets_there_in_the_end() {
    let board = board("444442522");
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let score = (0..).step_by(50).find_map(|patience| {
        let interrupt = CancelToken::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                (0..patience).for_each(|_| thread::yield_now());
                interrupt.cancel();
            });
            solver.solve_until(&board, &interrupt)
        })
    });
    solver.clear();
    assert_eq!(score, Some(solver.solve(&board)));
}

#[test]
fn a_board_too_large_to_solve_is_not_judged() {
    let large = Board::empty(Shape::new(9, 9, 4).unwrap());
    assert_eq!(Engine::new().evaluate(&large, &CancelToken::default()), None);
}

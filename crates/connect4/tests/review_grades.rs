//! Grades and accuracy of moves, and the scores behind them.

use std::{cmp::Ordering, thread};

use connect4::{
    Board, BoardState, CancelToken, Column, Cost, Engine, GameScores, Grade, MoveEvaluation, Moves,
    Outcome, ReasonAgainst, Review, Score, Seat, Shape, Solver, analyse,
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

/// The review of a game on the standard board, whose positions are soon solved.
fn reviewed(moves: &str) -> Review {
    let moves: Moves = moves.parse().unwrap();
    Review::new(&moves, &evaluated(Shape::STANDARD, &moves)).unwrap()
}

fn column(number: u8) -> Column {
    Column::from_number(number).unwrap()
}

#[test]
fn a_win_is_worth_less_the_more_discs_it_takes() {
    let win = |moves| Outcome::Win { moves }.expected_points();
    let is = |points: f64, expected: f64| (points - expected).abs() < 1e-9;
    assert!(is(win(1), 1.0) && is(Outcome::Draw.expected_points(), 0.5));
    for moves in 1..=41 {
        assert!(win(moves) > win(moves + 1) && win(moves + 1) > 0.5, "{moves}");
        assert!(is(win(moves) + Outcome::Loss { moves }.expected_points(), 1.0), "{moves}");
    }
}

#[test]
fn a_slip_that_takes_many_discs_to_punish_is_an_inaccuracy() {
    // The empty board is won, and lost in column 1, by the twentieth disc.
    let review = reviewed("1");
    assert_eq!(review.moves[0].grade, Grade::Inaccuracy);
    assert_eq!(review.moves[0].after.outcome(&review.moves[0].board), Outcome::Loss { moves: 20 });
}

#[test]
fn who_never_blocks_is_told_of_the_last_block() {
    use Grade::{Best, Blunder, Good};
    let review = reviewed("4141424");
    assert_eq!(grades(&review), [Best, Good, Best, Good, Best, Blunder, Best]);
    let missed = &review.moves[5];
    assert_eq!(missed.reason_against(), Some(ReasonAgainst::LeavesThreat { column: column(4) }));
    assert_eq!(missed.cost(), Some(Cost::Loss { moves: 1 }));
    assert_eq!(review.turning_point(Some(Seat::First)), Some(5));
    assert_eq!(missed.good_columns(), [column(4)]);
}

#[test]
fn a_poor_opening_decides_no_game_that_a_missed_block_ends() {
    let review = reviewed("14246474");
    let [opening, missed] = [0, 6].map(|ply: usize| &review.moves[ply]);
    assert_eq!((opening.grade, missed.grade), (Grade::Inaccuracy, Grade::Blunder));
    assert_eq!(review.turning_point(Some(Seat::Second)), Some(6));
}

#[test]
fn an_overlooked_win_in_an_even_game_is_a_mistake() {
    // The first player has three in column 4, and the second drops in column 1.
    let review = reviewed("4142437");
    let missed = &review.moves[6];
    assert_eq!(missed.before.outcome(&missed.board), Outcome::Win { moves: 1 });
    assert!(missed.grade.is_mistake(), "{missed:?}");
    assert_eq!(missed.cost(), Some(Cost::Win { moves: 1 }));
    // Two open ends win as surely.
    let review = reviewed("4152614");
    assert_eq!(review.moves[6].grade, Grade::Good);
}

#[test]
fn the_moves_of_known_games_have_the_right_grades() {
    use Grade::{Best, Blunder, Good, Inaccuracy, Mistake};
    let short = review(SHORT);
    assert_eq!(grades(&short), [Best, Best, Inaccuracy, Blunder, Best, Best, Best]);
    let missed = &short.moves[3];
    assert_eq!((missed.before, missed.after), (Score::new(2), Score::new(-18)));
    assert_eq!(missed.best, [column(2), column(5)]);
    assert_eq!(missed.column, column(3));

    let long = review(LONG);
    assert_eq!(grades(&long)[..6], [Best; 6]);
    assert_eq!(grades(&long)[6..], [Good, Blunder, Mistake, Good, Best, Blunder, Mistake, Blunder]);
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
fn accuracy_falls_with_points_lost() {
    let falling = ["R", "Q", "O", "N", "A", "0", "a", "r"];
    let accuracies = falling.map(|played| first_move(&format!("{played}Rrrrrr")).1.unwrap());
    assert_eq!(accuracies, [100, 77, 57, 51, 33, 25, 20, 7]);
}

#[test]
fn accuracy_is_the_mean_of_each_seats_own_moves() {
    let short = review(SHORT);
    assert_eq!(short.accuracy(Seat::First), Some(90));
    assert_eq!(short.accuracy(Seat::Second), Some(56));
}

#[test]
fn a_game_that_was_even_up_to_its_end_has_no_turning_point() {
    assert_eq!(review(SHORT).turning_point(Some(Seat::First)), Some(3));
    assert_eq!(review(SHORT).turning_point(Some(Seat::Second)), None);
    let (moves, scores) = (&LONG.0[..7], &LONG.1[..49]);
    let even = review((moves, scores));
    assert_eq!(Seat::BOTH.map(|seat| even.turning_point(Some(seat))), [None; 2]);
    assert_eq!(Seat::BOTH.map(|seat| even.standing(seat)), [Some(Ordering::Equal); 2]);
    let lost = review(SHORT).standing(Seat::Second);
    assert_eq!(lost, Some(Ordering::Less));
    let none = review(("", ""));
    assert_eq!((none.turning_point(Some(Seat::First)), none.standing(Seat::First)), (None, None));
}

#[test]
fn a_draw_turned_where_a_won_game_was_given_up() {
    let review = reviewed("543564344433455533251222266771666177711217");
    let given_up = &review.moves[27];
    assert_eq!(given_up.cost(), Some(Cost::Win { moves: 6 }));
    assert_eq!(review.turning_point(None), Some(27));
    assert!(given_up.fills_below_win(), "the square above, in which the second player wins");
    // Both win in that square.
    let lost = &reviewed("1225116662174736532125336456344").moves[29];
    assert!(!lost.fills_below_win() && lost.cost() == Some(Cost::Loss { moves: 1 }), "{lost:?}");
    let drawn = self::review(DRAWN);
    assert_eq!(drawn.turning_point(None), Some(30), "from a win in two to a loss");
    // The second player gives a won game away by a blunder, which the first does not punish.
    let review = reviewed("442343322343442272366661117555567765511177");
    assert_eq!(review.turning_point(None), Some(27));
    // Agreed on while it is even, and while somebody is ahead.
    let [even, ahead] = ["4443", "41424"].map(reviewed);
    assert_eq!([even, ahead].map(|it| it.turning_point(None)), [None; 2]);
}

/// Games of *easy* and *medium* against a player who overlooks one threat in ten, with their
/// scores, as `cargo bench -p connect4 --bench grades` lists them.
fn games() -> Vec<(Moves, Review)> {
    let lines = include_str!("reviewed_games.txt").lines();
    let game = |line: &str| {
        let (moves, scores) = line.split_once(' ').unwrap();
        let moves: Moves = moves.parse().unwrap();
        let review = Review::new(&moves, &standard_scores(scores)).unwrap();
        (moves, review)
    };
    lines.map(game).collect()
}

fn wins(board: &Board, column: Column) -> bool {
    board.drop(column).is_ok_and(|it| matches!(it.state(), BoardState::Won(_)))
}

/// The columns in which the opponent of the side to move would win.
fn threats(board: &Board) -> Vec<Column> {
    let is_threat = |column: &Column| {
        let others = board.open_columns().filter(|other| other != column);
        others.filter_map(|other| board.drop(other).ok()).any(|after| wins(&after, *column))
    };
    board.open_columns().filter(is_threat).collect()
}

/// The evaluation of every move that was possible in one of the games.
fn possible_moves() -> impl Iterator<Item = MoveEvaluation> {
    let moves = games().into_iter().flat_map(|(_, review)| review.moves);
    moves.flat_map(|it| {
        let columns: Vec<Column> = it.board.open_columns().collect();
        columns.into_iter().map(move |column| it.of_other_move(column).unwrap())
    })
}

#[test]
fn grades_go_by_points_lost() {
    let mut graded = [0; Grade::ALL.len()];
    for it in possible_moves() {
        graded[it.grade as usize] += 1;
        let is_even = it.points_lost() < 0.3 || it.after.outcome(&it.board) != loss_within(8, &it);
        let (lowest, highest) = match it.points_lost() {
            _ if it.after == it.before => (Grade::Best, Grade::Best),
            ..0.1 => (Grade::Good, Grade::Mistake),
            ..0.2 => (Grade::Inaccuracy, Grade::Mistake),
            _ if is_even => (Grade::Mistake, Grade::Mistake),
            _ => (Grade::Blunder, Grade::Blunder),
        };
        assert!((lowest..=highest).contains(&it.grade), "{it:?}");
    }
    assert!(graded.iter().all(|count| *count >= 100), "{graded:?}");
}

/// The outcome of the move, if it is a loss within so many discs; else one that is none.
fn loss_within(most: u32, it: &MoveEvaluation) -> Outcome {
    match it.after.outcome(&it.board) {
        Outcome::Loss { moves } if moves <= most => Outcome::Loss { moves },
        _ => Outcome::Loss { moves: 0 },
    }
}

#[test]
fn overlooked_wins_and_blocks_are_mistakes_at_least() {
    let (mut missed_wins, mut missed_blocks) = (0, 0);
    for it in possible_moves() {
        let after = it.board.drop(it.column).unwrap();
        let can_win = it.board.open_columns().any(|column| wins(&it.board, column));
        let has_won = wins(&it.board, it.column);
        let wins_as_surely = it.after.outcome(&it.board) == Outcome::Win { moves: 2 };
        if can_win && !has_won && !wins_as_surely {
            missed_wins += 1;
            assert!(it.grade.is_mistake(), "{it:?}");
        }
        let is_open = threats(&it.board).into_iter().any(|column| wins(&after, column));
        let is_lost = matches!(it.before.outcome(&it.board), Outcome::Loss { moves: ..=2 });
        if !has_won && is_open && !is_lost {
            missed_blocks += 1;
            assert!(it.grade.is_mistake(), "{it:?}");
        }
    }
    println!("{missed_wins} missed wins, {missed_blocks} missed blocks");
    assert!(missed_wins >= 100 && missed_blocks >= 100);
}

#[test]
fn a_loss_that_is_many_discs_away_is_no_blunder() {
    let is_far =
        |it: &MoveEvaluation| matches!(it.after.outcome(&it.board), Outcome::Loss { moves: 10.. });
    let far: Vec<_> = possible_moves().filter(is_far).collect();
    assert!(far.iter().all(|it| it.grade < Grade::Blunder) && far.len() >= 100);
}

#[test]
fn four_in_five_turning_points_are_near() {
    let (mut decided, mut near) = (0, 0);
    for (moves, review) in games() {
        let BoardState::Won(winner) = moves.replay(Shape::STANDARD).unwrap().state() else {
            continue;
        };
        decided += 1;
        let Some(ply) = review.turning_point(Some(winner)) else { continue };
        near += usize::from(review.moves[ply].cost().is_some_and(|it| it.moves() <= 7));
        assert!(ply >= 6 || review.moves.len() <= 12, "{moves} at {ply}");
    }
    println!("{near} of {decided}");
    assert!(decided >= 100 && 5 * near >= 4 * decided, "{near} of {decided}");
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
    let turning_point = review.turning_point(Some(Seat::First)).unwrap();
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

use std::{collections::HashMap, sync::mpsc, thread};

use fastrand::Rng;

use crate::{
    solver::{final_score, geometry::Standard, position::Position, search::Search},
    *,
};

const TABLE_BYTES: usize = 4 << 20;

fn solver(shape: Shape) -> Solver {
    Solver::new(shape, TABLE_BYTES).unwrap()
}

fn standard(moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap()
}

/// The score by exhaustive search, simple enough to verify by reading.
fn brute_force(board: &Board, known: &mut HashMap<(u128, u128), Score>) -> Score {
    let position = (board.discs(Seat::First), board.discs(Seat::Second));
    if let Some(&score) = known.get(&position) {
        return score;
    }
    let score = final_score(board).unwrap_or_else(|| {
        let after = |column| board.drop(column).unwrap();
        let scores =
            board.open_columns().map(|column| brute_force(&after(column), known).negated());
        scores.max().unwrap()
    });
    known.insert(position, score);
    score
}

fn random_position(shape: Shape, plies: u32, rng: &mut Rng) -> Board {
    loop {
        let board = (0..plies).fold(Board::empty(shape), |board, _| {
            let open: Vec<Column> = board.open_columns().collect();
            rng.choice(open).map_or(board, |column| board.drop(column).unwrap())
        });
        if board.state() == BoardState::InProgress {
            return board;
        }
    }
}

fn mirrored(moves: &Moves, shape: Shape) -> Moves {
    let mut image = Moves::default();
    for column in moves.columns() {
        image.push(Column::from_number(shape.columns() - column.index()).unwrap());
    }
    image
}

#[test]
fn late_positions_score_as_by_brute_force() {
    let mut rng = Rng::with_seed(1);
    let mut solver = solver(Shape::STANDARD);
    for _ in 0..3_000 {
        let board = random_position(Shape::STANDARD, rng.u32(31..=41), &mut rng);
        let mut known = HashMap::new();
        assert_eq!(solver.solve(&board), brute_force(&board, &mut known), "{board:?}");
        let scores = solver.analyse(&board);
        for column in board.open_columns() {
            let after = board.drop(column).unwrap();
            let score = brute_force(&after, &mut known).negated();
            let found = scores[usize::from(column.index())];
            assert_eq!(found, Some(score), "{board:?} {column}");
        }
    }
}

#[test]
fn small_boards_score_as_by_brute_force() {
    for (columns, rows, connect, min_plies) in [
        (4, 4, 4, 0),
        (5, 3, 4, 0),
        (4, 5, 4, 6),
        (5, 4, 4, 6),
        (6, 4, 4, 12),
        (5, 5, 5, 12),
        (3, 7, 4, 7),
        (7, 5, 4, 23),
        (9, 6, 5, 42),
        (8, 7, 4, 44),
    ] {
        let shape = Shape::new(columns, rows, connect).unwrap();
        let mut rng = Rng::with_seed(2);
        let mut solver = solver(shape);
        let mut known = HashMap::new();
        for _ in 0..60 {
            let board = random_position(shape, min_plies + rng.u32(..4), &mut rng);
            let expected = brute_force(&board, &mut known);
            assert_eq!(solver.solve(&board), expected, "{board:?}");
        }
    }
}

/// Results of J. Tromp and C. Steininger, for boards that take up to a second; the
/// others are in `benches/shapes.rs`.
#[test]
fn small_boards_have_the_known_winners() {
    let results = [
        ((4, 4), 0),
        ((4, 5), 0),
        ((4, 6), 0),
        ((4, 7), 0),
        ((4, 8), 0),
        ((4, 9), 0),
        ((5, 4), 0),
        ((5, 5), 0),
        ((5, 6), 0),
        ((5, 7), 0),
        ((6, 4), -1),
        ((6, 5), 0),
        ((6, 6), -1),
        ((7, 4), 0),
    ];
    for ((columns, rows), winner) in results {
        let shape = Shape::new(columns, rows, 4).unwrap();
        let score = solver(shape).solve(&Board::empty(shape));
        assert_eq!(score.value().signum(), winner, "{columns}×{rows}: {score:?}");
    }
}

#[test]
fn mirror_images_have_the_same_scores() {
    let mut rng = Rng::with_seed(3);
    let mut solver = solver(Shape::STANDARD);
    for _ in 0..200 {
        let mut moves = Moves::default();
        let mut board = Board::empty(Shape::STANDARD);
        while board.plies() < 24 && board.state() == BoardState::InProgress {
            let open: Vec<Column> = board.open_columns().collect();
            let column = rng.choice(open).unwrap();
            moves.push(column);
            board = board.drop(column).unwrap();
        }
        let image = mirrored(&moves, Shape::STANDARD).replay(Shape::STANDARD).unwrap();
        // An empty table each time, so that the second score is not just looked up.
        let score = solver.solve(&board);
        solver.clear();
        assert_eq!(solver.solve(&image), score, "{moves}");
        let mut scores = solver.analyse(&image);
        scores[..7].reverse();
        assert_eq!(solver.analyse(&board), scores, "{moves}");
    }
}

/// The benchmark positions of [Fhourstones](https://tromp.github.io/c4/fhour.html).
#[test]
fn the_fhourstones_positions_have_their_scores() {
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    for (moves, score) in [("45461667", 11), ("35333571", -3), ("13333111", 0)] {
        assert_eq!(solver.solve(&standard(moves)), Score::new(score), "{moves}");
    }
}

#[test]
fn best_columns_are_those_with_the_best_score() {
    let mut rng = Rng::with_seed(4);
    let mut solver = solver(Shape::STANDARD);
    for _ in 0..200 {
        let board = random_position(Shape::STANDARD, rng.u32(20..=41), &mut rng);
        let scores = solver.analyse(&board);
        let best = scores.iter().flatten().max().copied();
        assert_eq!(Some(solver.solve(&board)), best);
        let expected: Vec<Column> = board
            .open_columns()
            .filter(|column| scores[usize::from(column.index())] == best)
            .collect();
        assert_eq!(solver.best_columns(&board), expected, "{board:?}");
    }
}

#[test]
fn a_search_that_reaches_its_limit_stores_no_wrong_score() {
    let mut solver = solver(Shape::STANDARD);
    let mut rng = Rng::with_seed(5);
    let mut stopped = 0;
    for _ in 0..100 {
        let board = random_position(Shape::STANDARD, 18, &mut rng);
        stopped += u32::from(solver.solve_with_limit(&board, 300) == Err(NodeLimitReached));
        let score = solver.solve(&board);
        solver.clear();
        assert_eq!(solver.solve(&board), score);
    }
    assert!(stopped > 10, "{stopped} of 100");
}

#[test]
fn a_running_search_can_be_cancelled() {
    // This search would take many seconds.
    let empty = Position::from_board(Standard, &Board::empty(Shape::STANDARD));
    let mut search = Search::new(Standard, 18);
    let cancel = CancelToken::default();
    search.set_cancel(Some(cancel.clone()));
    let (start, started) = mpsc::channel();
    let canceller = thread::spawn(move || {
        started.recv().unwrap();
        (0..1_000).for_each(|_| thread::yield_now());
        cancel.cancel();
    });
    start.send(()).unwrap();
    assert_eq!(search.exceeds(&empty, 0, u64::MAX), Err(NodeLimitReached));
    canceller.join().unwrap();
}

#[test]
fn a_finished_game_has_the_score_of_its_result() {
    let mut solver = solver(Shape::STANDARD);
    assert_eq!(solver.solve(&standard("4343434")), Score::new(-18));
    let draw = standard("174166227341672362665415453424277135575133");
    assert_eq!(solver.solve(&draw), Score::DRAW);
    assert_eq!(solver.best_columns(&draw), []);
    assert_eq!(solver.analyse(&draw), [None; 9]);
}

#[test]
fn a_score_converts_to_the_number_of_moves() {
    let board = standard("4455");
    assert_eq!(Score::new(18).outcome(&standard("112233")), Outcome::Win { moves: 1 });
    assert_eq!(Score::new(-17).outcome(&standard("1122337")), Outcome::Loss { moves: 1 });
    assert_eq!(Score::new(1).outcome(&board), Outcome::Win { moves: 19 });
    assert_eq!(Score::new(-1).outcome(&board), Outcome::Loss { moves: 19 });
    assert_eq!(Score::DRAW.outcome(&board), Outcome::Draw);
}

#[test]
fn boards_beyond_64_bits_have_no_solver() {
    assert!(Solver::new(Shape::new(8, 7, 4).unwrap(), TABLE_BYTES).is_some());
    assert!(Solver::new(Shape::new(9, 7, 4).unwrap(), TABLE_BYTES).is_none());
}

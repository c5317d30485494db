//! The whole file of daily puzzles, against the solver.

use std::{collections::HashSet, thread};

use connect4::{
    Board, BoardState, BookKey, Column, Difficulty, Engine, Level, Moves, Outcome, Puzzle,
    PuzzleError, Puzzles, PuzzlesError, Score, Seat, Shape, Solver,
};

use crate::reference_player::after;

const TABLE_BYTES: usize = 8 << 20;

fn puzzles() -> Vec<Puzzle> {
    Puzzles::embedded().iter().collect()
}

fn encoded() -> Vec<u8> {
    Puzzles::encode(&puzzles())
}

/// The board before each disc of the solution, and after the last.
fn boards(puzzle: &Puzzle) -> Vec<Board> {
    let mut boards = vec![puzzle.board()];
    boards.extend(puzzle.solution().iter().scan(puzzle.board(), |board, &column| {
        *board = after(board, column);
        Some(*board)
    }));
    boards
}

/// The board at each of the player's turns, with the column that the solution takes.
fn turns(puzzle: &Puzzle) -> Vec<(Board, Column)> {
    boards(puzzle).into_iter().zip(puzzle.solution().iter().copied()).step_by(2).collect()
}

/// Checks every puzzle, on two threads, each with a solver that stays warm.
fn check_all(check: impl Fn(&mut Solver, &Puzzle) + Sync) {
    let (puzzles, check) = (puzzles(), &check);
    thread::scope(|scope| {
        for half in puzzles.chunks(puzzles.len().div_ceil(2)) {
            scope.spawn(move || {
                let mut solver = Solver::new(Shape::STANDARD, TABLE_BYTES).unwrap();
                for puzzle in half {
                    check(&mut solver, puzzle);
                }
            });
        }
    });
}

fn is_won(board: &Board) -> bool {
    matches!(board.state(), BoardState::Won(_))
}

/// Whether the opponent of the side to move could win with its next disc, in a column that
/// was open before a disc somewhere else.
fn is_threatened(board: &Board) -> bool {
    board.open_columns().any(|elsewhere| {
        let next = after(board, elsewhere);
        board
            .open_columns()
            .any(|column| column != elsewhere && next.drop(column).is_ok_and(|end| is_won(&end)))
    })
}

fn wins_at_once(board: &Board) -> bool {
    board.open_columns().any(|column| is_won(&after(board, column)))
}

#[test]
fn there_are_522_weeks_in_at_most_100_kib() {
    assert_eq!(Puzzles::embedded().len(), 522 * 7);
    assert_eq!(puzzles().len(), 522 * 7);
    assert!(encoded().len() <= 100 << 10, "{} bytes", encoded().len());
}

#[test]
fn every_solution_ends_with_the_players_win() {
    for puzzle in puzzles() {
        let boards = boards(&puzzle);
        let (end, before) = boards.split_last().unwrap();
        assert!(
            before.iter().all(|board| board.state() == BoardState::InProgress),
            "{}",
            puzzle.start()
        );
        assert_eq!(end.state(), BoardState::Won(puzzle.player()), "{}", puzzle.start());
        assert!(puzzle.players_discs() >= 2, "{}", puzzle.start());
        assert_eq!(puzzle.solution().len(), 2 * puzzle.players_discs() - 1, "{}", puzzle.start());
    }
}

/// From the end backwards, so that the table has what earlier turns lead to.
#[test]
fn exactly_one_column_wins_at_each_turn_of_the_player() {
    check_all(|solver, puzzle| {
        for (board, solution) in turns(puzzle).into_iter().rev() {
            let mut wins = |&column: &Column| {
                let opponent_holds = Score::new(-1);
                !solver.exceeds(&after(&board, column), opponent_holds)
            };
            let winning: Vec<Column> = board.open_columns().filter(|it| wins(it)).collect();
            assert_eq!(winning, [solution], "{} at ply {}", puzzle.start(), board.plies());
        }
    });
}

/// The player wins in as many discs as the solution has left, and each reply keeps the
/// opponent's score.
#[test]
fn every_reply_is_one_that_holds_out_longest() {
    check_all(|solver, puzzle| {
        for (index, (board, _)) in turns(puzzle).into_iter().enumerate().rev() {
            let moves = u32::try_from(puzzle.players_discs() - index).unwrap();
            let score = solver.solve(&board);
            assert_eq!(score.outcome(&board), Outcome::Win { moves }, "{}", puzzle.start());
        }
        let boards = boards(puzzle);
        for reply in boards[1..].windows(2).step_by(2).rev() {
            let kept = solver.solve(&reply[1]).negated();
            assert_eq!(
                solver.solve(&reply[0]),
                kept,
                "{} at ply {}",
                puzzle.start(),
                reply[0].plies()
            );
        }
    });
}

#[test]
fn no_puzzle_starts_with_a_win_or_a_forced_block() {
    for puzzle in puzzles() {
        let board = puzzle.board();
        assert!(!wins_at_once(&board) && !is_threatened(&board), "{}", puzzle.start());
    }
}

#[test]
fn at_most_half_of_the_discs_are_forced_blocks() {
    for puzzle in puzzles() {
        let is_block = |board: &Board| is_threatened(board) && !wins_at_once(board);
        let blocks = turns(&puzzle).iter().filter(|(board, _)| is_block(board)).count();
        assert!(blocks * 2 <= puzzle.players_discs(), "{}", puzzle.start());
    }
}

#[test]
fn at_most_half_of_the_discs_answer_in_the_same_column() {
    for puzzle in puzzles() {
        let later = puzzle.solution()[1..].chunks_exact(2);
        let answers = later.filter(|pair| pair[0] == pair[1]).count();
        assert!(answers * 2 <= puzzle.players_discs(), "{}", puzzle.start());
    }
}

#[test]
fn the_first_of_four_discs_or_more_is_not_obvious() {
    let mut engine = Engine::new();
    for puzzle in puzzles().iter().filter(|puzzle| puzzle.players_discs() >= 4) {
        let mut choose = |seed| engine.choose(&puzzle.board(), Level::Medium, seed).unwrap();
        let found = (0..20).filter(|&seed| choose(seed) == puzzle.solution()[0]).count();
        assert!(found <= 10, "{}", puzzle.start());
    }
}

#[test]
fn every_puzzle_starts_with_a_choice_of_five_columns() {
    for puzzle in puzzles() {
        assert!(puzzle.board().open_columns().count() >= 5, "{}", puzzle.start());
    }
}

#[test]
fn no_position_or_mirror_image_occurs_twice() {
    let mut seen = HashSet::new();
    for puzzle in puzzles() {
        for (board, _) in turns(&puzzle) {
            assert!(
                seen.insert(BookKey::new(&board)),
                "{} at ply {}",
                puzzle.start(),
                board.plies()
            );
        }
    }
}

#[test]
fn difficulty_rises_from_monday_to_sunday() {
    assert!(Difficulty::BAND_STARTS.is_sorted());
    for (index, puzzle) in puzzles().iter().enumerate() {
        let measured = Difficulty::measure(&puzzle.board(), puzzle.solution());
        assert_eq!(puzzle.difficulty(), measured, "{}", puzzle.start());
        assert_eq!(measured.band(), index % 7, "{}", puzzle.start());
    }
}

#[test]
fn starts_and_first_columns_vary() {
    let puzzles = puzzles();
    let share = |is: &dyn Fn(&Puzzle) -> bool| {
        puzzles.iter().filter(|puzzle| is(puzzle)).count() * 100 / puzzles.len()
    };
    for seat in Seat::BOTH {
        assert!(share(&|puzzle| puzzle.player() == seat) >= 40, "{seat:?}");
    }
    for column in Shape::STANDARD.column_iter() {
        assert!(share(&|puzzle| puzzle.solution()[0] == column) >= 8, "column {column}");
    }
    for plies in [0..18, 18..26, 26..42] {
        let share = share(&|puzzle| plies.contains(&puzzle.board().plies()));
        assert!(share >= 20, "{plies:?}: {share} %");
    }
}

#[test]
fn puzzles_parse_back_from_their_bytes() {
    let parsed = Puzzles::parse(encoded().into()).unwrap();
    assert!(parsed.iter().eq(puzzles()));
    for index in [0, 1, 3653] {
        assert_eq!(parsed.get(index), puzzles().get(index).cloned());
    }
    assert_eq!(parsed.get(3654), None);
    let none = Puzzles::parse(Puzzles::encode([]).into()).unwrap();
    assert!(none.is_empty() && none.get(0).is_none());
}

#[test]
fn damaged_puzzles_are_rejected() {
    let parse = |bytes: Vec<u8>| Puzzles::parse(bytes.into()).unwrap_err();
    let mut damaged = encoded();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(parse(damaged), PuzzlesError::Damaged);
    let mut short = encoded();
    short.truncate(short.len() - 1);
    assert_eq!(parse(short), PuzzlesError::Damaged);
    assert_eq!(parse(b"4FP1".to_vec()), PuzzlesError::Damaged);
    assert_eq!(parse(Vec::new()), PuzzlesError::NotPuzzles);
    assert_eq!(parse(b"4FB1....".to_vec()), PuzzlesError::NotPuzzles);
}

#[test]
fn a_solution_must_be_legal_and_end_with_a_win() {
    let new = |start: &str, solution: &str| {
        let (start, solution): (Moves, Moves) = (start.parse().unwrap(), solution.parse().unwrap());
        Puzzle::new(start, solution, Difficulty::new(0))
    };
    let puzzle = new("112233", "4").unwrap();
    assert_eq!((puzzle.players_discs(), puzzle.player()), (1, Seat::First));
    assert_eq!(new("112233", "5"), Err(PuzzleError::NotAWin));
    assert_eq!(new("112233", ""), Err(PuzzleError::NotAWin));
    assert_eq!(new("1122335", "54"), Err(PuzzleError::NotAWin));
    assert!(matches!(new("112233", "8"), Err(PuzzleError::Illegal(error)) if error.ply == 7));
    assert!(matches!(new("112233", "455"), Err(PuzzleError::Illegal(error)) if error.ply == 8));
}

//! The perfect level and the opening book.

use std::collections::HashSet;

use connect4::{
    Board, BoardState, Book, BookError, BookKey, Column, Engine, Explanation, Level, Moves, Score,
    Seat, Shape, Solver, analyse, best_columns, solve,
};
use fastrand::Rng;

use crate::reference_player::{ReferencePlayer, after, openings, points};

fn embedded() -> Vec<u8> {
    Book::encode(&Book::embedded().entries().collect())
}

/// Every distinct position at a ply, including mirror images and finished games.
fn every_position_at(ply: usize) -> Vec<Board> {
    let mut boards = vec![Board::empty(Shape::STANDARD)];
    for _ in 0..ply {
        let mut seen = HashSet::new();
        boards = boards
            .iter()
            .flat_map(|board| board.open_columns().map(|column| after(board, column)))
            .filter(|board| seen.insert((board.discs(Seat::First), board.discs(Seat::Second))))
            .collect();
    }
    boards
}

/// The counts are those of Böck (2025), from a table of all positions of the game.
#[test]
fn the_book_has_the_known_counts_of_wins_draws_and_losses() {
    let book = Book::embedded();
    let mut counts = [0; 3];
    for board in every_position_at(8) {
        let score = book.score(&board).expect("the book is complete to this ply");
        counts[usize::from(score < Score::DRAW) + usize::from(score <= Score::DRAW)] += 1;
    }
    assert_eq!(counts, [124_624, 14_676, 44_975]);
}

#[test]
fn the_first_moves_have_their_known_scores() {
    let empty = Board::empty(Shape::STANDARD);
    let scores = analyse(&empty).map(|score| score.unwrap().value());
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(solve(&empty), Score::new(1));
    let one = Column::from_number(1).unwrap();
    assert_eq!(solve(&after(&after(&empty, one), one)), Score::new(1));
    assert_eq!(best_columns(&empty), [Column::from_number(4).unwrap()]);
}

#[test]
fn random_entries_of_the_book_agree_with_the_solver() {
    let book = Book::embedded();
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let mut rng = Rng::with_seed(8);
    let mut checked = 0;
    while checked < 40 {
        // Games in which one side plays at the perfect level stay in the book up to
        // its last ply.
        let seat = Seat::BOTH[checked % 2];
        let last = rng.u32(Book::CHOICE_PLIES);
        let mut board = Board::empty(Shape::STANDARD);
        while board.state() == BoardState::InProgress
            && (board.plies() < last || board.to_move() != seat)
        {
            let open: Vec<Column> = if board.to_move() == seat {
                book.choices(&board)
                    .expect("the book has every position that the perfect level meets")
            } else {
                board.open_columns().collect()
            };
            board = after(&board, rng.choice(open).unwrap());
        }
        if board.state() == BoardState::InProgress && Book::CHOICE_PLIES.contains(&board.plies()) {
            assert_eq!(book.score(&board), Some(solver.solve(&board)), "{board:?}");
            assert_eq!(book.best_columns(&board), Some(solver.best_columns(&board)), "{board:?}");
            checked += 1;
        }
    }
}

#[test]
fn the_book_has_all_positions_that_the_perfect_level_meets() {
    let book = Book::embedded();
    for perfect in Seat::BOTH {
        let mut boards = vec![Board::empty(Shape::STANDARD)];
        for _ in 0..=*Book::CHOICE_PLIES.end() {
            let perfect_moves = boards[0].to_move() == perfect;
            let mut seen = HashSet::new();
            let replies = boards.iter().flat_map(|board| {
                let columns = if perfect_moves {
                    book.choices(board).unwrap_or_else(|| panic!("{board:?}"))
                } else {
                    board.open_columns().collect()
                };
                columns.into_iter().map(|column| after(board, column))
            });
            boards = replies.filter(|board| seen.insert(BookKey::new(board))).collect();
        }
        assert!(boards.len() > 10_000, "{} positions", boards.len());
    }
}

#[test]
fn a_book_parses_back_from_its_bytes() {
    let book = Book::embedded();
    assert!(embedded().len() <= 2 << 20, "{} bytes", embedded().len());
    let parsed = Book::parse(embedded().into()).unwrap();
    assert_eq!(parsed.len(), book.len());
    assert!(parsed.entries().eq(book.entries()));
    let keys: Vec<BookKey> = book.entries().map(|(key, _)| key).collect();
    assert!(keys.is_sorted(), "binary search needs sorted keys");
}

#[test]
fn a_damaged_book_is_rejected() {
    let mut damaged = embedded();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(Book::parse(damaged.into()).unwrap_err(), BookError::Damaged);
    let mut short = embedded();
    short.truncate(short.len() - 1);
    assert_eq!(Book::parse(short.into()).unwrap_err(), BookError::Damaged);
    assert_eq!(Book::parse(b"4FB1".as_slice().into()).unwrap_err(), BookError::Damaged);
    assert_eq!(Book::parse(b"".as_slice().into()).unwrap_err(), BookError::NotABook);
    assert_eq!(Book::parse(b"PNG\x01....".as_slice().into()).unwrap_err(), BookError::NotABook);
}

#[test]
fn perfect_loses_to_the_reference_player_only_lost_openings() {
    let reference = ReferencePlayer::new();
    let mut engine = Engine::new();
    let mut total = 0.0;
    for (opening, board) in openings().enumerate() {
        for seat in Seat::BOTH {
            let choose =
                |board: &Board| engine.choose(board, Level::Perfect, opening as u64).unwrap();
            let points = points(board, seat, choose, |board| reference.choose(board));
            let score = Book::embedded().score(&board).unwrap();
            // After two discs, the first seat is to move.
            let was_lost =
                if seat == Seat::First { score < Score::DRAW } else { score > Score::DRAW };
            assert!(points > 0.0 || was_lost, "{board:?} as {seat:?}");
            total += points;
        }
    }
    assert!(total >= 94.0, "{total} of 98");
}

/// Compares the score before and after each move of the perfect level, where the book
/// or a quick search knows both.
#[test]
fn perfect_keeps_the_score_in_fifty_games_in_each_seat() {
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let mut score = |board: &Board| {
        let known = Book::embedded().score(board);
        known.or_else(|| solver.solve_with_limit(board, 100_000).ok())
    };
    let mut engine = Engine::new();
    let mut compared = 0;
    for game in 0..50 {
        for seat in Seat::BOTH {
            let mut opponent = opponent(game);
            let choose = |board: &Board| {
                let column = engine.choose(board, Level::Perfect, game).unwrap();
                if let (Some(before), Some(kept)) = (score(board), score(&after(board, column))) {
                    compared += 1;
                    assert_eq!(kept.negated(), before, "{board:?} {column}");
                }
                column
            };
            let points = points(Board::empty(Shape::STANDARD), seat, choose, &mut *opponent);
            if seat == Seat::First {
                assert!(points > 0.9, "the first seat wins with perfect play: game {game}");
            }
        }
    }
    assert!(compared > 500, "{compared} decisions");
}

/// An opponent that plays at random or at one of the other levels.
fn opponent(game: u64) -> Box<dyn FnMut(&Board) -> Column> {
    let mut rng = Rng::with_seed(game);
    let level = match game % 4 {
        0 => None,
        1 => Some(Level::Easy),
        2 => Some(Level::Medium),
        _ => Some(Level::Hard),
    };
    let mut engine = Engine::new();
    Box::new(move |board| match level {
        None => rng.choice(board.open_columns().collect::<Vec<_>>()).unwrap(),
        Some(level) => engine.choose(board, level, rng.u64(..)).unwrap(),
    })
}

#[test]
fn advice_in_the_opening_says_why_or_what_follows() {
    let mut engine = Engine::new();
    for moves in ["", "1", "12", "43", "444", "1726", "44444", "123456"] {
        let board = moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap();
        let advice = engine.advise(&board).unwrap();
        match advice.explanation {
            Some(Explanation::Reason(column, _)) => assert!(advice.best.contains(&column)),
            Some(Explanation::OpponentWins(columns)) => assert!(columns.len() > 1),
            Some(Explanation::Variation(variation)) => {
                assert!(variation.len() > 1 && variation[0] == advice.best[0]);
            }
            None => panic!("no explanation after {moves:?}"),
        }
    }
}

#[test]
fn advice_has_the_best_columns_and_each_outcome() {
    let board: Board = "4".parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap();
    let advice = Engine::new().advise(&board).unwrap();
    assert_eq!(advice.best, [Column::from_number(4).unwrap()]);
    assert_eq!(advice.columns.len(), 7);
    assert!(advice.columns.iter().all(|(_, outcome)| outcome.is_some()));
}

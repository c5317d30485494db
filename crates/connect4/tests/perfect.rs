//! The perfect level, and the book it plays from.

use std::collections::HashSet;

use connect4::{
    Board, BoardState, Book, BookError, BookKey, Column, Engine, Level, Moves, Score, Seat, Shape,
    Solver, analyse, best_columns, solve,
};
use fastrand::Rng;

use crate::yardstick::{Yardstick, after, openings, points};

fn embedded() -> Vec<u8> {
    Book::encode(&Book::embedded().entries().collect())
}

/// Every distinct position at a ply, both those that are mirror images and those
/// where the game is over.
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

/// Counted by Böck (2025), who has every position of the game.
#[test]
fn the_book_has_the_known_numbers_of_won_drawn_and_lost_positions() {
    let book = Book::embedded();
    let mut counts = [0; 3];
    for board in every_position_at(8) {
        let score = book.score(&board).expect("the book is complete to this ply");
        counts[usize::from(score < Score::DRAW) + usize::from(score <= Score::DRAW)] += 1;
    }
    assert_eq!(counts, [124_624, 14_676, 44_975]);
}

#[test]
fn the_opening_columns_have_their_known_scores() {
    let empty = Board::empty(Shape::STANDARD);
    let scores = analyse(&empty).map(|score| score.unwrap().value());
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(solve(&empty), Score::new(1));
    let one = Column::from_number(1).unwrap();
    assert_eq!(solve(&after(&after(&empty, one), one)), Score::new(1));
    assert_eq!(best_columns(&empty), [Column::from_number(4).unwrap()]);
}

#[test]
fn random_entries_of_the_book_are_what_the_solver_finds() {
    let book = Book::embedded();
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let mut rng = Rng::with_seed(8);
    let mut checked = 0;
    while checked < 40 {
        // A game in which one side plays as the perfect level is in the book as far
        // as that goes.
        let seat = Seat::BOTH[checked % 2];
        let last = rng.u32(Book::CHOICES_AT);
        let mut board = Board::empty(Shape::STANDARD);
        while board.state() == BoardState::InProgress
            && (board.plies() < last || board.to_move() != seat)
        {
            let open: Vec<Column> = if board.to_move() == seat {
                book.choices(&board).expect("the book has what the perfect level meets")
            } else {
                board.open_columns().collect()
            };
            board = after(&board, rng.choice(open).unwrap());
        }
        if board.state() == BoardState::InProgress && Book::CHOICES_AT.contains(&board.plies()) {
            assert_eq!(book.score(&board), Some(solver.solve(&board)), "{board:?}");
            assert_eq!(book.best_columns(&board), Some(solver.best_columns(&board)), "{board:?}");
            checked += 1;
        }
    }
}

#[test]
fn the_book_has_all_that_the_perfect_level_can_meet() {
    let book = Book::embedded();
    for perfect in Seat::BOTH {
        let mut boards = vec![Board::empty(Shape::STANDARD)];
        for _ in 0..=*Book::CHOICES_AT.end() {
            let is_its_turn = boards[0].to_move() == perfect;
            let mut seen = HashSet::new();
            let replies = boards.iter().flat_map(|board| {
                let columns = if is_its_turn {
                    book.choices(board).unwrap_or_else(|| panic!("{board:?}"))
                } else {
                    board.open_columns().collect()
                };
                columns.into_iter().map(|column| after(board, column))
            });
            boards = replies.filter(|board| seen.insert(BookKey::of(board))).collect();
        }
        assert!(boards.len() > 10_000, "{} positions", boards.len());
    }
}

#[test]
fn a_book_reads_back_as_it_was_written() {
    let book = Book::embedded();
    assert!(embedded().len() <= 2 << 20, "{} bytes", embedded().len());
    let again = Book::parse(embedded().into()).unwrap();
    assert_eq!(again.len(), book.len());
    assert!(again.entries().eq(book.entries()));
    let keys: Vec<BookKey> = book.entries().map(|(key, _)| key).collect();
    assert!(keys.is_sorted(), "a search for a key finds it");
}

#[test]
fn a_damaged_book_is_refused() {
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
fn perfect_nearly_always_beats_the_yardstick_and_loses_only_what_was_lost() {
    let yardstick = Yardstick::new();
    let mut thinker = Engine::new();
    let mut total = 0.0;
    for (opening, board) in openings().enumerate() {
        for seat in Seat::BOTH {
            let choose =
                |board: &Board| thinker.choose(board, Level::Perfect, opening as u64).unwrap();
            let points = points(board, seat, choose, |board| yardstick.choose(board));
            let score = Book::embedded().score(&board).unwrap();
            // The first seat is to move after two discs.
            let was_lost =
                if seat == Seat::First { score < Score::DRAW } else { score > Score::DRAW };
            assert!(points > 0.0 || was_lost, "{board:?} as {seat:?}");
            total += points;
        }
    }
    assert!(total >= 94.0, "{total} of 98");
}

/// Games in which the score before and after each disc of the perfect player is
/// looked at, as far as the book or a quick search knows it.
#[test]
fn perfect_gives_nothing_away_in_fifty_games_in_each_seat() {
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
    let mut score = |board: &Board| {
        let known = Book::embedded().score(board);
        known.or_else(|| solver.solve_with_limit(board, 100_000).ok())
    };
    let mut thinker = Engine::new();
    let mut looked_at = 0;
    for game in 0..50 {
        for seat in Seat::BOTH {
            let mut other = opponent(game);
            let choose = |board: &Board| {
                let column = thinker.choose(board, Level::Perfect, game).unwrap();
                if let (Some(had), Some(kept)) = (score(board), score(&after(board, column))) {
                    looked_at += 1;
                    assert_eq!(kept.negated(), had, "{board:?} {column}");
                }
                column
            };
            let points = points(Board::empty(Shape::STANDARD), seat, choose, &mut *other);
            if seat == Seat::First {
                assert!(points > 0.9, "the first seat wins with perfect play: game {game}");
            }
        }
    }
    assert!(looked_at > 500, "{looked_at} decisions");
}

/// One that plays at random, or at one of the other levels.
fn opponent(game: u64) -> Box<dyn FnMut(&Board) -> Column> {
    let mut rng = Rng::with_seed(game);
    let level = match game % 4 {
        0 => None,
        1 => Some(Level::Easy),
        2 => Some(Level::Medium),
        _ => Some(Level::Hard),
    };
    let mut thinker = Engine::new();
    Box::new(move |board| match level {
        None => rng.choice(board.open_columns().collect::<Vec<_>>()).unwrap(),
        Some(level) => thinker.choose(board, level, rng.u64(..)).unwrap(),
    })
}

#[test]
fn advice_names_the_best_columns_and_where_each_leads() {
    let board: Board = "4".parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap();
    let advice = Engine::new().advise(&board).unwrap();
    assert_eq!(advice.best, [Column::from_number(4).unwrap()]);
    assert_eq!(advice.columns.len(), 7);
    assert!(advice.columns.iter().all(|(_, outcome)| outcome.is_some()));
}

use std::collections::HashSet;

use proptest::prelude::*;

use crate::*;

/// A board as a list of columns, each a list of discs, simple enough to verify by
/// reading.
struct NaiveBoard {
    shape: Shape,
    columns: Vec<Vec<Seat>>,
}

impl NaiveBoard {
    fn empty(shape: Shape) -> Self {
        Self { shape, columns: vec![Vec::new(); usize::from(shape.columns())] }
    }

    fn disc(&self, column: i32, row: i32) -> Option<Seat> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether a winning line of `seat` covers the cell.
    fn wins_through(&self, seat: Seat, column: i32, row: i32) -> bool {
        let connect = i32::from(self.shape.connect());
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            (0..connect).any(|back| {
                (0..connect).all(|step| {
                    let along = step - back;
                    self.disc(column + along * right, row + along * up) == Some(seat)
                })
            })
        })
    }

    /// Drops a disc. Returns the state after it, or `None` if the column is full.
    fn drop(&mut self, seat: Seat, column: Column) -> Option<BoardState> {
        let discs = &mut self.columns[usize::from(column.index())];
        if discs.len() == usize::from(self.shape.rows()) {
            return None;
        }
        discs.push(seat);
        let row = i32::try_from(discs.len()).unwrap() - 1;
        let full = self.columns.iter().all(|discs| discs.len() == usize::from(self.shape.rows()));
        Some(if self.wins_through(seat, i32::from(column.index()), row) {
            BoardState::Won(seat)
        } else if full {
            BoardState::Drawn
        } else {
            BoardState::InProgress
        })
    }
}

fn shapes() -> impl Strategy<Value = Shape> {
    (1..=9u8, 1..=9u8, 4..=5u8).prop_filter_map("no line fits", |(columns, rows, connect)| {
        Shape::new(columns, rows, connect).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_game_goes_as_on_a_naive_board(
        shape in shapes(),
        choices in prop::collection::vec(1..=9u8, 1..120),
    ) {
        let mut naive = NaiveBoard::empty(shape);
        let mut board = Board::empty(shape);
        for number in choices {
            let column = Column::from_number(number).unwrap();
            let seat = board.to_move();
            let before = board;
            match board.drop(column) {
                Ok(after) => board = after,
                Err(DropError::NoSuchColumn(_)) => prop_assert!(number > shape.columns()),
                Err(DropError::ColumnFull(_)) => prop_assert_eq!(naive.drop(seat, column), None),
                Err(DropError::GameOver) => prop_assert_ne!(board.state(), BoardState::InProgress),
            }
            if board != before {
                prop_assert_eq!(naive.drop(seat, column), Some(board.state()));
                prop_assert_eq!(board.to_move(), seat.other());
            }
        }
        for column in shape.column_iter() {
            for row in 0..shape.rows() {
                prop_assert_eq!(
                    board.disc(Cell { column, row }),
                    naive.disc(i32::from(column.index()), i32::from(row))
                );
            }
        }
    }

    #[test]
    fn there_are_winning_lines_exactly_in_won_games(
        shape in shapes(),
        choices in prop::collection::vec(1..=9u8, 1..120),
    ) {
        let board = choices.into_iter().fold(Board::empty(shape), |board, number| {
            board.drop(Column::from_number(number).unwrap()).unwrap_or(board)
        });
        let lines = board.winning_lines();
        prop_assert_eq!(!lines.is_empty(), matches!(board.state(), BoardState::Won(_)));
        for line in lines {
            prop_assert!(line.cells.len() >= usize::from(shape.connect()));
            prop_assert!(line.cells.contains(&board.last().unwrap()));
            prop_assert!(line.cells.iter().all(|&cell| board.disc(cell) == board.disc(line.cells[0])));
        }
    }

    #[test]
    fn boards_parse_back_from_their_text(
        shape in shapes(), columns in prop::collection::vec(0..9u8, 0..81),
    ) {
        let mut board = Board::empty(shape);
        for column in columns {
            let column = Column::from_number(column % shape.columns() + 1).unwrap();
            board = board.drop(column).unwrap_or(board);
            prop_assert_eq!(board.to_string().parse(), Ok(board));
            let unmarked: Board = board.to_string().to_lowercase().parse().unwrap();
            prop_assert_eq!((discs(&unmarked), unmarked.last()), (discs(&board), None));
        }
    }

    #[test]
    fn moves_parse_back_from_their_text(digits in "[1-9]{0,81}") {
        prop_assert_eq!(digits.parse::<Moves>().unwrap().to_string(), digits);
    }
}

#[test]
fn a_text_that_is_no_position_is_refused() {
    for (rows, error) in [
        ("", BoardTextError::Shape(ShapeError::Size)),
        ("connect 6\n....", BoardTextError::Shape(ShapeError::Connect)),
        ("...\n...", BoardTextError::Shape(ShapeError::TooSmall)),
        ("....\n...", BoardTextError::Row),
        ("....\nx.y.", BoardTextError::Character('y')),
        ("x...\n....", BoardTextError::Floating),
        ("....\nxx..", BoardTextError::Turns),
        ("....\no...", BoardTextError::Turns),
        ("....\nXoX.", BoardTextError::Last),
        ("x...\nXo..", BoardTextError::Last),
        ("....\nxO.x", BoardTextError::Last),
        // The first seat has won before, and twice without a disc in common.
        ("ooo..\nxxxxO", BoardTextError::Over),
        ("ooo.ooo..\nxxxxoxxxx", BoardTextError::Over),
    ] {
        assert_eq!(rows.parse::<Board>(), Err(error), "{rows}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn values_are_serialized_as_their_text() {
    let moves: Moves = "44".parse().unwrap();
    let board = moves.replay(Shape::STANDARD).unwrap();
    let column = Column::from_number(3).unwrap();
    let values = (board, column, Level::Hard, moves);
    let json = serde_json::to_value(&values).unwrap();
    assert_eq!((&json[1], &json[2], &json[3]), (&"3".into(), &"hard".into(), &"44".into()));
    assert_eq!(serde_json::from_value::<(Board, Column, Level, Moves)>(json).unwrap(), values);
    assert!(serde_json::from_str::<Column>("\"0\"").is_err());
}

/// The number of distinct positions of the standard board by ply
/// ([OEIS A212693](https://oeis.org/A212693)).
#[test]
fn the_standard_board_has_the_known_numbers_of_positions() {
    let known = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186];
    let mut positions = HashSet::from([discs(&Board::empty(Shape::STANDARD))]);
    let mut boards = vec![Board::empty(Shape::STANDARD)];
    for (ply, count) in known.into_iter().enumerate() {
        assert_eq!(positions.len(), count, "ply {ply}");
        positions.clear();
        let mut next = Vec::new();
        for board in boards {
            for column in board.open_columns() {
                let after = board.drop(column).unwrap();
                if positions.insert(discs(&after)) {
                    next.push(after);
                }
            }
        }
        boards = next;
    }
}

fn discs(board: &Board) -> (u128, u128) {
    (board.discs(Seat::First), board.discs(Seat::Second))
}

fn standard(moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap()
}

fn line(board: &Board) -> (Direction, u8, u8, usize) {
    let lines = board.winning_lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line = &lines[0];
    (line.direction, line.start().number(), line.end().number(), line.cells.len())
}

#[test]
fn four_in_each_direction_win() {
    assert_eq!(line(&standard("4343434")), (Direction::Vertical, 4, 4, 4));
    assert_eq!(line(&standard("1122334")), (Direction::Horizontal, 1, 4, 4));
    assert_eq!(line(&standard("12233434474")), (Direction::Rising, 1, 4, 4));
    assert_eq!(line(&standard("76655454414")), (Direction::Falling, 4, 7, 4));
}

#[test]
fn a_winning_line_can_be_longer_than_four() {
    assert_eq!(line(&standard("1122335566774")), (Direction::Horizontal, 1, 7, 7));
}

#[test]
fn one_disc_can_complete_several_lines() {
    let lines = standard("13471113657175362631534627654352224").winning_lines();
    let found: Vec<_> = lines.iter().map(|line| (line.direction, line.cells.len())).collect();
    assert_eq!(
        found,
        [(Direction::Vertical, 4), (Direction::Horizontal, 4), (Direction::Rising, 5)]
    );
}

#[test]
fn lines_do_not_run_over_the_edge() {
    let shape = Shape::STANDARD;
    for (cells, what) in [
        ([(5, 0), (6, 0), (7, 0), (1, 1)], "a row continued on the other side"),
        (
            [(5, 3), (6, 4), (7, 5), (1, 0)],
            "a rising diagonal from the top right to the bottom left",
        ),
        ([(1, 5), (2, 0), (3, 1), (4, 2)], "a column's top and the next diagonal's foot"),
        ([(3, 4), (3, 5), (4, 0), (4, 1)], "a column continued in the next one"),
    ] {
        let discs = cells.iter().fold(0u128, |discs, (column, row)| {
            discs | 1 << ((column - 1) * (shape.rows() + 1) + row)
        });
        assert!(!board::has_line(discs, shape), "{what}");
    }
}

#[test]
fn the_last_disc_can_win() {
    let board = standard("533551172714257375353237116174664466224426");
    assert_eq!(board.plies(), 42);
    assert_eq!(board.state(), BoardState::Won(Seat::Second));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let board = standard("174166227341672362665415453424277135575133");
    assert_eq!(board.state(), BoardState::Drawn);
    assert_eq!(board.winning_lines(), []);
}

#[test]
fn a_full_column_takes_no_disc_and_keeps_the_turn() {
    let board = standard("444444");
    let column = Column::from_number(4).unwrap();
    assert_eq!(board.drop(column), Err(DropError::ColumnFull(column)));
    assert_eq!(board.to_move(), Seat::First);
    assert!(!board.open_columns().any(|open| open == column));
}

#[test]
fn no_disc_can_be_dropped_after_a_win() {
    let board = standard("4343434");
    assert_eq!(board.state(), BoardState::Won(Seat::First));
    assert_eq!(board.drop(Column::from_number(1).unwrap()), Err(DropError::GameOver));
    assert_eq!(board.open_columns().count(), 0);
}

#[test]
fn a_replay_error_names_the_first_illegal_move() {
    let moves: Moves = "4444444".parse().unwrap();
    let error = moves.replay(Shape::STANDARD).unwrap_err();
    assert_eq!(error.to_string(), "move 7 cannot be made: column 4 is full");
    assert!("4a".parse::<Moves>().is_err());
}

#[test]
fn unsupported_shapes_are_rejected() {
    assert_eq!(Shape::new(0, 6, 4), Err(ShapeError::Size));
    assert_eq!(Shape::new(7, 10, 4), Err(ShapeError::Size));
    assert_eq!(Shape::new(7, 6, 3), Err(ShapeError::Connect));
    assert_eq!(Shape::new(3, 3, 4), Err(ShapeError::TooSmall));
    assert_eq!(Shape::new(4, 9, 5).map(Shape::cells), Ok(36));
}

#[test]
fn positions_are_the_boards_before_each_move() {
    let moves: Moves = "4453".parse().unwrap();
    let positions = moves.positions(Shape::STANDARD).unwrap();
    let expected = ["", "4", "44", "445"]
        .map(|before| before.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap());
    assert_eq!(positions, expected);
    let full: Moves = "1111111".parse().unwrap();
    assert_eq!(full.positions(Shape::STANDARD).err(), full.replay(Shape::STANDARD).err());
    assert!(full.positions(Shape::STANDARD).is_err());
}

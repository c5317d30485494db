//! A reference player to measure the levels by: minimax to depth 5 with window
//! scoring, as in countless tutorials. It counts the discs in each window of four
//! cells: three of its own and an empty cell are worth 5, two and two empty cells 2,
//! three of the opponent's and an empty cell -4; each of its discs in the middle
//! column is worth 3.

use connect4::{Board, BoardState, Column, Engine, Level, Seat, Shape};

const DEPTH: u32 = 5;
const MIDDLE: u8 = 3;
const WIN: i32 = 1_000_000;

/// The reference player, for the standard board.
pub(crate) struct ReferencePlayer {
    windows: Vec<u128>,
    middle: u128,
}

impl ReferencePlayer {
    pub(crate) fn new() -> Self {
        let (columns, rows) =
            (i32::from(Shape::STANDARD.columns()), i32::from(Shape::STANDARD.rows()));
        let bit = |column: i32, row: i32| 1u128 << (column * (rows + 1) + row);
        let mut windows = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (end_column, end_row) = (column + 3 * right, row + 3 * up);
                    if end_column < columns && (0..rows).contains(&end_row) {
                        let cells = (0..4).map(|step| bit(column + step * right, row + step * up));
                        windows.push(cells.sum());
                    }
                }
            }
        }
        let middle = (0..rows).map(|row| bit(i32::from(MIDDLE), row)).sum();
        Self { windows, middle }
    }

    /// The column with the highest value, the leftmost among equals.
    pub(crate) fn choose(&self, board: &Board) -> Column {
        let value = |column| -self.value(&after(board, column), DEPTH - 1, -i32::MAX, i32::MAX);
        let valued = board.open_columns().map(|column| (value(column), std::cmp::Reverse(column)));
        valued.max().expect("the game is not over").1.0
    }

    /// The value for the side to move.
    fn value(&self, board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        match board.state() {
            BoardState::Won(_) => return -WIN - depth.cast_signed(),
            BoardState::Drawn => return 0,
            BoardState::InProgress if depth == 0 => return self.evaluate(board),
            BoardState::InProgress => {}
        }
        let mut best = -i32::MAX;
        for column in board.open_columns() {
            best = best.max(-self.value(&after(board, column), depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of the windows, scored from the point of view of the player at the
    /// root. As [`DEPTH`] is odd, that is the opponent of the side to move here.
    fn evaluate(&self, board: &Board) -> i32 {
        let root = board.to_move().other();
        let (own, opponent) = (board.discs(root), board.discs(root.other()));
        let count = |set: u128| set.count_ones();
        let windows = self.windows.iter().map(|window| {
            match (count(own & window), count(opponent & window)) {
                (3, 0) => 5,
                (2, 0) => 2,
                (0, 3) => -4,
                _ => 0,
            }
        });
        let value = 3 * count(own & self.middle).cast_signed() + windows.sum::<i32>();
        if board.to_move() == root { value } else { -value }
    }
}

/// Plays a game from `board` on, with `player` in this seat against `opponent`.
/// Returns the points of `player`: 1 for a win, 0.5 for a draw.
pub(crate) fn points(
    board: Board,
    seat: Seat,
    mut player: impl FnMut(&Board) -> Column,
    mut opponent: impl FnMut(&Board) -> Column,
) -> f64 {
    let mut board = board;
    while board.state() == BoardState::InProgress {
        let column = if board.to_move() == seat { player(&board) } else { opponent(&board) };
        board = after(&board, column);
    }
    match board.state() {
        BoardState::Won(winner) if winner == seat => 1.0,
        BoardState::Won(_) => 0.0,
        _ => 0.5,
    }
}

/// A player of this level, with another seed for each move.
pub(crate) fn player(level: Level, mut seed: u64) -> impl FnMut(&Board) -> Column {
    let mut engine = Engine::new();
    move |board| {
        seed += 1;
        engine.choose(board, level, seed).expect("the game is not over")
    }
}

/// The points of a level against the reference player, of 98: from all [`openings`],
/// in both seats.
pub(crate) fn against_reference_player(level: Level) -> f64 {
    let reference = ReferencePlayer::new();
    let mut player = player(level, 0);
    openings()
        .flat_map(|board| Seat::BOTH.map(|seat| (board, seat)))
        .map(|(board, seat)| points(board, seat, &mut player, |board| reference.choose(board)))
        .sum()
}

/// The points of a level against another in this number of games, in alternating
/// seats.
pub(crate) fn against(level: Level, opponent: Level, games: usize) -> f64 {
    let (mut player, mut opponent) = (player(level, 0), player(opponent, 1 << 32));
    let seats = Seat::BOTH.into_iter().cycle().take(games);
    seats.map(|seat| points(Board::empty(Shape::STANDARD), seat, &mut player, &mut opponent)).sum()
}

/// The 49 positions after two discs, one for each pair of columns.
pub(crate) fn openings() -> impl Iterator<Item = Board> {
    let empty = Board::empty(Shape::STANDARD);
    let columns = || Shape::STANDARD.column_iter();
    columns()
        .flat_map(move |first| columns().map(move |second| after(&after(&empty, first), second)))
}

pub(crate) fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

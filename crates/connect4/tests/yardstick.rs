//! A player to measure others by: minimax to depth 5 with window scoring, as
//! countless tutorials have it. Of four cells in a row it counts the discs: three
//! of its own and an empty cell are worth 5, two and two 2, three of the other's
//! and an empty one -4; each disc in the middle column is worth 3.

use connect4::{Board, BoardState, Column, Engine, Level, Seat, Shape};

const DEPTH: u32 = 5;
const MIDDLE: u8 = 3;
const WON: i32 = 1_000_000;

/// The yardstick for the standard board.
pub(crate) struct Yardstick {
    windows: Vec<u128>,
    middle: u128,
}

impl Yardstick {
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

    /// The column with the highest value, the leftmost of equals.
    pub(crate) fn choose(&self, board: &Board) -> Column {
        let value = |column| -self.value(&after(board, column), DEPTH - 1, -i32::MAX, i32::MAX);
        let valued = board.open_columns().map(|column| (value(column), std::cmp::Reverse(column)));
        valued.max().expect("the game is not over").1.0
    }

    /// The value for the one to move.
    fn value(&self, board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        match board.state() {
            BoardState::Won(_) => return -WON - depth.cast_signed(),
            BoardState::Drawn => return 0,
            BoardState::InProgress if depth == 0 => return self.judge(board),
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

    /// The windows in the eyes of the one who started the search, who moves where
    /// an odd depth ends with the other's turn.
    fn judge(&self, board: &Board) -> i32 {
        let judge = board.to_move().other();
        let (own, others) = (board.discs(judge), board.discs(judge.other()));
        let count = |set: u128| set.count_ones();
        let windows =
            self.windows.iter().map(|window| match (count(own & window), count(others & window)) {
                (3, 0) => 5,
                (2, 0) => 2,
                (0, 3) => -4,
                _ => 0,
            });
        let value = 3 * count(own & self.middle).cast_signed() + windows.sum::<i32>();
        if board.to_move() == judge { value } else { -value }
    }
}

/// The points of `player` (1 for a win, a half for a draw) in a game from `board`
/// on against `other`, in this seat.
pub(crate) fn points(
    board: Board,
    seat: Seat,
    mut player: impl FnMut(&Board) -> Column,
    mut other: impl FnMut(&Board) -> Column,
) -> f64 {
    let mut board = board;
    while board.state() == BoardState::InProgress {
        let column = if board.to_move() == seat { player(&board) } else { other(&board) };
        board = after(&board, column);
    }
    match board.state() {
        BoardState::Won(winner) if winner == seat => 1.0,
        BoardState::Won(_) => 0.0,
        _ => 0.5,
    }
}

/// What a level chooses, as a function of the position; with another seed each
/// time.
pub(crate) fn player(level: Level, mut seed: u64) -> impl FnMut(&Board) -> Column {
    let mut thinker = Engine::new();
    move |board| {
        seed += 1;
        thinker.choose(board, level, seed).expect("the game is not over")
    }
}

/// The points of a level against the yardstick, from all [`openings`] in both
/// seats: of 98.
pub(crate) fn against_the_yardstick(level: Level) -> f64 {
    let yardstick = Yardstick::new();
    let mut player = player(level, 0);
    openings()
        .flat_map(|board| Seat::BOTH.map(|seat| (board, seat)))
        .map(|(board, seat)| points(board, seat, &mut player, |board| yardstick.choose(board)))
        .sum()
}

/// The points of a level in so many games against another, in turns first.
pub(crate) fn against(level: Level, other: Level, games: usize) -> f64 {
    let (mut player, mut other) = (player(level, 0), player(other, 1 << 32));
    let seats = Seat::BOTH.into_iter().cycle().take(games);
    seats.map(|seat| points(Board::empty(Shape::STANDARD), seat, &mut player, &mut other)).sum()
}

/// All positions after two discs, one for each pair of columns.
pub(crate) fn openings() -> impl Iterator<Item = Board> {
    let empty = Board::empty(Shape::STANDARD);
    let columns = || Shape::STANDARD.column_iter();
    columns()
        .flat_map(move |first| columns().map(move |second| after(&after(&empty, first), second)))
}

pub(crate) fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

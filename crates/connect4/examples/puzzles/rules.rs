//! What positions and lines of puzzles look like, apart from their scores.

use connect4::{Board, BoardState, Column, Engine, Level};

/// The fewest open columns at the start: fewer leave too little to choose from.
const MIN_OPEN_COLUMNS: usize = 5;

/// From this number of the player's discs on, the first one must not suggest itself.
const SURPRISING_FROM: usize = 4;

/// How often the medium level tries to find it. It may find it in up to half the tries.
const TRIES: u64 = 20;

pub(crate) fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

/// Whether the side to move can win with its next disc.
pub(crate) fn wins_at_once(board: &Board) -> bool {
    board.open_columns().any(|column| is_won(&after(board, column)))
}

/// Whether the opponent of the side to move could win with its next disc: in a column that
/// was open before a disc in another one.
pub(crate) fn is_threatened(board: &Board) -> bool {
    board.open_columns().any(|elsewhere| {
        let next = after(board, elsewhere);
        board
            .open_columns()
            .filter(|&column| column != elsewhere)
            .any(|column| next.drop(column).is_ok_and(|end| is_won(&end)))
    })
}

/// Whether a puzzle may start here: the game is open, and nobody can win with the next
/// disc.
pub(crate) fn may_start(board: &Board) -> bool {
    board.open_columns().count() >= MIN_OPEN_COLUMNS
        && !wins_at_once(board)
        && !is_threatened(board)
}

/// Whether a solution is worth finding. At most half of the player's discs block, at most
/// half answer in the column of the opponent's last disc, and in a long one the first is
/// not what the medium level would drop.
pub(crate) fn is_varied(start: &Board, solution: &[Column]) -> bool {
    let mut board = *start;
    let (mut blocks, mut answers) = (0, 0);
    for (index, &column) in solution.iter().enumerate() {
        if index > 0 && index % 2 == 0 {
            answers += usize::from(column == solution[index - 1]);
            blocks += usize::from(!is_won(&after(&board, column)) && is_threatened(&board));
        }
        board = after(&board, column);
    }
    let discs = solution.len().div_ceil(2);
    blocks * 2 <= discs
        && answers * 2 <= discs
        && (discs < SURPRISING_FROM || is_surprising(start, solution[0]))
}

fn is_surprising(board: &Board, column: Column) -> bool {
    let mut engine = Engine::new();
    let finds = (0..TRIES)
        .filter(|&seed| engine.choose(board, Level::Medium, seed) == Some(column))
        .count() as u64;
    finds * 2 <= TRIES
}

fn is_won(board: &Board) -> bool {
    matches!(board.state(), BoardState::Won(_))
}

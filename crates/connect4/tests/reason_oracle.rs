//! The definitions of the reasons, checked the naive way: by dropping discs and by scores.

use std::cmp::Ordering;

use connect4::{Board, BoardState, Cell, Column, ReasonAgainst, ReasonFor, Score, Seat};
use fastrand::Rng;

use crate::{evaluated_moves::EvaluatedMove, reference_player::after};

/// Random games in which a follow-up strategy must not lose.
const FOLLOW_UP_GAMES: u64 = 20;

/// To the right and up, for each direction of a line.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// No board has more columns or rows.
const MAX_STEPS: i8 = 9;

/// Whether a reason for the move is true.
pub(crate) fn is_true(reason: &ReasonFor, it: &EvaluatedMove) -> bool {
    let (board, column) = (&it.board, it.column);
    let mover = board.to_move();
    let played = after(board, column);
    let kept = it.score(column).map(result);
    let keeps = kept == Some(result(it.best_score()));
    let draws = kept == Some(Ordering::Equal);
    let wins = kept == Some(Ordering::Greater);
    let others = || board.open_columns().filter(|&other| other != column);
    let fact = match reason {
        ReasonFor::Wins => has_won(&played),
        ReasonFor::Blocks => {
            winning_columns(board).is_empty()
                && others().all(|it| !winning_columns(&after(board, it)).is_empty())
                && winning_columns(&played).is_empty()
        }
        ReasonFor::DoubleThreat { cells } => wins && is_double_threat(&played, *cells),
        ReasonFor::RepliesLose { only_reply } => {
            let loses = |reply| !winning_columns(&after(&played, reply)).is_empty();
            let replies: Vec<Column> = played.open_columns().collect();
            let is_only = |reply: &Column| replies == [*reply];
            wins && winning_columns(&played).is_empty()
                && replies.iter().copied().all(loses)
                && only_reply.as_ref().map_or(replies.len() > 1, is_only)
        }
        ReasonFor::ForcedWin { variation } => {
            wins && variation.len() >= 2 && is_forced(&played, variation)
        }
        ReasonFor::StackedThreats { cells } => {
            wins && are_stacked(*cells)
                && !completes(&quiet(&played), cells[0], mover.other())
                && cells.iter().all(|cell| decides_by_zugzwang(&played, *cell, mover))
        }
        ReasonFor::Zugzwang { cell } => wins && decides_by_zugzwang(&played, *cell, mover),
        ReasonFor::EndsOpponentsLines => {
            let opponent = mover.other();
            draws && can_complete_line(board, opponent) && !can_complete_line(&played, opponent)
        }
        ReasonFor::FollowUp => {
            draws && (0..FOLLOW_UP_GAMES).all(|it| holds_by_follow_up(&played, it))
        }
        ReasonFor::OnlyWin => wins && others().all(|other| it.score(other) <= Some(Score::DRAW)),
        ReasonFor::OnlyDraw => draws && others().all(|other| it.score(other) < Some(Score::DRAW)),
        ReasonFor::Trap { reply } => {
            let score = |reply: Column| it.replies[usize::from(reply.index())];
            let losing = played.open_columns().filter(|&it| score(it) < Some(Score::DRAW)).count();
            !wins
                && losing >= 2
                && losing + 1 == played.open_columns().count()
                && score(*reply) >= Some(Score::DRAW)
                && columns_completing(&played, mover).is_empty()
        }
    };
    keeps && fact
}

/// Whether a reason against the move is true.
pub(crate) fn refutes(reason: &ReasonAgainst, it: &EvaluatedMove) -> bool {
    let (board, column) = (&it.board, it.column);
    let opponent = board.to_move().other();
    let played = after(board, column);
    let loses = it.score(column) < Some(Score::DRAW);
    let fact = match reason {
        ReasonAgainst::MissesWin { column: missed } => {
            has_won(&after(board, *missed)) && !has_won(&played)
        }
        ReasonAgainst::LeavesThreat { column: threat } => {
            loses && *threat != column && has_won(&after(&played, *threat))
        }
        ReasonAgainst::LetsWinAbove => loses && has_won(&after(&played, column)),
        ReasonAgainst::LetsDoubleThreat { reply, cells } => {
            loses && is_double_threat(&after(&played, *reply), *cells)
        }
        ReasonAgainst::LetsForcedWin { variation } => {
            let [first, rest @ ..] = &variation[..] else { return false };
            loses && rest.len() >= 2 && is_forced(&after(&played, *first), rest)
        }
        ReasonAgainst::LetsStackedThreats { cells } => {
            loses
                && are_stacked(*cells)
                && !completes(&quiet(&played), cells[0], opponent.other())
                && cells.iter().all(|cell| decides_by_zugzwang(&played, *cell, opponent))
        }
        ReasonAgainst::Zugzwang { cell } => loses && decides_by_zugzwang(&played, *cell, opponent),
        ReasonAgainst::GivesUpKeyCell { cell } => {
            let own = after(board, cell.column);
            own.last() == Some(*cell)
                && after(&played, cell.column).last() == Some(*cell)
                && it.score(cell.column).map(result) == Some(result(it.best_score()))
                && refutations(it) == [cell.column]
        }
        ReasonAgainst::OneRefutation { reply } => {
            played.open_columns().count() > 1 && refutations(it) == [*reply]
        }
    };
    it.is_decisive() && fact
}

fn result(score: Score) -> Ordering {
    score.cmp(&Score::DRAW)
}

fn has_won(board: &Board) -> bool {
    matches!(board.state(), BoardState::Won(_))
}

/// The columns in which the side to move wins at once.
fn winning_columns(board: &Board) -> Vec<Column> {
    board.open_columns().filter(|&column| has_won(&after(board, column))).collect()
}

/// The replies after which the opponent keeps the result that the move gave it.
fn refutations(it: &EvaluatedMove) -> Vec<Column> {
    let given = it.score(it.column).map(|score| result(score.negated()));
    let keeps = |reply: &Column| it.replies[usize::from(reply.index())].map(result) == given;
    after(&it.board, it.column).open_columns().filter(keeps).collect()
}

/// Whether the side that has just moved wins with its next disc in one of these cells
/// whatever the side to move does.
fn is_double_threat(board: &Board, cells: [Cell; 2]) -> bool {
    let wins_in_cell = |reply| {
        let replied = after(board, reply);
        let mut wins = winning_columns(&replied).into_iter();
        wins.any(|win| after(&replied, win).last().is_some_and(|last| cells.contains(&last)))
    };
    board.state() == BoardState::InProgress
        && winning_columns(board).is_empty()
        && board.open_columns().all(wins_in_cell)
}

/// Whether the side that has just moved wins by force along this variation of the other side's
/// replies and its own discs.
fn is_forced(board: &Board, variation: &[Column]) -> bool {
    let wins_after = |reply| !winning_columns(&after(board, reply)).is_empty();
    if board.state() != BoardState::InProgress || !winning_columns(board).is_empty() {
        return false;
    }
    match variation {
        [] => board.open_columns().all(wins_after),
        [reply, disc, rest @ ..] => {
            board.open_columns().all(|other| other == *reply || wins_after(other))
                && is_forced(&after(&after(board, *reply), *disc), rest)
        }
        [_] => false,
    }
}

/// The position once all forced moves are made.
fn quiet(board: &Board) -> Board {
    match columns_completing(board, board.to_move().other())[..] {
        [column] => quiet(&after(board, column)),
        _ => *board,
    }
}

fn are_stacked([lower, upper]: [Cell; 2]) -> bool {
    lower.column == upper.column && lower.row + 1 == upper.row
}

/// Whether `winner` would win in the cell once all forced moves are made, and it is not
/// playable then.
fn decides_by_zugzwang(board: &Board, cell: Cell, winner: Seat) -> bool {
    let mover = board.to_move();
    assert!(columns_completing(board, mover).is_empty(), "no forced move leads to a win");
    match columns_completing(board, mover.other())[..] {
        [] => {
            let below = Cell { row: cell.row.wrapping_sub(1), ..cell };
            board.disc(cell).is_none()
                && cell.row > 0
                && board.disc(below).is_none()
                && completes(board, cell, winner)
        }
        [column] => decides_by_zugzwang(&after(board, column), cell, winner),
        _ => false,
    }
}

/// The columns in which the next disc would complete a line if it were of `seat`.
fn columns_completing(board: &Board, seat: Seat) -> Vec<Column> {
    let completes = |column: &Column| {
        let mut rows = 0..board.shape().rows();
        let row = rows.find(|&row| board.disc(Cell { column: *column, row }).is_none());
        row.is_some_and(|row| completes(board, Cell { column: *column, row }, seat))
    };
    board.open_columns().filter(completes).collect()
}

/// Whether a disc of `seat` in an empty cell would complete a line.
fn completes(board: &Board, cell: Cell, seat: Seat) -> bool {
    let has_disc = |right, up| {
        neighbour(board, cell, right, up).is_some_and(|it| board.disc(it) == Some(seat))
    };
    let run = |right: i8, up: i8| {
        (1..=MAX_STEPS).take_while(|step| has_disc(step * right, step * up)).count()
    };
    DIRECTIONS.into_iter().any(|(right, up)| {
        run(right, up) + run(-right, -up) + 1 >= usize::from(board.shape().connect())
    })
}

/// Whether a line of cells without a disc of the other seat is left for `seat`.
fn can_complete_line(board: &Board, seat: Seat) -> bool {
    let (shape, other) = (board.shape(), Some(seat.other()));
    let is_open = |cell, right, up| {
        neighbour(board, cell, right, up).is_some_and(|it| board.disc(it) != other)
    };
    let mut cells = shape
        .column_iter()
        .flat_map(|column| (0..shape.rows()).map(move |row| Cell { column, row }));
    cells.any(|cell| {
        DIRECTIONS.into_iter().any(|(right, up)| {
            let mut steps = 0..shape.connect().cast_signed();
            steps.all(|step| is_open(cell, step * right, step * up))
        })
    })
}

/// The cell so many columns to the right and rows up; `None` if the board has none there.
fn neighbour(board: &Board, cell: Cell, right: i8, up: i8) -> Option<Cell> {
    let column = cell.column.number().checked_add_signed(right).and_then(Column::from_number)?;
    let row = cell.row.checked_add_signed(up)?;
    let on_board = board.shape().contains(column) && row < board.shape().rows();
    on_board.then_some(Cell { column, row })
}

/// Whether the side that has just moved does not lose a game in which it always replies in
/// the column just played, while the other one wins if it can and else plays at random.
fn holds_by_follow_up(board: &Board, seed: u64) -> bool {
    let mut rng = Rng::with_seed(seed);
    let mut board = *board;
    while board.state() == BoardState::InProgress {
        let columns: Vec<_> = board.open_columns().collect();
        let win = winning_columns(&board).first().copied();
        let column = win.or_else(|| rng.choice(columns)).expect("the game goes on");
        board = after(&board, column);
        if has_won(&board) {
            return false;
        }
        if board.state() == BoardState::InProgress {
            board = after(&board, column);
        }
    }
    true
}

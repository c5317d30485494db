use std::cmp::Ordering;

use super::{
    columns_with, score_of,
    threats::Threats,
    zugzwang::{self, Decision},
};
use crate::{Board, Cell, Column, ColumnScores};

/// A reason for a move. Each is a fact about the position that does not depend on how
/// well either player plays on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonFor {
    /// The disc completes a line.
    Wins,
    /// The opponent would win in this cell with its next disc, and in no other. The mover
    /// cannot win at once, and the disc does not let the opponent win at once elsewhere:
    /// every other column loses at once.
    Blocks,
    /// After the disc, the opponent cannot win with its next one, and whatever it does,
    /// the mover wins in one of two cells with its own next disc.
    DoubleThreat {
        /// The cells, from the left: both playable, or the second directly above the
        /// first, which is playable.
        cells: [Cell; 2],
    },
    /// After the disc, the opponent cannot win with its next one, and each of its replies lets
    /// the mover win with its own next disc.
    RepliesLose {
        /// The reply, if there is only one.
        only_reply: Option<Column>,
    },
    /// The disc threatens to win with the next one, and so does each further one of the
    /// mover's until a [`ReasonFor::DoubleThreat`]. The opponent, who can never win at
    /// once, has only one reply to each.
    ForcedWin {
        /// What follows the disc: the opponent's forced replies and the mover's discs in
        /// turn, the last of which makes the double threat.
        variation: Vec<Column>,
    },
    /// Once all forced replies are made, the mover wins in two cells, one directly above the
    /// other, and the opponent does not win in the lower one: as soon as somebody plays directly
    /// below them, the mover wins in one or the other. Zugzwang
    /// forces the opponent to in the end, if the mover does not do so itself before.
    StackedThreats {
        /// The cells, the lower one first, which is not playable yet.
        cells: [Cell; 2],
    },
    /// Once all forced replies are made, zugzwang wins: the opponent must in the end play
    /// directly below a cell in which the mover wins, unless the mover wins earlier.
    Zugzwang {
        /// The cell, which is not playable yet.
        cell: Cell,
    },
    /// By the exact scores nobody can force a win, and the opponent can complete no line any
    /// more, even with all cells that are still empty. Before the disc it could.
    EndsOpponentsLines,
    /// By the exact scores nobody can force a win. Every column has an even number of empty
    /// cells, and the opponent completes no line if the mover always replies in the column
    /// just played.
    FollowUp,
    /// Every other column draws or loses, by the exact scores, and this one wins.
    OnlyWin,
    /// Every other column loses, by the exact scores, and this one draws.
    OnlyDraw,
    /// The mover does not win, but at least two replies lose for the opponent, by the exact
    /// scores, and only one does not. The mover threatens no win with its next disc, which
    /// would make the reply obvious.
    Trap {
        /// The reply that does not lose.
        reply: Column,
    },
}

impl ReasonFor {
    /// The most concrete reason for a disc in `column`, in the order of the variants.
    ///
    /// `scores` are those of the columns of `board`, and `replies` those of the columns
    /// after the disc, for the opponent; `None` where they are unknown. Without `scores`,
    /// only [`ReasonFor::Wins`] to [`ReasonFor::Zugzwang`] are found, and without `replies`
    /// no [`ReasonFor::Trap`]. [`ReasonFor::StackedThreats`] and [`ReasonFor::Zugzwang`]
    /// are found on boards that fit into 64 bits.
    ///
    /// `None` if there is no such reason, if the column does not keep the result that the
    /// best column leads to, or if it is not open.
    ///
    /// ```
    /// use connect4::{CancelToken, Cell, Column, Engine, Moves, ReasonFor, Shape};
    /// let board = "4455".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
    /// let column = Column::from_number(3).unwrap();
    /// let scores = Engine::new().evaluate(&board, &CancelToken::default());
    /// let cells = [2, 6].map(|it| Cell { column: Column::from_number(it).unwrap(), row: 0 });
    /// let reason = ReasonFor::of(&board, column, scores.as_ref(), None);
    /// assert_eq!(reason, Some(ReasonFor::DoubleThreat { cells }));
    /// # Ok::<(), connect4::MovesError>(())
    /// ```
    pub fn of(
        board: &Board,
        column: Column,
        scores: Option<&ColumnScores>,
        replies: Option<&ColumnScores>,
    ) -> Option<Self> {
        if !board.open_columns().any(|open| open == column) {
            return None;
        }
        let kept = match scores {
            Some(scores) => Some(kept_result(scores, column)?),
            None => None,
        };
        let before = Threats::of(board);
        if before.wins().contains(&column) {
            return Some(Self::Wins);
        }
        let threats = before.after(column);
        if before.forced_column() == Some(column) && threats.wins().is_empty() {
            return Some(Self::Blocks);
        }
        by_proof_of_win(board, &threats)
            .or_else(|| by_proof_of_draw(board, &threats, kept?))
            .or_else(|| only(board, scores?, kept?))
            .or_else(|| trap(&threats, replies?, kept?))
    }
}

impl ReasonFor {
    /// Whether it says that all other columns have a worse result.
    pub const fn excludes_others(&self) -> bool {
        matches!(self, Self::OnlyWin | Self::OnlyDraw)
    }

    /// Whether the board alone proves that the move wins.
    pub const fn is_proof_of_win(&self) -> bool {
        matches!(
            self,
            Self::Wins
                | Self::DoubleThreat { .. }
                | Self::RepliesLose { .. }
                | Self::ForcedWin { .. }
                | Self::StackedThreats { .. }
                | Self::Zugzwang { .. }
        )
    }
}

/// The result of a column if no other has a better one.
fn kept_result(scores: &ColumnScores, column: Column) -> Option<Ordering> {
    let kept = score_of(scores, column)?.result();
    let is_best = scores.iter().flatten().all(|score| score.result() <= kept);
    is_best.then_some(kept)
}

/// `threats` are those after the disc.
fn by_proof_of_win(board: &Board, threats: &Threats) -> Option<ReasonFor> {
    if let Some(cells) = threats.double_threat() {
        return Some(ReasonFor::DoubleThreat { cells });
    }
    if threats.all_columns_lose_at_once() {
        let mut replies = threats.board().open_columns();
        let only_reply = replies.next().filter(|_| replies.next().is_none());
        return Some(ReasonFor::RepliesLose { only_reply });
    }
    let forced_win = || {
        let reply = threats.forced_column()?;
        let rest = threats.after(reply).forced_win()?;
        Some(ReasonFor::ForcedWin { variation: [vec![reply], rest].concat() })
    };
    let by_zugzwang = || {
        Some(match zugzwang::decision(threats, board.to_move())? {
            Decision::StackedCells(cells) => ReasonFor::StackedThreats { cells },
            Decision::Cell(cell) => ReasonFor::Zugzwang { cell },
        })
    };
    forced_win().or_else(by_zugzwang)
}

/// `threats` are those after the disc, and `kept` is its result.
fn by_proof_of_draw(board: &Board, threats: &Threats, kept: Ordering) -> Option<ReasonFor> {
    let mover = board.to_move();
    let had_line = || zugzwang::has_open_line(board, mover.other());
    if kept != Ordering::Equal {
        None
    } else if had_line() && !zugzwang::has_open_line(threats.board(), mover.other()) {
        Some(ReasonFor::EndsOpponentsLines)
    } else {
        zugzwang::holds_by_follow_up(threats.board()).then_some(ReasonFor::FollowUp)
    }
}

/// Whether no other column keeps the result, given that one does.
fn only(board: &Board, scores: &ColumnScores, kept: Ordering) -> Option<ReasonFor> {
    let reason = match kept {
        Ordering::Greater => ReasonFor::OnlyWin,
        Ordering::Equal => ReasonFor::OnlyDraw,
        Ordering::Less => return None,
    };
    let is_only = columns_with(board, scores, kept)?.len() == 1 && board.open_columns().count() > 1;
    is_only.then_some(reason)
}

/// `threats` are those after the disc, and `kept` is its result.
fn trap(threats: &Threats, replies: &ColumnScores, kept: Ordering) -> Option<ReasonFor> {
    if kept == Ordering::Greater || !threats.opponent_wins().is_empty() {
        return None;
    }
    let board = threats.board();
    let losing = columns_with(board, replies, Ordering::Less)?;
    let mut others = board.open_columns().filter(|column| !losing.contains(column));
    match (others.next(), others.next()) {
        (Some(reply), None) if losing.len() >= 2 => Some(ReasonFor::Trap { reply }),
        _ => None,
    }
}

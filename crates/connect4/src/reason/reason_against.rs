use super::{
    columns_with, score_of,
    threats::Threats,
    zugzwang::{self, Decision},
};
use crate::{Board, Cell, Column, ColumnScores, successors::after};

/// A reason against a move. Each is a fact about the position that does not depend on how
/// well either player plays on, and shows what the move gives away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonAgainst {
    /// The mover could have won at once.
    MissesWin {
        /// The leftmost column in which it could.
        column: Column,
    },
    /// The opponent, who was already threatening it, wins with its next disc.
    LeavesThreat {
        /// The leftmost column in which it does.
        column: Column,
    },
    /// The opponent wins with its next disc directly above the move's.
    LetsWinAbove,
    /// The opponent has a reply that makes a double threat: as the mover cannot win at once
    /// then, the opponent wins in one of two cells with its next disc but one, whatever the
    /// mover does.
    LetsDoubleThreat {
        /// The reply.
        reply: Column,
        /// The cells, from the left: both playable after the reply, or the second directly
        /// above the first, which is playable.
        cells: [Cell; 2],
    },
    /// The opponent wins by force: each of its discs threatens to win with the next one, the
    /// last of them in two cells at once. The mover, who can never win at once, has only one
    /// reply to each.
    LetsForcedWin {
        /// What follows the move: the opponent's discs and the mover's forced replies in
        /// turn, the last of which makes the double threat.
        variation: Vec<Column>,
    },
    /// Once all forced moves are made, the opponent wins in two cells, one directly above the
    /// other, and the mover does not win in the lower one: as soon as somebody plays directly
    /// below them, the opponent wins in one or the other. Zugzwang
    /// forces the mover to in the end, if the opponent does not do so itself before.
    LetsStackedThreats {
        /// The cells, the lower one first, which is not playable yet.
        cells: [Cell; 2],
    },
    /// Once all forced moves are made, zugzwang wins for the opponent: the mover must in the
    /// end play directly below a cell in which the opponent wins, unless it wins earlier.
    Zugzwang {
        /// The cell, which is not playable yet.
        cell: Cell,
    },
    /// The opponent takes the cell that the mover should have taken. It is the only reply
    /// with which the opponent keeps what the move gave away, by the exact scores, and with
    /// a disc in the same cell the mover would have kept the result.
    GivesUpKeyCell {
        /// The cell.
        cell: Cell,
    },
    /// The opponent keeps what the move gave away with one reply only, by the exact scores.
    OneRefutation {
        /// The reply.
        reply: Column,
    },
}

impl ReasonAgainst {
    /// The most concrete reason against a disc in `column`, in the order of the variants.
    ///
    /// `scores` are those of the columns of `board`, and `replies` those of the columns
    /// after the disc, for the opponent; `None` where they are unknown. Without `scores`,
    /// only [`ReasonAgainst::LeavesThreat`] to [`ReasonAgainst::Zugzwang`] are found, and
    /// only if another column has none of them against it; without `replies`, none of the
    /// last two. [`ReasonAgainst::LetsStackedThreats`] and
    /// [`ReasonAgainst::Zugzwang`] are found on boards that fit into 64 bits.
    ///
    /// `None` if there is no such reason, if the result is no worse than that of the best column, or if
    /// the column is not open.
    ///
    /// ```
    /// use connect4::{CancelToken, Column, Engine, Moves, ReasonAgainst, Shape};
    /// let board = "414141".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
    /// let scores = Engine::new().evaluate(&board, &CancelToken::default());
    /// let [four, five] = [4, 5].map(|it| Column::from_number(it).unwrap());
    /// let reason = ReasonAgainst::of(&board, five, scores.as_ref(), None);
    /// assert_eq!(reason, Some(ReasonAgainst::MissesWin { column: four }));
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
        let before = Threats::of(board);
        let Some(scores) = scores else { return without_scores(board, &before, column) };
        let best = scores.iter().copied().flatten().max()?;
        if score_of(scores, column)?.result() >= best.result() {
            return None;
        }
        if let Some(&column) = before.wins().first() {
            return Some(Self::MissesWin { column });
        }
        let threats = before.after(column);
        by_proof_of_loss(&threats, column)
            .or_else(|| by_only_reply(board, scores, column, &threats, replies?))
    }

    /// Whether the board alone proves what the move gives away.
    pub const fn is_proof(&self) -> bool {
        !matches!(self, Self::GivesUpKeyCell { .. } | Self::OneRefutation { .. })
    }

    /// The columns besides the move's that the reason is about: those of the win that was
    /// missed, of the replies, or of the cells that decide. The opponent's best reply comes
    /// first, if it is among them.
    pub fn columns(&self) -> Vec<Column> {
        match self {
            Self::MissesWin { column } | Self::LeavesThreat { column } => vec![*column],
            Self::LetsWinAbove => Vec::new(),
            Self::LetsDoubleThreat { reply, .. } | Self::OneRefutation { reply } => vec![*reply],
            Self::LetsForcedWin { variation } => variation.clone(),
            Self::LetsStackedThreats { cells: [cell, _] }
            | Self::Zugzwang { cell }
            | Self::GivesUpKeyCell { cell } => vec![cell.column],
        }
    }

    /// [`ReasonAgainst::LeavesThreat`] to [`ReasonAgainst::LetsForcedWin`], if the opponent wins
    /// so after a disc in an open column that does not win.
    pub(crate) fn of_sooner_loss(board: &Board, column: Column) -> Option<Self> {
        let threats = Threats::of(board).after(column);
        by_loss_at_once(&threats, column).or_else(|| by_forced_win(&threats))
    }
}

/// `threats` are those after the disc.
fn by_loss_at_once(threats: &Threats, column: Column) -> Option<ReasonAgainst> {
    let wins = threats.wins();
    if let Some(&column) = wins.iter().find(|&&win| win != column) {
        return Some(ReasonAgainst::LeavesThreat { column });
    }
    (!wins.is_empty()).then_some(ReasonAgainst::LetsWinAbove)
}

fn without_scores(board: &Board, before: &Threats, column: Column) -> Option<ReasonAgainst> {
    let reason_against = |column| {
        let wins = before.wins().contains(&column);
        if wins { None } else { by_proof_of_loss(&before.after(column), column) }
    };
    let reason = reason_against(column)?;
    board.open_columns().any(|other| reason_against(other).is_none()).then_some(reason)
}

/// `threats` are those after the disc.
fn by_proof_of_loss(threats: &Threats, column: Column) -> Option<ReasonAgainst> {
    let by_zugzwang = || {
        Some(match zugzwang::decision(threats, threats.board().to_move())? {
            Decision::StackedCells(cells) => ReasonAgainst::LetsStackedThreats { cells },
            Decision::Cell(cell) => ReasonAgainst::Zugzwang { cell },
        })
    };
    by_loss_at_once(threats, column).or_else(|| by_forced_win(threats)).or_else(by_zugzwang)
}

/// `threats` are those after the disc.
fn by_forced_win(threats: &Threats) -> Option<ReasonAgainst> {
    let variation = threats.forced_win()?;
    let double_threat = || match variation[..] {
        [reply] => Some(ReasonAgainst::LetsDoubleThreat {
            reply,
            cells: threats.after(reply).double_threat()?,
        }),
        _ => None,
    };
    double_threat().or(Some(ReasonAgainst::LetsForcedWin { variation }))
}

/// `threats` are those after the disc.
fn by_only_reply(
    board: &Board,
    scores: &ColumnScores,
    column: Column,
    threats: &Threats,
    replies: &ColumnScores,
) -> Option<ReasonAgainst> {
    let result_after = score_of(scores, column)?.result();
    let refutations = columns_with(threats.board(), replies, result_after.reverse())?;
    let [reply] = refutations[..] else { return None };
    if threats.board().open_columns().count() == 1 {
        return None;
    }
    let best = scores.iter().copied().flatten().max()?;
    let keeps = score_of(scores, reply).is_some_and(|score| score.result() == best.result());
    if !keeps {
        return Some(ReasonAgainst::OneRefutation { reply });
    }
    let cell = after(board, reply).last()?;
    Some(ReasonAgainst::GivesUpKeyCell { cell })
}

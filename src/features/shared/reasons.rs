//! Why a move is good or bad, in one sentence.

use connect4::{Board, BoardState, Cell, Column, Outcome, ReasonAgainst, ReasonFor, Score};

use crate::{l10n, locale::Locale, theme::Theme};

/// How many moves of a variation are shown.
const MAX_VARIATION: usize = 7;

/// Writes reasons for and against the moves in a position.
#[derive(Clone, Copy)]
pub(crate) struct Reasons {
    board: Board,
    /// The disc of the side to move.
    mover: &'static str,
    other: &'static str,
    pub(crate) locale: Locale,
}

impl Reasons {
    pub(crate) fn new(theme: Theme, board: &Board, locale: Locale) -> Self {
        let mover = board.to_move();
        let [mover, other] = [mover, mover.other()].map(|seat| theme.disc(seat).emoji);
        Self { board: *board, mover, other, locale }
    }

    /// Why a column is among the best.
    pub(crate) fn reason_for(&self, column: Column, reason: &ReasonFor) -> String {
        let locale = self.locale;
        let number = column.number();
        match reason {
            ReasonFor::Wins => l10n::reason_for_wins(locale, number),
            ReasonFor::Blocks => l10n::reason_for_blocks(locale, number),
            ReasonFor::DoubleThreat { cells: [one, other] } if one.column == other.column => {
                l10n::reason_for_double_threat_above(locale, one.column.number(), number)
            }
            ReasonFor::DoubleThreat { cells: [one, other] } => l10n::reason_for_double_threat(
                locale,
                number,
                one.column.number(),
                other.column.number(),
            ),
            ReasonFor::RepliesLose { only_reply: None } => {
                l10n::reason_for_replies_lose(locale, number)
            }
            ReasonFor::RepliesLose { only_reply: Some(reply) } => {
                l10n::reason_for_reply_loses(locale, number, reply.number())
            }
            ReasonFor::ForcedWin { variation: rest } => l10n::reason_for_forced_win(
                locale,
                write_moves(&[&[column], rest.as_slice()].concat(), [self.mover, self.other], true),
            ),
            ReasonFor::StackedThreats { cells: [lower, _] } => {
                l10n::reason_for_stacked_threats(locale, lower.column.number(), number)
            }
            ReasonFor::Zugzwang { cell } => {
                l10n::reason_for_zugzwang(locale, cell.column.number(), number, row(*cell))
            }
            ReasonFor::EndsOpponentsLines => l10n::reason_for_ends_lines(locale, number),
            ReasonFor::FollowUp => l10n::reason_for_follow_up(locale, number),
            ReasonFor::OnlyWin => l10n::reason_for_only_win(locale),
            ReasonFor::OnlyDraw => l10n::reason_for_only_draw(locale),
            ReasonFor::Trap { reply } => l10n::reason_for_trap(locale, number, reply.number()),
        }
    }

    /// What is wrong with a move. `None` if it missed a win, which is shown as the better
    /// move.
    pub(crate) fn reason_against(&self, reason: &ReasonAgainst) -> Option<String> {
        let locale = self.locale;
        Some(match reason {
            ReasonAgainst::MissesWin { .. } => return None,
            ReasonAgainst::LeavesThreat { column } => {
                l10n::reason_against_leaves_threat(locale, column.number())
            }
            ReasonAgainst::LetsWinAbove => l10n::reason_against_win_above(locale),
            ReasonAgainst::LetsDoubleThreat { reply, .. } => {
                l10n::reason_against_double_threat(locale, reply.number())
            }
            ReasonAgainst::LetsForcedWin { variation: rest } => l10n::reason_against_forced_win(
                locale,
                write_moves(rest, [self.other, self.mover], true),
            ),
            ReasonAgainst::LetsStackedThreats { cells: [lower, _] } => {
                l10n::reason_against_stacked_threats(locale, lower.column.number())
            }
            ReasonAgainst::Zugzwang { cell } => {
                l10n::reason_against_zugzwang(locale, cell.column.number(), row(*cell))
            }
            ReasonAgainst::GivesUpKeyCell { cell } => {
                l10n::reason_against_key_cell(locale, cell.column.number())
            }
            ReasonAgainst::OneRefutation { reply } => {
                l10n::reason_against_refutation(locale, reply.number())
            }
        })
    }

    /// A move and what follows it with best play of both.
    pub(crate) fn variation(&self, columns: &[Column]) -> String {
        let end = columns.iter().try_fold(self.board, |board, column| board.drop(*column));
        let goes_on = end.is_ok_and(|board| board.state() == BoardState::InProgress);
        l10n::variation(self.locale, write_moves(columns, [self.mover, self.other], goes_on))
    }
}

/// "🔴 4 🟡 5 🔴 5 …". The discs are those of the side that begins and of the other one. Ends
/// with an ellipsis if the game goes on, or if there are more moves than are shown.
pub(crate) fn write_moves(columns: &[Column], discs: [&str; 2], goes_on: bool) -> String {
    let moves = columns.iter().zip(discs.into_iter().cycle());
    let moves = moves.take(MAX_VARIATION).map(|(column, disc)| format!("{disc} {column}"));
    let rest = (goes_on || columns.len() > MAX_VARIATION).then(|| "…".to_owned());
    moves.chain(rest).collect::<Vec<_>>().join(" ")
}

/// The number of a cell's row, from 1 at the bottom.
const fn row(cell: Cell) -> u8 {
    cell.row + 1
}

/// What a score of a position stands for: "a win in 3".
pub(crate) fn outcome(board: &Board, score: Score, locale: Locale) -> String {
    match score.outcome(board) {
        Outcome::Win { moves } => l10n::outcome_win(locale, moves),
        Outcome::Draw => l10n::outcome_draw(locale),
        Outcome::Loss { moves } => l10n::outcome_loss(locale, moves),
    }
}

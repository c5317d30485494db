//! Why a move is good or bad, in one sentence.

use connect4::{Cell, Column, ReasonAgainst, ReasonFor};

use crate::{l10n, locale::Locale};

/// How many columns of a line are named.
const MAX_LINE: usize = 7;

/// Why a column is among the best.
pub(super) fn in_favour(column: Column, reason: &ReasonFor, locale: Locale) -> String {
    let number = column.number();
    match reason {
        ReasonFor::Wins => l10n::reason_wins(locale, number),
        ReasonFor::Blocks => l10n::reason_blocks(locale, number),
        ReasonFor::DoubleThreat { cells: [one, other] } if one.column == other.column => {
            l10n::reason_double_threat_above(locale, number, one.column.number())
        }
        ReasonFor::DoubleThreat { cells: [one, other] } => {
            l10n::reason_double_threat(locale, number, one.column.number(), other.column.number())
        }
        ReasonFor::ForcedWin { line: rest } => {
            l10n::reason_forced_win(locale, line(&[&[column], rest.as_slice()].concat()))
        }
        ReasonFor::Zugzwang { cell } => {
            l10n::reason_zugzwang(locale, number, cell.column.number(), row(*cell))
        }
        ReasonFor::EndsOpponentsLines => l10n::reason_ends_lines(locale, number),
        ReasonFor::FollowUp => l10n::reason_follow_up(locale, number),
        ReasonFor::OnlyWin => l10n::reason_only_win(locale),
        ReasonFor::OnlyDraw => l10n::reason_only_draw(locale),
        ReasonFor::Trap { reply } => l10n::reason_trap(locale, number, reply.number()),
    }
}

/// What is wrong with a move.
pub(super) fn against(reason: &ReasonAgainst, locale: Locale) -> String {
    match reason {
        ReasonAgainst::MissesWin { column } => l10n::against_misses_win(locale, column.number()),
        ReasonAgainst::LeavesThreat { column } => {
            l10n::against_leaves_threat(locale, column.number())
        }
        ReasonAgainst::LetsWinAbove => l10n::against_win_above(locale),
        ReasonAgainst::LetsDoubleThreat { reply, .. } => {
            l10n::against_double_threat(locale, reply.number())
        }
        ReasonAgainst::LetsForcedWin { line: rest } => l10n::against_forced_win(locale, line(rest)),
        ReasonAgainst::Zugzwang { cell } => {
            l10n::against_zugzwang(locale, cell.column.number(), row(*cell))
        }
        ReasonAgainst::GivesUpKeyCell { cell } => {
            l10n::against_key_cell(locale, cell.column.number(), row(*cell))
        }
        ReasonAgainst::OneRefutation { reply } => l10n::against_refutation(locale, reply.number()),
    }
}

/// What follows a move with best play of both.
pub(super) fn what_follows(columns: &[Column], locale: Locale) -> String {
    l10n::what_follows(locale, line(columns))
}

/// "4, 5, 5".
fn line(columns: &[Column]) -> String {
    let mut numbers: Vec<String> = columns.iter().take(MAX_LINE).map(ToString::to_string).collect();
    if columns.len() > MAX_LINE {
        numbers.push("…".to_owned());
    }
    numbers.join(", ")
}

/// The number of a cell's row, from 1 at the bottom.
const fn row(cell: Cell) -> u8 {
    cell.row + 1
}

/// The most characters of a sentence in favour of a move.
pub(super) fn max_length(locale: Locale) -> usize {
    let (Some(one), Some(last)) = (Column::from_number(1), Column::from_number(Column::MAX)) else {
        return 0;
    };
    let [other, cell] = [one, last].map(|column| Cell { column, row: 0 });
    let all = [
        ReasonFor::Wins,
        ReasonFor::Blocks,
        ReasonFor::DoubleThreat { cells: [cell; 2] },
        ReasonFor::DoubleThreat { cells: [other, cell] },
        ReasonFor::ForcedWin { line: vec![last; MAX_LINE] },
        ReasonFor::Zugzwang { cell },
        ReasonFor::EndsOpponentsLines,
        ReasonFor::FollowUp,
        ReasonFor::OnlyWin,
        ReasonFor::OnlyDraw,
        ReasonFor::Trap { reply: last },
    ];
    let lengths = all.iter().map(|reason| in_favour(last, reason, locale).chars().count());
    lengths.max().unwrap_or_default()
}

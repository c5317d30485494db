//! Why a move is good or bad, and hints, in one sentence.

use connect4::{
    Advice, Board, BoardState, Cell, Column, Explanation, Outcome, ReasonAgainst, ReasonFor, Score,
};

use crate::{l10n, locale::Locale, message::join_sentences, theme::Theme};

/// How many moves of a variation are shown.
const MAX_VARIATION: usize = 7;

/// Writes reasons for and against the moves in a position.
#[derive(Clone, Copy)]
pub(crate) struct Reasons {
    board: Board,
    /// The disc of the side to move.
    mover: &'static str,
    other: &'static str,
    locale: Locale,
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

    /// A hint.
    pub(crate) fn hint(&self, advice: &Advice) -> String {
        let locale = self.locale;
        let best = advice.columns.iter().find(|(column, _)| advice.best.contains(column));
        let outcome = best.and_then(|(_, outcome)| *outcome);
        // "1", "1 and 2", "1, 2 and 3".
        let columns = join(&advice.best, |list, last| l10n::and(locale, last, list));
        let count = advice.best.len();
        let sentence = match (outcome, longest_loss(advice)) {
            (Some(Outcome::Win { moves: 1 }), _) => {
                format!("💡 {}", l10n::hint_wins_now(locale, columns, count))
            }
            (Some(Outcome::Win { moves }), _) => {
                format!("💡 {}", l10n::hint_wins(locale, columns, count, moves))
            }
            (Some(Outcome::Draw), _) => format!("💡 {}", l10n::hint_draws(locale, columns, count)),
            (_, Some(_)) if count == advice.columns.len() => l10n::hint_all_lost(locale),
            (_, Some(longest)) => l10n::hint_lost(locale, columns, count, longest),
            (_, None) => l10n::hint_best(locale, column_choice(locale, &advice.best)),
        };
        join_sentences([Some(sentence), self.why_best(advice)])
    }

    /// Why one of the best columns is good, or what follows it. A win at once needs no reason.
    fn why_best(&self, advice: &Advice) -> Option<String> {
        match advice.explanation.as_ref()? {
            Explanation::Reason(_, ReasonFor::Wins) => None,
            Explanation::Reason(column, reason) => Some(self.reason_for(*column, reason)),
            Explanation::OpponentWins(columns) => {
                Some(l10n::hint_threatened(self.locale, column_choice(self.locale, columns)))
            }
            Explanation::Variation(variation) => {
                (variation.len() > 1).then(|| self.variation(variation))
            }
        }
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

/// The columns to mark as good: none if every column loses.
pub(crate) fn good_columns(advice: &Advice) -> &[Column] {
    if longest_loss(advice).is_some() { &[] } else { &advice.best }
}

/// The number of moves in which the best column loses, if every column loses.
fn longest_loss(advice: &Advice) -> Option<u32> {
    let moves = advice.columns.iter().map(|(_, outcome)| match outcome {
        Some(Outcome::Loss { moves }) => Some(*moves),
        _ => None,
    });
    moves.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// "1", "1 or 2", "1, 2 or 3".
pub(crate) fn column_choice(locale: Locale, columns: &[Column]) -> String {
    join(columns, |list, last| l10n::or(locale, last, list))
}

fn join(columns: &[Column], join_last: impl Fn(String, String) -> String) -> String {
    let mut names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { join_last(names.join(", "), last) }
}

#[cfg(test)]
mod tests {
    use connect4::{Board, Shape};

    use super::*;
    use crate::theme::Theme;

    fn column(number: u8) -> Column {
        Column::from_number(number).unwrap()
    }

    fn reasons() -> Reasons {
        Reasons::new(Theme::default(), &Board::empty(Shape::STANDARD), Locale::EnglishUs)
    }

    fn no_advice() -> Advice {
        Advice { best: Vec::new(), columns: Vec::new(), explanation: None }
    }

    #[test]
    fn equally_good_columns_are_named_together() {
        let outcomes = |outcome| [(1, Some(outcome)), (2, Some(outcome)), (3, None)];
        for (outcome, expected) in [
            (Outcome::Win { moves: 1 }, "💡 Columns 1 and 2 win at once."),
            (Outcome::Win { moves: 5 }, "💡 Columns 1 and 2 win in 5 moves."),
            (Outcome::Draw, "💡 Columns 1 and 2 draw."),
        ] {
            let columns = outcomes(outcome).map(|(number, outcome)| (column(number), outcome));
            let best = vec![column(1), column(2)];
            let advice = Advice { best, columns: columns.to_vec(), ..no_advice() };
            assert_eq!(reasons().hint(&advice), expected);
        }
    }

    #[test]
    fn a_hint_in_a_lost_position_says_which_column_holds_out() {
        let loss = |moves| Some(Outcome::Loss { moves });
        let advice = Advice {
            best: vec![column(3)],
            columns: vec![(column(1), loss(2)), (column(3), loss(6))],
            ..no_advice()
        };
        let expected = "💡 Every column loses. Column 3 holds out longest: 6 moves.";
        assert_eq!(reasons().hint(&advice), expected);
        let two = Advice {
            best: vec![column(3), column(4)],
            columns: vec![(column(1), loss(1)), (column(3), loss(2)), (column(4), loss(2))],
            ..no_advice()
        };
        let expected_of_two = "💡 Every column loses. Columns 3 and 4 hold out longest: 2 moves.";
        assert_eq!(reasons().hint(&two), expected_of_two);
        let all = Advice {
            best: vec![column(3), column(4)],
            columns: vec![(column(3), loss(1)), (column(4), loss(1))],
            ..no_advice()
        };
        assert_eq!(reasons().hint(&all), "💡 Every column loses.");
        assert!(good_columns(&all).is_empty() && good_columns(&two).is_empty());
    }

    #[test]
    fn a_hint_of_unknown_outcome_names_the_best_column() {
        let advice =
            Advice { best: vec![column(2)], columns: vec![(column(2), None)], ..no_advice() };
        assert_eq!(reasons().hint(&advice), "💡 **Play column 2.**");
    }

    #[test]
    fn a_hint_says_why_or_what_follows() {
        let draws = Advice {
            best: vec![column(3)],
            columns: vec![(column(3), Some(Outcome::Draw))],
            explanation: Some(Explanation::Reason(column(3), ReasonFor::OnlyDraw)),
        };
        let expected = "💡 Column 3 draws. Every other column loses.";
        assert_eq!(reasons().hint(&draws), expected);
        let threatened = Advice {
            best: vec![column(3), column(4)],
            columns: [3, 4].map(|it| (column(it), Some(Outcome::Loss { moves: 1 }))).to_vec(),
            explanation: Some(Explanation::OpponentWins([2, 6].map(column).to_vec())),
        };
        let expected = "💡 Every column loses. The other player can win in column 2 or 6, and you \
                        can block only one.";
        assert_eq!(reasons().hint(&threatened), expected);
        let variation = [3, 5, 5].map(column).to_vec();
        let unexplained = Advice { explanation: Some(Explanation::Variation(variation)), ..draws };
        let expected = "💡 Column 3 draws. Line of play: 🔴 3 🟡 5 🔴 5 …";
        assert_eq!(reasons().hint(&unexplained), expected);
    }
}

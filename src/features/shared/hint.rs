//! Hints: the best columns and why.

use connect4::{Advice, Column, Explanation, Outcome, ReasonFor};

use crate::{features::shared::reasons::Reasons, l10n, locale::Locale, message::join_sentences};

/// The columns to mark as good: none if every column loses.
pub(crate) fn good_columns(advice: &Advice) -> &[Column] {
    if longest_loss(advice).is_some() { &[] } else { &advice.best }
}

/// A hint in one sentence.
pub(crate) fn sentence(advice: &Advice, reasons: Reasons) -> String {
    let locale = reasons.locale;
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
    join_sentences([Some(sentence), why(advice, reasons)])
}

/// Why one of the best columns is good, or what follows it. A win at once needs no reason.
fn why(advice: &Advice, reasons: Reasons) -> Option<String> {
    match advice.explanation.as_ref()? {
        Explanation::Reason(_, ReasonFor::Wins) => None,
        Explanation::Reason(column, reason) => Some(reasons.reason_for(*column, reason)),
        Explanation::OpponentWins(columns) => {
            Some(l10n::hint_threatened(reasons.locale, column_choice(reasons.locale, columns)))
        }
        Explanation::Variation(variation) => {
            (variation.len() > 1).then(|| reasons.variation(variation))
        }
    }
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
            assert_eq!(sentence(&advice, reasons()), expected);
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
        assert_eq!(sentence(&advice, reasons()), expected);
        let two = Advice {
            best: vec![column(3), column(4)],
            columns: vec![(column(1), loss(1)), (column(3), loss(2)), (column(4), loss(2))],
            ..no_advice()
        };
        let expected_of_two = "💡 Every column loses. Columns 3 and 4 hold out longest: 2 moves.";
        assert_eq!(sentence(&two, reasons()), expected_of_two);
        let all = Advice {
            best: vec![column(3), column(4)],
            columns: vec![(column(3), loss(1)), (column(4), loss(1))],
            ..no_advice()
        };
        assert_eq!(sentence(&all, reasons()), "💡 Every column loses.");
        assert!(good_columns(&all).is_empty() && good_columns(&two).is_empty());
    }

    #[test]
    fn a_hint_of_unknown_outcome_names_the_best_column() {
        let advice =
            Advice { best: vec![column(2)], columns: vec![(column(2), None)], ..no_advice() };
        assert_eq!(sentence(&advice, reasons()), "💡 **Play column 2.**");
    }

    #[test]
    fn a_hint_says_why_or_what_follows() {
        let draws = Advice {
            best: vec![column(3)],
            columns: vec![(column(3), Some(Outcome::Draw))],
            explanation: Some(Explanation::Reason(column(3), ReasonFor::OnlyDraw)),
        };
        let expected = "💡 Column 3 draws. Every other column loses.";
        assert_eq!(sentence(&draws, reasons()), expected);
        let threatened = Advice {
            best: vec![column(3), column(4)],
            columns: [3, 4].map(|it| (column(it), Some(Outcome::Loss { moves: 1 }))).to_vec(),
            explanation: Some(Explanation::OpponentWins([2, 6].map(column).to_vec())),
        };
        let expected = "💡 Every column loses. The other player can win in column 2 or 6, and you \
                        can block only one.";
        assert_eq!(sentence(&threatened, reasons()), expected);
        let variation = [3, 5, 5].map(column).to_vec();
        let unexplained = Advice { explanation: Some(Explanation::Variation(variation)), ..draws };
        let expected = "💡 Column 3 draws. Line of play: 🔴 3 🟡 5 🔴 5 …";
        assert_eq!(sentence(&unexplained, reasons()), expected);
    }
}

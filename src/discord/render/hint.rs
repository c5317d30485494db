//! Hints: the best columns and why, and the outcome of each.

use connect4::{Advice, Column, Explanation, Outcome, ReasonFor};

use super::{MessageBody, message::join_sentences, reasons::Reasons};
use crate::{l10n, locale::Locale};

/// Renders a hint (ephemeral). Columns with the same outcome share a line; the best
/// outcome comes first.
pub(super) fn render(advice: &Advice, reasons: Reasons) -> MessageBody {
    let locale = reasons.locale;
    let mut groups: Vec<(Option<Outcome>, Vec<Column>)> = Vec::new();
    for &(column, outcome) in &advice.columns {
        match groups.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, columns)) => columns.push(column),
            None => groups.push((outcome, vec![column])),
        }
    }
    groups.sort_by_key(|&(outcome, _)| sort_key(outcome));
    let mut lines = vec![best_sentence(advice, locale)];
    lines.extend(why(advice, reasons));
    if groups.iter().all(|(outcome, _)| outcome.is_none()) {
        lines.push(l10n::hint_all_unclear(locale));
    } else {
        lines.extend(groups.iter().map(|(outcome, columns)| group_line(*outcome, columns, locale)));
    }
    MessageBody::ephemeral(lines.join("\n"))
}

/// The columns to mark as good: none if every column loses.
pub(super) fn good_columns(advice: &Advice) -> &[Column] {
    if longest_loss(advice).is_some() { &[] } else { &advice.best }
}

/// A hint in one sentence.
pub(super) fn sentence(advice: &Advice, reasons: Reasons) -> String {
    let locale = reasons.locale;
    let best = advice.columns.iter().find(|(column, _)| advice.best.contains(column));
    let outcome = best.and_then(|(_, outcome)| *outcome);
    let sentence = match outcome {
        Some(Outcome::Win { .. } | Outcome::Draw) => {
            format!("💡 {}", group_line(outcome, &advice.best, locale))
        }
        Some(Outcome::Loss { .. }) | None => best_sentence(advice, locale),
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

/// Which column to play; if every column loses, which holds out longest.
fn best_sentence(advice: &Advice, locale: Locale) -> String {
    lost_sentence(advice, locale)
        .unwrap_or_else(|| l10n::hint_best(locale, column_choice(locale, &advice.best)))
}

/// If every column loses, which holds out longest, unless all do.
fn lost_sentence(advice: &Advice, locale: Locale) -> Option<String> {
    let longest = longest_loss(advice)?;
    let (columns, count) = (column_list(locale, &advice.best), advice.best.len());
    Some(if count == advice.columns.len() {
        l10n::hint_all_lost(locale)
    } else {
        l10n::hint_lost(locale, columns, count, longest)
    })
}

/// The number of moves in which the best column loses, if every column loses.
fn longest_loss(advice: &Advice) -> Option<u32> {
    let moves = advice.columns.iter().map(|(_, outcome)| match outcome {
        Some(Outcome::Loss { moves }) => Some(*moves),
        _ => None,
    });
    moves.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// What some columns lead to.
fn group_line(outcome: Option<Outcome>, columns: &[Column], locale: Locale) -> String {
    let (names, count) = (column_list(locale, columns), columns.len());
    match outcome {
        Some(Outcome::Win { moves: 1 }) => l10n::hint_wins_now(locale, names, count),
        Some(Outcome::Win { moves }) => l10n::hint_wins(locale, names, count, moves),
        Some(Outcome::Draw) => l10n::hint_draws(locale, names, count),
        Some(Outcome::Loss { moves }) => l10n::hint_loses(locale, names, count, moves),
        None => l10n::hint_unclear(locale, names, count),
    }
}

/// Orders outcomes from best to worst: quick wins, slow wins, draws, unknown, slow
/// losses, quick losses.
fn sort_key(outcome: Option<Outcome>) -> (u8, i64) {
    match outcome {
        Some(Outcome::Win { moves }) => (0, i64::from(moves)),
        Some(Outcome::Draw) => (1, 0),
        None => (2, 0),
        Some(Outcome::Loss { moves }) => (3, -i64::from(moves)),
    }
}

/// "1", "1 and 2", "1, 2 and 3".
fn column_list(locale: Locale, columns: &[Column]) -> String {
    join(columns, |list, last| l10n::and(locale, list, last))
}

/// "1", "1 or 2", "1, 2 or 3".
pub(super) fn column_choice(locale: Locale, columns: &[Column]) -> String {
    join(columns, |list, last| l10n::or(locale, list, last))
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

    fn text(best: &[u8], outcomes: &[(u8, Option<Outcome>)]) -> String {
        let advice = Advice {
            best: best.iter().copied().map(column).collect(),
            columns: outcomes.iter().map(|&(number, outcome)| (column(number), outcome)).collect(),
            ..no_advice()
        };
        render(&advice, reasons()).text().to_owned()
    }

    #[test]
    fn equal_columns_share_a_line_and_the_best_come_first() {
        let loss = |moves| Some(Outcome::Loss { moves });
        let outcomes = [
            (1, loss(8)),
            (2, Some(Outcome::Draw)),
            (3, loss(2)),
            (4, Some(Outcome::Win { moves: 5 })),
            (6, Some(Outcome::Draw)),
            (7, Some(Outcome::Draw)),
        ];
        assert_eq!(
            text(&[4], &outcomes),
            "💡 **Play column 4.**\nColumn 4 wins in 5 moves.\nColumns 2, 6 and 7 draw.\n\
             Column 1 loses in 8 moves.\nColumn 3 loses in 2 moves."
        );
    }

    #[test]
    fn one_move_is_singular() {
        let outcomes = [
            (1, Some(Outcome::Win { moves: 1 })),
            (2, Some(Outcome::Win { moves: 1 })),
            (3, Some(Outcome::Loss { moves: 1 })),
            (5, None),
        ];
        assert_eq!(
            text(&[1, 2], &outcomes),
            "💡 **Play column 1 or 2.**\nColumns 1 and 2 win at once.\nColumn 5 is not clear yet.\n\
             Column 3 loses in 1 move."
        );
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
        let table = render(&advice, reasons()).text().to_owned();
        assert_eq!(
            table,
            format!("{expected}\nColumn 3 loses in 6 moves.\nColumn 1 loses in 2 moves.")
        );
    }

    #[test]
    fn a_hint_of_unknown_outcome_names_the_best_column() {
        let advice =
            Advice { best: vec![column(2)], columns: vec![(column(2), None)], ..no_advice() };
        assert_eq!(sentence(&advice, reasons()), "💡 **Play column 2.**");
        let unclear = "💡 **Play column 2.**\nWhat the columns lead to isn’t clear yet.";
        assert_eq!(render(&advice, reasons()).text(), unclear);
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
        let expected = "💡 **Play column 3.**\nLine of play: 🔴 3 🟡 5 🔴 5 …\nColumn 3 draws.";
        assert_eq!(render(&unexplained, reasons()).text(), expected);
    }
}

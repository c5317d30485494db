//! Hints: the best columns, and what each leads to.

use super::Body;
use crate::{locale::Locale, texts};
use connect4::{Advice, Column, Outcome};

/// A hint, to the asker alone. Columns that lead to the same share a line, the
/// best line first.
pub(super) fn draw(advice: &Advice, reader: Locale) -> Body {
    let mut lines = vec![texts::hint_best(reader, list(reader, &advice.best))];
    let mut groups: Vec<(Option<Outcome>, Vec<Column>)> = Vec::new();
    for &(column, outcome) in &advice.columns {
        match groups.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, columns)) => columns.push(column),
            None => groups.push((outcome, vec![column])),
        }
    }
    groups.sort_by_key(|&(outcome, _)| order(outcome));
    lines.extend(groups.iter().map(|(outcome, columns)| {
        let (names, count) = (list(reader, columns), columns.len());
        match outcome {
            Some(Outcome::Win { moves: 1 }) => texts::hint_wins_now(reader, names, count),
            Some(Outcome::Win { moves }) => texts::hint_wins(reader, names, count, *moves),
            Some(Outcome::Draw) => texts::hint_draws(reader, names, count),
            Some(Outcome::Loss { moves }) => texts::hint_loses(reader, names, count, *moves),
            None => texts::hint_unclear(reader, names, count),
        }
    }));
    Body::whisper(lines.join("\n"))
}

/// Quick wins first, then slow ones, draws, what is not clear, slow losses,
/// quick losses.
fn order(outcome: Option<Outcome>) -> (u8, i64) {
    match outcome {
        Some(Outcome::Win { moves }) => (0, i64::from(moves)),
        Some(Outcome::Draw) => (1, 0),
        None => (2, 0),
        Some(Outcome::Loss { moves }) => (3, -i64::from(moves)),
    }
}

/// "1", "1 and 2", "1, 2 and 3".
pub(super) fn list(reader: Locale, columns: &[Column]) -> String {
    let mut names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { texts::and(reader, names.join(", "), last) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(number: u8) -> Column {
        Column::from_number(number).unwrap()
    }

    fn text(best: &[u8], outcomes: &[(u8, Option<Outcome>)]) -> String {
        let advice = Advice {
            best: best.iter().copied().map(column).collect(),
            columns: outcomes.iter().map(|&(number, outcome)| (column(number), outcome)).collect(),
        };
        draw(&advice, Locale::EnglishUs).text().to_owned()
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
            "💡 **Best: 4.**\n4 wins in 5 moves.\n2, 6 and 7 draw.\n1 loses in 8 moves.\n3 loses \
             in 2 moves."
        );
    }

    #[test]
    fn one_move_is_not_called_many() {
        let outcomes = [
            (1, Some(Outcome::Win { moves: 1 })),
            (2, Some(Outcome::Win { moves: 1 })),
            (3, Some(Outcome::Loss { moves: 1 })),
            (5, None),
        ];
        assert_eq!(
            text(&[1, 2], &outcomes),
            "💡 **Best: 1 and 2.**\n1 and 2 win at once.\n5 is not clear yet.\n3 loses in 1 move."
        );
    }
}

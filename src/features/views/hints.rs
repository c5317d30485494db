//! Hints in words: first a nudge, then the column.

use connect4::{Advice, Column, Explanation, Outcome, ReasonFor};

use crate::{
    features::views::{
        Reasons,
        reasons::{column_choice, column_list, exceptions},
    },
    l10n,
    message::join_sentences,
};

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintDetail {
    /// What to look for, or where.
    Nudge,
    Column,
}

/// What to look for, or where.
pub(crate) fn nudge(advice: &Advice, reasons: &Reasons) -> String {
    let locale = reasons.locale;
    let nudge = match (outcome(advice), advice.explanation.as_ref()) {
        (Some(Outcome::Win { moves: 1 }), _) => l10n::hint_nudge_wins_now(locale),
        (_, Some(Explanation::Reason(_, ReasonFor::Blocks))) => {
            l10n::hint_nudge_blocks(locale, reasons.opponent.clone())
        }
        (Some(Outcome::Loss { .. }), _) if are_all_best(advice) => return column(advice, reasons),
        _ => match losing_columns(advice) {
            Some(losing) if losing.is_empty() => l10n::hint_any(locale),
            Some(losing) => l10n::hint_nudge_careful(locale, losing.len()),
            None => where_to_look(advice, reasons),
        },
    };
    format!("💡 {nudge}")
}

/// How the game stands, and in which part of the board the best columns are if it is one; or what
/// else there is to say.
fn where_to_look(advice: &Advice, reasons: &Reasons) -> String {
    let locale = reasons.locale;
    let standing = match outcome(advice) {
        Some(Outcome::Win { .. }) => Some(l10n::hint_nudge_wins(locale)),
        Some(Outcome::Loss { .. }) => Some(l10n::hint_nudge_lost(locale)),
        Some(Outcome::Draw) | None => None,
    };
    let columns = reasons.board.shape().columns();
    let side = (columns + 1) / 3;
    let place = |column: &Column| match column.number() {
        number if number <= side => l10n::hint_nudge_left(locale),
        number if number > columns - side => l10n::hint_nudge_right(locale),
        _ => l10n::hint_nudge_middle(locale),
    };
    let mut places: Vec<String> = advice.best.iter().map(place).collect();
    places.dedup();
    match (standing, outcome(advice)) {
        (standing, _) if places.len() == 1 => join_sentences([standing, places.pop()]),
        (Some(standing), _) => standing,
        // The others lose.
        (None, Some(_)) => {
            l10n::hint_nudge_careful(locale, advice.columns.len() - advice.best.len())
        }
        (None, None) => l10n::hint_best(locale, column_choice(locale, &advice.best)),
    }
}

/// The best columns, and why, or what may follow.
pub(crate) fn column(advice: &Advice, reasons: &Reasons) -> String {
    let (locale, count) = (reasons.locale, advice.best.len());
    if let Some(losing) = losing_columns(advice) {
        let hint = match losing.as_slice() {
            [] => l10n::hint_any(locale),
            losing => l10n::hint_any_but(locale, column_choice(locale, losing)),
        };
        return format!("💡 {hint}");
    }
    // "1", "1 and 2", "1, 2 and 3".
    let columns = column_list(locale, &advice.best);
    let columns = match (outcome(advice), advice.explanation.as_ref()) {
        (Some(Outcome::Win { moves: 1 }), _) => l10n::hint_wins_now(locale, columns, count),
        (Some(Outcome::Loss { .. }), _) if are_all_best(advice) => l10n::hint_all_lost(locale),
        (Some(Outcome::Loss { .. }), _) => l10n::hint_lost(locale, columns, count),
        (_, Some(Explanation::Reason(column, _))) => l10n::hint_best(locale, column.to_string()),
        (Some(Outcome::Win { moves }), _) => l10n::hint_wins(locale, columns, count, moves),
        (Some(Outcome::Draw), _) => l10n::hint_draws(locale, columns, count),
        (None, _) => l10n::hint_best(locale, column_choice(locale, &advice.best)),
    };
    format!("💡 {}", join_sentences([Some(columns), why(advice, reasons)]))
}

/// A win at once needs no reason.
fn why(advice: &Advice, reasons: &Reasons) -> Option<String> {
    let locale = reasons.locale;
    match advice.explanation.as_ref()? {
        Explanation::Reason(_, ReasonFor::Wins) => None,
        Explanation::Reason(_, reason) => Some(reasons.reason_for(reason)),
        Explanation::OpponentWins(columns) => {
            let columns = column_choice(locale, columns);
            Some(l10n::hint_threatened(locale, columns, reasons.opponent.clone()))
        }
        // The variation begins with only one of them.
        Explanation::Variation(_) if advice.best.len() > 1 => None,
        Explanation::Variation(variation) => reasons.variation(variation),
    }
}

/// The columns to mark as good: none if every column loses.
pub(crate) fn good_columns(advice: &Advice) -> &[Column] {
    if matches!(outcome(advice), Some(Outcome::Loss { .. })) { &[] } else { &advice.best }
}

/// What the best columns lead to. If they lose, every column does.
fn outcome(advice: &Advice) -> Option<Outcome> {
    let best = advice.columns.iter().find(|(column, _)| advice.best.contains(column));
    best.and_then(|(_, outcome)| *outcome)
}

fn are_all_best(advice: &Advice) -> bool {
    advice.best.len() == advice.columns.len()
}

/// The columns that lose, if the others draw and are many more.
fn losing_columns(advice: &Advice) -> Option<Vec<Column>> {
    let columns = advice.columns.iter().map(|(column, _)| *column);
    exceptions(&advice.best, columns).filter(|_| outcome(advice) == Some(Outcome::Draw))
}

#[cfg(test)]
mod tests {
    use connect4::{Board, Shape};

    use super::*;
    use crate::{locale::Locale, theme::Theme, uploaded_tiles::UploadedTiles};

    fn column_number(number: u8) -> Column {
        Column::from_number(number).unwrap()
    }

    /// Advice that these columns are the best, and what each of the others leads to.
    fn advice(best: &[u8], outcome: Option<Outcome>, others: &[(u8, Outcome)]) -> Advice {
        let best: Vec<Column> = best.iter().copied().map(column_number).collect();
        let others = others.iter().map(|(it, outcome)| (column_number(*it), Some(*outcome)));
        let columns = best.iter().map(|it| (*it, outcome)).chain(others).collect();
        Advice { best, columns, explanation: None }
    }

    fn explained(advice: Advice, explanation: Explanation) -> Advice {
        Advice { explanation: Some(explanation), ..advice }
    }

    /// The nudge, and the column.
    fn hints(advice: &Advice) -> [String; 2] {
        let board = Board::empty(Shape::STANDARD);
        let reasons = Reasons::with_discs(
            Theme::default(),
            &board,
            Locale::EnglishUs,
            &UploadedTiles::default(),
        );
        [nudge(advice, &reasons), column(advice, &reasons)]
    }

    fn nudge_of(advice: &Advice) -> String {
        let [nudge, _] = hints(advice);
        nudge
    }

    const DRAW: Option<Outcome> = Some(Outcome::Draw);

    const LOSS: Outcome = Outcome::Loss { moves: 2 };

    #[test]
    fn a_win_is_hinted_at_before_its_column() {
        for (best, moves, expected) in [
            (
                &[1, 2][..],
                1,
                ["💡 You can win right now. Do you see where?", "💡 Columns 1 and 2 win at once."],
            ),
            (
                &[1],
                5,
                ["💡 There’s a win here. Look at the left side.", "💡 Column 1 wins in 5 moves."],
            ),
        ] {
            let win = advice(best, Some(Outcome::Win { moves }), &[(3, LOSS)]);
            assert_eq!(hints(&win), expected);
        }
    }

    #[test]
    fn the_nudge_names_a_part_of_the_board() {
        for (number, nudge) in [
            (2, "💡 Look at the left side."),
            (3, "💡 Look around the middle."),
            (5, "💡 Look around the middle."),
            (6, "💡 Look at the right side."),
        ] {
            let column = format!("💡 **Play column {number}.**");
            assert_eq!(hints(&advice(&[number], None, &[])), [nudge.to_owned(), column]);
        }
    }

    #[test]
    fn few_losing_columns_are_named_instead_of_many_good_ones() {
        let one = advice(&[1, 2, 3, 5, 6, 7], DRAW, &[(4, LOSS)]);
        assert_eq!(hints(&one), ["💡 Careful: one column loses.", "💡 Anything but column 4."]);
        let two = advice(&[1, 2, 3, 5], DRAW, &[(4, LOSS), (6, LOSS)]);
        assert_eq!(hints(&two), ["💡 Careful: 2 columns lose.", "💡 Anything but column 4 or 6."]);
        let none = advice(&[1, 2, 3, 5], DRAW, &[]);
        assert_eq!(hints(&none), ["💡 Any column will do."; 2]);
        let many = advice(&[1, 2], DRAW, &[(4, LOSS), (6, LOSS)]);
        assert_eq!(hints(&many), ["💡 Look at the left side.", "💡 Columns 1 and 2 draw."]);
    }

    #[test]
    fn the_nudge_names_no_side_with_only_some_best_columns() {
        let two = |outcome| nudge_of(&advice(&[1, 7], outcome, &[(3, LOSS), (4, LOSS)]));
        assert_eq!(two(Some(Outcome::Win { moves: 3 })), "💡 There’s a win here.");
        assert_eq!(two(DRAW), "💡 Careful: 2 columns lose.");
        assert_eq!(two(None), "💡 **Play column 1 or 7.**");
        let longest = Some(Outcome::Loss { moves: 6 });
        assert_eq!(two(longest), "💡 You’re behind, so make it last.");
    }

    #[test]
    fn a_hint_in_a_lost_position_says_which_column_holds_out() {
        let longest = Some(Outcome::Loss { moves: 6 });
        let nudge = "💡 You’re behind, so make it last. Look around the middle.";
        let one = advice(&[3], longest, &[(1, LOSS)]);
        let column = "💡 You’re behind. Column 3 holds out longest.";
        assert_eq!(hints(&one), [nudge, column]);
        let two = advice(&[3, 4], longest, &[(1, LOSS)]);
        let columns = "💡 You’re behind. Columns 3 and 4 hold out longest.";
        assert_eq!(hints(&two), [nudge, columns]);
        let all = advice(&[3, 4], Some(LOSS), &[]);
        let threats = Explanation::OpponentWins([2, 6].map(column_number).to_vec());
        let threatened = explained(all, threats);
        let expected = "💡 Every column loses. **🟡** can win in column 2 or 6, and you can block \
                        only one.";
        assert_eq!(hints(&threatened), [expected; 2]);
        assert!([one, two, threatened].iter().all(|it| good_columns(it).is_empty()));
    }

    #[test]
    fn a_hint_says_why_or_what_may_follow_and_names_the_column_once() {
        let others = [(1, LOSS), (2, LOSS)];
        let many_others = [(1, LOSS), (2, LOSS), (3, LOSS)];
        let blocks = Explanation::Reason(column_number(7), ReasonFor::Blocks);
        let expected = [
            "💡 Look out: **🟡** is about to win.",
            "💡 **Play column 7.** It blocks: **🟡** would win there.",
        ];
        assert_eq!(hints(&explained(advice(&[7], DRAW, &others), blocks)), expected);
        let only = Explanation::Reason(column_number(7), ReasonFor::OnlyDraw);
        let expected =
            ["💡 Look at the right side.", "💡 **Play column 7.** Every other column loses."];
        assert_eq!(hints(&explained(advice(&[7], DRAW, &others), only)), expected);
        let variation = Explanation::Variation([7, 5, 5].map(column_number).to_vec());
        let expected = [
            "💡 Look at the right side.",
            "💡 Column 7 draws. It could go on like this: 🟡 5 🔴 5 …",
        ];
        assert_eq!(hints(&explained(advice(&[7], DRAW, &others), variation.clone())), expected);
        let short = Explanation::Variation([7, 5].map(column_number).to_vec());
        let expected = ["💡 Look at the right side.", "💡 Column 7 draws."];
        assert_eq!(hints(&explained(advice(&[7], DRAW, &others), short)), expected);
        let expected = ["💡 Look at the right side.", "💡 Columns 6 and 7 draw."];
        assert_eq!(hints(&explained(advice(&[6, 7], DRAW, &many_others), variation)), expected);
    }
}

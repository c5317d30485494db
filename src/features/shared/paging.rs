//! Buttons to other pages and moves.

use crate::{
    actions::{ComponentAction, Navigation},
    l10n,
    locale::Locale,
    message::{ActionRow, Button},
};

/// Buttons to the previous and the next page. `None` if there is only one page.
pub(crate) fn paging_row(
    page: u32,
    pages: u32,
    locale: Locale,
    action: impl Fn(u32) -> ComponentAction,
) -> Option<ActionRow> {
    let page_button = |to: Option<u32>, label| {
        // The custom ids of a message must be unique, so a disabled button refers to a
        // page that does not exist.
        let target = action(to.unwrap_or(pages));
        Button::secondary(target, label).disabled(to.is_none())
    };
    let previous = page_button(page.checked_sub(1), l10n::button_previous(locale));
    let next = page_button((page + 1 < pages).then_some(page + 1), l10n::button_next(locale));
    (pages > 1).then(|| ActionRow::Buttons(vec![previous, next]))
}

/// Buttons to the start, one move back, one move forward, and to the end.
pub(crate) fn navigation_row(
    action: impl Fn(Navigation) -> ComponentAction,
    ply: usize,
    count: usize,
    locale: Locale,
) -> ActionRow {
    let jump = |navigation, label, is_possible: bool| -> Button {
        Button::primary(action(navigation), label).disabled(!is_possible)
    };
    ActionRow::Buttons(vec![
        jump(Navigation::Start, l10n::button_start(locale), ply > 0),
        jump(Navigation::Back, l10n::button_back(locale), ply > 0),
        jump(Navigation::Forward, l10n::button_next(locale), ply < count),
        jump(Navigation::End, l10n::button_end(locale), ply < count),
    ])
}

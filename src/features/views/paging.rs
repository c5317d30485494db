//! Buttons to other pages and moves.

use crate::{
    actions::{ComponentAction, Navigation},
    l10n,
    locale::Locale,
    message::{ActionRow, Button},
};

/// Buttons to the previous and the next page, by their numbers. `None` if there is only one page.
pub(crate) fn paging_row(
    page: u32,
    pages: u32,
    locale: Locale,
    action: impl Fn(u32) -> ComponentAction,
) -> Option<ActionRow> {
    // The custom ids of a message must be unique, so a disabled button refers to a page that does
    // not exist.
    let previous = (action(page.checked_sub(1).unwrap_or(pages)), page > 0);
    let next = (action((page + 1).min(pages)), page + 1 < pages);
    page_buttons(previous, next, locale).map(ActionRow::Buttons)
}

/// Buttons to the previous and the next page, each of which says whether there is one. `None` if
/// there is neither.
pub(crate) fn page_buttons(
    (previous, has_previous): (ComponentAction, bool),
    (next, has_next): (ComponentAction, bool),
    locale: Locale,
) -> Option<Vec<Button>> {
    let previous = Button::secondary(previous, l10n::button_previous(locale));
    let next = Button::secondary(next, l10n::button_next(locale));
    let buttons = || vec![previous.disabled(!has_previous), next.disabled(!has_next)];
    (has_previous || has_next).then(buttons)
}

/// Buttons to the start, one move back, one move forward, and to the end, as far as they lead
/// elsewhere.
pub(crate) fn navigation_row(
    action: impl Fn(Navigation) -> ComponentAction,
    leads_elsewhere: impl Fn(Navigation) -> bool,
    locale: Locale,
) -> ActionRow {
    let jump = |navigation, label| -> Button {
        Button::primary(action(navigation), label).disabled(!leads_elsewhere(navigation))
    };
    ActionRow::Buttons(vec![
        jump(Navigation::Start, l10n::button_start(locale)),
        jump(Navigation::Back, l10n::button_back(locale)),
        jump(Navigation::Forward, l10n::button_next(locale)),
        jump(Navigation::End, l10n::button_end(locale)),
    ])
}

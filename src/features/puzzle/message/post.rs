//! The daily post of a puzzle in a server.

use crate::{
    features::puzzle::message::{grid, solution_of_yesterday, solve_button, task, title},
    game::{PuzzleNumber, PuzzleProgress},
    l10n,
    locale::Locale,
    message::{ActionRow, MessageBody},
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

/// The puzzle of the day, and how many people have solved that of the day before in this server.
pub(crate) fn post(
    number: PuzzleNumber,
    theme: Theme,
    locale: Locale,
    solved_yesterday: u64,
    tiles: &UploadedTiles,
) -> MessageBody {
    let progress = PuzzleProgress::start(number.puzzle());
    let title = l10n::puzzle_post_title(locale, title(number, locale));
    let above = [title, task(&progress, theme, locale)];
    let solved = (solved_yesterday > 0).then(|| l10n::puzzle_post_solved(locale, solved_yesterday));
    let board = progress.board();
    let content = grid(theme, &board, tiles).message(&above, &Vec::from_iter(solved));
    let mut buttons = vec![solve_button(number, locale)];
    buttons.extend(number.previous().map(|previous| solution_of_yesterday(previous, locale)));
    MessageBody::new(content, vec![ActionRow::Buttons(buttons)])
}

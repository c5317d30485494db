//! The daily post of a puzzle in a server.

use super::{grid, solution_of_yesterday, solve_button, task, title};
use crate::{
    game::PuzzleProgress,
    l10n,
    message::{ActionRow, MessageBody},
    service::PuzzlePost,
    uploaded_tiles::UploadedTiles,
};

pub(in crate::service) fn post(post: PuzzlePost, tiles: &UploadedTiles) -> MessageBody {
    let PuzzlePost { number, theme, locale, solved_yesterday, .. } = post;
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

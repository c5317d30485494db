//! Daily puzzles.

mod attempt;
mod post;
mod solution;

use connect4::Board;
use std::time::Duration;

use crate::{
    actions::ComponentAction,
    features::shared::grid::EmojiGrid,
    game::{PuzzleNumber, PuzzleProgress},
    l10n,
    locale::Locale,
    markdown,
    message::Button,
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

pub(crate) use crate::features::puzzle::message::{
    attempt::{PuzzleView, card, message},
    post::post,
    solution::solution,
};

const FULL_STAR: &str = "★";
const EMPTY_STAR: &str = "☆";

/// A button with which others try the puzzle for themselves.
pub(crate) fn solve_button(number: PuzzleNumber, locale: Locale) -> Button {
    Button::primary(ComponentAction::OpenPuzzle(number), l10n::button_puzzle_open(locale))
}

fn title(number: PuzzleNumber, locale: Locale) -> String {
    let stars = FULL_STAR.repeat(number.stars() as usize)
        + &EMPTY_STAR.repeat((PuzzleNumber::MAX_STARS - number.stars()) as usize);
    // Noon is on the same date in almost every time zone.
    let date = markdown::date(number.begins_at().after(Duration::from_hours(12)));
    l10n::puzzle_title(locale, date, number.to_string(), stars)
}

/// Whose move it is, and in how many discs they win.
fn task(progress: &PuzzleProgress, theme: Theme, locale: Locale) -> String {
    let disc = theme.disc(progress.puzzle().board().to_move()).emoji;
    l10n::puzzle_task(locale, disc, progress.discs_left())
}

fn solution_of_yesterday(yesterday: PuzzleNumber, locale: Locale) -> Button {
    let action = ComponentAction::PuzzleSolution(yesterday);
    Button::secondary(action, l10n::button_puzzle_yesterday(locale))
}

const fn grid<'a>(theme: Theme, board: &'a Board, tiles: &'a UploadedTiles) -> EmojiGrid<'a> {
    EmojiGrid { board, theme, tiles, good_columns: &[] }
}

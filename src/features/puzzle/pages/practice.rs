//! Practice in a puzzle (ephemeral). Nothing of it is stored: its buttons carry what was tried.

use connect4::Moves;

use crate::{
    actions::{ComponentAction, TriedColumns},
    features::{
        puzzle::pages::{feedback, heading, outcome, solution_button},
        views::{EmojiGrid, board::column_rows},
    },
    game::{PuzzleNumber, PuzzleProgress, PuzzleState},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody},
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

/// Begins to practise, or begins again.
pub(super) fn practice_button(number: PuzzleNumber, locale: Locale) -> Button {
    let action = ComponentAction::PracticePuzzle(number, TriedColumns::default());
    Button::primary(action, l10n::button_puzzle_practice(locale))
}

/// A puzzle after these tries, from which `progress` follows.
pub(crate) fn practice(
    number: PuzzleNumber,
    tried: TriedColumns,
    moves: &Moves,
    progress: &PuzzleProgress,
    theme: Theme,
    locale: Locale,
    tiles: &UploadedTiles,
) -> MessageBody {
    let board = progress.board();
    let mut below = Vec::from_iter(feedback(moves, progress, theme, locale, tiles));
    below.extend(outcome(progress, locale));
    below.push(markdown::small(&l10n::puzzle_practice(locale)));
    let (mut rows, mut buttons) = (Vec::new(), vec![solution_button(number, locale)]);
    if progress.state() == PuzzleState::InProgress {
        let action = |column| ComponentAction::PracticePuzzle(number, tried.with(column));
        rows = column_rows(board.shape(), action, |column| progress.can_try(column));
    } else {
        buttons.insert(0, practice_button(number, locale));
        buttons.extend(number.previous().map(|previous| {
            let action = ComponentAction::GoToPuzzle(previous);
            Button::secondary(action, l10n::button_puzzle_earlier(locale))
        }));
    }
    rows.push(ActionRow::Buttons(buttons));
    let grid = EmojiGrid { board: &board, theme, tiles, good_columns: &[] };
    let content = grid.message(&heading(number, progress, theme, locale, tiles), &below);
    MessageBody::new(content, rows).into_ephemeral()
}

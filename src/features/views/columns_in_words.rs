//! The columns of a board in words, for screen readers.

use connect4::{Board, Cell, Column, Seat};

use crate::{l10n, locale::Locale};

/// A line for each column, with its discs from the bottom. `owner` says whose a disc is.
pub(crate) fn columns_in_words(
    board: &Board,
    locale: Locale,
    owner: impl Fn(Seat) -> String,
) -> Vec<String> {
    board.shape().column_iter().map(|number| column(board, locale, number, &owner)).collect()
}

fn column(board: &Board, locale: Locale, column: Column, owner: impl Fn(Seat) -> String) -> String {
    let discs = (0..board.shape().rows()).map_while(|row| board.disc(Cell { column, row }));
    let discs: Vec<String> = discs.map(owner).collect();
    if discs.is_empty() {
        l10n::text_board_empty(locale, column.number())
    } else if board.is_full(column) {
        l10n::text_board_full(locale, column.number(), discs.join(", "))
    } else {
        l10n::text_board_column(locale, column.number(), discs.join(", "))
    }
}

//! The grid of a board as emoji: column numbers, and rows of cells.

use connect4::{Board, Cell, Column};

use crate::{
    markdown,
    message::MAX_CHARACTERS,
    theme::{Theme, Tile},
    uploaded_tiles::UploadedTiles,
};

/// What to draw, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmojiGrid<'a> {
    pub(crate) board: &'a Board,
    pub(crate) theme: Theme,
    /// If not all of the theme's are known, cells are Unicode.
    pub(crate) tiles: &'a UploadedTiles,
    /// The columns to mark as good.
    pub(crate) good_columns: &'a [Column],
}

impl EmojiGrid<'_> {
    /// A message with the grid between these lines. A blank one keeps text off the discs; a headline
    /// keeps off by itself.
    pub(crate) fn message(&self, above: &[String], below: &[String]) -> String {
        let is_text = below.first().is_some_and(|it| !it.starts_with(&markdown::headline("")));
        let space = vec![String::new(); usize::from(is_text)];
        [above, &[self.draw()], &space, below].concat().join("\n")
    }

    /// The grid's lines, top row first.
    fn draw(&self) -> String {
        let (board, shape) = (self.board, self.board.shape());
        let symbols = self.tiles.symbols(self.theme);
        let lines = board.winning_lines();
        let mut text = String::with_capacity(MAX_CHARACTERS);
        for column in shape.column_iter() {
            let heading = if self.good_columns.contains(&column) {
                Tile::GoodColumn
            } else if board.last().is_some_and(|last| last.column == column) {
                Tile::LastColumn
            } else {
                Tile::Number(column)
            };
            text.push_str(symbols[heading.index()]);
        }
        for row in (0..shape.rows()).rev() {
            text.push('\n');
            for column in shape.column_iter() {
                text.push_str(symbols[Tile::of(board, Cell { column, row }, &lines).index()]);
            }
        }
        text
    }
}

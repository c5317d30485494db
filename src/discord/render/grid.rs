//! The grid of a board as emoji: column numbers, and rows of cells.

use connect4::{Board, Cell, Column};

use crate::{
    discord::tile_emoji::{self, TileEmoji},
    theme::{CellStyle, Theme, Tile},
};

/// The most characters that a message may have.
/// [Rule](https://discord.com/developers/docs/resources/message#create-message)
pub(super) const MAX_CHARACTERS: usize = 2_000;

/// Marks the column of the last move.
const LAST_MOVE_MARK: &str = "🔽";

/// What to draw, and with which emoji.
#[derive(Clone, Copy)]
pub(super) struct EmojiGrid<'a> {
    pub(super) board: &'a Board,
    pub(super) theme: Theme,
    pub(super) cells: CellStyle,
    pub(super) emoji: &'a TileEmoji,
    /// What stands in the place of a column's number, if anything.
    pub(super) mark: &'a dyn Fn(Column) -> Option<&'static str>,
}

/// Marks no column.
pub(super) fn no_mark(_: Column) -> Option<&'static str> {
    None
}

impl EmojiGrid<'_> {
    /// A message with the grid. If the tiles' emoji are unknown, or too long for a message, shorter
    /// ones take their place.
    pub(super) fn message(&self, message: impl Fn(&str) -> String) -> String {
        let fitting = self.cells.and_shorter().find_map(|cells| {
            let tiles = self.emoji.written(self.theme, cells)?;
            let message = message(&self.draw(&tiles));
            let fits = cells == CellStyle::Unicode || message.chars().count() <= MAX_CHARACTERS;
            fits.then_some(message)
        });
        fitting.unwrap_or_default()
    }

    /// The grid's lines, top row first.
    fn draw(&self, tiles: &[&str; Tile::ALL.len()]) -> String {
        let (board, shape) = (self.board, self.board.shape());
        let lines = board.winning_lines();
        let mut text = String::with_capacity(MAX_CHARACTERS);
        for column in shape.column_iter() {
            let is_last_move = board.last().is_some_and(|last| last.column == column);
            match (self.mark)(column).or(is_last_move.then_some(LAST_MOVE_MARK)) {
                Some(mark) => text.push_str(mark),
                None => text.push_str(&keycap(column)),
            }
        }
        for row in (0..shape.rows()).rev() {
            text.push('\n');
            for column in shape.column_iter() {
                text.push_str(tiles[Tile::of(board, Cell { column, row }, &lines).index()]);
            }
        }
        text
    }
}

/// A column's number as a keycap emoji.
fn keycap(column: Column) -> String {
    format!("{column}\u{FE0F}\u{20E3}")
}

/// The most characters that a grid has.
pub(super) fn max_length(board: &Board, theme: Theme, cells: CellStyle) -> usize {
    let shape = board.shape();
    let (columns, rows) = (usize::from(shape.columns()), usize::from(shape.rows()));
    let numbers: usize = shape.column_iter().map(|column| keycap(column).chars().count()).sum();
    numbers + rows * (1 + columns * tile_emoji::max_length(theme, cells))
}

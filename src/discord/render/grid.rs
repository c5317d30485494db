//! The grid of a board as emoji: column numbers, and rows of cells.

use connect4::{Board, Cell, Column, Shape};

use super::message::MAX_CHARACTERS;
use crate::{
    discord::uploaded_tiles::{self, UploadedTiles},
    theme::{CellStyle, Theme, Tile, TileName},
};

/// Marks columns that are, or would have been, the best.
const GOOD_COLUMN_MARK: &str = "✅";

/// Marks the column of the last move.
const LAST_MOVE_MARK: &str = "🔽";

/// The characters that are left for what [`public`](super::public) adds to a view: who shows it,
/// and the marks of a spoiler.
const PUBLIC_RESERVE: usize = 200;

/// What to draw, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct EmojiGrid<'a> {
    pub(super) board: &'a Board,
    pub(super) theme: Theme,
    pub(super) cell_style: CellStyle,
    pub(super) tiles: &'a UploadedTiles,
    /// The columns to mark as good.
    pub(super) good_columns: &'a [Column],
}

impl EmojiGrid<'_> {
    /// A message with the grid between these lines. If tiles are not known, or too long for a
    /// message, what is shorter takes their place.
    pub(super) fn message(&self, above: &[String], below: &[String]) -> String {
        self.message_of(above, below, MAX_CHARACTERS)
    }

    /// Like [`Self::message`], for a view that its user may show everyone.
    pub(super) fn shareable_message(&self, above: &[String], below: &[String]) -> String {
        self.message_of(above, below, MAX_CHARACTERS - PUBLIC_RESERVE)
    }

    fn message_of(&self, above: &[String], below: &[String], max_characters: usize) -> String {
        let others = above.iter().chain(below);
        let others: usize = others.map(|line| line.chars().count() + 1).sum();
        let grid = self.cell_style.and_shorter().find_map(|style| {
            let grid = self.draw(&self.symbols(style)?);
            let fits = others + grid.chars().count() <= max_characters;
            (fits || style == CellStyle::Unicode).then_some(grid)
        });
        let grid = grid.expect("Unicode needs no tiles");
        [above, &[grid], below].concat().join("\n")
    }

    /// How each tile is written, by [`Tile::index`]. `None` if not all are known.
    fn symbols(&self, style: CellStyle) -> Option<[&str; Tile::ALL.len()]> {
        match style {
            CellStyle::Tiles(name) => self.tiles.markup(self.theme, name),
            CellStyle::Unicode => Some(Tile::ALL.map(|tile| tile.unicode(self.theme))),
        }
    }

    /// The grid's lines, top row first.
    fn draw(&self, symbols: &[&str; Tile::ALL.len()]) -> String {
        let (board, shape) = (self.board, self.board.shape());
        let lines = board.winning_lines();
        let mut text = String::with_capacity(MAX_CHARACTERS);
        for column in shape.column_iter() {
            if self.good_columns.contains(&column) {
                text.push_str(GOOD_COLUMN_MARK);
            } else if board.last().is_some_and(|last| last.column == column) {
                text.push_str(LAST_MOVE_MARK);
            } else {
                text.push_str(&keycap(column));
            }
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

/// A column's number as a keycap emoji.
fn keycap(column: Column) -> String {
    format!("{column}\u{FE0F}\u{20E3}")
}

/// The most characters that a grid of tiles has with so many winning discs.
pub(super) fn max_length(shape: Shape, theme: Theme, name: TileName, winning: usize) -> usize {
    let (columns, rows) = (usize::from(shape.columns()), usize::from(shape.rows()));
    let length = |tile| uploaded_tiles::max_markup_length(theme, tile, name);
    let longest = |is_kind: fn(&Tile) -> bool| {
        Tile::ALL.into_iter().filter(is_kind).map(length).max().unwrap_or_default()
    };
    let plain = longest(|tile| matches!(tile, Tile::Empty | Tile::Disc(_)));
    let last_move = longest(|tile| matches!(tile, Tile::LastMove(_))).saturating_sub(plain);
    let winner = longest(|tile| matches!(tile, Tile::Winning(_))).saturating_sub(plain);
    let numbers: usize = shape.column_iter().map(|it| keycap(it).chars().count()).sum();
    numbers + rows * (1 + columns * plain) + last_move + winning * winner
}

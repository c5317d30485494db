//! A position in words, for who cannot see the board.

use super::{Body, names, status};
use crate::{locale::Locale, play::Game, texts};
use connect4::{Cell, Column};

/// A game's position, to the asker alone.
pub(super) fn draw(game: &Game, reader: Locale) -> Body {
    let [first, second] =
        connect4::Seat::BOTH.map(|seat| names::full_name(reader, game.seated(seat)));
    let shape = names::shape(reader, game.setup.shape);
    let mut lines = vec![texts::words_title(reader, first, second, shape)];
    lines.extend(game.setup.shape.column_iter().map(|number| column(game, reader, number)));
    lines.extend(status::last_move(reader, game));
    lines.push(now(game, reader));
    Body::whisper(lines.join("\n"))
}

/// A column's discs, by whose they are, from the bottom.
fn column(game: &Game, reader: Locale, column: Column) -> String {
    let board = game.board();
    let discs: Vec<String> = (0..game.setup.shape.rows())
        .map_while(|row| board.disc(Cell { column, row }))
        .map(|seat| names::name(reader, game.seated(seat)))
        .collect();
    if discs.is_empty() {
        texts::words_empty(reader, column.number())
    } else if board.is_full(column) {
        texts::words_full(reader, column.number(), discs.join(", "))
    } else {
        texts::words_column(reader, column.number(), discs.join(", "))
    }
}

fn now(game: &Game, reader: Locale) -> String {
    match (game.ending, game.to_move()) {
        (None, Some(seat)) => texts::words_turn(reader, names::name(reader, game.seated(seat))),
        (None, None) => String::new(),
        (Some(ending), _) => status::ended(reader, game, ending, &game.board().winning_lines()),
    }
}

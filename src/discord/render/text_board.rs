//! A position in words, for screen readers.

use connect4::{Cell, Column};

use super::{MessageBody, names, status};
use crate::{game::Game, l10n, locale::Locale};

/// Renders a game's position (ephemeral).
pub(super) fn render(game: &Game, locale: Locale) -> MessageBody {
    let [first, second] =
        connect4::Seat::BOTH.map(|seat| names::full_name(locale, game.participant(seat)));
    let shape = names::shape(locale, game.config.shape);
    let mut lines = vec![l10n::text_board_title(locale, first, second, shape)];
    lines.extend(game.config.shape.column_iter().map(|number| column(game, locale, number)));
    lines.extend(status::last_move(locale, game));
    lines.push(status_line(game, locale));
    MessageBody::ephemeral(lines.join("\n"))
}

/// A column's discs from the bottom, by their owners' names.
fn column(game: &Game, locale: Locale, column: Column) -> String {
    let board = game.board();
    let discs: Vec<String> = (0..game.config.shape.rows())
        .map_while(|row| board.disc(Cell { column, row }))
        .map(|seat| names::name(locale, game.participant(seat)))
        .collect();
    if discs.is_empty() {
        l10n::text_board_empty(locale, column.number())
    } else if board.is_full(column) {
        l10n::text_board_full(locale, column.number(), discs.join(", "))
    } else {
        l10n::text_board_column(locale, column.number(), discs.join(", "))
    }
}

fn status_line(game: &Game, locale: Locale) -> String {
    match (game.result, game.to_move()) {
        (None, Some(seat)) => {
            l10n::text_board_turn(locale, names::name(locale, game.participant(seat)))
        }
        (None, None) => String::new(),
        (Some(result), _) => status::result(locale, game, result, &game.board().winning_lines()),
    }
}

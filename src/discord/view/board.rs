//! The board: emoji, whose turn it is, and its buttons.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{Body, names};
use crate::{
    discord::{custom_id, markdown},
    locale::Locale,
    play::{Ending, Game, Seated},
    rules::{Board, Cell, Column, Direction, Line, Seat},
    service::Press,
    texts,
};

/// The most buttons in a row that Discord takes.
const MOST_BUTTONS: usize = 5;

/// What a board is drawn with.
struct Theme {
    empty: &'static str,
    /// Of the first and the second seat.
    discs: [&'static str; 2],
    /// The same, in a winning line.
    winning: [&'static str; 2],
}

/// The blue board of the box. An empty cell is blue since a black one cannot be
/// seen on Discord's dark background.
const BLUE_BOARD: Theme =
    Theme { empty: "🔵", discs: ["🔴", "🟡"], winning: ["🟥", "🟨"] };

/// Marks the column of the newest disc.
const NEWEST: &str = "🔽";

/// The disc that stands for a seat.
pub(super) const fn disc(seat: Seat) -> &'static str {
    BLUE_BOARD.discs[seat.index()]
}

/// A game's board, with the question whether a seat really resigns.
pub(super) fn draw(game: &Game, asks_resign: Option<Seat>) -> Body {
    let board = game.board();
    let lines = board.winning_lines();
    let mut content = title(game);
    content.push('\n');
    content.push_str(&grid(&board, &lines));
    content.push_str(&status(game, &lines));
    if let Some(seat) = asks_resign {
        let name = names::name(game.locale, game.seated(seat));
        content.push('\n');
        content.push_str(&texts::really_resign(game.locale, name));
    }
    let rows = match game.ending {
        Some(_) => vec![CreateActionRow::Buttons(vec![rematch(game)])],
        None => live_rows(game, &board, asks_resign),
    };
    Body::new(content, rows)
}

/// What is left of a board once there is a newer one.
pub(super) fn moved_away(game: &Game) -> Body {
    let [first, second] = names::headline(game);
    let link = markdown::link(game.whereabouts());
    let (one, other) = (disc(Seat::First), disc(Seat::Second));
    let sentence = match game.ending {
        None => texts::board_moved(game.locale, one, first, other, second, link),
        Some(_) => texts::board_moved_over(game.locale, one, first, other, second, link),
    };
    Body::new(sentence, Vec::new())
}

fn title(game: &Game) -> String {
    let [first, second] = names::headline(game);
    texts::board_title(game.locale, disc(Seat::First), first, disc(Seat::Second), second)
}

/// The row of column numbers and the rows of cells, top row first.
fn grid(board: &Board, lines: &[Line]) -> String {
    let shape = board.shape();
    let mut text = String::with_capacity(512);
    for column in shape.every_column() {
        if board.last().is_some_and(|last| last.column == column) {
            text.push_str(NEWEST);
        } else {
            text.push_str(&keycap(column));
        }
    }
    text.push('\n');
    for row in (0..shape.rows()).rev() {
        for column in shape.every_column() {
            text.push_str(cell(board, lines, Cell { column, row }));
        }
        text.push('\n');
    }
    text
}

fn cell(board: &Board, lines: &[Line], cell: Cell) -> &'static str {
    match board.disc(cell) {
        None => BLUE_BOARD.empty,
        Some(seat) if lines.iter().any(|line| line.cells.contains(&cell)) => {
            BLUE_BOARD.winning[seat.index()]
        }
        Some(seat) => disc(seat),
    }
}

/// A column's number as a keycap emoji.
fn keycap(column: Column) -> String {
    format!("{column}\u{FE0F}\u{20E3}")
}

/// The line under the board: whose turn it is, or how it ended.
fn status(game: &Game, lines: &[Line]) -> String {
    let locale = game.locale;
    let name = |seat: Seat| names::name(locale, game.seated(seat));
    match (game.ending, game.to_move()) {
        (Some(Ending::Won(seat)), _) => {
            texts::won(locale, disc(seat), name(seat), lines_in_words(locale, lines))
        }
        (Some(Ending::Resigned(loser)), _) => {
            let winner = loser.other();
            texts::resigned(locale, name(loser), disc(winner), name(winner))
        }
        (Some(Ending::Drawn), _) | (None, None) => texts::drawn(locale),
        (None, Some(seat)) => {
            let number = game.moves.columns().len() + 1;
            match game.seated(seat) {
                Seated::Person(player) => {
                    texts::your_move(locale, disc(seat), markdown::mention(player.id), number)
                }
                Seated::Computer(_) => texts::thinking(locale, disc(seat), name(seat), number),
            }
        }
    }
}

fn lines_in_words(locale: Locale, lines: &[Line]) -> String {
    let words = lines.iter().map(|line| {
        let (length, start, end) = (line.cells.len(), line.start().number(), line.end().number());
        match line.direction {
            Direction::Vertical => texts::line_vertical(locale, length, start),
            Direction::Horizontal => texts::line_horizontal(locale, length, start, end),
            Direction::Rising | Direction::Falling => {
                texts::line_diagonal(locale, length, start, end)
            }
        }
    });
    words.reduce(|one, other| texts::lines_two(locale, one, other)).unwrap_or_default()
}

fn live_rows(game: &Game, board: &Board, asks_resign: Option<Seat>) -> Vec<CreateActionRow> {
    let mut rows = column_rows(game, board);
    let (id, version, locale) = (game.id, game.version, game.locale);
    let last = match asks_resign {
        None => {
            let press = Press::AskResign { game: id, version };
            let label = texts::button_resign(locale);
            vec![button(press, label, ButtonStyle::Secondary)]
        }
        Some(seat) => {
            let really = Press::Resign { game: id, version, seat };
            let rather_not = Press::PlayOn { game: id, version, seat };
            vec![
                button(really, texts::button_really_resign(locale), ButtonStyle::Danger),
                button(rather_not, texts::button_play_on(locale), ButtonStyle::Secondary),
            ]
        }
    };
    rows.push(CreateActionRow::Buttons(last));
    rows
}

/// A button for each column, in rows of nearly the same length.
fn column_rows(game: &Game, board: &Board) -> Vec<CreateActionRow> {
    let buttons: Vec<CreateButton> = game
        .shape
        .every_column()
        .map(|column| {
            let press = Press::Drop { game: game.id, version: game.version, column };
            button(press, column.to_string(), ButtonStyle::Primary).disabled(board.is_full(column))
        })
        .collect();
    let rows = buttons.len().div_ceil(MOST_BUTTONS);
    buttons
        .chunks(buttons.len().div_ceil(rows))
        .map(|row| CreateActionRow::Buttons(row.to_vec()))
        .collect()
}

fn rematch(game: &Game) -> CreateButton {
    let label = texts::button_rematch(game.locale);
    button(Press::Rematch(game.id), label, ButtonStyle::Success)
}

/// A button that stands for `press`.
pub(super) fn button(press: Press, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(custom_id::encode(press)).label(label).style(style)
}

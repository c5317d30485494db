//! The board: emoji, whose turn it is, and its buttons.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{Body, look::Look, names, ratings, status};
use crate::{
    discord::{custom_id, markdown},
    play::{Game, OfferKind, Series},
    service::Press,
    texts,
};
use connect4::{Board, Cell, Column, Seat, Shape, WinningLine};

/// The most buttons in a row. Discord takes five, but a phone breaks such a row.
const MOST_BUTTONS: usize = 4;

/// Marks the column of the newest disc.
const NEWEST: &str = "🔽";

/// A game's board, with the question whether a seat really resigns.
pub(super) fn draw(game: &Game, asks_resign: Option<Seat>) -> Body {
    let board = game.board();
    let lines = board.winning_lines();
    let mut content = title(game);
    content.push('\n');
    content.push_str(&grid(&board, &lines, Look::of(game.setup.theme)));
    content.push_str(&status::line(game, &lines));
    if let Some(line) = ratings::line(game) {
        content.push('\n');
        content.push_str(&line);
    }
    if let Some(seat) = asks_resign {
        let name = names::name(game.setup.locale, game.seated(seat));
        content.push('\n');
        content.push_str(&texts::really_resign(game.setup.locale, name));
    }
    let rows = match game.ending {
        Some(_) => vec![CreateActionRow::Buttons(over(game))],
        None => live_rows(game, &board, asks_resign),
    };
    Body::new(content, rows)
}

/// What is left of a board once there is a newer one.
pub(super) fn moved_away(game: &Game) -> Body {
    let [first, second] = names::headline(game);
    let link = markdown::link(game.whereabouts());
    let [one, other] = discs(game);
    let sentence = match game.ending {
        None => texts::board_moved(game.setup.locale, one, first, other, second, link),
        Some(_) => texts::board_moved_over(game.setup.locale, one, first, other, second, link),
    };
    Body::new(sentence, Vec::new())
}

/// Who plays, an unusual goal, and how their series stands.
pub(super) fn title(game: &Game) -> String {
    let ([first, second], [one, other]) = (names::headline(game), discs(game));
    let (locale, connect) = (game.setup.locale, game.setup.shape.connect());
    let mut title = texts::board_title(locale, one, first, other, second);
    if connect != Shape::STANDARD.connect() {
        title.push_str(" · ");
        title.push_str(&texts::board_goal(locale, connect));
    }
    if game.series.points != [0, 0] {
        let Series { points, .. } = game.series_now();
        let [first, second] = Seat::BOTH.map(|seat| names::name(locale, game.seated(seat)));
        let [one, other] = points.map(half_points);
        title.push('\n');
        title.push_str(&texts::series(locale, first, one, other, second));
    }
    title
}

/// "0", "½", "1", "1½", ….
fn half_points(points: u32) -> String {
    match (points / 2, points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

fn discs(game: &Game) -> [&'static str; 2] {
    Seat::BOTH.map(|seat| Look::of(game.setup.theme).disc(seat))
}

/// The row of column numbers and the rows of cells, top row first.
pub(super) fn grid(board: &Board, lines: &[WinningLine], look: Look) -> String {
    marked_grid(board, lines, look, |_| None)
}

/// The same, with marks in the place of columns' numbers.
pub(super) fn marked_grid(
    board: &Board,
    lines: &[WinningLine],
    look: Look,
    mark: impl Fn(Column) -> Option<&'static str>,
) -> String {
    let shape = board.shape();
    let mut text = String::with_capacity(512);
    for column in shape.column_iter() {
        let is_newest = board.last().is_some_and(|last| last.column == column);
        match mark(column).or(is_newest.then_some(NEWEST)) {
            Some(mark) => text.push_str(mark),
            None => text.push_str(&keycap(column)),
        }
    }
    text.push('\n');
    for row in (0..shape.rows()).rev() {
        for column in shape.column_iter() {
            text.push_str(cell(board, lines, look, Cell { column, row }));
        }
        text.push('\n');
    }
    text
}

fn cell(board: &Board, lines: &[WinningLine], look: Look, cell: Cell) -> &'static str {
    match board.disc(cell) {
        None => look.empty,
        Some(seat) if lines.iter().any(|line| line.cells.contains(&cell)) => {
            look.winning_disc(seat)
        }
        Some(seat) => look.disc(seat),
    }
}

/// A column's number as a keycap emoji.
fn keycap(column: Column) -> String {
    format!("{column}\u{FE0F}\u{20E3}")
}

fn live_rows(game: &Game, board: &Board, asks_resign: Option<Seat>) -> Vec<CreateActionRow> {
    let mut rows = column_rows(game, board);
    let last = match (asks_resign, game.offer) {
        (Some(seat), _) => really_resign(game, seat),
        (None, Some(_)) => answers(game),
        (None, None) => wishes(game),
    };
    rows.push(CreateActionRow::Buttons(last));
    rows
}

fn really_resign(game: &Game, seat: Seat) -> Vec<CreateButton> {
    let (id, version, locale) = (game.id, game.version, game.setup.locale);
    let really = Press::Resign { game: id, version, seat };
    let rather_not = Press::PlayOn { game: id, version, seat };
    vec![
        button(really, texts::button_really_resign(locale), ButtonStyle::Danger),
        button(rather_not, texts::button_play_on(locale), ButtonStyle::Secondary),
    ]
}

/// What can be answered to an offer.
fn answers(game: &Game) -> Vec<CreateButton> {
    let (id, version, locale) = (game.id, game.version, game.setup.locale);
    let accept = Press::AcceptOffer { game: id, version };
    let decline = Press::DeclineOffer { game: id, version };
    vec![
        button(accept, texts::button_accept(locale), ButtonStyle::Success),
        button(decline, texts::button_decline(locale), ButtonStyle::Danger),
        resign(game),
    ]
}

/// What can be wished for besides a move. The computer takes no draw.
fn wishes(game: &Game) -> Vec<CreateButton> {
    let (id, version, locale) = (game.id, game.version, game.setup.locale);
    let offer = |kind, label| {
        button(Press::Offer { game: id, version, kind }, label, ButtonStyle::Secondary)
    };
    let mut buttons = Vec::new();
    if game.players.level().is_none() {
        buttons.push(offer(OfferKind::Draw, texts::button_draw(locale)));
    }
    let take_back = offer(OfferKind::TakeBack, texts::button_take_back(locale));
    buttons.push(take_back.disabled(game.moves.columns().is_empty()));
    buttons.push(resign(game));
    buttons
}

fn resign(game: &Game) -> CreateButton {
    let press = Press::AskResign { game: game.id, version: game.version };
    button(press, texts::button_resign(game.setup.locale), ButtonStyle::Secondary)
}

/// A button for each column, in rows of nearly the same length.
fn column_rows(game: &Game, board: &Board) -> Vec<CreateActionRow> {
    let buttons: Vec<CreateButton> = game
        .setup
        .shape
        .column_iter()
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
    let label = texts::button_rematch(game.setup.locale);
    button(Press::Rematch(game.id), label, ButtonStyle::Success)
}

/// What can be done once the game is over. Only the standard board is reviewed.
fn over(game: &Game) -> Vec<CreateButton> {
    let mut buttons = vec![rematch(game), replay(game)];
    if game.setup.shape == Shape::STANDARD {
        buttons.push(review(game));
    }
    buttons
}

fn review(game: &Game) -> CreateButton {
    let label = texts::button_review(game.setup.locale);
    button(Press::Review(game.id), label, ButtonStyle::Secondary)
}

fn replay(game: &Game) -> CreateButton {
    let label = texts::button_replay(game.setup.locale);
    button(Press::Replay(game.id), label, ButtonStyle::Secondary)
}

/// A button that stands for `press`.
pub(super) fn button(press: Press, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(custom_id::encode(press)).label(label).style(style)
}

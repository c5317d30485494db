//! Finished games, move by move to the asker alone, or as an animation for
//! everybody.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{
    Body,
    board::{self, button},
    body::File,
    look::Look,
    names, status,
};
use crate::{
    locale::Locale,
    play::Game,
    service::{Jump, Press},
    texts,
};
use connect4::{Moves, Seat, Shape};

/// Where a game can be looked at in a solver; for the standard board only.
const SOLVER: &str = "https://connect4.gamesolver.org/?pos=";

/// A game as it stood after some of its moves.
pub(super) fn draw(game: &Game, ply: usize, reader: Locale) -> Body {
    let count = game.moves.columns().len();
    let shown = after(&game.moves, ply);
    let position = shown.replay(game.setup.shape).unwrap_or_else(|_| game.board());
    let lines = position.winning_lines();
    let look = Look::of(game.setup.theme);
    let mut content = board::title(game);
    content.push('\n');
    content.push_str(&board::grid(&position, &lines, look));
    content.push_str(&match shown.columns().last() {
        None if count == 0 => texts::replay_no_moves(reader),
        None => texts::replay_start(reader, count),
        Some(column) => {
            let mover = position.to_move().other();
            let name = names::name(reader, game.seated(mover));
            texts::replay_move(reader, shown.columns().len(), count, name, column.number())
        }
    });
    if let Some(ending) = game.ending.filter(|_| ply >= count) {
        content.push('\n');
        content.push_str(&status::ended(reader, game, ending, &lines));
    }
    if count > 0 {
        content.push('\n');
        content.push_str(&moves_to_copy(game, reader));
    }
    let mut rows: Vec<_> = jump_row(game, ply, count).into_iter().collect();
    rows.push(other_row(game, reader));
    Body::new(content, rows).quietly()
}

fn after(moves: &Moves, ply: usize) -> Moves {
    let mut moves = moves.clone();
    moves.truncate(ply);
    moves
}

fn moves_to_copy(game: &Game, reader: Locale) -> String {
    let moves = game.moves.to_string();
    let copy = texts::replay_moves(reader, moves.clone());
    if game.setup.shape != Shape::STANDARD {
        return copy;
    }
    // In angle brackets, so that Discord shows no preview of the page.
    format!("{copy} · {}", texts::replay_solver(reader, format!("<{SOLVER}{moves}>")))
}

fn jump_row(game: &Game, ply: usize, count: usize) -> Option<CreateActionRow> {
    let from = u8::try_from(ply).ok().filter(|_| count > 0)?;
    let press = |jump| Press::Jump { game: game.id, ply: from, jump };
    Some(jumps(press, ply, count))
}

/// Buttons to the start, back, on, and to the end.
pub(super) fn jumps(press: impl Fn(Jump) -> Press, ply: usize, count: usize) -> CreateActionRow {
    let jump = |jump, sign: &str, is_possible: bool| -> CreateButton {
        button(press(jump), sign.to_owned(), ButtonStyle::Primary).disabled(!is_possible)
    };
    CreateActionRow::Buttons(vec![
        jump(Jump::Start, "⏮", ply > 0),
        jump(Jump::Back, "◀", ply > 0),
        jump(Jump::Forward, "▶", ply < count),
        jump(Jump::End, "⏭", ply < count),
    ])
}

fn other_row(game: &Game, reader: Locale) -> CreateActionRow {
    let other = |press, label| button(press, label, ButtonStyle::Secondary);
    let mut buttons = vec![other(Press::Share(game.id), texts::button_share(reader))];
    if game.setup.shape == Shape::STANDARD && !game.moves.columns().is_empty() {
        buttons.push(other(Press::Review(game.id), texts::button_review(reader)));
    }
    CreateActionRow::Buttons(buttons)
}

/// A game for everybody.
pub(super) fn shared(game: &Game, gif: &[u8]) -> Body {
    let (board, locale) = (game.board(), game.setup.locale);
    let mut content = board::title(game);
    if let Some(ending) = game.ending {
        content.push('\n');
        content.push_str(&status::ended(locale, game, ending, &board.winning_lines()));
    }
    let body = Body::new(content, Vec::new());
    if gif.is_empty() {
        return body;
    }
    let [first, second] = Seat::BOTH.map(|seat| names::plain_name(locale, game.seated(seat)));
    body.with(File {
        name: "game.gif",
        description: texts::replay_picture(locale, first, second),
        bytes: gif.to_vec(),
    })
}

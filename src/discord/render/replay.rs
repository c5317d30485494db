//! Finished games, move by move (ephemeral) or as a shared animation.

use connect4::{Moves, Seat, Shape};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{
    MessageBody,
    board::{self, button},
    message::MessageFile,
    names::{self, Audience},
    status,
};
use crate::{
    game::{Game, GuildId},
    l10n,
    locale::Locale,
    service::{ComponentAction, Navigation},
};

/// A solver that shows a position of the standard board.
const SOLVER_URL: &str = "https://connect4.gamesolver.org/?pos=";

/// Renders a game after its first `ply` moves.
pub(super) fn render(game: &Game, ply: usize, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let count = game.moves.columns().len();
    let shown = truncated(&game.moves, ply);
    let position = shown.replay(game.config.shape).unwrap_or_else(|_| game.board());
    let lines = position.winning_lines();
    let mut content = board::title(game, audience.guild);
    content.push('\n');
    content.push_str(&board::grid(&position, &lines, game.config.theme));
    content.push_str(&match shown.columns().last() {
        None => l10n::replay_start(locale, count),
        Some(column) => {
            let mover = position.to_move().other();
            let name = names::name(audience, game.participant(mover));
            l10n::replay_move(locale, shown.columns().len(), count, name, column.number())
        }
    });
    if let Some(result) = game.result().filter(|_| ply >= count) {
        content.push('\n');
        content.push_str(&status::result(audience, game, result, &lines));
    }
    content.push('\n');
    content.push_str(&move_list(game, locale));
    let mut rows: Vec<_> = game_navigation_row(game, ply, count).into_iter().collect();
    rows.push(action_row(game, locale));
    MessageBody::new(content, rows).into_ephemeral()
}

fn truncated(moves: &Moves, ply: usize) -> Moves {
    let mut moves = moves.clone();
    moves.truncate(ply);
    moves
}

fn move_list(game: &Game, locale: Locale) -> String {
    let moves = game.moves.to_string();
    let copy = l10n::replay_moves(locale, moves.clone());
    if game.config.shape != Shape::STANDARD {
        return copy;
    }
    // The angle brackets suppress Discord's link preview.
    format!("{copy} · {}", l10n::replay_solver(locale, format!("<{SOLVER_URL}{moves}>")))
}

fn game_navigation_row(game: &Game, ply: usize, count: usize) -> Option<CreateActionRow> {
    let from = u8::try_from(ply).ok().filter(|_| count > 0)?;
    let action = |navigation| ComponentAction::ReplayJump { game: game.id, ply: from, navigation };
    Some(navigation_row(action, ply, count))
}

/// Buttons to the start, one move back, one move forward, and to the end.
pub(super) fn navigation_row(
    action: impl Fn(Navigation) -> ComponentAction,
    ply: usize,
    count: usize,
) -> CreateActionRow {
    let jump = |navigation, label: &str, is_possible: bool| -> CreateButton {
        button(action(navigation), label.to_owned(), ButtonStyle::Primary).disabled(!is_possible)
    };
    CreateActionRow::Buttons(vec![
        jump(Navigation::Start, "⏮", ply > 0),
        jump(Navigation::Back, "◀", ply > 0),
        jump(Navigation::Forward, "▶", ply < count),
        jump(Navigation::End, "⏭", ply < count),
    ])
}

fn action_row(game: &Game, locale: Locale) -> CreateActionRow {
    let secondary = |action, label| button(action, label, ButtonStyle::Secondary);
    let mut buttons = vec![secondary(ComponentAction::Share(game.id), l10n::button_share(locale))];
    if game.config.shape == Shape::STANDARD && !game.moves.columns().is_empty() {
        buttons.push(secondary(ComponentAction::Review(game.id), l10n::button_review(locale)));
    }
    CreateActionRow::Buttons(buttons)
}

/// Renders a game that a user shares with a channel of a server. `gif` may be empty.
pub(super) fn shared(game: &Game, gif: &[u8], guild: Option<GuildId>) -> MessageBody {
    let (board, locale) = (game.board(), game.config.locale);
    let audience = Audience { locale, guild };
    let mut content = board::title(game, guild);
    if let Some(result) = game.result() {
        content.push('\n');
        content.push_str(&status::result(audience, game, result, &board.winning_lines()));
    }
    let body = MessageBody::new(content, Vec::new());
    if gif.is_empty() {
        return body;
    }
    let [first, second] =
        Seat::BOTH.map(|seat| names::plain_name(audience, game.participant(seat)));
    body.with_file(MessageFile {
        name: "game.gif".into(),
        description: l10n::replay_picture(locale, first, second),
        bytes: gif.to_vec(),
    })
}

//! Finished games, move by move (ephemeral) or as an animation.

use connect4::{Seat, Shape};

use crate::{
    actions::ComponentAction,
    features::shared::{
        board, ending,
        names::{self, Audience},
        paging::navigation_row,
        public_views,
    },
    game::Game,
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody, MessageFile},
    uploaded_tiles::UploadedTiles,
};

/// A solver that shows a position of the standard board.
const SOLVER_URL: &str = "https://connect4.gamesolver.org/?pos=";

/// Renders a game after its first `ply` moves.
pub(crate) fn message(
    game: &Game,
    ply: usize,
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let locale = audience.locale;
    let count = game.moves.columns().len();
    let mut shown = game.moves.clone();
    shown.truncate(ply);
    let position = shown.replay(game.config.shape).unwrap_or_else(|_| game.board());
    let last_move = match shown.columns().last() {
        None => l10n::replay_start(locale, count),
        Some(column) => {
            let mover = position.to_move().other();
            let name = names::name(audience, game.participant(mover));
            l10n::replay_move(locale, column.number(), count, name, shown.columns().len())
        }
    };
    let mut below = vec![last_move];
    if ply >= count {
        below.extend(ending(audience, game));
    }
    let above = [board::title(audience, game)];
    let content = board::grid(game, &position, tiles, &[]).message(&above, &below);
    let mut rows = Vec::new();
    if let Some(from) = u8::try_from(ply).ok().filter(|_| count > 0) {
        let action = |navigation| ComponentAction::ReplayJump(game.id, from, navigation);
        rows.push(navigation_row(action, ply, count, locale));
    }
    rows.push(action_row(game, locale));
    rows.extend(u8::try_from(ply.min(count)).ok().and_then(|ply| {
        public_views::show_everyone_row(ComponentAction::ShareReplay(game.id, ply), audience)
    }));
    MessageBody::new(content, rows).into_ephemeral()
}

fn ending(audience: Audience, game: &Game) -> Vec<String> {
    ending::lines(audience, game, &game.board().winning_lines())
}

/// Renders the moves of a game, to copy (ephemeral).
pub(crate) fn moves(game: &Game, locale: Locale) -> MessageBody {
    let moves = game.moves.to_string();
    let copy = l10n::replay_moves(locale, moves.clone());
    if game.config.shape != Shape::STANDARD {
        return MessageBody::ephemeral(copy);
    }
    // The angle brackets suppress Discord's link preview.
    let solver = l10n::replay_solver(locale, format!("<{SOLVER_URL}{moves}>"));
    MessageBody::ephemeral(format!("{copy} · {solver}"))
}

fn action_row(game: &Game, locale: Locale) -> ActionRow {
    let animation = ComponentAction::ShareAnimation(game.id);
    let mut buttons = vec![
        Button::secondary(animation, l10n::button_share(locale)),
        Button::secondary(ComponentAction::Moves(game.id), l10n::button_moves(locale)),
    ];
    if game.config.shape.is_solved_quickly() && !game.moves.columns().is_empty() {
        buttons
            .push(Button::secondary(ComponentAction::Review(game.id), l10n::button_review(locale)));
    }
    ActionRow::Buttons(buttons)
}

/// Renders a finished game as an animation. `gif` may be empty.
pub(crate) fn animation(game: &Game, gif: &[u8], audience: Audience) -> MessageBody {
    let mut lines = vec![board::title(audience, game)];
    lines.extend(ending(audience, game));
    let body = MessageBody::new(lines.join("\n"), Vec::new());
    if gif.is_empty() {
        return body;
    }
    let [first, second] =
        Seat::BOTH.map(|seat| names::plain_name(audience, game.participant(seat)));
    body.with_file(MessageFile {
        name: "game.gif".into(),
        description: l10n::replay_picture(audience.locale, first, second),
        bytes: gif.to_vec(),
    })
}

//! Lists and numbers, to the asker alone.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::{Body, board::button, look::Look, names};
use crate::{
    discord::{custom_id, markdown},
    locale::Locale,
    play::{Game, GameId, PlayerId, Record, Seated},
    service::{GamesPage, Press},
    texts,
};
use connect4::Seat;

/// The asker's games, with a way to resign each.
pub(super) fn games(page: &GamesPage, reader: Locale) -> Body {
    let mut lines = Vec::new();
    if let Some(game) = &page.resigned {
        let opponent = names::full_name(reader, opponent(game, page.asker));
        lines.push(texts::games_resigned(reader, opponent));
    }
    if page.games.is_empty() {
        lines.push(texts::games_none(reader));
        return Body::whisper(lines.join("\n"));
    }
    lines.push(texts::games_title(reader));
    lines.extend(page.games.iter().map(|game| game_line(game, page.asker, reader)));
    lines.extend(page_line(page.page, page.pages, reader));
    let mut rows = vec![pick_row(page, reader)];
    rows.extend(page_row(page.page, page.pages, reader, Press::GamesPage));
    Body::new(lines.join("\n"), rows).quietly()
}

fn game_line(game: &Game, asker: PlayerId, reader: Locale) -> String {
    let opponent = opponent(game, asker);
    let own = game.seat_of(asker).unwrap_or(Seat::First);
    let turn = match game.to_move() {
        Some(seat) if seat == own => texts::games_your_turn(reader),
        _ => texts::games_their_turn(reader, names::name(reader, opponent)),
    };
    let name = names::full_name(reader, opponent);
    let link = markdown::link(game.whereabouts());
    let disc = Look::of(game.setup.theme).disc(own);
    let shown = texts::games_line(reader, disc, name, turn, move_number(game), link);
    match game.turn_time.move_by.map(markdown::relative) {
        Some(time) => format!("{shown} · {}", texts::games_time(reader, time)),
        None => shown,
    }
}

fn pick_row(page: &GamesPage, reader: Locale) -> CreateActionRow {
    let options = page
        .games
        .iter()
        .map(|game| {
            let name = names::plain_name(reader, opponent(game, page.asker));
            let label = texts::games_pick(reader, name, move_number(game));
            CreateSelectMenuOption::new(label, custom_id::encode(Press::PickGame(game.id)))
        })
        .collect();
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(custom_id::select_of(Press::PickGame(GameId(0))), kind);
    CreateActionRow::SelectMenu(menu.placeholder(texts::choose_game(reader)))
}

/// The question whether the asker really resigns a game from the list.
pub(super) fn resign_picked(game: &Game, asker: PlayerId, reader: Locale) -> Body {
    let name = names::full_name(reader, opponent(game, asker));
    let link = markdown::link(game.whereabouts());
    let really = Press::ResignPicked { game: game.id, version: game.version };
    let buttons = vec![
        button(really, texts::button_really_resign(reader), ButtonStyle::Danger),
        button(Press::GamesPage(0), texts::button_play_on(reader), ButtonStyle::Secondary),
    ];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Body::new(texts::games_really(reader, name, link), rows).quietly()
}

/// Wins, losses and draws, in words.
pub(super) fn record(record: Record, reader: Locale) -> String {
    texts::record(reader, record.wins, record.losses, record.draws)
}

fn opponent(game: &Game, asker: PlayerId) -> Seated<'_> {
    game.seated(game.seat_of(asker).map_or(Seat::First, Seat::other))
}

fn move_number(game: &Game) -> usize {
    game.moves.columns().len() + 1
}

fn page_line(page: u32, pages: u32, reader: Locale) -> Option<String> {
    (pages > 1).then(|| texts::page(reader, page + 1, pages))
}

/// Buttons to the pages before and after; none if there is but one.
fn page_row(
    page: u32,
    pages: u32,
    reader: Locale,
    press: impl Fn(u32) -> Press,
) -> Option<CreateActionRow> {
    let turn = |to: Option<u32>, label| {
        // Each custom id of a message must differ, so a disabled button carries
        // a page that does not exist.
        let target = press(to.unwrap_or(pages));
        button(target, label, ButtonStyle::Secondary).disabled(to.is_none())
    };
    let previous = turn(page.checked_sub(1), texts::button_previous(reader));
    let next = turn((page + 1 < pages).then_some(page + 1), texts::button_next(reader));
    (pages > 1).then(|| CreateActionRow::Buttons(vec![previous, next]))
}

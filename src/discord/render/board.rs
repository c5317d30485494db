//! The message of a game's board: its title, the lines below the grid, and the buttons.

use connect4::{Advice, Board, Column, Level, Seat, Shape, WinningLine};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{
    MessageBody, ending,
    grid::EmojiGrid,
    hint,
    names::{self, Audience},
    reasons::Reasons,
    status,
};
use crate::{
    discord::{custom_id, markdown, uploaded_tiles::UploadedTiles},
    game::{self, Game, GameResult, MessageLocation, Now, OfferKind, Rated, Series},
    l10n,
    service::{ComponentAction, PublicView},
};

/// The most buttons in a row. Discord allows five, but phones wrap such a row.
const MAX_BUTTONS_PER_ROW: usize = 4;

/// Renders a game's board.
pub(super) fn render(game: &Game, now: Now, tiles: &UploadedTiles) -> MessageBody {
    let board = game.board();
    let above = [title(audience(game), game)];
    let below = lines_below(game, now, &board.winning_lines());
    let content = grid(game, &board, tiles, &[]).message(&above, &below);
    MessageBody::new(content, rows(game, &board))
}

/// Renders a live board with the best columns marked.
pub(super) fn with_hint(
    game: &Game,
    now: Now,
    advice: &Advice,
    tiles: &UploadedTiles,
) -> MessageBody {
    let board = game.board();
    let above = [title(audience(game), game)];
    let mut below = lines_below(game, now, &[]);
    below.push(hint::sentence(advice, Reasons::in_game(game, game.config.locale)));
    let content = grid(game, &board, tiles, hint::good_columns(advice)).message(&above, &below);
    MessageBody::new(content, rows(game, &board))
}

/// Who sees a game's board.
fn audience(game: &Game) -> Audience {
    Audience::public(game.config.locale, game.config.location.guild)
}

/// The grid of a position in a game.
pub(super) const fn grid<'a>(
    game: &Game,
    board: &'a Board,
    tiles: &'a UploadedTiles,
    good_columns: &'a [Column],
) -> EmojiGrid<'a> {
    let (theme, cell_style) = (game.config.theme, game.cell_style);
    EmojiGrid { board, theme, cell_style, tiles, good_columns }
}

/// The lines below a board's grid. `winning_lines` are those of its position.
pub(super) fn lines_below(game: &Game, now: Now, winning_lines: &[WinningLine]) -> Vec<String> {
    let audience = audience(game);
    if game.is_live() {
        return status::lines(audience, game, now);
    }
    let mut lines = ending::lines(audience, game, winning_lines);
    lines.extend(ending::effects(audience, game));
    lines
}

fn rows(game: &Game, board: &Board) -> Vec<CreateActionRow> {
    match game.result() {
        Some(_) => game_over_rows(game),
        None => live_rows(game, board),
    }
}

/// Renders an old board's message once the game has a newer one, at this location.
pub(super) fn moved_away(game: &Game, newest: MessageLocation) -> MessageBody {
    let [first, second] = names::title_names(audience(game), game);
    let link = markdown::message_link(newest);
    let [one, other] = discs(game);
    let sentence = match game.result() {
        None => l10n::board_moved(game.config.locale, one, first, link, other, second),
        Some(_) => l10n::board_moved_over(game.config.locale, one, first, link, other, second),
    };
    MessageBody::new(sentence, Vec::new())
}

/// The players, the goal if it is not four in a row, whether a game between people is unrated,
/// and the score of their series.
pub(super) fn title(audience: Audience, game: &Game) -> String {
    let ([first, second], [one, other]) = (names::title_names(audience, game), discs(game));
    let (locale, connect) = (audience.locale, game.config.shape.connect());
    let mut title = l10n::board_title(locale, one, first, other, second);
    if connect != Shape::STANDARD.connect() {
        title.push_str(" · ");
        title.push_str(&l10n::board_goal(locale, connect));
    }
    if game.players.are_people() && game.config.rated != Rated::Yes {
        title.push_str(" · ");
        title.push_str(&l10n::title_unrated(locale));
    }
    if game.series.points != [0, 0] {
        let Series { points, .. } = game.current_series();
        let name = |seat| names::name(audience, game.participant(seat));
        let [first, second] = Seat::BOTH.map(name);
        let [one, other] = points.map(half_points);
        title.push('\n');
        title.push_str(&l10n::series(locale, first, one, other, second));
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
    Seat::BOTH.map(|seat| game.config.theme.disc(seat).emoji)
}

fn live_rows(game: &Game, board: &Board) -> Vec<CreateActionRow> {
    let mut rows = column_rows(board, |column| ComponentAction::Drop(game.into(), column));
    let locale = game.config.locale;
    let mut buttons = Vec::new();
    if game.claimant().is_some() {
        let claim = ComponentAction::Claim(game.into());
        buttons.push(button(claim, l10n::button_claim(locale), ButtonStyle::Success));
    }
    if game.offers.open.is_some() {
        let accept = ComponentAction::AcceptOffer(game.into());
        let decline = ComponentAction::DeclineOffer(game.into());
        let withdraw = ComponentAction::WithdrawOffer(game.into());
        buttons.push(button(accept, l10n::button_accept(locale), ButtonStyle::Success));
        buttons.push(button(decline, l10n::button_decline(locale), ButtonStyle::Danger));
        // All in one row are too wide for a phone.
        rows.push(CreateActionRow::Buttons(buttons));
        buttons = vec![secondary(withdraw, l10n::button_withdraw(locale))];
    } else {
        buttons.extend(offer_buttons(game));
    }
    buttons.push(secondary(ComponentAction::AskResign(game.into()), l10n::button_resign(locale)));
    rows.push(CreateActionRow::Buttons(buttons));
    rows
}

/// The buttons that make an offer. The computer accepts no draws, but there are hints.
fn offer_buttons(game: &Game) -> Vec<CreateButton> {
    let locale = game.config.locale;
    let offer = |kind, label| secondary(ComponentAction::Offer(game.into(), kind), label);
    let mut buttons = Vec::new();
    if game.players.are_people() {
        let draw = offer(OfferKind::Draw, l10n::button_draw(locale));
        buttons.push(draw.disabled(!game.both_have_moved()));
    } else {
        buttons.push(secondary(ComponentAction::Hint(game.into()), l10n::button_hint(locale)));
    }
    let take_back = offer(OfferKind::TakeBack, l10n::button_take_back(locale));
    buttons.push(take_back.disabled(game.moves.columns().is_empty()));
    buttons
}

/// A button for each column, in rows of similar length.
pub(super) fn column_rows(
    board: &Board,
    action: impl Fn(Column) -> ComponentAction,
) -> Vec<CreateActionRow> {
    let columns = board.shape().column_iter();
    let buttons: Vec<CreateButton> = columns
        .map(|column| {
            let button = button(action(column), column.to_string(), ButtonStyle::Primary);
            button.disabled(board.is_full(column))
        })
        .collect();
    button_rows(&buttons)
}

/// Buttons in rows that are equally long, or almost.
pub(super) fn button_rows(buttons: &[CreateButton]) -> Vec<CreateActionRow> {
    let rows = buttons.len().div_ceil(MAX_BUTTONS_PER_ROW);
    buttons
        .chunks(buttons.len().div_ceil(rows))
        .map(|row| CreateActionRow::Buttons(row.to_vec()))
        .collect()
}

/// The buttons of a finished game, if it has any: what to do next, then what to look at. Only
/// boards that are solved quickly can be reviewed.
fn game_over_rows(game: &Game) -> Vec<CreateActionRow> {
    let locale = game.config.locale;
    let mut next = Vec::new();
    if !game.players.has_deleted() {
        let rematch = ComponentAction::Rematch(game.id);
        next.push(button(rematch, l10n::button_rematch(locale), ButtonStyle::Success));
        next.extend(game::suggested_level(game).map(|level| level_button(game, level)));
    }
    let mut views = Vec::new();
    if !game.result().is_some_and(GameResult::is_called_off) {
        // All three in one row are too wide for a phone.
        let row = if next.len() < 2 { &mut next } else { &mut views };
        let share = ComponentAction::ShowEveryone(PublicView::Animation(game.id));
        row.push(secondary(share, l10n::button_share(locale)));
        views.push(secondary(ComponentAction::Replay(game.id), l10n::button_replay(locale)));
        if game.config.shape.is_solved_quickly() {
            views.push(secondary(ComponentAction::Review(game.id), l10n::button_review(locale)));
        }
    }
    let rows = [next, views].into_iter().filter(|row| !row.is_empty());
    rows.map(CreateActionRow::Buttons).collect()
}

fn level_button(game: &Game, level: Level) -> CreateButton {
    let locale = game.config.locale;
    let label = l10n::button_play_level(locale, names::level(locale, level));
    button(ComponentAction::PlayLevel { game: game.id, level }, label, ButtonStyle::Primary)
}

pub(super) fn secondary(action: ComponentAction, label: String) -> CreateButton {
    button(action, label, ButtonStyle::Secondary)
}

pub(super) fn button(action: ComponentAction, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(custom_id::encode(action)).label(label).style(style)
}

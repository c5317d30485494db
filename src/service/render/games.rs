//! The user's running games (ephemeral).

use connect4::{Seat, Shape};

use super::{
    ActionRow, Button, MessageBody,
    names::{self, Audience},
    paging::paging_row,
};
use crate::{
    actions::ComponentAction,
    game::{Game, GameResult, Now, Participant, PlayerId, Record},
    l10n,
    locale::Locale,
    markdown,
    service::GameCommand,
};

/// Discord's limit of buttons in a row
/// ([rule](https://discord.com/developers/docs/components/reference#action-row)). Nobody has more
/// games in a channel than fit into a message.
const BUTTONS_IN_ROW: usize = 5;

/// A page of the user's live games.
#[derive(Clone, Debug)]
pub(in crate::service) struct GamesView {
    pub user: PlayerId,
    pub games: Vec<Game>,
    /// From 0.
    pub page: u32,
    /// The number of pages, at least one.
    pub pages: u32,
    /// The game that was just resigned or claimed.
    pub ended: Option<Game>,
}

/// Renders a page of the user's games, with a select to resign one.
pub(in crate::service) fn list(page: &GamesView, audience: Audience, now: Now) -> MessageBody {
    let locale = audience.locale;
    let mut lines = Vec::new();
    if let Some(game) = &page.ended {
        let opponent = names::full_name(audience, opponent(game, page.user));
        lines.push(match game.result() {
            Some(GameResult::Claimed(_)) => l10n::games_claimed(locale, opponent),
            _ => resigned(game, page.user, audience),
        });
    }
    if page.games.is_empty() {
        lines.push(l10n::games_none(locale));
        return MessageBody::ephemeral(lines.join("\n"));
    }
    lines.push(l10n::games_title(locale));
    lines.extend(page.games.iter().map(|game| game_line(game, page.user, audience, now)));
    lines.extend(page_line(page.page, page.pages, locale));
    let mut rows = vec![game_select(page, audience)];
    rows.extend(claim_row(page, audience));
    rows.extend(paging_row(page.page, page.pages, locale, ComponentAction::GamesPage));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn game_line(game: &Game, user: PlayerId, audience: Audience, now: Now) -> String {
    let locale = audience.locale;
    let opponent = opponent(game, user);
    let own = game.seat_of(user).unwrap_or(Seat::First);
    let turn = match game.to_move() {
        Some(seat) if seat == own => l10n::games_your_turn(locale),
        _ => l10n::games_their_turn(locale, names::name(audience, opponent)),
    };
    let name = names::full_name(audience, opponent);
    let turn = match game.config.shape {
        Shape::STANDARD => turn,
        shape => format!("{} × {} · {turn}", shape.columns(), shape.rows()),
    };
    let board_link = markdown::message_link(game.board_location());
    let disc = game.config.theme.disc(own).emoji;
    let line = l10n::games_line(locale, disc, board_link, name, move_number(game), turn);
    let note = match game.claimant() {
        Some(claimant) if claimant == own => Some(l10n::games_you_may_claim(locale)),
        Some(_) => Some(l10n::games_may_claim(locale, names::name(audience, opponent))),
        None => game
            .times_out_at()
            .map(|at| l10n::games_time(locale, markdown::relative(now.time_of(at)))),
    };
    match note {
        Some(note) => format!("{line} · {note}"),
        None => line,
    }
}

/// Asks in which of these games a command is to be done.
pub(in crate::service) fn question(
    games: &[Game],
    user: PlayerId,
    command: GameCommand,
    audience: Audience,
) -> MessageBody {
    let buttons: Vec<_> = games
        .iter()
        .zip(labels(games, user, audience))
        .map(|(game, label)| {
            let seen = game.into();
            let action = match command {
                GameCommand::Drop(column) => ComponentAction::DropInChosen(seen, column),
                GameCommand::Board => ComponentAction::RepostChosen(seen),
                GameCommand::Text => ComponentAction::DescribeChosen(seen),
            };
            Button::secondary(action, label)
        })
        .collect();
    let rows = buttons.chunks(BUTTONS_IN_ROW).map(|row| ActionRow::Buttons(row.to_vec()));
    MessageBody::new(l10n::which_game(audience.locale), rows.collect()).into_ephemeral()
}

/// The live games whose labels contain what the user has typed, to choose from.
pub(in crate::service) fn choices(
    games: &[Game],
    user: PlayerId,
    input: &str,
    audience: Audience,
) -> Vec<(String, String)> {
    let input = input.trim().to_lowercase();
    games
        .iter()
        .zip(labels(games, user, audience))
        .filter(|(_, label)| label.to_lowercase().contains(&input))
        .map(|(game, label)| (label, game.id.to_string()))
        .collect()
}

/// Games as in [`label`]; with their numbers if they would look the same, as those of two people
/// with one name.
fn labels(games: &[Game], user: PlayerId, audience: Audience) -> Vec<String> {
    let labels: Vec<_> = games.iter().map(|game| label(game, user, audience)).collect();
    let is_unique = |label: &String| labels.iter().filter(|it| *it == label).count() == 1;
    let numbered = |(label, game): (&String, &Game)| {
        if is_unique(label) { label.clone() } else { format!("{label} · #{}", game.id) }
    };
    labels.iter().zip(games).map(numbered).collect()
}

/// A game by its opponent, the next move and, unless it is the usual one, its board.
fn label(game: &Game, user: PlayerId, audience: Audience) -> String {
    let name = names::plain_name(audience, opponent(game, user));
    let label = l10n::games_pick(audience.locale, name, move_number(game));
    match game.config.shape {
        Shape::STANDARD => label,
        shape => format!("{label} · {} × {}", shape.columns(), shape.rows()),
    }
}

/// A button for each game on the page that the user can claim. `None` if there is none.
fn claim_row(page: &GamesView, audience: Audience) -> Option<ActionRow> {
    let can_claim =
        |game: &&Game| game.claimant().is_some_and(|seat| game.seat_of(page.user) == Some(seat));
    let buttons: Vec<_> = page
        .games
        .iter()
        .filter(can_claim)
        .map(|game| {
            let name = names::plain_name(audience, opponent(game, page.user));
            let label = l10n::games_claim(audience.locale, name);
            Button::success(ComponentAction::ClaimListed(game.id), label)
        })
        .collect();
    (!buttons.is_empty()).then_some(ActionRow::Buttons(buttons))
}

fn game_select(page: &GamesView, audience: Audience) -> ActionRow {
    let games = page.games.iter().zip(labels(&page.games, page.user, audience));
    let choices = games.map(|(game, label)| (ComponentAction::PickGame(game.id), label, false));
    ActionRow::select(choices, l10n::choose_game(audience.locale))
}

/// The numbers of wins, losses and draws.
pub(in crate::service) fn record(record: Record, locale: Locale) -> String {
    l10n::record(locale, record.draws, record.losses, record.wins)
}

pub(in crate::service) fn opponent(game: &Game, user: PlayerId) -> Participant<'_> {
    game.participant(game.seat_of(user).map_or(Seat::First, Seat::other))
}

fn move_number(game: &Game) -> usize {
    game.moves.columns().len() + 1
}

fn page_line(page: u32, pages: u32, locale: Locale) -> Option<String> {
    (pages > 1).then(|| l10n::page(locale, page + 1, pages))
}

/// What a player reads who has just resigned a game.
pub(in crate::service) fn resigned(game: &Game, user: PlayerId, audience: Audience) -> String {
    if game.result() == Some(GameResult::CalledOff) {
        return l10n::games_called_off(audience.locale);
    }
    l10n::games_resigned(audience.locale, names::full_name(audience, opponent(game, user)))
}

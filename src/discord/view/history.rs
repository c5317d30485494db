//! Finished games, listed to the asker alone.

use serenity::all::{
    AutocompleteChoice, ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::{Body, board::button, names};
use crate::{
    discord::{custom_id, markdown},
    locale::Locale,
    play::{Game, GameId, Outcome, PlayerId, Seated},
    service::{History, Press},
    store::HistoryTurn,
    texts,
};
use connect4::Seat;

/// The longest label of a choice that Discord takes
/// ([rule](https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-choice-structure)).
const LONGEST_LABEL: usize = 100;

pub(super) fn draw(history: &History, reader: Locale) -> Body {
    let name = markdown::name(&history.player.name);
    let games = &history.page.games;
    if games.is_empty() {
        return Body::whisper(texts::history_none(reader, name));
    }
    let mut lines = vec![texts::history_title(reader, name)];
    lines.extend(games.iter().map(|game| line(game, history.player.id, reader)));
    let mut rows = vec![pick_row(history, reader)];
    rows.extend(turn_row(history, reader));
    Body::new(lines.join("\n"), rows).quietly()
}

fn line(game: &Game, player: PlayerId, reader: Locale) -> String {
    let seat = game.seat_of(player).unwrap_or(Seat::First);
    let opponent = names::full_name(reader, game.seated(seat.other()));
    let result = match Outcome::of(game, seat) {
        Some(Outcome::Win) => texts::history_won(reader, opponent),
        Some(Outcome::Loss) => texts::history_lost(reader, opponent),
        Some(Outcome::Draw) | None => texts::history_drew(reader, opponent),
    };
    let time = markdown::relative(game.changed_at());
    // As a text, since a number would be grouped by thousands.
    let number = game.id.to_string();
    texts::history_line(reader, number, result, game.moves.columns().len(), time)
}

fn pick_row(history: &History, reader: Locale) -> CreateActionRow {
    let options = history.page.games.iter().map(|game| {
        let label = label(game, history.player.id, reader);
        CreateSelectMenuOption::new(label, custom_id::encode(Press::Replay(game.id)))
    });
    let kind = CreateSelectMenuKind::String { options: options.collect() };
    let menu = CreateSelectMenu::new(custom_id::select_of(Press::Replay(GameId(0))), kind);
    CreateActionRow::SelectMenu(menu.placeholder(texts::choose_replay(reader)))
}

fn label(game: &Game, player: PlayerId, reader: Locale) -> String {
    let opponent: Seated<'_> = game.seated(game.seat_of(player).map_or(Seat::First, Seat::other));
    let name = names::plain_name(reader, opponent);
    let label = texts::history_pick(reader, game.id.to_string(), name);
    label.chars().take(LONGEST_LABEL).collect()
}

fn turn_row(history: &History, reader: Locale) -> Option<CreateActionRow> {
    let page = &history.page;
    if !page.more_after && !page.more_before {
        return None;
    }
    let (first, last) = (page.games.first()?.id, page.games.last()?.id);
    let turn = |turn, label| {
        let press = Press::History { player: history.player.id, turn };
        button(press, label, ButtonStyle::Secondary)
    };
    let previous = turn(HistoryTurn::After(first), texts::button_previous(reader));
    let next = turn(HistoryTurn::Before(last), texts::button_next(reader));
    Some(CreateActionRow::Buttons(vec![
        previous.disabled(!page.more_after),
        next.disabled(!page.more_before),
    ]))
}

/// The asker's games that fit what they have typed so far.
pub(super) fn choices(
    games: &[Game],
    asker: PlayerId,
    reader: Locale,
    typed: &str,
) -> Vec<AutocompleteChoice> {
    let typed = typed.trim().to_lowercase();
    games
        .iter()
        .map(|game| (label(game, asker, reader), game.id.to_string()))
        .filter(|(label, _)| label.to_lowercase().contains(&typed))
        .map(|(label, number)| AutocompleteChoice::new(label, number))
        .collect()
}

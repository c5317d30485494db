//! A player's finished games (ephemeral).

use crate::{
    actions::ComponentAction,
    features::shared::{
        game_labels::opponent,
        names::{self, Audience},
    },
    game::{Game, Player, PlayerId, PlayerResult},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, Choice, MessageBody},
    store::{HistoryCursor, HistoryPage},
};

/// A page of a player's finished games.
#[derive(Clone, Debug)]
pub(crate) struct HistoryView {
    pub(crate) player: Player,
    pub(crate) page: HistoryPage,
}

pub(crate) fn message(history: &HistoryView, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let name = names::person(audience, &history.player);
    let games = &history.page.games;
    if games.is_empty() {
        return MessageBody::ephemeral(l10n::history_none(locale, name));
    }
    let mut lines = vec![l10n::history_title(locale, name)];
    lines.extend(games.iter().map(|game| line(game, history.player.id, audience)));
    let mut rows = vec![game_select(history, audience)];
    rows.extend(paging_row(history, locale));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn line(game: &Game, player: PlayerId, audience: Audience) -> String {
    let locale = audience.locale;
    let opponent = names::full_name(audience, opponent(game, player));
    let date = markdown::date(game.changed_at());
    // As a string, since Fluent would group a number by thousands.
    let number = game.id.to_string();
    l10n::history_line(locale, date, number, opponent, outcome(game, player, locale))
}

/// The result for a player, and the number of moves.
fn outcome(game: &Game, player: PlayerId, locale: Locale) -> String {
    let result = game.seat_of(player).and_then(|seat| PlayerResult::of(game, seat));
    let result = match result {
        Some(PlayerResult::Win) => l10n::history_won(locale),
        Some(PlayerResult::Loss) => l10n::history_lost(locale),
        Some(PlayerResult::Draw) | None => l10n::history_drew(locale),
    };
    l10n::history_outcome(locale, game.moves.columns().len(), result)
}

/// What tells a game from others against the same opponent, for a list of choices.
fn description(game: &Game, player: PlayerId, locale: Locale) -> String {
    // In ISO 8601: a menu shows no timestamp in the user's time zone.
    let day = game.changed_at().date().to_string();
    l10n::history_description(locale, day, outcome(game, player, locale))
}

fn game_select(history: &HistoryView, audience: Audience) -> ActionRow {
    let choices = history.page.games.iter().map(|game| Choice {
        action: ComponentAction::Replay(game.id),
        label: label(game, history.player.id, audience),
        description: Some(description(game, history.player.id, audience.locale)),
        is_chosen: false,
    });
    ActionRow::select(choices, l10n::choose_replay(audience.locale))
}

fn label(game: &Game, player: PlayerId, audience: Audience) -> String {
    let name = names::plain_name(audience, opponent(game, player));
    l10n::history_pick(audience.locale, game.id.to_string(), name)
}

fn paging_row(history: &HistoryView, locale: Locale) -> Option<ActionRow> {
    let page = &history.page;
    if !page.more_after && !page.more_before {
        return None;
    }
    let (first, last) = (page.games.first()?.id, page.games.last()?.id);
    let page_button = |cursor, label| {
        let action = ComponentAction::History(history.player.id, cursor);
        Button::secondary(action, label)
    };
    let previous = page_button(HistoryCursor::After(first), l10n::button_previous(locale));
    let next = page_button(HistoryCursor::Before(last), l10n::button_next(locale));
    Some(ActionRow::Buttons(vec![
        previous.disabled(!page.more_after),
        next.disabled(!page.more_before),
    ]))
}

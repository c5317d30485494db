//! Leaderboards, to the asker alone.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{Body, board::button, lists::record, names};
use crate::{
    discord::markdown,
    locale::Locale,
    play::{Order, Period, Ranking, Scope},
    service::{LeaderboardPage, LeaderboardWish, Press},
    store::{Standing, Turn},
    texts,
};

/// A page.
pub(super) fn draw(page: &LeaderboardPage, reader: Locale) -> Body {
    let mut lines = vec![title(page.ranking, reader)];
    if page.page.lines.is_empty() {
        lines.push(nobody(page.ranking, reader));
    } else {
        lines.extend(page.page.lines.iter().map(|it| line(page, it, reader)));
        lines.push(String::new());
        lines.push(own_line(page, reader));
        if page.page.more_before || page.page.more_after {
            lines.push(texts::leaderboard_players(reader, page.page.total));
        }
    }
    if page.ranking.scope == Scope::Everywhere {
        lines.push(texts::leaderboard_names(reader));
    }
    let mut rows = choice_rows(page, reader);
    rows.extend(turn_row(page, reader));
    Body::new(lines.join("\n"), rows).quietly()
}

fn title(ranking: Ranking, reader: Locale) -> String {
    let scope = match ranking.scope {
        Scope::Guild(_) => texts::scope_server(reader),
        Scope::Everywhere => texts::scope_everywhere(reader),
    };
    let order = match ranking.order {
        Order::Rating => texts::leaderboard_by_rating(reader),
        Order::Wins => texts::leaderboard_by_wins(reader),
    };
    texts::leaderboard_title(reader, scope, names::period(reader, ranking.period), order)
}

fn nobody(ranking: Ranking, reader: Locale) -> String {
    match ranking {
        Ranking { scope: Scope::Guild(_), period: Period::AllTime, order: Order::Wins } => {
            texts::leaderboard_none(reader)
        }
        _ => texts::leaderboard_nobody(reader),
    }
}

fn line(page: &LeaderboardPage, standing: &Standing, reader: Locale) -> String {
    let (rank, record) = (rank(standing.rank), record(standing.record, reader));
    let name = name(page, standing, reader);
    match standing.rating.filter(|_| page.ranking.order == Order::Rating) {
        Some(rating) => {
            texts::leaderboard_line_rating(reader, rank, name, rating.to_string(), record)
        }
        None => texts::leaderboard_line(reader, rank, name, record),
    }
}

fn own_line(page: &LeaderboardPage, reader: Locale) -> String {
    let Some(own) = &page.own else {
        return if page.has_played {
            texts::leaderboard_own_unrated(reader)
        } else {
            texts::leaderboard_own_none(reader)
        };
    };
    let (rank, record) = (rank(own.rank), record(own.record, reader));
    let name = markdown::name(&own.player.name);
    match own.rating.filter(|_| page.ranking.order == Order::Rating) {
        Some(rating) => {
            texts::leaderboard_own_rating(reader, rank, name, rating.to_string(), record)
        }
        None => texts::leaderboard_own(reader, rank, name, record),
    }
}

/// Who is not listed has no name where people of other servers look on.
fn name(page: &LeaderboardPage, standing: &Standing, reader: Locale) -> String {
    let is_own = standing.player.id == page.asker;
    match page.ranking.scope {
        Scope::Everywhere if !standing.is_listed && !is_own => texts::leaderboard_hidden(reader),
        _ => markdown::name(&standing.player.name),
    }
}

fn rank(rank: u64) -> String {
    match rank {
        1 => "🥇".to_owned(),
        2 => "🥈".to_owned(),
        3 => "🥉".to_owned(),
        rank => format!("`{rank}.`"),
    }
}

/// Buttons to other lines; none if these are all.
fn turn_row(page: &LeaderboardPage, reader: Locale) -> Option<CreateActionRow> {
    let found = &page.page;
    if !found.more_before && !found.more_after {
        return None;
    }
    let (first, last) = (found.lines.first()?.spot, found.lines.last()?.spot);
    let turn = |turn, label| {
        let wish = LeaderboardWish { turn, ..LeaderboardWish::best(page.ranking) };
        button(Press::Leaderboard(wish), label, ButtonStyle::Secondary)
    };
    let previous = turn(Turn::Before(first), texts::button_previous(reader));
    let next = turn(Turn::After(last), texts::button_next(reader));
    let mut buttons = vec![previous.disabled(!found.more_before), next.disabled(!found.more_after)];
    if let Some(own) = &page.own {
        let is_shown = found.lines.iter().any(|line| line.spot == own.spot);
        let place = turn(Turn::From(own.spot), texts::button_my_place(reader));
        buttons.push(place.disabled(is_shown));
    }
    Some(CreateActionRow::Buttons(buttons))
}

/// Buttons to the other leaderboards: two rows, since a phone breaks a row of
/// five.
fn choice_rows(page: &LeaderboardPage, reader: Locale) -> Vec<CreateActionRow> {
    let ranking = page.ranking;
    let periods = Period::ALL.map(|period| {
        let label = match period {
            Period::AllTime => texts::button_all_time(reader),
            Period::Month => texts::button_month(reader),
            Period::Week => texts::button_week(reader),
        };
        let is_shown = period == ranking.period;
        to(Ranking { period, ..ranking }, label).disabled(is_shown)
    });
    let other_order = match ranking.order {
        Order::Rating => {
            to(Ranking { order: Order::Wins, ..ranking }, texts::button_by_wins(reader))
        }
        Order::Wins => {
            to(Ranking { order: Order::Rating, ..ranking }, texts::button_by_rating(reader))
        }
    };
    let other_scope = match (ranking.scope, page.guild) {
        (Scope::Everywhere, None) => None,
        (Scope::Everywhere, Some(guild)) => {
            let scope = Scope::Guild(guild);
            Some(to(Ranking { scope, ..ranking }, texts::button_server(reader)))
        }
        (Scope::Guild(_), _) => {
            let scope = Scope::Everywhere;
            Some(to(Ranking { scope, ..ranking }, texts::button_everywhere(reader)))
        }
    };
    let others = [other_order].into_iter().chain(other_scope).collect();
    vec![CreateActionRow::Buttons(periods.to_vec()), CreateActionRow::Buttons(others)]
}

fn to(ranking: Ranking, label: String) -> CreateButton {
    let wish = LeaderboardWish::best(ranking);
    button(Press::Leaderboard(wish), label, ButtonStyle::Primary)
}

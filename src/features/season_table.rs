//! The first of a season against each other, and whom of them the user can challenge.

use crate::{
    actions::{ComponentAction, LeaderboardQuery},
    features::{
        request::{RequestContext, RequestResult},
        views::{Audience, names},
    },
    game::{COMPARED, CrossTable, Participant, Player, Refusal},
    l10n, markdown,
    message::{ActionRow, Button, MessageBody},
    store::PageCursor,
};

/// The longest name beside a row, in characters: a phone has no room for more.
const NAME_LENGTH: usize = 12;

/// Shows the user the table of a season (ephemeral).
pub(super) async fn table(ctx: RequestContext<'_>, number: u32) -> RequestResult {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    let guild = ctx.guild().ok_or(Refusal::OnlyInServers)?;
    let season = store.season(guild, number).await?.ok_or(Refusal::UnknownButton)?;
    let board = season.final_board();
    let entries = store.leaderboard(board, ctx.now, PageCursor::First, COMPARED).await?;
    let first = entries.players();
    let table = store.cross_table(season, first.iter().map(|it| it.id).chain([user])).await?;
    let is_over = season.ended_at.is_some();
    let unplayed = if is_over { Vec::new() } else { table.unplayed(&first, user) };
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let title = l10n::season_table(locale, number);
        let back = ComponentAction::SeasonLeaderboard(number, LeaderboardQuery::OF_SERVER);
        let back = Button::secondary(back, l10n::button_back(locale));
        let mut rows = vec![ActionRow::Buttons(vec![back])];
        if first.is_empty() {
            let nobody = l10n::leaderboard_nobody_in_season(locale);
            return MessageBody::ephemeral(format!("{title}\n{nobody}")).with_rows(rows);
        }
        let legend = markdown::small(&l10n::season_table_legend(locale));
        let grid = grid(&first, &table, audience);
        let mut body = MessageBody::ephemeral(format!("{title}\n```\n{grid}\n```\n{legend}"));
        if !unplayed.is_empty() {
            let people: Vec<_> = unplayed.iter().map(|it| names::person(audience, it)).collect();
            let choices = unplayed.iter().map(|it| {
                let name = names::plain_name(audience, Participant::Person(it));
                (ComponentAction::ChallengeListed(it.id), name, false)
            });
            rows.insert(0, ActionRow::select(choices, l10n::choose_unplayed(locale)));
            body = body.with_line(&l10n::season_table_unplayed(locale, people.join(", ")));
        }
        body.with_rows(rows)
    }))
}

/// How often each has won against each, in lines that a phone does not wrap.
fn grid(first: &[&Player], table: &CrossTable, audience: Audience) -> String {
    let cell = |one: &Player, other: &Player| match table.record([one.id, other.id]) {
        _ if one.id == other.id => "–".to_owned(),
        Some(record) => record.wins.to_string(),
        None => "·".to_owned(),
    };
    let numbers = (1..=first.len()).map(|number| number.to_string()).collect();
    let rows = first.iter().map(|one| first.iter().map(|other| cell(one, other)).collect());
    let rows: Vec<Vec<String>> = [numbers].into_iter().chain(rows).collect();
    let width = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1) + 1;
    let name = |player: &&Player| {
        let name = names::plain_name(audience, Participant::Person(player));
        // A backtick would end the block.
        markdown::short_name(&name, NAME_LENGTH).replace('`', "'")
    };
    let starts = [" ".to_owned()].into_iter().chain((1..=first.len()).map(|it| it.to_string()));
    let ends = [String::new()].into_iter().chain(first.iter().map(name));
    let lines = rows.iter().zip(starts).zip(ends).map(|((cells, start), end)| {
        cells.iter().fold(start, |line, cell| format!("{line}{cell:>width$}")) + " " + &end
    });
    lines.collect::<Vec<_>>().join("\n")
}

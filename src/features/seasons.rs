//! The seasons of a server, each of which leads to its leaderboard.

use crate::{
    actions::{ComponentAction, LeaderboardQuery},
    features::{
        request::{RequestContext, RequestResult},
        views::paging::paging_row,
    },
    game::Refusal,
    l10n, markdown,
    message::{ActionRow, Button, MessageBody},
};

/// How many seasons are on a page.
const PAGE_SIZE: u32 = 10;

/// A page of the list, newest first.
pub(super) async fn list(ctx: RequestContext<'_>, page: u32) -> RequestResult {
    let guild = ctx.guild().ok_or(Refusal::OnlyInServers)?;
    let (seasons, total) = ctx.service.store.seasons(guild, page, PAGE_SIZE).await?;
    let pages = total.div_ceil(PAGE_SIZE).max(1);
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let mut lines = vec![l10n::seasons_title(locale)];
        lines.extend(seasons.iter().map(|season| {
            let (number, start) = (season.number, markdown::date(season.started_at));
            match season.ended_at {
                Some(end) => l10n::seasons_past(locale, markdown::date(end), number, start),
                None => l10n::seasons_running(locale, number, start),
            }
        }));
        let open = |number, label| {
            (ComponentAction::SeasonLeaderboard(number, LeaderboardQuery::OF_SERVER), label, false)
        };
        let numbers = seasons.iter().map(|season| season.number);
        let choices = numbers.map(|number| open(number, l10n::button_season(locale, number)));
        let all = open(0, l10n::choice_all_seasons(locale));
        let mut rows = vec![ActionRow::select(choices.chain([all]), l10n::choose_season(locale))];
        rows.extend(paging_row(page, pages, locale, ComponentAction::SeasonsPage));
        let back = ComponentAction::Leaderboard(LeaderboardQuery::OF_SERVER);
        rows.push(ActionRow::Buttons(vec![Button::secondary(back, l10n::button_back(locale))]));
        MessageBody::new(lines.join("\n"), rows).into_ephemeral()
    }))
}

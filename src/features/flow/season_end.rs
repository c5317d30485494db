//! Posts of the ends of seasons.

use crate::{
    actions::{ComponentAction, GameOptions},
    features::{
        request::{Service, message_update::StandingBody},
        views::{Audience, leaderboard_lines, names},
    },
    game::{COMPARED, GuildId, LAST_MEDAL, Player},
    l10n,
    locale::Locale,
    message::{Button, MessageBody},
    store::{PageCursor, StoreResult},
};

/// The end of a season. Empty if nobody has played in it.
pub(crate) async fn end(
    service: &Service,
    (guild, locale): (GuildId, Locale),
    number: u32,
) -> StoreResult<StandingBody> {
    let store = &service.store;
    let season = store.season(guild, number).await?;
    let Some((season, ended_at)) = season.and_then(|it| Some((it, it.ended_at?))) else {
        return Ok(StandingBody::empty());
    };
    let board = season.final_board();
    let first = store.leaderboard(board, ended_at, PageCursor::First, COMPARED).await?;
    if first.entries.is_empty() {
        return Ok(StandingBody::empty());
    }
    let players = first.players();
    let table = store.cross_table(season, players.iter().map(|it| it.id)).await?;
    let climber = store.season_climber(season).await?;
    let body = service.fitting(Audience::public(locale, Some(guild)), |audience, _| {
        let name = |player: &Player| names::person(audience, player);
        let best = first.entries.iter().filter(|it| it.rank == 1 && it.has_medal);
        let best = best.filter_map(|it| it.player.as_ref()).filter(|it| !it.id.is_deleted());
        let best: Vec<_> = best.map(|it| format!("**{}**", name(it))).collect();
        let mut lines = vec![l10n::season_over(locale, best.len(), best.join(", "), number)];
        let placed = first.entries.iter().filter(|it| it.rank <= LAST_MEDAL);
        lines.extend(placed.map(|it| leaderboard_lines::line(it, board.sort_by, audience)));
        lines.extend(climber.as_ref().map(|(player, [before, after])| {
            l10n::season_climber(locale, *after, *before, name(player))
        }));
        lines.extend(table.rivalry(&players).map(|([one, other], of)| {
            let (one, other) = (name(one), name(other));
            l10n::season_rivalry(locale, of.draws, of.games(), of.losses, one, other, of.wins)
        }));
        lines.push(l10n::season_over_next(locale, number + 1));
        MessageBody::new(lines.join("\n"), Vec::new())
    });
    let names = first.names().into_iter().chain(climber.map(|(player, _)| player.id)).collect();
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    let table = ComponentAction::SeasonTable(number);
    let buttons = [
        Button::success(play, l10n::button_play_now(locale)),
        Button::secondary(table, l10n::button_season_table(locale)),
    ];
    Ok(StandingBody::new(body, names).with(|body| body.with_buttons(buttons)))
}

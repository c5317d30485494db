//! Posts of the ends of seasons.

use crate::{
    features::{
        request::{Service, message_update::StandingBody},
        views::{
            Audience, leaderboard_lines,
            names::{self},
        },
    },
    game::GuildId,
    l10n,
    locale::Locale,
    message::MessageBody,
    store::{PageCursor, StoreResult},
};

/// How many players are posted.
const TOP: u8 = 10;

/// The end of a season. Empty if nobody has played in it.
pub(crate) async fn end(
    service: &Service,
    (guild, locale): (GuildId, Locale),
    number: u32,
) -> StoreResult<StandingBody> {
    let season = service.store.season(guild, number).await?;
    let Some((season, ended_at)) = season.and_then(|it| Some((it, it.ended_at?))) else {
        return Ok(StandingBody::empty());
    };
    let board = season.final_board();
    let top = service.store.leaderboard(board, ended_at, PageCursor::First, TOP).await?;
    if top.entries.is_empty() {
        return Ok(StandingBody::empty());
    }
    let body = service.fitting(Audience::public(locale, Some(guild)), |audience, _| {
        let order = names::sort_by(locale, board.sort_by);
        let title = format!("{} · {order}", l10n::season_over(locale, number));
        let line = |entry| leaderboard_lines::line(entry, board.sort_by, audience);
        let lines = top.entries.iter().map(line).collect();
        let next = l10n::season_over_next(locale, number + 1);
        MessageBody::new([vec![title], lines, vec![next]].concat().join("\n"), Vec::new())
    });
    Ok(StandingBody::new(body, top.names()))
}

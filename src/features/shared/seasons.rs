//! Ends of seasons.

use clock::Timestamp;

use crate::{
    errors,
    features::shared::{
        leaderboard_lines, message_update::MessageUpdate, names::Audience, service::Service,
    },
    game::{LeaderboardId, Location, Period, Season, SortBy},
    l10n,
    message::MessageBody,
    store::{LeaderboardEntry, PageCursor, StoreError},
};

/// How many players are posted.
const TOP: u8 = 10;

/// The post of a season that has just ended, if one has, unless nobody has played in it. The next one has begun
/// already, so a fault costs no more than the post.
pub(crate) async fn over(
    service: &Service,
    ended: Option<Season>,
    now: Timestamp,
) -> Option<MessageUpdate> {
    let season = ended?;
    post(service, season, now).await.unwrap_or_else(|error| {
        errors::warn_about!(error, season = season.id.0, "the end of a season is not posted");
        None
    })
}

async fn post(
    service: &Service,
    season: Season,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let (store, guild) = (&service.store, season.guild);
    let Some(schedule) = store.season_schedule(guild).await? else { return Ok(None) };
    let settings = store.guild_settings(guild).await?;
    let locale = settings.locale.unwrap_or(schedule.guild_locale);
    for sort_by in SortBy::ALL {
        let board = LeaderboardId { scope: season.scope(), period: Period::AllTime, sort_by };
        let top = store.leaderboard(board, now, PageCursor::First, TOP).await?;
        let has_places = |it: &LeaderboardEntry| sort_by == SortBy::Wins || !it.is_provisional;
        if !top.entries.first().is_some_and(has_places) {
            continue;
        }
        let body = service.fitting(Audience::public(locale, Some(guild)), |audience, _| {
            let title = l10n::season_over(locale, season.number);
            let lines = leaderboard_lines::lines(&top.entries, sort_by, audience);
            let next = l10n::season_over_next(locale, season.number + 1);
            MessageBody::new([vec![title], lines, vec![next]].concat().join("\n"), Vec::new())
        });
        let location = Location { guild: Some(guild), channel: schedule.channel };
        return Ok(Some(MessageUpdate::SeasonOver(location, body)));
    }
    Ok(None)
}

//! Posts of what becomes of seasons.

use clock::Timestamp;

use crate::{
    errors,
    features::shared::{
        leaderboard_lines, message_update::MessageUpdate, names::Audience, service::Service,
    },
    game::{GuildId, LeaderboardId, Location, Period, Season, SortBy},
    l10n,
    locale::Locale,
    message::MessageBody,
    store::{LeaderboardEntry, PageCursor, StoreError},
};

/// How many players are posted.
const TOP: u8 = 10;

/// The post of a season that has just ended, if one has, unless nobody has played in it. The next
/// one has begun already, so a fault costs no more than the post.
pub(crate) async fn over(
    service: &Service,
    ended: Option<Season>,
    now: Timestamp,
) -> Option<MessageUpdate> {
    let season = ended?;
    posted(season, over_post(service, season, now).await)
}

/// The post of a season that runs again, if one does, since the start of the next one was undone.
pub(crate) async fn goes_on(service: &Service, running: Option<Season>) -> Option<MessageUpdate> {
    let season = running?;
    posted(season, goes_on_post(service, season).await)
}

fn posted(
    season: Season,
    post: Result<Option<MessageUpdate>, StoreError>,
) -> Option<MessageUpdate> {
    post.unwrap_or_else(|error| {
        errors::warn_about!(error, season = season.id.0, "what became of a season is not posted");
        None
    })
}

async fn over_post(
    service: &Service,
    season: Season,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let Some((location, locale)) = place(service, season.guild).await? else { return Ok(None) };
    for sort_by in SortBy::ALL {
        let board = LeaderboardId { scope: season.scope(), period: Period::AllTime, sort_by };
        let top = service.store.leaderboard(board, now, PageCursor::First, TOP).await?;
        let has_places = |it: &LeaderboardEntry| sort_by == SortBy::Wins || !it.is_provisional;
        if !top.entries.first().is_some_and(has_places) {
            continue;
        }
        let body = service.fitting(Audience::public(locale, location.guild), |audience, _| {
            let title = l10n::season_over(locale, season.number);
            let lines = leaderboard_lines::lines(&top.entries, sort_by, audience);
            let next = l10n::season_over_next(locale, season.number + 1);
            MessageBody::new([vec![title], lines, vec![next]].concat().join("\n"), Vec::new())
        });
        return Ok(Some(MessageUpdate::SeasonPost(location, body)));
    }
    Ok(None)
}

async fn goes_on_post(
    service: &Service,
    season: Season,
) -> Result<Option<MessageUpdate>, StoreError> {
    let place = place(service, season.guild).await?;
    Ok(place.map(|(location, locale)| {
        let text = l10n::season_goes_on(locale, season.number + 1, season.number);
        MessageUpdate::SeasonPost(location, MessageBody::new(text, Vec::new()))
    }))
}

/// Where seasons of a server are told of, and in which language.
async fn place(
    service: &Service,
    guild: GuildId,
) -> Result<Option<(Location, Locale)>, StoreError> {
    let Some(schedule) = service.store.season_schedule(guild).await? else { return Ok(None) };
    let settings = service.store.guild_settings(guild).await?;
    let location = Location { guild: Some(guild), channel: schedule.channel };
    Ok(Some((location, settings.locale.unwrap_or(schedule.guild_locale))))
}

//! Posts of what becomes of seasons.

use clock::Timestamp;

use crate::{
    errors,
    features::shared::{
        leaderboard_lines,
        message_update::MessageUpdate,
        names::{self, Audience},
        service::Service,
    },
    game::{GuildId, Location, Season},
    l10n,
    locale::Locale,
    message::MessageBody,
    store::{PageCursor, StoreError},
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
    let post = async {
        let Some((location, locale)) = place(service, season.guild).await? else {
            return Ok(None);
        };
        let board = season.final_board();
        let top = service.store.leaderboard(board, now, PageCursor::First, TOP).await?;
        let body = service.fitting(Audience::public(locale, location.guild), |audience, _| {
            let order = names::sort_by(locale, board.sort_by);
            let title = format!("{} · {order}", l10n::season_over(locale, season.number));
            let lines = leaderboard_lines::lines(&top.entries, board.sort_by, audience);
            let next = l10n::season_over_next(locale, season.number + 1);
            MessageBody::new([vec![title], lines, vec![next]].concat().join("\n"), Vec::new())
        });
        let has_played = !top.entries.is_empty();
        Ok(has_played.then_some(MessageUpdate::SeasonPost(location, body)))
    };
    posted(season, post.await)
}

/// The post of a season that runs again, if one does, since the start of the next one was undone.
pub(crate) async fn goes_on(service: &Service, running: Option<Season>) -> Option<MessageUpdate> {
    let season = running?;
    let post = async {
        let Some((location, locale)) = place(service, season.guild).await? else {
            return Ok(None);
        };
        let text = l10n::season_goes_on(locale, season.number + 1, season.number);
        Ok(Some(MessageUpdate::SeasonPost(location, MessageBody::new(text, Vec::new()))))
    };
    posted(season, post.await)
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

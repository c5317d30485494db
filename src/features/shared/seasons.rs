//! Posts of what becomes of seasons.

use clock::Timestamp;

use crate::{
    errors,
    features::shared::{
        leaderboard_lines,
        message_update::{MessageUpdate, SeasonPost},
        names::{self, Audience},
        service::Service,
    },
    game::{InteractionId, Season, SeasonSchedule},
    l10n,
    locale::Locale,
    message::MessageBody,
    store::{PageCursor, StoreError},
};

/// How many players are posted.
const TOP: u8 = 10;

/// The post of a season that has just ended, if one has, unless nobody has played in it. The next
/// one has begun already, so a fault costs no more than the post. `by` has ended it.
pub(crate) async fn over(
    service: &Service,
    ended: Option<(Season, SeasonSchedule)>,
    by: InteractionId,
    now: Timestamp,
) -> Option<MessageUpdate> {
    let (season, schedule) = ended?;
    let post = async {
        let board = season.final_board();
        let top = service.store.leaderboard(board, now, PageCursor::First, TOP).await?;
        if top.entries.is_empty() {
            return Ok(None);
        }
        let locale = locale(service, schedule).await?;
        let body = service.fitting(Audience::public(locale, Some(season.guild)), |audience, _| {
            let order = names::sort_by(locale, board.sort_by);
            let title = format!("{} · {order}", l10n::season_over(locale, season.number));
            let lines = leaderboard_lines::lines(&top.entries, board.sort_by, audience);
            let next = l10n::season_over_next(locale, season.number + 1);
            MessageBody::new([vec![title], lines, vec![next]].concat().join("\n"), Vec::new())
        });
        Ok(Some(MessageUpdate::SeasonPost(SeasonPost::new(season, schedule, by), body)))
    };
    posted(season, post.await)
}

/// The post of a season that runs again, if one does, since the start of the next one was undone.
pub(crate) async fn goes_on(
    service: &Service,
    running: Option<Season>,
    by: InteractionId,
) -> Option<MessageUpdate> {
    let season = running?;
    let post = async {
        let schedule = service.store.season_schedule(season.guild).await?;
        let Some(schedule) = schedule else { return Ok(None) };
        let locale = locale(service, schedule).await?;
        let text = l10n::season_goes_on(locale, season.number + 1, season.number);
        let body = MessageBody::new(text, Vec::new());
        Ok(Some(MessageUpdate::SeasonPost(SeasonPost::new(season, schedule, by), body)))
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

async fn locale(service: &Service, schedule: SeasonSchedule) -> Result<Locale, StoreError> {
    let settings = service.store.guild_settings(schedule.guild).await?;
    Ok(settings.locale.unwrap_or(schedule.guild_locale))
}

//! What a user shows everyone in the channel.

use std::time::Duration;

use crate::{
    actions::ComponentAction,
    features::shared::{
        context::RequestContext,
        names::{self, Audience},
        recent_events::RecentEvent,
        reply::{Reply, RequestError},
    },
    game::{Game, Player, PlayerId, Refusal},
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody},
    uploaded_tiles::UploadedTiles,
};

/// For how long the result of a game is hidden behind a spoiler outside the game's channel.
const FRESH_FOR: Duration = Duration::from_hours(24);

/// Refuses where nobody else would see it.
pub(crate) fn check(ctx: RequestContext<'_>) -> Result<(), Refusal> {
    if ctx.request.place.forced_ephemeral { Err(Refusal::ForcedEphemeral) } else { Ok(()) }
}

/// Begins to show something: refuses what was just shown in the channel. `of` is whose result it
/// is, if others have one of the same. Returns the language of the server or channel.
pub(crate) async fn begin(
    ctx: RequestContext<'_>,
    shown: ComponentAction,
    of: Option<PlayerId>,
) -> Result<Locale, RequestError> {
    let locale = match ctx.guild() {
        Some(guild) => ctx.service.store.guild_settings(guild).await?.locale,
        None => None,
    };
    // Last, since only what is shown counts.
    record(ctx, shown, of)?;
    Ok(locale.unwrap_or(ctx.request.locales.guild))
}

/// A message for everyone, with the name of the user, and with a button for others. That of a
/// game, if it is one, is hidden until it is clicked if it ended just now elsewhere.
pub(crate) fn reply(
    ctx: RequestContext<'_>,
    locale: Locale,
    of: Option<&Game>,
    button: Option<Button>,
    render: impl Fn(Audience, &UploadedTiles) -> MessageBody,
) -> Reply {
    let request = ctx.request;
    let rows: Vec<_> = button.map(|it| ActionRow::Buttons(vec![it])).into_iter().collect();
    let is_spoiler = of.is_some_and(|it| {
        let is_fresh = ctx.now.since(it.changed_at()) < FRESH_FOR;
        is_fresh && it.config.location.channel != request.place.location.channel
    });
    ctx.reply_for(Audience::public(locale, ctx.guild()), |audience, tiles| {
        let body = as_public(render(audience, tiles), &request.user, is_spoiler, audience);
        body.with_rows(rows.clone())
    })
}

/// Nobody else is disturbed where the user is alone with the bot.
fn record(
    ctx: RequestContext<'_>,
    shown: ComponentAction,
    of: Option<PlayerId>,
) -> Result<(), Refusal> {
    let place = &ctx.request.place;
    if place.is_alone() {
        return Ok(());
    }
    let events = &ctx.service.recent_events;
    let share = RecentEvent::Shared(place.location.channel, shown, of);
    events.record_unless_recent(share, ctx.now).map_err(Refusal::SharedRecently)
}

/// Makes a message public: without its buttons, and with the name of the user who shows it.
/// `is_spoiler` hides all but its title until it is clicked.
fn as_public(body: MessageBody, by: &Player, is_spoiler: bool, audience: Audience) -> MessageBody {
    let shown_by = l10n::shared_by(audience.locale, names::person(audience, by));
    let body = body.into_public();
    let body = if is_spoiler { body.into_spoiler() } else { body };
    body.with_line(&shown_by)
}

/// A button to show everyone what the user sees, if there is anyone.
pub(crate) fn show_everyone_row(share: ComponentAction, audience: Audience) -> Option<ActionRow> {
    let label = l10n::button_show_everyone(audience.locale);
    let button = Button::secondary(share, label);
    (!audience.is_alone).then(|| ActionRow::Buttons(vec![button]))
}

//! What a user shows everyone in the channel.

use std::time::Duration;

use crate::{
    actions::ComponentAction,
    features::{
        flow::visible_games::others_may_see,
        request::{RecentEvent, RequestContext, RequestResult, Response},
        views::{Audience, names},
    },
    game::{Game, Refusal},
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

/// Begins to show something: refuses what was just shown in the channel. Returns the language of the
/// server or channel.
pub(crate) async fn begin(
    ctx: RequestContext<'_>,
    shown: ComponentAction,
) -> RequestResult<Locale> {
    let locale = ctx.service.settings(ctx.guild()).await?.locale;
    let place = &ctx.request.place;
    // Nobody else is disturbed where the user is alone with the bot.
    if !place.is_alone() {
        // Others have results of the same puzzle.
        let of = matches!(shown, ComponentAction::SharePuzzle(_)).then(|| ctx.user_id());
        let share = RecentEvent::Shared(place.location.channel, shown, of);
        // Last, since only what is shown counts.
        let recorded = ctx.service.recent_events.record_unless_recent(share, ctx.now);
        recorded.map_err(Refusal::SharedRecently)?;
    }
    Ok(locale.unwrap_or(ctx.request.locales.guild))
}

/// A message for everyone, without its own buttons, but with the name of the user, and with a button
/// for others. That of a game, if it is one, has the button only if others may see the game, and is
/// hidden but for its title until it is clicked if the game ended just now elsewhere.
pub(crate) fn reply(
    ctx: RequestContext<'_>,
    locale: Locale,
    of: Option<&Game>,
    button: Option<Button>,
    render: impl Fn(Audience, &UploadedTiles) -> MessageBody,
) -> Response {
    let request = ctx.request;
    let button = button.filter(|_| of.is_none_or(|game| others_may_see(request, game)));
    let rows = Vec::from_iter(button.map(|button| ActionRow::Buttons(vec![button])));
    let is_spoiler = of.is_some_and(|it| {
        let is_fresh = ctx.now.since(it.changed_at()) < FRESH_FOR;
        is_fresh && it.config.location.channel != request.place.location.channel
    });
    ctx.reply_for(Audience::public(locale, ctx.guild()), |audience, tiles| {
        let shown_by = l10n::shared_by(locale, names::person(audience, &request.user));
        let body = render(audience, tiles).into_public();
        let body = if is_spoiler { body.into_spoiler() } else { body };
        body.with_line(&shown_by).with_rows(rows.clone())
    })
}

/// A button to show everyone what the user sees, if there is anyone.
pub(crate) fn show_everyone_row(share: ComponentAction, audience: Audience) -> Option<ActionRow> {
    let button = Button::secondary(share, l10n::button_show_everyone(audience.locale));
    (!audience.is_alone).then(|| ActionRow::Buttons(vec![button]))
}

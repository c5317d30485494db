//! The menu of `/play`: whom to play, and a page of options.
//!
//! It is stateless: its buttons carry the options chosen so far, so it does not expire. What is
//! chosen is posted as a new public message, since a private one can be edited for 15 minutes only;
//! a second press meets the rules that any second challenge or game meets.

use super::{
    PlayMenuView, RatedAvailability, Reply, challenges::game_config, context::RequestContext,
    render, reply::RequestError,
};
use crate::{
    actions::GameOptions,
    game::{GuildSettings, Rated},
};

/// Opens the menu with these options chosen.
pub(super) async fn open(
    ctx: RequestContext<'_>,
    options: GameOptions,
) -> Result<Reply, RequestError> {
    let place = &ctx.request.place;
    let settings = settings(ctx).await?;
    settings.check_channel(place.location.channel, place.parent_channel)?;
    let can_play_computer = settings.computer_games;
    if !can_play_computer {
        place.check_visible()?;
    }
    let can_challenge = !place.is_alone();
    let view = PlayMenuView { options, can_challenge, can_play_computer };
    Ok(ctx.reply(|audience, _| render::play_menu::render(view, audience.locale)))
}

async fn settings(ctx: RequestContext<'_>) -> Result<GuildSettings, RequestError> {
    Ok(match ctx.guild() {
        Some(guild) => ctx.service.store.guild_settings(guild).await?,
        None => GuildSettings::default(),
    })
}

/// Shows the page of options, with these chosen.
pub(super) async fn game_options(
    ctx: RequestContext<'_>,
    options: GameOptions,
) -> Result<Reply, RequestError> {
    let settings = settings(ctx).await?;
    let config = game_config(ctx.request, options, &settings);
    let rated = if ctx.request.place.is_alone() {
        RatedAvailability::NobodyElseHere
    } else {
        let rated = GameOptions { rated: true, ..options };
        match game_config(ctx.request, rated, &settings).rated {
            Rated::Yes => RatedAvailability::Offered,
            _ => RatedAvailability::NotWithTheseOptions,
        }
    };
    let reply = ctx
        .reply(|audience, _| render::play_menu::options(options, &config, rated, audience.locale));
    Ok(reply.as_update())
}

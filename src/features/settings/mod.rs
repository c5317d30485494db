//! A server's settings, and ending games as a moderator.

mod pages;
pub(super) mod people;
pub(super) mod posts;
mod posts_page;
pub(super) mod season_pages;

use crate::{
    actions::{ComponentAction, SeenGame, SettingsTab},
    features::{
        flow::{moves, resigning},
        request::{
            Answer, Command, CommandOption, MessageUpdate, OptionKind, RequestContext,
            RequestResult, Response, UserRequest, context::MAX_ATTEMPTS,
        },
    },
    game::{self, Game, GameId, GuildId, GuildSettings, Refusal, TimeZone},
    l10n,
    message::{self, join_parts},
    store::{Change, StoreResult},
};

pub(crate) const SETTINGS: Command =
    Command::slash("settings", l10n::command_settings, |ctx| Box::pin(open(ctx)))
        .with_options(|| {
            let description = l10n::command_settings_timezone;
            vec![CommandOption::new(TIME_ZONE, description, OptionKind::Completed)]
        })
        .with_completion(|ctx| Box::pin(async move { Ok(time_zone_choices(ctx)) }))
        .for_managers();

const TIME_ZONE: &str = "timezone";

/// Discord's limit
/// ([rule](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-autocomplete)).
const MAX_CHOICES: usize = 25;

/// Shows the settings, or changes the one that was given.
async fn open(ctx: RequestContext<'_>) -> RequestResult {
    let Some(name) = ctx.request.input.text(TIME_ZONE) else {
        return settings(ctx, SettingsTab::Posts).await;
    };
    managed_guild(ctx.request)?;
    let zone = TimeZone::of_place(name).ok_or(Refusal::NoSuchTimeZone)?;
    change(ctx, SettingsTab::Posts, &|it| it.time_zone = zone).await
}

/// The time zones that the user may mean, each with the time that it is there.
fn time_zone_choices(ctx: RequestContext<'_>) -> Response {
    let zones = TimeZone::matching(ctx.request.input.typed(), ctx.now).into_iter();
    let choices = zones.take(MAX_CHOICES).map(|zone| {
        let time = zone.time_at(ctx.now).strftime("%H:%M").to_string();
        let note = (zone == TimeZone::UTC).then(|| l10n::no_summer_time(ctx.request.locales.user));
        let label = join_parts([Some(zone.name().to_owned()), Some(time), note]);
        (label, zone.name().to_owned())
    });
    Response::new(Answer::Choices(choices.collect()))
}

/// Shows one tab of `/settings`.
pub(super) async fn settings(ctx: RequestContext<'_>, tab: SettingsTab) -> RequestResult {
    let (store, guild) = (&ctx.service.store, managed_guild(ctx.request)?);
    match tab {
        SettingsTab::Games => {
            let settings = store.guild_settings(guild).await?;
            let guild_locale = ctx.request.locales.guild;
            Ok(ctx.reply(|audience, _| pages::games(&settings, guild_locale, audience.locale)))
        }
        SettingsTab::Limits => {
            let settings = store.guild_settings(guild).await?;
            Ok(ctx.reply(|audience, _| pages::limits(&settings, audience.locale)))
        }
        SettingsTab::Live => Ok(live_games(ctx, guild, None).await?),
        SettingsTab::Posts => {
            let messages = store.standing_messages(guild).await?;
            let zone = store.guild_settings(guild).await?.time_zone;
            let here = ctx.request.place.location.channel;
            Ok(ctx.reply(|audience, _| {
                posts_page::posts(&messages, zone, here, ctx.now, audience.locale)
            }))
        }
        SettingsTab::Leaderboard => season_pages::tab(ctx, guild).await,
        SettingsTab::People => people::page(ctx, guild, None).await,
    }
}

/// Shows the server's live games, and the one that was just ended.
async fn live_games(
    ctx: RequestContext<'_>,
    guild: GuildId,
    ended: Option<&Game>,
) -> StoreResult<Response> {
    // As many as a select can have.
    let games = ctx.service.store.live_games_in_guild(guild, message::MAX_CHOICES.into()).await?;
    Ok(ctx.reply(|audience, _| pages::live_games(&games, ended, ctx.user_id(), audience)))
}

/// Allows games in the channels that were chosen only.
pub(super) async fn allow_chosen_channels(ctx: RequestContext<'_>) -> RequestResult {
    match ctx.request.input.channels.as_slice() {
        // No select without a choice.
        [] => Err(Refusal::UnknownButton.into()),
        channels => set_limit(ctx, &|it| it.allow_only(channels)).await,
    }
}

/// Changes how games are.
pub(super) async fn set_default(
    ctx: RequestContext<'_>,
    setting: Change<'_, GuildSettings>,
) -> RequestResult {
    change(ctx, SettingsTab::Games, setting).await
}

/// Changes which games there may be.
pub(super) async fn set_limit(
    ctx: RequestContext<'_>,
    setting: Change<'_, GuildSettings>,
) -> RequestResult {
    change(ctx, SettingsTab::Limits, setting).await
}

/// Changes a setting, and shows its tab.
async fn change(
    ctx: RequestContext<'_>,
    tab: SettingsTab,
    setting: Change<'_, GuildSettings>,
) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    ctx.service.store.change_settings(ctx.interaction(), guild, setting, ctx.now).await?;
    show_changed(ctx, tab).await
}

/// Shows a tab after a change, which may have moved a post or made one due: in the place of the one
/// whose component was used, if one was.
async fn show_changed(ctx: RequestContext<'_>, tab: SettingsTab) -> RequestResult {
    ctx.service.new_deadline.notify_one();
    settings(ctx, tab).await.map(Response::into_update)
}

/// Asks to confirm the end of a game, or to resign if the manager plays in it.
pub(super) async fn ask_to_confirm_end(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    match managed_game(ctx, id).await?.filter(Game::is_live) {
        Some(game) if game.seat_of(ctx.user_id()).is_some() => Ok(ask_to_resign(ctx, &game)),
        Some(game) => {
            managed_guild(ctx.request)?;
            Ok(ctx.reply(|audience, _| pages::confirm_end(&game, audience)))
        }
        None => settings(ctx, SettingsTab::Live).await,
    }
}

fn ask_to_resign(ctx: RequestContext<'_>, game: &Game) -> Response {
    let confirm = ComponentAction::EndGame(game.into());
    let cancel = ComponentAction::OpenSettings(SettingsTab::Live);
    resigning::ask(ctx, game, confirm, cancel)
}

/// Ends a game, whatever has happened in it since the manager was asked, unless they may have been
/// asked to call off one of their own.
pub(super) async fn end_game(ctx: RequestContext<'_>, seen: SeenGame) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    for _ in 0..MAX_ATTEMPTS {
        let game = managed_game(ctx, seen.game).await?.ok_or(Refusal::Gone)?;
        if game.changed_by == ctx.request.interaction.id {
            return settings(ctx, SettingsTab::Live).await;
        }
        let is_own = game.seat_of(ctx.user_id()).is_some();
        if is_own && !game.still_means_resigning(seen.version) {
            let refused = ctx.refused(&Refusal::JustChanged);
            return Ok(ask_to_resign(ctx, &game).beside(refused));
        }
        let after = game::end_by_moderator(&game, &ctx.actor())?;
        if let Some(ended) = moves::save(ctx.service, game.version, &after).await? {
            let reply = live_games(ctx, guild, Some(&ended)).await?;
            return Ok(reply.with_updates([MessageUpdate::BoardChanged(ended)]));
        }
    }
    Err(Refusal::JustChanged.into())
}

/// Loads a game of the server that the request came from.
async fn managed_game(ctx: RequestContext<'_>, id: GameId) -> StoreResult<Option<Game>> {
    let game = ctx.service.store.game(id).await?;
    Ok(game.filter(|it| ctx.guild().is_some() && it.config.location.guild == ctx.guild()))
}

/// The server whose settings the user may change.
fn managed_guild(request: &UserRequest) -> Result<GuildId, Refusal> {
    match (request.place.location.guild, request.can_manage) {
        (Some(guild), Some(true)) => Ok(guild),
        (Some(_), Some(false)) => Err(Refusal::NotAManager),
        (None, _) | (_, None) => Err(Refusal::NoSettingsHere),
    }
}

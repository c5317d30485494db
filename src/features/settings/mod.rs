//! A server's settings, and ending games as a moderator.

mod message;
mod puzzle_channel;

use self::message::{SettingsView, message};

use crate::{
    actions::{SeenGame, SettingsTab},
    features::shared::{
        command::Command,
        context::{MAX_ATTEMPTS, RequestContext},
        message_update::MessageUpdate,
        reply::{Reply, RequestError},
        request::UserRequest,
        resigning, stored_games,
    },
    game::{self, Game, GameId, GuildId, Refusal, Setting},
    l10n,
    store::StoreError,
};

pub(crate) const SETTINGS: Command = Command::slash("settings", l10n::command_settings, |ctx| {
    Box::pin(settings(ctx, SettingsTab::Games))
})
.for_managers();

/// The number of games to choose from: as many as a select menu can have.
const MAX_LISTED_GAMES: u64 = 25;

/// Shows one tab of `/settings`.
pub(super) async fn settings(
    ctx: RequestContext<'_>,
    tab: SettingsTab,
) -> Result<Reply, RequestError> {
    Ok(settings_reply(ctx, &settings_view(ctx, tab).await?))
}

/// Allows games in the channels that were chosen only.
pub(super) async fn allow_chosen_channels(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    match ctx.request.input.channels.as_slice() {
        // No select without a choice.
        [] => Err(Refusal::UnknownButton.into()),
        channels => set(ctx, Setting::Channels(channels.to_vec())).await,
    }
}

/// Changes a setting, and shows the tab that it was made on.
pub(super) async fn set(ctx: RequestContext<'_>, setting: Setting) -> Result<Reply, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let tab = tab_of(&setting);
    ctx.service.store.change_settings(ctx.interaction(), guild, setting).await?;
    settings(ctx, tab).await.map(Reply::into_update)
}

/// Has the daily puzzle posted at an hour, or not at all.
pub(super) async fn set_puzzle_hour(
    ctx: RequestContext<'_>,
    hour: Option<u8>,
) -> Result<Reply, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let store = &ctx.service.store;
    let schedule = match (store.puzzle_schedule(guild).await?, hour) {
        (Some(schedule), _) => schedule,
        (None, Some(_)) => puzzle_channel::schedule_in_channel(ctx, guild, None).await?,
        (None, None) => puzzle_channel::schedule_here(ctx, guild, None),
    };
    store.save_puzzle_hour(ctx.interaction(), schedule.with_hour(hour), ctx.now).await?;
    show_puzzle_schedule(ctx).await
}

/// Has the daily puzzle posted in the channel of the request.
pub(super) async fn post_puzzle_here(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let stored = ctx.service.store.puzzle_schedule(guild).await?;
    let schedule = puzzle_channel::schedule_in_channel(ctx, guild, stored).await?;
    ctx.service.store.save_puzzle_channel(ctx.interaction(), schedule, ctx.now).await?;
    show_puzzle_schedule(ctx).await
}

async fn show_puzzle_schedule(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    ctx.service.new_deadline.notify_one();
    settings(ctx, SettingsTab::Puzzle).await.map(Reply::into_update)
}

fn settings_reply(ctx: RequestContext<'_>, view: &SettingsView) -> Reply {
    ctx.reply(|audience, _| message(view, audience))
}

async fn settings_view(
    ctx: RequestContext<'_>,
    tab: SettingsTab,
) -> Result<SettingsView, RequestError> {
    let RequestContext { service, request, .. } = ctx;
    let guild = managed_guild(request)?;
    let games = match tab {
        SettingsTab::Live => service.store.live_games_in_guild(guild, MAX_LISTED_GAMES).await?,
        SettingsTab::Games | SettingsTab::Limits | SettingsTab::Puzzle => Vec::new(),
    };
    let puzzle_schedule = match tab {
        SettingsTab::Puzzle => service.store.puzzle_schedule(guild).await?,
        SettingsTab::Games | SettingsTab::Limits | SettingsTab::Live => None,
    };
    Ok(SettingsView {
        settings: service.store.guild_settings(guild).await?,
        tab,
        guild_locale: request.locales.guild,
        games,
        confirm_end: None,
        ended: None,
        puzzle_schedule,
        channel: request.place.location.channel,
        now: ctx.now,
    })
}

/// Asks to confirm the end of a game, or to resign if the manager plays in it.
pub(super) async fn ask_to_confirm_end(
    ctx: RequestContext<'_>,
    id: GameId,
) -> Result<Reply, RequestError> {
    let user = ctx.user_id();
    let confirm_end = match managed_game(ctx, id).await?.filter(Game::is_live) {
        Some(game) if game.seat_of(user).is_some() => {
            return Ok(resigning::question_in_list(ctx, &game));
        }
        game => game,
    };
    let view = settings_view(ctx, SettingsTab::Live).await?;
    Ok(settings_reply(ctx, &SettingsView { confirm_end, ..view }).into_update())
}

/// Ends a game. If the game has changed meanwhile, asks again.
pub(super) async fn end_game(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> Result<Reply, RequestError> {
    managed_guild(ctx.request)?;
    for _ in 0..MAX_ATTEMPTS {
        let game = managed_game(ctx, seen.game).await?.ok_or(Refusal::Gone)?;
        if game.changed_by == ctx.request.interaction.id {
            return settings(ctx, SettingsTab::Live).await.map(Reply::into_update);
        }
        let after = match game::end_by_moderator(&game, &ctx.actor(), seen.version) {
            Ok(after) => after,
            Err(Refusal::OldBoard(_)) => return ask_to_confirm_end(ctx, seen.game).await,
            Err(refusal) => return Err(refusal.into()),
        };
        if let Some(ended) = stored_games::save(ctx.service, game.version, after).await? {
            let view = settings_view(ctx, SettingsTab::Live).await?;
            let view = SettingsView { ended: Some(ended.clone()), ..view };
            let reply = settings_reply(ctx, &view);
            return Ok(reply.into_update().with_updates(vec![MessageUpdate::BoardChanged(ended)]));
        }
    }
    Err(Refusal::JustChanged.into())
}

/// Loads a game of the server that the request came from.
async fn managed_game(ctx: RequestContext<'_>, id: GameId) -> Result<Option<Game>, StoreError> {
    let game = ctx.service.store.game(id).await?;
    Ok(game.filter(|game| is_managed(game, ctx.request)))
}

/// The tab that shows a setting.
const fn tab_of(setting: &Setting) -> SettingsTab {
    match setting {
        Setting::Theme(_)
        | Setting::Locale(_)
        | Setting::TimeControl(_)
        | Setting::Reminders(_) => SettingsTab::Games,
        Setting::MaxGamesPerChannel(_)
        | Setting::ComputerGames(_)
        | Setting::ChallengeTime(_)
        | Setting::Channels(_) => SettingsTab::Limits,
    }
}

/// The server whose settings the user may change.
fn managed_guild(request: &UserRequest) -> Result<GuildId, Refusal> {
    match (request.place.location.guild, request.permissions.can_manage) {
        (Some(guild), Some(true)) => Ok(guild),
        (Some(_), Some(false)) => Err(Refusal::NotAManager),
        (None, _) | (_, None) => Err(Refusal::NoSettingsHere),
    }
}

fn is_managed(game: &Game, request: &UserRequest) -> bool {
    game.config.location.guild.is_some()
        && game.config.location.guild == request.place.location.guild
}

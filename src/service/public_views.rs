//! What a user shows everyone in the channel.

use std::time::Duration;

use super::{
    LeaderboardView, PublicView, Reply, ReplyContent, context::RequestContext, history,
    leaderboards, puzzles, recent_events::RecentEvent, reply::RequestError, reviews, stats,
};
use crate::game::{GameId, PuzzleRefusal, PuzzleState, Refusal};

/// For how long the result of a game is hidden behind a spoiler outside the game's channel.
const FRESH_FOR: Duration = Duration::from_hours(24);

/// Posts a view, in the language of the server or channel.
pub(super) async fn show(ctx: RequestContext<'_>, view: PublicView) -> Result<Reply, RequestError> {
    let request = ctx.request;
    if let PublicView::Animation(game) = view {
        // Others see the game for themselves first, and can share it there. Its players get the
        // animation even where nobody else would see it.
        if is_of_others(ctx, game).await? {
            return history::replay(ctx, game).await;
        }
    } else if request.place.forced_ephemeral {
        return Err(Refusal::ForcedEphemeral.into());
    }
    let locale = match request.place.location.guild {
        Some(guild) => ctx.service.store.guild_settings(guild).await?.locale,
        None => None,
    };
    let content = load(ctx, view).await?;
    let game = match &content {
        ReplyContent::Animation { game, .. } | ReplyContent::Replay { game, .. } => Some(game),
        ReplyContent::Review(view) => Some(&view.game),
        _ => None,
    };
    let is_spoiler = game.is_some_and(|it| {
        let is_fresh = ctx.now.since(it.changed_at()) < FRESH_FOR;
        is_fresh && it.config.location.channel != request.place.location.channel
    });
    let is_puzzle = matches!(content, ReplyContent::PuzzleCard(_));
    let others_may_see = is_puzzle || game.is_some_and(|it| history::others_may_see(request, it));
    Ok(Reply::new(ReplyContent::Public {
        content: Box::new(content),
        by: request.user.clone(),
        locale: locale.unwrap_or(request.locales.guild),
        is_spoiler,
        others_may_see,
    }))
}

/// What a view shows. Refused if it was just shown in the channel.
async fn load(ctx: RequestContext<'_>, view: PublicView) -> Result<ReplyContent, RequestError> {
    let content = match view {
        PublicView::Leaderboard(query) => {
            let view = leaderboards::view(ctx, query).await?;
            // The message is for nobody in particular.
            ReplyContent::Leaderboard(LeaderboardView { user: None, own_entry: None, ..view })
        }
        PublicView::Stats { player, versus } => {
            let player = stats::player(ctx, player).await?;
            let versus = match versus {
                Some(versus) => Some(stats::player(ctx, versus).await?),
                None => None,
            };
            stats::stats(ctx, Some(player), versus).await?.content
        }
        PublicView::Animation(game) => {
            let game = history::finished_game(ctx, game).await?;
            let _workload = ctx.service.workloads.begin(ctx.user_id())?;
            record_share(ctx, view)?;
            return Ok(history::animation(game).await);
        }
        PublicView::Replay { game, ply } => {
            let game = history::finished_game(ctx, game).await?;
            ReplyContent::Replay { game, ply: ply.into() }
        }
        PublicView::Review { game, ply } => {
            ReplyContent::Review(Box::new(reviews::stored_view(ctx, game, ply).await?))
        }
        PublicView::Puzzle(number) => {
            let view = puzzles::load_view(ctx, number).await?;
            if view.progress.state() == PuzzleState::InProgress {
                return Err(Refusal::from(PuzzleRefusal::NotFinished).into());
            }
            ReplyContent::PuzzleCard(Box::new(view))
        }
    };
    record_share(ctx, view)?;
    Ok(content)
}

/// Refuses a view that was just shown in the channel. Nobody else is disturbed where the user is
/// alone with the bot.
fn record_share(ctx: RequestContext<'_>, view: PublicView) -> Result<(), Refusal> {
    let place = &ctx.request.place;
    if place.is_alone() {
        return Ok(());
    }
    let events = &ctx.service.recent_events;
    let of = matches!(view, PublicView::Puzzle(_)).then_some(ctx.user_id());
    let share = RecentEvent::Shared(place.location.channel, view, of);
    events.record_unless_recent(share, ctx.now).map_err(Refusal::SharedRecently)
}

/// Whether a game's public board was used by somebody who does not play in it.
async fn is_of_others(ctx: RequestContext<'_>, id: GameId) -> Result<bool, RequestError> {
    let game = history::visible_game(ctx, id).await?;
    let is_player = game.seat_of(ctx.user_id()).is_some();
    let is_board = ctx.request.message == game.board_message.message;
    Ok(is_board && !is_player)
}

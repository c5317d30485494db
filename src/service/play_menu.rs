//! The menu of `/play`: whom to play, and a page of options.

use super::{
    ComputerGameOptions, GameOptions, PlayMenuAction, PlayMenuView, Reply, ReplyContent,
    challenges, context::RequestContext, play, replacement, reply::RequestError,
};
use crate::game::{self, Refusal};

/// Opens the menu with these options chosen.
pub(super) async fn open(
    ctx: RequestContext<'_>,
    options: GameOptions,
) -> Result<Reply, RequestError> {
    let place = &ctx.request.place;
    let context = challenges::challenge_context(ctx, place.location, None).await?;
    game::check_channel(&context, place.location.channel)?;
    let view = PlayMenuView {
        options,
        can_invite: place.others_can_see(),
        can_play_computer: context.settings.computer_games,
    };
    if !view.can_invite && !view.can_play_computer {
        return Err(Refusal::ForcedEphemeral.into());
    }
    Ok(Reply::new(ReplyContent::PlayMenu(view)))
}

pub(super) async fn press(
    ctx: RequestContext<'_>,
    action: PlayMenuAction,
) -> Result<Reply, RequestError> {
    match action {
        PlayMenuAction::Open(options) => open(ctx, options).await,
        PlayMenuAction::CloseOptions(options) => open(ctx, options).await.map(Reply::as_update),
        PlayMenuAction::Invite(options) => play::challenge(ctx, None, options).await,
        PlayMenuAction::PlayComputer(level, options) => {
            replacement::play_computer(ctx, ComputerGameOptions::new(level, options)).await
        }
        PlayMenuAction::OpenOptions(options) | PlayMenuAction::Choose(_, options) => {
            Ok(Reply::update(ReplyContent::GameOptions(options)))
        }
    }
}

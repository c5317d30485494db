//! How to play.

use super::{Reply, ReplyContent, context::RequestContext, reply::RequestError};
use crate::{errors, store::CommandIds};

/// Explains how to play, with commands that can be clicked if their ids are known.
pub(super) async fn help(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    let (application, guild) = (ctx.request.interaction.application, ctx.guild());
    let commands = ctx.service.store.command_ids(application, guild).await;
    let commands = commands.unwrap_or_else(|error| {
        let error = errors::with_causes(error);
        tracing::warn!(error, "the ids of commands could not be read");
        CommandIds::default()
    });
    Ok(Reply::new(ReplyContent::Help(commands)))
}

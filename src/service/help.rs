//! How to play.

use super::{Reply, ReplyContent, Service, context::RequestContext, reply::RequestError};
use crate::{
    errors,
    game::{ApplicationId, GuildId},
    store::CommandIds,
};

/// Explains how to play, with commands that can be clicked if their ids are known.
pub(super) async fn help(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    let commands = ctx.service.command_ids(ctx.request.interaction.application, ctx.guild()).await;
    Ok(Reply::new(ReplyContent::Help(commands)))
}

impl Service {
    /// The ids of an application's commands in a server; none if they cannot be read.
    pub async fn command_ids(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> CommandIds {
        let commands = self.store.command_ids(application, guild).await;
        commands.unwrap_or_else(|error| {
            let error = errors::with_causes(error);
            tracing::warn!(error, "the ids of commands could not be read");
            CommandIds::default()
        })
    }
}

//! How to play.

use std::collections::BTreeMap;

use super::{Reply, ReplyContent, Service, context::RequestContext};
use crate::game::GuildId;

/// The ids of slash commands, by name.
pub type CommandIds = BTreeMap<String, u64>;

/// The commands that this process has registered.
#[derive(Clone, Debug)]
pub(super) struct RegisteredCommands {
    /// The server in which they are; `None` if they are global.
    guild: Option<GuildId>,
    ids: CommandIds,
}

/// Explains how to play, with commands that can be clicked once their ids are known.
pub(super) fn help(ctx: RequestContext<'_>) -> Reply {
    Reply::new(ReplyContent::Help(ctx.service.command_ids(ctx.guild())))
}

impl Service {
    /// Sets the ids of the commands that were registered, in a server or globally if there is
    /// none.
    pub fn set_command_ids(&self, guild: Option<GuildId>, ids: CommandIds) {
        // Registered once a start.
        drop(self.commands.set(RegisteredCommands { guild, ids }));
    }

    /// The ids of the commands that were registered for a server; none before that.
    pub fn command_ids(&self, guild: Option<GuildId>) -> CommandIds {
        let here = |it: &&RegisteredCommands| it.guild.is_none() || it.guild == guild;
        self.commands.get().filter(here).map(|it| it.ids.clone()).unwrap_or_default()
    }
}

//! How to play.

use std::collections::BTreeMap;

use super::{Service, context::RequestContext, reply::Reply};
use crate::{
    actions::{ComponentAction, GameOptions},
    game::GuildId,
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody},
};

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
    let commands = ctx.service.command_ids(ctx.guild());
    ctx.reply(|audience, _| message(&commands, audience.locale))
}

fn message(commands: &CommandIds, locale: Locale) -> MessageBody {
    let command = |name: &str| markdown::command(name, commands.get(name).copied());
    let lines = [
        l10n::help_goal(locale),
        l10n::help_play(locale, command("play")),
        l10n::help_board(locale, command("board"), command("games")),
        l10n::help_results(locale, command("history"), command("leaderboard"), command("stats")),
        l10n::help_puzzles(locale, command("daily"), command("train")),
        l10n::help_choices(locale, command("preferences")),
    ];
    let rows = vec![ActionRow::Buttons(vec![play_button(locale)])];
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

/// A button that opens the menu of games to begin.
pub(super) fn play_button(locale: Locale) -> Button {
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    Button::success(play, l10n::button_play_now(locale))
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

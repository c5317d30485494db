//! How to play.

use std::future::ready;

use crate::{
    features::shared::{
        buttons::play_button, command::Command, context::RequestContext, reply::Reply,
        service::CommandIds,
    },
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, MessageBody},
};

pub(crate) const HELP: Command =
    Command::slash("help", l10n::command_help, |ctx| Box::pin(ready(Ok(help(ctx)))));

/// Explains how to play, with commands that can be clicked once their ids are known.
fn help(ctx: RequestContext<'_>) -> Reply {
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

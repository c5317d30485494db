//! How to play.

use std::future::ready;

use crate::{
    actions::{ComponentAction, GameOptions},
    features::request::{Command, RequestContext, Response},
    game::{MAX_WINS_PER_DAY, MIN_DISCS, OPPONENTS_FOR_MEDAL},
    l10n, markdown,
    message::{Button, MessageBody},
};

pub(crate) const HELP: Command =
    Command::slash("help", l10n::command_help, |ctx| Box::pin(ready(Ok(help(ctx)))));

/// Explains how to play, with commands that can be clicked once their ids are known.
fn help(ctx: RequestContext<'_>) -> Response {
    let commands = ctx.service.command_ids(ctx.guild());
    ctx.reply(|audience, _| {
        let locale = audience.locale;
        let command = |name: &str| markdown::command(name, commands.get(name).copied());
        let [history, leaderboard, stats] = ["history", "leaderboard", "stats"].map(command);
        let lines = [
            l10n::help_goal(locale),
            l10n::help_play(locale, command("play")),
            l10n::help_board(locale, command("board"), command("games")),
            l10n::help_results(locale, history, leaderboard, stats),
            l10n::help_fair(locale, MIN_DISCS, OPPONENTS_FOR_MEDAL, MAX_WINS_PER_DAY),
            l10n::help_puzzles(locale, command("daily"), command("train")),
            l10n::help_choices(locale, command("preferences")),
        ];
        let play = ComponentAction::OpenPlayMenu(GameOptions::default());
        let play = Button::success(play, l10n::button_play_now(locale));
        MessageBody::ephemeral(lines.join("\n")).with_buttons([play])
    })
}

//! How to play (ephemeral).

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{MessageBody, board::button};
use crate::{
    discord::markdown,
    l10n,
    locale::Locale,
    service::{ComponentAction, GameOptions, PlayMenuAction},
    store::CommandIds,
};

pub(super) fn render(commands: &CommandIds, locale: Locale) -> MessageBody {
    let command = |name| markdown::command(name, commands.get(name));
    let lines = [
        l10n::help_goal(locale),
        l10n::help_play(locale, command("play")),
        l10n::help_board(locale, command("board"), command("games")),
        l10n::help_results(locale, command("leaderboard"), command("stats"), command("history")),
        l10n::help_choices(locale, command("notifications"), command("privacy")),
    ];
    let play = ComponentAction::PlayMenu(PlayMenuAction::Open(GameOptions::default()));
    let play = button(play, l10n::button_play_now(locale), ButtonStyle::Success);
    let rows = vec![CreateActionRow::Buttons(vec![play])];
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

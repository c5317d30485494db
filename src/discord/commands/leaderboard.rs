//! The command `/leaderboard`.

use serenity::all::CreateCommandOption;

use crate::{
    actions::LeaderboardQuery,
    discord::commands::{
        command::Command,
        input::CommandInput,
        options::{choices, text},
    },
    features::{self, RequestKind},
    game::Period,
    l10n,
    store::PageCursor,
};

pub(super) const LEADERBOARD: Command =
    Command::new("leaderboard", l10n::command_leaderboard, |input| {
        Some(RequestKind::Leaderboard(parse(input)))
    })
    .with_options(options);

const SCOPE: &str = "scope";
const SCOPE_SERVER: &str = "server";
const SCOPE_EVERYWHERE: &str = "everywhere";
const PERIOD: &str = "period";

fn options() -> Vec<CreateCommandOption> {
    let scope = text(SCOPE, l10n::command_leaderboard_scope);
    let scopes = [SCOPE_SERVER, SCOPE_EVERYWHERE];
    let scope = choices(scope, scopes, str::to_owned, |locale, scope| match scope {
        SCOPE_SERVER => l10n::scope_server(locale),
        _ => l10n::scope_everywhere(locale),
    });
    let period = text(PERIOD, l10n::command_leaderboard_period);
    let period = choices(period, Period::ALL, |it| it.name().to_owned(), features::period);
    vec![scope, period]
}

fn parse(input: &CommandInput<'_>) -> LeaderboardQuery {
    LeaderboardQuery {
        everywhere: input.text(SCOPE).map(|scope| scope == SCOPE_EVERYWHERE),
        period: input.text(PERIOD).and_then(|name| name.parse().ok()).unwrap_or(Period::AllTime),
        sort_by: None,
        cursor: PageCursor::First,
    }
}

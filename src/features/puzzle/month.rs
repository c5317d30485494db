//! How the people of a server did in the puzzles of this month.

use crate::{
    features::{
        request::{RequestContext, RequestResult},
        views::{Audience, names},
    },
    game::{Period, PuzzleNumber, Refusal},
    l10n,
    message::MessageBody,
    store::PuzzleRank,
};

/// How many people are listed.
const TOP: u8 = 10;

/// Shows them to the user (ephemeral).
pub(crate) async fn month(ctx: RequestContext<'_>) -> RequestResult {
    let guild = ctx.guild().ok_or(Refusal::OnlyInServers)?;
    let days = [Period::Month.began_at(ctx.now), ctx.now].map(PuzzleNumber::of_day);
    let ranks = ctx.service.store.puzzle_ranks(guild, days.into(), ctx.user_id(), TOP).await?;
    Ok(ctx.reply(|audience, _| body(&ranks, audience)))
}

fn body(ranks: &[PuzzleRank], audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let mut lines = vec![l10n::puzzle_month(locale)];
    for PuzzleRank { player, rank, days, mistakes, crowns } in ranks {
        // Somebody who is not among the first stands apart.
        lines.extend((*rank > u64::from(TOP)).then(|| "…".to_owned()));
        let name = names::person(audience, player);
        let crowns = if *crowns > 0 { format!(" · 👑 {crowns}") } else { String::new() };
        lines.push(l10n::puzzle_month_line(locale, *days, *mistakes, name, *rank) + &crowns);
    }
    if ranks.is_empty() {
        lines.push(l10n::puzzle_month_empty(locale));
    }
    MessageBody::ephemeral(lines.join("\n"))
}

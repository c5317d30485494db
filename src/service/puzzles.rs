//! The puzzle of each day, and the archive of earlier ones.

use connect4::Column;

use super::{
    PuzzleAction, PuzzleView, Reply, ReplyContent,
    context::{MAX_ATTEMPTS, RequestContext},
    reply::RequestError,
};
use crate::{
    game::{PuzzleNumber, PuzzleProgress, PuzzleRefusal, PuzzleState, Refusal},
    store::{PuzzleSolvers, PuzzleTry, SaveResult},
    theme::Theme,
};

/// How many of a puzzle's solvers are named.
const MAX_SOLVERS: u8 = 10;

/// Shows the puzzle of the day, or the one with a number, as typed.
pub(super) async fn puzzle(
    ctx: RequestContext<'_>,
    number: Option<String>,
) -> Result<Reply, RequestError> {
    let number = match number {
        Some(text) => parse_number(&text, PuzzleNumber::of_day(ctx.now))?,
        None => PuzzleNumber::of_day(ctx.now),
    };
    Ok(puzzle_reply(view(ctx, number).await?))
}

pub(super) async fn press(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
    action: PuzzleAction,
) -> Result<Reply, RequestError> {
    match action {
        PuzzleAction::Open => Ok(puzzle_reply(view(ctx, number).await?)),
        PuzzleAction::Show => Ok(puzzle_reply(view(ctx, number).await?).as_update()),
        PuzzleAction::Try { tries, column } => {
            try_column(ctx, number, tries.into(), column).await.map(Reply::as_update)
        }
        PuzzleAction::Solution => solution(ctx, number).await,
    }
}

/// The user's attempt at a puzzle, which must not be one of the future.
pub(super) async fn view(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
) -> Result<PuzzleView, RequestError> {
    let (store, today) = (&ctx.service.store, PuzzleNumber::of_day(ctx.now));
    if number > today {
        return Err(Refusal::from(PuzzleRefusal::Unknown { last: today }).into());
    }
    let attempt = store.puzzle_attempt(ctx.user_id(), number).await?;
    let progress = PuzzleProgress::new(number.puzzle(), &attempt.tries)
        .ok_or(Refusal::from(PuzzleRefusal::Unknown { last: today }))?;
    let is_recent = Some(number) == today.previous() || number == today;
    let solvers = match ctx.guild().filter(|_| is_recent) {
        Some(guild) => {
            let solvers = store.puzzle_solvers(guild, number, MAX_SOLVERS).await?;
            let is_named = solvers.first.iter().any(|(player, _)| player.id == ctx.user_id());
            if attempt.streak.is_some() && !is_named {
                // They may have solved it in another server.
                store.record_puzzle_solver(guild, number, ctx.user_id()).await?;
                store.puzzle_solvers(guild, number, MAX_SOLVERS).await?
            } else {
                solvers
            }
        }
        None => PuzzleSolvers::default(),
    };
    let theme = match ctx.guild() {
        Some(guild) => store.guild_settings(guild).await?.theme,
        None => Theme::default(),
    };
    let streak = store.puzzle_streak(ctx.user_id(), today).await?;
    Ok(PuzzleView { number, today, theme, attempt, progress, streak, solvers })
}

/// Tries a column. A press on an older copy of the message only brings it up to date.
async fn try_column(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
    tries_before: usize,
    column: Column,
) -> Result<Reply, RequestError> {
    for _ in 0..MAX_ATTEMPTS {
        let current = view(ctx, number).await?;
        let mut tries = current.attempt.tries.clone();
        if tries.columns().len() != tries_before || !current.progress.can_try(column) {
            return Ok(puzzle_reply(current));
        }
        tries.push(column);
        let after = current.progress.after(column);
        let new = PuzzleTry {
            number,
            tries_before,
            tries,
            tried_at: ctx.now,
            is_solved: after.is_some_and(|it| it.state() == PuzzleState::Solved),
            guild: ctx.guild(),
        };
        if ctx.service.store.save_puzzle_try(&ctx.request.user, new).await? == SaveResult::Saved {
            return Ok(puzzle_reply(view(ctx, number).await?));
        }
    }
    Err(Refusal::JustChanged.into())
}

/// The solution of a puzzle: that of the day only for those whose attempt is over.
async fn solution(ctx: RequestContext<'_>, number: PuzzleNumber) -> Result<Reply, RequestError> {
    let view = view(ctx, number).await?;
    if number == view.today && view.progress.state() == PuzzleState::Open {
        return Err(Refusal::from(PuzzleRefusal::StillOpen).into());
    }
    Ok(Reply::new(ReplyContent::PuzzleSolution { number, theme: view.theme }))
}

fn puzzle_reply(view: PuzzleView) -> Reply {
    Reply::new(ReplyContent::Puzzle(Box::new(view)))
}

/// Parses a puzzle's number, such as `#12`.
fn parse_number(text: &str, today: PuzzleNumber) -> Result<PuzzleNumber, Refusal> {
    let number = text.trim().trim_start_matches('#').parse().ok().and_then(PuzzleNumber::new);
    number.ok_or(PuzzleRefusal::Unknown { last: today }.into())
}

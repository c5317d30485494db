//! The puzzle of each day, and the archive of earlier ones.

pub(super) mod month;
mod pages;

use clock::Timestamp;
use connect4::Column;

use self::pages::{PuzzlePost, PuzzleView};
use crate::{
    actions::{ComponentAction, Navigation, TriedColumns},
    features::{
        flow::{public_views, standing_copies},
        request::{
            Command, CommandOption, OptionKind, RequestContext, RequestResult, Service,
            message_update::StandingBody,
        },
        views::Audience,
    },
    game::{
        GuildId, MessageLocation, PuzzleAttempt, PuzzleNumber, PuzzleProgress, PuzzleState,
        PuzzleStreak, Refusal, StandingContent, StandingMessage, StandingTopic,
    },
    l10n,
    locale::Locale,
    markdown,
    store::{
        PuzzleResult, PuzzleSolver, PuzzleSolvers, PuzzleTry, SolverOrder, StoreError, StoreResult,
    },
};

pub(crate) const DAILY: Command =
    Command::slash("daily", l10n::command_daily, |ctx| Box::pin(puzzle(ctx))).with_options(|| {
        let number = CommandOption::new(NUMBER, l10n::command_daily_number, OptionKind::Text);
        vec![number, CommandOption::new(TEXT, l10n::command_board_text, OptionKind::Boolean)]
    });

const NUMBER: &str = "number";
const TEXT: &str = "text";

/// How many of a puzzle's solvers are named.
const MAX_SOLVERS: u8 = 10;

/// How many of those of the day before.
const MAX_BEST: u8 = 3;

/// Shows the puzzle of the day, or the one with a number, as typed.
async fn puzzle(ctx: RequestContext<'_>) -> RequestResult {
    let today = PuzzleNumber::of_day(ctx.now);
    let number = match ctx.request.input.text(NUMBER) {
        // Such as `#12`.
        Some(text) => text.trim().trim_start_matches('#').parse().ok().and_then(PuzzleNumber::new),
        None => Some(today),
    };
    let number = number.ok_or(Refusal::NoSuchPuzzle(today))?;
    if ctx.request.input.boolean(TEXT) == Some(true) {
        return in_words(ctx, number).await;
    }
    open(ctx, number).await
}

/// The position that the user has reached in a puzzle, in words.
pub(super) async fn in_words(ctx: RequestContext<'_>, number: PuzzleNumber) -> RequestResult {
    let (_, progress) = load_attempt(ctx, number).await?;
    let theme = ctx.service.settings(ctx.guild()).await?.theme;
    Ok(ctx.reply(|audience, _| pages::in_words(number, &progress, theme, audience.locale)))
}

/// Shows a puzzle. If the user has solved it in another server, they are among the solvers in this
/// one from now on.
pub(super) async fn open(ctx: RequestContext<'_>, number: PuzzleNumber) -> RequestResult {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    let mut view = load_view(ctx, number).await?;
    let may_be_listed = view.attempt.is_solved_on_its_day() && view.is_recent();
    if let Some(guild) = ctx.guild().filter(|_| may_be_listed)
        && !store.is_puzzle_solver(guild, number, user).await?
    {
        record(ctx, guild, &view, false).await?;
        view = load_view(ctx, number).await?;
    }
    Ok(ctx.reply(|audience, tiles| pages::message(&view, audience, tiles)))
}

/// Lists how the user did in a puzzle among those who have solved it in a server.
async fn record(
    ctx: RequestContext<'_>,
    guild: GuildId,
    view: &PuzzleView,
    shared: bool,
) -> StoreResult<()> {
    let mistakes = view.attempt.is_solved_on_its_day().then(|| view.progress.mistakes());
    let result = PuzzleResult { number: view.number, mistakes, shared };
    let (store, user) = (&ctx.service.store, ctx.user_id());
    store.record_puzzle_result(ctx.interaction(), guild, user, result, ctx.now).await?;
    ctx.service.new_deadline.notify_one();
    Ok(())
}

/// The user's attempt at a puzzle, which must not be one of the future.
async fn load_view(ctx: RequestContext<'_>, number: PuzzleNumber) -> RequestResult<PuzzleView> {
    let (store, today) = (&ctx.service.store, PuzzleNumber::of_day(ctx.now));
    let (attempt, progress) = load_attempt(ctx, number).await?;
    let yesterday_until = yesterday_until(ctx, number, &attempt).await?;
    // That up to the day before a puzzle of yesterday, if this can still continue it.
    let day = if yesterday_until.is_some() { number } else { today };
    let solved = store.solved_puzzles(ctx.user_id(), day.next()).await?;
    let mut view = PuzzleView {
        number,
        today,
        theme: ctx.service.settings(ctx.guild()).await?.theme,
        attempt,
        progress,
        streak: PuzzleStreak::on_day_of(day, &solved),
        next_streak: PuzzleStreak::on_day_of(day.next(), &solved),
        yesterday_until,
        is_beginner: solved.len() <= 1,
        solvers: PuzzleSolvers::default(),
    };
    if let Some(guild) = ctx.guild().filter(|_| view.is_recent()) {
        view.solvers = store.puzzle_solvers(guild, number, SolverOrder::Time, MAX_SOLVERS).await?;
    }
    Ok(view)
}

/// Until when the puzzle of yesterday counts for the user, if it does, for a view of it, or of that
/// of today while the other can be solved.
async fn yesterday_until(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
    attempt: &PuzzleAttempt,
) -> RequestResult<Option<Timestamp>> {
    let today = PuzzleNumber::of_day(ctx.now);
    let Some(yesterday) = today.previous() else { return Ok(None) };
    let may_count = yesterday.still_counts(Some(yesterday.begins_at()), ctx.now);
    let started_at = if number == yesterday {
        attempt.started_at
    } else if number == today && may_count {
        let (attempt, progress) = load_attempt(ctx, yesterday).await?;
        attempt.started_at.filter(|_| progress.state() == PuzzleState::InProgress)
    } else {
        None
    };
    let counts = yesterday.still_counts(started_at, ctx.now);
    Ok(counts.then(|| yesterday.counts_until(started_at)))
}

async fn load_attempt(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
) -> RequestResult<(PuzzleAttempt, PuzzleProgress)> {
    let today = PuzzleNumber::of_day(ctx.now);
    if number > today {
        return Err(Refusal::NoSuchPuzzle(today).into());
    }
    let attempt = ctx.service.store.puzzle_attempt(ctx.user_id(), number).await?;
    let progress = PuzzleProgress::new(number.puzzle(), &attempt.tries);
    let corrupt = || StoreError::Corrupt(format!("the tries are not of puzzle {number}"));
    Ok((attempt, progress.ok_or_else(corrupt)?))
}

/// Tries a column. A press on an older copy of the message only brings it up to date.
pub(super) async fn try_column(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
    tries_before: usize,
    column: Column,
) -> RequestResult {
    let (PuzzleAttempt { mut tries, .. }, progress) = load_attempt(ctx, number).await?;
    let after = progress.after(column).filter(|_| tries.columns().len() == tries_before);
    if let Some(after) = after {
        tries.push(column);
        let new = PuzzleTry {
            number,
            tries_before,
            tries,
            // A press just before midnight counts for its day.
            tried_at: ctx.interaction().created_at().min(ctx.now),
            mistakes: (after.state() == PuzzleState::Solved).then(|| after.mistakes()),
            guild: ctx.guild(),
        };
        let (store, user) = (&ctx.service.store, &ctx.request.user);
        // If another try came first, or this one was delivered twice, the view shows that.
        store.save_puzzle_try(ctx.interaction(), user, new).await.map(drop)?;
        // A post of the puzzle shows who has solved it.
        ctx.service.new_deadline.notify_one();
    }
    let view = load_view(ctx, number).await?;
    Ok(ctx.reply(|audience, tiles| pages::message(&view, audience, tiles)))
}

/// Navigates in the solution of a puzzle.
pub(super) async fn solution(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
    moves_shown: u8,
    navigation: Navigation,
) -> RequestResult {
    // A post of the next puzzle has the button, beside its own.
    let next = number.next();
    let own = ComponentAction::OpenPuzzle(next);
    standing_copies::delete_copy(ctx, own, StandingTopic::Puzzle(next)).await?;
    check_may_see_solution(ctx, number).await?;
    let moves_shown = navigation.target(moves_shown.into(), number.puzzle().solution().len());
    let theme = ctx.service.settings(ctx.guild()).await?.theme;
    Ok(ctx.reply(|audience, tiles| {
        pages::solution(number, moves_shown, theme, audience.locale, tiles)
    }))
}

/// Practice in a puzzle, after these moves. It changes nothing.
pub(super) async fn practice(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
    tried: TriedColumns,
) -> RequestResult {
    check_may_see_solution(ctx, number).await?;
    let moves = tried.moves().ok_or(Refusal::UnknownButton)?;
    let progress = PuzzleProgress::new(number.puzzle(), &moves).ok_or(Refusal::UnknownButton)?;
    let theme = ctx.service.settings(ctx.guild()).await?.theme;
    Ok(ctx.reply(|audience, tiles| {
        pages::practice(number, tried, &moves, &progress, theme, audience.locale, tiles)
    }))
}

async fn check_may_see_solution(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
) -> RequestResult<()> {
    let (PuzzleAttempt { started_at, .. }, progress) = load_attempt(ctx, number).await?;
    if !progress.may_see_solution(number.still_counts(started_at, ctx.now)) {
        let refusal = if number == PuzzleNumber::of_day(ctx.now) {
            Refusal::PuzzleStillOpen
        } else {
            Refusal::PuzzleStillCounts(number.counts_until(started_at))
        };
        return Err(refusal.into());
    }
    Ok(())
}

/// The post of a puzzle in a server, with who has solved it there.
pub(crate) async fn post(
    service: &Service,
    (guild, locale): (GuildId, Locale),
    number: PuzzleNumber,
    now: Timestamp,
) -> StoreResult<StandingBody> {
    let store = &service.store;
    let yesterday = match number.previous() {
        Some(it) => store.puzzle_solvers(guild, it, SolverOrder::Mistakes, MAX_BEST).await?,
        None => PuzzleSolvers::default(),
    };
    let view = PuzzlePost {
        number,
        theme: store.guild_settings(guild).await?.theme,
        solvers: store.puzzle_solvers(guild, number, SolverOrder::Time, MAX_SOLVERS).await?,
        yesterday,
        streak: store.guild_streak(guild).await?.and_then(|it| it.on_day_of(number)),
        is_past: now >= number.ends_at(),
    };
    let audience = Audience::public(locale, Some(guild));
    let body = service.fitting(audience, |audience, tiles| pages::post(&view, audience, tiles));
    let named = view.solvers.first.iter().chain(&view.yesterday.first);
    Ok(StandingBody::new(body, named.map(|it| it.player.id).collect()))
}

/// What stands in the place of a puzzle's post once the next one is there. It names nobody.
pub(crate) async fn past_post(
    service: &Service,
    (guild, locale): (GuildId, Locale),
    number: PuzzleNumber,
) -> StoreResult<StandingBody> {
    let solvers = service.store.puzzle_solvers(guild, number, SolverOrder::Time, 0).await?;
    let body = pages::past_post(number, solvers.count, locale);
    Ok(StandingBody::new(body, Vec::new()))
}

/// Shows everyone how the user did in a puzzle, without its solution: on its post, if that stands in
/// this channel, else in a message.
pub(super) async fn share(ctx: RequestContext<'_>, number: PuzzleNumber) -> RequestResult {
    public_views::check(ctx)?;
    let view = load_view(ctx, number).await?;
    if view.progress.state() == PuzzleState::InProgress {
        return Err(Refusal::PuzzleNotFinished.into());
    }
    let is_listed =
        view.attempt.is_solved_on_its_day() || view.progress.state() == PuzzleState::Failed;
    if let Some((guild, post)) = post_here(ctx, number).await?.filter(|_| is_listed) {
        record(ctx, guild, &view, true).await?;
        let view = load_view(ctx, number).await?;
        let is_own = |it: &PuzzleSolver| it.player.id == ctx.user_id() && it.result.shared;
        // Not everybody finds room there.
        if view.solvers.first.iter().any(is_own) {
            let reply = ctx.reply(|audience, tiles| {
                let shown = l10n::puzzle_shared(audience.locale, markdown::message_link(post));
                pages::message(&view, audience, tiles).with_line(&shown)
            });
            return Ok(reply.into_update());
        }
    }
    let locale = public_views::begin(ctx, ComponentAction::SharePuzzle(number)).await?;
    let audience = Audience::public(locale, ctx.guild());
    let user = &ctx.request.user;
    Ok(ctx.reply_for(audience, |audience, _| pages::card(&view, user, audience)))
}

/// The post of a puzzle that stands in this channel and may name the user.
async fn post_here(
    ctx: RequestContext<'_>,
    number: PuzzleNumber,
) -> StoreResult<Option<(GuildId, MessageLocation)>> {
    let (store, location) = (&ctx.service.store, ctx.request.place.location);
    let Some(guild) = location.guild else { return Ok(None) };
    let topic = StandingContent::Topic(StandingTopic::Puzzle(number));
    let is_here = |it: &StandingMessage| {
        it.channel == location.channel && it.content == topic && it.shows_news(ctx.now)
    };
    let messages = store.standing_messages(guild).await?;
    let message = messages.into_iter().filter(is_here).find_map(|it| it.posted());
    if message.is_none() || store.is_hidden(guild, ctx.user_id()).await? {
        return Ok(None);
    }
    Ok(Some((guild, MessageLocation { location, message })))
}

//! Training with the mistakes of one's own games.

use connect4::Column;

use super::{
    Reply, ReplyContent, SeenPosition, TrainingAction, TrainingPosition, TrainingView,
    context::RequestContext, reply::RequestError, reviews, training_reviews,
};
use crate::{
    game::{
        self, DecisiveMistake, FoundPosition, GameId, PositionId, PuzzleNumber,
        SOLVED_COUNT_PERIOD, SolvedCount, TrainingProgress,
    },
    store::{SaveResult, StoreError},
};

/// How many games are added to training at a time.
const GAMES_AT_A_TIME: u8 = 50;

/// Shows the position that is next. What reviews have found meanwhile is used at once.
pub(super) async fn train(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    train_with(ctx, None).await
}

/// Shows a position of a game if one is due, else the one that is next.
async fn train_with(ctx: RequestContext<'_>, game: Option<GameId>) -> Result<Reply, RequestError> {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    add_reviewed_games(ctx).await?;
    let is_looking = training_reviews::start(ctx.service, user).await?;
    let of_game = match game {
        Some(game) => store.training_position_of_game(user, game, ctx.now).await?,
        None => None,
    };
    let next = match of_game {
        Some(position) => Some(position),
        None => store.next_training_position(user, ctx.now).await?,
    };
    if let Some((id, progress)) = next {
        let position = load_position(ctx, id).await?;
        return Ok(training_reply(TrainingView::Question { position, tries: progress.tries }));
    }
    let next_due = store.next_training_due(user).await?;
    let solved = count_solved(ctx).await?;
    let today = PuzzleNumber::of_day(ctx.now);
    Ok(training_reply(match is_looking {
        true => TrainingView::Looking { next_due, solved },
        false if !store.has_finished_game(user).await? => TrainingView::NoGames,
        false => TrainingView::NothingDue { next_due, solved, today },
    }))
}

pub(super) async fn press(
    ctx: RequestContext<'_>,
    action: TrainingAction,
) -> Result<Reply, RequestError> {
    match action {
        TrainingAction::Open(game) => train_with(ctx, Some(game)).await,
        TrainingAction::Next => train(ctx).await.map(Reply::as_update),
        TrainingAction::Try { seen, column } => try_column(ctx, seen, column).await,
    }
}

/// Tries a column, once for each time that the position is shown. A press on an old message
/// shows how the position is now.
async fn try_column(
    ctx: RequestContext<'_>,
    seen: SeenPosition,
    column: Column,
) -> Result<Reply, RequestError> {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    let SeenPosition { id, tries } = seen;
    let Some(progress) = store.training_progress(user, id).await? else {
        // It is not the user's, or their data was deleted.
        return train(ctx).await.map(Reply::as_update);
    };
    let position = load_position(ctx, id).await?;
    let is_current = progress.tries == tries && progress.is_due(ctx.now);
    if !is_current || !position.is_open(column) {
        return position_reply(ctx, position, progress, column).await;
    }
    let after = progress.after_try(position.mistake.is_right(column), ctx.now);
    let progress = match store.save_training_try(user, id, after, ctx.now).await? {
        SaveResult::Saved => after,
        SaveResult::Conflict => store.training_progress(user, id).await?.unwrap_or(after),
    };
    position_reply(ctx, position, progress, column).await
}

/// A position as it is now: solved or failed, or to be solved.
async fn position_reply(
    ctx: RequestContext<'_>,
    position: TrainingPosition,
    progress: TrainingProgress,
    pressed: Column,
) -> Result<Reply, RequestError> {
    let view = match progress.last_solved() {
        Some(is_solved) if !progress.is_due(ctx.now) => {
            let (next_due, solved) = (progress.due_at, count_solved(ctx).await?);
            TrainingView::Answer { position, pressed, is_solved, next_due, solved }
        }
        _ => TrainingView::Question { position, tries: progress.tries },
    };
    Ok(training_reply(view).as_update())
}

async fn count_solved(ctx: RequestContext<'_>) -> Result<SolvedCount, StoreError> {
    let since = ctx.now.before(SOLVED_COUNT_PERIOD);
    ctx.service.store.count_solved(ctx.user_id(), since).await
}

fn training_reply(view: TrainingView) -> Reply {
    Reply::new(ReplyContent::Training(Box::new(view)))
}

/// Adds reviewed games of the user to their training, the newest first.
async fn add_reviewed_games(ctx: RequestContext<'_>) -> Result<(), StoreError> {
    let (service, user) = (ctx.service, ctx.user_id());
    let untrained = service.store.untrained_games(user, GAMES_AT_A_TIME).await?;
    let mut games = Vec::new();
    for game in untrained {
        let review = reviews::stored_review(service, &game).await?;
        let mistakes = game.seat_of(user).zip(review);
        let mistakes = mistakes.map(|(seat, review)| game::decisive_mistakes(&review, seat));
        let positions = game.positions();
        let find = |ply| Some(FoundPosition { ply, board: *positions.get(usize::from(ply))? });
        games.push((game.id, mistakes.unwrap_or_default().into_iter().filter_map(find).collect()));
    }
    if games.is_empty() {
        return Ok(());
    }
    service.store.add_training_games(user, games, ctx.now).await
}

async fn load_position(
    ctx: RequestContext<'_>,
    id: PositionId,
) -> Result<TrainingPosition, StoreError> {
    let service = ctx.service;
    let corrupt = || StoreError::Corrupt(format!("game {} has no mistake at {}", id.game, id.ply));
    let game = service.store.game(id.game).await?.ok_or_else(corrupt)?;
    let shape = game.config.shape;
    let scores = service.store.review(id.game, shape).await?.ok_or_else(corrupt)?;
    let review = reviews::build_review(&game, &scores).ok_or_else(corrupt)?;
    let mistake = DecisiveMistake::new(&review, &scores, id.ply).ok_or_else(corrupt)?;
    let before = game.positions().get(usize::from(id.ply)).copied().ok_or_else(corrupt)?;
    Ok(TrainingPosition { game, before, ply: id.ply, mistake })
}

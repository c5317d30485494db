//! Training with the mistakes of one's own games, and their reviews in the background.

mod exercise;

use connect4::Column;

use self::exercise::TrainingPosition;
use crate::{
    actions::SeenPosition,
    errors,
    features::{
        flow::reviews,
        request::{Command, RequestContext, RequestResult, Response, Service},
    },
    game::{
        self, Game, GameId, Mistake, PlayerId, PositionId, PuzzleNumber, SOLVED_COUNT_PERIOD,
        SolvedCount, TrainingProgress,
    },
    l10n, panics,
    store::{SaveResult, StoreResult},
};

pub(crate) const TRAIN: Command =
    Command::slash("train", l10n::command_train, |ctx| Box::pin(train(ctx, None)));

/// How many games are reviewed, or added to training, at a time.
const GAMES_AT_A_TIME: u8 = 10;

/// How many times games are added until one brings a new position. Then the user has to ask
/// again, since Discord waits for 3 seconds only.
const MAX_ADDITIONS: usize = 10;

/// Shows a position of a game if one is due, else the one that is next. What reviews have found
/// meanwhile is used at once.
pub(super) async fn train(ctx: RequestContext<'_>, game: Option<GameId>) -> RequestResult {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    // Before the search for a position, which then finds what was reviewed by now.
    let mut has_reviews = start_reviews(ctx.service, user).await?;
    let mut next = next_position(ctx, game).await?;
    for _ in 0..MAX_ADDITIONS {
        let Next::Position(id, progress) = next else { break };
        if let Some(position) = load_position(ctx, id).await? {
            return Ok(question(ctx, &position, SeenPosition { id, tries: progress.tries }));
        }
        // Its review could not be read, or is another one now.
        store.add_training_game_again(user, id.game).await?;
        has_reviews = start_reviews(ctx.service, user).await?;
        next = next_position(ctx, None).await?;
    }
    let today = PuzzleNumber::of_day(ctx.now);
    let has_more = match next {
        Next::Position(..) | Next::MoreGames => true,
        Next::None if !store.has_finished_game(user).await? => {
            return Ok(ctx.reply(|audience, _| exercise::no_games(today, audience.locale)));
        }
        Next::None => has_reviews,
    };
    let next_due = store.next_training_due(user, ctx.now).await?;
    let solved = count_solved(ctx).await?;
    Ok(ctx.reply(|audience, _| {
        exercise::nothing_due(next_due, solved, has_more, today, audience.locale)
    }))
}

fn question(ctx: RequestContext<'_>, position: &TrainingPosition, seen: SeenPosition) -> Response {
    ctx.reply(|audience, tiles| exercise::question(position, seen, audience, tiles))
}

/// Tries a column, once for each time that the position is shown. A press on an old message
/// shows how the position is now.
pub(super) async fn try_column(
    ctx: RequestContext<'_>,
    seen: SeenPosition,
    column: Column,
) -> RequestResult {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    let SeenPosition { id, tries } = seen;
    let progress = store.training_progress(user, id).await?;
    let position = load_position(ctx, id).await?;
    let Some((mut progress, position)) = progress.zip(position) else {
        // It is not the user's, or no mistake any more, or their data was deleted.
        return train(ctx, None).await;
    };
    let is_current = progress.tries == tries && progress.is_due(ctx.now);
    if is_current && position.before().open_columns().any(|open| open == column) {
        let after = progress.after_try(position.mistake.is_right(column), ctx.now);
        let saved = store.save_training_try(ctx.interaction(), user, id, after, ctx.now).await?;
        progress = match saved {
            SaveResult::Saved => after,
            SaveResult::Conflict => store.training_progress(user, id).await?.unwrap_or(after),
        };
    }
    let Some(is_solved) = progress.last_solved().filter(|_| !progress.is_due(ctx.now)) else {
        return Ok(question(ctx, &position, SeenPosition { id, tries: progress.tries }));
    };
    let (next_due, solved) = (progress.due_at, count_solved(ctx).await?);
    Ok(ctx.reply(|audience, tiles| {
        exercise::answer(&position, column, is_solved, next_due, solved, audience, tiles)
    }))
}

async fn count_solved(ctx: RequestContext<'_>) -> StoreResult<SolvedCount> {
    ctx.service.store.count_solved(ctx.user_id(), ctx.now.before(SOLVED_COUNT_PERIOD)).await
}

/// What the user trains with next.
enum Next {
    Position(PositionId, TrainingProgress),
    /// None of the games that were added has a new position, but there are more games.
    MoreGames,
    None,
}

/// A position of a game if one is new or due. Else adds reviewed games, the newest first, until there
/// is a position that a person can be expected to solve, or no game is left.
async fn next_position(ctx: RequestContext<'_>, game: Option<GameId>) -> StoreResult<Next> {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    if let Some(game) = game {
        add_games(ctx, store.game(game).await?).await?;
        let position = store.training_position_of_game(user, game, ctx.now).await?;
        if let Some((id, progress)) = position {
            return Ok(Next::Position(id, progress));
        }
    }
    let mut hard = None;
    for _ in 0..MAX_ADDITIONS {
        let games = store.untrained_games(user, GAMES_AT_A_TIME).await?;
        let has_more = games.len() == usize::from(GAMES_AT_A_TIME);
        add_games(ctx, games).await?;
        match store.next_training_position(user, ctx.now).await? {
            // Its game was read by earlier grades.
            Some((id, _, None)) => add_games(ctx, store.game(id.game).await?).await?,
            Some((id, progress, Some(moves_ahead))) => {
                if !has_more || progress.tries > 0 || game::can_be_seen(moves_ahead) {
                    return Ok(Next::Position(id, progress));
                }
                hard = Some(Next::Position(id, progress));
            }
            None if !has_more => return Ok(Next::None),
            None => {}
        }
    }
    Ok(hard.unwrap_or(Next::MoreGames))
}

/// Adds reviewed games of the user to their training, but for those that were added before.
async fn add_games(
    ctx: RequestContext<'_>,
    new: impl IntoIterator<Item = Game>,
) -> StoreResult<()> {
    let (service, user) = (ctx.service, ctx.user_id());
    let mut games = Vec::new();
    for game in new {
        let review = service.store.review(&game).await?;
        let mistakes = game.seat_of(user).zip(review);
        games.extend(mistakes.map(|(seat, it)| (game.id, game::training_positions(&it, seat))));
    }
    if games.is_empty() {
        return Ok(());
    }
    service.store.add_training_games(user, games, ctx.now).await
}

/// `None` if the move there was no mistake, by the present grades.
async fn load_position(
    ctx: RequestContext<'_>,
    id: PositionId,
) -> StoreResult<Option<TrainingPosition>> {
    let Some(game) = ctx.service.store.game(id.game).await? else { return Ok(None) };
    let review = ctx.service.store.review(&game).await?;
    let mistake = review.and_then(|review| Mistake::new(&review, id.ply));
    Ok(mistake.map(|mistake| TrainingPosition { game, mistake }))
}

/// Has some of a person's games reviewed, one after another, the newest first, unless that is under
/// way already. Each process counts for itself: two that review the same game do no harm. Returns
/// whether there are any.
async fn start_reviews(service: &Service, player: PlayerId) -> StoreResult<bool> {
    if service.store.unreviewed_games(player, 1).await?.is_empty() {
        return Ok(false);
    }
    if let Ok(under_way) = service.training_reviews.begin(player) {
        let service = service.clone();
        tokio::spawn(async move {
            // A panic is logged by the panic hook.
            let reviewed = panics::catch("review", review_some(&service, player)).await;
            drop(under_way);
            if let Ok(Err(error)) = reviewed {
                errors::warn_about!(error, "the reviews for somebody's training ended early");
            }
        });
    }
    Ok(true)
}

async fn review_some(service: &Service, player: PlayerId) -> StoreResult<()> {
    let mut last = None;
    for _ in 0..GAMES_AT_A_TIME {
        let newest = service.store.unreviewed_games(player, 1).await?.pop();
        // One that failed is still there.
        let Some(game) = newest.filter(|it| last.replace(it.id) != Some(it.id)) else { break };
        let scores = service.searches.reviews.in_background(&game).await;
        reviews::save(service, &game, scores).await?;
    }
    Ok(())
}

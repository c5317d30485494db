//! Games against the computer, and a new one in the place of the user's last one in the channel.

use connect4::{Level, Shape};

use crate::{
    actions::{ComponentAction, ComputerGameOptions, GameOptions},
    features::{
        flow::moves,
        play::challenges::{self, game_config},
        request::{
            Answer, MessageUpdate, RequestContext, RequestResult, Response, context::MAX_ATTEMPTS,
        },
    },
    game::{
        self, Game, GameConfig, GameId, GameResult, GuildSettings, NewGame, PlayOutcome, PlayerId,
        Refusal, TimeControl,
    },
    l10n,
    locale::Locale,
    markdown,
    message::{Button, MessageBody},
    store::{StoreError, StoreResult},
};

/// Starts a game against the computer. Asks first if the user has one in the channel.
pub(crate) async fn play_computer(
    ctx: RequestContext<'_>,
    options: ComputerGameOptions,
) -> RequestResult {
    if let Some(question) = ask_to_replace(ctx, options).await? {
        return Ok(question);
    }
    let (actor, seat) = (ctx.actor(), options.game.first.seat(fastrand::bool()));
    challenges::create(ctx, None, |context| {
        let config = computer_game_config(ctx, options.game, &context.settings);
        let level = options.level;
        game::against_computer(&actor, config, level, seat, context).map(PlayOutcome::Game)
    })
    .await
}

/// Asks whether a new game is to replace the user's game against the computer in the
/// channel. Returns `None` if they have none.
pub(crate) async fn ask_to_replace(
    ctx: RequestContext<'_>,
    options: ComputerGameOptions,
) -> RequestResult<Option<Response>> {
    let shape = options.game.shape.unwrap_or(Shape::STANDARD);
    let Some(old) = computer_game_here(ctx, shape).await? else { return Ok(None) };
    new_game_instead(ctx, &old, options).await?;
    Ok(Some(ctx.reply(|audience, _| confirm_message(&old, options, audience.locale))))
}

/// There is no time limit by default: the server's is for games between people.
pub(super) fn computer_game_config(
    ctx: RequestContext<'_>,
    options: GameOptions,
    settings: &GuildSettings,
) -> GameConfig {
    let time_control = Some(options.time_control.unwrap_or(TimeControl::None));
    game_config(ctx.request, GameOptions { time_control, ..options }, settings)
}

/// The new game in the place of `old`.
async fn new_game_instead(
    ctx: RequestContext<'_>,
    old: &Game,
    options: ComputerGameOptions,
) -> RequestResult<NewGame> {
    let context = challenges::challenge_context(ctx, ctx.request.place.location, None).await?;
    let config = computer_game_config(ctx, options.game, &context.settings);
    let (level, seat) = (options.level, options.game.first.seat(fastrand::bool()));
    Ok(game::replace_computer_game(old, &ctx.actor(), config, level, seat, &context)?)
}

/// The user's live game against the computer on a board of this size in the request's channel,
/// unless this request has started it.
async fn computer_game_here(ctx: RequestContext<'_>, shape: Shape) -> StoreResult<Option<Game>> {
    let store = &ctx.service.store;
    let is_such = |game: &Game| !game.players.are_people() && game.config.shape == shape;
    let game = ctx.live_games_here().await?.into_iter().find(is_such);
    if game.is_some() && store.game_by_interaction(ctx.interaction()).await?.is_some() {
        return Ok(None);
    }
    Ok(game)
}

/// Calls a game against the computer off and starts the new one. If the old one is over
/// already, only starts the new one, or asks again if another one has taken its place.
pub(crate) async fn replace_game(
    ctx: RequestContext<'_>,
    id: GameId,
    options: ComputerGameOptions,
) -> RequestResult {
    let service = ctx.service;
    let message = ctx.new_message();
    for _ in 0..MAX_ATTEMPTS {
        let old = moves::load(ctx, id).await?;
        old.own_seat(ctx.user_id())?;
        if !old.is_live() {
            let reply = play_computer(ctx, options).await?;
            // A question is no board, whose message is recorded. It takes the place of the one that
            // was answered.
            let is_new = matches!(reply.answer, Answer::Post(_)) && reply.message_owner.is_none();
            let is_question = is_new && reply.refused.is_none();
            return Ok(if is_question { reply.into_update() } else { reply });
        }
        let new = new_game_instead(ctx, &old, options).await?;
        let called_off = old.ended(GameResult::CalledOff, ctx.now);
        let replaced = Some((old.version, &called_off));
        match service.store.start_game(&new, &message, replaced).await {
            Ok(Some(game)) => {
                let updates = [MessageUpdate::BoardChanged(called_off)];
                return Ok(moves::board_reply(ctx, game).await.with_updates(updates));
            }
            Ok(None) | Err(StoreError::Conflict | StoreError::ConstraintViolated(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refusal::JustChanged.into())
}

/// Plays the computer again as in a finished game, but at another level.
pub(crate) async fn play_level(ctx: RequestContext<'_>, id: GameId, level: Level) -> RequestResult {
    let options = ComputerGameOptions::of_rematch(&moves::load(ctx, id).await?, ctx.user_id());
    let options = options.ok_or(Refusal::NotYourRematch)?;
    play_computer(ctx, ComputerGameOptions { level, ..options }).await
}

/// The answer to a user who goes on with the old game, or with the one that has taken its
/// place since.
pub(crate) async fn keep_game(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let game = moves::load(ctx, id).await?;
    game.own_seat(ctx.user_id())?;
    let kept = match game.check_live() {
        Ok(()) => game,
        Err(over) => computer_game_here(ctx, game.config.shape).await?.ok_or(over)?,
    };
    let link = markdown::message_link(kept.board_location());
    let reply = ctx.reply(|audience, _| {
        MessageBody::ephemeral(l10n::replace_kept(audience.locale, link.clone()))
    });
    Ok(reply.into_update())
}

impl ComputerGameOptions {
    /// The options of a rematch. `None` unless the user has finished the game against the
    /// computer.
    pub(crate) fn of_rematch(game: &Game, user: PlayerId) -> Option<Self> {
        let level = game.players.level().filter(|_| !game.is_live())?;
        let first = game.first_of_rematch(game.seat_of(user)?);
        Some(Self { level, game: GameOptions::of_config(&game.config, first) })
    }
}

/// Asks whether a new game against the computer is to replace this one.
fn confirm_message(game: &Game, options: ComputerGameOptions, locale: Locale) -> MessageBody {
    let link = markdown::message_link(game.board_location());
    let start = ComponentAction::ReplaceGame(game.id, options);
    MessageBody::ephemeral(l10n::replace_question(locale, link)).with_buttons([
        Button::success(start, l10n::button_start_new(locale)),
        Button::secondary(ComponentAction::KeepGame(game.id), l10n::button_play_on(locale)),
    ])
}

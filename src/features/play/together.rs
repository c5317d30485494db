//! Games of a channel against the computer.

use connect4::Shape;

use crate::{
    actions::{ComponentAction, ComputerGameOptions, GameOptions},
    features::{
        flow::moves::board_reply,
        play::{challenges::challenge_context, menu, replacement::computer_game_config},
        request::{MessageUpdate, RequestContext, RequestResult, Response, context::MAX_ATTEMPTS},
    },
    game::{self, FirstMove, GameResult, Refusal},
    l10n,
    message::{ActionRow, Button, MessageBody},
    store::StoreError,
};

/// Shows how a channel plays, and the levels.
pub(crate) fn open(ctx: RequestContext<'_>, options: GameOptions) -> Response {
    let reply = ctx.reply(|audience, _| {
        let locale = audience.locale;
        let back = ComponentAction::CloseGameOptions(options);
        let mut rows = menu::level_rows(Shape::STANDARD, locale, |level| {
            ComponentAction::PlayTogether(ComputerGameOptions { level, game: options })
        });
        let firsts = [
            (FirstMove::Random, l10n::together_first_random(locale)),
            (FirstMove::Challenger, l10n::together_first_channel(locale)),
            (FirstMove::Opponent, l10n::together_first_computer(locale)),
        ];
        let firsts = firsts.map(|(first, label)| {
            let changed = GameOptions { first, ..options };
            (ComponentAction::OpenTogether(changed), label, options.first == first)
        });
        rows.push(ActionRow::select(firsts, l10n::choose_first(locale)));
        rows.push(ActionRow::Buttons(vec![Button::primary(back, l10n::button_back(locale))]));
        let text = format!("{}\n{}", l10n::together(locale), l10n::together_rule(locale));
        MessageBody::new(text, rows).into_ephemeral()
    });
    reply.into_update()
}

/// Starts a game of the channel, in the place of one in which nobody has dropped a disc for long.
pub(crate) async fn play(ctx: RequestContext<'_>, options: ComputerGameOptions) -> RequestResult {
    let RequestContext { service, request, now } = ctx;
    request.place.check_visible()?;
    let (store, location) = (&service.store, request.place.location);
    let ComputerGameOptions { level, game: options } = options;
    let (message, seat) = (ctx.new_message(), options.first.seat(fastrand::bool()));
    for _ in 0..MAX_ATTEMPTS {
        if let Some(game) = store.game_by_interaction(ctx.interaction()).await? {
            return Ok(board_reply(ctx, game).await);
        }
        let old = store.game_of_channel(location.channel).await?;
        if let Some(old) = old.as_ref().filter(|old| !old.is_idle(now)) {
            return Err(Refusal::PlayingTogether(old.board_location()).into());
        }
        let context = challenge_context(ctx, location, None).await?;
        let config = computer_game_config(ctx, options, &context.settings);
        let new = game::play_together(&ctx.actor(), config, level, seat, &context)?;
        let called_off = old.as_ref().map(|old| old.ended(GameResult::CalledOff, now));
        let replaced = old.map(|old| old.version).zip(called_off.as_ref());
        match store.start_game(&new, &message, replaced).await {
            Ok(Some(game)) => {
                let updates = called_off.map(MessageUpdate::BoardChanged);
                return Ok(board_reply(ctx, game).await.with_updates(updates));
            }
            Ok(None) | Err(StoreError::Conflict | StoreError::ConstraintViolated(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refusal::JustChanged.into())
}

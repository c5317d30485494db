//! Resigning, after a question that only the player sees. The question changes nothing in the game,
//! so there is nothing to clean up if it is not answered.

use super::{
    MessageUpdate, computer_turns,
    context::RequestContext,
    games,
    moves::{self, ActionOutcome, ActionSource, Applied},
    render::{
        games::{opponent, resigned},
        names::{self, Audience},
    },
    reply::{Reply, ReplyTarget, RequestError},
};
use crate::{
    actions::{ComponentAction, SeenGame},
    game::{Action, ExpectedVersion, Game, GameId, PlayerId, Rated, Refusal},
    l10n, markdown,
    message::{ActionRow, Button, MessageBody},
};

/// Asks the user whether they really resign. The board stays as it is, but the token of this
/// press can edit it from now on, even where the bot cannot write in the channel.
pub(super) async fn ask(ctx: RequestContext<'_>, seen: SeenGame) -> Result<Reply, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let game = moves::load_here(ctx, seen).await?;
    let user = ctx.user_id();
    if game.seat_of(user).is_none() {
        return Err(Refusal::NotYourGame.into());
    }
    let refusal = match game.check_live() {
        Err(over) => over,
        Ok(()) if seen.version == game.version => {
            let pending_updates = computer_turns::resume(service, &game, now);
            let target = ReplyTarget::FollowUp(game.id, game.version, ctx.used_message());
            let question = question(ctx, &game);
            return Ok(Reply { target, pending_updates, ..question });
        }
        Ok(()) if game.accepts_press(seen.version, request.interaction.id) => {
            return Ok(question(ctx, &game));
        }
        Ok(()) => Refusal::OldBoard(game.board_location()),
    };
    Ok(moves::refused_press(ctx, seen.version, refusal, game).await?)
}

/// Asks whether the user really resigns a game.
fn question(ctx: RequestContext<'_>, game: &Game) -> Reply {
    let user = ctx.user_id();
    let buttons = (ComponentAction::Resign(game.into()), ComponentAction::KeepGame(game.id));
    ctx.reply(|audience, _| message(game, user, audience, buttons))
}

/// Asks the user to confirm the resignation of a game from a list, in the place of the list.
pub(super) fn question_in_list(ctx: RequestContext<'_>, game: &Game) -> Reply {
    let user = ctx.user_id();
    let buttons = (ComponentAction::ResignPicked(game.into()), ComponentAction::GamesPage(0));
    ctx.reply(|audience, _| message(game, user, audience, buttons)).into_update()
}

/// Resigns, as the user has confirmed. If the game has changed meanwhile, asks again.
pub(super) async fn confirm(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> Result<Reply, RequestError> {
    let user = ctx.user_id();
    Ok(match resign(ctx, seen).await? {
        ActionOutcome::Applied(Applied { game, .. }) | ActionOutcome::Duplicate(game) => {
            let updates = vec![MessageUpdate::BoardChanged(game.clone())];
            let done =
                ctx.reply(|audience, _| MessageBody::ephemeral(resigned(&game, user, audience)));
            done.into_update().with_updates(updates)
        }
        ActionOutcome::Refused(Refusal::OldBoard(_), game) => question(ctx, &game).into_update(),
        ActionOutcome::Refused(refusal, _) => ctx.refused(&refusal).into_update(),
    })
}

/// Asks to confirm the resignation of a game chosen from the user's list.
pub(super) async fn pick_game(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    let user = ctx.user_id();
    let game = ctx.service.store.game(id).await?;
    let live = game.filter(|game| game.is_live() && game.seat_of(user).is_some());
    match live {
        Some(game) => Ok(question_in_list(ctx, &game)),
        None => games::games(ctx, 0).await.map(Reply::into_update),
    }
}

/// Resigns a game chosen from the user's list. If the game has changed
/// meanwhile, asks again.
pub(super) async fn confirm_picked(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> Result<Reply, RequestError> {
    match resign(ctx, seen).await? {
        ActionOutcome::Applied(applied) => games::games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games::games(ctx, 0).await.map(Reply::into_update),
        ActionOutcome::Refused(Refusal::OldBoard(_), _) => pick_game(ctx, seen.game).await,
        ActionOutcome::Refused(refusal, _) => Err(refusal.into()),
    }
}

async fn resign(ctx: RequestContext<'_>, seen: SeenGame) -> Result<ActionOutcome, RequestError> {
    let game: Game = moves::load(ctx, seen.game).await?;
    let source = ActionSource::List(ExpectedVersion::Board(seen.version));
    Ok(moves::try_action(ctx, game, source, Action::Resign).await?)
}

/// Asks the player of a game. The buttons confirm, and cancel.
fn message(
    game: &Game,
    user: PlayerId,
    audience: Audience,
    (confirm, cancel): (ComponentAction, ComponentAction),
) -> MessageBody {
    let locale = audience.locale;
    let name = names::full_name(audience, opponent(game, user));
    let link = markdown::message_link(game.board_location());
    let buttons = vec![
        Button::danger(confirm, l10n::button_really_resign(locale)),
        Button::secondary(cancel, l10n::button_play_on(locale)),
    ];
    let rows = vec![ActionRow::Buttons(buttons)];
    if !game.both_have_moved() {
        let question = l10n::games_really_call_off(locale, link, name);
        return MessageBody::new(question, rows).into_ephemeral();
    }
    let question = MessageBody::new(l10n::games_really(locale, link, name), rows);
    let question = if game.config.rated == Rated::Yes {
        question.with_line(&markdown::small(&l10n::rated(locale)))
    } else {
        question
    };
    question.into_ephemeral()
}

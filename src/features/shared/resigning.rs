//! Resigning, after a question that only the player sees. The question changes nothing in the game,
//! so there is nothing to clean up if it is not answered.

use crate::{
    actions::{ComponentAction, SeenGame},
    features::shared::{
        context::RequestContext,
        moves::{self, ActionOutcome, ActionSource},
        names::{self, Audience, opponent},
        reply::{Reply, RequestError},
    },
    game::{Action, ExpectedVersion, Game, PlayerId, Rated},
    l10n, markdown,
    message::{ActionRow, Button, MessageBody},
};

/// Asks whether the user really resigns a game.
pub(crate) fn question(ctx: RequestContext<'_>, game: &Game) -> Reply {
    let buttons = (ComponentAction::Resign(game.into()), ComponentAction::KeepGame(game.id));
    ctx.reply(|audience, _| message(game, ctx.user_id(), audience, buttons))
}

/// Asks whether the user really resigns a game of a list, in the place of the list.
pub(crate) fn question_in_list(ctx: RequestContext<'_>, game: &Game) -> Reply {
    let buttons = (ComponentAction::ResignPicked(game.into()), ComponentAction::GamesPage(0));
    ctx.reply(|audience, _| message(game, ctx.user_id(), audience, buttons)).into_update()
}

/// Resigns a game, if it is as the user has seen it.
pub(crate) async fn resign(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> Result<ActionOutcome, RequestError> {
    let game = moves::load(ctx, seen.game).await?;
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

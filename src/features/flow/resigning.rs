//! The question before a resignation, on a board or in a list, and the resignation. The question
//! changes nothing in the game, so there is nothing to clean up if it is not answered.

use crate::{
    actions::{ComponentAction, SeenGame},
    features::{
        flow::{ActionOutcome, ActionSource, moves},
        request::{RequestContext, RequestResult, Response},
        views::{
            Audience,
            names::{self, opponent},
        },
    },
    game::{Action, ExpectedVersion, Game, GameResult, PlayerId, Rated},
    l10n, markdown,
    message::{Button, MessageBody},
};

/// Asks whether the user really resigns a game.
pub(crate) fn question(ctx: RequestContext<'_>, game: &Game) -> Response {
    ask(ctx, game, ComponentAction::Resign(game.into()), ComponentAction::KeepGame(game.id))
}

/// Resigns a game, whatever has happened in it since the user was asked, unless they may have been
/// asked to call it off.
pub(crate) async fn resign(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> RequestResult<ActionOutcome> {
    let game = moves::load(ctx, seen.game).await?;
    let is_same = game.still_means_resigning(seen.version);
    let version = if is_same { game.version } else { seen.version };
    let source = ActionSource::List(ExpectedVersion::Board(version));
    Ok(moves::try_action(ctx, game, source, Action::Resign).await?)
}

/// Asks whether the user really resigns a game, with what the two buttons do.
pub(crate) fn ask(
    ctx: RequestContext<'_>,
    game: &Game,
    confirm: ComponentAction,
    cancel: ComponentAction,
) -> Response {
    ctx.reply(|audience, _| {
        let locale = audience.locale;
        let name = names::full_name(audience, opponent(game, ctx.user_id()));
        let link = markdown::message_link(game.board_location());
        let (text, label) = if game.both_have_moved() {
            (l10n::games_really(locale, link, name), l10n::button_really_resign(locale))
        } else {
            (l10n::games_really_call_off(locale, link, name), l10n::button_really_call_off(locale))
        };
        let mut question = MessageBody::ephemeral(text).with_buttons([
            Button::danger(confirm, label),
            Button::secondary(cancel, l10n::button_play_on(locale)),
        ]);
        if !game.is_too_short() && game.config.rated == Rated::Yes {
            question = question.with_line(&markdown::small(&l10n::rated(locale)));
        }
        question
    })
}

/// What a player reads who has just resigned a game.
pub(crate) fn resigned(game: &Game, user: PlayerId, audience: Audience) -> String {
    if game.result() == Some(GameResult::CalledOff) {
        return l10n::games_called_off(audience.locale);
    }
    l10n::games_resigned(audience.locale, names::full_name(audience, opponent(game, user)))
}

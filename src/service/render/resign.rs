//! The question whether a player really resigns, and its answer (ephemeral).

use super::{
    ActionRow, Button, MessageBody,
    games::opponent,
    names::{self, Audience},
};
use crate::{
    actions::ComponentAction,
    game::{Game, GameResult, PlayerId, Rated},
    l10n, markdown,
};

/// Asks a player who has pressed *Resign*.
pub(in crate::service) fn question(game: &Game, user: PlayerId, audience: Audience) -> MessageBody {
    let confirm = ComponentAction::Resign(game.into());
    ask(game, user, audience, (confirm, ComponentAction::KeepGame(game.id)))
}

/// Asks a player who has chosen a game of their list.
pub(in crate::service) fn question_in_list(
    game: &Game,
    user: PlayerId,
    audience: Audience,
) -> MessageBody {
    let confirm = ComponentAction::ResignPicked(game.into());
    ask(game, user, audience, (confirm, ComponentAction::GamesPage(0)))
}

fn ask(
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

/// Says that the player has resigned.
pub(in crate::service) fn done(game: &Game, user: PlayerId, audience: Audience) -> MessageBody {
    MessageBody::ephemeral(sentence(game, user, audience))
}

/// What a player reads who has just resigned a game.
pub(in crate::service) fn sentence(game: &Game, user: PlayerId, audience: Audience) -> String {
    if game.result() == Some(GameResult::CalledOff) {
        return l10n::games_called_off(audience.locale);
    }
    l10n::games_resigned(audience.locale, names::full_name(audience, opponent(game, user)))
}

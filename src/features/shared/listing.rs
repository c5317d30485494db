//! The question whether a player's name shows on the leaderboard of all servers.

use crate::{
    actions::ComponentAction,
    errors,
    features::shared::context::RequestContext,
    game::{Game, GameResult},
    l10n,
    message::{ActionRow, Button, MessageBody},
};

/// Asks the user, unless they are listed, after the first game against a person that a disc of
/// theirs has won: so it is asked once, without a note of it. The game is stored already, so a
/// fault costs no more than the question.
pub(crate) async fn question(ctx: RequestContext<'_>, game: &Game) -> Option<MessageBody> {
    let is_won = matches!(game.result(), Some(GameResult::Won(_)));
    if !is_won || game.winning_person() != Some(ctx.user_id()) {
        return None;
    }
    match ctx.service.store.may_ask_to_list(ctx.user_id(), game.id).await {
        Ok(true) => {}
        Ok(false) => return None,
        Err(error) => {
            errors::warn_about!(error, game = game.id.0, "a winner could not be asked");
            return None;
        }
    }
    let locale = ctx.audience().locale;
    let answers = [
        Button::primary(ComponentAction::AnswerListing(true), l10n::button_show_name(locale)),
        Button::secondary(ComponentAction::AnswerListing(false), l10n::button_no_thanks(locale)),
    ];
    let rows = vec![ActionRow::Buttons(answers.into())];
    Some(MessageBody::new(l10n::listing_question(locale), rows).into_ephemeral())
}

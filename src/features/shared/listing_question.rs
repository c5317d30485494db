//! The question whether a player's name shows on the leaderboard of all servers.

use crate::{
    actions::ComponentAction,
    errors,
    features::shared::{FollowUp, MessageUpdate, PendingUpdates, RequestContext},
    game::{Game, GameResult},
    l10n,
    locale::Locale,
    message::{Button, MessageBody},
};

/// Asks the user, unless they are listed, after the first game against a person that a disc of
/// theirs has won: so it is asked once, without a note of it. The game is stored and shown already,
/// so a fault costs no more than the question.
pub(crate) fn ask_after_win(ctx: RequestContext<'_>, game: &Game) -> Option<PendingUpdates> {
    let (user, id) = (ctx.user_id(), game.id);
    let is_won = matches!(game.result(), Some(GameResult::Won(_)));
    if !is_won || game.winning_person() != Some(user) {
        return None;
    }
    let (store, reply) = (ctx.service.store.clone(), ctx.posted_reply());
    let body = question(ctx.audience().locale);
    Some(PendingUpdates::once(async move {
        match store.may_ask_to_list(user, id).await {
            Ok(false) => None,
            Ok(true) => {
                let if_refused = body.clone();
                Some(MessageUpdate::FollowUp(FollowUp { reply, body, if_refused, workload: None }))
            }
            Err(error) => {
                errors::warn_about!(error, game = id.0, "a winner could not be asked");
                None
            }
        }
    }))
}

fn question(locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::listing_question(locale)).with_buttons([
        Button::primary(ComponentAction::AnswerListing(true), l10n::button_show_name(locale)),
        Button::secondary(ComponentAction::AnswerListing(false), l10n::button_no_thanks(locale)),
    ])
}

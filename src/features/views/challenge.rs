//! Challenges, pending or over.

use connect4::Shape;

use crate::{
    actions::{ComponentAction, GameOptions},
    features::views::{Audience, names, ratings},
    game::{Challenge, ChallengeState, FirstMove, GameConfig, Player, TimeControl},
    l10n, markdown,
    message::{ActionRow, Button, MessageBody, join_parts},
};

/// Renders a challenge in a server. A new message pings the opponent; edits never ping.
pub(crate) fn render(challenge: &Challenge) -> MessageBody {
    let terms = &challenge.terms;
    let GameConfig { locale, location, .. } = terms.config;
    let audience = Audience::public(locale, location.guild);
    let challenger = names::person(audience, &terms.challenger);
    let opponent = terms.opponent.as_ref().map(|opponent| names::person(audience, opponent));
    let over = match (challenge.state, opponent) {
        (ChallengeState::Pending, _) => return pending(challenge, audience),
        (ChallengeState::Accepted, _) => l10n::challenge_accepted(locale, challenger),
        (ChallengeState::Cancelled, _) => l10n::challenge_cancelled(locale, challenger),
        (ChallengeState::Declined, Some(opponent)) => {
            l10n::challenge_declined(locale, challenger, opponent)
        }
        (ChallengeState::Expired, Some(opponent)) => {
            l10n::challenge_expired_named(locale, challenger, opponent)
        }
        (ChallengeState::Declined | ChallengeState::Expired, None) => {
            l10n::challenge_expired(locale, challenger)
        }
    };
    let may_repeat = matches!(challenge.state, ChallengeState::Declined | ChallengeState::Expired);
    MessageBody::new(over, Vec::from_iter(may_repeat.then(|| what_next(challenge))))
}

/// What can be done instead of the game that did not begin: by anyone, and by those who were to
/// play.
fn what_next(challenge: &Challenge) -> ActionRow {
    let GameConfig { locale, shape, .. } = challenge.terms.config;
    // The other choices were for a game between people.
    let options = GameOptions { shape: Some(shape), ..GameOptions::default() };
    let menu = ComponentAction::OpenPlayMenu(options);
    let again = ComponentAction::RepeatChallenge(challenge.id);
    // Who was challenged may be late.
    let is_late = challenge.state == ChallengeState::Expired && challenge.terms.opponent.is_some();
    let again = if is_late {
        Button::success(again, l10n::button_play_now(locale))
    } else {
        Button::secondary(again, l10n::button_ask_again(locale))
    };
    let menu = Button::secondary(menu, l10n::button_new_game(locale));
    ActionRow::Buttons(if is_late { vec![again, menu] } else { vec![menu, again] })
}

/// The offer to block somebody whose challenges are declined again and again.
pub(crate) fn offer_block(challenger: &Player, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let block = ComponentAction::Block(challenger.id);
    let text = l10n::offer_block(locale, names::person(audience, challenger));
    MessageBody::ephemeral(text)
        .with_buttons([Button::secondary(block, l10n::button_block(locale))])
}

fn pending(challenge: &Challenge, audience: Audience) -> MessageBody {
    let terms = &challenge.terms;
    let (id, locale) = (challenge.id, audience.locale);
    let challenger = names::person(audience, &terms.challenger);
    let opponent = terms.opponent.as_ref().map(|opponent| opponent.id);
    let call = match (opponent.map(markdown::mention), terms.rematch_of) {
        (None, _) => l10n::challenge_open(locale, challenger),
        (Some(mention), None) => l10n::challenge(locale, challenger, mention),
        (Some(mention), Some(_)) => l10n::challenge_rematch(locale, challenger, mention),
    };
    let content = format!("{call}\n{}", settings(challenge, audience));
    let accept = ComponentAction::Accept(id);
    let buttons = match opponent {
        None => vec![
            Button::success(accept, l10n::button_join(locale)),
            Button::secondary(ComponentAction::Cancel(id), l10n::button_cancel(locale)),
        ],
        // Who has made it withdraws it by the same button.
        Some(_) => vec![
            Button::success(accept, l10n::button_accept(locale)),
            Button::secondary(ComponentAction::Decline(id), l10n::button_decline(locale)),
        ],
    };
    MessageBody::new(content, vec![ActionRow::Buttons(buttons)]).with_ping(opponent)
}

/// What differs from a usual game, how long the challenge waits, and whether the game is rated.
fn settings(challenge: &Challenge, audience: Audience) -> String {
    let GameConfig { shape, time_control, rated, locale, .. } = challenge.terms.config;
    let board = (shape != Shape::STANDARD).then(|| names::shape(locale, shape));
    let clock = (time_control != TimeControl::None)
        .then(|| l10n::challenge_time_control(locale, names::time_control(locale, time_control)));
    let until = l10n::challenge_until(locale, markdown::relative(challenge.terms.expires_at));
    let rated = ratings::rated(locale, rated, challenge.terms.has_new_account());
    join_parts([board, clock, first_move(challenge, audience), Some(until), Some(rated)])
}

/// Who goes first, if that is not left to chance.
fn first_move(challenge: &Challenge, audience: Audience) -> Option<String> {
    let terms = &challenge.terms;
    let locale = audience.locale;
    let named = |player| l10n::first_named(locale, names::person(audience, player));
    Some(match (terms.first, &terms.opponent) {
        (FirstMove::Random, _) => return None,
        (FirstMove::Challenger, _) => named(&terms.challenger),
        (FirstMove::Opponent, Some(opponent)) => named(opponent),
        (FirstMove::Opponent, None) => l10n::first_joiner(locale),
    })
}

//! Challenges, with what became of them.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{Body, board::button, names};
use crate::{
    discord::markdown,
    play::{Challenge, ChallengeState, First, Rated, Setup, TimeControl},
    service::Press,
    texts,
};
use connect4::Shape;

/// A challenge's message. It pings whom it is meant for; of no consequence when
/// it is edited.
pub(super) fn draw(challenge: &Challenge) -> Body {
    let terms = &challenge.terms;
    let locale = terms.setup.locale;
    let challenger = names::person(locale, &terms.challenger);
    let opponent = terms.opponent.as_ref().map(|opponent| names::person(locale, opponent));
    let over = match (challenge.state, opponent) {
        (ChallengeState::Waiting, _) => return waiting(challenge),
        (ChallengeState::Accepted, _) => texts::challenge_accepted(locale, challenger),
        (ChallengeState::Cancelled, _) => texts::challenge_cancelled(locale, challenger),
        (ChallengeState::Declined, Some(opponent)) => {
            texts::challenge_declined(locale, opponent, challenger)
        }
        (ChallengeState::Expired, Some(opponent)) => {
            texts::challenge_expired_named(locale, opponent, challenger)
        }
        (ChallengeState::Declined | ChallengeState::Expired, None) => {
            texts::challenge_expired(locale, challenger)
        }
    };
    Body::new(over, Vec::new())
}

fn waiting(challenge: &Challenge) -> Body {
    let terms = &challenge.terms;
    let (id, locale) = (challenge.id, terms.setup.locale);
    let challenger = names::person(locale, &terms.challenger);
    let call = match &terms.opponent {
        None => texts::challenge_open(locale, challenger),
        Some(opponent) => {
            let mention = markdown::mention(opponent.id);
            match terms.rematch_of {
                None => texts::challenge(locale, mention, challenger),
                Some(_) => texts::challenge_rematch(locale, mention, challenger),
            }
        }
    };
    let until = markdown::time_of_day(terms.expires_at);
    let relative = markdown::relative(terms.expires_at);
    let until = texts::challenge_until(locale, format!("{until} ({relative})"));
    let mut content = format!("{call}\n{} {until}", who_is_first(challenge));
    if let Some(how) = how_it_is_played(challenge) {
        content.push('\n');
        content.push_str(&how);
    }
    let accept = Press::Accept(id);
    let cancel = button(Press::Cancel(id), texts::button_cancel(locale), ButtonStyle::Secondary);
    let buttons = match &terms.opponent {
        None => vec![button(accept, texts::button_join(locale), ButtonStyle::Success), cancel],
        Some(_) => vec![
            button(accept, texts::button_accept(locale), ButtonStyle::Success),
            button(Press::Decline(id), texts::button_decline(locale), ButtonStyle::Danger),
            cancel,
        ],
    };
    Body::new(content, vec![CreateActionRow::Buttons(buttons)])
        .pinging(terms.opponent.as_ref().map(|opponent| opponent.id))
}

/// What is otherwise than usual, and the time for each move.
fn how_it_is_played(challenge: &Challenge) -> Option<String> {
    let Setup { shape, time_control, rated, locale, .. } = challenge.terms.setup;
    let board = (shape != Shape::STANDARD)
        .then(|| texts::challenge_board(locale, names::shape(locale, shape)));
    let clock = (time_control != TimeControl::None)
        .then(|| texts::challenge_clock(locale, names::time_control(locale, time_control)));
    let unrated = (rated != Rated::Yes).then(|| texts::not_rated(locale));
    let told: Vec<String> = [board, clock, unrated].into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn who_is_first(challenge: &Challenge) -> String {
    let terms = &challenge.terms;
    let locale = terms.setup.locale;
    match (terms.first, &terms.opponent) {
        (First::Random, _) => texts::first_random(locale),
        (First::Challenger, _) => {
            texts::first_named(locale, names::person(locale, &terms.challenger))
        }
        (First::Opponent, Some(opponent)) => {
            texts::first_named(locale, names::person(locale, opponent))
        }
        (First::Opponent, None) => texts::first_joiner(locale),
    }
}

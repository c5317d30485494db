//! Challenges, pending or over.

use connect4::Shape;
use serenity::all::{ButtonStyle, CreateActionRow};

use super::{MessageBody, board::button, names};
use crate::{
    discord::markdown,
    game::{Challenge, ChallengeState, FirstMove, GameConfig, Rated, TimeControl},
    l10n,
    service::ComponentAction,
};

/// Renders a challenge. A new message pings the opponent; edits never ping.
pub(super) fn render(challenge: &Challenge) -> MessageBody {
    let terms = &challenge.terms;
    let locale = terms.config.locale;
    let challenger = names::person(locale, &terms.challenger);
    let opponent = terms.opponent.as_ref().map(|opponent| names::person(locale, opponent));
    let over = match (challenge.state, opponent) {
        (ChallengeState::Pending, _) => return pending(challenge),
        (ChallengeState::Accepted, _) => l10n::challenge_accepted(locale, challenger),
        (ChallengeState::Cancelled, _) => l10n::challenge_cancelled(locale, challenger),
        (ChallengeState::Declined, Some(opponent)) => {
            l10n::challenge_declined(locale, opponent, challenger)
        }
        (ChallengeState::Expired, Some(opponent)) => {
            l10n::challenge_expired_named(locale, opponent, challenger)
        }
        (ChallengeState::Declined | ChallengeState::Expired, None) => {
            l10n::challenge_expired(locale, challenger)
        }
    };
    MessageBody::new(over, Vec::new())
}

fn pending(challenge: &Challenge) -> MessageBody {
    let terms = &challenge.terms;
    let (id, locale) = (challenge.id, terms.config.locale);
    let challenger = names::person(locale, &terms.challenger);
    let call = match &terms.opponent {
        None => l10n::challenge_open(locale, challenger),
        Some(opponent) => {
            let mention = markdown::mention(opponent.id);
            match terms.rematch_of {
                None => l10n::challenge(locale, mention, challenger),
                Some(_) => l10n::challenge_rematch(locale, mention, challenger),
            }
        }
    };
    let until = markdown::time_of_day(terms.expires_at);
    let relative = markdown::relative(terms.expires_at);
    let until = l10n::challenge_until(locale, format!("{until} ({relative})"));
    let mut content = format!("{call}\n{} {until}", first_move(challenge));
    if let Some(settings) = notable_settings(challenge) {
        content.push('\n');
        content.push_str(&settings);
    }
    let accept = ComponentAction::Accept(id);
    let cancel =
        button(ComponentAction::Cancel(id), l10n::button_cancel(locale), ButtonStyle::Secondary);
    let buttons = match &terms.opponent {
        None => vec![button(accept, l10n::button_join(locale), ButtonStyle::Success), cancel],
        Some(_) => vec![
            button(accept, l10n::button_accept(locale), ButtonStyle::Success),
            button(ComponentAction::Decline(id), l10n::button_decline(locale), ButtonStyle::Danger),
            cancel,
        ],
    };
    MessageBody::new(content, vec![CreateActionRow::Buttons(buttons)])
        .with_ping(terms.opponent.as_ref().map(|opponent| opponent.id))
}

/// The settings worth mentioning: another board, a time limit, unrated. `None` if
/// there are none.
fn notable_settings(challenge: &Challenge) -> Option<String> {
    let GameConfig { shape, time_control, rated, locale, .. } = challenge.terms.config;
    let board = (shape != Shape::STANDARD)
        .then(|| l10n::challenge_board(locale, names::shape(locale, shape)));
    let clock = (time_control != TimeControl::None)
        .then(|| l10n::challenge_time_control(locale, names::time_control(locale, time_control)));
    let unrated = (rated != Rated::Yes).then(|| l10n::not_rated(locale));
    let settings: Vec<String> = [board, clock, unrated].into_iter().flatten().collect();
    (!settings.is_empty()).then(|| settings.join(" "))
}

fn first_move(challenge: &Challenge) -> String {
    let terms = &challenge.terms;
    let locale = terms.config.locale;
    match (terms.first, &terms.opponent) {
        (FirstMove::Random, _) => l10n::first_random(locale),
        (FirstMove::Challenger, _) => {
            l10n::first_named(locale, names::person(locale, &terms.challenger))
        }
        (FirstMove::Opponent, Some(opponent)) => {
            l10n::first_named(locale, names::person(locale, opponent))
        }
        (FirstMove::Opponent, None) => l10n::first_joiner(locale),
    }
}

//! Why something was not done, in words.

use super::names;
use crate::{
    discord::markdown,
    locale::Locale,
    play::{ChallengeState, Ending, MOST_WAITING, OfferKind, Player, Players, Refusal},
    texts,
};

/// The sentence for a refusal.
pub(super) fn sentence(locale: Locale, refusal: &Refusal) -> String {
    match refusal {
        Refusal::ChallengedSelf => texts::refused_self(locale),
        Refusal::ChallengedBot(bot) => texts::refused_bot(locale, names::person(locale, bot)),
        Refusal::LevelOfPerson(player) => {
            texts::refused_level(locale, names::person(locale, player))
        }
        Refusal::LevelNeedsStandardBoard(level) => {
            texts::refused_level_board(locale, names::level(locale, *level))
        }
        Refusal::ComputerGamesOff => texts::refused_computer_off(locale),
        Refusal::WrongChannel(channels) => {
            texts::refused_wrong_channel(locale, markdown::channels(channels))
        }
        Refusal::ChannelFull(most) => texts::refused_channel_full(locale, *most),
        Refusal::NobodySees => texts::refused_nobody_sees(locale),
        Refusal::UseButtons(there) => texts::refused_use_buttons(locale, markdown::link(*there)),
        Refusal::NotAManager => texts::refused_not_manager(locale),
        Refusal::NoSettingsHere => texts::refused_no_settings(locale),
        Refusal::NobodyElseHere => texts::refused_nobody_here(locale),
        Refusal::YouPlayHere(game) => texts::refused_you_play_here(locale, markdown::link(*game)),
        Refusal::TheyPlayHere(player) => {
            texts::refused_they_play_here(locale, names::person(locale, player))
        }
        Refusal::TooManyWaiting => texts::refused_too_many(locale, MOST_WAITING),
        Refusal::YouChallengedThem(player, there) => texts::refused_you_challenged(
            locale,
            names::person(locale, player),
            markdown::link(*there),
        ),
        Refusal::TheyChallengedYou(player, there) => texts::refused_they_challenged(
            locale,
            names::person(locale, player),
            markdown::link(*there),
        ),
        Refusal::DeclinedRecently(player, again_at) => texts::refused_declined(
            locale,
            names::person(locale, player),
            markdown::relative(*again_at),
        ),
        Refusal::NotChallenged(opponent) => {
            texts::refused_not_challenged(locale, names::person(locale, opponent))
        }
        Refusal::OwnChallenge => texts::refused_own_challenge(locale),
        Refusal::NotYourChallenge(challenger) => {
            texts::refused_not_your_challenge(locale, names::person(locale, challenger))
        }
        Refusal::ChallengeOver(state) => challenge_over(locale, *state),
        Refusal::RematchOffered(there) => {
            texts::refused_rematch_offered(locale, markdown::link(*there))
        }
        Refusal::RematchTaken => texts::refused_rematch_taken(locale),
        Refusal::NotYourRematch => texts::refused_not_your_rematch(locale),
        Refusal::StillPlaying => texts::refused_still_playing(locale),
        Refusal::NoGameHere => texts::refused_no_game(locale),
        Refusal::NotYourGame => texts::refused_not_your_game(locale),
        Refusal::NotYourTurn(player) => {
            texts::refused_not_your_turn(locale, names::person(locale, player))
        }
        Refusal::ComputersTurn => texts::refused_computers_turn(locale),
        Refusal::NoHintsAmongPeople => texts::refused_no_hints(locale),
        Refusal::NoHintFound => texts::refused_no_hint_found(locale),
        Refusal::ColumnFull(column) => texts::refused_column_full(locale, column.number()),
        Refusal::NoSuchColumn { columns } => texts::refused_no_column(locale, *columns),
        Refusal::OldBoard(game) => texts::refused_old_board(locale, markdown::link(*game)),
        Refusal::JustChanged => texts::refused_just_changed(locale),
        Refusal::TooLate => texts::refused_too_late(locale),
        Refusal::GameOver(ending, players) => game_over(locale, *ending, players),
        Refusal::YouOffered(kind, other) => you_offered(locale, *kind, other),
        Refusal::TheyOffered(kind, other) => they_offered(locale, *kind, other),
        Refusal::OfferDeclined(kind, other) => offer_declined(locale, *kind, other),
        Refusal::NothingToTakeBack => texts::refused_nothing_to_take_back(locale),
        Refusal::ComputerNeverDraws => texts::refused_computer_draws(locale),
        Refusal::NotYourQuestion(player) => {
            texts::refused_not_your_question(locale, names::person(locale, player))
        }
        Refusal::UnknownButton => texts::refused_unknown_button(locale),
        Refusal::UnknownCommand => texts::refused_unknown_command(locale),
        Refusal::Gone => texts::refused_gone(locale),
        Refusal::NoSuchGame => texts::refused_no_such_game(locale),
        Refusal::ReviewBoard => texts::refused_review_board(locale),
        Refusal::NothingToReview => texts::replay_no_moves(locale),
        Refusal::ReviewFailed => texts::refused_review_failed(locale),
        Refusal::OnlyInServers => texts::refused_only_servers(locale),
    }
}

fn you_offered(locale: Locale, kind: OfferKind, other: &Player) -> String {
    let other = names::person(locale, other);
    match kind {
        OfferKind::Draw => texts::refused_you_offered_draw(locale, other),
        OfferKind::TakeBack => texts::refused_you_offered_take_back(locale, other),
    }
}

fn they_offered(locale: Locale, kind: OfferKind, other: &Player) -> String {
    let other = names::person(locale, other);
    match kind {
        OfferKind::Draw => texts::refused_they_offered_draw(locale, other),
        OfferKind::TakeBack => texts::refused_they_offered_take_back(locale, other),
    }
}

fn offer_declined(locale: Locale, kind: OfferKind, other: &Player) -> String {
    let other = names::person(locale, other);
    match kind {
        OfferKind::Draw => texts::refused_draw_declined(locale, other),
        OfferKind::TakeBack => texts::refused_take_back_declined(locale, other),
    }
}

fn challenge_over(locale: Locale, state: ChallengeState) -> String {
    match state {
        ChallengeState::Accepted => texts::refused_challenge_accepted(locale),
        ChallengeState::Declined => texts::refused_challenge_declined(locale),
        ChallengeState::Cancelled => texts::refused_challenge_cancelled(locale),
        ChallengeState::Waiting | ChallengeState::Expired => {
            texts::refused_challenge_expired(locale)
        }
    }
}

fn game_over(locale: Locale, ending: Ending, players: &Players) -> String {
    let name = |seat| names::name(locale, players.seated(seat));
    match ending {
        Ending::Won(winner) => texts::refused_game_won(locale, name(winner)),
        Ending::Resigned(loser) => texts::refused_game_won(locale, name(loser.other())),
        Ending::TimedOut(loser) => {
            texts::refused_game_timed_out(locale, name(loser), name(loser.other()))
        }
        Ending::Drawn | Ending::Agreed => texts::refused_game_drawn(locale),
        Ending::CalledOff => texts::refused_game_called_off(locale),
        Ending::Stopped => texts::refused_game_stopped(locale),
    }
}

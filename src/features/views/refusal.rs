//! The texts of refusals.

use clock::Timestamp;

use crate::{
    features::views::{Audience, names},
    game::{
        ChallengeState, GameResult, MAX_BLOCKS, MAX_GAMES, MAX_GAMES_IN_CHANNEL, MessageLocation,
        OfferKind, Player, Players, Refusal,
    },
    l10n,
    locale::Locale,
    markdown,
    message::MessageBody,
};

/// A refusal that only the user sees.
pub(crate) fn ephemeral(audience: Audience, refusal: &Refusal) -> MessageBody {
    MessageBody::ephemeral(text(audience, refusal))
}

#[expect(clippy::too_many_lines, reason = "an arm for each refusal")]
fn text(audience @ Audience { locale, .. }: Audience, refusal: &Refusal) -> String {
    let person = |player: &Player| names::person(audience, player);
    let link = |there: &MessageLocation| markdown::message_link(*there);
    let second = |at: &Timestamp| markdown::second_of_day(*at);
    match refusal {
        Refusal::ChallengedSelf => l10n::refused_self(locale),
        Refusal::ChallengedBot(bot) => l10n::refused_bot(locale, person(bot)),
        Refusal::ChallengedAbsent(player) => l10n::refused_absent(locale, person(player)),
        Refusal::LevelOfPerson(player) => l10n::refused_level(locale, person(player)),
        Refusal::LevelNeedsStandardBoard(level) => {
            l10n::refused_level_board(locale, names::level(locale, *level))
        }
        Refusal::ComputerGamesOff => l10n::refused_computer_off(locale),
        Refusal::WrongChannel(channels) => {
            l10n::refused_wrong_channel(locale, markdown::channels(channels))
        }
        Refusal::ChannelFull(limit) => l10n::refused_channel_full(locale, *limit),
        Refusal::ForcedEphemeral => l10n::refused_nobody_sees(locale),
        Refusal::UseButtons(there) => l10n::refused_use_buttons(locale, link(there)),
        Refusal::NotAManager => l10n::refused_not_manager(locale),
        Refusal::NoSettingsHere => l10n::refused_no_settings(locale),
        Refusal::NobodyElseHere => l10n::refused_nobody_here(locale),
        Refusal::PlayingComputer(board) | Refusal::PlayingThem(_, board)
            if board.message.is_none() =>
        {
            l10n::refused_you_play_unseen(locale)
        }
        Refusal::PlayingComputer(board) => l10n::refused_you_play_here(locale, link(board)),
        Refusal::PlayingThem(player, board) => {
            l10n::refused_you_play_them(locale, link(board), person(player))
        }
        Refusal::TooManyGames => {
            l10n::refused_too_many_games(locale, MAX_GAMES, MAX_GAMES_IN_CHANNEL)
        }
        Refusal::TheyHaveTooMany(player) => {
            l10n::refused_they_have_too_many(locale, person(player))
        }
        Refusal::YouChallengedThem(player, there) => {
            l10n::refused_you_challenged(locale, link(there), person(player))
        }
        Refusal::TheyChallengedYou(player, there) => {
            l10n::refused_they_challenged(locale, link(there), person(player))
        }
        Refusal::ChallengedRecently(player, again_at) => {
            l10n::refused_challenged_recently(locale, person(player), markdown::relative(*again_at))
        }
        Refusal::CannotBeChallenged(player) => {
            l10n::refused_cannot_be_challenged(locale, person(player))
        }
        Refusal::YouBlockedThem(player) => l10n::refused_you_blocked_them(locale, person(player)),
        Refusal::CannotJoin => l10n::refused_cannot_join(locale),
        Refusal::BlockedSelf => l10n::refused_block_self(locale),
        Refusal::BlockedFourfall => l10n::refused_block_bot(locale),
        Refusal::TooManyBlocks => l10n::refused_too_many_blocks(locale, MAX_BLOCKS),
        Refusal::OpenChallengeHere(there) => l10n::refused_open_here(locale, link(there)),
        Refusal::NotChallenged(opponent) => l10n::refused_not_challenged(locale, person(opponent)),
        Refusal::OwnChallenge => l10n::refused_own_challenge(locale),
        Refusal::NotYourChallenge(challenger) => {
            l10n::refused_not_your_challenge(locale, person(challenger))
        }
        Refusal::NotYoursToRepeat(challenger) => {
            l10n::refused_not_yours_to_repeat(locale, person(challenger))
        }
        Refusal::ChallengeOver(state) => challenge_over(locale, *state),
        Refusal::RematchOffered(there) => l10n::refused_rematch_offered(locale, link(there)),
        Refusal::RematchTaken => l10n::refused_rematch_taken(locale),
        Refusal::NotYourRematch => l10n::refused_not_your_rematch(locale),
        Refusal::OpponentDeleted => l10n::refused_opponent_deleted(locale),
        Refusal::StillPlaying => l10n::refused_still_playing(locale),
        Refusal::NoGameHere => l10n::refused_no_game(locale),
        Refusal::NotYourGame => l10n::refused_not_your_game(locale),
        Refusal::NotYourTurn(player) => l10n::refused_not_your_turn(locale, person(player)),
        Refusal::ComputersTurn => l10n::refused_computers_turn(locale),
        Refusal::DroppedLast(until) => {
            l10n::refused_dropped_last(locale, markdown::relative(*until))
        }
        Refusal::PlayingTogether(there) => l10n::refused_playing_together(locale, link(there)),
        Refusal::NoHintFound => l10n::refused_no_hint_found(locale),
        Refusal::ColumnFull(column) => l10n::refused_column_full(locale, column.number()),
        Refusal::NoSuchColumn(columns) => l10n::refused_no_column(locale, *columns),
        Refusal::OldBoard(game) => l10n::refused_old_board(locale, link(game)),
        Refusal::BoardPinged(game) => l10n::refused_board_pinged(locale, link(game)),
        Refusal::SharedRecently(at) => l10n::refused_shared_recently(locale, second(at)),
        Refusal::RepostedRecently(at) => l10n::refused_reposted_recently(locale, second(at)),
        Refusal::JustChanged => l10n::refused_just_changed(locale),
        Refusal::TooLate => l10n::refused_too_late(locale),
        Refusal::GameOver(result, players) => game_over(audience, *result, players),
        Refusal::OfferDeclined(OfferKind::Draw, other) => {
            l10n::refused_draw_declined(locale, person(other))
        }
        Refusal::OfferDeclined(OfferKind::TakeBack, other) => {
            l10n::refused_take_back_declined(locale, person(other))
        }
        Refusal::OfferWithdrawn(OfferKind::Draw) => l10n::refused_draw_withdrawn(locale),
        Refusal::OfferWithdrawn(OfferKind::TakeBack) => l10n::refused_take_back_withdrawn(locale),
        Refusal::NotYourOffer(player) => l10n::refused_not_your_offer(locale, person(player)),
        Refusal::NotYourClaim(player) => l10n::refused_not_your_claim(locale, person(player)),
        Refusal::NothingToClaim => l10n::refused_nothing_to_claim(locale),
        Refusal::NothingToTakeBack => l10n::refused_nothing_to_take_back(locale),
        Refusal::DrawTooEarly => l10n::refused_draw_too_early(locale),
        Refusal::NotYourQuestion(player) => l10n::refused_not_your_question(locale, person(player)),
        Refusal::UnknownButton => l10n::refused_unknown_button(locale),
        Refusal::ComputersResults => l10n::refused_computers_results(locale),
        Refusal::UnknownCommand => l10n::refused_unknown_command(locale),
        Refusal::Gone => l10n::refused_gone(locale),
        Refusal::NoSuchGame => l10n::refused_no_such_game(locale),
        Refusal::UnknownPlayer => l10n::refused_unknown_player(locale),
        Refusal::NotMyMessage => l10n::refused_not_my_message(locale),
        Refusal::NoBoardThere => l10n::refused_no_board_there(locale),
        Refusal::ReviewNeedsOtherBoard => l10n::refused_review_board(locale),
        Refusal::Busy => l10n::refused_busy(locale),
        Refusal::ReviewFailed => l10n::refused_review_failed(locale),
        Refusal::CannotPostHere => l10n::refused_cannot_post(locale),
        Refusal::EnoughLeaderboards(channels) => {
            l10n::refused_enough_leaderboards(locale, markdown::channels(channels))
        }
        Refusal::BotNotAMember => l10n::refused_not_a_member(locale),
        Refusal::NoSuchPuzzle(last) => l10n::refused_no_puzzle(locale, last.to_string()),
        Refusal::PuzzleStillOpen => l10n::refused_puzzle_open(locale),
        Refusal::PuzzleStillCounts(until) => {
            l10n::refused_puzzle_still_counts(locale, markdown::time_of_day_and_relative(*until))
        }
        Refusal::PuzzleNotFinished => l10n::refused_puzzle_not_finished(locale),
        Refusal::NoSuchTimeZone => l10n::refused_no_time_zone(locale),
        Refusal::OnlyInServers => l10n::refused_only_servers(locale),
    }
}

fn challenge_over(locale: Locale, state: ChallengeState) -> String {
    match state {
        ChallengeState::Accepted => l10n::refused_challenge_accepted(locale),
        ChallengeState::Declined => l10n::refused_challenge_declined(locale),
        ChallengeState::Cancelled => l10n::refused_challenge_cancelled(locale),
        ChallengeState::Pending | ChallengeState::Expired => {
            l10n::refused_challenge_expired(locale)
        }
    }
}

fn game_over(audience: Audience, result: GameResult, players: &Players) -> String {
    let locale = audience.locale;
    let name = |seat| names::name(audience, players.participant(seat));
    match result {
        GameResult::Won(winner) => l10n::refused_game_won(locale, name(winner)),
        GameResult::Resigned(loser) => l10n::refused_game_won(locale, name(loser.other())),
        GameResult::TimedOut(loser) => {
            l10n::refused_game_timed_out(locale, name(loser), name(loser.other()))
        }
        GameResult::Claimed(winner) => {
            l10n::refused_game_claimed(locale, name(winner.other()), name(winner))
        }
        GameResult::Drawn | GameResult::DrawByAgreement => l10n::refused_game_drawn(locale),
        GameResult::CalledOff => l10n::refused_game_called_off(locale),
        GameResult::Interrupted => l10n::refused_game_interrupted(locale),
        GameResult::EndedByModerator => l10n::refused_game_ended_by_moderator(locale),
    }
}

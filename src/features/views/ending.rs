//! How a game ended: a headline, and small text with the reason and what it changed.

use connect4::Direction;

use crate::{
    features::views::{Audience, names, ratings, together},
    game::{Counts, Game, GameResult, MAX_WINS_PER_DAY, MIN_DISCS, Participant},
    l10n, markdown,
    uploaded_tiles::UploadedTiles,
};

/// The shortest streak of wins that a board shows.
const MIN_STREAK: u32 = 3;

/// The lines about a finished game's end. Empty while it is live.
pub(crate) fn lines(audience: Audience, game: &Game) -> Vec<String> {
    let Some(result) = game.result() else { return Vec::new() };
    let headline = headline(audience, game, result).map(|text| markdown::headline(&text));
    headline.into_iter().chain([markdown::small(&reason(audience, game, result))]).collect()
}

/// Like [`lines`], beside the board: tiles show the winning discs better than words.
pub(crate) fn beside_board(audience: Audience, game: &Game, tiles: &UploadedTiles) -> Vec<String> {
    let mut lines = lines(audience, game);
    if matches!(game.result(), Some(GameResult::Won(_))) && tiles.are_known(game.config.theme) {
        lines.truncate(1);
    }
    lines
}

/// What a board says about what a finished game changed: the winner's streak, and in small text
/// that it does not count, and the ratings; and how many hints helped.
pub(crate) fn effects(audience: Audience, game: &Game) -> Vec<String> {
    let hints = Some(game.hints.count()).filter(|count| *count > 0);
    let mut small = Vec::from_iter(why_uncounted(audience, game));
    small.extend(together::discs(audience, game));
    small.extend(ratings::changes(audience, game));
    small.extend(hints.map(|count| l10n::hints_used(audience.locale, count)));
    let small = small.iter().map(|line| markdown::small(line));
    // The winner's wins in a row.
    let streak = game.effects.and_then(|it| it.winning_streak).filter(|it| *it >= MIN_STREAK);
    streak.map(|streak| l10n::streak(audience.locale, streak)).into_iter().chain(small).collect()
}

/// Why the result does not count, if it does not.
fn why_uncounted(Audience { locale, .. }: Audience, game: &Game) -> Option<String> {
    match game.effects?.counts {
        Counts::Yes => None,
        Counts::TooShort => Some(l10n::too_short(locale, MIN_DISCS)),
        Counts::WinLimit => Some(l10n::win_limit(locale, MAX_WINS_PER_DAY)),
        Counts::NewAccount => Some(l10n::not_rated_new_account(locale)),
    }
}

/// Who won, or that it is a draw. `None` if the game does not count.
fn headline(audience: Audience, game: &Game, result: GameResult) -> Option<String> {
    let locale = audience.locale;
    let Some(winner) = result.winner() else {
        return result.counts().then(|| l10n::drawn(locale));
    };
    let name = names::of_seat(audience, game, winner);
    Some(match game.participant(winner) {
        Participant::Person(_) | Participant::Channel => l10n::won(locale, name),
        Participant::Computer(_) => l10n::computer_won(locale, name),
    })
}

fn reason(audience: Audience, game: &Game, result: GameResult) -> String {
    let locale = audience.locale;
    let name = |seat| names::of_seat(audience, game, seat);
    match result {
        GameResult::Won(_) => winning_lines(audience, game),
        GameResult::Drawn => l10n::board_full(locale),
        GameResult::DrawByAgreement => l10n::draw_by_agreement(locale),
        GameResult::Resigned(loser) => l10n::resigned(locale, name(loser)),
        GameResult::TimedOut(loser) => l10n::timed_out(locale, name(loser)),
        GameResult::Claimed(winner) => l10n::claimed(locale, name(winner.other())),
        GameResult::CalledOff if !game.both_have_moved() => {
            match game.end.and_then(|end| end.called_off_by) {
                Some(seat) => l10n::called_off_by(locale, name(seat)),
                None => l10n::called_off(locale),
            }
        }
        GameResult::CalledOff if game.ended_abandoned() => {
            l10n::called_off_idle(locale, game.abandoned_after().as_secs() / 86_400)
        }
        GameResult::CalledOff => l10n::called_off_replaced(locale),
        GameResult::Interrupted => l10n::interrupted(locale),
        GameResult::EndedByModerator => l10n::ended_by_moderator(locale),
    }
}

/// The winning lines of the last position.
fn winning_lines(Audience { locale, .. }: Audience, game: &Game) -> String {
    let words = game.board().winning_lines().into_iter().map(|line| {
        let (length, start, end) = (line.cells.len(), line.start().number(), line.end().number());
        match line.direction {
            Direction::Vertical => l10n::line_vertical(locale, length, start),
            Direction::Horizontal => l10n::line_horizontal(locale, end, length, start),
            Direction::Rising | Direction::Falling => {
                l10n::line_diagonal(locale, end, length, start)
            }
        }
    });
    words.reduce(|one, other| l10n::lines_two(locale, one, other)).unwrap_or_default()
}

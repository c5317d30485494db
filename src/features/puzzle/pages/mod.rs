//! Daily puzzles: their posts, the user's attempts, and their solutions (ephemeral).

mod attempt;
mod post;
mod practice;

use std::time::Duration;

use connect4::{Moves, ReasonFor};

use crate::{
    actions::{ComponentAction, Navigation},
    features::views::{
        EmojiGrid, Reasons, columns_in_words::columns_in_words, paging::navigation_row,
        reasons::write_moves,
    },
    game::{self, PUZZLE_LIVES, PuzzleNumber, PuzzleProgress, PuzzleState},
    l10n,
    locale::Locale,
    markdown,
    message::{Button, MessageBody, join_sentences},
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

pub(crate) use self::{
    attempt::{PuzzleView, card, message},
    post::{PuzzlePost, past_post, post},
    practice::practice,
};

/// A button with which others try the puzzle for themselves.
pub(crate) fn solve_button(number: PuzzleNumber, locale: Locale) -> Button {
    Button::primary(ComponentAction::OpenPuzzle(number), l10n::button_puzzle_open(locale))
}

/// How hard it is.
fn stars(number: PuzzleNumber) -> String {
    "★".repeat(number.stars() as usize)
        + &"☆".repeat((PuzzleNumber::MAX_STARS - number.stars()) as usize)
}

fn title(number: PuzzleNumber, locale: Locale) -> String {
    // Noon is on the same date in almost every time zone.
    let date = markdown::date(number.begins_at().after(Duration::from_hours(12)));
    l10n::puzzle_title(locale, date, number.to_string(), stars(number))
}

/// Whose move it is, and in how many discs they win.
fn task(progress: &PuzzleProgress, theme: Theme, locale: Locale, tiles: &UploadedTiles) -> String {
    let disc = tiles.disc(theme, progress.puzzle().board().to_move());
    l10n::puzzle_task(locale, disc, progress.discs_left())
}

/// Which puzzle it is; what there is to do until it is over, and the lives.
fn heading(
    number: PuzzleNumber,
    progress: &PuzzleProgress,
    theme: Theme,
    locale: Locale,
    tiles: &UploadedTiles,
) -> [String; 2] {
    let lives = "❤️".repeat(progress.lives()) + &"💔".repeat(PUZZLE_LIVES - progress.lives());
    let is_open = progress.state() == PuzzleState::InProgress;
    let task = is_open.then(|| task(progress, theme, locale, tiles));
    [title(number, locale), join_sentences([task, Some(lives)])]
}

/// What the last try led to.
fn feedback(
    tries: &Moves,
    progress: &PuzzleProgress,
    theme: Theme,
    locale: Locale,
    tiles: &UploadedTiles,
) -> Option<String> {
    let last = tries.columns().last()?;
    if progress.is_wrong_here(*last) {
        let wrong = l10n::puzzle_wrong(locale, last.number());
        let reasons = Reasons::with_discs(theme, &progress.board(), locale, tiles);
        let reason = progress.reason_against(*last);
        let reason = reason.and_then(|reason| reasons.reason_against(&reason));
        return Some(join_sentences([Some(wrong), reason]));
    }
    let reply = progress.moves().last().filter(|_| progress.state() == PuzzleState::InProgress)?;
    let opponent = progress.puzzle().board().to_move().other();
    Some(l10n::puzzle_right(locale, last.number(), tiles.disc(theme, opponent), reply.number()))
}

/// How it ended, if it is over.
fn outcome(progress: &PuzzleProgress, locale: Locale) -> Option<String> {
    match progress.state() {
        PuzzleState::InProgress => None,
        PuzzleState::Solved => Some(l10n::puzzle_solved(locale)),
        PuzzleState::Failed => Some(l10n::puzzle_failed(locale)),
    }
}

/// The position by now in words.
pub(crate) fn in_words(
    number: PuzzleNumber,
    progress: &PuzzleProgress,
    theme: Theme,
    locale: Locale,
) -> MessageBody {
    let disc = |seat| theme.disc(seat).emoji.to_owned();
    let mut lines = heading(number, progress, theme, locale, &UploadedTiles::default()).to_vec();
    lines.extend(columns_in_words(&progress.board(), locale, disc));
    lines.extend(outcome(progress, locale));
    MessageBody::ephemeral(lines.join("\n")).with_buttons([solve_button(number, locale)])
}

fn solution_button(number: PuzzleNumber, locale: Locale) -> Button {
    Button::secondary(ComponentAction::PuzzleSolution(number), l10n::button_puzzle_solution(locale))
}

fn solution_of_yesterday(yesterday: PuzzleNumber, locale: Locale) -> Button {
    let action = ComponentAction::PuzzleSolution(yesterday);
    Button::secondary(action, l10n::button_puzzle_yesterday(locale))
}

/// The board after some moves of the solution, all of its moves, those of the turn that is shown in
/// bold, and why its first one is right.
pub(crate) fn solution(
    number: PuzzleNumber,
    moves_shown: usize,
    theme: Theme,
    locale: Locale,
    tiles: &UploadedTiles,
) -> MessageBody {
    let puzzle = number.puzzle();
    let moves = puzzle.solution();
    let shown_turn = moves_shown.min(moves.len() - 1) / 2;
    let discs = [puzzle.player(), puzzle.player().other()].map(|seat| tiles.disc(theme, seat));
    let written = moves.chunks(2).enumerate().map(|(turn, moves)| {
        let moves = write_moves(moves, &discs, false);
        if turn == shown_turn { format!("**{moves}**") } else { moves }
    });
    let reason = match game::reason_for_solution(&puzzle, shown_turn) {
        ReasonFor::OnlyWin => {
            let moves_left = moves.len().div_ceil(2) - shown_turn;
            l10n::puzzle_only_win(locale, moves[2 * shown_turn].number(), moves_left)
        }
        // Its moves stand there already.
        ReasonFor::ForcedWin { .. } => l10n::puzzle_forced_win(locale),
        reason => {
            let board = puzzle.board_after(2 * shown_turn);
            let column = l10n::hint_best(locale, moves[2 * shown_turn].to_string());
            let reason = Reasons::with_discs(theme, &board, locale, tiles).reason_for(&reason);
            join_sentences([Some(column), Some(reason)])
        }
    };
    let above = l10n::puzzle_solution(locale, number.to_string());
    let below = [written.collect::<Vec<_>>().join(" "), reason];
    let board = puzzle.board_after(moves_shown);
    let next = moves.get(moves_shown..=moves_shown);
    let good_columns = next.filter(|_| moves_shown.is_multiple_of(2)).unwrap_or(&[]);
    let grid = EmojiGrid { board: &board, theme, tiles, good_columns };
    let from = u8::try_from(moves_shown).unwrap_or(u8::MAX);
    let action = |navigation| ComponentAction::PuzzleSolutionJump(number, from, navigation);
    let leads_elsewhere = |it: Navigation| it.target(moves_shown, moves.len()) != moves_shown;
    let row = navigation_row(action, leads_elsewhere, locale);
    MessageBody::new(grid.message(&[above], &below), vec![row]).into_ephemeral()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{features::views::Audience, game::GuildStreakStatus, store::PuzzleSolvers};

    #[test]
    fn lines_beside_a_board_of_tiles_fit_and_have_its_discs() {
        let (tiles, theme) = (UploadedTiles::all_known(), Theme::default());
        for number in (1..=70).filter_map(PuzzleNumber::new) {
            for locale in Locale::ALL {
                let moves = 0..=number.puzzle().solution().len();
                let mut messages: Vec<MessageBody> =
                    moves.map(|it| solution(number, it, theme, locale, &tiles)).collect();
                let audience = Audience::public(locale, None);
                let view = PuzzlePost {
                    number,
                    theme,
                    solvers: PuzzleSolvers::default(),
                    yesterday: PuzzleSolvers::default(),
                    streak: Some(GuildStreakStatus::Broken { days: 1_000, best: 1_000 }),
                    is_past: false,
                };
                messages.push(post(&view, audience, &tiles));
                for message in messages {
                    assert!(!message.content.contains(['🔴', '🟡']), "{}", message.content);
                    assert!(!message.is_too_long(), "{}", message.content);
                }
            }
        }
    }
}

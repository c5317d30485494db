//! Daily puzzles: their posts, the user's attempts, and their solutions (ephemeral).

mod attempt;

use std::time::Duration;

use connect4::{Puzzle, ReasonFor};

use crate::{
    actions::ComponentAction,
    features::shared::{
        grid::EmojiGrid,
        paging::navigation_row,
        reasons::{Reasons, write_moves},
    },
    game::{self, PuzzleNumber, PuzzleProgress},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody, join_sentences},
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

pub(crate) use self::attempt::{PuzzleView, card, message};

const FULL_STAR: &str = "★";
const EMPTY_STAR: &str = "☆";

/// A button with which others try the puzzle for themselves.
pub(crate) fn solve_button(number: PuzzleNumber, locale: Locale) -> Button {
    Button::primary(ComponentAction::OpenPuzzle(number), l10n::button_puzzle_open(locale))
}

fn title(number: PuzzleNumber, locale: Locale) -> String {
    let stars = FULL_STAR.repeat(number.stars() as usize)
        + &EMPTY_STAR.repeat((PuzzleNumber::MAX_STARS - number.stars()) as usize);
    // Noon is on the same date in almost every time zone.
    let date = markdown::date(number.begins_at().after(Duration::from_hours(12)));
    l10n::puzzle_title(locale, date, number.to_string(), stars)
}

/// Whose move it is, and in how many discs they win.
fn task(progress: &PuzzleProgress, theme: Theme, locale: Locale) -> String {
    let disc = theme.disc(progress.puzzle().board().to_move()).emoji;
    l10n::puzzle_task(locale, disc, progress.discs_left())
}

fn solution_of_yesterday(yesterday: PuzzleNumber, locale: Locale) -> Button {
    let action = ComponentAction::PuzzleSolution(yesterday);
    Button::secondary(action, l10n::button_puzzle_yesterday(locale))
}

/// The puzzle of the day, and how many people have solved that of the day before in this server.
pub(crate) fn post(
    number: PuzzleNumber,
    theme: Theme,
    locale: Locale,
    solved_yesterday: u64,
    tiles: &UploadedTiles,
) -> MessageBody {
    let progress = PuzzleProgress::start(number.puzzle());
    let title = l10n::puzzle_post_title(locale, title(number, locale));
    let above = [title, task(&progress, theme, locale)];
    let solved = (solved_yesterday > 0).then(|| l10n::puzzle_post_solved(locale, solved_yesterday));
    let board = progress.board();
    let grid = EmojiGrid { board: &board, theme, tiles, good_columns: &[] };
    let content = grid.message(&above, &Vec::from_iter(solved));
    let mut buttons = vec![solve_button(number, locale)];
    buttons.extend(number.previous().map(|previous| solution_of_yesterday(previous, locale)));
    MessageBody::new(content, vec![ActionRow::Buttons(buttons)])
}

/// The board after some moves of the solution, and all of its moves, those of the turn in bold.
pub(crate) fn solution(
    number: PuzzleNumber,
    moves_shown: usize,
    theme: Theme,
    locale: Locale,
    tiles: &UploadedTiles,
) -> MessageBody {
    let puzzle = number.puzzle();
    let moves = puzzle.solution();
    let moves_shown = moves_shown.min(moves.len());
    let board = puzzle.board_after(moves_shown);
    let above = l10n::puzzle_solution(locale, number.to_string());
    let below = solution_lines(&puzzle, moves_shown, theme, locale);
    let next = moves.get(moves_shown..=moves_shown);
    let good_columns = next.filter(|_| moves_shown.is_multiple_of(2)).unwrap_or(&[]);
    let grid = EmojiGrid { board: &board, theme, tiles, good_columns };
    let from = u8::try_from(moves_shown).unwrap_or(u8::MAX);
    let action = |navigation| ComponentAction::PuzzleSolutionJump(number, from, navigation);
    let row = navigation_row(action, moves_shown, moves.len(), locale);
    MessageBody::new(grid.message(&[above], &below), vec![row]).into_ephemeral()
}

/// All moves, those of the turn that is shown in bold, and why its first one is right.
fn solution_lines(
    puzzle: &Puzzle,
    moves_shown: usize,
    theme: Theme,
    locale: Locale,
) -> Vec<String> {
    let moves = puzzle.solution();
    let shown_turn = moves_shown.min(moves.len() - 1) / 2;
    let discs = [puzzle.player(), puzzle.player().other()].map(|seat| theme.disc(seat).emoji);
    let written = moves.chunks(2).enumerate().map(|(turn, moves)| {
        let moves = write_moves(moves, discs, false);
        if turn == shown_turn { format!("**{moves}**") } else { moves }
    });
    let reason = match game::reason_for_solution(puzzle, shown_turn) {
        ReasonFor::OnlyWin => {
            let moves_left = moves.len().div_ceil(2) - shown_turn;
            l10n::puzzle_only_win(locale, moves[2 * shown_turn].number(), moves_left)
        }
        // Its moves stand there already.
        ReasonFor::ForcedWin { .. } => l10n::puzzle_forced_win(locale),
        reason => {
            let board = puzzle.board_after(2 * shown_turn);
            let column = l10n::hint_best(locale, moves[2 * shown_turn].to_string());
            let reason = Reasons::with_discs(theme, &board, locale).reason_for(&reason);
            join_sentences([Some(column), Some(reason)])
        }
    };
    vec![written.collect::<Vec<_>>().join(" "), reason]
}

//! The solution of a puzzle, move by move (ephemeral).

use connect4::{Puzzle, ReasonFor};

use crate::{
    actions::ComponentAction,
    features::{
        puzzle::message::grid,
        shared::{
            grid::EmojiGrid,
            paging::navigation_row,
            reasons::{Reasons, write_moves},
        },
    },
    game::{self, PuzzleNumber},
    l10n,
    locale::Locale,
    message::MessageBody,
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

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
    let grid = EmojiGrid { good_columns, ..grid(theme, &board, tiles) };
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
            let reasons = Reasons::new(theme, &puzzle.board_after(2 * shown_turn), locale);
            reasons.reason_for(moves[2 * shown_turn], &reason)
        }
    };
    vec![written.collect::<Vec<_>>().join(" "), reason]
}

//! Daily puzzles: the user's attempt (ephemeral), the solution (ephemeral), how the user did, and
//! the post of a server.

use std::time::Duration;

use connect4::{Board, Column, Puzzle, ReasonAgainst, ReasonFor};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{
    MessageBody,
    board::{button, button_rows},
    grid::EmojiGrid,
    message::join_sentences,
    names::{self, Audience},
    reasons::Reasons,
    replay,
};
use crate::{
    discord::{markdown, uploaded_tiles::UploadedTiles},
    game::{PUZZLE_LIVES, PuzzleMark, PuzzleNumber, PuzzleProgress, PuzzleState, PuzzleStreak},
    l10n,
    locale::Locale,
    service::{ComponentAction, PublicView, PuzzleAction, PuzzlePost, PuzzleView},
    theme::{CellStyle, Theme, TileName},
};

const FULL_STAR: &str = "★";
const EMPTY_STAR: &str = "☆";

const LIFE: &str = "❤️";
const LOST_LIFE: &str = "🖤";

/// In the result of a failed puzzle.
const TURN_NOT_REACHED: &str = "⬛";

pub(super) fn render(view: &PuzzleView, audience: Audience, tiles: &UploadedTiles) -> MessageBody {
    let locale = audience.locale;
    let above = [title(view.number, locale), task_and_lives(&view.progress, view.theme, locale)];
    let mut below = Vec::from_iter(feedback(view, locale));
    below.extend(ending(view, locale));
    below.extend(solvers(view, audience));
    let board = view.progress.board();
    let content = grid(view.theme, &board, tiles).message(&above, &below);
    MessageBody::new(content, rows(view, audience)).into_ephemeral()
}

/// The board after some moves of the solution, and all of its moves, those of the turn in bold.
pub(super) fn solution(
    number: PuzzleNumber,
    ply: usize,
    theme: Theme,
    locale: Locale,
    tiles: &UploadedTiles,
) -> MessageBody {
    let puzzle = number.puzzle();
    let moves = puzzle.solution();
    let ply = ply.min(moves.len());
    let board = puzzle.board_after(ply);
    let above = l10n::puzzle_solution(locale, number.to_string());
    let below = solution_lines(&puzzle, ply, theme, locale);
    let is_players_turn = ply.is_multiple_of(2);
    let good_columns: &[Column] = moves.get(ply..=ply).filter(|_| is_players_turn).unwrap_or(&[]);
    let grid = EmojiGrid { good_columns, ..grid(theme, &board, tiles) };
    let from = u8::try_from(ply).unwrap_or(u8::MAX);
    let action = |navigation| {
        let action = PuzzleAction::SolutionJump { ply: from, navigation };
        ComponentAction::Puzzle { number, action }
    };
    let row = replay::navigation_row(action, ply, moves.len(), locale);
    MessageBody::new(grid.message(&[above], &below), vec![row]).into_ephemeral()
}

/// For each turn of the player: the move, the reply, and why the move is right.
fn solution_lines(puzzle: &Puzzle, ply: usize, theme: Theme, locale: Locale) -> Vec<String> {
    let moves = puzzle.solution();
    let shown_turn = ply.min(moves.len() - 1) / 2;
    let reasons = Reasons::new(theme, puzzle.player(), locale);
    let discs = [puzzle.player(), puzzle.player().other()].map(|seat| theme.disc(seat).emoji);
    let mut lines = Vec::new();
    for (turn, moves) in moves.chunks(2).enumerate() {
        let written = moves.iter().zip(discs).map(|(column, disc)| format!("{disc} {column}"));
        let written = written.collect::<Vec<_>>().join(" ");
        let written = if turn == shown_turn { format!("**{written}**") } else { written };
        let reason = reason(&puzzle.board_after(2 * turn), moves[0], reasons);
        lines.push(format!("{written} {reason}"));
    }
    lines
}

/// Why a column of a solution is right: it alone wins, if there is nothing more to say. The
/// moves of a forced win stand there already.
fn reason(board: &Board, column: Column, reasons: Reasons) -> String {
    let reason = ReasonFor::of(board, column, None, None);
    let reason = reason.filter(|it| !matches!(it, ReasonFor::ForcedWin { .. }));
    reasons.reason_for(column, &reason.unwrap_or(ReasonFor::OnlyWin))
}

/// How the user did, without the solution: "Fourfall #412 🟩🟨🟩 · streak 12".
pub(super) fn card(view: &PuzzleView, locale: Locale) -> MessageBody {
    MessageBody::new(card_line(view, locale), Vec::new())
}

/// A button with which others try the puzzle for themselves.
pub(super) fn solve_button(number: PuzzleNumber, locale: Locale) -> CreateButton {
    puzzle_button(number, l10n::button_puzzle_open(locale))
}

/// A button that leads from elsewhere to the puzzle of the day, and to the archive.
pub(super) fn daily_button(today: PuzzleNumber, locale: Locale) -> CreateButton {
    puzzle_button(today, l10n::button_daily_puzzle(locale))
}

fn puzzle_button(number: PuzzleNumber, label: String) -> CreateButton {
    let action = ComponentAction::Puzzle { number, action: PuzzleAction::Open };
    button(action, label, ButtonStyle::Primary)
}

/// The daily post of a server.
pub(super) fn post(post: PuzzlePost, tiles: &UploadedTiles) -> MessageBody {
    let PuzzlePost { number, theme, locale, solved_yesterday, .. } = post;
    let progress = PuzzleProgress::start(number.puzzle());
    let title = l10n::puzzle_post_title(locale, title(number, locale));
    let above = [title, task(&progress, theme, locale)];
    let solved = (solved_yesterday > 0).then(|| l10n::puzzle_post_solved(locale, solved_yesterday));
    let board = progress.board();
    let content = grid(theme, &board, tiles).message(&above, &Vec::from_iter(solved));
    let mut buttons = vec![solve_button(number, locale)];
    buttons.extend(number.previous().map(|previous| solution_of_yesterday(previous, locale)));
    MessageBody::new(content, vec![CreateActionRow::Buttons(buttons)])
}

fn title(number: PuzzleNumber, locale: Locale) -> String {
    let stars = FULL_STAR.repeat(number.stars() as usize)
        + &EMPTY_STAR.repeat((PuzzleNumber::MAX_STARS - number.stars()) as usize);
    // Noon is on the same date in almost every time zone.
    let date = markdown::date(number.begins_at().after(Duration::from_hours(12)));
    l10n::puzzle_title(locale, number.to_string(), date, stars)
}

/// Whose move it is, and in how many discs they win.
fn task(progress: &PuzzleProgress, theme: Theme, locale: Locale) -> String {
    let disc = theme.disc(progress.puzzle().board().to_move()).emoji;
    l10n::puzzle_task(locale, disc, progress.discs_left())
}

/// The task while there is one, and the lives.
fn task_and_lives(progress: &PuzzleProgress, theme: Theme, locale: Locale) -> String {
    let lives = LIFE.repeat(progress.lives()) + &LOST_LIFE.repeat(PUZZLE_LIVES - progress.lives());
    match progress.state() {
        PuzzleState::InProgress => format!("{} {lives}", task(progress, theme, locale)),
        PuzzleState::Solved | PuzzleState::Failed => lives,
    }
}

/// What the last try led to; before the first one, how it goes.
fn feedback(view: &PuzzleView, locale: Locale) -> Option<String> {
    let Some(tried) = view.attempt.tries.columns().last() else {
        return Some(markdown::small(&l10n::puzzle_intro(locale)));
    };
    let progress = &view.progress;
    if progress.is_wrong_here(*tried) {
        let wrong = l10n::puzzle_wrong(locale, tried.number());
        // A threat that was left would name the column that blocks it, which is the solution.
        let reason = ReasonAgainst::of(&progress.board(), *tried, None, None)
            .filter(|reason| !matches!(reason, ReasonAgainst::LeavesThreat { .. }));
        let reasons = Reasons::new(view.theme, progress.board().to_move(), locale);
        let reason = reason.map(|reason| reasons.reason_against(&reason));
        return Some(join_sentences([Some(wrong), reason]));
    }
    let reply = progress.moves().last().filter(|_| progress.state() == PuzzleState::InProgress)?;
    let opponent = progress.puzzle().board().to_move().other();
    let disc = view.theme.disc(opponent).emoji;
    Some(l10n::puzzle_right(locale, tried.number(), disc, reply.number()))
}

/// How it ended, and what comes next.
fn ending(view: &PuzzleView, locale: Locale) -> Vec<String> {
    let is_today = view.number == view.today;
    let mut lines = Vec::new();
    match view.progress.state() {
        PuzzleState::Solved => lines.push(l10n::puzzle_solved(locale)),
        PuzzleState::Failed => {
            lines.push(l10n::puzzle_failed(locale));
            lines.extend(match view.streak {
                PuzzleStreak::Running(days) if is_today => {
                    Some(l10n::puzzle_streak_lost(locale, days))
                }
                _ => None,
            });
        }
        PuzzleState::InProgress if is_today => {
            lines.extend(match view.streak {
                PuzzleStreak::Running(days) => Some(l10n::puzzle_streak(locale, days)),
                PuzzleStreak::Over(days) if days > 1 => {
                    Some(l10n::puzzle_streak_over(locale, days))
                }
                PuzzleStreak::Never | PuzzleStreak::Over(_) => None,
            });
        }
        PuzzleState::InProgress => lines.push(markdown::small(&l10n::puzzle_archive(locale))),
    }
    if view.progress.state() != PuzzleState::InProgress {
        lines.push(card_line(view, locale));
    }
    if is_today {
        let time = markdown::relative(view.today.ends_at());
        lines.push(markdown::small(&l10n::puzzle_next(locale, time)));
    }
    lines
}

fn card_line(view: &PuzzleView, locale: Locale) -> String {
    let marks = view.progress.marks();
    let not_reached = view.progress.puzzle().discs() - marks.len();
    let marks: String =
        marks.into_iter().map(mark).chain(vec![TURN_NOT_REACHED; not_reached]).collect();
    let number = view.number.to_string();
    match view.attempt.streak {
        Some(streak) => l10n::puzzle_card_streak(locale, number, marks, streak),
        None => l10n::puzzle_card(locale, number, marks),
    }
}

const fn mark(mark: PuzzleMark) -> &'static str {
    match mark {
        PuzzleMark::First => "🟩",
        PuzzleMark::Second => "🟨",
        PuzzleMark::Later => "🟥",
    }
}

/// Who has solved it in this server.
fn solvers(view: &PuzzleView, audience: Audience) -> Option<String> {
    let locale = audience.locale;
    let solvers = &view.solvers;
    let named = solvers.first.iter().map(|(player, streak)| {
        l10n::puzzle_solver(locale, names::person(audience, player), *streak)
    });
    let mut people: Vec<String> = named.collect();
    let unnamed = solvers.count.saturating_sub(people.len() as u64);
    if unnamed > 0 {
        people.push(l10n::puzzle_solvers_more(locale, unnamed));
    }
    (!people.is_empty()).then(|| l10n::puzzle_solvers(locale, people.join(" · ")))
}

fn rows(view: &PuzzleView, audience: Audience) -> Vec<CreateActionRow> {
    let locale = audience.locale;
    let is_open = view.progress.state() == PuzzleState::InProgress;
    let mut rows = if is_open { button_rows(&column_buttons(view)) } else { Vec::new() };
    let mut results = Vec::new();
    if !is_open && !audience.is_alone {
        let share = ComponentAction::ShowEveryone(PublicView::Puzzle(view.number));
        results.push(button(share, l10n::button_puzzle_share(locale), ButtonStyle::Success));
    }
    if !is_open || view.number < view.today {
        let action =
            ComponentAction::Puzzle { number: view.number, action: PuzzleAction::Solution };
        results.push(button(action, l10n::button_puzzle_solution(locale), ButtonStyle::Secondary));
    }
    if !results.is_empty() {
        rows.push(CreateActionRow::Buttons(results));
    }
    rows.push(CreateActionRow::Buttons(archive_buttons(view, locale)));
    rows
}

fn column_buttons(view: &PuzzleView) -> Vec<CreateButton> {
    let tries = u8::try_from(view.attempt.tries.columns().len()).unwrap_or(u8::MAX);
    let number = view.number;
    let column_button = |column: Column| {
        let action = PuzzleAction::Try { tries, column };
        let action = ComponentAction::Puzzle { number, action };
        let can_try = view.progress.can_try(column);
        button(action, column.to_string(), ButtonStyle::Primary).disabled(!can_try)
    };
    view.progress.board().shape().column_iter().map(column_button).collect()
}

/// Buttons to the puzzles of other days.
fn archive_buttons(view: &PuzzleView, locale: Locale) -> Vec<CreateButton> {
    let show = |number: Option<PuzzleNumber>, label| {
        let action = PuzzleAction::GoTo;
        let number_or_own = number.unwrap_or(view.number);
        let action = ComponentAction::Puzzle { number: number_or_own, action };
        button(action, label, ButtonStyle::Secondary).disabled(number.is_none())
    };
    let later = Some(view.number.next()).filter(|next| *next <= view.today);
    let mut buttons = vec![show(view.number.previous(), l10n::button_puzzle_earlier(locale))];
    match later {
        Some(later) => buttons.push(show(Some(later), l10n::button_puzzle_later(locale))),
        None => buttons
            .extend(view.number.previous().map(|previous| solution_of_yesterday(previous, locale))),
    }
    buttons
}

fn solution_of_yesterday(yesterday: PuzzleNumber, locale: Locale) -> CreateButton {
    let action = ComponentAction::Puzzle { number: yesterday, action: PuzzleAction::Solution };
    button(action, l10n::button_puzzle_yesterday(locale), ButtonStyle::Secondary)
}

const fn grid<'a>(theme: Theme, board: &'a Board, tiles: &'a UploadedTiles) -> EmojiGrid<'a> {
    let cell_style = CellStyle::Tiles(TileName::Readable);
    EmojiGrid { board, theme, cell_style, tiles, good_columns: &[] }
}

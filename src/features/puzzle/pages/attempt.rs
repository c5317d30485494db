//! The user's attempt at a puzzle (ephemeral), and how they did.

use clock::Timestamp;

use crate::{
    actions::ComponentAction,
    features::{
        puzzle::pages::{
            feedback, heading, outcome, post::solver_lines, practice::practice_button,
            solution_button, solution_of_yesterday, solve_button, stars,
        },
        views::{Audience, EmojiGrid, board::column_rows, names},
    },
    game::{Player, PuzzleAttempt, PuzzleNumber, PuzzleProgress, PuzzleState, PuzzleStreak},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody},
    store::PuzzleSolvers,
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

/// The user's attempt at a daily puzzle.
pub(crate) struct PuzzleView {
    pub number: PuzzleNumber,
    /// The puzzle of the day.
    pub today: PuzzleNumber,
    pub theme: Theme,
    pub attempt: PuzzleAttempt,
    /// What follows from the attempt.
    pub progress: PuzzleProgress,
    pub streak: PuzzleStreak,
    /// What becomes of the streak on the next day if this puzzle is not solved.
    pub next_streak: PuzzleStreak,
    /// Until when the puzzle of yesterday counts for the user, if it does. For that of today only
    /// if it can be solved.
    pub yesterday_until: Option<Timestamp>,
    /// Whether the user has solved at most one puzzle.
    pub is_beginner: bool,
    /// Of this puzzle, in this server, if it is that of today or yesterday.
    pub solvers: PuzzleSolvers,
}

impl PuzzleView {
    /// Whether it counts as solved on its day if it is solved by now.
    pub(crate) fn still_counts(&self) -> bool {
        self.number == self.today || self.yesterday_until.is_some()
    }

    /// Whether a column was tried.
    fn is_begun(&self) -> bool {
        !self.attempt.tries.columns().is_empty()
    }

    /// Whether it is the puzzle of today or yesterday.
    pub(crate) fn is_recent(&self) -> bool {
        self.number.next() >= self.today
    }
}

pub(crate) fn message(view: &PuzzleView, audience: Audience, tiles: &UploadedTiles) -> MessageBody {
    let (locale, progress) = (audience.locale, &view.progress);
    let above = heading(view.number, progress, view.theme, locale, tiles);
    let is_new = !view.is_begun() && view.streak == PuzzleStreak::Never;
    let mut below = Vec::from_iter(is_new.then(|| markdown::small(&l10n::puzzle_intro(locale))));
    below.extend(feedback(&view.attempt.tries, progress, view.theme, locale, tiles));
    below.extend(ending(view, locale));
    if audience.sees_optional_lines() {
        let is_past = view.number < view.today;
        below.extend(solver_lines(view.number, &view.solvers, is_past, audience));
    }
    let board = progress.board();
    let grid = EmojiGrid { board: &board, theme: view.theme, tiles, good_columns: &[] };
    MessageBody::new(grid.message(&above, &below), rows(view, audience)).into_ephemeral()
}

/// How it ended, and what comes next.
fn ending(view: &PuzzleView, locale: Locale) -> Vec<String> {
    let is_today = view.number == view.today;
    let state = view.progress.state();
    let yesterday_counts =
        view.yesterday_until.filter(|_| is_today || state == PuzzleState::InProgress);
    let mut lines = Vec::from_iter(outcome(&view.progress, locale));
    lines.extend(match state {
        PuzzleState::Solved => lateness(view, locale),
        PuzzleState::Failed if view.still_counts() => match (view.streak, view.next_streak) {
            (_, PuzzleStreak::Survived(days)) => Some(l10n::puzzle_streak_survives(locale, days)),
            (PuzzleStreak::Running(days) | PuzzleStreak::Survived(days), _) => {
                Some(l10n::puzzle_streak_lost(locale, days))
            }
            (PuzzleStreak::Never | PuzzleStreak::Over(_), _) => None,
        },
        PuzzleState::InProgress if !view.still_counts() => {
            Some(markdown::small(&l10n::puzzle_archive(locale)))
        }
        PuzzleState::InProgress if !view.is_begun() && yesterday_counts.is_none() => {
            match view.streak {
                PuzzleStreak::Running(days) => Some(l10n::puzzle_streak(locale, days)),
                PuzzleStreak::Survived(days) => Some(l10n::puzzle_streak_survived(locale, days)),
                PuzzleStreak::Over(days) if days > 1 => {
                    Some(l10n::puzzle_streak_over(locale, days))
                }
                PuzzleStreak::Never | PuzzleStreak::Over(_) => None,
            }
        }
        PuzzleState::InProgress | PuzzleState::Failed => None,
    });
    let until = yesterday_counts.map(markdown::time_of_day_and_relative);
    lines.extend(until.map(|until| l10n::puzzle_still_counts(locale, until)));
    if state != PuzzleState::InProgress {
        lines.push(marks(&view.progress) + &streak(view));
        lines.extend(view.is_beginner.then(|| markdown::small(&l10n::puzzle_legend(locale))));
        if is_today {
            let time = markdown::time_of_day(view.today.ends_at());
            lines.push(markdown::small(&l10n::puzzle_next(locale, time)));
        }
    }
    lines
}

/// Whether a puzzle that was begun on its day and solved later counts.
fn lateness(view: &PuzzleView, locale: Locale) -> Option<String> {
    if view.attempt.is_solved_on_its_day() {
        let is_late = view.number < view.today && view.yesterday_until.is_some();
        return is_late.then(|| l10n::puzzle_counts(locale));
    }
    let is_late = view.number.is_begun_on_its_day(view.attempt.started_at);
    is_late.then(|| markdown::small(&l10n::puzzle_late(locale)))
}

/// At which try the column of each turn was found.
pub(super) fn marks(progress: &PuzzleProgress) -> String {
    let mark = |misses| match misses {
        Some(0) => "✅",
        Some(1) => "2️⃣",
        Some(_) => "3️⃣",
        None => "❌",
    };
    progress.misses().into_iter().map(mark).collect()
}

/// The streak at the end of a line, if there is one.
fn streak(view: &PuzzleView) -> String {
    view.attempt.streak.map(|days| format!(" · 🔥 {days}")).unwrap_or_default()
}

fn rows(view: &PuzzleView, audience: Audience) -> Vec<ActionRow> {
    let locale = audience.locale;
    let is_open = view.progress.state() == PuzzleState::InProgress;
    let mut rows = Vec::new();
    if is_open {
        let tries = u8::try_from(view.attempt.tries.columns().len()).unwrap_or(u8::MAX);
        let action = |column| ComponentAction::TryPuzzle(view.number, tries, column);
        let shape = view.progress.board().shape();
        rows = column_rows(shape, action, |column| view.progress.can_try(column));
    }
    let mut results = Vec::new();
    if !is_open && !audience.is_alone {
        let share = ComponentAction::SharePuzzle(view.number);
        results.push(Button::success(share, l10n::button_puzzle_share(locale)));
    }
    if view.progress.state() == PuzzleState::Failed {
        results.push(practice_button(view.number, locale));
    }
    if view.progress.may_see_solution(view.still_counts()) {
        results.push(solution_button(view.number, locale));
    }
    let buttons = [results, archive_buttons(view, locale)].into_iter().filter(|it| !it.is_empty());
    rows.extend(buttons.map(ActionRow::Buttons));
    rows
}

/// Buttons to the puzzles of other days, which are out of the way while that of today can be
/// solved.
fn archive_buttons(view: &PuzzleView, locale: Locale) -> Vec<Button> {
    let show = |number: Option<PuzzleNumber>, label| {
        let action = ComponentAction::GoToPuzzle(number.unwrap_or(view.number));
        Button::secondary(action, label).disabled(number.is_none())
    };
    let previous = view.number.previous();
    let is_open_today =
        view.number == view.today && view.progress.state() == PuzzleState::InProgress;
    let yesterday_counts = view.yesterday_until.is_some();
    let mut buttons = Vec::new();
    if !is_open_today || yesterday_counts {
        buttons.push(show(previous, l10n::button_puzzle_earlier(locale)));
    }
    if view.number < view.today {
        buttons.push(show(Some(view.number.next()), l10n::button_puzzle_later(locale)));
    } else if !(yesterday_counts || is_open_today && view.is_begun()) {
        buttons.extend(previous.map(|previous| solution_of_yesterday(previous, locale)));
    }
    buttons
}

/// How the user did, without the solution: "**Ann** solved Fourfall #412 ★★★★☆☆☆ · 🔥 12".
pub(crate) fn card(view: &PuzzleView, user: &Player, audience: Audience) -> MessageBody {
    let (locale, number) = (audience.locale, view.number);
    let name = names::person(audience, user);
    let result = match view.progress.state() {
        PuzzleState::Solved => l10n::puzzle_card_solved,
        PuzzleState::InProgress | PuzzleState::Failed => l10n::puzzle_card_failed,
    };
    let result = result(locale, name, number.to_string(), stars(number)) + &streak(view);
    let content = format!("{result}\n{}", marks(&view.progress));
    MessageBody::new(content, Vec::new()).with_buttons([solve_button(number, locale)])
}

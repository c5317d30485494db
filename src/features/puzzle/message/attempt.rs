//! The user's attempt at a puzzle (ephemeral), and how they did.

use clock::Timestamp;

use crate::{
    actions::ComponentAction,
    features::{
        puzzle::message::{solution_of_yesterday, task, title},
        shared::{
            board::column_rows,
            grid::EmojiGrid,
            names::{self, Audience},
            reasons::Reasons,
        },
    },
    game::{PUZZLE_LIVES, PuzzleAttempt, PuzzleNumber, PuzzleProgress, PuzzleState, PuzzleStreak},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody, join_sentences},
    store::PuzzleSolvers,
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

const LIFE: &str = "❤️";
const LOST_LIFE: &str = "🖤";

/// In the result of a failed puzzle.
const TURN_NOT_REACHED: &str = "⬛";

/// The user's attempt at a daily puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleView {
    pub number: PuzzleNumber,
    /// The puzzle of the day.
    pub today: PuzzleNumber,
    pub theme: Theme,
    pub attempt: PuzzleAttempt,
    /// What follows from the attempt.
    pub progress: PuzzleProgress,
    pub streak: PuzzleStreak,
    /// Until when the puzzle of yesterday counts for the user, if it does. For that of today only
    /// if it can be solved.
    pub yesterday_until: Option<Timestamp>,
    /// Of this puzzle, in this server, if it is that of today or yesterday.
    pub solvers: PuzzleSolvers,
}

impl PuzzleView {
    /// Whether it counts as solved on its day if it is solved by now.
    pub(crate) fn still_counts(&self) -> bool {
        self.number == self.today || self.yesterday_until.is_some()
    }

    /// Whether it is the puzzle of today or yesterday.
    pub(crate) fn is_recent(&self) -> bool {
        self.number.next() >= self.today
    }
}

pub(crate) fn message(view: &PuzzleView, audience: Audience, tiles: &UploadedTiles) -> MessageBody {
    let locale = audience.locale;
    let progress = &view.progress;
    let mut lives =
        LIFE.repeat(progress.lives()) + &LOST_LIFE.repeat(PUZZLE_LIVES - progress.lives());
    if progress.state() == PuzzleState::InProgress {
        lives = format!("{} {lives}", task(progress, view.theme, locale));
    }
    let above = [title(view.number, locale), lives];
    let mut below = Vec::from_iter(feedback(view, locale));
    below.extend(ending(view, locale));
    below.extend(solvers(view, audience).filter(|_| audience.sees_optional_lines()));
    let board = progress.board();
    let grid = EmojiGrid { board: &board, theme: view.theme, tiles, good_columns: &[] };
    let content = grid.message(&above, &below);
    MessageBody::new(content, rows(view, audience)).into_ephemeral()
}

/// What the last try led to; before the first one, how it goes.
fn feedback(view: &PuzzleView, locale: Locale) -> Option<String> {
    let Some(tried) = view.attempt.tries.columns().last() else {
        return Some(markdown::small(&l10n::puzzle_intro(locale)));
    };
    let progress = &view.progress;
    if progress.is_wrong_here(*tried) {
        let wrong = l10n::puzzle_wrong(locale, tried.number());
        let reasons = Reasons::with_discs(view.theme, &progress.board(), locale);
        let reason = progress.reason_against(*tried);
        let reason = reason.and_then(|reason| reasons.reason_against(&reason));
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
    let state = view.progress.state();
    let yesterday_counts =
        view.yesterday_until.filter(|_| is_today || state == PuzzleState::InProgress);
    let mut lines = Vec::new();
    match state {
        PuzzleState::Solved => {
            lines.push(l10n::puzzle_solved(locale));
            lines.extend(lateness(view, locale));
        }
        PuzzleState::Failed => {
            lines.push(l10n::puzzle_failed(locale));
            if let PuzzleStreak::Running(days) = view.streak
                && view.still_counts()
            {
                lines.push(l10n::puzzle_streak_lost(locale, days));
            }
        }
        PuzzleState::InProgress if !view.still_counts() => {
            lines.push(markdown::small(&l10n::puzzle_archive(locale)));
        }
        PuzzleState::InProgress
            if view.attempt.tries.columns().is_empty() && yesterday_counts.is_none() =>
        {
            match view.streak {
                PuzzleStreak::Running(days) => lines.push(l10n::puzzle_streak(locale, days)),
                PuzzleStreak::Over(days) if days > 1 => {
                    lines.push(l10n::puzzle_streak_over(locale, days));
                }
                PuzzleStreak::Never | PuzzleStreak::Over(_) => {}
            }
        }
        PuzzleState::InProgress => {}
    }
    lines.extend(
        yesterday_counts.map(|until| {
            l10n::puzzle_still_counts(locale, markdown::time_of_day_and_relative(until))
        }),
    );
    if state != PuzzleState::InProgress {
        lines.push(card_line(view, locale));
        let not_reached = view.progress.puzzle().players_discs() > view.progress.misses().len();
        let not_reached = not_reached.then(|| l10n::puzzle_legend_not_reached(locale));
        let legend: Vec<_> = [l10n::puzzle_legend(locale)].into_iter().chain(not_reached).collect();
        lines.push(markdown::small(&legend.join(" · ")));
    }
    if is_today {
        let time = markdown::time_of_day(view.today.ends_at());
        lines.push(markdown::small(&l10n::puzzle_next(locale, time)));
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

fn card_line(view: &PuzzleView, locale: Locale) -> String {
    let marks = view.progress.misses();
    let not_reached = view.progress.puzzle().players_discs() - marks.len();
    let marks: String =
        marks.into_iter().map(mark).chain(vec![TURN_NOT_REACHED; not_reached]).collect();
    let number = view.number.to_string();
    match view.attempt.streak {
        Some(streak) => l10n::puzzle_card_streak(locale, streak, marks, number),
        None => l10n::puzzle_card(locale, marks, number),
    }
}

const fn mark(misses: Option<usize>) -> &'static str {
    match misses {
        Some(0) => "🟩",
        Some(1) => "🟨",
        Some(_) => "🟥",
        None => "❌",
    }
}

/// Who has solved it in this server.
fn solvers(view: &PuzzleView, audience: Audience) -> Option<String> {
    let locale = audience.locale;
    let solvers = &view.solvers;
    let named = solvers.first.iter().map(|(player, streak)| {
        l10n::puzzle_solver(locale, *streak, names::person(audience, player))
    });
    let mut people: Vec<String> = named.collect();
    let unnamed = solvers.count.saturating_sub(people.len() as u64);
    if unnamed > 0 {
        people.push(l10n::puzzle_solvers_more(locale, unnamed));
    }
    (!people.is_empty()).then(|| l10n::puzzle_solvers(locale, people.join(" · ")))
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
    if view.progress.may_see_solution(view.still_counts()) {
        let action = ComponentAction::PuzzleSolution(view.number);
        results.push(Button::secondary(action, l10n::button_puzzle_solution(locale)));
    }
    if !results.is_empty() {
        rows.push(ActionRow::Buttons(results));
    }
    rows.push(ActionRow::Buttons(archive_buttons(view, locale)));
    rows
}

/// Buttons to the puzzles of other days.
fn archive_buttons(view: &PuzzleView, locale: Locale) -> Vec<Button> {
    let show = |number: Option<PuzzleNumber>, label| {
        let action = ComponentAction::GoToPuzzle(number.unwrap_or(view.number));
        Button::secondary(action, label).disabled(number.is_none())
    };
    let later = Some(view.number.next()).filter(|next| *next <= view.today);
    let mut buttons = vec![show(view.number.previous(), l10n::button_puzzle_earlier(locale))];
    match later {
        Some(later) => buttons.push(show(Some(later), l10n::button_puzzle_later(locale))),
        // While it still counts, it is not told.
        None if view.yesterday_until.is_some() => {}
        None => buttons
            .extend(view.number.previous().map(|previous| solution_of_yesterday(previous, locale))),
    }
    buttons
}

/// How the user did, without the solution: "Fourfall #412 🟩🟨🟩 · streak 12".
pub(crate) fn card(view: &PuzzleView, locale: Locale) -> MessageBody {
    MessageBody::new(card_line(view, locale), Vec::new())
}

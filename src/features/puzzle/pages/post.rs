//! The post of a puzzle, and what becomes of it once the next one is there.

use crate::{
    actions::ComponentAction,
    features::{
        puzzle::pages::{
            attempt::marks, solution_button, solution_of_yesterday, solve_button, task, title,
        },
        views::{Audience, EmojiGrid, names},
    },
    game::{GuildStreakStatus, PuzzleNumber, PuzzleProgress},
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody},
    store::{PuzzleSolver, PuzzleSolvers},
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

/// What the post of a puzzle shows.
pub(crate) struct PuzzlePost {
    pub number: PuzzleNumber,
    pub theme: Theme,
    pub solvers: PuzzleSolvers,
    /// Those of the puzzle before, the best first.
    pub yesterday: PuzzleSolvers,
    pub streak: Option<GuildStreakStatus>,
    /// Whether its day is over.
    pub is_past: bool,
}

/// The puzzle of the day, below how the server did the day before, and above how it does.
pub(crate) fn post(view: &PuzzlePost, audience: Audience, tiles: &UploadedTiles) -> MessageBody {
    let (locale, number) = (audience.locale, view.number);
    let progress = PuzzleProgress::start(number.puzzle());
    let optional = |line: Option<String>| line.filter(|_| audience.sees_optional_lines());
    let mut above = vec![l10n::puzzle_post_title(locale, title(number, locale))];
    above.extend(optional(yesterday_line(&view.yesterday, audience)));
    above.extend(view.streak.map(|streak| streak_line(streak, locale)));
    above.push(task(&progress, view.theme, locale, tiles));
    let below = solver_lines(number, &view.solvers, view.is_past, audience);
    let board = progress.board();
    let grid = EmojiGrid { board: &board, theme: view.theme, tiles, good_columns: &[] };
    let mut buttons = vec![solve_button(number, locale)];
    buttons.extend(number.previous().map(|previous| solution_of_yesterday(previous, locale)));
    let month = ComponentAction::PuzzleMonth;
    buttons.push(Button::secondary(month, l10n::button_puzzle_month(locale)));
    MessageBody::new(grid.message(&above, &below), vec![ActionRow::Buttons(buttons)])
}

/// What stands in the place of a post once the next one is there.
pub(crate) fn past_post(number: PuzzleNumber, solved: u64, locale: Locale) -> MessageBody {
    let line = l10n::puzzle_post_past(locale, solved, number.to_string());
    MessageBody::new(line, Vec::new()).with_buttons([solution_button(number, locale)])
}

/// Who has solved the puzzle of the day before, the best with a crown.
fn yesterday_line(solvers: &PuzzleSolvers, audience: Audience) -> Option<String> {
    let locale = audience.locale;
    let name = |it: &PuzzleSolver| names::person(audience, &it.player);
    let solved = solvers.first.iter().filter_map(|it| Some((it.result.mistakes?, name(it))));
    let (mistakes, mut names): (Vec<u8>, Vec<String>) = solved.unzip();
    let fewest = *mistakes.first()?;
    names[0] = format!("**{}**", names[0]);
    let (crowned, others) = names.split_at(mistakes.partition_point(|it| *it == fewest));
    let mut parts = vec![l10n::puzzle_crown(locale, fewest, crowned.join(", "))];
    parts.extend((!others.is_empty()).then(|| others.join(", ")));
    let is_longer = solvers.count > names.len() as u64;
    parts.extend(is_longer.then(|| l10n::puzzle_solved_here(locale, solvers.count)));
    Some(l10n::puzzle_post_yesterday(locale, parts.join(" · ")))
}

fn streak_line(streak: GuildStreakStatus, locale: Locale) -> String {
    match streak {
        GuildStreakStatus::Running(days) => l10n::puzzle_server_streak(locale, days),
        GuildStreakStatus::Broken { days, best } => {
            l10n::puzzle_server_streak_over(locale, best, days)
        }
    }
}

/// Who has solved a puzzle in this server, and who has shared that they did not. How they did stands
/// there once they have shared it, or its day is over.
pub(super) fn solver_lines(
    number: PuzzleNumber,
    solvers: &PuzzleSolvers,
    is_past: bool,
    audience: Audience,
) -> Vec<String> {
    let locale = audience.locale;
    let described = |solver: &PuzzleSolver| {
        let name = names::person(audience, &solver.player);
        let name = match solver.streak {
            Some(days) => l10n::puzzle_solver(locale, days, name),
            None => format!("**{name}**"),
        };
        let progress = PuzzleProgress::new(number.puzzle(), &solver.tries);
        let progress = progress.filter(|_| is_past || solver.result.shared);
        progress.map_or_else(|| name.clone(), |it| format!("{name} {}", marks(&it)))
    };
    let (solved, failed): (Vec<_>, Vec<_>) =
        solvers.first.iter().partition(|it| it.result.mistakes.is_some());
    let unnamed = solvers.count.saturating_sub(solved.len() as u64);
    let mut people: Vec<String> = solved.into_iter().map(described).collect();
    people.extend((unnamed > 0).then(|| l10n::and_more(locale, unnamed)));
    let failed: Vec<String> = failed.into_iter().map(described).collect();
    let solved = (!people.is_empty()).then(|| l10n::puzzle_solvers(locale, people.join(" · ")));
    let failed = (!failed.is_empty()).then(|| l10n::puzzle_stuck(locale, failed.join(" · ")));
    solved.into_iter().chain(failed).collect()
}

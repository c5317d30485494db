//! Training with positions of the user's own games (ephemeral).

use clock::Timestamp;
use connect4::{Board, Column, MoveEvaluation, ReasonAgainst};

use crate::{
    actions::{ComponentAction, SeenPosition},
    features::shared::{
        board,
        buttons::{daily_button, play_button},
        hint,
        names::{self, Audience},
        reasons::{Reasons, outcome},
    },
    game::{DecisiveMistake, Game, PositionId, PuzzleNumber, SolvedCount},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody, join_sentences},
    uploaded_tiles::UploadedTiles,
};

/// What training shows.
#[derive(Clone, Debug)]
pub(crate) enum TrainingView {
    /// A position to be solved.
    Question {
        position: TrainingPosition,
        /// How many times the user has tried it.
        tries: u32,
    },
    /// A position that was just tried.
    Answer {
        position: TrainingPosition,
        /// The column that was tried. `None` if it was another press that counted.
        tried: Option<Column>,
        is_solved: bool,
        /// When it comes again.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
    },
    /// No position is due, but games of the user are being reviewed, or taken in.
    Looking {
        /// When the next position is due.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
    },
    /// The user has finished no game yet.
    NoGames {
        /// The puzzle of the day.
        today: PuzzleNumber,
    },
    NothingDue {
        /// When the next position is due.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
        /// The puzzle of the day.
        today: PuzzleNumber,
        /// Whether more games are reviewed on the next day.
        has_more_tomorrow: bool,
    },
}

/// A position in which the user made a mistake.
#[derive(Clone, Debug)]
pub(crate) struct TrainingPosition {
    pub game: Game,
    /// The board before the mistake.
    pub before: Board,
    /// The number of moves before it.
    pub ply: u8,
    pub mistake: DecisiveMistake,
}

impl TrainingPosition {
    pub(crate) fn is_open(&self, column: Column) -> bool {
        self.before.open_columns().any(|open| open == column)
    }
}

pub(crate) fn message(
    view: &TrainingView,
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let locale = audience.locale;
    let body = match view {
        TrainingView::Question { position, tries } => question(position, *tries, audience, tiles),
        TrainingView::Answer { position, tried, is_solved, next_due, solved } => {
            let mut below = vec![markdown::small(&on_the_board(position, locale))];
            below.push(verdict(position, *tried, *is_solved, locale));
            below.push(why_the_move_was_wrong(position, locale));
            below.push(again(*next_due, locale));
            below.extend(solved_count_line(*solved, locale));
            answer(position, &below, audience, tiles)
        }
        TrainingView::Looking { next_due, solved } => {
            let mut lines = vec![l10n::training_looking(locale)];
            lines.extend(next_due_line(*next_due, locale));
            lines.extend(solved_count_line(*solved, locale));
            let label = l10n::button_look_again(locale);
            MessageBody::new(lines.join("\n"), next_row(label))
        }
        TrainingView::NoGames { today } => {
            let buttons = vec![play_button(locale), daily_button(*today, locale)];
            let row = ActionRow::Buttons(buttons);
            MessageBody::new(l10n::training_no_games(locale), vec![row])
        }
        TrainingView::NothingDue { next_due, solved, today, has_more_tomorrow } => {
            let title = if *has_more_tomorrow {
                l10n::training_day_over(locale)
            } else {
                l10n::training_nothing(locale)
            };
            let text = nothing_due(title, *next_due, *solved, locale);
            let look_again =
                Button::secondary(ComponentAction::NextTraining, l10n::button_look_again(locale));
            let buttons = vec![daily_button(*today, locale), look_again];
            MessageBody::new(text, vec![ActionRow::Buttons(buttons)])
        }
    };
    body.into_ephemeral()
}

/// The position before the mistake, and a button for each column.
fn question(
    position: &TrainingPosition,
    tries: u32,
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let TrainingPosition { game, before, ply, mistake } = position;
    let (locale, disc) = (audience.locale, game.config.theme.disc(before.to_move()).emoji);
    let stake = if mistake.was_win() {
        l10n::training_win(locale, disc)
    } else {
        l10n::training_draw(locale, disc)
    };
    let above = [title(position, audience)];
    let content = board::grid(game, before, tiles, &[]).message(&above, &[stake]);
    let seen = SeenPosition { id: PositionId { game: game.id, ply: *ply }, tries };
    let action = |column| ComponentAction::TryTraining(seen, column);
    MessageBody::new(content, board::column_rows(before, action))
}

/// The position after the move in the game and the best answer to it.
fn answer(
    position: &TrainingPosition,
    below: &[String],
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let evaluation = &position.mistake.evaluation;
    let drop = |board: Board, column: Column| board.drop(column).unwrap_or(board);
    let after = drop(position.before, evaluation.column);
    let after = position.mistake.answer().map_or(after, |column| drop(after, column));
    let grid = board::grid(&position.game, &after, tiles, &[]);
    let content = grid.message(&[title(position, audience)], below);
    MessageBody::new(content, next_row(l10n::button_next(audience.locale)))
}

/// Whose game it was, and when.
fn title(position: &TrainingPosition, audience: Audience) -> String {
    let TrainingPosition { game, before, .. } = position;
    let opponent = names::full_name(audience, game.participant(before.to_move().other()));
    l10n::training_title(audience.locale, markdown::date(game.changed_at()), opponent)
}

/// Whether the try was right, and the columns that are.
fn verdict(
    position: &TrainingPosition,
    tried: Option<Column>,
    is_solved: bool,
    locale: Locale,
) -> String {
    let mistake = &position.mistake;
    let best = &mistake.evaluation.best;
    let columns = hint::column_choice(locale, best);
    let outcome = outcome(&position.before, mistake.evaluation.before, locale);
    let reason = mistake.evaluation.reason_for_best();
    let reasons = reasons(position, locale);
    let reason = reason.map(|(column, reason)| reasons.reason_for(column, &reason));
    let verdict = if is_solved {
        l10n::training_right(locale, columns, outcome)
    } else {
        let tried = tried.and_then(|tried| mistake.of_other_try(tried));
        let tried = tried.map(|tried| what_is_wrong(&tried, reasons, locale));
        let best = l10n::training_best(locale, columns, outcome);
        join_sentences([Some(l10n::training_wrong(locale)), tried, Some(best)])
    };
    let is_other = |column: &&Column| !best.contains(*column);
    let others: Vec<Column> = mistake.right.iter().filter(is_other).copied().collect();
    let columns = hint::column_choice(locale, &others);
    let others = match mistake.was_win() {
        _ if others.is_empty() => None,
        true => Some(l10n::training_also_wins(locale, columns)),
        false => Some(l10n::training_also_draws(locale, columns)),
    };
    join_sentences([Some(verdict), reason, others])
}

/// What is wrong with another column than that of the game.
fn what_is_wrong(tried: &MoveEvaluation, reasons: Reasons, locale: Locale) -> String {
    let column = tried.column.number();
    let result = if tried.after.value() < 0 {
        l10n::training_tried_loss(locale, column)
    } else {
        l10n::training_tried_draw(locale, column)
    };
    let reason = tried.reason_against().and_then(|reason| reasons.reason_against(&reason));
    join_sentences([Some(result), reason])
}

/// What was wrong with the move in the game.
fn why_the_move_was_wrong(position: &TrainingPosition, locale: Locale) -> String {
    let mistake = &position.mistake;
    let column = mistake.evaluation.column.number();
    let played = if mistake.evaluation.after.value() < 0 {
        l10n::training_played_loss(locale, column)
    } else {
        l10n::training_played_draw(locale, column)
    };
    let reasons = reasons(position, locale);
    let reason = mistake.evaluation.reason_against();
    if reason.is_none() && mistake.variation.len() > 2 {
        return join_sentences([Some(played), Some(reasons.variation(&mistake.variation))]);
    }
    let answer = mistake
        .answer()
        .filter(|it| !reason.as_ref().is_some_and(|reason| names_answer(reason, *it)));
    let answer = answer.map(|answer| l10n::training_answer(locale, answer.number()));
    let reason = reason.and_then(|reason| reasons.reason_against(&reason));
    join_sentences([Some(played), answer, reason])
}

fn on_the_board(position: &TrainingPosition, locale: Locale) -> String {
    match position.mistake.answer() {
        Some(_) => l10n::training_board(locale),
        None => l10n::training_board_move(locale),
    }
}

fn reasons(position: &TrainingPosition, locale: Locale) -> Reasons {
    Reasons::new(position.game.config.theme, &position.before, locale)
}

/// Whether a reason names the answer to the move; that of a win above is plain.
fn names_answer(reason: &ReasonAgainst, answer: Column) -> bool {
    *reason == ReasonAgainst::LetsWinAbove || reason.columns().first() == Some(&answer)
}

/// When a position comes again, or that it does not.
fn again(next_due: Option<Timestamp>, locale: Locale) -> String {
    match next_due {
        Some(due) => l10n::training_again(locale, markdown::date(due)),
        None => l10n::training_done(locale),
    }
}

fn next_due_line(next_due: Option<Timestamp>, locale: Locale) -> Option<String> {
    next_due.map(|due| l10n::training_next_due(locale, markdown::date(due)))
}

/// What was solved in the last days, if anything.
fn solved_count_line(count: SolvedCount, locale: Locale) -> Option<String> {
    let SolvedCount { solved, failed_before } = count;
    (solved > 0).then(|| markdown::small(&l10n::training_solved(locale, failed_before, solved)))
}

fn nothing_due(
    title: String,
    next_due: Option<Timestamp>,
    solved: SolvedCount,
    locale: Locale,
) -> String {
    let mut lines = vec![title];
    lines.extend(next_due_line(next_due, locale));
    lines.push(l10n::training_daily(locale));
    lines.extend(solved_count_line(solved, locale));
    lines.join("\n")
}

fn next_row(label: String) -> Vec<ActionRow> {
    vec![ActionRow::Buttons(vec![Button::primary(ComponentAction::NextTraining, label)])]
}

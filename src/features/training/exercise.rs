//! Training with positions of the user's own games (ephemeral).

use clock::Timestamp;
use connect4::{Board, Column, Cost, MoveEvaluation, Outcome, ReasonAgainst};

use crate::{
    actions::{ComponentAction, GameOptions, SeenPosition},
    features::views::{
        Audience, Reasons, board, names,
        reasons::{column_choice, exceptions},
    },
    game::{self, Game, Mistake, PuzzleNumber, SolvedCount},
    l10n,
    locale::Locale,
    markdown,
    message::{Button, MessageBody, join_sentences},
    uploaded_tiles::UploadedTiles,
};

/// A position in which the user made a mistake.
pub(super) struct TrainingPosition {
    pub(super) game: Game,
    pub(super) mistake: Mistake,
}

impl TrainingPosition {
    /// The board before the mistake.
    pub(super) const fn before(&self) -> &Board {
        &self.mistake.evaluation.board
    }
}

/// The user has finished no game yet.
pub(super) fn no_games(today: PuzzleNumber, locale: Locale) -> MessageBody {
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    let play = Button::success(play, l10n::button_play_now(locale));
    MessageBody::ephemeral(l10n::training_no_games(locale))
        .with_buttons([play, daily_button(today, locale)])
}

/// No position is due before `next_due`. `has_more` says whether games of the user are being reviewed
/// or taken in.
pub(super) fn nothing_due(
    next_due: Option<Timestamp>,
    solved: SolvedCount,
    has_more: bool,
    today: PuzzleNumber,
    locale: Locale,
) -> MessageBody {
    let title =
        if has_more { l10n::training_looking(locale) } else { l10n::training_nothing(locale) };
    let mut lines = vec![title];
    lines.extend(next_due.map(|due| l10n::training_next_due(locale, markdown::date(due))));
    let look_again = l10n::button_look_again(locale);
    let buttons = if has_more {
        vec![next_button(look_again)]
    } else {
        lines.push(l10n::training_daily(locale));
        let look_again = Button::secondary(ComponentAction::NextTraining, look_again);
        vec![daily_button(today, locale), look_again]
    };
    lines.extend(solved_count_line(solved, locale));
    MessageBody::ephemeral(lines.join("\n")).with_buttons(buttons)
}

/// A button to the puzzle of the day.
fn daily_button(today: PuzzleNumber, locale: Locale) -> Button {
    Button::primary(ComponentAction::OpenPuzzle(today), l10n::button_daily_puzzle(locale))
}

/// A position to be solved: the board before the mistake, and a button for each column.
pub(super) fn question(
    position: &TrainingPosition,
    seen: SeenPosition,
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let TrainingPosition { game, mistake } = position;
    let (locale, before) = (audience.locale, position.before());
    let disc = tiles.disc(game.config.theme, before.to_move());
    let is_one_of_many = 2 * mistake.right.len() > before.open_columns().count();
    let task = match mistake.evaluation.before.outcome(before) {
        Outcome::Win { moves } if game::can_be_seen(moves) && !is_one_of_many => {
            l10n::training_win(locale, disc)
        }
        Outcome::Loss { moves } if game::can_be_seen(moves) => l10n::training_lost(locale, disc),
        _ => l10n::training_defence(locale, disc),
    };
    let above = [title(position, audience)];
    let content = board::grid(game, before, tiles, &[]).message(&above, &[task]);
    let action = |column| ComponentAction::TryTraining(seen, column);
    let rows = board::column_rows(before.shape(), action, |column| !before.is_full(column));
    MessageBody::new(content, rows).into_ephemeral()
}

/// A position that was just tried, after the move in the game and the best answer to it. If another
/// try counted, `is_solved` says whether that was right. The position comes again at `next_due`.
pub(super) fn answer(
    position: &TrainingPosition,
    tried: Column,
    is_solved: bool,
    next_due: Option<Timestamp>,
    solved: SolvedCount,
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let (locale, mistake) = (audience.locale, &position.mistake);
    let drop = |board: Board, column: Column| board.drop(column).unwrap_or(board);
    let after_move = drop(*position.before(), mistake.evaluation.column);
    let (on_the_board, after) = match mistake.answer() {
        Some(answer) => (l10n::training_board(locale), drop(after_move, answer)),
        None => (l10n::training_board_move(locale), after_move),
    };
    let again = match next_due {
        Some(due) => l10n::training_again(locale, markdown::date(due)),
        None => l10n::training_done(locale),
    };
    let reasons = Reasons::in_game(&position.game, position.before(), audience, tiles);
    let mut below = vec![markdown::small(&on_the_board), verdict(mistake, tried, &reasons)];
    if mistake.is_right(tried) != is_solved {
        below.push(l10n::training_tried_before(locale));
    }
    below.extend([why_the_move_was_wrong(mistake, &reasons), again]);
    below.extend(solved_count_line(solved, locale));
    let grid = board::grid(&position.game, &after, tiles, &mistake.evaluation.best);
    let content = grid.message(&[title(position, audience)], &below);
    MessageBody::ephemeral(content).with_buttons([next_button(l10n::button_next(locale))])
}

/// Whose game it was, and when.
fn title(position: &TrainingPosition, audience: Audience) -> String {
    let game = &position.game;
    let opponent = game.participant(position.before().to_move().other());
    let opponent = names::full_name(audience, opponent);
    l10n::training_title(audience.locale, markdown::date(game.changed_at()), opponent)
}

/// Whether the try was right, and the columns that are.
fn verdict(mistake: &Mistake, tried: Column, reasons: &Reasons) -> String {
    let locale = reasons.locale;
    let reason = mistake.evaluation.reason_for_best();
    let best = match &reason {
        Some((column, _)) => vec![*column],
        None => mistake.evaluation.best.clone(),
    };
    let verdict = if mistake.is_right(tried) {
        l10n::training_right(locale)
    } else {
        let loses = mistake.of_other_try(tried).and_then(|tried| loss(&tried, reasons));
        join_sentences([Some(l10n::training_wrong(locale)), loses])
    };
    if let Some(wrong) = exceptions(&mistake.right, reasons.board.open_columns()) {
        let best = l10n::training_best_any_but(locale, column_choice(locale, &wrong));
        return join_sentences([Some(verdict), Some(best)]);
    }
    let is_other = |column: &&Column| !best.contains(*column);
    let others: Vec<Column> = mistake.right.iter().filter(is_other).copied().collect();
    let reason = reason.filter(|(_, reason)| others.is_empty() || !reason.excludes_others());
    let reason = reason.map(|(_, reason)| reasons.reason_for(&reason));
    let others = reasons.good_as_well(&others);
    let best = l10n::training_best(locale, column_choice(locale, &best));
    join_sentences([Some(verdict), Some(best), reason, others])
}

/// How another column than that of the game loses. That it passes up a win is told of that one.
fn loss(tried: &MoveEvaluation, reasons: &Reasons) -> Option<String> {
    let Cost::Loss { .. } = tried.cost()? else { return None };
    let reason = tried.reason_against().and_then(|reason| reasons.reason_against(&reason));
    let why = join_sentences([reasons.cost(tried), reason]);
    (!why.is_empty()).then(|| l10n::training_tried(reasons.locale, tried.column.number(), why))
}

/// What was wrong with the move in the game.
fn why_the_move_was_wrong(mistake: &Mistake, reasons: &Reasons) -> String {
    let (locale, evaluation) = (reasons.locale, &mistake.evaluation);
    let played = l10n::training_played(locale, evaluation.column.number());
    if let Some(overlooked) = reasons.overlooked(evaluation) {
        return join_sentences([Some(played), Some(overlooked)]);
    }
    let (cost, reason) = (reasons.cost(evaluation), evaluation.reason_against());
    if reason.is_none() && mistake.variation.len() > 2 {
        let variation = reasons.losing_variation(evaluation, &mistake.variation);
        return join_sentences([Some(played), cost, variation]);
    }
    // That of a win above is plain.
    let is_said = |answer: Column| {
        let names = |reason: &ReasonAgainst| reason.columns().first() == Some(&answer);
        reason.as_ref().is_some_and(|it| *it == ReasonAgainst::LetsWinAbove || names(it))
    };
    let answer = mistake.answer().filter(|answer| !is_said(*answer));
    let answer = answer.map(|answer| l10n::training_answer(locale, answer.number()));
    let reason = reason.and_then(|reason| reasons.reason_against(&reason));
    join_sentences([Some(played), cost, answer, reason])
}

/// What was solved in the last days, if anything.
fn solved_count_line(count: SolvedCount, locale: Locale) -> Option<String> {
    let SolvedCount { solved, failed_before } = count;
    (solved > 0).then(|| markdown::small(&l10n::training_solved(locale, failed_before, solved)))
}

fn next_button(label: String) -> Button {
    Button::primary(ComponentAction::NextTraining, label)
}

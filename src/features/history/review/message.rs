//! Reviews of finished games (ephemeral).

use connect4::{
    Board, Column, Grade, MoveEvaluation, Outcome, ReasonAgainst, ReasonFor, Review, Seat,
};

use crate::{
    actions::ComponentAction,
    computer::ReviewProgress,
    features::shared::{
        board,
        names::{self, Audience},
        paging::navigation_row,
        public_views,
        reasons::{Reasons, column_choice, outcome},
    },
    game::{self, Game, GameResult, PlayerId},
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody, join_sentences},
    uploaded_tiles::UploadedTiles,
};

/// The length of the progress bar, in squares.
const BAR_LENGTH: usize = 10;

/// A position of a review.
#[derive(Clone, Debug)]
pub(crate) struct ReviewView {
    pub game: Game,
    pub review: Review,
    /// The move that is shown, from 1; 0 for the summary.
    pub ply: usize,
    /// Whether the user has positions in it to train with.
    pub can_train: bool,
}

impl ReviewView {
    pub(crate) fn new(game: Game, review: Review, ply: usize, user: PlayerId) -> Self {
        let seat = game.seat_of(user);
        let can_train = seat.is_some_and(|seat| !game::decisive_mistakes(&review, seat).is_empty());
        Self { game, review, ply, can_train }
    }
}

/// What is shown of a review if the process stops before it is done.
pub(crate) fn interrupted(game: &Game, locale: Locale) -> MessageBody {
    let again = Button::secondary(ComponentAction::Review(game.id), l10n::button_review(locale));
    MessageBody::ephemeral(l10n::review_interrupted(locale))
        .with_rows(vec![ActionRow::Buttons(vec![again])])
}

/// Renders a review's progress.
pub(crate) fn progress(progress: ReviewProgress, locale: Locale) -> MessageBody {
    let ReviewProgress { done, total, is_queued } = progress;
    if is_queued {
        return MessageBody::ephemeral(l10n::review_waiting(locale));
    }
    let full = (BAR_LENGTH * done).checked_div(total).unwrap_or(BAR_LENGTH);
    let bar = "🟦".repeat(full) + &"⬜".repeat(BAR_LENGTH - full);
    MessageBody::ephemeral(l10n::review_working(locale, bar, total, done))
}

/// Renders one move of a review, or its summary with the turning point.
pub(crate) fn message(view: &ReviewView, audience: Audience, tiles: &UploadedTiles) -> MessageBody {
    MessageBody::new(content(view, audience, tiles), rows(view, audience)).into_ephemeral()
}

fn content(view: &ReviewView, audience: Audience, tiles: &UploadedTiles) -> String {
    let ReviewView { game, review, ply, .. } = view;
    let above = match ply {
        0 => summary(view, audience, tiles),
        _ => vec![board::title(audience, game, tiles)],
    };
    let shown = ply.checked_sub(1).or_else(|| review.turning_point());
    let Some((index, evaluation)) = shown.and_then(|it| Some((it, review.moves.get(it)?))) else {
        return [above, vec![l10n::review_no_turning_point(audience.locale)]].concat().join("\n");
    };
    let before = &game.positions()[index];
    let reasons = Reasons::new(game.config.theme, before, audience.locale);
    let below: Vec<String> = match ply {
        0 => {
            let text = turning_point_text(game, before, evaluation, index, audience);
            let why = why(review, index, reasons).map(|(Why::Bad(why) | Why::Better(why))| why);
            [Some(text), why].into_iter().flatten().collect()
        }
        _ => move_text(view, before, evaluation, index, audience),
    };
    let after = before.drop(evaluation.column).unwrap_or(*before);
    let better: &[Column] = if evaluation.grade == Grade::Best { &[] } else { &evaluation.best };
    board::grid(game, &after, tiles, better).message(&above, &below)
}

fn rows(view: &ReviewView, audience: Audience) -> Vec<ActionRow> {
    let locale = audience.locale;
    let ReviewView { game, review, ply, can_train } = view;
    let action = |navigation| ComponentAction::ReviewJump(game.id, ply_number(*ply), navigation);
    let mut rows = vec![navigation_row(action, *ply, review.moves.len(), locale)];
    rows.extend(review.turning_point().map(|index| {
        let action = ComponentAction::ReviewMove(game.id, ply_number(index + 1));
        let label = l10n::button_turning_point(locale);
        let turning_point = Button::secondary(action, label);
        // The summary shows it already.
        let turning_point = turning_point.disabled([0, index + 1].contains(ply));
        let train = can_train.then(|| {
            Button::secondary(ComponentAction::OpenTraining(game.id), l10n::button_train(locale))
        });
        ActionRow::Buttons([turning_point].into_iter().chain(train).collect())
    }));
    let share = ComponentAction::ShareReview(game.id, ply_number(*ply));
    rows.extend(public_views::show_everyone_row(share, audience));
    rows
}

fn ply_number(ply: usize) -> u8 {
    u8::try_from(ply).unwrap_or(u8::MAX)
}

/// The accuracy of each player who made a move, how many moves they have of each grade, and
/// whether one of them resigned too early.
fn summary(view: &ReviewView, audience: Audience, tiles: &UploadedTiles) -> Vec<String> {
    let locale = audience.locale;
    let ReviewView { game, review, .. } = view;
    let mut lines = vec![l10n::review_title(locale, board::title(audience, game, tiles))];
    lines.extend(Seat::BOTH.into_iter().filter_map(|seat| {
        let own: Vec<Grade> =
            review.moves.iter().skip(seat.index()).step_by(2).map(|it| it.grade).collect();
        let counts: Vec<String> = Grade::ALL
            .into_iter()
            .map(|grade| (grade, own.iter().filter(|it| **it == grade).count()))
            .filter(|(_, count)| *count > 0)
            .map(|(grade, count)| grade_count(grade, count, locale))
            .collect();
        let disc = tiles.disc(game.config.theme, seat).to_owned();
        let name = names::name(audience, game.participant(seat));
        let line = l10n::review_accuracy(locale, game::accuracy(review, seat), disc, name);
        (!own.is_empty()).then(|| format!("{line} · {}", counts.join(" · ")))
    }));
    lines.extend(resigned_early(view, audience));
    lines
}

/// The text about the move that decided the game.
fn turning_point_text(
    game: &Game,
    before: &Board,
    evaluation: &MoveEvaluation,
    index: usize,
    audience: Audience,
) -> String {
    let locale = audience.locale;
    let name = names::name(audience, game.participant(before.to_move()));
    let columns = column_choice(locale, &evaluation.best);
    let better = match evaluation.before.outcome(before) {
        Outcome::Win { moves: 1 } => l10n::could_win_now(locale, columns),
        Outcome::Win { moves } => l10n::could_win(locale, columns, moves),
        Outcome::Draw | Outcome::Loss { .. } => l10n::could_draw(locale, columns),
    };
    let column = evaluation.column.number();
    let played = match evaluation.after.outcome(before) {
        Outcome::Loss { .. } => l10n::move_losing(locale, column),
        Outcome::Draw | Outcome::Win { .. } => l10n::move_win_to_draw(locale, column),
    };
    l10n::review_turning_point(locale, better, name, index + 1, played)
}

/// Says that a player resigned a position that was not lost.
fn resigned_early(view: &ReviewView, audience: Audience) -> Option<String> {
    let ReviewView { game, review, .. } = view;
    let Some(GameResult::Resigned(loser)) = game.result() else { return None };
    let (index, last) = review.moves.iter().enumerate().next_back()?;
    let before = &game.positions()[index];
    let outcome = last.after.outcome(before);
    let is_mover = before.to_move() == loser;
    let name = names::name(audience, game.participant(loser));
    match (outcome, is_mover) {
        (Outcome::Draw, _) => Some(l10n::review_resigned_draw(audience.locale, name)),
        (Outcome::Win { .. }, true) | (Outcome::Loss { .. }, false) => {
            Some(l10n::review_resigned_win(audience.locale, name))
        }
        _ => None,
    }
}

/// What is said about a move that was not among the best, beyond its outcome.
enum Why {
    /// What was wrong with it, or the moves that follow it.
    Bad(String),
    /// Why a better one was good.
    Better(String),
}

/// `None` for a win that was missed, too: the outcome says it all.
fn why(review: &Review, index: usize, reasons: Reasons) -> Option<Why> {
    let evaluation = review.moves.get(index)?;
    let better = evaluation.reason_for_best();
    let against = evaluation.reason_against();
    // That a better move wins by what is on the board says more than that one reply refutes this.
    let is_shown_better = better.as_ref().is_some_and(|(_, reason)| reason.is_proof_of_win());
    let is_shown_bad = against.as_ref().is_some_and(ReasonAgainst::is_proof);
    if let Some(reason) = against.filter(|_| is_shown_bad || !is_shown_better) {
        return reasons.reason_against(&reason).map(Why::Bad);
    }
    if !evaluation.grade.is_decisive() {
        return None;
    }
    let better = better.map(|(column, reason)| Why::Better(reasons.reason_for(column, &reason)));
    better.or_else(|| {
        let variation = review.variation_from(index);
        (variation.len() > 1).then(|| Why::Bad(reasons.variation(&variation)))
    })
}

/// The text about any move: what it was worth, why it was bad, and what was better and why.
fn move_text(
    view: &ReviewView,
    before: &Board,
    evaluation: &MoveEvaluation,
    index: usize,
    audience: Audience,
) -> Vec<String> {
    let locale = audience.locale;
    let ReviewView { game, review, .. } = view;
    let name = names::name(audience, game.participant(before.to_move()));
    let (count, column) = (review.moves.len(), evaluation.column.number());
    let grade = grade(evaluation.grade, locale);
    let reasons = Reasons::new(game.config.theme, before, locale);
    let mut lines = vec![l10n::review_move(locale, column, count, grade, name, index + 1)];
    if evaluation.grade == Grade::Best {
        // A win at once needs no reason.
        let reason = evaluation.reason_for().filter(|it| *it != ReasonFor::Wins);
        lines.extend(reason.map(|reason| reasons.reason_for(evaluation.column, &reason)));
        return lines;
    }
    // The player's outcome before the move and after it, with perfect play.
    let [was, became] =
        [evaluation.before, evaluation.after].map(|score| outcome(before, score, locale));
    let gave_away = l10n::review_gave_away(locale, became, was);
    let better = l10n::review_better(locale, column_choice(locale, &evaluation.best));
    let (about_move, about_better) = match why(review, index, reasons) {
        Some(Why::Bad(sentence)) => (Some(sentence), None),
        Some(Why::Better(sentence)) => (None, Some(sentence)),
        None => (None, None),
    };
    lines.push(join_sentences([Some(gave_away), about_move]));
    lines.push(join_sentences([Some(better), about_better]));
    lines
}

fn grade(grade: Grade, locale: Locale) -> String {
    match grade {
        Grade::Best => l10n::grade_best(locale),
        Grade::Good => l10n::grade_good(locale),
        Grade::Inaccuracy => l10n::grade_inaccuracy(locale),
        Grade::Mistake => l10n::grade_mistake(locale),
        Grade::Blunder => l10n::grade_blunder(locale),
    }
}

fn grade_count(grade: Grade, count: usize, locale: Locale) -> String {
    match grade {
        Grade::Best => l10n::grade_count_best(locale, count),
        Grade::Good => l10n::grade_count_good(locale, count),
        Grade::Inaccuracy => l10n::grade_count_inaccuracy(locale, count),
        Grade::Mistake => l10n::grade_count_mistake(locale, count),
        Grade::Blunder => l10n::grade_count_blunder(locale, count),
    }
}

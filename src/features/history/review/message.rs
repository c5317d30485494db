//! Reviews of finished games (ephemeral).

use std::cmp::Ordering;

use connect4::{Column, Grade, MoveEvaluation, Outcome, ReasonAgainst, ReasonFor, Review, Seat};

use crate::{
    actions::ComponentAction,
    computer::ReviewProgress,
    features::shared::{
        Audience, Reasons, board, names,
        paging::navigation_row,
        public_views,
        reasons::{column_choice, column_list, exceptions},
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

    /// The move after the summary: the one after the turning point that it shows; without one, the
    /// first inaccuracy, else the first move.
    pub(crate) fn after_summary(&self) -> usize {
        let moves = &self.review.moves;
        let after_turning_point = self.review.turning_point().map(|index| index + 1);
        let inaccuracy = || moves.iter().position(|it| it.grade == Grade::Inaccuracy);
        (after_turning_point.or_else(inaccuracy).unwrap_or(0) + 1).min(moves.len())
    }
}

/// What is shown of a review if the process stops before it is done.
pub(crate) fn interrupted(game: &Game, locale: Locale) -> MessageBody {
    let again = board::review_button(game.id, locale);
    MessageBody::ephemeral(l10n::review_interrupted(locale)).with_buttons([again])
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
        // What the player gave up decided it.
        let no_turning_point = match ended_early(view, audience) {
            Some(_) => None,
            None => Some(l10n::review_no_turning_point(audience.locale)),
        };
        return above.into_iter().chain(no_turning_point).collect::<Vec<_>>().join("\n");
    };
    let before = &game.positions()[index];
    let name = names::of_seat(audience, game, before.to_move());
    let (count, column) = (review.moves.len(), evaluation.column.number());
    let grade = grade(evaluation.grade, audience.locale);
    let played = l10n::review_move(audience.locale, column, count, grade, name, index + 1);
    let played = match ply {
        0 => l10n::review_turning_point(audience.locale, played),
        _ => played,
    };
    let reasons = Reasons::in_game(game, before, audience, tiles);
    let below = [vec![played], remarks(review, index, evaluation, &reasons)].concat();
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
        let turning_point = Button::secondary(action, l10n::button_turning_point(locale));
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
/// whether the game ended early.
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
        let disc = tiles.disc(game.config.theme, seat);
        let name = names::of_seat(audience, game, seat);
        let line = l10n::review_accuracy(locale, game::accuracy(review, seat), disc, name);
        (!own.is_empty()).then(|| format!("{line} · {}", counts.join(" · ")))
    }));
    lines.extend(ended_early(view, audience));
    lines
}

/// Says that a player gave up more than the position did, or ran out of time in it.
fn ended_early(view: &ReviewView, audience: Audience) -> Option<String> {
    let (game, locale) = (&view.game, audience.locale);
    let last = view.review.moves.last()?.after.result();
    let standing = |seat| if seat == game.board().to_move() { last.reverse() } else { last };
    let name = |seat| names::of_seat(audience, game, seat);
    match game.result()? {
        GameResult::Resigned(seat) => match standing(seat) {
            Ordering::Greater => Some(l10n::review_resigned_winning(locale, name(seat))),
            Ordering::Equal => Some(l10n::review_resigned_drawing(locale, name(seat))),
            Ordering::Less => None,
        },
        GameResult::TimedOut(seat) => match standing(seat) {
            Ordering::Greater => Some(l10n::review_timed_out_winning(locale, name(seat))),
            Ordering::Equal => Some(l10n::review_timed_out_drawing(locale, name(seat))),
            Ordering::Less => None,
        },
        GameResult::DrawByAgreement => {
            let winning = Seat::BOTH.into_iter().find(|seat| standing(*seat).is_gt())?;
            Some(l10n::review_agreed_winning(locale, name(winning)))
        }
        _ => None,
    }
}

/// What is said about a move that was not among the best, beyond what it gave away.
enum Why {
    /// What was wrong with it, or the moves that follow it.
    Bad(String),
    /// Why a better one was good.
    Better(Column, String),
}

fn why(review: &Review, index: usize, reasons: &Reasons) -> Option<Why> {
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
    let better = better.map(|(column, reason)| Why::Better(column, reasons.reason_for(&reason)));
    better.or_else(|| reasons.variation(&review.variation_from(index)).map(Why::Bad))
}

/// Why a move was good; or what it gave away, why, and what was better and why.
fn remarks(
    review: &Review,
    index: usize,
    evaluation: &MoveEvaluation,
    reasons: &Reasons,
) -> Vec<String> {
    let locale = reasons.locale;
    if evaluation.grade == Grade::Best {
        // A win at once needs no reason.
        let reason = evaluation.reason_for().filter(|it| *it != ReasonFor::Wins);
        return reason.map(|reason| reasons.reason_for(&reason)).into_iter().collect();
    }
    // A good move has missed nothing.
    if evaluation.grade > Grade::Good
        && let Some(missed) = missed(evaluation, reasons)
    {
        return vec![missed];
    }
    let (about_move, better, about_better) = match why(review, index, reasons) {
        Some(Why::Bad(sentence)) => (Some(sentence), evaluation.best.clone(), None),
        Some(Why::Better(column, sentence)) => (None, vec![column], Some(sentence)),
        None => (None, evaluation.best.clone(), None),
    };
    let better = match exceptions(&better, reasons.board.open_columns()) {
        Some(others) => l10n::review_better_any_but(locale, column_list(locale, &others)),
        None => l10n::review_better(locale, column_choice(locale, &better)),
    };
    vec![
        join_sentences([Some(gave_away(evaluation, locale)), about_move]),
        join_sentences([Some(better), about_better]),
    ]
}

/// Says which win at once, or which block, a move has missed.
fn missed(evaluation: &MoveEvaluation, reasons: &Reasons) -> Option<String> {
    let locale = reasons.locale;
    if evaluation.before.outcome(&reasons.board) == (Outcome::Win { moves: 1 }) {
        return Some(l10n::review_missed_win(locale, column_choice(locale, &evaluation.best)));
    }
    match evaluation.reason_against()? {
        ReasonAgainst::LeavesThreat { column } => {
            Some(l10n::review_missed_block(locale, column.number(), reasons.opponent.clone()))
        }
        _ => None,
    }
}

fn gave_away(evaluation: &MoveEvaluation, locale: Locale) -> String {
    match (evaluation.before.result(), evaluation.after.result()) {
        (Ordering::Greater, Ordering::Greater) => l10n::review_slower_win(locale),
        (Ordering::Greater, Ordering::Equal) => l10n::review_win_to_draw(locale),
        (Ordering::Greater, Ordering::Less) => l10n::review_win_to_loss(locale),
        (Ordering::Equal, _) => l10n::review_draw_to_loss(locale),
        (Ordering::Less, _) => l10n::review_faster_loss(locale),
    }
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

//! Reviews of finished games (ephemeral).

use std::cmp::{Ordering, Reverse};

use connect4::{Column, Grade, MoveEvaluation, ReasonAgainst, ReasonFor, Review, Seat};

use crate::{
    actions::{ComponentAction, Navigation},
    computer::ReviewProgress,
    features::{
        flow::public_views,
        views::{
            Audience, Reasons, board, names,
            paging::navigation_row,
            reasons::{column_choice, exceptions},
        },
    },
    game::{self, Game, GameResult, PlayerId},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody, join_sentences},
    uploaded_tiles::UploadedTiles,
};

/// The length of the progress bar, in squares.
const BAR_LENGTH: usize = 10;

/// How the chances are drawn, from a loss to a win.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The most blocks in a line, so that it fits a phone.
const MAX_BLOCKS: usize = 21;

const TURNING_POINT: &str = "❗";

/// A page of a review.
pub(crate) struct ReviewView {
    pub game: Game,
    pub review: Review,
    /// The page: the number of a move, from 1, or 0 for the summary.
    pub ply: usize,
    /// The move that decided the game, from 1.
    turning_point: Option<usize>,
    /// Whether the user has positions in it to train with.
    can_train: bool,
    /// Whose chances are drawn: the user's, if they played.
    seat: Seat,
}

impl ReviewView {
    pub(crate) fn new(game: Game, review: Review, ply: usize, user: PlayerId) -> Self {
        let seat = game.seat_of(user);
        let can_train = seat.is_some_and(|seat| {
            game::training_positions(&review, seat).iter().any(|it| it.is_shown)
        });
        let result = game.result().filter(|it| it.counts());
        let turning_point = result.and_then(|it| review.turning_point(it.winner()));
        let turning_point = turning_point.map(|ply| ply + 1);
        let seat = game.seat_for(user).unwrap_or(Seat::First);
        Self { game, review, ply, turning_point, can_train, seat }
    }

    /// The move whose position is shown: on the summary that of the turning point.
    fn shown(&self) -> Option<usize> {
        Some(self.ply).filter(|ply| *ply > 0).or(self.turning_point)
    }

    /// The page that a button leads to.
    pub(super) fn target(&self, navigation: Navigation) -> usize {
        let moves = self.review.moves.len();
        match navigation {
            Navigation::Start => 1.min(moves),
            _ => navigation.target(self.shown().unwrap_or(0), moves),
        }
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
    let shown = view.shown().and_then(|shown| Some((shown, review.moves.get(shown - 1)?)));
    let Some((number, evaluation)) = shown else {
        // What the player gave up decided it.
        let is_decided = game.result().and_then(GameResult::winner).is_some();
        let no_turning_point = (is_decided && ended_early(view, audience).is_none())
            .then(|| l10n::review_no_turning_point(audience.locale));
        return above.into_iter().chain(no_turning_point).collect::<Vec<_>>().join("\n");
    };
    let before = evaluation.board;
    let name = names::of_mover(audience, game, number - 1);
    let (count, column) = (review.moves.len(), evaluation.column.number());
    let grade = (grade_names(evaluation.grade).0)(audience.locale);
    let played = l10n::review_move(audience.locale, column, count, grade, name, number);
    let played = match ply {
        0 => l10n::review_turning_point(audience.locale, played),
        _ => played,
    };
    let reasons = Reasons::in_game(game, &before, audience, tiles);
    let below = [vec![played], remarks(view, number, &reasons)].concat();
    let after = before.drop(evaluation.column).unwrap_or(before);
    let better = if evaluation.is_good() { Vec::new() } else { evaluation.good_columns() };
    board::grid(game, &after, tiles, &better).message(&above, &below)
}

fn rows(view: &ReviewView, audience: Audience) -> Vec<ActionRow> {
    let locale = audience.locale;
    let ReviewView { game, ply, can_train, .. } = view;
    let action = |navigation| ComponentAction::ReviewJump(game.id, ply_number(*ply), navigation);
    let shown = [Some(*ply), view.shown()];
    let is_other = |navigation| !shown.contains(&Some(view.target(navigation)));
    let page = |number, label| {
        let action = ComponentAction::ReviewMove(game.id, ply_number(number));
        Button::secondary(action, label).disabled(number == *ply)
    };
    let summary = (*ply > 0).then(|| page(0, l10n::button_summary(locale)));
    let turning_point =
        view.turning_point.map(|number| page(number, l10n::button_turning_point(locale)));
    let train = can_train.then(|| {
        Button::secondary(ComponentAction::OpenTraining(game.id), l10n::button_train(locale))
    });
    let buttons: Vec<Button> = summary.into_iter().chain(turning_point).chain(train).collect();
    let mut rows = vec![navigation_row(action, is_other, locale)];
    rows.extend((!buttons.is_empty()).then_some(ActionRow::Buttons(buttons)));
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
            .map(|(grade, count)| (grade_names(grade).1)(locale, count))
            .collect();
        let disc = tiles.disc(game.config.theme, seat);
        let name = names::of_seat(audience, game, seat);
        let line = l10n::review_accuracy(locale, game::accuracy(review, seat), disc, name);
        (!own.is_empty()).then(|| format!("{line} · {}", counts.join(" · ")))
    }));
    lines.extend(best_of_channel(view, audience));
    lines.extend(course(view, audience, tiles));
    lines.extend(ended_early(view, audience));
    lines
}

/// The channel's best disc, if one was good: of the best grade, where the fewest columns were as good,
/// and the last one of those.
fn best_of_channel(view: &ReviewView, audience: Audience) -> Option<String> {
    let moves = view.review.moves.iter().enumerate();
    let own = moves.filter(|(ply, _)| view.game.dropper(*ply).is_some());
    let good = own.filter(|(_, it)| it.grade <= Grade::Good);
    let order =
        |(ply, it): &(usize, &MoveEvaluation)| (it.grade, it.good_columns().len(), Reverse(*ply));
    let (ply, best) = good.min_by_key(order)?;
    let (column, name) = (best.column.number(), names::of_mover(audience, &view.game, ply));
    Some(l10n::together_best(audience.locale, column, name, ply + 1))
}

/// How the game went for one of the players, as blocks that rise and fall, with the turning point
/// before the one that it is in.
fn course(view: &ReviewView, audience: Audience, tiles: &UploadedTiles) -> Option<String> {
    let points: Vec<f64> = view.review.expected_points(view.seat).collect();
    let moves_each = points.len().div_ceil(MAX_BLOCKS).max(1);
    let turning_point = view.turning_point.map(|number| (number - 1) / moves_each);
    let blocks = points.chunks(moves_each).enumerate().map(|(index, points)| {
        let last = points.last().copied().unwrap_or_default();
        let height = (1..8u8).filter(|step| last >= f64::from(*step) / 8.0).count();
        let sign = if turning_point == Some(index) { TURNING_POINT } else { "" };
        format!("{sign}{}", BLOCKS[height])
    });
    let blocks: String = blocks.collect();
    let disc = tiles.disc(view.game.config.theme, view.seat);
    let name = names::of_seat(audience, &view.game, view.seat);
    let course = markdown::small(&l10n::review_course(audience.locale, disc, name));
    (!blocks.is_empty()).then(|| format!("{course}\n{blocks}"))
}

/// Says that a player gave up more than the position did, or ran out of time in it.
fn ended_early(view: &ReviewView, audience: Audience) -> Option<String> {
    let (game, locale) = (&view.game, audience.locale);
    let standing = |seat| view.review.standing(seat);
    let name = |seat| names::of_seat(audience, game, seat);
    match game.result()? {
        GameResult::Resigned(seat) => match standing(seat)? {
            Ordering::Greater => Some(l10n::review_resigned_winning(locale, name(seat))),
            Ordering::Equal => Some(l10n::review_resigned_even(locale, name(seat))),
            Ordering::Less => None,
        },
        GameResult::TimedOut(seat) => match standing(seat)? {
            Ordering::Greater => Some(l10n::review_timed_out_winning(locale, name(seat))),
            Ordering::Equal => Some(l10n::review_timed_out_even(locale, name(seat))),
            Ordering::Less => None,
        },
        GameResult::DrawByAgreement => {
            let winning =
                Seat::BOTH.into_iter().find(|seat| standing(*seat) == Some(Ordering::Greater))?;
            Some(l10n::review_agreed_winning(locale, name(winning)))
        }
        _ => None,
    }
}

/// What is said about a mistake or the turning point beside what it cost: what was wrong with it, or
/// the moves that follow it; or a better column, and why that was good.
fn why(
    review: &Review,
    number: usize,
    evaluation: &MoveEvaluation,
    reasons: &Reasons,
) -> (Option<String>, Option<(Column, String)>) {
    let better = evaluation.reason_for_best();
    let against = evaluation.reason_against();
    // That a better move wins by what is on the board says more than that one reply refutes this.
    let is_shown_better = better.as_ref().is_some_and(|(_, reason)| reason.is_proof_of_win());
    let is_shown_bad = against.as_ref().is_some_and(ReasonAgainst::is_proof);
    if let Some(reason) = against.filter(|_| is_shown_bad || !is_shown_better) {
        return (reasons.reason_against(&reason), None);
    }
    match better {
        Some((column, reason)) => (None, Some((column, reasons.reason_for(&reason)))),
        None => (reasons.losing_variation(evaluation, &review.variation_from(number - 1)), None),
    }
}

/// Why a move was good; or what it cost, why, and what was better and why.
fn remarks(view: &ReviewView, number: usize, reasons: &Reasons) -> Vec<String> {
    let (locale, evaluation) = (reasons.locale, &view.review.moves[number - 1]);
    if evaluation.is_good() {
        // A win at once needs no reason.
        let reason = evaluation.reason_for().filter(|it| *it != ReasonFor::Wins);
        return reason.map(|reason| reasons.reason_for(&reason)).into_iter().collect();
    }
    // What only shows many discs later is no matter elsewhere.
    let is_near = evaluation.cost().is_some_and(|it| game::can_be_seen(it.moves()));
    let is_told = evaluation.grade.is_mistake()
        || evaluation.grade == Grade::Inaccuracy && is_near
        || view.turning_point == Some(number);
    if let Some(overlooked) = reasons.overlooked(evaluation).filter(|_| is_told) {
        return vec![overlooked];
    }
    let (about_move, best) =
        if is_told { why(&view.review, number, evaluation, reasons) } else { (None, None) };
    let mut better = evaluation.good_columns();
    let name = |columns: &[Column]| {
        let columns = column_choice(locale, columns);
        if evaluation.was_behind() {
            l10n::review_holds_out(locale, columns)
        } else {
            l10n::review_better(locale, columns)
        }
    };
    let better = match (exceptions(&better, reasons.board.open_columns()), best) {
        (Some(others), _) => l10n::review_better_any_but(locale, column_choice(locale, &others)),
        (None, Some((column, why))) => {
            better.retain(|it| *it != column);
            let others = reasons.good_as_well(&better);
            join_sentences([Some(name(&[column])), Some(why), others])
        }
        (None, None) => name(&better),
    };
    let cost = reasons.cost(evaluation).filter(|_| is_told);
    let about_move = join_sentences([cost, about_move]);
    [about_move, better].into_iter().filter(|line| !line.is_empty()).collect()
}

/// What a grade is called, and how many moves have it.
fn grade_names(grade: Grade) -> (l10n::Text, fn(Locale, usize) -> String) {
    match grade {
        Grade::Best => (l10n::grade_best, l10n::grade_count_best),
        Grade::Good => (l10n::grade_good, l10n::grade_count_good),
        Grade::Inaccuracy => (l10n::grade_inaccuracy, l10n::grade_count_inaccuracy),
        Grade::Mistake => (l10n::grade_mistake, l10n::grade_count_mistake),
        Grade::Blunder => (l10n::grade_blunder, l10n::grade_count_blunder),
    }
}

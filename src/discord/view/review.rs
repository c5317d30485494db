//! Reviews, to the asker alone.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{
    Body,
    board::{self, button},
    hint,
    look::Look,
    names, replay,
};
use crate::{
    locale::Locale,
    play::{Game, Refusal},
    service::{Press, Progress, ReviewNews, Reviewed},
    texts,
};
use connect4::{Board, Grade, MoveEvaluation, Outcome, Seat};

/// Marks the columns that would have been better.
const BETTER: &str = "✅";

/// How many squares a full progress bar has.
const BAR: usize = 10;

/// What is new of a review that was promised.
pub(super) fn news(news: &ReviewNews, reader: Locale) -> Body {
    match news {
        ReviewNews::Progress(now) => progress(*now, reader),
        ReviewNews::Done(reviewed) => draw(reviewed, reader),
        ReviewNews::Failed => {
            Body::whisper(super::refusal::sentence(reader, &Refusal::ReviewFailed))
        }
    }
}

/// How far a review has come.
pub(super) fn progress(progress: Progress, reader: Locale) -> Body {
    let Progress { done, of, waits } = progress;
    if waits {
        return Body::whisper(texts::review_waiting(reader));
    }
    let full = (BAR * done).checked_div(of).unwrap_or(BAR);
    let bar = "🟦".repeat(full) + &"⬜".repeat(BAR - full);
    Body::whisper(texts::review_working(reader, bar, done, of))
}

/// One move of a review, or the whole with the move that decided the game.
pub(super) fn draw(reviewed: &Reviewed, reader: Locale) -> Body {
    let Reviewed { game, review, ply } = reviewed;
    let turning_point = review.turning_point();
    let shown = ply.checked_sub(1).or(turning_point);
    let mut lines = match ply {
        0 => summary(reviewed, reader),
        _ => vec![board::title(game)],
    };
    if let Some((index, judgement)) = shown.zip(shown.and_then(|it| review.moves.get(it))) {
        let positions = game.positions();
        let before = &positions[index];
        lines.push(position(game, before, judgement));
        lines.push(match ply {
            0 => turned(game, before, judgement, index, reader),
            _ => judged(reviewed, before, judgement, index, reader),
        });
    } else {
        lines.push(texts::review_no_turning_point(reader));
    }
    let mut rows = vec![replay::jumps(
        |jump| Press::ReviewJump { game: game.id, ply: ply_number(*ply), jump: Some(jump) },
        *ply,
        review.moves.len(),
    )];
    rows.extend(turning_point.map(|index| {
        let there = ply_number(index + 1);
        let press = Press::ReviewJump { game: game.id, ply: there, jump: None };
        let label = texts::button_turning_point(reader);
        let button = button(press, label, ButtonStyle::Secondary);
        CreateActionRow::Buttons(vec![button.disabled(*ply == index + 1)])
    }));
    Body::new(lines.join("\n"), rows).quietly()
}

fn ply_number(ply: usize) -> u8 {
    u8::try_from(ply).unwrap_or(u8::MAX)
}

/// How well both played.
fn summary(reviewed: &Reviewed, reader: Locale) -> Vec<String> {
    let Reviewed { game, review, .. } = reviewed;
    let mut lines = vec![texts::review_title(reader, board::title(game))];
    lines.extend(Seat::BOTH.map(|seat| {
        let disc = Look::of(game.setup.theme).disc(seat);
        let name = names::name(reader, game.seated(seat));
        // Who never had a choice gave nothing away.
        let accuracy = review.accuracy(seat).unwrap_or(100);
        let own = review.moves.iter().skip(seat.index()).step_by(2);
        let grades: Vec<Grade> = own.map(|judgement| judgement.grade).collect();
        let counts: Vec<String> = Grade::ALL
            .into_iter()
            .map(|grade| (grade, grades.iter().filter(|it| **it == grade).count()))
            .filter(|(_, count)| *count > 0)
            .map(|(grade, count)| format!("{} {count}", sign(grade)))
            .collect();
        let line = texts::review_accuracy(reader, disc, name, accuracy);
        format!("{line} · {}", counts.join(" · "))
    }));
    lines
}

/// The board after a move, with the better columns marked.
fn position(game: &Game, before: &Board, judgement: &MoveEvaluation) -> String {
    let after = before.drop(judgement.column).unwrap_or(*before);
    let is_better = |column| judgement.grade != Grade::Best && judgement.best.contains(&column);
    let mark = |column| is_better(column).then_some(BETTER);
    let look = Look::of(game.setup.theme);
    board::marked_grid(&after, &after.winning_lines(), look, mark).trim_end().to_owned()
}

/// The sentence about the move that decided the game.
fn turned(
    game: &Game,
    before: &Board,
    judgement: &MoveEvaluation,
    index: usize,
    reader: Locale,
) -> String {
    let name = names::name(reader, game.seated(before.to_move()));
    let [was, became] = outcomes(before, judgement, reader);
    let better = hint::list(reader, &judgement.best);
    let column = judgement.column.number();
    texts::review_turning_point(reader, index + 1, name, column, was, became, better)
}

/// The sentences about any move.
fn judged(
    reviewed: &Reviewed,
    before: &Board,
    judgement: &MoveEvaluation,
    index: usize,
    reader: Locale,
) -> String {
    let Reviewed { game, review, .. } = reviewed;
    let name = names::name(reader, game.seated(before.to_move()));
    let (count, column) = (review.moves.len(), judgement.column.number());
    let grade = grade(judgement.grade, reader);
    let told = texts::review_move(reader, index + 1, count, name, column, grade);
    if judgement.grade == Grade::Best {
        return told;
    }
    let [was, became] = outcomes(before, judgement, reader);
    let better = hint::list(reader, &judgement.best);
    format!("{told}\n{}", texts::review_gave_away(reader, was, became, better))
}

/// What the mover had, and what they kept.
fn outcomes(before: &Board, judgement: &MoveEvaluation, reader: Locale) -> [String; 2] {
    [judgement.before, judgement.after].map(|score| match score.outcome(before) {
        Outcome::Win { moves } => texts::outcome_win(reader, moves),
        Outcome::Draw => texts::outcome_draw(reader),
        Outcome::Loss { moves } => texts::outcome_loss(reader, moves),
    })
}

fn grade(grade: Grade, reader: Locale) -> String {
    match grade {
        Grade::Best => texts::grade_best(reader),
        Grade::Good => texts::grade_good(reader),
        Grade::Inaccuracy => texts::grade_inaccuracy(reader),
        Grade::Mistake => texts::grade_mistake(reader),
        Grade::Blunder => texts::grade_blunder(reader),
    }
}

/// The emoji that a grade's name begins with, for where there is no room for it.
const fn sign(grade: Grade) -> &'static str {
    match grade {
        Grade::Best => "⭐",
        Grade::Good => "👍",
        Grade::Inaccuracy => "⁉️",
        Grade::Mistake => "❓",
        Grade::Blunder => "❌",
    }
}

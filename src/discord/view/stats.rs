//! Somebody's results, to the asker alone.

use super::{Body, body::File, lists::record, names};
use crate::{
    discord::markdown,
    locale::Locale,
    play::{Outcome, Summary},
    rating::Rating,
    service::Stats,
    texts,
};

pub(super) fn draw(stats: &Stats, reader: Locale) -> Body {
    let name = markdown::name(&stats.player.name);
    let summary = &stats.summary;
    if summary.games() == 0 && summary.by_level().next().is_none() {
        return Body::whisper(texts::stats_none(reader, name));
    }
    let mut lines = vec![texts::stats_title(reader, name.clone())];
    lines.extend(stats.here.map(|here| texts::stats_here(reader, record(here, reader))));
    lines.push(texts::stats_everywhere(reader, record(stats.everywhere, reader)));
    lines.extend(ratings(stats, reader));
    lines.extend(streaks(summary, reader));
    lines.extend(details(summary, reader));
    lines.extend(summary.by_level().map(|(level, results)| {
        texts::stats_computer(reader, names::level(reader, level), record(results, reader))
    }));
    lines.extend(stats.versus.as_ref().map(|(opponent, versus)| {
        let opponent = markdown::name(&opponent.name);
        if versus.games() == 0 {
            texts::stats_versus_none(reader, name, opponent)
        } else {
            texts::stats_versus(reader, opponent, record(*versus, reader))
        }
    }));
    let body = Body::whisper(lines.join("\n"));
    match &stats.picture {
        Some(picture) => body.with(File {
            name: "rating.png",
            // As texts, since numbers would be grouped by thousands.
            description: texts::stats_picture(
                reader,
                picture.first.to_string(),
                picture.last.to_string(),
            ),
            bytes: picture.png.clone(),
        }),
        None => body,
    }
}

fn ratings(stats: &Stats, reader: Locale) -> impl Iterator<Item = String> {
    let here = stats.rating_here.map(|it| texts::stats_rating_here(reader, rating(it, reader)));
    let everywhere = stats
        .rating_everywhere
        .map(|it| texts::stats_rating_everywhere(reader, rating(it, reader)));
    here.into_iter().chain(everywhere)
}

fn rating(rating: Rating, reader: Locale) -> String {
    let (value, deviation) = (rating.shown().to_string(), format!("{:.0}", rating.deviation));
    if rating.is_provisional() {
        texts::rating_unsure(reader, value, deviation)
    } else {
        texts::rating_sure(reader, value, deviation)
    }
}

fn streaks(summary: &Summary, reader: Locale) -> Option<String> {
    let (outcome, count) = summary.streak?;
    let now = match outcome {
        Outcome::Win => texts::stats_streak_wins(reader, count),
        Outcome::Loss => texts::stats_streak_losses(reader, count),
        Outcome::Draw => texts::stats_streak_draws(reader, count),
    };
    Some(match summary.best_streak {
        0 => now,
        best => format!("{now} · {}", texts::stats_best_streak(reader, best)),
    })
}

fn details(summary: &Summary, reader: Locale) -> Vec<String> {
    let Some(length) = summary.average_plies() else { return Vec::new() };
    let [first, second] = summary.by_seat.map(|results| record(results, reader));
    let mut lines = vec![
        texts::stats_first(reader, first),
        texts::stats_second(reader, second),
        texts::stats_length(reader, length),
    ];
    lines.extend(summary.best_opening().map(|best| {
        let (wins, games) = (best.record.wins, best.record.games());
        texts::stats_opening(reader, best.column.number(), wins, games)
    }));
    lines
}

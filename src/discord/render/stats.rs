//! A player's statistics (ephemeral).

use super::{
    MessageBody,
    games::record,
    message::MessageFile,
    names::{self, Audience},
    public,
};
use crate::{
    actions::ComponentAction,
    game::{PlayerResult, RecentAccuracy, Statistics},
    l10n,
    locale::Locale,
    rating::{self, Rating},
    service::StatsView,
};

pub(super) fn render(stats: &StatsView, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let name = names::person(audience, &stats.player);
    let summary = &stats.statistics;
    if summary.games == 0 && summary.by_level().next().is_none() {
        return MessageBody::ephemeral(l10n::stats_none(locale, name));
    }
    let mut lines = vec![l10n::stats_title(locale, name.clone())];
    lines.extend(records(stats, locale));
    lines.extend(ratings(stats, locale));
    lines.extend(accuracy(stats.accuracy, locale));
    lines.extend(streaks(summary, locale));
    lines.extend(against_computer(summary, locale));
    lines.extend(stats.versus.as_ref().map(|(opponent, versus)| {
        let opponent = names::person(audience, opponent);
        if versus.games() == 0 {
            l10n::stats_versus_none(locale, name, opponent)
        } else {
            l10n::stats_versus(locale, opponent, record(*versus, locale))
        }
    }));
    // Nothing may be stored of somebody without a game.
    let share = match stats.versus.as_ref().filter(|it| it.1.games() > 0) {
        Some((opponent, _)) => ComponentAction::ShareRecord(stats.player.id, opponent.id),
        None => ComponentAction::ShareStats(stats.player.id),
    };
    let rows = Vec::from_iter(public::show_everyone_row(share, audience));
    let body = MessageBody::new(lines.join("\n"), rows).into_ephemeral();
    match &stats.rating_chart {
        Some(picture) => body.with_file(MessageFile {
            name: "rating.png".into(),
            // As strings, since Fluent would group numbers by thousands.
            description: l10n::stats_picture(
                locale,
                picture.first.to_string(),
                picture.last.to_string(),
            ),
            bytes: picture.png.clone(),
        }),
        None => body,
    }
}

/// The records in the server and everywhere, once if they are equal. None if there were no
/// games against people.
fn records(stats: &StatsView, locale: Locale) -> Vec<String> {
    let (here, everywhere) = (stats.record_here, stats.record_everywhere);
    if everywhere.games() == 0 {
        return Vec::new();
    }
    let here = here.filter(|here| here.games() > 0);
    let elsewhere = (here != Some(everywhere)).then_some(everywhere);
    let here = here.map(|it| l10n::stats_here(locale, record(it, locale)));
    let elsewhere = elsewhere.map(|it| l10n::stats_everywhere(locale, record(it, locale)));
    here.into_iter().chain(elsewhere).collect()
}

/// How many games against the computer were won, by level.
fn against_computer(summary: &Statistics, locale: Locale) -> Option<String> {
    let levels: Vec<_> = summary
        .by_level()
        .map(|(level, results)| {
            l10n::stats_level(locale, results.games(), names::level(locale, level), results.wins)
        })
        .collect();
    (!levels.is_empty()).then(|| l10n::stats_computer(locale, levels.join(" · ")))
}

/// The ratings in the server and everywhere, once if they look the same, and how many games they
/// need to be ranked: said once if it is the same number for both.
fn ratings(stats: &StatsView, locale: Locale) -> Vec<String> {
    let numbers = |it: Rating| (it.rounded().to_string(), format!("{:.0}", it.deviation));
    let shown = |it: Rating| (numbers(it), games_needed(it));
    let rating_everywhere =
        stats.rating_everywhere.filter(|it| stats.rating_here.map(shown) != Some(shown(*it)));
    let needed = [stats.rating_here, rating_everywhere].map(|it| it.and_then(games_needed));
    let common = needed[0].filter(|_| needed[0] == needed[1]);
    let text = |rating: Rating| {
        let (value, deviation) = numbers(rating);
        match games_needed(rating) {
            None => l10n::rating_sure(locale, deviation, value),
            Some(games) if common.is_none() => {
                l10n::rating_unsure_until(locale, deviation, games, value)
            }
            Some(_) => l10n::rating_unsure(locale, deviation, value),
        }
    };
    let here = stats.rating_here.map(|it| l10n::stats_rating_here(locale, text(it)));
    let everywhere = rating_everywhere.map(|it| l10n::stats_rating_everywhere(locale, text(it)));
    let common = common.map(|games| l10n::stats_games_needed(locale, games));
    [here, everywhere, common].into_iter().flatten().collect()
}

/// About how many more rated games the player needs to be ranked. `None` if they are.
fn games_needed(rating: Rating) -> Option<u32> {
    rating.is_provisional().then(|| rating::games_until_ranked(rating.deviation))
}

/// The accuracy in the last games, and in how many of them. None if none was reviewed.
fn accuracy(recent: RecentAccuracy, locale: Locale) -> Option<String> {
    let percent = recent.percent()?;
    Some(if recent.reviewed == recent.games {
        l10n::stats_accuracy_all(locale, percent, recent.games)
    } else {
        l10n::stats_accuracy(locale, percent, recent.games, recent.reviewed)
    })
}

fn streaks(summary: &Statistics, locale: Locale) -> Option<String> {
    let (outcome, count) = summary.streak?;
    let current = match outcome {
        PlayerResult::Win => l10n::stats_streak_wins(locale, count),
        PlayerResult::Loss => l10n::stats_streak_losses(locale, count),
        PlayerResult::Draw => l10n::stats_streak_draws(locale, count),
    };
    Some(match summary.best_streak {
        0 => current,
        best => format!("{current} · {}", l10n::stats_best_streak(locale, best)),
    })
}

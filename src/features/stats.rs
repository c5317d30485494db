//! Player statistics.

use crate::{
    actions::ComponentAction,
    features::{
        flow::public_views::{self, show_everyone_row},
        request::{Command, CommandOption, OptionKind, RequestContext, RequestResult},
        views::{
            Audience, leaderboard_lines,
            names::{self, record},
            pictures,
        },
    },
    game::{
        Player, PlayerId, PlayerResult, PuzzleNumber, PuzzleStreak, RecentAccuracy, Scope,
        Statistics,
    },
    l10n,
    locale::Locale,
    markdown,
    message::{MessageBody, MessageFile},
    picture,
    rating::{self, Rating},
    store::{Medal, StoreResult},
};

pub(crate) const STATS: Command =
    Command::slash("stats", l10n::command_stats, |ctx| Box::pin(stats(ctx))).with_options(|| {
        vec![
            CommandOption::new(PLAYER, l10n::command_stats_player, OptionKind::User),
            CommandOption::new(VERSUS, l10n::command_stats_versus, OptionKind::User),
        ]
    });

const PLAYER: &str = "player";
const VERSUS: &str = "versus";

/// How many medals are shown.
const MAX_MEDALS: u8 = 12;

/// The least number of rated games for which there is a chart.
const MIN_CHARTED_GAMES: usize = 5;

/// A player's statistics, by default the user's, and their record against another player.
async fn stats(ctx: RequestContext<'_>) -> RequestResult {
    let input = &ctx.request.input;
    let player = input.player(PLAYER)?.unwrap_or_else(|| ctx.request.user.clone());
    // The results against the computer are shown in any case.
    let stats = load(ctx, player, input.player(VERSUS).unwrap_or(None)).await?;
    let is_told = match ctx.guild().filter(|_| stats.player.id == ctx.user_id()) {
        Some(guild) => ctx.service.store.tell_of_reset(guild, ctx.user_id()).await?,
        None => false,
    };
    Ok(ctx.reply(|audience, _| {
        let body = message(&stats, ctx.user_id(), audience);
        if is_told { body.with_line(&l10n::stats_reset(audience.locale)) } else { body }
    }))
}

/// Posts a player's statistics for everyone.
pub(super) async fn share(
    ctx: RequestContext<'_>,
    player: PlayerId,
    versus: Option<PlayerId>,
) -> RequestResult {
    public_views::check(ctx)?;
    let (action, versus) = match versus {
        Some(id) => (ComponentAction::ShareRecord(player, id), Some(ctx.player(id).await?)),
        None => (ComponentAction::ShareStats(player), None),
    };
    let player = ctx.player(player).await?;
    // Who is hidden is told that alone.
    let stats = PlayerStats { is_hidden: false, ..load(ctx, player, versus).await? };
    let locale = public_views::begin(ctx, action).await?;
    Ok(public_views::reply(ctx, locale, None, None, |audience, _| {
        message(&stats, ctx.user_id(), audience)
    }))
}

/// A player's statistics.
struct PlayerStats {
    player: Player,
    /// The current rating in this server.
    rating_here: Option<Rating>,
    /// The current global rating.
    rating_everywhere: Option<Rating>,
    /// Over all servers and direct messages.
    statistics: Statistics,
    /// Over all servers and direct messages.
    accuracy: RecentAccuracy,
    /// The opponent of the best win, by name in a server, and their rating.
    best_win: Option<(Option<Player>, u16)>,
    puzzle_streak: PuzzleStreak,
    /// Whether the managers of this server have hidden the player from its leaderboards.
    is_hidden: bool,
    /// In this server.
    medals: Vec<Medal>,
    /// The one opponent whom the record is against.
    versus: Option<Player>,
    /// Of the rating in this server, or globally in direct messages.
    rating_chart: Option<RatingChart>,
}

/// A rating over time as a PNG, with the first and the last one.
type RatingChart = (Vec<u8>, [u16; 2]);

/// Loads a player's statistics, and their record against another player.
async fn load(
    ctx: RequestContext<'_>,
    player: Player,
    versus: Option<Player>,
) -> StoreResult<PlayerStats> {
    let store = &ctx.service.store;
    let here = ctx.guild().map(Scope::Guild);
    let rating_here = match here {
        Some(scope) => store.rating(scope, player.id).await?,
        None => None,
    };
    let versus = versus.filter(|versus| versus.id != player.id);
    let scope = here.unwrap_or(Scope::Global);
    let statistics = store.statistics(player.id, scope, versus.as_ref().map(|it| it.id)).await?;
    let best_win = match statistics.best_win {
        // Whom somebody has met in another server is not told here.
        Some((opponent, rating)) if here.is_some() => {
            Some((store.player(opponent, ctx.guild()).await?, rating))
        }
        best_win => best_win.map(|(_, rating)| (None, rating)),
    };
    let today = PuzzleNumber::of_day(ctx.now);
    let solved_puzzles = store.solved_puzzles(player.id, today.next()).await?;
    let (is_hidden, medals) = match ctx.guild() {
        Some(guild) if store.is_hidden(guild, player.id).await? => (true, Vec::new()),
        Some(guild) => (false, store.medals(guild, player.id, MAX_MEDALS).await?),
        None => (false, Vec::new()),
    };
    Ok(PlayerStats {
        rating_here,
        rating_everywhere: store.rating(Scope::Global, player.id).await?,
        statistics,
        accuracy: store.recent_accuracy(player.id).await?,
        best_win,
        puzzle_streak: PuzzleStreak::on_day_of(today, &solved_puzzles),
        is_hidden,
        medals,
        versus,
        rating_chart: rating_chart(ctx, scope, player.id).await?,
        player,
    })
}

/// A chart of a player's rating. Returns `None` after too few games.
async fn rating_chart(
    ctx: RequestContext<'_>,
    scope: Scope,
    player: PlayerId,
) -> StoreResult<Option<RatingChart>> {
    let service = ctx.service;
    let points = service.store.rating_points(scope, player).await?;
    let [first, .., last] = *points else { return Ok(None) };
    if points.len() < MIN_CHARTED_GAMES {
        return Ok(None);
    }
    // With too much under way there is no chart; the numbers do.
    let Ok(_workload) = service.workloads.begin(ctx.user_id()) else { return Ok(None) };
    let ends = [first, last].map(|point| rating::rounded(point.value));
    let png = pictures::draw(move || picture::rating_chart(&points)).await;
    Ok(png.map(|png| (png, ends)))
}

fn message(stats: &PlayerStats, user: PlayerId, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let name = names::person(audience, &stats.player);
    let is_own = stats.player.id == user;
    let summary = &stats.statistics;
    let puzzle_streak = puzzle_streak(stats.puzzle_streak, locale);
    if summary.record.games() == 0 && summary.by_level().next().is_none() && puzzle_streak.is_none()
    {
        return MessageBody::ephemeral(if is_own {
            l10n::stats_none_own(locale)
        } else {
            l10n::stats_none(locale, name)
        });
    }
    let mut lines = vec![l10n::stats_title(locale, name.clone())];
    lines.extend(ratings(stats, locale));
    lines.extend(streaks(summary, locale));
    lines.extend(puzzle_streak);
    lines.extend(stats.medals.iter().map(|it| {
        let players = leaderboard_lines::counted(locale, it.players);
        l10n::stats_medal(locale, it.place, it.season, players)
    }));
    lines.extend(best_win(stats, audience));
    lines.extend(records(summary, locale));
    lines.extend(accuracy(stats.accuracy, locale));
    let levels = summary.by_level().map(|(level, results)| {
        l10n::stats_level(locale, results.games(), names::level(locale, level), results.wins)
    });
    let levels: Vec<_> = levels.collect();
    if !levels.is_empty() {
        lines.push(l10n::stats_computer(locale, levels.join(" · ")));
    }
    let versus = summary.record_versus;
    lines.extend(stats.versus.as_ref().map(|opponent| {
        let opponent = names::person(audience, opponent);
        if versus.games() > 0 {
            l10n::stats_versus(locale, opponent, record(versus, locale))
        } else if is_own {
            l10n::stats_versus_none_own(locale, opponent)
        } else {
            l10n::stats_versus_none(locale, name, opponent)
        }
    }));
    if stats.is_hidden && is_own {
        lines.push(markdown::small(&l10n::leaderboard_own_hidden(locale)));
    }
    // Nothing may be stored of somebody without a game.
    let share = match stats.versus.as_ref().filter(|_| versus.games() > 0) {
        Some(opponent) => ComponentAction::ShareRecord(stats.player.id, opponent.id),
        None => ComponentAction::ShareStats(stats.player.id),
    };
    let rows = Vec::from_iter(show_everyone_row(share, audience));
    let file = stats.rating_chart.as_ref().map(|(png, [first, last])| MessageFile {
        name: "rating.png".into(),
        // As strings, since Fluent would group numbers by thousands.
        description: l10n::stats_picture(locale, first.to_string(), last.to_string()),
        bytes: png.clone(),
    });
    MessageBody { file, ..MessageBody::new(lines.join("\n"), rows).into_ephemeral() }
}

/// The records in the server and everywhere, once if they are equal. None if there were no
/// games against people.
fn records(summary: &Statistics, locale: Locale) -> Vec<String> {
    let (here, everywhere) = (summary.record_here, summary.record);
    let here_line = || l10n::stats_here(locale, record(here, locale));
    let everywhere_line = || l10n::stats_everywhere(locale, record(everywhere, locale));
    let lines = [(here.games() > 0).then(here_line), (here != everywhere).then(everywhere_line)];
    lines.into_iter().flatten().collect()
}

/// The ratings in the server and everywhere, once if they look the same, each with how many games it
/// needs to be certain.
fn ratings(stats: &PlayerStats, locale: Locale) -> Vec<String> {
    let text = |rating: Rating| {
        // As strings, since Fluent would group numbers by thousands.
        let value = rating::rounded(rating.value).to_string();
        match rating::games_until_ranked(rating.deviation) {
            0 => l10n::rating_sure(locale, value),
            games => l10n::rating_unsure(locale, games, value),
        }
    };
    let [here, everywhere] = [stats.rating_here, stats.rating_everywhere].map(|it| it.map(text));
    let everywhere = everywhere.filter(|it| here.as_ref() != Some(it));
    let here = here.map(|it| l10n::stats_rating_here(locale, it));
    let everywhere = everywhere.map(|it| l10n::stats_rating_everywhere(locale, it));
    here.into_iter().chain(everywhere).collect()
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

/// The rating of the strongest opponent whom the player has beaten.
fn best_win(stats: &PlayerStats, audience: Audience) -> Option<String> {
    let (opponent, rating) = stats.best_win.as_ref()?;
    // As a string, since Fluent would group it by thousands.
    let rating = rating.to_string();
    Some(match opponent {
        Some(opponent) => {
            l10n::stats_best_win(audience.locale, names::person(audience, opponent), rating)
        }
        None => l10n::stats_best_win_unnamed(audience.locale, rating),
    })
}

/// The streak of days on which the player has solved the puzzle, unless it is over.
fn puzzle_streak(streak: PuzzleStreak, locale: Locale) -> Option<String> {
    match streak {
        PuzzleStreak::Running(days) => Some(l10n::stats_puzzle_streak(locale, days)),
        PuzzleStreak::Survived(days) => Some(l10n::stats_puzzle_streak_survived(locale, days)),
        PuzzleStreak::Never | PuzzleStreak::Over(_) => None,
    }
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

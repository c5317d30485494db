//! Leaderboards.

use crate::{
    actions::{ComponentAction, LeaderboardQuery},
    features::shared::{
        command::{Command, CommandOption},
        context::RequestContext,
        names::{self, Audience, record},
        paging::page_buttons,
        public_views::{self, show_everyone_row},
        response::{RequestError, Response},
    },
    game::{GuildId, LeaderboardId, Period, PlayerId, Refusal, Scope, SortBy},
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody},
    store::{LeaderboardEntries, LeaderboardEntry, PageCursor},
};

pub(crate) const LEADERBOARD: Command =
    Command::slash("leaderboard", l10n::command_leaderboard, |ctx| {
        let input = &ctx.request.input;
        let query = LeaderboardQuery {
            everywhere: input.text(SCOPE).map(|scope| scope == SCOPE_EVERYWHERE),
            period: input
                .text(PERIOD)
                .and_then(|name| name.parse().ok())
                .unwrap_or(Period::AllTime),
            sort_by: None,
            cursor: PageCursor::First,
        };
        Box::pin(leaderboard(ctx, query))
    })
    .with_options(command_options);

const SCOPE: &str = "scope";
const SCOPE_SERVER: &str = "server";
const SCOPE_EVERYWHERE: &str = "everywhere";
const PERIOD: &str = "period";

fn command_options() -> Vec<CommandOption> {
    let scope = |locale, scope| match scope {
        SCOPE_SERVER => l10n::scope_server(locale),
        _ => l10n::scope_everywhere(locale),
    };
    let scopes = [SCOPE_SERVER, SCOPE_EVERYWHERE];
    let period = |it: Period| it.name().to_owned();
    vec![
        CommandOption::choices(
            SCOPE,
            l10n::command_leaderboard_scope,
            scopes,
            str::to_owned,
            scope,
        ),
        CommandOption::choices(
            PERIOD,
            l10n::command_leaderboard_period,
            Period::ALL,
            period,
            names::period,
        ),
    ]
}

/// The number of entries per page.
const PAGE_SIZE: u8 = 10;

/// By default, a leaderboard is sorted by rating once it has this many ranked
/// players.
const MIN_RANKED_PLAYERS: u64 = 3;

/// A page of a leaderboard.
pub(super) async fn leaderboard(
    ctx: RequestContext<'_>,
    query: LeaderboardQuery,
) -> Result<Response, RequestError> {
    let page = load(ctx, query).await?;
    Ok(ctx.reply(|audience, _| message(&page, audience)))
}

/// Posts a page for everyone.
pub(super) async fn share(
    ctx: RequestContext<'_>,
    query: LeaderboardQuery,
) -> Result<Response, RequestError> {
    public_views::check(ctx)?;
    // The message is for nobody in particular.
    let page = Page { user: None, own_entry: None, ..load(ctx, query).await? };
    let locale = public_views::begin(ctx, ComponentAction::ShareLeaderboard(query)).await?;
    Ok(public_views::reply(ctx, locale, None, None, |audience, _| message(&page, audience)))
}

/// A page of a leaderboard.
struct Page {
    leaderboard: LeaderboardId,
    cursor: PageCursor,
    entries: LeaderboardEntries,
    /// Who sees it; `None` if everyone does.
    user: Option<PlayerId>,
    /// The user's own entry, if any.
    own_entry: Option<LeaderboardEntry>,
    /// Whether the user has finished a game that counts by wins, even if they
    /// have no ranked rating.
    has_played: bool,
    /// The server of the request.
    guild: Option<GuildId>,
}

impl Page {
    /// A page of the same leaderboard.
    fn at(&self, cursor: PageCursor) -> LeaderboardQuery {
        LeaderboardQuery { cursor, ..LeaderboardQuery::top(self.leaderboard) }
    }

    /// The rating of an entry, where they are sorted by it.
    fn rating(&self, entry: &LeaderboardEntry) -> Option<String> {
        let is_by_rating = self.leaderboard.sort_by == SortBy::Rating;
        entry.rating.filter(|_| is_by_rating).map(|rating| rating.to_string())
    }

    fn shows(&self, entry: &LeaderboardEntry) -> bool {
        self.entries.entries.iter().any(|shown| shown.sort_key == entry.sort_key)
    }
}

/// Loads a page for the user.
async fn load(ctx: RequestContext<'_>, query: LeaderboardQuery) -> Result<Page, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let (store, user, guild) = (&service.store, request.user.id, request.place.location.guild);
    let scope = match (query.everywhere, guild) {
        (Some(false) | None, Some(guild)) => Scope::Guild(guild),
        (Some(true), _) | (None, None) => Scope::Global,
        (Some(false), None) => return Err(Refusal::OnlyInServers.into()),
    };
    let id = |sort_by| LeaderboardId { scope, period: query.period, sort_by };
    let leaderboard = id(match query.sort_by {
        Some(sort_by) => sort_by,
        None if store.leaderboard_size(id(SortBy::Rating), now).await? >= MIN_RANKED_PLAYERS => {
            SortBy::Rating
        }
        None => SortBy::Wins,
    });
    let entries = store.leaderboard(leaderboard, now, query.cursor, PAGE_SIZE).await?;
    let own_entry = store.leaderboard_entry(leaderboard, now, user).await?;
    let has_played = match leaderboard.sort_by {
        SortBy::Rating => store.leaderboard_entry(id(SortBy::Wins), now, user).await?.is_some(),
        SortBy::Wins => own_entry.is_some(),
    };
    let (cursor, user) = (query.cursor, Some(user));
    Ok(Page { leaderboard, cursor, entries, user, own_entry, has_played, guild })
}

impl LeaderboardQuery {
    /// The first page of a leaderboard.
    const fn top(leaderboard: LeaderboardId) -> Self {
        Self {
            everywhere: Some(matches!(leaderboard.scope, Scope::Global)),
            period: leaderboard.period,
            sort_by: Some(leaderboard.sort_by),
            cursor: PageCursor::First,
        }
    }
}

fn message(page: &Page, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let mut lines = vec![title(page.leaderboard, locale)];
    if page.entries.entries.is_empty() {
        lines.push(empty_text(page.leaderboard, locale));
    } else {
        lines.extend(page.entries.entries.iter().map(|it| line(page, it, audience)));
        if let Some(own) = own_line(page, audience) {
            lines.push(String::new());
            lines.push(own);
        }
        if page.entries.more_before || page.entries.more_after {
            lines.push(l10n::leaderboard_players(locale, page.entries.total));
        }
    }
    if page.leaderboard.scope == Scope::Global {
        lines.push(l10n::leaderboard_names(locale));
    }
    let mut rows = switch_rows(page, locale);
    rows.extend(paging_row(page, locale));
    let share = ComponentAction::ShareLeaderboard(page.at(page.cursor));
    rows.extend(show_everyone_row(share, audience));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn title(leaderboard: LeaderboardId, locale: Locale) -> String {
    let scope = match leaderboard.scope {
        Scope::Guild(_) => l10n::scope_server(locale),
        Scope::Global => l10n::scope_everywhere(locale),
    };
    let sort_by = match leaderboard.sort_by {
        SortBy::Rating => l10n::leaderboard_by_rating(locale),
        SortBy::Wins => l10n::leaderboard_by_wins(locale),
    };
    l10n::leaderboard_title(locale, sort_by, names::period(locale, leaderboard.period), scope)
}

fn empty_text(leaderboard: LeaderboardId, locale: Locale) -> String {
    match (leaderboard.sort_by, leaderboard.scope, leaderboard.period) {
        (SortBy::Rating, ..) => l10n::leaderboard_nobody_rated(locale),
        (SortBy::Wins, Scope::Guild(_), Period::AllTime) => l10n::leaderboard_none(locale),
        (SortBy::Wins, ..) => l10n::leaderboard_nobody(locale),
    }
}

fn line(page: &Page, entry: &LeaderboardEntry, audience: Audience) -> String {
    let locale = audience.locale;
    let record = record(entry.record, locale);
    let (rank, name) = if is_hidden(page, entry) {
        (number(entry.rank), l10n::leaderboard_hidden(locale))
    } else {
        (rank(entry.rank), names::person(audience, &entry.player))
    };
    match page.rating(entry) {
        Some(rating) => l10n::leaderboard_line_rating(locale, name, rank, rating, record),
        None => l10n::leaderboard_line(locale, name, rank, record),
    }
}

/// The user's own entry, unless it is on the page.
fn own_line(page: &Page, audience: Audience) -> Option<String> {
    let locale = audience.locale;
    page.user?;
    let Some(own) = &page.own_entry else {
        return Some(if page.has_played {
            l10n::leaderboard_own_unrated(locale)
        } else {
            l10n::leaderboard_own_none(locale)
        });
    };
    if page.shows(own) {
        return None;
    }
    let (rank, record) = (rank(own.rank), record(own.record, locale));
    let name = names::person(audience, &own.player);
    Some(match page.rating(own) {
        Some(rating) => l10n::leaderboard_own_rating(locale, name, rank, rating, record),
        None => l10n::leaderboard_own(locale, name, rank, record),
    })
}

/// Whether an entry has neither a name nor a medal: on the global leaderboard, those of
/// players who have not chosen to be listed, except for themselves.
fn is_hidden(page: &Page, entry: &LeaderboardEntry) -> bool {
    let is_own = Some(entry.player.id) == page.user;
    page.leaderboard.scope == Scope::Global && !entry.is_listed && !is_own
}

fn rank(rank: u64) -> String {
    match rank {
        1 => "🥇".to_owned(),
        2 => "🥈".to_owned(),
        3 => "🥉".to_owned(),
        rank => number(rank),
    }
}

fn number(rank: u64) -> String {
    format!("`{rank}.`")
}

/// Buttons to other pages. `None` if there is only one page.
fn paging_row(page: &Page, locale: Locale) -> Option<ActionRow> {
    let LeaderboardEntries { entries, more_before, more_after, .. } = &page.entries;
    let action = |cursor| ComponentAction::Leaderboard(page.at(cursor));
    let previous = (action(PageCursor::Before(entries.first()?.sort_key)), *more_before);
    let next = (action(PageCursor::After(entries.last()?.sort_key)), *more_after);
    let mut buttons = page_buttons(previous, next, locale)?;
    buttons.extend(page.own_entry.as_ref().map(|own| {
        let own_rank = action(PageCursor::From(own.sort_key));
        Button::secondary(own_rank, l10n::button_my_place(locale)).disabled(page.shows(own))
    }));
    Some(ActionRow::Buttons(buttons))
}

/// Buttons to the other leaderboards, in two rows, since phones wrap a row of five.
fn switch_rows(page: &Page, locale: Locale) -> Vec<ActionRow> {
    let leaderboard = page.leaderboard;
    let open = |other| ComponentAction::Leaderboard(LeaderboardQuery::top(other));
    let periods = Period::ALL.map(|period| {
        let label = match period {
            Period::AllTime => l10n::button_all_time(locale),
            Period::Month => l10n::button_month(locale),
            Period::Week => l10n::button_week(locale),
        };
        let is_shown = period == leaderboard.period;
        let button = if is_shown { Button::primary } else { Button::secondary };
        button(open(LeaderboardId { period, ..leaderboard }), label)
    });
    let (sort_by, by_other) = match leaderboard.sort_by {
        SortBy::Rating => (SortBy::Wins, l10n::button_by_wins(locale)),
        SortBy::Wins => (SortBy::Rating, l10n::button_by_rating(locale)),
    };
    let by_other = Button::secondary(open(LeaderboardId { sort_by, ..leaderboard }), by_other);
    let scope = match leaderboard.scope {
        Scope::Global => page.guild.map(|it| (Scope::Guild(it), l10n::button_server(locale))),
        Scope::Guild(_) => Some((Scope::Global, l10n::button_everywhere(locale))),
    };
    let elsewhere = scope.map(|(scope, label)| {
        Button::secondary(open(LeaderboardId { scope, ..leaderboard }), label)
    });
    let others = [by_other].into_iter().chain(elsewhere);
    vec![ActionRow::Buttons(periods.to_vec()), ActionRow::Buttons(others.collect())]
}

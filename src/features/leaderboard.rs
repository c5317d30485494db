//! Leaderboards.

use crate::{
    actions::{ComponentAction, LeaderboardQuery},
    features::shared::{
        context::RequestContext,
        game_labels::record,
        names::{self, Audience},
        public_views::{self, show_everyone_row},
        reply::{Reply, RequestError},
    },
    game::{GuildId, LeaderboardId, Period, PlayerId, Refusal, Scope, SortBy},
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody},
    store::{LeaderboardEntries, LeaderboardEntry, PageCursor},
};

/// The number of entries per page.
const PAGE_SIZE: u8 = 10;

/// By default, a leaderboard is sorted by rating once it has this many ranked
/// players.
const MIN_RANKED_PLAYERS: u64 = 3;

/// A page of a leaderboard.
pub(super) async fn leaderboard(
    ctx: RequestContext<'_>,
    query: LeaderboardQuery,
) -> Result<Reply, RequestError> {
    let page = load(ctx, query).await?;
    Ok(ctx.reply(|audience, _| message(&page, audience)))
}

/// Posts a page for everyone.
pub(super) async fn share(
    ctx: RequestContext<'_>,
    query: LeaderboardQuery,
) -> Result<Reply, RequestError> {
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
    let sort_by = if let Some(sort_by) = query.sort_by {
        sort_by
    } else {
        let ranked = store.leaderboard_size(id(SortBy::Rating), now).await?;
        if ranked >= MIN_RANKED_PLAYERS { SortBy::Rating } else { SortBy::Wins }
    };
    let entries = store.leaderboard(id(sort_by), now, query.cursor, PAGE_SIZE).await?;
    let own_entry = store.leaderboard_entry(id(sort_by), now, user).await?;
    let has_played = match sort_by {
        SortBy::Rating => store.leaderboard_entry(id(SortBy::Wins), now, user).await?.is_some(),
        SortBy::Wins => own_entry.is_some(),
    };
    let leaderboard = id(sort_by);
    let cursor = query.cursor;
    let user = Some(user);
    Ok(Page { leaderboard, cursor, entries, user, own_entry, has_played, guild })
}

impl LeaderboardQuery {
    /// The first page of a leaderboard.
    pub const fn top(leaderboard: LeaderboardId) -> Self {
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
    let query = LeaderboardQuery { cursor: page.cursor, ..LeaderboardQuery::top(page.leaderboard) };
    rows.extend(show_everyone_row(ComponentAction::ShareLeaderboard(query), audience));
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
    match leaderboard {
        LeaderboardId {
            scope: Scope::Guild(_),
            period: Period::AllTime,
            sort_by: SortBy::Wins,
        } => l10n::leaderboard_none(locale),
        LeaderboardId { sort_by: SortBy::Rating, .. } => l10n::leaderboard_nobody_rated(locale),
        _ => l10n::leaderboard_nobody(locale),
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
    match entry.rating.filter(|_| page.leaderboard.sort_by == SortBy::Rating) {
        Some(rating) => {
            l10n::leaderboard_line_rating(locale, name, rank, rating.to_string(), record)
        }
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
    if is_on_page(page, own) {
        return None;
    }
    let (rank, record) = (rank(own.rank), record(own.record, locale));
    let name = names::person(audience, &own.player);
    Some(match own.rating.filter(|_| page.leaderboard.sort_by == SortBy::Rating) {
        Some(rating) => {
            l10n::leaderboard_own_rating(locale, name, rank, rating.to_string(), record)
        }
        None => l10n::leaderboard_own(locale, name, rank, record),
    })
}

fn is_on_page(page: &Page, own: &LeaderboardEntry) -> bool {
    page.entries.entries.iter().any(|entry| entry.sort_key == own.sort_key)
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
    let entries = &page.entries;
    if !entries.more_before && !entries.more_after {
        return None;
    }
    let (first, last) = (entries.entries.first()?.sort_key, entries.entries.last()?.sort_key);
    let page_button = |cursor, label| {
        let query = LeaderboardQuery { cursor, ..LeaderboardQuery::top(page.leaderboard) };
        Button::secondary(ComponentAction::Leaderboard(query), label)
    };
    let previous = page_button(PageCursor::Before(first), l10n::button_previous(locale));
    let next = page_button(PageCursor::After(last), l10n::button_next(locale));
    let mut buttons =
        vec![previous.disabled(!entries.more_before), next.disabled(!entries.more_after)];
    if let Some(own) = &page.own_entry {
        let own_rank = page_button(PageCursor::From(own.sort_key), l10n::button_my_place(locale));
        buttons.push(own_rank.disabled(is_on_page(page, own)));
    }
    Some(ActionRow::Buttons(buttons))
}

/// Buttons to the other leaderboards, in two rows, since phones wrap a row of five.
fn switch_rows(page: &Page, locale: Locale) -> Vec<ActionRow> {
    let leaderboard = page.leaderboard;
    let periods = Period::ALL.map(|period| {
        let label = match period {
            Period::AllTime => l10n::button_all_time(locale),
            Period::Month => l10n::button_month(locale),
            Period::Week => l10n::button_week(locale),
        };
        let query = LeaderboardQuery::top(LeaderboardId { period, ..leaderboard });
        let is_shown = period == leaderboard.period;
        let button = if is_shown { Button::primary } else { Button::secondary };
        button(ComponentAction::Leaderboard(query), label)
    });
    let (sort_by, label) = match leaderboard.sort_by {
        SortBy::Rating => (SortBy::Wins, l10n::button_by_wins(locale)),
        SortBy::Wins => (SortBy::Rating, l10n::button_by_rating(locale)),
    };
    let mut others = vec![switch_button(LeaderboardId { sort_by, ..leaderboard }, label)];
    let scope = match leaderboard.scope {
        Scope::Global => page.guild.map(|it| (Scope::Guild(it), l10n::button_server(locale))),
        Scope::Guild(_) => Some((Scope::Global, l10n::button_everywhere(locale))),
    };
    others.extend(
        scope.map(|(scope, label)| switch_button(LeaderboardId { scope, ..leaderboard }, label)),
    );
    vec![ActionRow::Buttons(periods.to_vec()), ActionRow::Buttons(others)]
}

fn switch_button(leaderboard: LeaderboardId, label: String) -> Button {
    let query = LeaderboardQuery::top(leaderboard);
    Button::secondary(ComponentAction::Leaderboard(query), label)
}

//! Leaderboards.

use clock::Timestamp;

use crate::{
    actions::{ComponentAction, GameOptions, LeaderboardQuery},
    features::shared::{
        command::{Command, CommandOption},
        context::RequestContext,
        message_update::content_hash,
        names::{self, Audience},
        paging::page_buttons,
        public_views::{self, show_everyone_row},
        response::{RequestError, Response},
        service::Service,
    },
    game::{GuildId, LeaderboardId, OPPONENTS_FOR_MEDAL, Period, PlayerId, Refusal, Scope, SortBy},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody},
    store::{LeaderboardEntries, LeaderboardEntry, PageCursor, StoreError},
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

/// The page of the server's leaderboard that begins with the user, unless they are on the first.
pub(super) async fn own_page(
    ctx: RequestContext<'_>,
    period: Period,
    sort_by: SortBy,
) -> Result<Response, RequestError> {
    let guild = ctx.guild().ok_or(Refusal::OnlyInServers)?;
    let id = LeaderboardId { scope: Scope::Guild(guild), period, sort_by };
    let own = ctx.service.store.leaderboard_entry(id, ctx.now, ctx.user_id()).await?;
    let own = own.filter(|own| own.rank > PAGE_SIZE.into());
    let cursor = own.map_or(PageCursor::First, |own| PageCursor::From(own.sort_key));
    leaderboard(ctx, LeaderboardQuery { cursor, ..LeaderboardQuery::top(id) }).await
}

/// The top of a server's leaderboard, as it stays in a channel: for nobody in particular. Also
/// returns a hash of what it shows, without the time.
pub(crate) async fn standing(
    service: &Service,
    (guild, guild_locale): (GuildId, Locale),
    period: Period,
    sort_by: SortBy,
    now: Timestamp,
) -> Result<(MessageBody, i64), StoreError> {
    let locale = service.store.guild_settings(guild).await?.locale.unwrap_or(guild_locale);
    let leaderboard = LeaderboardId { scope: Scope::Guild(guild), period, sort_by };
    let cursor = PageCursor::First;
    let entries = service.store.leaderboard(leaderboard, now, cursor, PAGE_SIZE).await?;
    let page = Page { leaderboard, cursor, entries, user: None, own_entry: None };
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    let my_place = ComponentAction::MyPlace(period, sort_by);
    let buttons = vec![
        Button::success(play, l10n::button_play_now(locale)),
        Button::secondary(my_place, l10n::button_my_place(locale)),
        Button::secondary(ComponentAction::OpenPuzzleOfDay, l10n::button_daily_puzzle(locale)),
    ];
    let audience = Audience::public(locale, Some(guild));
    let body = service.fitting(audience, |audience, _| message(&page, audience));
    let hash = content_hash(&body);
    let updated = markdown::small(&l10n::leaderboard_updated(locale, markdown::relative(now)));
    let body = body.into_public().with_line(&updated);
    Ok((body.with_rows(vec![ActionRow::Buttons(buttons)]), hash))
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
}

impl Page {
    /// A page of the same leaderboard.
    fn at(&self, cursor: PageCursor) -> LeaderboardQuery {
        LeaderboardQuery { cursor, ..LeaderboardQuery::top(self.leaderboard) }
    }

    fn shows(&self, entry: &LeaderboardEntry) -> bool {
        self.entries.entries.iter().any(|shown| shown.player.id == entry.player.id)
    }
}

/// Loads a page for the user. Without an order, it is sorted by rating if anybody has one.
async fn load(ctx: RequestContext<'_>, query: LeaderboardQuery) -> Result<Page, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let (store, user, guild) = (&service.store, request.user.id, request.place.location.guild);
    let scope = match (query.everywhere, guild) {
        (Some(false) | None, Some(guild)) => Scope::Guild(guild),
        (Some(true), _) | (None, None) => Scope::Listed,
        (Some(false), None) => return Err(Refusal::OnlyInServers.into()),
    };
    let id = |sort_by| LeaderboardId { scope, period: query.period, sort_by };
    let load = async |sort_by| {
        let entries = store.leaderboard(id(sort_by), now, query.cursor, PAGE_SIZE).await?;
        Ok::<_, StoreError>((entries, store.leaderboard_entry(id(sort_by), now, user).await?))
    };
    let mut sort_by = query.sort_by.unwrap_or(SortBy::Rating);
    let (mut entries, mut own_entry) = load(sort_by).await?;
    if query.sort_by.is_none() && entries.total == 0 && own_entry.is_none() {
        sort_by = SortBy::Wins;
        (entries, own_entry) = load(sort_by).await?;
    }
    let leaderboard = id(sort_by);
    let (cursor, user) = (query.cursor, Some(user));
    Ok(Page { leaderboard, cursor, entries, user, own_entry })
}

impl LeaderboardQuery {
    /// The first page of a leaderboard.
    const fn top(leaderboard: LeaderboardId) -> Self {
        Self {
            everywhere: Some(!matches!(leaderboard.scope, Scope::Guild(_))),
            period: leaderboard.period,
            sort_by: Some(leaderboard.sort_by),
            cursor: PageCursor::First,
        }
    }
}

fn message(page: &Page, audience: Audience) -> MessageBody {
    let (locale, entries) = (audience.locale, &page.entries.entries);
    let mut lines = vec![title(page.leaderboard, locale)];
    let first_unranked = entries.partition_point(|entry| !is_unranked(page, entry));
    for (index, entry) in entries.iter().enumerate() {
        if index == first_unranked {
            lines.push(l10n::leaderboard_provisional(locale));
        }
        lines.push(line(page, entry, audience));
    }
    match own_line(page, audience) {
        Some(own) if entries.is_empty() => lines.push(own),
        Some(own) => lines.extend([String::new(), own]),
        None if entries.is_empty() => lines.push(empty_text(page.leaderboard, locale)),
        None => {}
    }
    if page.entries.more_before || page.entries.more_after {
        lines.push(l10n::leaderboard_players(locale, page.entries.total));
    }
    if page.leaderboard.scope == Scope::Listed {
        lines.push(l10n::leaderboard_names(locale));
    }
    let mut rows = switch_rows(page.leaderboard, audience);
    rows.extend(paging_row(page, locale));
    let share = ComponentAction::ShareLeaderboard(page.at(page.cursor));
    rows.extend(show_everyone_row(share, audience));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn title(leaderboard: LeaderboardId, locale: Locale) -> String {
    let scope = match leaderboard.scope {
        Scope::Guild(_) => l10n::scope_server(locale),
        Scope::Global | Scope::Listed => l10n::scope_everywhere(locale),
    };
    let sort_by = names::sort_by(locale, leaderboard.sort_by);
    l10n::leaderboard_title(locale, sort_by, names::period(locale, leaderboard.period), scope)
}

fn empty_text(leaderboard: LeaderboardId, locale: Locale) -> String {
    match (leaderboard.sort_by, leaderboard.scope, leaderboard.period) {
        (SortBy::Wins, Scope::Guild(_), Period::AllTime) => l10n::leaderboard_none(locale),
        _ => l10n::leaderboard_nobody(locale),
    }
}

/// Whether an entry has no rank: by rating, while that is provisional.
fn is_unranked(page: &Page, entry: &LeaderboardEntry) -> bool {
    page.leaderboard.sort_by == SortBy::Rating && entry.is_provisional
}

/// An entry, with its rank or a medal, or what its rating is worth so far.
fn line(page: &Page, entry: &LeaderboardEntry, audience: Audience) -> String {
    let locale = audience.locale;
    let (name, record) = (names::person(audience, &entry.player), entry.record);
    let rating = entry.rating.filter(|_| page.leaderboard.sort_by == SortBy::Rating);
    match rating.map(|it| it.to_string()) {
        Some(rating) if entry.is_provisional => {
            l10n::leaderboard_line_provisional(locale, record.games(), name, rating)
        }
        Some(rating) => {
            let record = names::record(record, locale);
            l10n::leaderboard_line_rating(locale, name, rank(entry), rating, record)
        }
        None => l10n::leaderboard_line(locale, name, rank(entry), names::record(record, locale)),
    }
}

/// The user's own entry, unless it is on the page.
fn own_line(page: &Page, audience: Audience) -> Option<String> {
    let locale = audience.locale;
    page.user?;
    match &page.own_entry {
        Some(own) if page.shows(own) => None,
        Some(own) => Some(l10n::leaderboard_own(locale, line(page, own, audience))),
        None if page.entries.entries.is_empty() => None,
        None if page.leaderboard.sort_by == SortBy::Rating => {
            Some(l10n::leaderboard_own_unrated(locale))
        }
        None => Some(l10n::leaderboard_own_none(locale)),
    }
}

/// The rank, as a medal for who has won, and met enough people.
fn rank(entry: &LeaderboardEntry) -> String {
    let has_medal = entry.record.wins > 0 && entry.opponents >= OPPONENTS_FOR_MEDAL;
    match entry.rank {
        1 if has_medal => "🥇".to_owned(),
        2 if has_medal => "🥈".to_owned(),
        3 if has_medal => "🥉".to_owned(),
        rank => format!("`{rank}.`"),
    }
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
fn switch_rows(leaderboard: LeaderboardId, audience: Audience) -> Vec<ActionRow> {
    let locale = audience.locale;
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
        Scope::Guild(_) => Some((Scope::Listed, l10n::button_everywhere(locale))),
        Scope::Global | Scope::Listed => {
            audience.guild.map(|it| (Scope::Guild(it), l10n::button_server(locale)))
        }
    };
    let elsewhere = scope.map(|(scope, label)| {
        Button::secondary(open(LeaderboardId { scope, ..leaderboard }), label)
    });
    let others = [by_other].into_iter().chain(elsewhere);
    vec![ActionRow::Buttons(periods.to_vec()), ActionRow::Buttons(others.collect())]
}

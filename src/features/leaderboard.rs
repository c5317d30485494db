//! Leaderboards.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    actions::{ComponentAction, GameOptions, LeaderboardQuery},
    features::{
        flow::{
            public_views::{self, show_everyone_row},
            standing_copies,
        },
        request::{
            Command, CommandOption, RequestContext, RequestResult, Response, Service,
            message_update::StandingBody,
        },
        views::{Audience, leaderboard_lines, names, paging::page_buttons, together},
    },
    game::{
        GuildId, LeaderboardId, Period, PlayerId, Refusal, Scope, Season, SortBy, StandingTopic,
    },
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody},
    rating,
    store::{
        ChannelResults, LeaderboardEntries, LeaderboardEntry, PageCursor, Store, StoreError,
        StoreResult,
    },
};

pub(crate) const LEADERBOARD: Command =
    Command::slash("leaderboard", l10n::command_leaderboard, |ctx| {
        let input = &ctx.request.input;
        let period = input.text(PERIOD).and_then(|name| name.parse().ok());
        let query = LeaderboardQuery {
            everywhere: input.text(SCOPE).map(|scope| scope == EVERYWHERE),
            period: period.unwrap_or(Period::AllTime),
            ..LeaderboardQuery::OF_SERVER
        };
        Box::pin(leaderboard(ctx, None, query))
    })
    .with_options(command_options);

const SCOPE: &str = "scope";
const EVERYWHERE: &str = "everywhere";
const PERIOD: &str = "period";

fn command_options() -> Vec<CommandOption> {
    let scope = |locale, scope| match scope {
        EVERYWHERE => l10n::scope_everywhere(locale),
        _ => l10n::scope_server(locale),
    };
    let scopes = ["server", EVERYWHERE];
    let of_period = l10n::command_leaderboard_period;
    vec![
        CommandOption::choices(SCOPE, l10n::command_leaderboard_scope, scopes, scope),
        CommandOption::choices(PERIOD, of_period, Period::ALL, period_choice),
    ]
}

/// In a server, a season stands for all time.
fn period_choice(locale: Locale, period: Period) -> String {
    match period {
        Period::AllTime => l10n::choice_period_all_time(locale),
        _ => names::period(locale, period, None),
    }
}

/// The number of entries per page.
const PAGE_SIZE: u8 = 10;

/// A page of a leaderboard. That of a server is of the season with a number, of all games if that is
/// 0, or else of the season that runs.
pub(super) async fn leaderboard(
    ctx: RequestContext<'_>,
    season: Option<u32>,
    query: LeaderboardQuery,
) -> RequestResult {
    let page = load(ctx, season, query).await?;
    Ok(ctx.reply(|audience, _| message(&page, audience)))
}

/// Posts a page for everyone.
pub(super) async fn share(
    ctx: RequestContext<'_>,
    season: Option<u32>,
    query: LeaderboardQuery,
) -> RequestResult {
    public_views::check(ctx)?;
    let page = Page { own: Own::Nobody, is_listed: None, ..load(ctx, season, query).await? };
    let locale = public_views::begin(ctx, page.share()).await?;
    Ok(public_views::reply(ctx, locale, None, None, |audience, _| message(&page, audience)))
}

/// Shows the user's name on the leaderboard of all servers, or not any more.
pub(super) async fn list_me(
    ctx: RequestContext<'_>,
    on: bool,
    query: LeaderboardQuery,
) -> RequestResult {
    let (store, user) = (&ctx.service.store, &ctx.request.user);
    store.change_preference(ctx.interaction(), user, &|it| it.listed = on).await?;
    leaderboard(ctx, None, query).await.map(Response::into_update)
}

/// The page of the server's leaderboard that begins with the user, unless they are on the first.
pub(super) async fn own_page(
    ctx: RequestContext<'_>,
    period: Period,
    sort_by: SortBy,
) -> RequestResult {
    let guild = ctx.guild().ok_or(Refusal::OnlyInServers)?;
    let button = ComponentAction::MyPlace(period, sort_by);
    let topic = StandingTopic::Leaderboard { period, sort_by };
    standing_copies::delete_copy(ctx, button, topic).await?;
    let store = &ctx.service.store;
    let scope = in_period(Scope::Guild(guild), store.running_season(guild).await?, period);
    let id = LeaderboardId { scope, period, sort_by };
    let own = store.leaderboard_entry(id, ctx.now, ctx.user_id()).await?;
    let own = own.filter(|own| own.rank > PAGE_SIZE.into());
    let cursor = own.map_or(PageCursor::First, |own| PageCursor::From(own.sort_key));
    leaderboard(ctx, None, query(id, cursor)).await
}

fn query(id: LeaderboardId, cursor: PageCursor) -> LeaderboardQuery {
    let LeaderboardId { scope, period, sort_by } = id;
    let everywhere = Some(scope.guild().is_none());
    LeaderboardQuery { everywhere, period, sort_by: Some(sort_by), cursor }
}

/// The scope in a period: a season of a server stands for all time.
fn in_period(scope: Scope, season: Option<Season>, period: Period) -> Scope {
    let Some(guild) = scope.guild() else { return scope };
    let season = season.filter(|_| period == Period::AllTime);
    season.map_or(Scope::Guild(guild), Season::scope)
}

/// The top of a server's leaderboard, as it stays in a channel: for nobody in particular.
pub(crate) async fn standing(
    service: &Service,
    (guild, locale): (GuildId, Locale),
    period: Period,
    sort_by: SortBy,
    now: Timestamp,
) -> StoreResult<StandingBody> {
    let season = service.store.running_season(guild).await?;
    let scope = in_period(Scope::Guild(guild), season, period);
    let leaderboard = LeaderboardId { scope, period, sort_by };
    let cursor = PageCursor::First;
    let entries = service.store.leaderboard(leaderboard, now, cursor, PAGE_SIZE).await?;
    let page = Page {
        leaderboard,
        season,
        has_seasons: season.is_some(),
        cursor,
        entries,
        own: Own::Nobody,
        is_listed: None,
        together: Vec::new(),
    };
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    let my_place = ComponentAction::MyPlace(period, sort_by);
    let mut buttons = vec![
        Button::success(play, l10n::button_play_now(locale)),
        Button::secondary(my_place, l10n::button_my_place(locale)),
        Button::secondary(ComponentAction::OpenPuzzleOfDay, l10n::button_daily_puzzle(locale)),
    ];
    buttons.extend(table_button(scope, locale));
    let audience = Audience::public(locale, Some(guild));
    let body = service.fitting(audience, |audience, _| message(&page, audience));
    let updated = markdown::small(&l10n::leaderboard_updated(locale, markdown::relative(now)));
    Ok(StandingBody::new(body, page.entries.names())
        .with(|body| body.into_public().with_line(&updated).with_buttons(buttons)))
}

/// A page of a leaderboard.
struct Page {
    leaderboard: LeaderboardId,
    /// The season that stands for all time in the server.
    season: Option<Season>,
    /// Whether the server has seasons.
    has_seasons: bool,
    cursor: PageCursor,
    entries: LeaderboardEntries,
    own: Own,
    /// Whether others see the name of who sees the page, if it is of all servers.
    is_listed: Option<bool>,
    /// The results of the server's channels.
    together: Vec<ChannelResults>,
}

/// Where on a leaderboard the user is who sees it.
enum Own {
    /// Everyone sees it.
    Nobody,
    Entry(LeaderboardEntry),
    /// The managers of the server have hidden them.
    Hidden,
    /// They have finished no game in the server since its managers reset their record.
    Reset,
    /// They have not finished a rated game for long.
    Away,
    Absent,
}

impl Page {
    /// Opens another leaderboard.
    fn open(&self, leaderboard: LeaderboardId, cursor: PageCursor) -> ComponentAction {
        let query = query(leaderboard, cursor);
        match leaderboard.scope {
            Scope::Season(season) => ComponentAction::SeasonLeaderboard(season.number, query),
            Scope::Guild(_) if query.period == Period::AllTime && self.has_seasons => {
                ComponentAction::SeasonLeaderboard(0, query)
            }
            _ => ComponentAction::Leaderboard(query),
        }
    }

    /// Another page of the same leaderboard.
    fn at(&self, cursor: PageCursor) -> ComponentAction {
        self.open(self.leaderboard, cursor)
    }

    /// Shows everyone the same page.
    fn share(&self) -> ComponentAction {
        match self.at(self.cursor) {
            ComponentAction::SeasonLeaderboard(season, query) => {
                ComponentAction::ShareSeason(season, query)
            }
            ComponentAction::Leaderboard(query) => ComponentAction::ShareLeaderboard(query),
            other => other,
        }
    }

    fn shows(&self, entry: &LeaderboardEntry) -> bool {
        let id = |it: &LeaderboardEntry| it.player.as_ref().map(|player| player.id);
        self.entries.entries.iter().any(|shown| id(shown) == id(entry))
    }
}

/// Loads a page for the user. Without an order, a season is sorted by wins, as it is decided by
/// them, and all else by rating if anybody has one.
async fn load(
    ctx: RequestContext<'_>,
    number: Option<u32>,
    query: LeaderboardQuery,
) -> RequestResult<Page> {
    let RequestContext { service, request, now } = ctx;
    let (store, user, guild) = (&service.store, request.user.id, request.place.location.guild);
    let scope = match (query.everywhere, guild) {
        (Some(false) | None, Some(guild)) => Scope::Guild(guild),
        (Some(true), _) | (None, None) => Scope::Listed,
        (Some(false), None) => return Err(Refusal::OnlyInServers.into()),
    };
    let season = match (scope, number) {
        (Scope::Guild(guild), None) => store.running_season(guild).await?,
        (Scope::Guild(guild), Some(number)) => store.season(guild, number).await?,
        _ => None,
    };
    let scope = in_period(scope, season, query.period);
    let id = |sort_by| LeaderboardId { scope, period: query.period, sort_by };
    let load = async |sort_by| {
        let entries = store.leaderboard(id(sort_by), now, query.cursor, PAGE_SIZE).await?;
        Ok::<_, StoreError>((entries, store.leaderboard_entry(id(sort_by), now, user).await?))
    };
    let usual = season.map(Season::final_board).filter(|it| it.scope == scope);
    let mut sort_by = query.sort_by.or(usual.map(|it| it.sort_by)).unwrap_or(SortBy::Rating);
    let (mut entries, mut own_entry) = load(sort_by).await?;
    if query.sort_by.is_none() && entries.total == 0 && own_entry.is_none() {
        sort_by = SortBy::Wins;
        (entries, own_entry) = load(sort_by).await?;
    }
    let leaderboard = id(sort_by);
    let own = match own_entry {
        Some(entry) if entry.player.is_none() => Own::Hidden,
        Some(entry) => Own::Entry(entry),
        None => absence(store, leaderboard, user, now).await?,
    };
    let is_listed = match scope {
        Scope::Listed => Some(store.preferences(user).await?.listed),
        _ => None,
    };
    let together = match scope.guild().filter(|_| query.period == Period::AllTime) {
        Some(guild) => {
            let began_at = season.map_or(Timestamp::from_milliseconds(0), |it| it.started_at);
            let ended_at = season.and_then(|it| it.ended_at);
            let until = ended_at.unwrap_or_else(|| now.after(Duration::from_millis(1)));
            store.channel_results(guild, began_at..until).await?
        }
        None => Vec::new(),
    };
    let has_seasons = number.is_some() || season.is_some();
    let cursor = query.cursor;
    Ok(Page { leaderboard, season, has_seasons, cursor, entries, own, is_listed, together })
}

/// Why a player has no entry on a leaderboard.
async fn absence(
    store: &Store,
    LeaderboardId { scope, period, sort_by }: LeaderboardId,
    player: PlayerId,
    now: Timestamp,
) -> StoreResult<Own> {
    match scope.guild() {
        Some(guild) if store.is_hidden(guild, player).await? => return Ok(Own::Hidden),
        Some(guild) if store.is_reset(guild, player).await? => return Ok(Own::Reset),
        _ => {}
    }
    let leaves = sort_by == SortBy::Rating
        && period == Period::AllTime
        && !matches!(scope, Scope::Season(_));
    let rating = if leaves { store.rating(scope.of_games(), player).await? } else { None };
    let is_away = rating.is_some_and(|it| it.last_rated_at <= now.before(rating::LISTED_FOR));
    Ok(if is_away { Own::Away } else { Own::Absent })
}

fn message(page: &Page, audience: Audience) -> MessageBody {
    let (locale, entries) = (audience.locale, &page.entries.entries);
    let mut lines = vec![title(page, locale)];
    let sort_by = page.leaderboard.sort_by;
    lines.extend(entries.iter().map(|it| leaderboard_lines::line(it, sort_by, audience)));
    match own_line(page, audience) {
        Some(own) if entries.is_empty() => lines.push(own),
        Some(own) => lines.extend([String::new(), own]),
        None if entries.is_empty() && page.leaderboard.scope.is_over() => {
            lines.push(l10n::leaderboard_nobody_in_season(locale));
        }
        None if entries.is_empty() => lines.push(l10n::leaderboard_nobody(locale)),
        None => {}
    }
    if page.entries.more_before || page.entries.more_after {
        let players = leaderboard_lines::counted(locale, page.entries.total);
        lines.push(l10n::leaderboard_players(locale, players));
    }
    lines.extend(together::record(&page.together, locale));
    if page.leaderboard.scope == Scope::Listed {
        lines.push(l10n::leaderboard_names(locale));
    }
    let mut rows = switch_rows(page, audience);
    rows.extend(paging_row(page, locale));
    rows.extend(show_everyone_row(page.share(), audience));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn title(page: &Page, locale: Locale) -> String {
    let leaderboard = page.leaderboard;
    let period = names::period(locale, leaderboard.period, page.season);
    let sort_by = names::sort_by(locale, leaderboard.sort_by);
    let title = match leaderboard.scope.guild() {
        Some(_) => l10n::leaderboard_title,
        None => l10n::leaderboard_title_everywhere,
    };
    title(locale, sort_by, period)
}

/// The user's own entry, unless it is on the page.
fn own_line(page: &Page, audience: Audience) -> Option<String> {
    let locale = audience.locale;
    let is_of_season = matches!(page.leaderboard.scope, Scope::Season(_));
    Some(match &page.own {
        Own::Nobody => return None,
        Own::Entry(own) if page.shows(own) => return None,
        Own::Entry(own) => {
            let line = leaderboard_lines::line(own, page.leaderboard.sort_by, audience);
            l10n::leaderboard_own(locale, line)
        }
        Own::Hidden => l10n::leaderboard_own_hidden(locale),
        Own::Away => l10n::leaderboard_own_away(locale),
        _ if page.leaderboard.scope.is_over() => return None,
        Own::Reset => l10n::leaderboard_own_reset(locale),
        Own::Absent if page.entries.entries.is_empty() => return None,
        Own::Absent if page.leaderboard.sort_by == SortBy::Rating => {
            l10n::leaderboard_own_unrated(locale)
        }
        Own::Absent if is_of_season => l10n::leaderboard_own_season(locale),
        Own::Absent => l10n::leaderboard_own_none(locale),
    })
}

/// Buttons to other pages. `None` if there is only one page.
fn paging_row(page: &Page, locale: Locale) -> Option<ActionRow> {
    let LeaderboardEntries { entries, more_before, more_after, .. } = &page.entries;
    let previous = (page.at(PageCursor::Before(entries.first()?.sort_key)), *more_before);
    let next = (page.at(PageCursor::After(entries.last()?.sort_key)), *more_after);
    let mut buttons = page_buttons(previous, next, locale)?;
    if let Own::Entry(own) = &page.own {
        let own_rank = page.at(PageCursor::From(own.sort_key));
        let button = Button::secondary(own_rank, l10n::button_my_place(locale));
        buttons.push(button.disabled(page.shows(own)));
    }
    Some(ActionRow::Buttons(buttons))
}

/// Opens the table of a season.
fn table_button(scope: Scope, locale: Locale) -> Option<Button> {
    let Scope::Season(Season { number, .. }) = scope else { return None };
    let table = ComponentAction::SeasonTable(number);
    Some(Button::secondary(table, l10n::button_season_table(locale)))
}

/// Buttons to the other leaderboards, in two rows, since phones wrap a row of five.
fn switch_rows(page: &Page, audience: Audience) -> Vec<ActionRow> {
    let (locale, leaderboard) = (audience.locale, page.leaderboard);
    let open = |other| page.open(other, PageCursor::First);
    let periods = Period::ALL.map(|period| {
        let label = match (period, page.season) {
            (Period::AllTime, Some(season)) => l10n::button_season(locale, season.number),
            (Period::AllTime, None) => l10n::button_all_time(locale),
            (Period::Month, _) => l10n::button_month(locale),
            (Period::Week, _) => l10n::button_week(locale),
        };
        let is_shown = period == leaderboard.period;
        let button = if is_shown { Button::primary } else { Button::secondary };
        let scope = in_period(leaderboard.scope, page.season, period);
        button(open(LeaderboardId { scope, period, ..leaderboard }), label)
    });
    let (sort_by, by_other) = match leaderboard.sort_by {
        SortBy::Rating => (SortBy::Wins, l10n::button_by_wins(locale)),
        SortBy::Wins => (SortBy::Rating, l10n::button_by_rating(locale)),
    };
    let by_other = Button::secondary(open(LeaderboardId { sort_by, ..leaderboard }), by_other);
    let scope = match leaderboard.scope.guild() {
        Some(_) => Some((Scope::Listed, l10n::button_everywhere(locale))),
        None => audience.guild.map(|it| (Scope::Guild(it), l10n::button_server(locale))),
    };
    let elsewhere = scope.map(|(scope, label)| {
        Button::secondary(open(LeaderboardId { scope, ..leaderboard }), label)
    });
    let seasons = page
        .has_seasons
        .then(|| Button::secondary(ComponentAction::SeasonsPage(0), l10n::button_seasons(locale)));
    let listing = page.is_listed.map(|is_listed| {
        let query = query(leaderboard, PageCursor::First);
        let label =
            if is_listed { l10n::button_hide_name(locale) } else { l10n::button_show_name(locale) };
        Button::secondary(ComponentAction::ListMe(!is_listed, query), label)
    });
    let table = table_button(leaderboard.scope, locale);
    let others = [by_other].into_iter().chain(elsewhere).chain(seasons).chain(table).chain(listing);
    vec![ActionRow::Buttons(periods.to_vec()), ActionRow::Buttons(others.collect())]
}

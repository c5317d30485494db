//! The user's live games.

use connect4::{Seat, Shape};

use crate::{
    actions::{ComponentAction, SeenGame},
    features::shared::{
        command::Command,
        context::RequestContext,
        game_labels::{labels, move_number, opponent, resigned},
        message_update::MessageUpdate,
        moves::{self, ActionOutcome, ActionSource},
        names::{self, Audience},
        paging::paging_row,
        reply::{Reply, RequestError},
        resigning,
    },
    game::{Action, ExpectedVersion, Game, GameId, GameResult, Now, PlayerId, Refusal},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody},
    store::StoreError,
};

pub(crate) const GAMES: Command =
    Command::slash("games", l10n::command_games, |ctx| Box::pin(games(ctx, 0)));

/// The number of games per page: with links and the longest names, more would
/// not fit into a message.
const PAGE_SIZE: u32 = 5;

/// A page of the user's live games, from 0.
pub(super) async fn games(ctx: RequestContext<'_>, page: u32) -> Result<Reply, RequestError> {
    let page = games_page(ctx, page, None).await?;
    Ok(games_reply(ctx, &page))
}

/// Claims the win of a game in the user's list. If that is refused, the list is outdated.
pub(super) async fn claim_listed(
    ctx: RequestContext<'_>,
    id: GameId,
) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, id).await?;
    let source = ActionSource::List(ExpectedVersion::Newest);
    match moves::try_action(ctx, game, source, Action::Claim).await? {
        ActionOutcome::Applied(applied) => games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games(ctx, 0).await.map(Reply::into_update),
        ActionOutcome::Refused(refusal, _) => {
            let list = games_page(ctx, 0, None).await?;
            Ok(games_reply(ctx, &list).beside(ctx.refused(&refusal)))
        }
    }
}

/// The list after one of its games was resigned or claimed.
async fn games_after_end(ctx: RequestContext<'_>, game: Game) -> Result<Reply, RequestError> {
    let page = games_page(ctx, 0, Some(game.clone())).await?;
    let updates = vec![MessageUpdate::BoardChanged(game)];
    Ok(games_reply(ctx, &page).into_update().with_updates(updates))
}

/// Asks to confirm the resignation of a game chosen from the user's list.
pub(super) async fn pick_game(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    let user = ctx.user_id();
    let game = ctx.service.store.game(id).await?;
    let live = game.filter(|game| game.is_live() && game.seat_of(user).is_some());
    match live {
        Some(game) => Ok(resigning::question_in_list(ctx, &game)),
        None => games(ctx, 0).await.map(Reply::into_update),
    }
}

/// Resigns a game chosen from the user's list. If the game has changed
/// meanwhile, asks again.
pub(super) async fn confirm_picked(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> Result<Reply, RequestError> {
    match resigning::resign(ctx, seen).await? {
        ActionOutcome::Applied(applied) => games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games(ctx, 0).await.map(Reply::into_update),
        ActionOutcome::Refused(Refusal::OldBoard(_), _) => pick_game(ctx, seen.game).await,
        ActionOutcome::Refused(refusal, _) => Err(refusal.into()),
    }
}

fn games_reply(ctx: RequestContext<'_>, page: &GamesView) -> Reply {
    let now = ctx.service.displayed_now();
    ctx.reply(|audience, _| list(page, audience, now))
}

async fn games_page(
    ctx: RequestContext<'_>,
    page: u32,
    ended: Option<Game>,
) -> Result<GamesView, StoreError> {
    let user = ctx.user_id();
    let games = ctx.service.store.live_games(user).await?;
    let pages = page_count(games.len());
    let page = page.min(pages - 1);
    let skip = (page * PAGE_SIZE) as usize;
    let games = games.into_iter().skip(skip).take(PAGE_SIZE as usize).collect();
    Ok(GamesView { user, games, page, pages, ended })
}

fn page_count(games: usize) -> u32 {
    u32::try_from(games.div_ceil(PAGE_SIZE as usize)).unwrap_or(u32::MAX).max(1)
}

/// A page of the user's live games.
#[derive(Clone, Debug)]
struct GamesView {
    user: PlayerId,
    games: Vec<Game>,
    /// From 0.
    page: u32,
    /// The number of pages, at least one.
    pages: u32,
    /// The game that was just resigned or claimed.
    ended: Option<Game>,
}

/// Renders a page of the user's games, with a select to resign one.
fn list(page: &GamesView, audience: Audience, now: Now) -> MessageBody {
    let locale = audience.locale;
    let mut lines = Vec::new();
    if let Some(game) = &page.ended {
        let opponent = names::full_name(audience, opponent(game, page.user));
        lines.push(match game.result() {
            Some(GameResult::Claimed(_)) => l10n::games_claimed(locale, opponent),
            _ => resigned(game, page.user, audience),
        });
    }
    if page.games.is_empty() {
        lines.push(l10n::games_none(locale));
        return MessageBody::ephemeral(lines.join("\n"));
    }
    lines.push(l10n::games_title(locale));
    lines.extend(page.games.iter().map(|game| game_line(game, page.user, audience, now)));
    lines.extend(page_line(page.page, page.pages, locale));
    let mut rows = vec![game_select(page, audience)];
    rows.extend(claim_row(page, audience));
    rows.extend(paging_row(page.page, page.pages, locale, ComponentAction::GamesPage));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn game_line(game: &Game, user: PlayerId, audience: Audience, now: Now) -> String {
    let locale = audience.locale;
    let opponent = opponent(game, user);
    let own = game.seat_of(user).unwrap_or(Seat::First);
    let turn = match game.to_move() {
        Some(seat) if seat == own => l10n::games_your_turn(locale),
        _ => l10n::games_their_turn(locale, names::name(audience, opponent)),
    };
    let name = names::full_name(audience, opponent);
    let turn = match game.config.shape {
        Shape::STANDARD => turn,
        shape => format!("{} × {} · {turn}", shape.columns(), shape.rows()),
    };
    let board_link = markdown::message_link(game.board_location());
    let disc = game.config.theme.disc(own).emoji;
    let line = l10n::games_line(locale, disc, board_link, name, move_number(game), turn);
    let note = match game.claimant() {
        Some(claimant) if claimant == own => Some(l10n::games_you_may_claim(locale)),
        Some(_) => Some(l10n::games_may_claim(locale, names::name(audience, opponent))),
        None => game
            .times_out_at()
            .map(|at| l10n::games_time(locale, markdown::relative(now.time_of(at)))),
    };
    match note {
        Some(note) => format!("{line} · {note}"),
        None => line,
    }
}

/// A button for each game on the page that the user can claim. `None` if there is none.
fn claim_row(page: &GamesView, audience: Audience) -> Option<ActionRow> {
    let can_claim =
        |game: &&Game| game.claimant().is_some_and(|seat| game.seat_of(page.user) == Some(seat));
    let buttons: Vec<_> = page
        .games
        .iter()
        .filter(can_claim)
        .map(|game| {
            let name = names::plain_name(audience, opponent(game, page.user));
            let label = l10n::games_claim(audience.locale, name);
            Button::success(ComponentAction::ClaimListed(game.id), label)
        })
        .collect();
    (!buttons.is_empty()).then_some(ActionRow::Buttons(buttons))
}

fn game_select(page: &GamesView, audience: Audience) -> ActionRow {
    let games = page.games.iter().zip(labels(&page.games, page.user, audience));
    let choices = games.map(|(game, label)| (ComponentAction::PickGame(game.id), label, false));
    ActionRow::select(choices, l10n::choose_game(audience.locale))
}

fn page_line(page: u32, pages: u32, locale: Locale) -> Option<String> {
    (pages > 1).then(|| l10n::page(locale, page + 1, pages))
}

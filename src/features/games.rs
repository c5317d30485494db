//! The user's live games.

use connect4::{Seat, Shape};

use crate::{
    actions::{ComponentAction, SeenGame},
    features::{
        flow::{
            ActionOutcome, ActionSource, moves,
            resigning::{self, resigned},
        },
        request::{Command, MessageUpdate, RequestContext, RequestResult, Response},
        views::{
            Audience,
            names::{self, labels, move_number, opponent},
            paging::paging_row,
            status,
        },
    },
    game::{
        Action, ExpectedVersion, Game, GameId, GameResult, Now, PlayerId, Refusal, RunningTime,
    },
    l10n, markdown,
    message::{ActionRow, Button, MessageBody, join_parts},
    store::StoreResult,
};

pub(crate) const GAMES: Command =
    Command::slash("games", l10n::command_games, |ctx| Box::pin(games(ctx, 0)));

/// The number of games per page: with links and the longest names, more would
/// not fit into a message.
const PAGE_SIZE: usize = 5;

/// A page of the user's live games, from 0.
pub(super) async fn games(ctx: RequestContext<'_>, page: u32) -> RequestResult {
    Ok(list(ctx, page, None).await?)
}

/// Claims the win of a game in the user's list. If that is refused, the list is outdated.
pub(super) async fn claim_listed(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let game = moves::load(ctx, id).await?;
    let source = ActionSource::List(ExpectedVersion::Newest);
    match moves::try_action(ctx, game, source, Action::Claim).await? {
        ActionOutcome::Applied(applied) => games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games(ctx, 0).await.map(Response::into_update),
        ActionOutcome::Refused(refusal, _) => {
            Ok(list(ctx, 0, None).await?.beside(ctx.refused(&refusal)))
        }
    }
}

/// The list after one of its games was resigned or claimed.
async fn games_after_end(ctx: RequestContext<'_>, game: Game) -> RequestResult {
    let list = list(ctx, 0, Some(&game)).await?;
    Ok(list.into_update().with_updates([MessageUpdate::BoardChanged(game)]))
}

/// Asks to confirm the resignation of a game chosen from the user's list.
pub(super) async fn pick_game(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let game = ctx.service.store.game(id).await?;
    match game.filter(|game| game.is_live() && game.seat_of(ctx.user_id()).is_some()) {
        Some(game) => Ok(question(ctx, &game)),
        None => games(ctx, 0).await.map(Response::into_update),
    }
}

fn question(ctx: RequestContext<'_>, game: &Game) -> Response {
    let confirm = ComponentAction::ResignPicked(game.into());
    resigning::ask(ctx, game, confirm, ComponentAction::GamesPage(0)).into_update()
}

/// Resigns a game chosen from the user's list. If they have confirmed something else, asks again.
pub(super) async fn confirm_picked(ctx: RequestContext<'_>, seen: SeenGame) -> RequestResult {
    match resigning::resign(ctx, seen).await? {
        ActionOutcome::Applied(applied) => games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games(ctx, 0).await.map(Response::into_update),
        ActionOutcome::Refused(Refusal::OldBoard(_), game) => {
            Ok(question(ctx, &game).beside(ctx.refused(&Refusal::JustChanged)))
        }
        ActionOutcome::Refused(refusal, _) => Err(refusal.into()),
    }
}

/// A page of the user's live games, with a select to resign one. `ended` was just resigned or
/// claimed.
async fn list(ctx: RequestContext<'_>, page: u32, ended: Option<&Game>) -> StoreResult<Response> {
    let user = ctx.user_id();
    let mut games = ctx.service.store.live_games(user).await?;
    games.sort_by_key(|game| place(game, user));
    let pages = u32::try_from(games.len().div_ceil(PAGE_SIZE)).unwrap_or(u32::MAX).max(1);
    let page = page.min(pages - 1);
    games.drain(..page as usize * PAGE_SIZE);
    games.truncate(PAGE_SIZE);
    let now = ctx.service.displayed_now();
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let mut lines = Vec::new();
        if let Some(game) = ended {
            let opponent = names::full_name(audience, opponent(game, user));
            lines.push(match game.result() {
                Some(GameResult::Claimed(_)) => l10n::games_claimed(locale, opponent),
                _ => resigned(game, user, audience),
            });
        }
        if games.is_empty() {
            lines.push(l10n::games_none(locale));
            return MessageBody::ephemeral(lines.join("\n"));
        }
        lines.push(l10n::games_title(locale));
        lines.extend(games.iter().map(|game| game_line(game, user, audience, now)));
        if pages > 1 {
            lines.push(l10n::page(locale, page + 1, pages));
        }
        let choices = games.iter().zip(labels(&games, user, audience));
        let choices =
            choices.map(|(game, label)| (ComponentAction::PickGame(game.id), label, false));
        let mut rows = vec![ActionRow::select(choices, l10n::choose_game(locale))];
        rows.extend(claim_row(&games, user, audience));
        rows.extend(paging_row(page, pages, locale, ComponentAction::GamesPage));
        MessageBody::new(lines.join("\n"), rows).into_ephemeral()
    }))
}

/// Games come first in which the user has something to do, then those whose time is up sooner.
fn place(game: &Game, user: PlayerId) -> (bool, bool, Option<RunningTime>) {
    let can_claim = game.claimant().is_some_and(|seat| game.seat_of(user) == Some(seat));
    let time = game.times_out_at();
    (!can_claim && !game.is_turn_of(user), time.is_none(), time)
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
        None => status::time_left(audience, game, now),
    };
    join_parts([Some(line), note])
}

/// A button for each of these games that the user can claim. `None` if there is none.
fn claim_row(games: &[Game], user: PlayerId, audience: Audience) -> Option<ActionRow> {
    let can_claim =
        |game: &&Game| game.claimant().is_some_and(|seat| game.seat_of(user) == Some(seat));
    let claim = |game: &Game| {
        let name = names::plain_name(audience, opponent(game, user));
        let label = l10n::games_claim(audience.locale, name);
        Button::success(ComponentAction::ClaimListed(game.id), label)
    };
    let buttons: Vec<_> = games.iter().filter(can_claim).map(claim).collect();
    (!buttons.is_empty()).then_some(ActionRow::Buttons(buttons))
}

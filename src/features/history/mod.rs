//! Finished games: lists (ephemeral), replays, sharing.

pub(crate) mod review;

use connect4::Seat;

use crate::{
    actions::{ComponentAction, Navigation},
    features::{
        flow::{public_views, visible_games::finished_game},
        request::{
            Command, CommandKind, CommandOption, OptionKind, RequestContext, RequestResult,
            Response,
        },
        views::{
            Audience, board, ending,
            names::{self, opponent},
            paging::{navigation_row, page_buttons},
            pictures,
        },
    },
    game::{Game, GameId, Player, PlayerId, PlayerResult},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, Choice, MessageBody},
    store::{HistoryCursor, HistoryPage, Viewer},
    uploaded_tiles::UploadedTiles,
};

pub(crate) const HISTORY: Command =
    Command::slash("history", l10n::command_history, |ctx| Box::pin(history(ctx))).with_options(
        || vec![CommandOption::new(PLAYER, l10n::command_history_player, OptionKind::User)],
    );

pub(crate) const REPLAY: Command =
    Command::in_menu(CommandKind::MessageMenu, "Replay", "replay", l10n::button_replay, |ctx| {
        Box::pin(async move { replay(ctx, ctx.request.input.board()?, 0, Navigation::Start).await })
    });

const PLAYER: &str = "player";

/// The number of games per page.
const PAGE_SIZE: u8 = 10;

/// A player's finished games, newest first.
async fn history(ctx: RequestContext<'_>) -> RequestResult {
    let player = ctx.request.input.player(PLAYER)?;
    let player = player.unwrap_or_else(|| ctx.request.user.clone());
    history_reply(ctx, player, HistoryCursor::Newest).await
}

pub(super) async fn history_page(
    ctx: RequestContext<'_>,
    player: PlayerId,
    cursor: HistoryCursor,
) -> RequestResult {
    history_reply(ctx, ctx.player(player).await?, cursor).await.map(Response::into_update)
}

async fn history_reply(
    ctx: RequestContext<'_>,
    player: Player,
    cursor: HistoryCursor,
) -> RequestResult {
    let viewer = Viewer { player: ctx.user_id(), guild: ctx.guild() };
    let page = ctx.service.store.history(player.id, viewer, cursor, PAGE_SIZE).await?;
    let is_own = player.id == ctx.user_id();
    Ok(ctx.reply(|audience, _| message(&player, is_own, &page, audience)))
}

fn message(player: &Player, is_own: bool, page: &HistoryPage, audience: Audience) -> MessageBody {
    let (locale, games, id) = (audience.locale, &page.games, player.id);
    let name = names::person(audience, player);
    let (title, none) = if is_own {
        (l10n::history_own(locale), l10n::stats_none_own(locale))
    } else {
        (l10n::history_title(locale, name.clone()), l10n::history_none(locale, name))
    };
    let (Some(newest), Some(oldest)) = (games.first(), games.last()) else {
        return MessageBody::ephemeral(none);
    };
    let mut lines = vec![title];
    lines.extend(games.iter().map(|game| {
        let opponent = names::full_name(audience, opponent(game, id));
        let date = markdown::date(game.changed_at());
        // As a string, since Fluent would group a number by thousands.
        l10n::history_line(locale, date, game.id.to_string(), opponent, outcome(game, id, locale))
    }));
    let choices = games.iter().map(|game| {
        let name = names::plain_name(audience, opponent(game, id));
        // In ISO 8601: a menu shows no timestamp in the user's time zone.
        let day = game.changed_at().date().to_string();
        Choice {
            action: ComponentAction::Replay(game.id),
            label: l10n::history_pick(locale, game.id.to_string(), name),
            description: Some(l10n::history_description(locale, day, outcome(game, id, locale))),
            is_chosen: false,
        }
    });
    let mut rows = vec![ActionRow::select(choices, l10n::choose_replay(locale))];
    let page_at = |cursor| ComponentAction::History(id, cursor);
    let previous = (page_at(HistoryCursor::After(newest.id)), page.more_after);
    let next = (page_at(HistoryCursor::Before(oldest.id)), page.more_before);
    rows.extend(page_buttons(previous, next, locale).map(ActionRow::Buttons));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

/// The result for a player, and the number of moves.
fn outcome(game: &Game, player: PlayerId, locale: Locale) -> String {
    let result = game.seat_of(player).and_then(|seat| PlayerResult::of(game.result()?, seat));
    let result = match result {
        Some(PlayerResult::Win) => l10n::history_won(locale),
        Some(PlayerResult::Loss) => l10n::history_lost(locale),
        Some(PlayerResult::Draw) | None => l10n::history_drew(locale),
    };
    l10n::history_outcome(locale, game.moves.columns().len(), result)
}

/// Navigates in a replay.
pub(super) async fn replay(
    ctx: RequestContext<'_>,
    id: GameId,
    ply: u8,
    navigation: Navigation,
) -> RequestResult {
    let game = finished_game(ctx, id).await?;
    let ply = navigation.target(ply.into(), game.moves.columns().len());
    Ok(ctx.reply(|audience, tiles| replay_message(&game, ply, audience, tiles)))
}

/// Posts a finished game after some of its moves for everyone.
pub(super) async fn share_replay(ctx: RequestContext<'_>, id: GameId, ply: u8) -> RequestResult {
    public_views::check(ctx)?;
    let game = finished_game(ctx, id).await?;
    let locale = public_views::begin(ctx, ComponentAction::ShareReplay(id, ply)).await?;
    let button = Some(board::replay_button(id, locale));
    Ok(public_views::reply(ctx, locale, Some(&game), button, |audience, tiles| {
        replay_message(&game, ply.into(), audience, tiles)
    }))
}

/// Posts a finished game as an animation. Others than its players see the game for themselves
/// first, and can share it there; its players get the animation even where nobody else would see
/// it.
pub(super) async fn share_animation(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let game = finished_game(ctx, id).await?;
    let is_board = ctx.request.message == game.board_message.message;
    if is_board && game.seat_for(ctx.user_id()).is_err() {
        let ply = game.moves.columns().len();
        return Ok(ctx.reply(|audience, tiles| {
            let why_private = l10n::replay_private(audience.locale);
            replay_message(&game, ply, audience, tiles).with_line(&markdown::small(&why_private))
        }));
    }
    let _workload = ctx.service.workloads.begin(ctx.user_id())?;
    let locale = public_views::begin(ctx, ComponentAction::ShareAnimation(id)).await?;
    let audience = Audience::public(locale, ctx.guild());
    let [first, second] =
        Seat::BOTH.map(|seat| names::plain_name(audience, game.participant(seat)));
    let file = pictures::game_gif(&game, l10n::replay_picture(locale, first, second)).await;
    let button = Some(board::replay_button(id, locale));
    Ok(public_views::reply(ctx, locale, Some(&game), button, |audience, tiles| {
        let mut lines = vec![board::title(audience, &game, tiles)];
        lines.extend(ending::beside_board(audience, &game, tiles));
        MessageBody { file: file.clone(), ..MessageBody::new(lines.join("\n"), Vec::new()) }
    }))
}

impl Navigation {
    /// The target ply, in a game of `moves` moves.
    pub(super) fn target(self, ply: usize, moves: usize) -> usize {
        match self {
            Self::Start => 0,
            Self::Back => ply.saturating_sub(1).min(moves),
            Self::Forward => (ply + 1).min(moves),
            Self::End => moves,
        }
    }
}

/// Renders a game after its first `ply` moves.
fn replay_message(
    game: &Game,
    ply: usize,
    audience: Audience,
    tiles: &UploadedTiles,
) -> MessageBody {
    let locale = audience.locale;
    let count = game.moves.columns().len();
    let mut shown = game.moves.clone();
    shown.truncate(ply);
    let position = shown.replay(game.config.shape).unwrap_or_else(|_| game.board());
    let last_move = match shown.columns().last() {
        None => l10n::replay_start(locale, count),
        Some(column) => {
            let name = names::of_mover(audience, game, shown.columns().len() - 1);
            l10n::replay_move(locale, column.number(), count, name, shown.columns().len())
        }
    };
    let mut below = vec![last_move];
    if ply >= count {
        below.extend(ending::beside_board(audience, game, tiles));
    }
    let above = [board::title(audience, game, tiles)];
    let content = board::grid(game, &position, tiles, &[]).message(&above, &below);
    let mut rows = Vec::new();
    if let Some(from) = u8::try_from(ply).ok().filter(|_| count > 0) {
        let action = |navigation| ComponentAction::ReplayJump(game.id, from, navigation);
        rows.push(navigation_row(action, |it| it.target(ply, count) != ply, locale));
    }
    let share = ComponentAction::ShareAnimation(game.id);
    let mut buttons = vec![Button::secondary(share, l10n::button_share(locale))];
    if game.config.shape.is_solved_quickly() && count > 0 {
        buttons.push(board::review_button(game.id, locale));
    }
    rows.push(ActionRow::Buttons(buttons));
    rows.extend(u8::try_from(ply.min(count)).ok().and_then(|ply| {
        public_views::show_everyone_row(ComponentAction::ShareReplay(game.id, ply), audience)
    }));
    MessageBody::new(content, rows).into_ephemeral()
}

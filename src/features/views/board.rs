//! The message of a game's board: its title, the lines below the grid, and the buttons.

use connect4::{Advice, Board, Column, Seat, Shape};

use crate::{
    actions::ComponentAction,
    features::views::{
        Audience, EmojiGrid, HintDetail, Reasons, ending,
        hints::{self, good_columns},
        names, status, together,
    },
    game::{self, Game, GameId, GameResult, Now, OfferKind, PlayerId, Rated, Series},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Brevity, Button, MessageBody, join_parts},
    uploaded_tiles::UploadedTiles,
};

/// The most buttons in a row. Discord allows five, but phones wrap such a row.
const MAX_BUTTONS_PER_ROW: usize = 4;

/// Renders a game's board; `tells_move` has the last move in words. A new message that pings a
/// player begins with that: notifications and screen readers begin with what stands first.
pub(crate) fn render(
    game: &Game,
    now: Now,
    ping: Option<PlayerId>,
    tells_move: bool,
    brevity: Brevity,
    tiles: &UploadedTiles,
) -> MessageBody {
    let (audience, board) = (audience(game, brevity), game.board());
    let (mut below, rows) = if game.is_live() {
        (status::lines(audience, game, tells_move, now, tiles), live_rows(game, &board, None))
    } else {
        let mut lines = ending::beside_board(audience, game, tiles);
        if audience.sees_optional_lines() {
            lines.extend(ending::effects(audience, game));
        }
        (lines, game_over_rows(game))
    };
    let mut above = Vec::new();
    if let Some(player) = ping
        && let Some(seat) = game.seat_of(player)
    {
        above.push(status::ping(audience, game, player, seat));
        // The mention is above already.
        let (mention, name) = (markdown::mention(player), names::of_seat(audience, game, seat));
        for line in &mut below {
            *line = line.replace(&mention, &format!("**{name}**"));
        }
    }
    above.push(title(audience, game, tiles));
    let content = grid(game, &board, tiles, &[]).message(&above, &below);
    MessageBody::new(content, rows).with_ping(ping)
}

/// Renders a live board with a hint: a nudge, or the best columns marked.
pub(crate) fn with_hint(
    game: &Game,
    now: Now,
    advice: &Advice,
    detail: HintDetail,
    brevity: Brevity,
    tiles: &UploadedTiles,
) -> MessageBody {
    let (audience, board) = (audience(game, brevity), game.board());
    let above = [title(audience, game, tiles)];
    let reasons = Reasons::in_game(game, &board, audience, tiles);
    let (hint, marked): (_, &[Column]) = match detail {
        HintDetail::Nudge => (hints::nudge(advice, &reasons), &[]),
        HintDetail::Column => (hints::column(advice, &reasons), good_columns(advice)),
    };
    // The mark of the best column may stand in the place of the last move’s.
    let hides_move = board.last().is_some_and(|last| marked.contains(&last.column));
    let mut below = status::lines(audience, game, hides_move, now, tiles);
    below.push(hint);
    let content = grid(game, &board, tiles, marked).message(&above, &below);
    MessageBody::new(content, live_rows(game, &board, Some(detail)))
}

/// Who sees a game's board.
fn audience(game: &Game, brevity: Brevity) -> Audience {
    Audience { brevity, ..Audience::public(game.config.locale, game.config.location.guild) }
}

/// The grid of a position in a game.
pub(crate) const fn grid<'a>(
    game: &Game,
    board: &'a Board,
    tiles: &'a UploadedTiles,
    good_columns: &'a [Column],
) -> EmojiGrid<'a> {
    EmojiGrid { board, theme: game.config.theme, tiles, good_columns }
}

/// The players, the goal if it is not four in a row, whether a game between people is unrated,
/// and the score of their series.
pub(crate) fn title(audience: Audience, game: &Game, tiles: &UploadedTiles) -> String {
    let [first, second] = names::title_names(audience, game);
    let [one, other] = Seat::BOTH.map(|seat| tiles.disc(game.config.theme, seat));
    let (locale, connect) = (audience.locale, game.config.shape.connect());
    let title = l10n::board_title(locale, one, first, other, second);
    let goal = (connect != Shape::STANDARD.connect()).then(|| l10n::board_goal(locale, connect));
    let is_unrated = game.players.are_people() && game.config.rated != Rated::Yes;
    let unrated = is_unrated.then(|| l10n::title_unrated(locale));
    let mut title = join_parts([Some(title), goal, together::droppers(audience, game), unrated]);
    if audience.sees_optional_lines() && game.series.points != [0, 0] {
        let Series { points, .. } = game.current_series();
        let [first, second] = Seat::BOTH.map(|seat| names::of_seat(audience, game, seat));
        let [one, other] = points.map(half_points);
        title = format!("{title}\n{}", l10n::series(locale, first, one, other, second));
    }
    title
}

/// "0", "½", "1", "1½", ….
fn half_points(points: u32) -> String {
    match (points / 2, points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// `hint` is the hint that the board shows.
fn live_rows(game: &Game, board: &Board, hint: Option<HintDetail>) -> Vec<ActionRow> {
    let drop = |column| ComponentAction::Drop(game.into(), column);
    let mut rows = column_rows(board.shape(), drop, |column| !board.is_full(column));
    if game.is_of_channel() {
        return rows;
    }
    let locale = game.config.locale;
    let mut buttons = Vec::new();
    if game.claimant().is_some() {
        let claim = ComponentAction::Claim(game.into());
        buttons.push(Button::success(claim, l10n::button_claim(locale)));
    }
    if game.open_offer.is_some() {
        let accept = ComponentAction::AcceptOffer(game.into());
        let decline = ComponentAction::DeclineOffer(game.into());
        let withdraw = ComponentAction::WithdrawOffer(game.into());
        buttons.push(Button::success(accept, l10n::button_accept(locale)));
        buttons.push(Button::danger(decline, l10n::button_decline(locale)));
        // All in one row are too wide for a phone.
        rows.push(ActionRow::Buttons(buttons));
        buttons = vec![Button::secondary(withdraw, l10n::button_withdraw(locale))];
    } else {
        buttons.extend(offer_buttons(game, hint));
    }
    let resign = ComponentAction::AskResign(game.into());
    buttons.push(Button::secondary(resign, l10n::button_resign(locale)));
    rows.push(ActionRow::Buttons(buttons));
    rows
}

/// The buttons that make an offer. The computer accepts no draws, but there are hints.
fn offer_buttons(game: &Game, hint: Option<HintDetail>) -> Vec<Button> {
    let locale = game.config.locale;
    let offer = |kind, label| Button::secondary(ComponentAction::Offer(game.into(), kind), label);
    let mut buttons = Vec::new();
    if game.players.are_people() {
        let draw = offer(OfferKind::Draw, l10n::button_draw(locale));
        buttons.push(draw.disabled(!game.both_have_moved()));
    } else {
        let (action, label) = match hint {
            None => (ComponentAction::Hint(game.into()), l10n::button_hint(locale)),
            Some(_) => (ComponentAction::ShowHint(game.into()), l10n::button_show_hint(locale)),
        };
        buttons.push(Button::secondary(action, label).disabled(hint == Some(HintDetail::Column)));
    }
    let take_back = offer(OfferKind::TakeBack, l10n::button_take_back(locale));
    let may_take_back = |it| game.participant(it).person().and(game.taken_back_by(it)).is_some();
    buttons.push(take_back.disabled(!Seat::BOTH.into_iter().any(may_take_back)));
    buttons
}

/// A button for each column, disabled if that is not possible, in rows that are equally long, or
/// almost.
pub(crate) fn column_rows(
    shape: Shape,
    action: impl Fn(Column) -> ComponentAction,
    is_possible: impl Fn(Column) -> bool,
) -> Vec<ActionRow> {
    let button = |column: Column| {
        Button::primary(action(column), column.to_string()).disabled(!is_possible(column))
    };
    let buttons: Vec<Button> = shape.column_iter().map(button).collect();
    let rows = buttons.len().div_ceil(MAX_BUTTONS_PER_ROW);
    let rows = buttons.chunks(buttons.len().div_ceil(rows));
    rows.map(|row| ActionRow::Buttons(row.to_vec())).collect()
}

/// `None` if a player has deleted their data.
pub(crate) fn rematch_button(game: &Game, locale: Locale) -> Option<Button> {
    let rematch = ComponentAction::Rematch(game.id);
    let is_possible = !game.players.has_deleted();
    is_possible.then(|| Button::success(rematch, l10n::button_rematch(locale)))
}

/// Shows a replay.
pub(crate) fn replay_button(game: GameId, locale: Locale) -> Button {
    Button::secondary(ComponentAction::Replay(game), l10n::button_replay(locale))
}

/// Shows a review.
pub(crate) fn review_button(game: GameId, locale: Locale) -> Button {
    Button::secondary(ComponentAction::Review(game), l10n::button_review(locale))
}

/// The buttons of a finished game, if it has any: what to do next, then what to look at. Only
/// boards that are solved quickly can be reviewed.
fn game_over_rows(game: &Game) -> Vec<ActionRow> {
    let locale = game.config.locale;
    let (mut next, mut views) = (Vec::new(), Vec::new());
    if game.is_of_channel() {
        next = together::next_buttons(game, locale);
    } else if let Some(rematch) = rematch_button(game, locale) {
        next.push(rematch);
        next.extend(game::suggested_level(game).map(|level| {
            let label = l10n::button_play_level(locale, names::level(locale, level));
            Button::primary(ComponentAction::PlayLevel(game.id, level), label)
        }));
    }
    if !game.result().is_some_and(GameResult::is_called_off) {
        // All three in one row are too wide for a phone.
        let row = if next.len() < 2 { &mut next } else { &mut views };
        let share = ComponentAction::ShareAnimation(game.id);
        row.push(Button::secondary(share, l10n::button_share(locale)));
        views.push(replay_button(game.id, locale));
        if game.config.shape.is_solved_quickly() {
            views.push(review_button(game.id, locale));
        }
    }
    [next, views].into_iter().filter(|row| !row.is_empty()).map(ActionRow::Buttons).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use clock::Timestamp;
    use connect4::BoardState;
    use fastrand::Rng;

    use super::*;
    use crate::{
        game::{
            ChannelId, ClosedOffers, Counts, EndEffects, GameConfig, GameEnd, GameId,
            InteractionId, Location, MessageHandle, NewGame, Notice, Offer, Player, PlayerId,
            Players, RatingChange, RunningTime, SeriesId, TimeControl, Token,
        },
        locale::Locale,
        message::fitting,
        theme::Theme,
    };

    const NOW: Now = Now {
        time: Timestamp::from_milliseconds(1_790_000_000_000),
        running: RunningTime(1_780_000_000_000),
    };

    fn new_game(locale: Locale, shape: Shape, theme: Theme, names: [&str; 2]) -> Game {
        let player = |index: usize| {
            let id = PlayerId(9_000_000_000_000_000_000 + index as u64);
            Player::new(id, names[index].to_owned())
        };
        let location = Location { guild: None, channel: ChannelId(1) };
        let rated = if shape == Shape::STANDARD { Rated::Yes } else { Rated::No };
        let time_control = TimeControl::OneDay;
        let new = NewGame {
            challenge: None,
            config: GameConfig { location, shape, time_control, rated, theme, locale },
            players: Players::People([player(0), player(1)]),
            series: Series { id: SeriesId(1), points: [3, 4] },
            max_games_per_channel: None,
            started: NOW,
            changed_by: InteractionId(1),
        };
        let token = Token(String::new());
        let message = MessageHandle { message: None, token, token_expires_at: NOW.time };
        Game::start(GameId(0), new, message)
    }

    /// Every position of a random game, with random offers, and its end.
    fn random_game(mut game: Game, rng: &mut Rng) -> Vec<Game> {
        let mut shown = vec![game.clone()];
        while game.board().state() == BoardState::InProgress {
            let open: Vec<Column> = game.board().open_columns().collect();
            game.moves.push(open[rng.usize(..open.len())]);
            game.closed_offers = ClosedOffers(rng.u8(..16));
            let kind = if rng.bool() { OfferKind::Draw } else { OfferKind::TakeBack };
            let by = if rng.bool() { Seat::First } else { Seat::Second };
            game.open_offer = rng.bool().then_some(Offer { kind, by });
            game.notice = Notice::ALL.get(rng.usize(..9)).copied();
            shown.push(game.clone());
        }
        let result = match game.board().state() {
            BoardState::Won(seat) => GameResult::Won(seat),
            _ => GameResult::Drawn,
        };
        let change = RatingChange { before: 1_500, after: 1_662, games_until_ranked: 13 };
        let last = shown.last_mut().expect("the game has positions");
        last.end = Some(GameEnd { result, at: NOW.time, called_off_by: None });
        last.effects = Some(EndEffects {
            counts: Counts::WinLimit,
            rating_changes: [(game.config.rated == Rated::Yes).then_some(change); 2],
            winning_streak: Some(12),
            lost_before: true,
        });
        shown
    }

    static TILES: LazyLock<UploadedTiles> = LazyLock::new(UploadedTiles::all_known);

    /// The message that Discord gets, with all tiles known, which pings who is to move.
    fn text(game: &Game) -> String {
        let to_move = game.to_move().and_then(|seat| game.participant(seat).person());
        let ping = to_move.map(|player| player.id);
        let render = |brevity, tiles: &UploadedTiles| render(game, NOW, ping, true, brevity, tiles);
        let message = fitting(&TILES, render);
        assert!(!message.is_too_long(), "{}", message.text());
        message.text().to_owned()
    }

    fn is_tiled(text: &str) -> bool {
        text.contains("<:")
    }

    #[test]
    fn no_board_is_too_long_for_a_message() {
        let mut rng = Rng::with_seed(7);
        for (locale, shape) in
            Locale::ALL.into_iter().flat_map(|locale| Shape::VARIANTS.map(|shape| (locale, shape)))
        {
            for theme in Theme::ALL {
                let name = ["x", "@", "あ"][rng.usize(..3)].repeat(rng.usize(1..=32));
                let game = new_game(locale, shape, theme, [&name, "Ben"]);
                for game in random_game(game, &mut rng) {
                    text(&game);
                }
            }
        }
    }

    #[test]
    fn with_usual_names_every_board_has_tiles() {
        let mut rng = Rng::with_seed(8);
        for (locale, shape) in
            Locale::ALL.into_iter().flat_map(|locale| Shape::VARIANTS.map(|shape| (locale, shape)))
        {
            let game = new_game(locale, shape, Theme::default(), ["Wilhelmina", "Maximilian"]);
            for game in random_game(game, &mut rng) {
                let text = text(&game);
                assert!(is_tiled(&text), "{text}");
                assert!(text.contains("Wilhelmina"), "{text}");
            }
        }
    }

    #[test]
    fn the_standard_board_has_tiles_and_whole_names() {
        let mut rng = Rng::with_seed(9);
        for locale in Locale::ALL {
            let names = ["x".repeat(32), "y".repeat(32)];
            let game = new_game(
                locale,
                Shape::STANDARD,
                Theme::default(),
                names.each_ref().map(|it| &**it),
            );
            for game in random_game(game, &mut rng) {
                let text = text(&game);
                assert!(is_tiled(&text) && text.contains(&names[0]), "{text}");
                assert!(text.contains('½'), "{text}");
            }
        }
    }

    /// A board of this size between players with this name.
    fn text_of(columns: u8, rows: u8, name: &str) -> String {
        let shape = Shape::new(columns, rows, 4).unwrap();
        let mut game = new_game(Locale::EnglishUs, shape, Theme::default(), [name, name]);
        for column in shape.column_iter().take(2) {
            game.moves.push(column);
        }
        game.closed_offers = ClosedOffers(0b1111);
        text(&game)
    }

    #[test]
    fn optional_lines_go_first_and_then_the_ends_of_names() {
        let [all, lines, names] =
            ["x", &"x".repeat(32), &"@".repeat(32)].map(|it| text_of(9, 7, it));
        assert!(all.contains("declined") && is_tiled(&all), "{all}");
        assert!(!lines.contains("declined") && is_tiled(&lines), "{lines}");
        assert!(lines.contains(&"x".repeat(32)), "{lines}");
        assert!(!names.contains("declined") && is_tiled(&names), "{names}");
        assert!(names.contains(&format!(" **{}…** ", "\\@\u{200B}".repeat(11))), "{names}");
    }

    #[test]
    fn a_board_too_long_for_tiles_is_unicode_and_complete() {
        let text = text_of(9, 9, &"x".repeat(32));
        assert!(!is_tiled(&text) && text.contains(&"🔵".repeat(9)), "{text}");
        assert!(text.contains("declined") && text.contains(&"x".repeat(32)), "{text}");
    }
}

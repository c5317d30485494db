//! How long a game's messages can become. It decides how cells are drawn on its boards.

use connect4::{Advice, Cell, Column, Direction, Outcome, Seat, Shape, WinningLine};

use super::{
    board, grid, hint,
    message::MAX_CHARACTERS,
    names::{self, Audience},
    reasons::Reasons,
};
use crate::{
    discord::uploaded_tiles::UploadedTiles,
    game::{
        ClosedOffers, Game, GameEnd, GameId, GameResult, HintedTurns, MessageHandle, NewGame,
        Notice, Now, Offer, OfferKind, Players, Rated, RatingChange, RunningTime, Token,
        TurnDeadline,
    },
    service::CellStyleChoice,
    theme::{CellStyle, TileName},
};

/// What may be told of a game at once.
struct Extremes {
    closed_offers: ClosedOffers,
    /// Each seat's points in a series, in half points.
    points: u32,
    winning_lines: usize,
    hints: HintedTurns,
    winning_streak: u32,
    rating_change: u16,
}

/// As much as can be, with these names: a game that is drawn with tiles may not turn to Unicode.
const POSSIBLE: Extremes = Extremes {
    closed_offers: ClosedOffers::ALL_DECLINED,
    points: 199,
    winning_lines: 4,
    hints: HintedTurns::from_bits(u64::MAX),
    winning_streak: 1_000,
    rating_change: 8_999,
};

/// As much as is likely: should there be more, short names take the place of readable ones, and
/// the board looks the same.
const LIKELY: Extremes = Extremes {
    closed_offers: ClosedOffers::NONE,
    points: 9,
    winning_lines: 1,
    hints: HintedTurns::from_bits(0b111),
    winning_streak: 9,
    rating_change: 999,
};

/// More moves to the end are not possible on a board whose hints know them.
const MAX_MOVES: u32 = 21;

impl CellStyleChoice for UploadedTiles {
    /// Tiles, if they are known and every board of the game fits into a message; with readable
    /// names if every likely one does.
    fn choose(&self, new: &NewGame) -> CellStyle {
        let fits = |name: TileName| {
            let extremes = match name {
                TileName::Readable => &LIKELY,
                TileName::Short => &POSSIBLE,
            };
            let is_known = self.markup(new.config.theme, name).is_some();
            is_known && longest_message(new, name, extremes) <= MAX_CHARACTERS
        };
        TileName::ALL
            .into_iter()
            .find(|name| fits(*name))
            .map_or(CellStyle::Unicode, CellStyle::Tiles)
    }
}

/// The most characters that a board's message has.
fn longest_message(new: &NewGame, name: TileName, extremes: &Extremes) -> usize {
    let (shape, theme) = (new.config.shape, new.config.theme);
    let winning = extremes.winning_lines * usize::from(shape.columns());
    let grid = grid::max_length(shape, theme, name, winning);
    grid + longest_text(new, extremes)
}

/// The most characters that a board's message has beside the grid.
fn longest_text(new: &NewGame, extremes: &Extremes) -> usize {
    let longest = with_longest_name(new);
    let may_become_unrated = longest.config.rated == Rated::Yes;
    let unrated = may_become_unrated.then(|| {
        let mut unrated = longest.clone();
        unrated.config.rated = Rated::DailyLimit;
        unrated
    });
    let lengths = [longest].into_iter().chain(unrated).flat_map(|new| {
        let live = live_games(&new, extremes).map(|game| length(&game, 0) + longest_hint(&game));
        let ended = ended_games(&new, extremes);
        let ended = ended.map(|game| length(&game, extremes.winning_lines));
        live.chain(ended).collect::<Vec<_>>()
    });
    lengths.max().unwrap_or_default()
}

/// The game, with the longer of both names for both players.
fn with_longest_name(new: &NewGame) -> NewGame {
    let audience = Audience::public(new.config.locale, new.config.location.guild);
    let people = new.players.people().iter();
    let longest = people.max_by_key(|player| names::person(audience, player).chars().count());
    let players = match (&new.players, longest) {
        (Players::People(_), Some(player)) => Players::People([player.clone(), player.clone()]),
        (players, _) => players.clone(),
    };
    NewGame { players, ..new.clone() }
}

/// The game at its beginning and in its course, with all that can be told below its board.
fn live_games(new: &NewGame, extremes: &Extremes) -> impl Iterator<Item = Game> {
    let begun = game(new, extremes);
    // The longest one.
    let notice = Some(Notice::Lapsed(Offer { kind: OfferKind::TakeBack, by: Seat::First }));
    let with_offers = [OfferKind::Draw, OfferKind::TakeBack].map(|kind| {
        let mut game = Game { notice, ..after_two_moves(new, extremes) };
        game.offers.open = Some(Offer { kind, by: Seat::First });
        game
    });
    let mut declined = Game { notice, ..after_two_moves(new, extremes) };
    declined.offers.closed = extremes.closed_offers;
    let claimable = with_offers.clone().into_iter().chain([declined.clone()]).map(|mut game| {
        game.turn.deadline = TurnDeadline::default();
        game
    });
    [begun, declined].into_iter().chain(with_offers).chain(claimable)
}

/// The game after each of its possible ends, with all that can be told of it.
fn ended_games(new: &NewGame, extremes: &Extremes) -> impl Iterator<Item = Game> {
    let is_rated = new.config.rated == Rated::Yes;
    // Two numbers take a longer sentence than the same one twice.
    let rating_changes = [98, 99].map(|games_until_ranked| {
        let (before, after) = (1_000, 1_000 + extremes.rating_change);
        is_rated.then_some(RatingChange { before, after, games_until_ranked })
    });
    let winning_streak = new.players.are_people().then_some(extremes.winning_streak);
    let mut ended = after_two_moves(new, extremes);
    if !new.players.are_people() {
        ended.hints = extremes.hints;
    }
    let at = new.started.time;
    GameResult::all(Seat::First).into_iter().map(move |result| Game {
        end: Some(GameEnd {
            result,
            at,
            rating_changes,
            called_off_by: Some(Seat::First),
            winning_streak,
            lost_before: true,
        }),
        ..ended.clone()
    })
}

fn game(new: &NewGame, extremes: &Extremes) -> Game {
    let token_expires_at = new.started.time.after(Token::LIFETIME);
    let message = MessageHandle { message: None, token: Token(String::new()), token_expires_at };
    let mut game = Game::start(GameId(0), new.clone(), message);
    game.series.points = game.series.points.map(|points| points.max(extremes.points));
    game
}

fn after_two_moves(new: &NewGame, extremes: &Extremes) -> Game {
    let mut game = game(new, extremes);
    for column in new.config.shape.column_iter().take(2) {
        game.moves.push(column);
    }
    game
}

fn length(game: &Game, winning_lines: usize) -> usize {
    let guild = game.config.location.guild;
    let now = Now { time: game.started_at, running: RunningTime(0) };
    let winning_lines = &every_direction(game.config.shape)[..winning_lines];
    let title = board::title(Audience::public(game.config.locale, guild), game);
    let below = board::lines_below(game, now, winning_lines);
    below.iter().chain([&title]).map(|line| line.chars().count() + 1).sum()
}

/// As many winning lines as one disc can complete.
fn every_direction(shape: Shape) -> [WinningLine; 4] {
    let cells: Vec<Cell> = shape.column_iter().map(|column| Cell { column, row: 0 }).collect();
    [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling]
        .map(|direction| WinningLine { direction, cells: cells.clone() })
}

/// The most characters of a hint on the board, with its line break.
fn longest_hint(game: &Game) -> usize {
    if game.players.are_people() {
        return 0;
    }
    let columns: Vec<Column> = game.config.shape.column_iter().collect();
    let outcomes = [
        Some(Outcome::Win { moves: MAX_MOVES }),
        Some(Outcome::Draw),
        Some(Outcome::Loss { moves: MAX_MOVES }),
        None,
    ];
    let reasons = Reasons::in_game(game, game.config.locale);
    let sentences = outcomes.map(|outcome| {
        // If all columns lose alike, the sentence names none.
        let best = columns[1..].to_vec();
        let columns = columns.iter().map(|column| (*column, outcome)).collect();
        let advice = Advice { best, columns, explanation: None };
        hint::sentence(&advice, reasons).chars().count() + 1
    });
    let why = reasons.max_length() + 1;
    sentences.into_iter().max().unwrap_or_default() + why
}

#[cfg(test)]
mod tests {
    use clock::Timestamp;
    use connect4::{BoardState, Shape};
    use fastrand::Rng;
    use serenity::all::EmojiId;

    use super::*;
    use crate::{
        game::{
            ChannelId, GameConfig, InteractionId, Location, Player, PlayerId, Series, SeriesId,
            TimeControl,
        },
        locale::Locale,
        theme::Theme,
    };

    /// All tiles, with the longest ids.
    fn known_tiles() -> UploadedTiles {
        let tiles = UploadedTiles::default();
        while let Some((_, name)) = tiles.next_unknown() {
            tiles.record(name, EmojiId::new(9_000_000_000_000_000_000));
        }
        tiles
    }

    const NOW: Now = Now {
        time: Timestamp::from_milliseconds(1_790_000_000_000),
        running: RunningTime(1_780_000_000_000),
    };

    fn new_game(locale: Locale, shape: Shape, theme: Theme, names: [&str; 2]) -> NewGame {
        let player = |index: usize| Player::new(PlayerId(index as u64), names[index].to_owned());
        let location = Location { guild: None, channel: ChannelId(1) };
        let rated = if shape == Shape::STANDARD { Rated::Yes } else { Rated::No };
        NewGame {
            challenge: None,
            config: GameConfig {
                location,
                shape,
                time_control: TimeControl::OneDay,
                rated,
                theme,
                locale,
            },
            players: Players::People([player(0), player(1)]),
            series: Series { id: SeriesId(1), points: [3, 4] },
            max_games_per_channel: None,
            started: NOW,
            cell_style: CellStyle::Unicode,
            changed_by: InteractionId(1),
            board_pinged: false,
        }
    }

    /// Every position of a random game, with random offers, and its end.
    fn random_game(new: &NewGame, rng: &mut Rng) -> Vec<Game> {
        let mut game = game(new, &LIKELY);
        let mut shown = vec![game.clone()];
        while game.board().state() == BoardState::InProgress {
            let open: Vec<Column> = game.board().open_columns().collect();
            game.moves.push(open[rng.usize(..open.len())]);
            game.offers.closed = ClosedOffers::from_bits(rng.u8(..16));
            let kind = if rng.bool() { OfferKind::Draw } else { OfferKind::TakeBack };
            let by = if rng.bool() { Seat::First } else { Seat::Second };
            game.offers.open = rng.bool().then_some(Offer { kind, by });
            game.notice = Notice::ALL.get(rng.usize(..9)).copied();
            shown.push(game.clone());
        }
        let result = match game.board().state() {
            BoardState::Won(seat) => GameResult::Won(seat),
            _ => GameResult::Drawn,
        };
        let change = RatingChange { before: 1_500, after: 1_662, games_until_ranked: 13 };
        let rating_changes = [(new.config.rated == Rated::Yes).then_some(change); 2];
        let at = new.started.time;
        shown.last_mut().expect("the game has positions").end = Some(GameEnd {
            result,
            at,
            rating_changes,
            called_off_by: None,
            winning_streak: Some(12),
            lost_before: true,
        });
        shown
    }

    fn is_tiled(text: &str) -> bool {
        text.contains("<:")
    }

    #[test]
    fn a_game_that_begins_with_tiles_keeps_them() {
        let (tiles, mut rng) = (known_tiles(), Rng::with_seed(7));
        let mut chosen = Vec::new();
        for locale in Locale::ALL {
            for shape in Shape::VARIANTS {
                for name in ["Ann".to_owned(), "Somebody else".to_owned(), "@".repeat(32)] {
                    let theme = Theme::ALL[rng.usize(..Theme::ALL.len())];
                    let new = new_game(locale, shape, theme, [&name, "Ben"]);
                    let cell_style = tiles.choose(&new);
                    chosen.push(cell_style);
                    for game in random_game(&NewGame { cell_style, ..new }, &mut rng) {
                        let message = board::render(&game, NOW, &tiles);
                        let length = message.text().chars().count();
                        assert!(length <= MAX_CHARACTERS, "{length}: {}", message.text());
                        let is_unicode = cell_style == CellStyle::Unicode;
                        assert_ne!(is_tiled(message.text()), is_unicode, "{}", message.text());
                    }
                }
            }
        }
        let share = |style| chosen.iter().filter(|it| **it == style).count();
        assert!(CellStyle::ALL.map(share).iter().all(|count| *count > 0), "{chosen:?}");
    }

    /// The longest name with which the standard board has tiles of this name.
    fn longest_name(theme: Theme, locale: Locale, name: TileName) -> usize {
        let tiles = known_tiles();
        let has_tiles = |length: &usize| {
            let player = "x".repeat(*length);
            let new = new_game(locale, Shape::STANDARD, theme, [&player, &player]);
            let style = tiles.choose(&new);
            style == CellStyle::Tiles(name) || style == CellStyle::Tiles(TileName::Readable)
        };
        (1..=32).take_while(has_tiles).last().unwrap_or(0)
    }

    #[test]
    fn names_of_usual_length_leave_room_for_readable_tiles() {
        for theme in Theme::ALL {
            for locale in Locale::ALL {
                let readable = longest_name(theme, locale, TileName::Readable);
                assert!(readable >= 8, "{} in {}: {readable}", theme.name(), locale.tag());
                let short = longest_name(theme, locale, TileName::Short);
                assert_eq!(short, 32, "{} in {}", theme.name(), locale.tag());
            }
        }
    }

    #[test]
    fn the_name_that_takes_more_characters_counts() {
        let (tiles, theme) = (known_tiles(), Theme::default());
        // Eleven kana have more bytes than the other name, and fewer characters.
        let names = [&*"あ".repeat(11), &*"x".repeat(32)];
        let style = |names| tiles.choose(&new_game(Locale::French, Shape::STANDARD, theme, names));
        assert_eq!(style(names), style([names[1], names[1]]));
        assert_ne!(style(names), style([names[0], names[0]]));
    }
}

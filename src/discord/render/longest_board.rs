//! The longest message that a game's board can become. It decides with which emoji the game is
//! drawn when it begins.

use clock::Timestamp;
use connect4::{Advice, Board, Cell, Column, Direction, Outcome, Seat, Shape, WinningLine};

use super::{board, grid, hint};
use crate::{
    discord::{markdown, tile_emoji::TileEmoji},
    game::{
        ClosedOffers, Game, GameEnd, GameId, GameResult, HintedTurns, MessageHandle, NewGame,
        Offer, OfferKind, Players, Rated, RatingChange, Token, TurnDeadline,
    },
    service::CellStyleChoice,
    theme::CellStyle,
};

/// More points in a series, in half points, are not expected.
const MAX_POINTS: u32 = 199;

/// All offers are declined.
const ALL_DECLINED: ClosedOffers = ClosedOffers::from_bits(0b1111);

/// More moves to the end are not possible on a board whose hints know them.
const MAX_MOVES: u32 = 21;

impl CellStyleChoice for TileEmoji {
    /// The most readable emoji with which every board of the game fits into a message.
    fn choose(&self, new: &NewGame) -> CellStyle {
        let (theme, shape) = (new.config.theme, new.config.shape);
        let known: Vec<CellStyle> = CellStyle::ALL
            .into_iter()
            .filter(|cells| *cells != CellStyle::Unicode && self.written(theme, *cells).is_some())
            .collect();
        if known.is_empty() {
            return CellStyle::Unicode;
        }
        let (board, text) = (Board::empty(shape), longest_text(new));
        let fits = |cells: &CellStyle| {
            text + grid::max_length(&board, theme, *cells) <= grid::MAX_CHARACTERS
        };
        known.into_iter().find(fits).unwrap_or(CellStyle::Unicode)
    }
}

/// The most characters that a board's message has beside the grid.
fn longest_text(new: &NewGame) -> usize {
    let longest = with_longest_name(new);
    let may_become_unrated = longest.config.rated == Rated::Yes;
    let unrated = may_become_unrated.then(|| {
        let mut unrated = longest.clone();
        unrated.config.rated = Rated::DailyLimit;
        unrated
    });
    let lengths = [longest].into_iter().chain(unrated).flat_map(|new| {
        let live = live_games(&new).map(|game| length(&game) + longest_hint(&game));
        live.chain(ended_games(&new).map(|game| length(&game))).collect::<Vec<_>>()
    });
    lengths.max().unwrap_or_default()
}

/// The game, with the longer of both names for both players.
fn with_longest_name(new: &NewGame) -> NewGame {
    let guild = new.config.location.guild;
    let people = new.players.people().iter();
    let longest = people.max_by_key(|player| markdown::escape_name(player.name_in(guild)).len());
    let players = match (&new.players, longest) {
        (Players::People(_), Some(player)) => Players::People([player.clone(), player.clone()]),
        (players, _) => players.clone(),
    };
    NewGame { players, ..new.clone() }
}

/// The game at its beginning and in its course, with all that can be told below its board.
fn live_games(new: &NewGame) -> impl Iterator<Item = Game> {
    let begun = game(new);
    let offers = [OfferKind::Draw, OfferKind::TakeBack];
    let with_offers = offers.map(|kind| {
        let mut game = after_two_moves(new);
        game.offers.closed = ALL_DECLINED;
        game.offers.open = Some(Offer { kind, by: Seat::First });
        game
    });
    let claimable = with_offers.clone().map(|mut game| {
        game.turn.deadline = TurnDeadline::default();
        game
    });
    [begun].into_iter().chain(with_offers).chain(claimable)
}

/// The game after each of its possible ends, with all that can be told of it.
fn ended_games(new: &NewGame) -> impl Iterator<Item = Game> {
    let results = [
        GameResult::Won(Seat::First),
        GameResult::Drawn,
        GameResult::Resigned(Seat::First),
        GameResult::TimedOut(Seat::First),
        GameResult::DrawByAgreement,
        GameResult::Claimed(Seat::First),
        GameResult::CalledOff,
        GameResult::Interrupted,
        GameResult::EndedByModerator,
    ];
    let counts = new.config.rated == Rated::Yes;
    let rating = |games_until_ranked| {
        counts.then_some(RatingChange { before: 0, after: 9_999, games_until_ranked })
    };
    let ratings = [rating(98), rating(99)];
    results.into_iter().map(move |result| {
        let mut game = after_two_moves(new);
        game.hints = HintedTurns::from_bits(u64::MAX);
        let at = Timestamp::from_milliseconds(0);
        game.end =
            Some(GameEnd { result, at, rating_changes: ratings, winning_streak: Some(1_000) });
        game
    })
}

fn game(new: &NewGame) -> Game {
    let token_expires_at = new.started_at.after(Token::LIFETIME);
    let message = MessageHandle { message: None, token: Token(String::new()), token_expires_at };
    let mut game = Game::start(GameId(0), new.clone(), message);
    game.series.points = [MAX_POINTS; 2];
    game
}

fn after_two_moves(new: &NewGame) -> Game {
    let mut game = game(new);
    for column in new.config.shape.column_iter().take(2) {
        game.moves.push(column);
    }
    game
}

fn length(game: &Game) -> usize {
    let winning_lines = every_direction(game.config.shape);
    let lines = board::lines(game, game.config.location.guild, "", &winning_lines);
    lines.iter().map(|line| line.chars().count() + 1).sum()
}

/// As many winning lines as one disc can complete.
fn every_direction(shape: Shape) -> Vec<WinningLine> {
    let directions =
        [Direction::Vertical, Direction::Horizontal, Direction::Rising, Direction::Falling];
    let cells: Vec<Cell> = shape.column_iter().map(|column| Cell { column, row: 0 }).collect();
    directions.map(|direction| WinningLine { direction, cells: cells.clone() }).into()
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
    let sentences = outcomes.map(|outcome| {
        let best = columns.clone();
        let columns = columns.iter().map(|column| (*column, outcome)).collect();
        hint::sentence(&Advice { best, columns }, game.config.locale).chars().count() + 1
    });
    sentences.into_iter().max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
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

    /// All tiles' emoji, with the longest ids.
    fn known_emoji() -> TileEmoji {
        let emoji = TileEmoji::default();
        let unknown: Vec<_> = emoji.unknown().map(|(_, name)| name).collect();
        for name in unknown {
            emoji.record(name, EmojiId::new(9_000_000_000_000_000_000));
        }
        emoji
    }

    fn new_game(locale: Locale, shape: Shape, theme: Theme, name: &str) -> NewGame {
        let player = |id| Player::new(PlayerId(id), name.to_owned());
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
            players: Players::People([player(1), player(2)]),
            series: Series { id: SeriesId(1), points: [3, 4] },
            max_games_per_channel: None,
            started_at: Timestamp::from_milliseconds(1_790_000_000_000),
            cell_style: CellStyle::Unicode,
            changed_by: InteractionId(1),
            board_pinged: false,
        }
    }

    /// Every position of a random game, with random offers, and its end.
    fn random_game(new: &NewGame, rng: &mut Rng) -> Vec<Game> {
        let mut game = game(new);
        let mut shown = vec![game.clone()];
        while game.board().state() == BoardState::InProgress {
            let open: Vec<Column> = game.board().open_columns().collect();
            game.moves.push(open[rng.usize(..open.len())]);
            game.offers.closed = ClosedOffers::from_bits(rng.u8(..16));
            let kind = if rng.bool() { OfferKind::Draw } else { OfferKind::TakeBack };
            let by = if rng.bool() { Seat::First } else { Seat::Second };
            game.offers.open = rng.bool().then_some(Offer { kind, by });
            shown.push(game.clone());
        }
        let result = match game.board().state() {
            BoardState::Won(seat) => GameResult::Won(seat),
            _ => GameResult::Drawn,
        };
        let change = RatingChange { before: 1_500, after: 1_662, games_until_ranked: 13 };
        let rating_changes = [(new.config.rated == Rated::Yes).then_some(change); 2];
        let at = new.started_at;
        shown.last_mut().expect("the game has positions").end =
            Some(GameEnd { result, at, rating_changes, winning_streak: Some(12) });
        shown
    }

    #[test]
    fn every_board_of_a_game_fits_in_its_first_style() {
        let (emoji, mut rng) = (known_emoji(), Rng::with_seed(7));
        let mut chosen = Vec::new();
        for locale in Locale::ALL {
            for shape in Shape::VARIANTS {
                for name in ["Ann".to_owned(), "Somebody else".to_owned(), "@".repeat(32)] {
                    let theme = Theme::ALL[rng.usize(..Theme::ALL.len())];
                    let new = new_game(locale, shape, theme, &name);
                    let cell_style = emoji.choose(&new);
                    chosen.push(cell_style);
                    let empty = emoji.written(theme, cell_style).unwrap()[0];
                    for game in random_game(&NewGame { cell_style, ..new }, &mut rng) {
                        let message = board::render(&game, None, &emoji);
                        let text = message.text();
                        let length = text.chars().count();
                        assert!(length <= grid::MAX_CHARACTERS, "{length}: {text}");
                        let is_full = game.board().open_columns().next().is_none();
                        assert!(text.contains(empty) || is_full, "{cell_style:?}: {text}");
                    }
                }
            }
        }
        let share = |style| chosen.iter().filter(|it| **it == style).count();
        assert!(CellStyle::ALL.map(share).iter().all(|count| *count > 0), "{chosen:?}");
    }
}

//! What buttons, and the options of selects, ask for: plain data, and its custom ids.
//!
//! Posted messages keep their buttons for ever, so this is a stored format: a tag of
//! a letter and a number, then numbers, all separated by colons. New forms get new
//! tags, and a tag is never reused with another meaning: not those of earlier builds either,
//! `r1`, `p1`, `l1`, `b1`, `f11`, `t31` and `t37`. A custom id that does not
//! parse decodes as [`ComponentAction::Unknown`].

mod field;
#[cfg(test)]
mod tests;

use connect4::{Column, Level, Moves, Shape};
use serde::Deserialize;
use serde_json::value::RawValue;

use self::field::{Field, IdNumbers};
use crate::{
    game::{
        ChallengeId, ChallengeTime, ChallengesFrom, FirstMove, Game, GameId, OfferKind, Period,
        PlayerId, PositionId, PuzzleNumber, SeasonRhythm, SortBy, TimeControl, Version,
    },
    locale::Locale,
    store::{HistoryCursor, PageCursor},
    theme::Theme,
};

/// Defines [`ComponentAction`]. A row is a tag, the action, and the fields after the tag. `if`
/// refuses what fields would allow. Before its rows stands what metrics and logs call them.
macro_rules! actions {
    ($([$label:literal] $(
        $tag:literal $action:ident $(($($field:ident: $type:ty),+) $(if $condition:expr)?)?,
    )*)*) => {
        /// What a button or an option of a select asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ComponentAction {
            $($($action $(($($type),+))?,)*)*
        }

        impl ComponentAction {
            /// The tags of all actions.
            #[cfg(test)]
            const TAGS: &[&str] = &[$($($tag),*),*];

            /// The custom id, or the value of an option.
            pub fn custom_id(self) -> String {
                match self {
                    $($(Self::$action $(($($field),+))? => {
                        let id = $tag.to_owned();
                        $($(let id = $field.put(id);)+)?
                        id
                    })*)*
                }
            }

            /// What metrics and logs call it.
            pub const fn label(self) -> &'static str {
                match self {
                    $($(Self::$action { .. } => $label,)*)*
                }
            }

            /// The game that it is about, if it is one game.
            pub fn game(self) -> Option<GameId> {
                match self {
                    $($(Self::$action $(($($field),+))? => {
                        [None, $($($field.game()),+)?].into_iter().flatten().next()
                    })*)*
                }
            }

            /// The challenge that it is about, if it is one.
            pub const fn challenge(self) -> Option<ChallengeId> {
                match self {
                    Self::Accept(id)
                    | Self::Decline(id)
                    | Self::Cancel(id)
                    | Self::RepeatChallenge(id) => Some(id),
                    _ => None,
                }
            }

            fn try_decode(text: &str) -> Option<Self> {
                let mut parts = text.split(':');
                let tag = parts.next()?;
                let numbers: Vec<_> = parts.map(parse_number).collect::<Option<_>>()?;
                $($(if tag == $tag {
                    let take = |mut numbers: IdNumbers| {
                        $($(let $field = Field::take(&mut numbers)?;)+)?
                        let is_allowed = numbers.next().is_none() $($(&& $condition)?)?;
                        is_allowed.then_some(Self::$action $(($($field),+))?)
                    };
                    if let Some(action) = take(numbers.clone().into_iter()) {
                        return Some(action);
                    }
                })*)*
                None
            }
        }
    };
}

actions! {
    ["press challenge"]
    "a1" Accept(challenge: ChallengeId),
    "n1" Decline(challenge: ChallengeId),
    "c1" Cancel(challenge: ChallengeId),
    "a2" RepeatChallenge(challenge: ChallengeId),

    ["press play"]
    "p2" OpenPlayMenu(chosen: GameOptions),
    "p3" ChallengeAnyone(chosen: GameOptions),
    "p4" PlayComputer(options: ComputerGameOptions),
    "p5" OpenGameOptions(chosen: GameOptions),
    "p6" ChooseBoard(chosen: GameOptions),
    "p7" ChooseClock(chosen: GameOptions),
    "p8" ChooseTheme(chosen: GameOptions),
    "p9" ChooseRated(chosen: GameOptions),
    "p10" CloseGameOptions(chosen: GameOptions),
    "p11" ChallengeFriend(chosen: GameOptions),
    // Somebody of the season that runs.
    "p12" ChallengeListed(player: PlayerId),
    "p13" OpenTogether(chosen: GameOptions),
    "p14" PlayTogether(options: ComputerGameOptions),

    ["press column"]
    "d1" Drop(seen: SeenGame, column: Column),
    "g2" DropInChosen(seen: SeenGame, column: Column),
    "g3" RepostChosen(seen: SeenGame),
    "g4" DescribeChosen(seen: SeenGame),

    ["press resign"]
    "q1" AskResign(seen: SeenGame),
    "r2" Resign(seen: SeenGame),
    "s1" PickGame(game: GameId),
    "y1" ResignPicked(seen: SeenGame),

    ["press offer"]
    "o1" Offer(seen: SeenGame, kind: OfferKind),
    "k1" AcceptOffer(seen: SeenGame),
    "x1" DeclineOffer(seen: SeenGame),
    "x2" WithdrawOffer(seen: SeenGame),

    ["press hint"]
    "j1" Hint(seen: SeenGame),
    "j2" ShowHint(seen: SeenGame),

    ["press claim"]
    "e1" Claim(seen: SeenGame),
    "e2" ClaimListed(game: GameId),

    ["press replacement"]
    "b2" KeepGame(game: GameId),
    "b4" ReplaceGame(game: GameId, options: ComputerGameOptions),

    ["press rematch"]
    "m1" Rematch(game: GameId),
    "b3" PlayLevel(game: GameId, level: Level),

    ["press page"]
    "g1" GamesPage(page: u32),
    "l2" Leaderboard(query: LeaderboardQuery),
    "h1" History(player: PlayerId, cursor: HistoryCursor),
    "v1" Replay(game: GameId),
    "v2" ReplayJump(game: GameId, ply: u8, navigation: Navigation),
    // Of replays until 0.1.
    "v4" Moves(game: GameId),
    "w1" Review(game: GameId),
    "w2" ReviewMove(game: GameId, ply: u8),
    "w2" ReviewJump(game: GameId, ply: u8, navigation: Navigation),
    "l3" ShareLeaderboard(query: LeaderboardQuery),
    "l8" MyPlace(period: Period, sort_by: SortBy),
    // By its number, or 0 for all of them.
    "l9" SeasonLeaderboard(season: u32, query: LeaderboardQuery),
    "l10" ShareSeason(season: u32, query: LeaderboardQuery),
    "l11" SeasonsPage(page: u32),
    "l12" ListMe(on: bool, query: LeaderboardQuery),
    "l13" SeasonTable(season: u32),
    "i1" ShareStats(player: PlayerId),
    "i1" ShareRecord(player: PlayerId, versus: PlayerId),
    "v3" ShareAnimation(game: GameId),
    "v5" ShareReplay(game: GameId, ply: u8),
    "w3" ShareReview(game: GameId, ply: u8),
    "d6" SharePuzzle(number: PuzzleNumber),

    ["press puzzle"]
    "d2" OpenPuzzle(number: PuzzleNumber),
    "d3" GoToPuzzle(number: PuzzleNumber),
    "d4" TryPuzzle(number: PuzzleNumber, tries: u8, column: Column),
    "d5" PuzzleSolution(number: PuzzleNumber),
    "d7" PuzzleSolutionJump(number: PuzzleNumber, moves_shown: u8, navigation: Navigation),
    "d8" PracticePuzzle(number: PuzzleNumber, tried: TriedColumns),
    "d9" OpenPuzzleOfDay,
    "d10" PuzzleMonth,

    ["press privacy"]
    "f10" Export,
    "z1" DeleteData,
    "z2" CancelDeletion,

    ["press preferences"]
    "f0" BlockChosen,
    "f1" ChallengesFrom(from: ChallengesFrom),
    "f2" TurnPings(on: bool),
    "f3" ReminderPings(on: bool),
    "f4" BlockedPage(page: u32),
    "f5" Block(player: PlayerId),
    "f6" Unblock(player: PlayerId),
    "f7" Listed(on: bool),
    "f8" OpenData,
    "f9" AskDelete,

    ["press training"]
    "y2" TryTraining(seen: SeenPosition, column: Column),
    "y3" NextTraining,
    "y4" OpenTraining(game: GameId),

    ["press settings"]
    "t0" AllowChosenChannels,
    "t1" OpenSettings(tab: SettingsTab),
    "t2" ServerTheme(theme: Theme),
    "t3" ServerLocale(locale: Option<Locale>),
    "t4" ServerTimeControl(control: TimeControl),
    "t5" ServerReminders(on: bool),
    "t6" MaxGamesPerChannel(limit: Option<u8>),
    "t7" ComputerGames(on: bool),
    "t8" PickGameToEnd(game: GameId),
    "t9" EndGame(seen: SeenGame),
    "t10" AllowEveryChannel,
    "t11" PuzzleOff,
    "t11" PuzzleHour(hour: u8) if hour < 24,
    "t12" PuzzleHere,
    "t20" LeaderboardHere,
    "t21" ShownLeaderboard(period: Period, sort_by: SortBy),
    "t22" RemoveLeaderboard,
    "t40" WeekInWords(on: bool),
    "t13" ChallengeTime(time: ChallengeTime),
    "t30" StartSeason(number: u32),
    "t38" AskStartSeason(number: u32),
    "t32" SeasonRhythm(rhythm: SeasonRhythm),
    "t33" HideChosen,
    "t34" ShowHidden(player: PlayerId),
    "t35" PickToReset,
    "t36" ResetRecord(player: PlayerId),

    ["press unknown"]
    "u1" Unknown,
}

impl ComponentAction {
    /// Decodes a custom id.
    pub fn decode(text: &str) -> Self {
        Self::try_decode(text).unwrap_or(Self::Unknown)
    }

    /// The actions of a message's components, in order. None if those are not as Discord has them.
    pub fn all_in(components: Option<&RawValue>) -> Vec<Self> {
        #[derive(Deserialize)]
        struct Component {
            custom_id: Option<String>,
            components: Option<Vec<Self>>,
        }
        fn collect(components: Vec<Component>) -> Vec<ComponentAction> {
            let actions = |it: Component| {
                let own = it.custom_id.map(|id| ComponentAction::decode(&id));
                own.into_iter().chain(collect(it.components.unwrap_or_default()))
            };
            components.into_iter().flat_map(actions).collect()
        }
        let components = components.and_then(|it| serde_json::from_str(it.get()).ok());
        collect(components.unwrap_or_default())
    }

    /// The custom id of a select whose options are actions like this one: the tag that they
    /// share.
    pub fn select_id(self) -> String {
        self.custom_id().split(':').next().unwrap_or_default().to_owned()
    }

    /// Decodes an option that was chosen in a select.
    pub fn decode_choice(select: &str, value: &str) -> Self {
        let action = Self::decode(value);
        if action.select_id() == select { action } else { Self::Unknown }
    }
}

/// Parses a number exactly as custom ids have it, without signs or leading zeros, so that
/// each action has only one.
fn parse_number(text: &str) -> Option<i64> {
    let is_canonical = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    if is_canonical { text.parse().ok() } else { None }
}

/// A game at the version that the user saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenGame {
    pub game: GameId,
    pub version: Version,
}

impl From<&Game> for SeenGame {
    fn from(game: &Game) -> Self {
        Self { game: game.id, version: game.version }
    }
}

/// The options of a new game. What is `None` is taken from the server's
/// settings or the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameOptions {
    /// Board size and winning length.
    pub shape: Option<Shape>,
    /// The time limit per move.
    pub time_control: Option<TimeControl>,
    pub theme: Option<Theme>,
    /// Whether the game is to be rated.
    pub rated: bool,
    pub first: FirstMove,
}

impl Default for GameOptions {
    fn default() -> Self {
        Self { shape: None, time_control: None, theme: None, rated: true, first: FirstMove::Random }
    }
}

/// How to play the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComputerGameOptions {
    pub level: Level,
    pub game: GameOptions,
}

/// A query for a page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderboardQuery {
    /// Whether to show the global leaderboard. If `None`, the server's, or the
    /// global one in direct messages.
    pub everywhere: Option<bool>,
    pub period: Period,
    /// If `None`, by rating if anybody has one, else by wins.
    pub sort_by: Option<SortBy>,
    /// The page.
    pub cursor: PageCursor,
}

impl LeaderboardQuery {
    /// A server's leaderboard, as it opens.
    pub const OF_SERVER: Self = Self {
        everywhere: Some(false),
        period: Period::AllTime,
        sort_by: None,
        cursor: PageCursor::First,
    };
}

/// Navigation in a replay, a review or a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Navigation {
    /// The empty board; in a review, the first move.
    Start,
    Back,
    Forward,
    /// The final position.
    End,
}

impl Navigation {
    /// All values, in order. Append only: custom ids store indices into this
    /// list.
    pub const ALL: [Self; 4] = [Self::Start, Self::Back, Self::Forward, Self::End];
}

/// A position as a message of `/train` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenPosition {
    pub id: PositionId,
    /// How many times the user had tried it.
    pub tries: u32,
}

/// The columns that were tried in a puzzle, as the digits of a number; none is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TriedColumns(u64);

impl TriedColumns {
    /// With one more column. No puzzle takes as many as there are digits.
    #[must_use]
    pub fn with(self, column: Column) -> Self {
        Self(self.0.saturating_mul(10).saturating_add(column.number().into()))
    }

    /// `None` if a digit is no column.
    pub fn moves(self) -> Option<Moves> {
        if self.0 == 0 { Some(Moves::default()) } else { self.0.to_string().parse().ok() }
    }
}

/// A tab of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsTab {
    /// Defaults of games.
    Games,
    /// Where games are allowed, and how many.
    Limits,
    /// Live games.
    Live,
    /// What is posted: the daily puzzle and leaderboards.
    Posts,
    /// The server's leaderboard and its seasons.
    Leaderboard,
    /// Who is hidden from it: a page of that tab.
    People,
}

impl SettingsTab {
    /// All values, in order. Append only: custom ids store indices into this
    /// list.
    pub const ALL: [Self; 6] =
        [Self::Games, Self::Limits, Self::Live, Self::Posts, Self::Leaderboard, Self::People];
}

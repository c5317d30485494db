use super::{Late, Progress, SettingsPart};
use crate::{
    locale::Locale,
    play::{
        Challenge, Game, GuildId, GuildSettings, MessageId, Place, Player, PlayerId, Posting,
        Ranking, Record, Refusal, Summary,
    },
    rating::Rating,
    store::{HistoryPage, Posted, Standing, StandingsPage},
};
use connect4::{Advice, Column, Review, Seat};

/// What a request led to.
#[derive(Debug)]
pub struct Reply {
    /// What to show to who asked.
    pub answer: Answer,
    /// What else to deliver, once the answer is out.
    pub notices: Vec<Notice>,
    /// What else there will be to deliver.
    pub late: Option<Late>,
}

impl Reply {
    /// A reply with nothing else to deliver.
    pub const fn of(answer: Answer) -> Self {
        Self { answer, notices: Vec::new(), late: None }
    }

    /// A refusal.
    pub const fn refused(refusal: Refusal) -> Self {
        Self::of(Answer::Refused { refusal, repair: None })
    }

    /// A refusal that mends the message it came from.
    pub const fn repaired(refusal: Refusal, repair: Repair) -> Self {
        Self::of(Answer::Refused { refusal, repair: Some(repair) })
    }

    /// The same, with something else that comes later.
    #[must_use]
    pub fn later(self, late: Option<Late>) -> Self {
        Self { late, ..self }
    }
}

/// How an answer is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As a new message.
    Post,
    /// In the message whose button was pressed.
    Update,
}

/// What is shown to who asked.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A challenge.
    Challenge {
        /// The challenge.
        challenge: Challenge,
        /// New, or changed in place.
        how: How,
    },
    /// A game's board.
    Board {
        /// The game.
        game: Game,
        /// New, or changed in place.
        how: How,
        /// Who is asked whether they really resign.
        asks_resign: Option<Seat>,
        /// Whom the new message pings.
        ping: Option<PlayerId>,
    },
    /// Nothing was done.
    Refused {
        /// Why.
        refusal: Refusal,
        /// What the pressed message is changed to, as it is out of date.
        repair: Option<Repair>,
    },
    /// A game's position, in words.
    BoardInWords(Game),
    /// The columns to choose from.
    Columns(Vec<Column>),
    /// The asker's games.
    Games(GamesPage),
    /// Whether the asker really resigns a game from that list; who that is.
    ResignPicked(Game, PlayerId),
    /// A leaderboard.
    Leaderboard(LeaderboardPage),
    /// Somebody's results.
    Stats(Box<Stats>),
    /// Somebody's finished games.
    History(History),
    /// The asker's finished games, to choose from.
    FinishedGames {
        /// The games, the last one first.
        games: Vec<Game>,
        /// Who asked.
        asker: PlayerId,
    },
    /// A finished game as it stood after some of its moves.
    Replay {
        /// The game.
        game: Game,
        /// How many moves.
        ply: usize,
        /// New, or changed in place.
        how: How,
    },
    /// A finished game, for everybody.
    Shared {
        /// The game.
        game: Game,
        /// The game as an animation; empty if it could not be drawn.
        gif: Vec<u8>,
    },
    /// What each column leads to, and which are best.
    Hint(Advice),
    /// That takes longer; it will come as a [`Notice`].
    HintLater,
    /// A game's review, new or changed in place.
    Review(Box<Reviewed>, How),
    /// A review takes longer; it will come as a [`Notice`], and so will its
    /// progress.
    Reviewing(Progress),
    /// The server's settings.
    Settings(Box<SettingsPage>),
    /// Something about what is stored of the asker.
    Privacy(Told),
    /// How to play.
    Help,
}

/// How a message that is out of date is mended.
#[derive(Clone, Debug)]
pub enum Repair {
    /// It is the game's newest board, and missed a change.
    Board(Game),
    /// The game's newest board is elsewhere.
    MovedAway(Game),
    /// The challenge waits no longer.
    Challenge(Challenge),
}

/// Some of the asker's games.
#[derive(Clone, Debug)]
pub struct GamesPage {
    /// Who asked.
    pub asker: PlayerId,
    /// The games.
    pub games: Vec<Game>,
    /// Which page this is, from 0.
    pub page: u32,
    /// How many there are; at least one.
    pub pages: u32,
    /// The game that was resigned just now.
    pub resigned: Option<Game>,
    /// New, or changed in place.
    pub how: How,
}

/// Some lines of a leaderboard.
#[derive(Clone, Debug)]
pub struct LeaderboardPage {
    /// Which leaderboard.
    pub ranking: Ranking,
    /// The lines.
    pub page: StandingsPage,
    /// Who asked.
    pub asker: PlayerId,
    /// The asker's own line, if they have one.
    pub own: Option<Standing>,
    /// Whether the asker has finished a game that counts there, if only for wins.
    pub has_played: bool,
    /// The server in which they asked.
    pub guild: Option<GuildId>,
    /// New, or changed in place.
    pub how: How,
}

/// A page of a server's settings.
#[derive(Clone, Debug)]
pub struct SettingsPage {
    /// The settings.
    pub settings: GuildSettings,
    /// Which page.
    pub part: SettingsPart,
    /// The language that Discord says the server has.
    pub said_locale: Locale,
    /// Games that go on, on the page of those.
    pub games: Vec<Game>,
    /// The game that is asked about whether it is really to end.
    pub asks_end: Option<Game>,
    /// The game that was ended just now.
    pub ended: Option<Game>,
    /// New, or changed in place.
    pub how: How,
}

/// Somebody's results.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Whose.
    pub player: Player,
    /// In this server; none in direct messages.
    pub here: Option<Record>,
    /// Everywhere.
    pub everywhere: Record,
    /// Their rating in this server as of now, if they have one.
    pub rating_here: Option<Rating>,
    /// Their rating everywhere as of now, if they have one.
    pub rating_everywhere: Option<Rating>,
    /// All their games, in numbers.
    pub summary: Summary,
    /// Against one opponent, everywhere.
    pub versus: Option<(Player, Record)>,
    /// Their rating over time, in this server or else everywhere.
    pub picture: Option<StatsPicture>,
}

/// A picture of a rating over time.
#[derive(Clone, Debug)]
pub struct StatsPicture {
    /// The picture, as a PNG file.
    pub png: Vec<u8>,
    /// The first rating.
    pub first: u16,
    /// The last one.
    pub last: u16,
}

/// Some of somebody's finished games.
#[derive(Clone, Debug)]
pub struct History {
    /// Whose.
    pub player: Player,
    /// The games.
    pub page: HistoryPage,
    /// New, or changed in place.
    pub how: How,
}

/// What is said about what is stored of the asker.
#[derive(Clone, Debug)]
pub enum Told {
    /// What is stored of whom.
    About,
    /// All of it, as a JSON file.
    Export(Vec<u8>),
    /// The question whether to delete it.
    AskDelete,
    /// It was deleted.
    Deleted,
    /// It was not deleted.
    Kept,
    /// There is nothing.
    Nothing,
    /// Whether they show on the leaderboard of all servers.
    Listed(bool),
}

impl Told {
    /// Whether it answers the question whether to delete.
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Deleted | Self::Kept)
    }
}

/// A part of a review.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The game.
    pub game: Game,
    /// The judgement of its moves.
    pub review: Review,
    /// The move that is shown, from 1; 0 for the whole.
    pub ply: usize,
}

/// What became of a review that was promised.
#[derive(Clone, Debug)]
pub enum ReviewNews {
    /// So much of it is done.
    Progress(Progress),
    /// All of it is.
    Done(Box<Reviewed>),
    /// It failed.
    Failed,
}

/// A message of ours that changes although nobody pressed it.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A game goes on in a newer board; the old one's buttons go.
    BoardMoved {
        /// The old board.
        old: Posting,
        /// The game, with its newest board.
        game: Game,
    },
    /// A game changed otherwise than by its board's buttons.
    BoardChanged(Game),
    /// A challenge waits no longer.
    ChallengeOver(Challenge),
    /// Little time is left to the player to move.
    Reminder(Game),
    /// A hint was found, or why there is none.
    Hint {
        /// The answer that promised it.
        posting: Posting,
        /// Where that is.
        place: Place,
        /// The asker's language.
        reader: Locale,
        /// What each column leads to.
        advice: Result<Advice, Refusal>,
    },
    /// There is something new of a review.
    Review {
        /// The answer that promised it.
        posting: Posting,
        /// Where that is.
        place: Place,
        /// The asker's language.
        reader: Locale,
        /// What is new.
        news: ReviewNews,
    },
}

impl Notice {
    /// Notes which message the game's newest board was posted as.
    pub const fn learn(&mut self, message: MessageId) {
        if let Self::BoardMoved { game, .. } = self {
            game.live.message = Some(message);
        }
    }
}

impl Answer {
    /// A board without questions or pings.
    pub const fn board(game: Game, how: How) -> Self {
        Self::Board { game, how, asks_resign: None, ping: None }
    }

    /// What a new message of this answer will show, to be found again by it.
    pub fn posted(&self) -> Option<Posted> {
        match self {
            Self::Challenge { challenge, how: How::Post } => Some(Posted::Challenge(challenge.id)),
            Self::Board { game, how: How::Post, .. } => {
                Some(Posted::Board(game.id, game.live.token.clone()))
            }
            _ => None,
        }
    }
}

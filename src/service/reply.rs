//! What comes out of the service: replies, and what they show.

use clock::Timestamp;
use connect4::{Advice, Board, Column, Review};

use super::{
    ComputerGameOptions, ExportArchive, GameOptions, MessageUpdate, PendingUpdates, ReviewProgress,
    SettingsTab,
};
use crate::{
    game::{
        self, Challenge, ChannelId, DecisiveMistake, Game, GameId, GuildId, GuildSettings,
        LeaderboardId, MessageHandle, Notifications, Player, PlayerId, PuzzleAttempt, PuzzleNumber,
        PuzzleProgress, PuzzleSchedule, PuzzleStreak, RecentAccuracy, Record, Refusal, SolvedCount,
        Statistics, Version,
    },
    locale::Locale,
    rating::Rating,
    store::{
        BlockedPage, CommandIds, HistoryPage, LeaderboardEntries, LeaderboardEntry, MessageOwner,
        PageCursor, PuzzleSolvers, StoreError,
    },
    theme::Theme,
};

/// The result of a request.
#[derive(Debug)]
pub struct Reply {
    /// What to show to the user.
    pub content: ReplyContent,
    pub target: ReplyTarget,
    /// Updates of other messages, to be sent after the response.
    pub updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub pending_updates: Option<PendingUpdates>,
}

/// The message that shows a reply.
#[derive(Clone, Debug)]
pub enum ReplyTarget {
    NewMessage,
    /// A new message, whose id is to be stored.
    RecordedMessage(MessageOwner),
    /// The message whose component was used, which is edited.
    UsedMessage,
    /// A follow-up that only the user sees. The used message, the board of this game at this
    /// version, stays as it is; its handle is to be stored, since the interaction's token can
    /// edit it from now on.
    FollowUp(GameId, Version, MessageHandle),
}

/// Why a request got no other reply.
#[derive(Debug)]
pub(super) enum RequestError {
    /// The user did something that is not possible.
    Refused(Refusal),
    /// The database failed.
    Failed(StoreError),
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl Reply {
    /// A new message.
    pub const fn new(content: ReplyContent) -> Self {
        Self {
            content,
            target: ReplyTarget::NewMessage,
            updates: Vec::new(),
            pending_updates: None,
        }
    }

    /// An edit of the message whose component was used.
    pub fn update(content: ReplyContent) -> Self {
        Self::new(content).as_update()
    }

    /// The board of a game as a new message.
    pub fn board(game: Game) -> Self {
        let target = ReplyTarget::RecordedMessage(board_owner(&game));
        Self { target, ..Self::new(ReplyContent::board(game)) }
    }

    /// A challenge as a new message.
    pub fn challenge(challenge: Challenge) -> Self {
        let owner = MessageOwner::Challenge(challenge.id);
        let content = ReplyContent::Challenge(challenge);
        Self { target: ReplyTarget::RecordedMessage(owner), ..Self::new(content) }
    }

    pub const fn refused(refusal: Refusal) -> Self {
        Self::new(ReplyContent::Refused { refusal, refresh: None })
    }

    /// A refusal that also refreshes the message whose component was used.
    pub fn refused_with_refresh(refusal: Refusal, refresh: Refresh) -> Self {
        Self::update(ReplyContent::Refused { refusal, refresh: Some(refresh) })
    }

    /// Edits the message whose component was used instead of posting a new one.
    #[must_use]
    pub fn as_update(self) -> Self {
        Self { target: ReplyTarget::UsedMessage, ..self }
    }

    #[must_use]
    pub fn with_updates(mut self, updates: Vec<MessageUpdate>) -> Self {
        self.updates.extend(updates);
        self
    }

    /// Adds the updates of reminders whose turns are over, by the games that the reply shows.
    #[must_use]
    pub(super) fn with_outdated_reminders(mut self) -> Self {
        let mut outdated: Vec<_> =
            self.updates.iter().filter_map(MessageUpdate::outdated_reminder).collect();
        // The updates are about the same game.
        if outdated.is_empty() {
            let shown = self.content.shown_game();
            outdated.extend(shown.and_then(MessageUpdate::of_outdated_reminder));
        }
        self.updates.extend(outdated);
        self
    }

    #[must_use]
    pub fn with_pending_updates(self, pending_updates: Option<PendingUpdates>) -> Self {
        Self { pending_updates, ..self }
    }
}

/// The owner of the message that shows a game's board.
pub(super) fn board_owner(game: &Game) -> MessageOwner {
    MessageOwner::Board(game.id, game.board_message.token.clone())
}

/// The content of a reply.
#[derive(Clone, Debug)]
pub enum ReplyContent {
    /// Asks whom the user wants to play.
    PlayMenu(PlayMenuView),
    /// The page of options of that menu.
    GameOptions {
        options: GameOptions,
        rated: RatedAvailability,
    },
    Challenge(Challenge),
    Board {
        game: Game,
        /// The player who is asked, privately, whether they really resign.
        resigning: Option<PlayerId>,
        /// The player whom the new message pings.
        ping: Option<PlayerId>,
    },
    /// Asks whether a new game against the computer is to replace this one.
    ConfirmReplace(Game, ComputerGameOptions),
    /// The user goes on with this game.
    GameKept(Game),
    /// The pressed board is replaced by a link to the newest one of this game.
    MovedAway(Game),
    /// The request was refused.
    Refused {
        refusal: Refusal,
        /// How to refresh the message whose component was used, if it is
        /// outdated.
        refresh: Option<Refresh>,
    },
    /// A game's position as text.
    TextBoard(Game),
    /// Autocomplete choices of columns.
    ColumnChoices(Vec<Column>),
    Games(GamesView),
    /// Asks this player whether they really resign a game.
    AskResign(Game, PlayerId),
    /// Asks this player to confirm the resignation of a game from their list.
    ConfirmResign(Game, PlayerId),
    /// This player has resigned a game.
    Resigned(Game, PlayerId),
    Leaderboard(LeaderboardView),
    Stats(Box<StatsView>),
    History(HistoryView),
    /// Autocomplete choices of the user's finished games.
    GameChoices {
        /// The games, newest first.
        games: Vec<Game>,
        user: PlayerId,
        /// What the user has typed so far.
        input: String,
    },
    /// A finished game after some of its moves.
    Replay {
        game: Game,
        /// The number of moves.
        ply: usize,
    },
    /// The moves of a finished game, to copy.
    Moves(Game),
    /// A finished game, as an animation.
    Animation {
        game: Game,
        /// The animation; empty if drawing it failed.
        gif: Vec<u8>,
    },
    /// What the user shows everyone, without buttons.
    Public {
        content: Box<Self>,
        by: Player,
        locale: Locale,
        /// Whether it is hidden until it is clicked.
        is_spoiler: bool,
        /// Whether it is a game or a puzzle that others can look at for themselves.
        others_may_see: bool,
    },
    Hint(Game, Advice),
    /// The board of a game, with the best columns marked.
    HintOnBoard(Game, Advice),
    /// The used message stays as it is, for now.
    Unchanged,
    /// The hint takes longer, and will follow as a [`MessageUpdate`].
    HintPending,
    Review(Box<ReviewView>),
    /// The review takes longer. Its progress and result will follow as
    /// [`MessageUpdate`]s.
    ReviewPending(ReviewProgress),
    Puzzle(Box<PuzzleView>),
    PuzzleSolution {
        number: PuzzleNumber,
        /// How many of its moves are on the board.
        ply: usize,
        theme: Theme,
    },
    /// How the user did in a puzzle, without its solution.
    PuzzleCard(Box<PuzzleView>),
    Settings(Box<SettingsView>),
    Notifications(Box<NotificationsView>),
    /// The user has blocked this player.
    Blocked(PlayerId),
    Privacy(PrivacyReply),
    Training(Box<TrainingView>),
    /// How to play, with the ids of the commands that it names.
    Help(CommandIds),
}

/// How an outdated message is refreshed.
#[derive(Clone, Debug)]
pub enum Refresh {
    /// It is the newest board of this game, and missed a change.
    Board(Game),
    /// The newest board of this game is another message.
    MovedAway(Game),
    /// The challenge is no longer pending.
    Challenge(Challenge),
    /// The user's games have changed.
    Games(GamesView),
}

/// Whether the page of options offers a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedAvailability {
    Offered,
    /// The board or the time limit chosen allows none.
    NotWithTheseOptions,
    /// Nobody else could play it here.
    NobodyElseHere,
}

/// The first page of the menu of `/play`.
#[derive(Clone, Copy, Debug)]
pub struct PlayMenuView {
    pub options: GameOptions,
    /// Whether anybody else would see a challenge.
    pub can_challenge: bool,
    pub can_play_computer: bool,
}

/// A page of the user's live games.
#[derive(Clone, Debug)]
pub struct GamesView {
    pub user: PlayerId,
    pub games: Vec<Game>,
    /// From 0.
    pub page: u32,
    /// The number of pages, at least one.
    pub pages: u32,
    /// The game that was just resigned or claimed.
    pub ended: Option<Game>,
}

/// A page of a leaderboard.
#[derive(Clone, Debug)]
pub struct LeaderboardView {
    pub leaderboard: LeaderboardId,
    pub cursor: PageCursor,
    pub entries: LeaderboardEntries,
    /// Who sees it; `None` if everyone does.
    pub user: Option<PlayerId>,
    /// The user's own entry, if any.
    pub own_entry: Option<LeaderboardEntry>,
    /// Whether the user has finished a game that counts by wins, even if they
    /// have no ranked rating.
    pub has_played: bool,
    /// The server of the request.
    pub guild: Option<GuildId>,
}

/// The user's attempt at a daily puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleView {
    pub number: PuzzleNumber,
    /// The puzzle of the day.
    pub today: PuzzleNumber,
    pub theme: Theme,
    pub attempt: PuzzleAttempt,
    /// What follows from the attempt.
    pub progress: PuzzleProgress,
    pub streak: PuzzleStreak,
    /// Of this puzzle, in this server, if it is that of today or yesterday.
    pub solvers: PuzzleSolvers,
}

impl PuzzleView {
    /// Whether it is the puzzle of today or yesterday.
    pub(super) fn is_recent(&self) -> bool {
        self.number.next() >= self.today
    }

    /// Whether a server lists the user among its solvers, if they look at it there.
    pub(super) fn may_be_listed(&self) -> bool {
        self.attempt.is_solved_on_its_day() && self.is_recent()
    }
}

/// A tab of a server's settings.
#[derive(Clone, Debug)]
pub struct SettingsView {
    pub settings: GuildSettings,
    pub tab: SettingsTab,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
    /// Live games, for the tab that lists them.
    pub games: Vec<Game>,
    /// The game whose end is to be confirmed.
    pub confirm_end: Option<Game>,
    /// The game that was just ended.
    pub ended: Option<Game>,
    /// Where and when the daily puzzle is posted, for the tab that shows it.
    pub puzzle_schedule: Option<PuzzleSchedule>,
    /// The channel of the request.
    pub channel: ChannelId,
    pub now: Timestamp,
}

/// Which pings the user gets, and a page of the people whom they have blocked.
#[derive(Clone, Debug)]
pub struct NotificationsView {
    pub notifications: Notifications,
    pub blocked: BlockedPage,
}

/// A player's statistics.
#[derive(Clone, Debug)]
pub struct StatsView {
    pub player: Player,
    /// In this server. `None` in direct messages.
    pub record_here: Option<Record>,
    pub record_everywhere: Record,
    /// The current rating in this server.
    pub rating_here: Option<Rating>,
    /// The current global rating.
    pub rating_everywhere: Option<Rating>,
    /// Over all servers and direct messages.
    pub statistics: Statistics,
    /// Over all servers and direct messages.
    pub accuracy: RecentAccuracy,
    /// The global record against one opponent.
    pub versus: Option<(Player, Record)>,
    /// The rating over time, in this server, or globally in direct messages.
    pub rating_chart: Option<RatingChart>,
}

/// A chart of a rating over time.
#[derive(Clone, Debug)]
pub struct RatingChart {
    /// A PNG file.
    pub png: Vec<u8>,
    /// The first rating in the chart.
    pub first: u16,
    /// The last rating in the chart.
    pub last: u16,
}

/// A page of a player's finished games.
#[derive(Clone, Debug)]
pub struct HistoryView {
    pub player: Player,
    pub page: HistoryPage,
}

/// A reply about the user's stored data.
#[derive(Clone, Debug)]
pub enum PrivacyReply {
    /// An explanation of what is stored.
    About,
    /// All of it; or `None` if it follows as [`MessageUpdate`]s.
    Export(Option<ExportArchive>),
    /// Asks for a confirmation of the deletion.
    ConfirmDelete,
    Deleted,
    DeletionCancelled,
    /// Nothing is stored.
    NoData,
    /// Whether the user's name is shown on the global leaderboard.
    Listed(bool),
}

/// A position of a review.
#[derive(Clone, Debug)]
pub struct ReviewView {
    pub game: Game,
    pub review: Review,
    /// The move that is shown, from 1; 0 for the summary.
    pub ply: usize,
    /// Whether the user has positions in it to train with.
    pub can_train: bool,
}

impl ReviewView {
    pub(super) fn new(game: Game, review: Review, ply: usize, user: PlayerId) -> Self {
        let seat = game.seat_of(user);
        let can_train = seat.is_some_and(|seat| !game::decisive_mistakes(&review, seat).is_empty());
        Self { game, review, ply, can_train }
    }
}

/// What training shows.
#[derive(Clone, Debug)]
pub enum TrainingView {
    /// A position to be solved.
    Question {
        position: TrainingPosition,
        /// How many times the user has tried it.
        tries: u32,
    },
    /// A position that was just tried.
    Answer {
        position: TrainingPosition,
        /// The column that was pressed: the one that was tried, unless two were at once.
        pressed: Column,
        is_solved: bool,
        /// When it comes again.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
    },
    /// No position is due, but games of the user are being reviewed.
    Looking {
        /// When the next position is due.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
    },
    /// The user has finished no game yet.
    NoGames,
    NothingDue {
        /// When the next position is due.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
        /// The puzzle of the day.
        today: PuzzleNumber,
    },
}

/// A position in which the user made a mistake.
#[derive(Clone, Debug)]
pub struct TrainingPosition {
    pub game: Game,
    /// The board before the mistake.
    pub before: Board,
    /// The number of moves before it.
    pub ply: u8,
    pub mistake: DecisiveMistake,
}

impl TrainingPosition {
    pub(super) fn is_open(&self, column: Column) -> bool {
        self.before.open_columns().any(|open| open == column)
    }
}

impl ReplyContent {
    /// The game whose board it shows, or leads to.
    const fn shown_game(&self) -> Option<&Game> {
        match self {
            Self::Board { game, .. }
            | Self::TextBoard(game)
            | Self::HintOnBoard(game, _)
            | Self::MovedAway(game)
            | Self::Refused {
                refresh: Some(Refresh::Board(game) | Refresh::MovedAway(game)),
                ..
            } => Some(game),
            _ => None,
        }
    }

    /// A board without a confirmation or ping.
    pub const fn board(game: Game) -> Self {
        Self::Board { game, resigning: None, ping: None }
    }
}

use crate::{
    locale::Locale,
    play::{
        ChallengeId, ChannelId, First, GameId, InteractionId, MessageId, Named, OfferKind, Order,
        Period, Place, Player, PlayerId, Setting, TimeControl, Token, Version,
    },
    store::{HistoryTurn, Turn},
    theme::Theme,
};
use connect4::{Column, Level, Seat, Shape};

/// One thing that somebody asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Discord's id for it; the same if Discord delivers it twice.
    pub interaction: InteractionId,
    /// What answers it and edits that answer for a while.
    pub token: Token,
    /// Who asks.
    pub by: Player,
    /// Where.
    pub place: Place,
    /// The channel that a thread belongs to.
    pub parent: Option<ChannelId>,
    /// Whether nobody but the asker and the bot can see that place.
    pub alone: bool,
    /// Whether nobody but the asker will see what is posted there, since the
    /// server lets apps that it did not add show nothing to others.
    pub hidden: bool,
    /// Whether the server added the bot, and the asker may manage it.
    pub manager: Option<Manager>,
    /// The message whose button was pressed.
    pub message: Option<MessageId>,
    /// The asker's language.
    pub locale: Locale,
    /// The language of what everybody sees there.
    pub public_locale: Locale,
    /// What is asked for.
    pub ask: Ask,
}

/// What somebody may do in a server that added the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Change its settings.
    Yes,
    /// Only play.
    No,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub enum Ask {
    /// A new challenge, or a game against the computer.
    Play(Wish),
    /// A disc in the asker's game in this channel.
    Drop {
        /// The column, as typed.
        column: String,
    },
    /// The columns that take another disc in that game.
    OpenColumns,
    /// The board of that game, posted again.
    Board,
    /// The position of that game, in words.
    BoardInWords,
    /// To give that game up.
    Resign,
    /// To offer the other player of that game something.
    Offer(OfferKind),
    /// A list of the asker's games.
    Games,
    /// A leaderboard.
    Leaderboard(LeaderboardWish),
    /// Somebody's results; the asker's, if nobody is named.
    Stats {
        /// Whose.
        player: Option<Player>,
        /// Against whom.
        versus: Option<Player>,
    },
    /// Somebody's finished games; the asker's, if nobody is named.
    History {
        /// Whose.
        player: Option<Player>,
    },
    /// A finished game, to be gone through.
    Replay {
        /// Its number, as typed.
        game: String,
    },
    /// The judgement of a finished game's moves.
    Review {
        /// Its number, as typed.
        game: String,
    },
    /// The asker's finished games, to choose from while they type.
    FinishedGames,
    /// What each column of the asker's game in this channel leads to.
    Hint,
    /// What is stored of the asker.
    Privacy(PrivacyAsk),
    /// The server's settings.
    Settings,
    /// To allow games in these channels only.
    SetChannels(Vec<ChannelId>),
    /// How to play.
    Help,
    /// What a pressed button stands for.
    Press(Press),
}

/// What somebody wants of what is stored of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyAsk {
    /// To know what it is.
    About,
    /// To have it.
    Export,
    /// To delete it.
    Delete,
    /// To show by name on the leaderboard of all servers, or not to.
    List(bool),
}

/// Which part of which leaderboard somebody would like to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderboardWish {
    /// Of all servers, or of this one; as fits the place, if not said.
    pub everywhere: Option<bool>,
    /// Since when games count.
    pub period: Period,
    /// What the order goes by; as fits, if not said.
    pub order: Option<Order>,
    /// Which lines.
    pub turn: Turn,
}

/// A game that somebody would like to play. What they leave out is as usual.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The opponent; anyone, if nobody is named and no level.
    pub opponent: Option<Named>,
    /// The computer's level.
    pub level: Option<Level>,
    /// The board's size and winning length.
    pub shape: Option<Shape>,
    /// The time for each move.
    pub time_control: Option<TimeControl>,
    /// What the board looks like.
    pub theme: Option<Theme>,
    /// Whether it shall change ratings.
    pub rated: bool,
    /// Who shall drop first.
    pub first: First,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            opponent: None,
            level: None,
            shape: None,
            time_control: None,
            theme: None,
            rated: true,
            first: First::default(),
        }
    }
}

/// What a pressed button stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Press {
    /// Accept a challenge, or join an open one.
    Accept(ChallengeId),
    /// Decline a challenge.
    Decline(ChallengeId),
    /// Take one's challenge back.
    Cancel(ChallengeId),
    /// Drop a disc.
    Drop {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
        /// Where the disc falls.
        column: Column,
    },
    /// Give up, if asked once more.
    AskResign {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
    },
    /// Really give up.
    Resign {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
        /// Who was asked.
        seat: Seat,
    },
    /// Rather not give up.
    PlayOn {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
        /// Who was asked.
        seat: Seat,
    },
    /// Offer the other player something.
    Offer {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
        /// What is offered.
        kind: OfferKind,
    },
    /// Accept what the other player offers.
    AcceptOffer {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
    },
    /// Decline what the other player offers.
    DeclineOffer {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
    },
    /// Another game of the same two.
    Rematch(GameId),
    /// Turn to a page of one's games, from 0.
    GamesPage(u32),
    /// Choose one of one's games, in order to give it up.
    PickGame(GameId),
    /// Really give up the chosen game.
    ResignPicked {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
    },
    /// Turn to another page of a leaderboard, or to another leaderboard.
    Leaderboard(LeaderboardWish),
    /// Turn to other finished games.
    History {
        /// Whose.
        player: PlayerId,
        /// Which.
        turn: HistoryTurn,
    },
    /// Begin to go through a finished game.
    Replay(GameId),
    /// Go on through it.
    Jump {
        /// The game.
        game: GameId,
        /// How many moves are shown.
        ply: u8,
        /// Where to go from there.
        jump: Jump,
    },
    /// Show the judgement of a finished game's moves.
    Review(GameId),
    /// Go on through it, or straight to a move.
    ReviewJump {
        /// The game.
        game: GameId,
        /// The move that is shown, from 1, or that is gone to; 0 for the whole.
        ply: u8,
        /// Where to go from there, if elsewhere.
        jump: Option<Jump>,
    },
    /// Show a finished game to everybody.
    Share(GameId),
    /// Really delete what is stored of the asker.
    DeleteData,
    /// Rather not delete it.
    KeepData,
    /// Something on the settings.
    Settings(SettingsPress),
    /// Nothing that is known.
    Unknown,
}

/// Where to go in a game that is gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jump {
    /// To the empty board.
    Start,
    /// One move back.
    Back,
    /// One move on.
    Forward,
    /// To the end.
    End,
}

impl Jump {
    /// All of them, in order. The list only ever grows at its end, since buttons
    /// carry places in it.
    pub const ALL: [Self; 4] = [Self::Start, Self::Back, Self::Forward, Self::End];
}

/// What can be pressed or chosen on the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsPress {
    /// Turn to a page.
    Turn(SettingsPart),
    /// Settle one thing otherwise.
    Set(Setting),
    /// Games may begin in every channel.
    EveryChannel,
    /// Choose a game, in order to end it.
    PickGame(GameId),
    /// Really end the chosen game.
    EndGame {
        /// The game.
        game: GameId,
        /// The version that the button was drawn for.
        version: Version,
    },
}

/// A page of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsPart {
    /// What games are like.
    Games,
    /// Where games may be, and how many.
    Limits,
    /// The games that go on.
    Live,
}

impl SettingsPart {
    /// All of them, in order. The list only ever grows at its end, since buttons
    /// carry places in it.
    pub const ALL: [Self; 3] = [Self::Games, Self::Limits, Self::Live];
}

use super::{ChallengeState, ChannelId, Ending, MessageId, OfferKind, Place, Player, Players};
use clock::Timestamp;
use connect4::{Column, Level};

/// Where a message stands, for a link to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Where {
    /// The place.
    pub place: Place,
    /// The message; a link leads to its channel alone while this is unknown.
    pub message: Option<MessageId>,
}

/// Why something that somebody asked for was not done. It changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A challenge to oneself.
    ChallengedSelf,
    /// A challenge to another bot.
    ChallengedBot(Player),
    /// A level for a person; only the computer has one.
    LevelOfPerson(Player),
    /// The computer plays at this level on the standard board only.
    LevelNeedsStandardBoard(Level),
    /// The server has no games against the computer.
    ComputerGamesOff,
    /// The server wants games in these channels only.
    WrongChannel(Vec<ChannelId>),
    /// The server wants only so many games in a channel, and they go on here.
    ChannelFull(u8),
    /// Only the asker would see it, since the server lets apps that it did not
    /// add show nothing to others.
    NobodySees,
    /// Only the asker would see a new board; the live one is there.
    UseButtons(Where),
    /// Only who may manage the server changes its settings.
    NotAManager,
    /// Only a server that added the bot has settings.
    NoSettingsHere,
    /// Nobody else can see this place.
    NobodyElseHere,
    /// The asker plays in this channel already.
    YouPlayHere(Where),
    /// The other one plays in this channel already.
    TheyPlayHere(Player),
    /// The asker has as many challenges waiting as anyone may have.
    TooManyWaiting,
    /// A challenge from the asker to this player waits already.
    YouChallengedThem(Player, Where),
    /// A challenge from this player to the asker waits already.
    TheyChallengedYou(Player, Where),
    /// This player declined not long ago, and can be challenged again then.
    DeclinedRecently(Player, Timestamp),
    /// The challenge was meant for somebody else.
    NotChallenged(Player),
    /// Nobody accepts their own challenge.
    OwnChallenge,
    /// Only the challenger can take a challenge back.
    NotYourChallenge(Player),
    /// The challenge waits no longer.
    ChallengeOver(ChallengeState),
    /// A rematch of this game was offered before.
    RematchOffered(Where),
    /// A rematch of this game was played already, or is being played.
    RematchTaken,
    /// A rematch is for the two who played.
    NotYourRematch,
    /// There is no rematch of a game that goes on.
    StillPlaying,
    /// The asker has no live game in this channel.
    NoGameHere,
    /// The asker does not play in this game.
    NotYourGame,
    /// It is this player's turn.
    NotYourTurn(Player),
    /// It is the computer's turn.
    ComputersTurn,
    /// A hint in a game between people.
    NoHintsAmongPeople,
    /// A hint was not found.
    NoHintFound,
    /// The column takes no more discs.
    ColumnFull(Column),
    /// The board has only so many columns.
    NoSuchColumn {
        /// How many it has.
        columns: u8,
    },
    /// A newer board of the game is elsewhere.
    OldBoard(Where),
    /// The board has changed a moment ago.
    JustChanged,
    /// It took so long to get here that nobody waits for it any more.
    TooLate,
    /// The game is over.
    GameOver(Ending, Players),
    /// The asker has made an offer, which this player has not answered.
    YouOffered(OfferKind, Player),
    /// This player has made an offer, which the asker has to answer first.
    TheyOffered(OfferKind, Player),
    /// This player declined that, and the asker has not moved since.
    OfferDeclined(OfferKind, Player),
    /// The asker has not moved yet.
    NothingToTakeBack,
    /// The computer takes no draw.
    ComputerNeverDraws,
    /// A question that only this player may answer.
    NotYourQuestion(Player),
    /// A button that leads nowhere.
    UnknownButton,
    /// A command that is no longer there.
    UnknownCommand,
    /// A game or challenge that is not stored.
    Gone,
    /// A finished game that is not stored, or that the asker may not see.
    NoSuchGame,
    /// Only games on the standard board are reviewed.
    ReviewBoard,
    /// Nobody made a move in that game.
    NothingToReview,
    /// A review was not finished.
    ReviewFailed,
    /// Only servers have this.
    OnlyInServers,
}

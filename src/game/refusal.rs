//! Why a request is refused.

use clock::Timestamp;
use connect4::{Column, Level};

use super::{
    ChallengeState, ChannelId, GameResult, Location, MessageId, OfferKind, Player, Players,
    PuzzleNumber,
};

/// The location of a message, for a link to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageLocation {
    pub location: Location,
    /// While this is `None`, links lead to the channel only.
    pub message: Option<MessageId>,
}

/// Why a request was refused. A refused request has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    ChallengedSelf,
    /// The named opponent is another bot.
    ChallengedBot(Player),
    /// The named opponent is not in the server, and would not see the challenge.
    ChallengedAbsent(Player),
    /// A level was given for a person; only the computer has levels.
    LevelOfPerson(Player),
    /// The computer plays this level on the standard board only.
    LevelNeedsStandardBoard(Level),
    /// The server has disabled games against the computer.
    ComputerGamesOff,
    /// The server allows games in these channels only.
    WrongChannel(Vec<ChannelId>),
    /// The channel has reached the server's limit of live games.
    ChannelFull(u8),
    /// Only the user would see the message: the server forces replies of
    /// user-installed apps to be ephemeral.
    ForcedEphemeral,
    /// Only the user would see a new board, for the same reason; the live board
    /// is there.
    UseButtons(MessageLocation),
    /// Changing settings needs the permission to manage the server.
    NotAManager,
    /// Only servers that added the bot have settings.
    NoSettingsHere,
    /// Nobody else can see the channel: it is the user's direct messages with
    /// the bot.
    NobodyElseHere,
    /// The user already plays the computer in this channel, on a board of this size.
    PlayingComputer(MessageLocation),
    /// The user already plays this player in this channel, on a board of this size.
    PlayingThem(Player, MessageLocation),
    /// The user has as many live games with people as allowed, there or in all.
    TooManyGames,
    /// This player has.
    TheyHaveTooMany(Player),
    /// The user has already challenged this player.
    YouChallengedThem(Player, MessageLocation),
    /// This player has already challenged the user.
    TheyChallengedYou(Player, MessageLocation),
    /// This player has chosen not to be challenged by the user.
    CannotBeChallenged(Player),
    /// The user has blocked them.
    YouBlockedThem(Player),
    /// The challenger has blocked the user.
    CannotJoin,
    /// Nobody blocks themselves.
    BlockedSelf,
    /// The bot cannot be blocked here.
    BlockedFourfall,
    /// The user has blocked as many people as allowed.
    TooManyBlocks,
    /// A challenge to this player ended recently, and they can be challenged again at this
    /// time.
    ChallengedRecently(Player, Timestamp),
    /// The user has an open challenge in this channel.
    OpenChallengeHere(MessageLocation),
    /// The challenge is for this player.
    NotChallenged(Player),
    /// Nobody can accept their own challenge.
    OwnChallenge,
    /// Only this challenger can cancel the challenge.
    NotYourChallenge(Player),
    /// Only this challenger, and who was challenged, can repeat the challenge.
    NotYoursToRepeat(Player),
    /// The challenge is no longer pending.
    ChallengeOver(ChallengeState),
    /// A rematch of this game was already offered.
    RematchOffered(MessageLocation),
    /// A rematch of this game was already started.
    RematchTaken,
    /// Only the players of a game can ask for a rematch.
    NotYourRematch,
    /// The other player of the game has deleted their data.
    OpponentDeleted,
    /// The game is still live.
    StillPlaying,
    /// The user has no live game in this channel.
    NoGameHere,
    /// The user does not take part in this game.
    NotYourGame,
    NotYourTurn(Player),
    ComputersTurn,
    /// The user dropped the channel's last disc, and may drop the next one from this time on.
    DroppedLast(Timestamp),
    /// The channel has a game of its own already.
    PlayingTogether(MessageLocation),
    /// The search for a hint failed.
    NoHintFound,
    ColumnFull(Column),
    /// The board has only so many columns.
    NoSuchColumn(u8),
    /// There is a newer board of the game, at this location.
    OldBoard(MessageLocation),
    /// The user waits, and the board at this location has recently pinged the other player, or a
    /// reminder has.
    BoardPinged(MessageLocation),
    /// The user waits, and the board was posted recently. They can post it again at this time.
    RepostedRecently(Timestamp),
    /// The animation of a game was just shared in this channel; it can be shared again at this time.
    SharedRecently(Timestamp),
    /// The game changed a moment ago.
    JustChanged,
    /// The request arrived too late.
    TooLate,
    GameOver(GameResult, Players),
    /// This player declined such an offer, and the user has not moved since.
    OfferDeclined(OfferKind, Player),
    /// The user withdrew such an offer, and has not moved since.
    OfferWithdrawn(OfferKind),
    /// Only this player, who made it, can withdraw the offer.
    NotYourOffer(Player),
    /// Only this player, who waits, can claim the win.
    NotYourClaim(Player),
    /// The player to move has not abandoned the game.
    NothingToClaim,
    /// The user has not moved yet.
    NothingToTakeBack,
    /// Not both players have moved yet, so the game can only be called off.
    DrawTooEarly,
    /// Only this player may answer.
    NotYourQuestion(Player),
    /// The button is not known, or has no effect any more.
    UnknownButton,
    /// The command no longer exists.
    UnknownCommand,
    /// The computer's own games are not counted.
    ComputersResults,
    /// The game or challenge no longer exists.
    Gone,
    /// There is no such finished game, or the user may not see it.
    NoSuchGame,
    /// Nothing is stored of the player, who may have deleted their data.
    UnknownPlayer,
    /// The message is not the bot's, so it shows no game.
    NotMyMessage,
    /// The message shows no game.
    NoBoardThere,
    /// Only games on boards that are solved quickly can be reviewed.
    ReviewNeedsOtherBoard,
    /// The bot still works on what the user has asked for before.
    Busy,
    /// The search for a review failed.
    ReviewFailed,
    /// The bot may not send messages in the channel.
    CannotPostHere,
    /// A leaderboard stays in these channels of the server already, as many as allowed.
    EnoughLeaderboards(Vec<ChannelId>),
    /// The bot, installed to the user, is not a member of the server.
    BotNotAMember,
    /// There is no such puzzle, or none yet. The last one is this, that of the day.
    NoSuchPuzzle(PuzzleNumber),
    /// The solution of the day's puzzle is for those who have tried it.
    PuzzleStillOpen,
    /// The user began the puzzle on its day, and can solve it until this time as if on that day.
    PuzzleStillCounts(Timestamp),
    /// Only those who have finished a puzzle can show how they did.
    PuzzleNotFinished,
    /// There is no time zone with the name that was given.
    NoSuchTimeZone,
    /// Available in servers only.
    OnlyInServers,
}

impl Refusal {
    /// The reason's name, for logs: without its values, some of which are players' names.
    pub fn name(&self) -> String {
        format!("{self:?}").chars().take_while(|letter| letter.is_alphanumeric()).collect()
    }
}

//! What goes into the service: who asks, where, and for what.

use connect4::Level;

use crate::{
    actions::GameOptions,
    game::{
        ApplicationId, ChannelId, InteractionId, Location, MentionedUser, MessageId, Player,
        PlayerId, Refusal, Token,
    },
    locale::Locale,
};

/// An interaction, and the token that answers it.
#[derive(Clone, Debug)]
pub struct InteractionRef {
    /// The same if Discord delivers the interaction twice.
    pub id: InteractionId,
    pub token: Token,
    /// The bot's application, or another one that uses the same database.
    pub application: ApplicationId,
}

/// A request by a user: a command, a component or an autocompletion.
#[derive(Clone, Debug)]
pub struct UserRequest {
    pub interaction: InteractionRef,
    /// The message whose component was used.
    pub message: Option<MessageId>,
    /// Whether nobody but the user sees that message.
    pub message_is_ephemeral: bool,
    /// What was chosen in a select of people or channels.
    pub chosen: Chosen,
    /// The most bytes that Discord accepts as an attachment of the reply.
    pub attachment_limit: u32,
    pub user: Player,
    pub permissions: UserPermissions,
    pub place: Place,
    pub locales: RequestLocales,
}

/// What a user has chosen in a select of people or channels.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    pub people: Vec<PlayerId>,
    /// Those of them of whom the interaction says more.
    pub users: Vec<MentionedUser>,
    pub channels: Vec<ChannelId>,
}

/// What the user may do in the server.
#[derive(Clone, Copy, Debug)]
pub struct UserPermissions {
    /// Whether the user may manage the server. `None` outside of servers that
    /// have added the bot.
    pub can_manage: Option<bool>,
    /// Whether the user is excused for being late if the channel is gone: the server has installed
    /// the bot, and they can remove neither it nor the channel.
    pub excused_if_gone: bool,
}

/// Where a request was made.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub location: Location,
    /// The parent channel, if the channel is a thread.
    pub parent_channel: Option<ChannelId>,
    /// Whether the channel is the user's direct messages with the bot.
    pub is_bot_dm: bool,
    /// Whether Discord makes every reply ephemeral, as some servers do for apps
    /// that they have not added.
    pub forced_ephemeral: bool,
    /// Whether the bot may send messages there, if it is a member of the server.
    pub bot_may_write: bool,
}

impl Place {
    /// Whether nobody but the user sees what is posted.
    pub fn is_alone(&self) -> bool {
        self.check_visible().is_err()
    }

    /// Refuses where nobody but the user sees what is posted.
    pub const fn check_visible(&self) -> Result<(), Refusal> {
        match self {
            Self { is_bot_dm: true, .. } => Err(Refusal::NobodyElseHere),
            Self { forced_ephemeral: true, .. } => Err(Refusal::ForcedEphemeral),
            _ => Ok(()),
        }
    }
}

/// The languages of a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestLocales {
    pub user: Locale,
    /// Of public messages in this server or channel.
    pub guild: Locale,
}

/// How to show the game of a board in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardView {
    Replay,
    Review,
    /// The position, in words.
    Position,
}

/// Whom to play, and how.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// If this and `level` are `None`, anyone may join; where nobody else can see the challenge,
    /// the user is asked instead.
    pub opponent: Option<MentionedUser>,
    /// The computer's level.
    pub level: Option<Level>,
    pub game: GameOptions,
}

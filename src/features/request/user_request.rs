//! What goes into a feature: who asks, where, and for what.

use serde_json::value::RawValue;

use crate::{
    actions::ComponentAction,
    game::{
        ApplicationId, ChannelId, GameId, InteractionId, Location, MentionedUser, MessageId,
        Player, PlayerId, PuzzleNumber, Refusal, Token, UserKind,
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
    /// Its components as Discord has sent them. They are seldom needed, and reading them takes long.
    pub message_components: Option<Box<RawValue>>,
    /// The interaction that it answered, which comes from Discord, too.
    pub message_answered: Option<InteractionId>,
    pub input: Input,
    /// The most bytes that Discord accepts as an attachment of the reply.
    pub attachment_limit: u32,
    pub user: Player,
    /// The other person in a chat of two.
    pub partner: Option<MentionedUser>,
    /// Whether the user may manage the server. `None` outside of servers that
    /// have added the bot.
    pub can_manage: Option<bool>,
    /// Whether the user is excused for being late if the channel is gone: the server has installed
    /// the bot, and they can remove neither it nor the channel.
    pub excused_if_gone: bool,
    pub place: Place,
    pub locales: RequestLocales,
}

impl UserRequest {
    /// Whether a new message for everyone goes through the channel. As an answer, it would seem to
    /// reply to a message that nobody but the user sees.
    pub(crate) const fn posts_through_channel(&self) -> bool {
        self.message_is_ephemeral && self.place.bot_may_write
    }

    /// What the buttons of the used message ask for. They show which game or challenge it is about:
    /// they come from Discord, and only the custom id that was used may be forged.
    pub(crate) fn message_actions(&self) -> Vec<ComponentAction> {
        ComponentAction::all_in(self.message_components.as_deref())
    }
}

/// What the user has typed and chosen, in a command, a menu or a select.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The options of a command, by name.
    pub options: Vec<(String, OptionValue)>,
    /// The name of the option that the user is typing into.
    pub focused: Option<String>,
    /// The people who were chosen in a select.
    pub people: Vec<PlayerId>,
    /// The chosen person, or the one in whose menu a command was used.
    pub user: Option<MentionedUser>,
    pub channels: Vec<ChannelId>,
    /// What the message shows in whose menu a command was used, or why it shows nothing.
    pub subject: Option<Result<MessageSubject, Refusal>>,
}

/// What a message shows.
#[derive(Clone, Copy, Debug)]
pub enum MessageSubject {
    Game(GameId),
    Puzzle(PuzzleNumber),
}

/// The value of a command's option.
#[derive(Clone, Debug)]
pub enum OptionValue {
    Text(String),
    Boolean(bool),
    User(MentionedUser),
}

impl Input {
    fn value(&self, name: &str) -> Option<&OptionValue> {
        self.options.iter().find(|(option, _)| option == name).map(|(_, value)| value)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let OptionValue::Text(text) = self.value(name)? else { return None };
        Some(text)
    }

    pub(crate) fn boolean(&self, name: &str) -> Option<bool> {
        let OptionValue::Boolean(value) = self.value(name)? else { return None };
        Some(*value)
    }

    pub(crate) fn user_option(&self, name: &str) -> Option<&MentionedUser> {
        let OptionValue::User(user) = self.value(name)? else { return None };
        Some(user)
    }

    /// The player whose results are asked for. Refuses the computer.
    pub(crate) fn player(&self, name: &str) -> Result<Option<Player>, Refusal> {
        match self.user_option(name) {
            Some(user) if user.kind == UserKind::Fourfall => Err(Refusal::ComputersResults),
            user => Ok(user.map(|it| it.player.clone())),
        }
    }

    /// What the user has typed so far.
    pub(crate) fn typed(&self) -> &str {
        self.focused.as_deref().and_then(|name| self.text(name)).unwrap_or_default()
    }

    /// What the message shows in whose menu a command was used.
    pub(crate) fn subject(&self) -> Result<MessageSubject, Refusal> {
        self.subject.clone().unwrap_or(Err(Refusal::UnknownCommand))
    }

    /// The game of the board in whose menu a command was used.
    pub(crate) fn board(&self) -> Result<GameId, Refusal> {
        match self.subject()? {
            MessageSubject::Game(game) => Ok(game),
            MessageSubject::Puzzle(_) => Err(Refusal::NoBoardThere),
        }
    }
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
    /// Whether the bot is a member of the server and may send messages there.
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

//! What is read of an interaction, whichever way it came.
//!
//! Nothing else is: whatever Discord adds to a user, a channel or a message keeps nobody from
//! playing. Numbers of kinds that are not known are accepted.
//!
//! [Discord's object](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object)

use std::collections::HashMap;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IgnoredAny},
};
use serde_json::{Value, value::RawValue};
use serenity::all::{MessageFlags, Permissions};

use crate::{
    features::InteractionRef,
    game::{ApplicationId, InteractionId, Token},
    locale::Locale,
};

/// [Types of interactions](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type).
pub(super) const PING: u64 = 1;
pub(super) const COMMAND: u64 = 2;
pub(super) const COMPONENT: u64 = 3;
pub(super) const AUTOCOMPLETE: u64 = 4;

/// The interaction context of the direct messages with the bot.
const BOT_DM: u64 = 1;

/// The type of a chat of two.
const DM: u64 = 1;

/// The types of channels that are threads.
pub(super) const THREADS: [u64; 3] = [10, 11, 12];

/// Those of voice and stage channels.
const VOICE_CHANNELS: [u64; 2] = [2, 13];

/// A [snowflake](https://discord.com/developers/docs/reference#snowflakes): digits in a string.
/// Discord's never have the highest bit set, with which the bot marks deleted users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
// Not `String`, which would be a copy: an interaction has a dozen ids.
#[serde(try_from = "&str")]
pub(super) struct Id(pub(super) u64);

impl TryFrom<&str> for Id {
    type Error = &'static str;

    fn try_from(digits: &str) -> Result<Self, Self::Error> {
        let id = digits.parse().ok().filter(|id| (1..=i64::MAX.cast_unsigned()).contains(id));
        id.map(Self).ok_or("an invalid id")
    }
}

/// An object of which nothing but the id is read: of a message not, for example, whom it mentions.
#[derive(Deserialize)]
pub(super) struct Identified {
    pub(super) id: Id,
}

/// An interaction.
#[derive(Debug, Deserialize)]
pub struct Interaction {
    id: Id,
    pub(super) application_id: Id,
    #[serde(rename = "type")]
    pub(super) kind: u64,
    #[serde(deserialize_with = "token")]
    token: String,
    /// Outside of servers; in them it is part of the member.
    user: Option<User>,
    pub(super) member: Option<Member>,
    pub(super) guild_id: Option<Id>,
    pub(super) guild_locale: Option<String>,
    channel_id: Option<Id>,
    channel: Option<Channel>,
    #[serde(rename = "authorizing_integration_owners")]
    owners: Option<Owners>,
    context: Option<u64>,
    /// The bot's permissions in the channel.
    pub(super) app_permissions: Option<Permissions>,
    /// The message whose component was used.
    pub(super) message: Option<UsedMessage>,
    #[serde(default)]
    pub(super) locale: String,
    pub(super) attachment_size_limit: Option<u32>,
    #[serde(default)]
    pub(super) data: InteractionData,
}

/// Who has installed the bot, by the kind of installation.
#[derive(Debug, Deserialize)]
struct Owners {
    #[serde(rename = "0")]
    server: Option<IgnoredAny>,
}

/// What was used: a command or a component.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct InteractionData {
    /// A command's name, and its type.
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: u64,
    pub(super) options: Vec<UsedOption>,
    /// The user or message in whose menu a command was used.
    pub(super) target_id: Option<Id>,
    pub(super) resolved: Resolved,
    pub(super) custom_id: String,
    pub(super) component_type: u64,
    /// What was chosen in a select.
    pub(super) values: Option<Vec<String>>,
}

/// An option of a command.
#[derive(Debug, Deserialize)]
pub(super) struct UsedOption {
    pub(super) name: String,
    #[serde(default)]
    pub(super) value: Value,
    /// Whether the user is typing into it.
    #[serde(default)]
    pub(super) focused: bool,
}

/// What the ids in a command's options and target stand for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Resolved {
    pub(super) users: HashMap<Id, User>,
    pub(super) members: HashMap<Id, Member>,
    pub(super) messages: HashMap<Id, TargetMessage>,
}

#[derive(Debug, Deserialize)]
pub(super) struct User {
    pub(super) id: Id,
    pub(super) username: String,
    pub(super) global_name: Option<String>,
    pub(super) bot: Option<bool>,
}

/// A member of a server.
#[derive(Debug, Deserialize)]
pub(super) struct Member {
    /// Not in `resolved`.
    user: Option<User>,
    pub(super) nick: Option<String>,
    /// In the channel.
    pub(super) permissions: Option<Permissions>,
}

#[derive(Debug, Deserialize)]
struct Channel {
    id: Id,
    #[serde(rename = "type")]
    kind: u64,
    parent_id: Option<Id>,
    /// Of direct messages: the others. Only signed requests have them: serenity leaves them out.
    recipients: Option<Vec<User>>,
}

/// The message whose component was used.
#[derive(Debug, Deserialize)]
pub(super) struct UsedMessage {
    pub(super) id: Id,
    flags: Option<MessageFlags>,
    pub(super) components: Option<Box<RawValue>>,
    interaction_metadata: Option<AnsweredInteraction>,
}

#[derive(Debug, Deserialize)]
struct AnsweredInteraction {
    id: Option<Id>,
}

impl UsedMessage {
    /// The interaction that it answered.
    pub(super) fn answered(&self) -> Option<InteractionId> {
        let id = self.interaction_metadata.as_ref()?.id?;
        Some(InteractionId(id.0))
    }

    /// Whether nobody but the user sees it.
    pub(super) fn is_ephemeral(&self) -> bool {
        self.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
    }
}

/// The message in whose menu a command was used.
#[derive(Debug, Deserialize)]
pub(super) struct TargetMessage {
    pub(super) author: User,
    pub(super) components: Option<Box<RawValue>>,
}

/// A token that can be stored and be one part of a URL's path.
fn token<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let token = String::deserialize(deserializer)?;
    let is_part = |byte: u8| byte.is_ascii_graphic() && !b"/?#%".contains(&byte);
    if token.is_empty() || !token.bytes().all(is_part) {
        return Err(D::Error::custom("an invalid token"));
    }
    Ok(token)
}

impl Interaction {
    pub(super) fn reference(&self) -> InteractionRef {
        InteractionRef {
            id: InteractionId(self.id.0),
            token: Token(self.token.clone()),
            application: ApplicationId(self.application_id.0),
        }
    }

    /// Who has used a command or a component.
    pub(super) fn user(&self) -> Option<&User> {
        self.member.as_ref().and_then(|member| member.user.as_ref()).or(self.user.as_ref())
    }

    pub(super) fn channel(&self) -> Option<Id> {
        self.channel_id.or_else(|| self.channel.as_ref().map(|channel| channel.id))
    }

    /// The parent channel if the interaction came from a thread.
    pub(super) fn parent_channel(&self) -> Option<Id> {
        let channel = self.channel.as_ref()?;
        channel.parent_id.filter(|_| THREADS.contains(&channel.kind))
    }

    /// Whether it came from a voice or stage channel.
    pub(super) fn is_in_voice(&self) -> bool {
        self.channel.as_ref().is_some_and(|channel| VOICE_CHANNELS.contains(&channel.kind))
    }

    /// Whether it came from a server that has installed the bot.
    pub(super) fn is_in_server(&self) -> bool {
        let has_installed = self.owners.as_ref().is_some_and(|owners| owners.server.is_some());
        self.guild_id.is_some() && has_installed
    }

    pub(super) fn is_bot_dm(&self) -> bool {
        self.context == Some(BOT_DM)
    }

    /// The other person in a chat of two.
    pub(super) fn partner(&self) -> Option<&User> {
        let (chat, own) = (self.channel.as_ref().filter(|it| it.kind == DM)?, self.user()?.id);
        chat.recipients.iter().flatten().find(|it| it.id != own && it.bot != Some(true))
    }
}

/// An interaction of which something that is needed cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Why, without its content.
    pub(super) error: String,
    /// `None` if it cannot be answered.
    pub(super) interaction: Option<InteractionRef>,
    pub(super) locale: Locale,
    pub(super) kind: Option<u64>,
}

/// What an answer needs.
#[derive(Deserialize)]
struct Answerable {
    id: Id,
    application_id: Id,
    #[serde(deserialize_with = "token")]
    token: String,
}

impl Unreadable {
    pub(super) fn new(bytes: &[u8], error: &str) -> Self {
        let interaction: Value = serde_json::from_slice(bytes).unwrap_or_default();
        let reference = Answerable::deserialize(&interaction).ok().map(|it| InteractionRef {
            id: InteractionId(it.id.0),
            token: Token(it.token),
            application: ApplicationId(it.application_id.0),
        });
        let locale = interaction["locale"].as_str().map(Locale::nearest);
        // What stands in quotes comes from the interaction, and may be its token.
        let error = match (error.find('"'), error.rfind('"')) {
            (Some(from), Some(to)) => format!("{}…{}", &error[..from], &error[to + 1..]),
            _ => error.to_owned(),
        };
        Self {
            error,
            interaction: reference,
            locale: locale.unwrap_or_default(),
            kind: interaction["type"].as_u64(),
        }
    }
}

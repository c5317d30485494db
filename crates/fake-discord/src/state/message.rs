//! Messages.

use clock::Timestamp;
use serde_json::{Value, json};

use crate::{
    iso8601::format,
    state::{
        component::{Button, Component, interactive_rows},
        ids::{AttachmentId, ChannelId, GuildId, MessageId, UserId},
        model::User,
    },
};

/// [Message flags](https://discord.com/developers/docs/resources/message#message-object-message-flags).
pub(crate) mod flag {
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// It is a deferred response.
    pub(crate) const LOADING: u64 = 1 << 7;
    /// Its contents are components only.
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

/// A message in a channel.
#[derive(Clone, Debug)]
pub struct Message {
    /// The message's id.
    pub id: MessageId,
    /// The channel that it is in.
    pub channel_id: ChannelId,
    /// The guild of the channel, if it has one.
    pub guild_id: Option<GuildId>,
    /// The user who wrote it.
    pub author: User,
    /// The text, without leading and trailing white space.
    pub content: String,
    /// The interactive components, row by row. A section's button is a row of its
    /// own, and the rows of containers are included.
    pub rows: Vec<Vec<Component>>,
    /// The components as JSON, with the URLs of attachments resolved.
    pub components: Vec<Value>,
    /// The embeds as JSON, with the URLs of attachments resolved.
    pub embeds: Vec<Value>,
    /// The files.
    pub attachments: Vec<Attachment>,
    /// The [message flags](https://discord.com/developers/docs/resources/message#message-object-message-flags).
    pub flags: u64,
    /// The only user who sees it, if it is ephemeral.
    pub ephemeral_for: Option<UserId>,
    /// The mentioned users for whom `allowed_mentions` allows it.
    pub mentions: Vec<User>,
    /// The users who were notified when it was posted, by id.
    pub pings: Vec<UserId>,
    /// When it was posted.
    pub posted_at: Timestamp,
    /// When it was last edited; `None` if it never was.
    pub edited_at: Option<Timestamp>,
    pub(crate) kind: MessageKind,
    pub(crate) interaction_metadata: Option<Value>,
    pub(crate) reference: Option<Value>,
    /// Whether it was posted through the application's webhook, as responses to
    /// interactions are.
    pub(crate) via_webhook: bool,
}

/// The supported
/// [message types](https://discord.com/developers/docs/resources/message#message-object-message-types).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    Default = 0,
    Reply = 19,
    ChatInputCommand = 20,
    ContextMenuCommand = 23,
}

/// A file on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The attachment's id.
    pub id: AttachmentId,
    /// The name of the file.
    pub filename: String,
    /// The alternative text.
    pub description: Option<String>,
    /// The media type.
    pub content_type: String,
    /// The size in bytes.
    pub size: usize,
    /// The URL to download it from the fake.
    pub url: String,
}

impl Attachment {
    fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "filename": self.filename,
            "description": self.description,
            "content_type": self.content_type,
            "size": self.size,
            "url": self.url,
            "proxy_url": self.url,
            "ephemeral": false,
        })
    }
}

impl Message {
    /// Whether only one user sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral_for.is_some()
    }

    /// Whether it is shown as a reply to another message, or to its command.
    pub fn is_reply(&self) -> bool {
        self.kind != MessageKind::Default || self.reference.is_some()
    }

    /// Whether it was ever edited.
    pub fn is_edited(&self) -> bool {
        self.edited_at.is_some()
    }

    /// Whether it is a deferred response that still says that the bot is thinking.
    pub fn is_thinking(&self) -> bool {
        self.flags & flag::LOADING != 0
    }

    /// All buttons, row by row.
    pub fn buttons(&self) -> impl Iterator<Item = &Button> {
        self.rows.iter().flatten().filter_map(Component::button)
    }

    /// The first button with this label, or else with this emoji.
    pub fn button(&self, label: &str) -> Option<&Button> {
        let by_label = self.buttons().find(|button| button.label.as_deref() == Some(label));
        by_label.or_else(|| self.buttons().find(|button| button.emoji.as_deref() == Some(label)))
    }

    /// The labels (or else emoji) of all buttons, row by row.
    pub fn labels(&self) -> Vec<String> {
        self.buttons().map(|button| button.display_text().to_owned()).collect()
    }

    /// The interactive component with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Component> {
        self.rows.iter().flatten().find(|component| component.custom_id() == Some(custom_id))
    }

    /// The message's link, `https://discord.com/channels/…`.
    pub fn link(&self) -> String {
        format!("{}/{}", self.channel_link(), self.id)
    }

    /// The link of the message's channel.
    pub fn channel_link(&self) -> String {
        let guild = self.guild_id.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
        format!("https://discord.com/channels/{guild}/{}", self.channel_id)
    }

    /// Discord's [message object](https://discord.com/developers/docs/resources/message#message-object).
    pub fn to_json(&self) -> Value {
        let mentions: Vec<Value> = self.mentions.iter().map(User::to_json).collect();
        let attachments: Vec<Value> = self.attachments.iter().map(Attachment::to_json).collect();
        let mut raw = json!({
            "id": self.id,
            "type": self.kind as u8,
            "channel_id": self.channel_id,
            "author": self.author.to_json(),
            "content": self.content,
            "timestamp": format(self.posted_at),
            "edited_timestamp": self.edited_at.map(format),
            "tts": false,
            "mention_everyone": false,
            "mentions": mentions,
            "mention_roles": [],
            "attachments": attachments,
            "embeds": self.embeds,
            "components": self.components,
            "flags": self.flags,
            "pinned": false,
        });
        if self.via_webhook {
            raw["webhook_id"] = json!(self.author.id);
            raw["application_id"] = json!(self.author.id);
        }
        if let Some(metadata) = &self.interaction_metadata {
            raw["interaction_metadata"] = metadata.clone();
        }
        if let Some(reference) = &self.reference {
            raw["message_reference"] = reference.clone();
        }
        raw
    }

    /// Replaces the components, and the rows derived from them.
    pub(crate) fn set_components(&mut self, components: Vec<Value>) {
        self.rows = interactive_rows(&components);
        self.components = components;
    }
}

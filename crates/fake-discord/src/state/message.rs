//! Messages, and what can be pressed on them.

use serde_json::{Value, json};

use crate::{
    iso8601::iso,
    state::{
        component::{Button, Component, rows_of},
        ids::{AttachmentId, ChannelId, GuildId, MessageId, UserId},
        model::User,
    },
};
use clock::Timestamp;

/// Discord's bits on a message.
pub(crate) mod flag {
    /// Only one person sees it.
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// The bot has asked for more time.
    pub(crate) const LOADING: u64 = 1 << 7;
    /// It consists of components only.
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

/// A message in a channel.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// Where it stands.
    pub channel_id: ChannelId,
    /// The server of that channel, if it is in one.
    pub guild_id: Option<GuildId>,
    /// Who wrote it.
    pub author: User,
    /// Its text.
    pub content: String,
    /// What can be pressed or chosen, row by row.
    pub rows: Vec<Vec<Component>>,
    /// The components as they were sent.
    pub components: Vec<Value>,
    /// The embeds as they were sent.
    pub embeds: Vec<Value>,
    /// The files.
    pub attachments: Vec<Attachment>,
    /// Discord's bits.
    pub flags: u64,
    /// The only one who sees it, if not everybody in the channel does.
    pub ephemeral_for: Option<UserId>,
    /// Whom it mentions, so that the mention stands out.
    pub mentions: Vec<User>,
    /// Whom it notified when it was posted.
    pub pings: Vec<UserId>,
    /// When it was posted.
    pub posted_at: Timestamp,
    /// When it was last edited, if ever.
    pub edited_at: Option<Timestamp>,
    pub(crate) kind: MessageKind,
    pub(crate) interaction_metadata: Option<Value>,
    pub(crate) reference: Option<Value>,
    /// Whether it came through the application's webhook, as the answers to
    /// interactions do.
    pub(crate) by_webhook: bool,
}

/// Discord's kinds of messages, as far as there are some here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    Plain = 0,
    Reply = 19,
    CommandAnswer = 20,
    MenuAnswer = 23,
}

/// A file in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its id.
    pub id: AttachmentId,
    /// Its name.
    pub filename: String,
    /// What it shows, for those who can't see it.
    pub description: Option<String>,
    /// Its media type.
    pub content_type: String,
    /// How many bytes it has.
    pub size: usize,
    /// Where it can be fetched.
    pub url: String,
}

impl Attachment {
    fn raw(&self) -> Value {
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
    /// Whether only one person sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral_for.is_some()
    }

    /// Whether it was ever edited.
    pub fn is_edited(&self) -> bool {
        self.edited_at.is_some()
    }

    /// Whether it still says that the bot is thinking.
    pub fn is_thinking(&self) -> bool {
        self.flags & flag::LOADING != 0
    }

    /// All buttons, row by row.
    pub fn buttons(&self) -> impl Iterator<Item = &Button> {
        self.rows.iter().flatten().filter_map(Component::button)
    }

    /// The button with this label, or with this emoji.
    pub fn button(&self, label: &str) -> Option<&Button> {
        let by_label = self.buttons().find(|button| button.label.as_deref() == Some(label));
        by_label.or_else(|| self.buttons().find(|button| button.emoji.as_deref() == Some(label)))
    }

    /// The labels of all buttons, row by row.
    pub fn labels(&self) -> Vec<String> {
        self.buttons().map(|button| button.shown().to_owned()).collect()
    }

    /// The component with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Component> {
        self.rows.iter().flatten().find(|component| component.custom_id() == Some(custom_id))
    }

    /// Where a link to it leads.
    pub fn link(&self) -> String {
        let guild = self.guild_id.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
        format!("https://discord.com/channels/{guild}/{}/{}", self.channel_id, self.id)
    }

    /// The message as Discord's JSON.
    pub fn raw(&self) -> Value {
        let mentions: Vec<Value> = self.mentions.iter().map(User::raw).collect();
        let attachments: Vec<Value> = self.attachments.iter().map(Attachment::raw).collect();
        let mut raw = json!({
            "id": self.id,
            "type": self.kind as u8,
            "channel_id": self.channel_id,
            "author": self.author.raw(),
            "content": self.content,
            "timestamp": iso(self.posted_at),
            "edited_timestamp": self.edited_at.map(iso),
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
        if self.by_webhook {
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

    /// Takes new components, and finds again what can be pressed on them.
    pub(crate) fn set_components(&mut self, components: Vec<Value>) {
        self.rows = rows_of(&components);
        self.components = components;
    }
}

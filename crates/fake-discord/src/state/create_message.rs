//! Creates and edits messages from validated bodies.

use std::sync::Arc;

use clock::Timestamp;
use serde_json::{Value, json};

use crate::{
    interactions::{Interaction, payload},
    state::{
        event_stream::ServerEvent,
        files::{Upload, resolve_attachment_urls},
        ids::{AttachmentId, ChannelId, InteractionId, MessageId, UserId},
        mentions::{AllowedMentions, mentioned_users, visible_text},
        message::{Attachment, Message, MessageKind, flag},
        model::{Permissions, User},
        world::World,
    },
    validation::callback::InteractionKind,
};

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// The flags that a bot can set on a new message. Discord ignores others.
const SETTABLE_FLAGS: u64 = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;
/// The flags that a bot can change on an existing message.
const CHANGEABLE_FLAGS: u64 = SUPPRESS_EMBEDS | flag::COMPONENTS_V2;

/// The JSON body of a message, with its files.
#[derive(Clone, Debug)]
pub(crate) struct MessagePayload {
    pub(crate) body: Value,
    pub(crate) uploads: Vec<Upload>,
}

impl MessagePayload {
    /// A message with nothing but text.
    pub(crate) fn from_text(content: &str) -> Self {
        Self { body: json!({ "content": content }), uploads: Vec::new() }
    }
}

/// Where a new message comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MessageOrigin {
    /// The initial response to an interaction, or a follow-up if there is an
    /// `original` response.
    Interaction { id: InteractionId, original: Option<MessageId>, ephemeral: bool },
    /// The author, without an interaction.
    Direct { author: UserId },
}

impl World {
    /// Posts a message. One without an interaction opens an archived thread, unless it is
    /// locked.
    ///
    /// [Discord's rule](https://discord.com/developers/docs/topics/threads#active--archived-threads)
    pub(crate) fn post(
        &mut self,
        channel: ChannelId,
        payload: &MessagePayload,
        origin: MessageOrigin,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = self.empty_message(channel, origin, now);
        self.apply_body(&mut message, payload, now);
        self.set_pings(&mut message, &payload.body, now);
        if matches!(origin, MessageOrigin::Direct { .. }) && !self.channel(channel).is_locked() {
            self.set_archived(channel, false);
        }
        self.store_message(message, ServerEvent::Created)
    }

    /// Posts a deferred response, which says that the bot is thinking.
    pub(crate) fn post_deferred(
        &mut self,
        channel: ChannelId,
        origin: MessageOrigin,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = self.empty_message(channel, origin, now);
        message.flags |= flag::LOADING;
        self.store_message(message, ServerEvent::Created)
    }

    /// Edits a message. Edits notify nobody, whatever `allowed_mentions` says.
    pub(crate) fn edit(
        &mut self,
        before: &Message,
        payload: &MessagePayload,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = before.clone();
        self.apply_body(&mut message, payload, now);
        if message.is_thinking() {
            message.flags &= !flag::LOADING;
        } else {
            message.edited_at = Some(now);
        }
        self.store_message(message, ServerEvent::Edited)
    }

    /// Fills a deferred response by a follow-up, which notifies like a new message.
    pub(crate) fn fill_deferred(
        &mut self,
        before: &Message,
        payload: &MessagePayload,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = before.clone();
        self.apply_body(&mut message, payload, now);
        message.flags &= !flag::LOADING;
        self.set_pings(&mut message, &payload.body, now);
        self.store_message(message, ServerEvent::Edited)
    }

    fn store_message(
        &mut self,
        message: Message,
        event: fn(Arc<Message>) -> ServerEvent,
    ) -> Arc<Message> {
        let message = Arc::new(message);
        let all = self.messages.entry(message.channel_id).or_default();
        all.insert(message.id, Arc::clone(&message));
        self.announce(event(Arc::clone(&message)));
        message
    }

    fn empty_message(
        &mut self,
        channel: ChannelId,
        origin: MessageOrigin,
        now: Timestamp,
    ) -> Message {
        let id = MessageId::new(self.ids.next(now));
        let author = match origin {
            MessageOrigin::Interaction { .. } => self.bot,
            MessageOrigin::Direct { author } => author,
        };
        let mut message = Message {
            id,
            channel_id: channel,
            guild_id: self.channel(channel).guild(),
            author: self.user(author).clone(),
            content: String::new(),
            rows: Vec::new(),
            components: Vec::new(),
            embeds: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            ephemeral_for: None,
            mentions: Vec::new(),
            pings: Vec::new(),
            posted_at: now,
            edited_at: None,
            kind: MessageKind::Default,
            interaction_metadata: None,
            reference: None,
            via_webhook: false,
        };
        if let MessageOrigin::Interaction { id, original, ephemeral } = origin {
            let interaction =
                self.interactions.get(id).expect("the caller has found the interaction");
            message.via_webhook = true;
            message.interaction_metadata = Some(payload::metadata(self, interaction, original));
            message.kind = message_kind(interaction, original);
            message.reference =
                original.or(interaction.message).map(|to| self.reference(channel, to));
            if ephemeral {
                message.flags |= flag::EPHEMERAL;
                message.ephemeral_for = Some(interaction.user);
            }
        }
        message
    }

    fn reference(&self, channel: ChannelId, message: MessageId) -> Value {
        let mut reference = json!({ "type": 0, "channel_id": channel, "message_id": message });
        if let Some(guild) = self.channel(channel).guild() {
            reference["guild_id"] = json!(guild);
        }
        reference
    }

    /// Applies a body to a message. Absent fields stay as they are.
    fn apply_body(&mut self, message: &mut Message, payload: &MessagePayload, now: Timestamp) {
        let body = &payload.body;
        if let Some(content) = body.get("content") {
            content.as_str().unwrap_or_default().trim().clone_into(&mut message.content);
        }
        let is_new = message.edited_at.is_none() && message.posted_at == now;
        let settable = if is_new { SETTABLE_FLAGS } else { CHANGEABLE_FLAGS };
        if let Some(flags) = body["flags"].as_u64() {
            let kept = message.flags & !SUPPRESS_EMBEDS;
            message.flags = kept | flags & settable;
        }
        self.apply_attachments(message, payload, now);
        let list = |key: &str| body.get(key).map(|it| it.as_array().cloned().unwrap_or_default());
        if let Some(mut embeds) = list("embeds") {
            for embed in &mut embeds {
                resolve_attachment_urls(embed, &message.attachments);
            }
            message.embeds = embeds;
        }
        if let Some(mut components) = list("components") {
            for component in &mut components {
                resolve_attachment_urls(component, &message.attachments);
            }
            message.set_components(components);
        }
        if body.get("message_reference").is_some_and(Value::is_object) {
            let replied_to = body["message_reference"]["message_id"].as_str();
            if let Some(id) = replied_to.and_then(|id| id.parse().ok()) {
                message.kind = MessageKind::Reply;
                message.reference = Some(self.reference(message.channel_id, id));
            }
        }
        self.set_mentions(message, &AllowedMentions::from_json(&body["allowed_mentions"]));
    }

    /// Adds uploads. If the body lists attachments, others are removed.
    fn apply_attachments(
        &mut self,
        message: &mut Message,
        payload: &MessagePayload,
        now: Timestamp,
    ) {
        if let Some(listed) = payload.body["attachments"].as_array() {
            let is_listed = |attachment: &Attachment| {
                let id = attachment.id.to_string();
                listed.iter().any(|it| it["id"] == id.as_str())
            };
            let (kept, removed): (Vec<_>, Vec<_>) =
                message.attachments.drain(..).partition(is_listed);
            self.files.remove(&removed);
            message.attachments = kept;
        }
        for upload in &payload.uploads {
            let id = AttachmentId::new(self.ids.next(now));
            message.attachments.push(self.files.store(id, upload, &payload.body));
        }
    }

    /// Sets the users whose mentions are allowed and who can see the message.
    fn set_mentions(&self, message: &mut Message, allowed: &AllowedMentions) {
        let text = visible_text(&message.content, &message.components);
        let can_see = |user: &User| match message.ephemeral_for {
            Some(recipient) => user.id == recipient,
            None => self.can_see(user.id, message.channel_id),
        };
        message.mentions = mentioned_users(&text)
            .into_iter()
            .filter(|user| allowed.notifies(*user))
            .filter_map(|user| self.users.get(&user))
            .filter(|user| can_see(user))
            .cloned()
            .collect();
    }

    fn set_pings(&self, message: &mut Message, body: &Value, now: Timestamp) {
        let allowed = AllowedMentions::from_json(&body["allowed_mentions"]);
        let mut pings: Vec<UserId> = message.mentions.iter().map(|user| user.id).collect();
        let text = visible_text(&message.content, &message.components);
        let to_everyone = text.contains("@everyone") || text.contains("@here");
        let permissions = self.bot_permissions(message.channel_id, now);
        if to_everyone
            && allowed.notifies_everyone()
            && permissions.contains(Permissions::MENTION_EVERYONE)
            && message.ephemeral_for.is_none()
        {
            let channel = message.channel_id;
            pings.extend(self.added_users.iter().filter(|user| self.can_see(**user, channel)));
        }
        let is_plain_reply = message.kind == MessageKind::Reply && !message.via_webhook;
        if is_plain_reply && allowed.notifies_replied_user() {
            let replied_to = message.reference.as_ref().and_then(|it| it["message_id"].as_str());
            let replied_to = replied_to.and_then(|id| id.parse().ok());
            let replied_to = replied_to.and_then(|id| self.message(message.channel_id, id));
            pings.extend(replied_to.map(|it| it.author.id));
        }
        pings.retain(|user| *user != message.author.id);
        pings.sort_unstable();
        pings.dedup();
        message.pings = pings;
    }
}

fn message_kind(interaction: &Interaction, original: Option<MessageId>) -> MessageKind {
    match interaction.kind {
        _ if original.is_some() => MessageKind::Reply,
        InteractionKind::Component => MessageKind::Reply,
        _ if interaction.target.is_some() => MessageKind::ContextMenuCommand,
        _ => MessageKind::ChatInputCommand,
    }
}

//! Making messages of bodies that were found good, and editing them.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    interactions::{Interaction, payload},
    state::{
        event_stream::Event,
        files::{Upload, resolve_addresses},
        ids::{AttachmentId, ChannelId, InteractionId, MessageId, UserId},
        mentions::{Allowed, mentioned_in, readable_text},
        message::{Attachment, Message, MessageKind, flag},
        model::{Permissions, User},
        world::World,
    },
    validation::callback::Source,
};
use clock::Timestamp;

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// The bits that a bot may set on its new message; of the others Discord takes
/// no notice.
const SETTABLE: u64 = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;
const CHANGEABLE: u64 = SUPPRESS_EMBEDS | flag::COMPONENTS_V2;

/// A body with its files.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) body: Value,
    pub(crate) uploads: Vec<Upload>,
}

impl Draft {
    /// A body with nothing but a text.
    pub(crate) fn of_text(content: &str) -> Self {
        Self { body: json!({ "content": content }), uploads: Vec::new() }
    }
}

/// How a new message comes into its channel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// As the answer to an interaction, or as a follow-up to `after`.
    Interaction { id: InteractionId, after: Option<MessageId>, ephemeral: bool },
    /// Of the author's own accord.
    Plain { author: UserId },
}

impl World {
    /// Posts a message.
    pub(crate) fn post(
        &mut self,
        channel: ChannelId,
        draft: &Draft,
        way: Way,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = self.blank(channel, way, now);
        self.fill(&mut message, draft, now);
        self.set_pings(&mut message, &draft.body);
        self.put(message, Event::Created)
    }

    /// Posts the message that says that the bot is thinking.
    pub(crate) fn post_thinking(
        &mut self,
        channel: ChannelId,
        way: Way,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = self.blank(channel, way, now);
        message.flags |= flag::LOADING;
        self.put(message, Event::Created)
    }

    /// Edits a message. That pings nobody, whatever the body allows.
    pub(crate) fn edit(&mut self, before: &Message, draft: &Draft, now: Timestamp) -> Arc<Message> {
        let mut message = before.clone();
        self.fill(&mut message, draft, now);
        if message.is_thinking() {
            message.flags &= !flag::LOADING;
        } else {
            message.edited_at = Some(now);
        }
        self.put(message, Event::Edited)
    }

    /// Fills the message that said that the bot was thinking, which counts as
    /// the arrival of a message.
    pub(crate) fn fill_thinking(
        &mut self,
        before: &Message,
        draft: &Draft,
        now: Timestamp,
    ) -> Arc<Message> {
        let mut message = before.clone();
        self.fill(&mut message, draft, now);
        message.flags &= !flag::LOADING;
        self.set_pings(&mut message, &draft.body);
        self.put(message, Event::Edited)
    }

    fn put(&mut self, message: Message, event: fn(Arc<Message>) -> Event) -> Arc<Message> {
        let message = Arc::new(message);
        let all = self.messages.entry(message.channel_id).or_default();
        all.insert(message.id, Arc::clone(&message));
        self.announce(event(Arc::clone(&message)));
        message
    }

    fn blank(&mut self, channel: ChannelId, way: Way, now: Timestamp) -> Message {
        let id = MessageId::new(self.source.next(now));
        let author = match way {
            Way::Interaction { .. } => self.bot,
            Way::Plain { author } => author,
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
            kind: MessageKind::Plain,
            interaction_metadata: None,
            reference: None,
            by_webhook: false,
        };
        if let Way::Interaction { id, after, ephemeral } = way {
            let interaction = self.interactions.get(id).expect("the caller has just used it");
            message.by_webhook = true;
            message.interaction_metadata = Some(payload::metadata(self, interaction, after));
            message.kind = kind_of(interaction, after);
            message.reference = after.or(interaction.pressed).map(|to| self.reference(channel, to));
            if ephemeral {
                message.flags |= flag::EPHEMERAL;
                message.ephemeral_for = Some(interaction.who);
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

    /// Takes over what stands in the body; what is not mentioned there stays.
    fn fill(&mut self, message: &mut Message, draft: &Draft, now: Timestamp) {
        let body = &draft.body;
        if let Some(content) = body.get("content") {
            content.as_str().unwrap_or_default().trim().clone_into(&mut message.content);
        }
        let is_new = message.edited_at.is_none() && message.posted_at == now;
        let settable = if is_new { SETTABLE } else { CHANGEABLE };
        if let Some(flags) = body["flags"].as_u64() {
            let kept = message.flags & !SUPPRESS_EMBEDS;
            message.flags = kept | flags & settable;
        }
        self.fill_attachments(message, draft, now);
        let list = |key: &str| body.get(key).map(|it| it.as_array().cloned().unwrap_or_default());
        if let Some(mut embeds) = list("embeds") {
            for embed in &mut embeds {
                resolve_addresses(embed, &message.attachments);
            }
            message.embeds = embeds;
        }
        if let Some(mut components) = list("components") {
            for component in &mut components {
                resolve_addresses(component, &message.attachments);
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
        self.set_mentions(message, &Allowed::read(&body["allowed_mentions"]));
    }

    /// An edit that lists attachments keeps only those it lists.
    fn fill_attachments(&mut self, message: &mut Message, draft: &Draft, now: Timestamp) {
        if let Some(listed) = draft.body["attachments"].as_array() {
            let is_listed = |attachment: &Attachment| {
                let id = attachment.id.to_string();
                listed.iter().any(|it| it["id"] == id.as_str())
            };
            let (kept, dropped): (Vec<_>, Vec<_>) =
                message.attachments.drain(..).partition(is_listed);
            self.files.forget(&dropped);
            message.attachments = kept;
        }
        for upload in &draft.uploads {
            let id = AttachmentId::new(self.source.next(now));
            message.attachments.push(self.files.keep(id, upload, &draft.body));
        }
    }

    /// A mention that is not allowed shows a name, but stands out for nobody.
    fn set_mentions(&self, message: &mut Message, allowed: &Allowed) {
        let text = readable_text(&message.content, &message.components);
        let can_see = |user: &User| match message.ephemeral_for {
            Some(reader) => user.id == reader,
            None => self.channel(message.channel_id).is_seen_by(user.id),
        };
        message.mentions = mentioned_in(&text)
            .into_iter()
            .filter(|user| allowed.notifies(*user))
            .filter_map(|user| self.users.get(&user))
            .filter(|user| can_see(user))
            .cloned()
            .collect();
    }

    fn set_pings(&self, message: &mut Message, body: &Value) {
        let allowed = Allowed::read(&body["allowed_mentions"]);
        let mut pings: Vec<UserId> = message.mentions.iter().map(|user| user.id).collect();
        let text = readable_text(&message.content, &message.components);
        let to_everyone = text.contains("@everyone") || text.contains("@here");
        let may = self.bot_permissions(message.channel_id).contains(Permissions::MENTION_EVERYONE);
        if to_everyone && allowed.notifies_everyone() && may && message.ephemeral_for.is_none() {
            let channel = self.channel(message.channel_id);
            pings.extend(self.people.iter().filter(|user| channel.is_seen_by(**user)));
        }
        let is_plain_reply = message.kind == MessageKind::Reply && !message.by_webhook;
        if is_plain_reply && allowed.notifies_whom_it_replies_to() {
            let replied_to = message.reference.as_ref().and_then(|it| it["message_id"].as_str());
            let replied_to = replied_to.and_then(|id| id.parse().ok());
            let author = replied_to.and_then(|id| self.message(message.channel_id, id));
            pings.extend(author.map(|it| it.author.id));
        }
        pings.retain(|user| *user != message.author.id);
        pings.sort_unstable();
        pings.dedup();
        message.pings = pings;
    }
}

fn kind_of(interaction: &Interaction, after: Option<MessageId>) -> MessageKind {
    match interaction.source {
        _ if after.is_some() => MessageKind::Reply,
        Source::Component => MessageKind::Reply,
        _ if interaction.target.is_some() => MessageKind::MenuAnswer,
        _ => MessageKind::CommandAnswer,
    }
}

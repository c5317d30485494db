//! What a test looks at: messages, requests and the gateway.

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use crate::{
    FakeDiscord,
    gateway::sessions::GatewayEvent,
    interactions::user_actions,
    recorder::RecordedRequest,
    state::{
        command_registry::CommandScope,
        event_stream::{EventStream, MessageEvent},
        ids::{ChannelId, GuildId, InteractionId, MessageId},
        message::Message,
    },
};

/// # State and logs
impl FakeDiscord {
    /// All messages of a channel, the oldest first, including ephemeral ones.
    pub fn messages(&self, channel: ChannelId) -> Vec<Arc<Message>> {
        let world = self.shared.world();
        let all = world.messages.get(&channel).into_iter().flatten();
        all.map(|(_, message)| Arc::clone(message)).collect()
    }

    /// The current state of a message; `None` if it was deleted.
    pub fn message(&self, channel: ChannelId, id: MessageId) -> Option<Message> {
        self.shared.world().message(channel, id).map(|message| Message::clone(message))
    }

    /// The last message that the bot has posted with this nonce, which was to be enforced.
    pub fn message_with_nonce(&self, nonce: &str) -> Option<Message> {
        let world = self.shared.world();
        let posted = world.nonces.last(&nonce.into())?;
        world.message(posted.channel_id, posted.id).map(|message| Message::clone(message))
    }

    /// The follow-ups of an interaction that were not deleted, in order.
    pub fn follow_ups(&self, interaction: InteractionId) -> Vec<Message> {
        let world = self.shared.world();
        let Some(interaction) = world.interactions.get(interaction) else { return Vec::new() };
        let find = |id: &MessageId| world.message(interaction.channel, *id);
        interaction.follow_ups.iter().filter_map(find).map(|it| Message::clone(it)).collect()
    }

    /// The events of all messages from now on. Subscribe before the action that
    /// causes an event.
    pub fn events(&self) -> EventStream {
        EventStream::new(self.shared.world().events.subscribe())
    }

    /// Waits for the next event in a channel, as [`EventStream::next`] does.
    ///
    /// # Panics
    ///
    /// If there is none for ten seconds.
    pub async fn next_event(&self, channel: ChannelId) -> MessageEvent {
        self.events().next(channel).await
    }

    /// The contents of an attachment, by its [URL](crate::Attachment::url); `None`
    /// if it was removed.
    pub fn attachment(&self, url: &str) -> Option<Vec<u8>> {
        let id = url.rsplit('/').nth(1)?.parse().ok()?;
        self.shared.world().files.get(id).map(|(_, bytes)| bytes.to_vec())
    }

    /// The application's global commands, as
    /// [Discord's objects](https://discord.com/developers/docs/interactions/application-commands#application-command-object).
    pub fn global_commands(&self) -> Vec<Value> {
        self.shared.world().registry.list(CommandScope::Global)
    }

    /// The names of the application's own emoji, the oldest first.
    pub fn emoji_names(&self) -> Vec<String> {
        self.shared.world().emojis.values().map(|emoji| emoji.name.clone()).collect()
    }

    /// The registered commands of a server.
    pub fn guild_commands(&self, guild: GuildId) -> Vec<Value> {
        self.shared.world().registry.list(CommandScope::Guild(guild))
    }

    /// The bot's requests so far, the oldest first.
    ///
    /// # Panics
    ///
    /// If neither [`Options::keep_requests`](crate::Options::keep_requests) nor
    /// [`Options::recording_path`](crate::Options::recording_path) is set.
    pub fn requests(&self) -> Vec<Arc<RecordedRequest>> {
        self.shared
            .recorder()
            .requests()
            .expect("Options::keep_requests or Options::recording_path is set")
    }

    /// The `INTERACTION_CREATE` payload of an interaction.
    ///
    /// # Panics
    ///
    /// If there is no such interaction, or it is not one of the last 1,000.
    pub fn interaction_payload(&self, interaction: InteractionId) -> Value {
        let (event, _) = user_actions::stored_event(&self.shared, interaction);
        serde_json::from_str(&event).expect("the stored event is JSON")
    }

    /// The log of the gateway so far, the oldest event first.
    pub fn gateway_log(&self) -> Vec<GatewayEvent> {
        self.shared.sessions().log()
    }

    /// The numbers of the connected shards, in ascending order.
    pub fn shards_online(&self) -> Vec<u64> {
        self.shared.sessions().shards_online()
    }

    /// The remaining IDENTIFYs of the current 24 hours.
    pub fn remaining_identifies(&self) -> u64 {
        let now = self.shared.now();
        self.shared.identify_limit().remaining(now)
    }

    /// Whether the bot's token was reset because it exceeded the daily limit of
    /// IDENTIFYs, as
    /// [Discord does](https://discord.com/developers/docs/events/gateway#session-start-limit-object).
    pub fn is_token_reset(&self) -> bool {
        self.shared.identify_limit().is_token_reset()
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.shared.advance_clock(by);
    }
}

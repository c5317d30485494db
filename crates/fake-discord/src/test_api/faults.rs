//! Faults and unusual events in a test.

use serde_json::{Value, json};

use crate::{
    FakeDiscord,
    faults::Fault,
    interactions::user_actions::{self, UserAction},
    rest::{
        callbacks,
        rate_limits::{EditLimits, RateLimits},
    },
    state::{
        create_message::MessagePayload,
        ids::{InteractionId, UserId},
        message::Message,
    },
    validation::callback::InteractionKind,
};

/// # Faults and unusual events
impl FakeDiscord {
    /// The signature of a webhook request, in hex, as in the header
    /// `X-Signature-Ed25519`. `timestamp` is the header `X-Signature-Timestamp`.
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        self.shared.endpoints.sign(timestamp, body)
    }

    /// Checks whether a JSON body is a valid response to an interaction, without
    /// sending it. `event` is the interaction's payload.
    ///
    /// # Errors
    ///
    /// Returns the body of Discord's error response as text.
    pub fn check_response(&self, event: &Value, response: &Value) -> Result<(), String> {
        let kind = match event["type"].as_u64() {
            Some(2) => InteractionKind::Command,
            Some(3) => InteractionKind::Component,
            Some(4) => InteractionKind::Autocomplete,
            _ => return Err("the event is not an interaction that can be responded to".to_owned()),
        };
        callbacks::check(response, kind).map_err(|error| error.to_string())
    }

    /// Presses a button without telling the bot, until [`FakeDiscord::redeliver`]
    /// sends it the event. With that, a test can deliver several presses at once.
    ///
    /// # Panics
    ///
    /// If the user cannot press a button on that message.
    pub fn prepare_press(&self, user: UserId, message: &Message, custom_id: &str) -> InteractionId {
        let action = UserAction::Press { message: message.id, custom_id };
        let id = user_actions::prepare_press(&self.shared, user, message.channel_id, &action);
        id.unwrap_or_else(|reason| panic!("user {user} cannot press {custom_id}: {reason}"))
    }

    /// Sends an arbitrary dispatch event through the gateway, to shard 0. `name` is
    /// the event's type, such as `MESSAGE_CREATE`.
    pub fn send_event(&self, name: &'static str, data: &Value) {
        let data = data.to_string().into();
        self.shared.sessions().dispatch(name, &data, None, self.shared.now());
    }

    /// Sends the event of an interaction again, as Discord occasionally does.
    ///
    /// # Panics
    ///
    /// If there is no such interaction, or it is not one of the last 1,000.
    pub fn redeliver(&self, interaction: InteractionId) {
        user_actions::redeliver(&self.shared, interaction);
    }

    /// Answers an interaction as another process with the bot's token would.
    ///
    /// # Panics
    ///
    /// If it was answered already.
    pub fn answer_elsewhere(&self, interaction: InteractionId) {
        let token = self.interaction_payload(interaction)["token"].clone();
        let token = token.as_str().expect("an interaction has a token");
        let (id, now) = (interaction.to_string(), self.shared.now());
        let payload = MessagePayload { body: json!({ "type": 6 }), uploads: Vec::new() };
        let answered =
            callbacks::respond(&mut self.shared.world(), &id, token, &payload, false, now);
        assert!(answered.is_ok(), "the interaction {id} cannot be answered");
    }

    /// Drops all gateway connections without a close frame. The sessions can be
    /// resumed.
    pub fn drop_gateway(&self) {
        let now = self.shared.now();
        self.shared.sessions().drop_shards(|_| true, now);
    }

    /// Drops the gateway connection of one shard without a close frame. Its
    /// session can be resumed.
    pub fn drop_shard(&self, shard: u64) {
        let now = self.shared.now();
        self.shared.sessions().drop_shards(|it| it == shard, now);
    }

    /// Closes all gateway connections with a code or without one, as Discord does for a fault.
    /// Whether their sessions can be resumed depends on the code.
    pub fn close_gateway(&self, code: Option<u16>) {
        self.shared.sessions().close_all(code);
    }

    /// Answers the next IDENTIFYs by a close with this code.
    pub fn refuse_sessions(&self, times: u32, code: Option<u16>) {
        self.shared.sessions().refuse(times, code);
    }

    /// Freezes the gateway connection of one shard: it stays open, but nothing is
    /// sent or read any more, so that heartbeats are not acknowledged.
    pub fn freeze_shard(&self, shard: u64) {
        self.shared.sessions().freeze(shard);
    }

    /// Changes [`Options::shards`](crate::Options::shards). Existing sessions are
    /// not affected.
    pub fn set_shard_count(&self, shards: u64) {
        self.shared.set_shard_count(shards);
    }

    /// Makes the next `times` sessions fail: their connections are dropped right
    /// after READY, and they cannot be resumed.
    pub fn fail_sessions(&self, times: u32) {
        self.shared.sessions().fail(times);
    }

    /// Sets the remaining IDENTIFYs of the next 24 hours.
    pub fn set_remaining_identifies(&self, remaining: u64) {
        let now = self.shared.now();
        self.shared.identify_limit().set_remaining(remaining, now);
    }

    /// Sends opcode 7 (Reconnect) to all connections, which asks the bot to
    /// reconnect and resume.
    pub fn request_reconnect(&self) {
        self.shared.sessions().send_to_all(r#"{"op":7,"d":null}"#);
    }

    /// Drops all gateway connections and invalidates their sessions, which cannot
    /// be resumed.
    pub fn invalidate_sessions(&self) {
        self.shared.sessions().remove_all();
    }

    /// Limits edits of messages from now on; `None` lifts the limits.
    pub fn limit_edits(&self, limits: Option<EditLimits>) {
        *self.shared.edit_limits() = limits.map(|limits| (limits, RateLimits::default()));
    }

    /// Injects a fault into future requests. If several faults match a request,
    /// the oldest applies.
    pub fn inject_fault(&self, fault: Fault) {
        self.shared.faults().add(fault);
    }

    /// Removes the faults that have not occurred yet.
    pub fn clear_faults(&self) {
        self.shared.faults().clear();
    }
}

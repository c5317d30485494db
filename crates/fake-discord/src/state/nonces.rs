//! Nonces of messages, by which Discord recognises a message that it has already posted
//! ([rule](https://discord.com/developers/docs/resources/message#create-message)).

use std::{collections::HashMap, sync::Arc, time::Duration};

use clock::Timestamp;
use serde_json::Value;

use crate::state::message::Message;

/// Discord's "past few minutes".
const REMEMBERED_FOR: Duration = Duration::from_mins(5);

/// The bot's last message with each nonce.
#[derive(Debug, Default)]
pub(crate) struct Nonces(HashMap<String, Arc<Message>>);

impl Nonces {
    /// The message that the bot has posted with the same nonce, if the body wants it enforced.
    pub(crate) fn message(&self, body: &Value, now: Timestamp) -> Option<&Arc<Message>> {
        let nonce = enforced(body)?;
        self.0.get(&nonce).filter(|message| now.since(message.posted_at) < REMEMBERED_FOR)
    }

    /// The last message with this nonce.
    pub(crate) fn last(&self, nonce: &Value) -> Option<&Arc<Message>> {
        self.0.get(&nonce.to_string())
    }

    pub(crate) fn record(&mut self, body: &Value, message: &Arc<Message>) {
        if let Some(nonce) = enforced(body) {
            self.0.insert(nonce, Arc::clone(message));
        }
    }
}

fn enforced(body: &Value) -> Option<String> {
    (body["enforce_nonce"] == true && !body["nonce"].is_null()).then(|| body["nonce"].to_string())
}

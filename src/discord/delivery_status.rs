//! Whether a response reached Discord.

use super::interaction_client::SendError;
use crate::{errors, game::MessageId};

/// Whether Discord received a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryStatus {
    /// Discord accepted it.
    Delivered {
        /// The message that it created, if the caller asked for its id.
        message: Option<MessageId>,
    },
    /// Discord refused what it says. Something else can be answered.
    Refused,
    /// It did not reach Discord, came too late, or was not the first.
    Failed,
}

impl DeliveryStatus {
    pub(super) fn from_result(sent: Result<Option<MessageId>, SendError>) -> Self {
        match sent {
            Ok(message) => Self::Delivered { message },
            Err(error) if error.is_already_acknowledged() => {
                tracing::debug!("the interaction was already acknowledged");
                Self::Failed
            }
            Err(error) => {
                let status = if error.is_of_content() { Self::Refused } else { Self::Failed };
                errors::warn_about!(error, "a response was not delivered");
                status
            }
        }
    }
}

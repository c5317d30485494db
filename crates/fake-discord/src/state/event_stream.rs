//! Events for the page and for tests.

use std::{sync::Arc, time::Duration};

use clock::Timestamp;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::state::{
    ids::{ChannelId, MessageId, UserId},
    message::Message,
};

/// The limit of every wait in real time, so that a test with a frozen clock fails
/// instead of hanging.
pub(crate) const ACTION_TIMEOUT: Duration = Duration::from_secs(10);

/// A change that the page shows.
#[derive(Clone, Debug)]
pub(crate) enum ServerEvent {
    Created(Arc<Message>),
    Edited(Arc<Message>),
    Deleted {
        channel: ChannelId,
        id: MessageId,
        seen_by: Option<UserId>,
    },
    BotOnline(bool),
    /// The clock was moved to this time.
    ClockMoved(Timestamp),
    /// Users, channels, names or commands have changed.
    WorldChanged,
}

/// A change of a message.
#[derive(Clone, Debug)]
pub enum MessageEvent {
    /// It was posted.
    Created(Message),
    /// It was edited.
    Edited(Message),
    /// It was deleted.
    Deleted {
        /// The message's channel.
        channel: ChannelId,
        /// The message's id.
        id: MessageId,
    },
}

impl MessageEvent {
    fn from_server_event(event: ServerEvent) -> Option<Self> {
        match event {
            ServerEvent::Created(message) => Some(Self::Created(Message::clone(&message))),
            ServerEvent::Edited(message) => Some(Self::Edited(Message::clone(&message))),
            ServerEvent::Deleted { channel, id, .. } => Some(Self::Deleted { channel, id }),
            _ => None,
        }
    }

    /// The channel of the message.
    pub fn channel(&self) -> ChannelId {
        match self {
            Self::Created(message) | Self::Edited(message) => message.channel_id,
            Self::Deleted { channel, .. } => *channel,
        }
    }

    /// The message, unless it was deleted.
    pub fn into_message(self) -> Option<Message> {
        match self {
            Self::Created(message) | Self::Edited(message) => Some(message),
            Self::Deleted { .. } => None,
        }
    }
}

/// The events of all messages since
/// [`FakeDiscord::events`](crate::FakeDiscord::events) was called. A consumer that
/// lags behind by more than 4,096 events misses the oldest.
#[derive(Debug)]
pub struct EventStream {
    events: broadcast::Receiver<ServerEvent>,
}

impl EventStream {
    pub(crate) fn new(events: broadcast::Receiver<ServerEvent>) -> Self {
        Self { events }
    }

    /// Waits for the next event in a channel.
    ///
    /// # Panics
    ///
    /// If there is none for ten seconds of real time.
    pub async fn next(&mut self, channel: ChannelId) -> MessageEvent {
        self.next_where(|event| event.channel() == channel).await
    }

    /// Waits for the next event for which `matches` returns true.
    ///
    /// # Panics
    ///
    /// If there is none for ten seconds of real time.
    pub async fn next_where(
        &mut self,
        mut matches: impl FnMut(&MessageEvent) -> bool,
    ) -> MessageEvent {
        let search = async {
            loop {
                match self.events.recv().await {
                    Ok(event) => {
                        if let Some(event) =
                            MessageEvent::from_server_event(event).filter(|it| matches(it))
                        {
                            return event;
                        }
                    }
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => {
                        panic!("the fake Discord stopped while waiting for an event")
                    }
                }
            }
        };
        tokio::time::timeout(ACTION_TIMEOUT, search)
            .await
            .unwrap_or_else(|_| panic!("no matching event for {ACTION_TIMEOUT:?}"))
    }
}

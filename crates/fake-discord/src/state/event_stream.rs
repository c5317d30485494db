//! What happens in the playground, for those who watch it.

use std::{sync::Arc, time::Duration};

use tokio::sync::broadcast::{self, error::RecvError};

use crate::state::{
    ids::{ChannelId, MessageId, UserId},
    message::Message,
};

/// How long a wait may take, by the machine's clock, before it counts as stuck.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// What happened, as the page needs it.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Created(Arc<Message>),
    Edited(Arc<Message>),
    Deleted {
        channel: ChannelId,
        id: MessageId,
        seen_by: Option<UserId>,
    },
    CommandsRegistered,
    BotOnline(bool),
    ClockMoved,
    /// People, channels or names are not what they were.
    WorldChanged,
}

/// What happened to a message.
#[derive(Clone, Debug)]
pub enum Change {
    /// It was posted.
    Created(Message),
    /// It was edited.
    Edited(Message),
    /// It was deleted.
    Deleted {
        /// Where it stood.
        channel: ChannelId,
        /// Its id.
        id: MessageId,
    },
}

impl Change {
    fn of(event: Event) -> Option<Self> {
        match event {
            Event::Created(message) => Some(Self::Created(Message::clone(&message))),
            Event::Edited(message) => Some(Self::Edited(Message::clone(&message))),
            Event::Deleted { channel, id, .. } => Some(Self::Deleted { channel, id }),
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
    pub fn message(self) -> Option<Message> {
        match self {
            Self::Created(message) | Self::Edited(message) => Some(message),
            Self::Deleted { .. } => None,
        }
    }
}

/// All that happens to messages from the moment this was asked for.
#[derive(Debug)]
pub struct Changes {
    events: broadcast::Receiver<Event>,
}

impl Changes {
    pub(crate) fn new(events: broadcast::Receiver<Event>) -> Self {
        Self { events }
    }

    /// Waits for the next change in a channel; panics if there is none for ten
    /// seconds.
    pub async fn next(&mut self, channel: ChannelId) -> Change {
        self.next_where(|change| change.channel() == channel).await
    }

    /// Waits for the next change that fits; panics if there is none for ten
    /// seconds.
    pub async fn next_where(&mut self, mut fits: impl FnMut(&Change) -> bool) -> Change {
        let search = async {
            loop {
                match self.events.recv().await {
                    Ok(event) => {
                        if let Some(change) = Change::of(event).filter(|it| fits(it)) {
                            return change;
                        }
                    }
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => {
                        panic!("the playground stopped while a change was awaited")
                    }
                }
            }
        };
        tokio::time::timeout(PATIENCE, search)
            .await
            .unwrap_or_else(|_| panic!("nothing of that kind happened for {PATIENCE:?}"))
    }
}

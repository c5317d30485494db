//! What is read of serenity's events.

use serenity::all::{Event, Interaction, Message, ReadyEvent};

/// What the bot does something about. It is made on the shards' thread: serenity's events are large,
/// and would be moved several times.
#[derive(Debug)]
pub(super) enum ShardEvent {
    /// A session has begun.
    Ready { name: String, servers: usize },
    /// One has begun with a greeting that serenity cannot read.
    UnreadableReady,
    /// An interaction as JSON.
    Interaction(Vec<u8>),
}

impl ShardEvent {
    pub(super) fn read(event: Event) -> Option<Self> {
        match event {
            Event::Ready(ReadyEvent { ready, .. }) => {
                Some(Self::Ready { name: ready.user.name.clone(), servers: ready.guilds.len() })
            }
            Event::Unknown(event) if event.kind == "READY" => Some(Self::UnreadableReady),
            Event::InteractionCreate(event) => Some(Self::Interaction(as_sent(event.interaction))),
            // serenity cannot read it, for example for something in a user's profile.
            Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => {
                Some(Self::Interaction(event.value.to_string().into_bytes()))
            }
            _ => None,
        }
    }
}

/// An interaction that serenity has read, as Discord has sent it, so that all are read alike.
fn as_sent(mut interaction: Interaction) -> Vec<u8> {
    match &mut interaction {
        Interaction::Command(command) => {
            command.data.resolved.messages.values_mut().for_each(reduce);
        }
        Interaction::Component(component) => {
            reduce(&mut component.message);
        }
        _ => {}
    }
    let mut event = format!("{{\"type\":{},", u8::from(interaction.kind())).into_bytes();
    // What cannot be written cannot be read, which is logged there.
    let rest = serde_json::to_vec(&interaction).unwrap_or_default();
    event.extend_from_slice(rest.get(1..).unwrap_or_default());
    event
}

/// Leaves of a message only what is read: serenity cannot write all of the rest, and it takes time.
fn reduce(message: &mut Message) {
    let whole = std::mem::take(message);
    (message.id, message.flags) = (whole.id, whole.flags);
    (message.author, message.components) = (whole.author, whole.components);
    message.interaction_metadata = whole.interaction_metadata;
}

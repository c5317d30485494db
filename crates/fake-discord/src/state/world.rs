//! The state of the playground: who is there, and what was written.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use tokio::sync::broadcast;

use crate::{
    interactions::Interactions,
    state::{
        command_registry::Registry,
        event_stream::Event,
        files::Files,
        ids::{ChannelId, GuildId, IdSource, MessageId, UserId},
        message::Message,
        model::{Channel, Guild, GuildChannel, Permissions, Place, User},
    },
};
use clock::Timestamp;

/// The number of events that a slow watcher may lag behind.
const EVENTS_KEPT: usize = 4096;

/// What everybody speaks until they choose otherwise.
const LOCALE: &str = "en-US";

/// Everything that the bot and people can change.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) source: IdSource,
    pub(crate) bot: UserId,
    pub(crate) home: GuildId,
    pub(crate) users: HashMap<UserId, User>,
    /// In the order in which they came.
    pub(crate) people: Vec<UserId>,
    pub(crate) guilds: HashMap<GuildId, Guild>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    pub(crate) messages: HashMap<ChannelId, BTreeMap<MessageId, Arc<Message>>>,
    /// Who added the application to their account.
    pub(crate) installed_for: HashSet<UserId>,
    pub(crate) registry: Registry,
    pub(crate) interactions: Interactions,
    pub(crate) files: Files,
    pub(crate) events: broadcast::Sender<Event>,
}

impl World {
    /// The Arcade with Ann, Ben and Cleo, and the bot.
    pub(crate) fn new(now: Timestamp, address: &str) -> Self {
        let mut source = IdSource::default();
        let bot = UserId::new(source.next(now));
        let home = GuildId::new(source.next(now));
        let mut world = Self {
            source,
            bot,
            home,
            users: HashMap::new(),
            people: Vec::new(),
            guilds: HashMap::new(),
            channels: BTreeMap::new(),
            messages: HashMap::new(),
            installed_for: HashSet::new(),
            registry: Registry::default(),
            interactions: Interactions::default(),
            files: Files::new(address),
            events: broadcast::Sender::new(EVENTS_KEPT),
        };
        world.users.insert(bot, user(bot, "Fourfall", true));
        let [ann, ben, _] = ["Ann", "Ben", "Cleo"].map(|name| world.add_person(name, now));
        let arcade = "The Arcade".to_owned();
        world.guilds.insert(home, guild(home, arcade, ann));
        world.add_channel(home, "general", "What there is to talk about", now);
        world.add_channel(home, "games", "Four in a row, and nothing else", now);
        let quiet = world.add_channel(home, "quiet", "The bot can't read this one", now);
        let no_access = Permissions::VIEW_CHANNEL.bits() | Permissions::SEND_MESSAGES.bits();
        world
            .set_permissions(quiet, Permissions::MEMBER.without(Permissions::from_bits(no_access)));
        world.installed_for.extend([ann, ben]);
        world.add_conversation("ann-ben", "Ann and Ben by themselves", vec![ann, ben], now);
        world
    }

    pub(crate) fn add_person(&mut self, name: &str, now: Timestamp) -> UserId {
        let person = self.add_user(name, false, now);
        let name = format!("dm:{}", name.to_lowercase());
        self.insert_channel(&name, "", Place::WithBot { person }, now);
        person
    }

    pub(crate) fn add_user(&mut self, name: &str, bot: bool, now: Timestamp) -> UserId {
        let id = UserId::new(self.source.next(now));
        self.users.insert(id, user(id, name, bot));
        self.people.push(id);
        self.announce(Event::WorldChanged);
        id
    }

    pub(crate) fn add_guild(&mut self, name: &str, now: Timestamp) -> GuildId {
        let id = GuildId::new(self.source.next(now));
        let owner = self.people[0];
        self.guilds.insert(id, guild(id, name.to_owned(), owner));
        id
    }

    pub(crate) fn add_channel(
        &mut self,
        guild: GuildId,
        name: &str,
        topic: &str,
        now: Timestamp,
    ) -> ChannelId {
        let kind = GuildChannel::Text;
        self.insert_channel(name, topic, place_in(guild, kind), now)
    }

    pub(crate) fn add_forum(&mut self, guild: GuildId, name: &str, now: Timestamp) -> ChannelId {
        self.insert_channel(name, "", place_in(guild, GuildChannel::Forum), now)
    }

    /// A thread in a channel, or a post in a forum.
    pub(crate) fn add_thread(
        &mut self,
        parent: ChannelId,
        name: &str,
        now: Timestamp,
    ) -> ChannelId {
        let guild = self.channel(parent).guild().expect("only servers have threads");
        let kind = GuildChannel::Thread { parent, archived: false };
        self.insert_channel(name, "", place_in(guild, kind), now)
    }

    pub(crate) fn archive(&mut self, thread: ChannelId) {
        if let Some(Channel {
            place: Place::Guild { kind: GuildChannel::Thread { archived, .. }, .. },
            ..
        }) = self.channels.get_mut(&thread)
        {
            *archived = true;
        }
    }

    pub(crate) fn add_conversation(
        &mut self,
        name: &str,
        topic: &str,
        people: Vec<UserId>,
        now: Timestamp,
    ) -> ChannelId {
        self.insert_channel(name, topic, Place::Between { people }, now)
    }

    fn insert_channel(
        &mut self,
        name: &str,
        topic: &str,
        place: Place,
        now: Timestamp,
    ) -> ChannelId {
        let id = ChannelId::new(self.source.next(now));
        let channel = Channel { id, name: name.to_owned(), topic: topic.to_owned(), place };
        self.channels.insert(id, channel);
        self.messages.insert(id, BTreeMap::new());
        self.announce(Event::WorldChanged);
        id
    }

    pub(crate) fn set_permissions(&mut self, channel: ChannelId, new: Permissions) {
        if let Some(Channel { place: Place::Guild { permissions, .. }, .. }) =
            self.channels.get_mut(&channel)
        {
            *permissions = new;
        }
    }

    pub(crate) fn announce(&self, event: Event) {
        // That nobody watches is no failure.
        drop(self.events.send(event));
    }

    pub(crate) fn user(&self, id: UserId) -> &User {
        self.users.get(&id).unwrap_or_else(|| panic!("there is no user {id} in the playground"))
    }

    pub(crate) fn channel(&self, id: ChannelId) -> &Channel {
        self.channels
            .get(&id)
            .unwrap_or_else(|| panic!("there is no channel {id} in the playground"))
    }

    pub(crate) fn guild_of(&self, channel: ChannelId) -> Option<&Guild> {
        self.guilds.get(&self.channel(channel).guild()?)
    }

    pub(crate) fn message(&self, channel: ChannelId, id: MessageId) -> Option<&Arc<Message>> {
        self.messages.get(&channel)?.get(&id)
    }

    /// The bot's permissions in a channel, as interactions report them.
    pub(crate) fn bot_permissions(&self, channel: ChannelId) -> Permissions {
        match self.channel(channel).place {
            Place::Guild { permissions, .. } => permissions,
            Place::WithBot { .. } | Place::Between { .. } => Permissions::MEMBER,
        }
    }

    /// What a person may do in a channel.
    pub(crate) fn permissions_of(&self, user: UserId, channel: ChannelId) -> Permissions {
        match self.guild_of(channel) {
            Some(guild) if guild.owner == user => Permissions::ALL,
            Some(guild) => guild.permissions.get(&user).copied().unwrap_or(Permissions::MEMBER),
            None => Permissions::MEMBER,
        }
    }

    /// Whether the bot itself is in this channel, so that its own token counts
    /// for something there.
    pub(crate) fn has_bot(&self, channel: &Channel) -> bool {
        match channel.place {
            Place::Guild { guild, permissions, .. } => {
                let member = self.guilds.get(&guild).is_some_and(|guild| guild.has_bot);
                member && permissions.contains(Permissions::VIEW_CHANNEL)
            }
            Place::WithBot { .. } => true,
            Place::Between { .. } => false,
        }
    }

    pub(crate) fn delete_message(&mut self, channel: ChannelId, id: MessageId) -> bool {
        let deleted = self.messages.get_mut(&channel).and_then(|all| all.remove(&id));
        let Some(message) = deleted else {
            return false;
        };
        self.files.forget(&message.attachments);
        self.announce(Event::Deleted { channel, id, seen_by: message.ephemeral_for });
        true
    }
}

fn user(id: UserId, name: &str, bot: bool) -> User {
    User {
        id,
        username: name.to_lowercase(),
        name: name.to_owned(),
        nick: None,
        bot,
        locale: LOCALE.to_owned(),
    }
}

fn guild(id: GuildId, name: String, owner: UserId) -> Guild {
    let locale = LOCALE.to_owned();
    Guild { id, name, owner, has_bot: true, locale, permissions: HashMap::new() }
}

const fn place_in(guild: GuildId, kind: GuildChannel) -> Place {
    Place::Guild { guild, permissions: Permissions::MEMBER, kind }
}

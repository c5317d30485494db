//! The simulated Discord: users, guilds, channels, messages, interactions and
//! commands.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use clock::Timestamp;
use tokio::sync::broadcast;

use crate::{
    interactions::Interactions,
    state::{
        application_emoji::ApplicationEmojis,
        command_registry::CommandRegistry,
        event_stream::ServerEvent,
        files::FileStore,
        ids::{ChannelId, GuildId, IdGenerator, MessageId, UserId},
        message::Message,
        model::{
            Channel, ChannelLocation, Guild, GuildChannelKind, Installation, Permissions, User,
        },
        nonces::Nonces,
        old_edits::OldEdits,
    },
};

/// How many events a subscriber can lag behind before it misses some.
const EVENT_CAPACITY: usize = 4096;

/// The upload limit without Nitro, in bytes.
const ATTACHMENT_LIMIT: usize = 10 * 1024 * 1024;

/// How old the accounts of users are when they are added.
const ACCOUNT_AGE: Duration = Duration::from_hours(24 * 365);

/// The locale of new users and guilds.
const DEFAULT_LOCALE: &str = "en-US";

/// What the application's owner sets in the developer portal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApplicationSettings {
    pub(crate) requires_code_grant: bool,
    pub(crate) guild_install: bool,
    pub(crate) user_install: bool,
}

/// Everything that the bot and the users can change.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) ids: IdGenerator,
    /// Those of users, whose accounts are older than everything else.
    user_ids: IdGenerator,
    pub(crate) bot: UserId,
    pub(crate) application: ApplicationSettings,
    pub(crate) default_guild: GuildId,
    pub(crate) users: HashMap<UserId, User>,
    /// All users but the bot under test, in the order in which they were added.
    pub(crate) added_users: Vec<UserId>,
    pub(crate) guilds: HashMap<GuildId, Guild>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    pub(crate) messages: HashMap<ChannelId, BTreeMap<MessageId, Arc<Message>>>,
    /// The users who have installed the application.
    pub(crate) installed_for: HashSet<UserId>,
    pub(crate) registry: CommandRegistry,
    pub(crate) emojis: ApplicationEmojis,
    pub(crate) interactions: Interactions,
    pub(crate) files: FileStore,
    pub(crate) nonces: Nonces,
    pub(crate) old_edits: OldEdits,
    /// The most bytes that the files of a message may have together.
    pub(crate) attachment_limit: usize,
    pub(crate) events: broadcast::Sender<ServerEvent>,
}

impl World {
    /// Creates the default guild, channels and users, and the bot.
    pub(crate) fn new(now: Timestamp, address: &str, bot_name: &str) -> Self {
        let mut ids = IdGenerator::default();
        let bot = UserId::new(ids.next(now));
        let default_guild = GuildId::new(ids.next(now));
        let mut world = Self {
            ids,
            user_ids: IdGenerator::default(),
            bot,
            application: ApplicationSettings {
                requires_code_grant: false,
                guild_install: true,
                user_install: true,
            },
            default_guild,
            users: HashMap::new(),
            added_users: Vec::new(),
            guilds: HashMap::new(),
            channels: BTreeMap::new(),
            messages: HashMap::new(),
            installed_for: HashSet::new(),
            registry: CommandRegistry::default(),
            emojis: ApplicationEmojis::default(),
            interactions: Interactions::default(),
            files: FileStore::new(address),
            nonces: Nonces::default(),
            old_edits: OldEdits::default(),
            attachment_limit: ATTACHMENT_LIMIT,
            events: broadcast::Sender::new(EVENT_CAPACITY),
        };
        world.users.insert(bot, user(bot, bot_name, true));
        let [ann, ben, _] = ["Ann", "Ben", "Cleo"].map(|name| world.add_user_with_dm(name, now));
        let name = "The Arcade".to_owned();
        world.guilds.insert(default_guild, guild(default_guild, name, ann));
        world.add_channel(default_guild, "general", "What there is to talk about", now);
        world.add_channel(default_guild, "games", "A channel for the bot", now);
        let quiet = world.add_channel(default_guild, "quiet", "The bot can't read this one", now);
        let no_access = Permissions::VIEW_CHANNEL.bits() | Permissions::SEND_MESSAGES.bits();
        world
            .set_permissions(quiet, Permissions::MEMBER.without(Permissions::from_bits(no_access)));
        world.installed_for.extend([ann, ben]);
        world.add_private_channel("ann-ben", "Ann and Ben by themselves", vec![ann, ben], now);
        world
    }

    pub(crate) fn add_user_with_dm(&mut self, name: &str, now: Timestamp) -> UserId {
        let id = UserId::new(self.user_ids.next(now.before(ACCOUNT_AGE)));
        self.insert_user_with_dm(id, name, now)
    }

    /// Adds a user whose account is new.
    pub(crate) fn add_new_user_with_dm(&mut self, name: &str, now: Timestamp) -> UserId {
        let id = UserId::new(self.ids.next(now));
        self.insert_user_with_dm(id, name, now)
    }

    fn insert_user_with_dm(&mut self, user: UserId, name: &str, now: Timestamp) -> UserId {
        self.insert_user(user, name, false);
        let name = format!("dm:{}", name.to_lowercase());
        self.insert_channel(&name, "", ChannelLocation::BotDm { user }, now);
        user
    }

    pub(crate) fn add_bot(&mut self, name: &str, now: Timestamp) -> UserId {
        let id = UserId::new(self.ids.next(now));
        self.insert_user(id, name, true);
        id
    }

    fn insert_user(&mut self, id: UserId, name: &str, bot: bool) {
        self.users.insert(id, user(id, name, bot));
        self.added_users.push(id);
        self.announce(ServerEvent::WorldChanged);
    }

    pub(crate) fn add_guild(&mut self, name: &str, now: Timestamp) -> GuildId {
        let id = GuildId::new(self.ids.next(now));
        let owner = self.added_users[0];
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
        let kind = GuildChannelKind::Text;
        self.insert_channel(name, topic, location_in(guild, kind), now)
    }

    pub(crate) fn add_voice_channel(
        &mut self,
        guild: GuildId,
        name: &str,
        now: Timestamp,
    ) -> ChannelId {
        self.insert_channel(name, "", location_in(guild, GuildChannelKind::Voice), now)
    }

    pub(crate) fn add_forum(&mut self, guild: GuildId, name: &str, now: Timestamp) -> ChannelId {
        self.insert_channel(name, "", location_in(guild, GuildChannelKind::Forum), now)
    }

    /// Adds a thread to a channel, or a post to a forum, with the channel's permissions.
    /// Panics if the channel is not in a guild.
    pub(crate) fn add_thread(
        &mut self,
        parent: ChannelId,
        name: &str,
        now: Timestamp,
    ) -> ChannelId {
        let ChannelLocation::Guild { guild, permissions, .. } = self.channel(parent).location
        else {
            panic!("only channels of guilds have threads");
        };
        let kind = GuildChannelKind::Thread { parent, archived: false, locked: false };
        let location = ChannelLocation::Guild { guild, permissions, kind };
        self.insert_channel(name, "", location, now)
    }

    pub(crate) fn add_private_channel(
        &mut self,
        name: &str,
        topic: &str,
        users: Vec<UserId>,
        now: Timestamp,
    ) -> ChannelId {
        self.insert_channel(name, topic, ChannelLocation::PrivateChannel { users }, now)
    }

    fn insert_channel(
        &mut self,
        name: &str,
        topic: &str,
        location: ChannelLocation,
        now: Timestamp,
    ) -> ChannelId {
        let id = ChannelId::new(self.ids.next(now));
        let channel = Channel { id, name: name.to_owned(), topic: topic.to_owned(), location };
        self.channels.insert(id, channel);
        self.messages.insert(id, BTreeMap::new());
        self.announce(ServerEvent::WorldChanged);
        id
    }

    pub(crate) fn announce(&self, event: ServerEvent) {
        // Fails if there are no subscribers.
        drop(self.events.send(event));
    }

    pub(crate) fn user(&self, id: UserId) -> &User {
        self.users.get(&id).unwrap_or_else(|| panic!("there is no user {id} in the fake Discord"))
    }

    pub(crate) fn channel(&self, id: ChannelId) -> &Channel {
        self.channels
            .get(&id)
            .unwrap_or_else(|| panic!("there is no channel {id} in the fake Discord"))
    }

    pub(crate) fn guild_of(&self, channel: ChannelId) -> Option<&Guild> {
        self.guilds.get(&self.channel(channel).guild()?)
    }

    pub(crate) fn message(&self, channel: ChannelId, id: MessageId) -> Option<&Arc<Message>> {
        self.messages.get(&channel)?.get(&id)
    }

    /// Whether a user can delete the messages of others in a channel.
    pub(crate) fn can_manage_messages(&self, user: UserId, channel: ChannelId) -> bool {
        self.can_see(user, channel)
            && self.guild_of(channel).is_some()
            && self.permissions_of(user, channel).contains(Permissions::MANAGE_MESSAGES)
    }

    /// A user's permissions in a channel, without a timeout.
    pub(crate) fn permissions_of(&self, user: UserId, channel: ChannelId) -> Permissions {
        match self.guild_of(channel) {
            Some(guild) if guild.owner == user => Permissions::ALL,
            Some(guild) => guild.permissions.get(&user).copied().unwrap_or(Permissions::MEMBER),
            None => Permissions::MEMBER,
        }
    }

    /// Whether a user can see a channel: not one that was deleted or whose guild they have left.
    pub(crate) fn can_see(&self, user: UserId, channel: ChannelId) -> bool {
        self.channels.get(&channel).is_some_and(|it| {
            let guild = it.guild().and_then(|guild| self.guilds.get(&guild));
            it.is_visible_to(user) && guild.is_none_or(|guild| guild.has_member(user))
        })
    }

    /// Deletes a channel, with its messages and threads.
    pub(crate) fn delete_channel(&mut self, id: ChannelId) {
        let is_gone = |channel: &Channel| channel.id == id || channel.parent() == Some(id);
        let gone: Vec<_> =
            self.channels.values().filter(|it| is_gone(it)).map(|it| it.id).collect();
        for channel in gone {
            self.channels.remove(&channel);
            for message in self.messages.remove(&channel).into_iter().flatten() {
                self.files.remove(&message.1.attachments);
            }
        }
        self.announce(ServerEvent::WorldChanged);
    }

    pub(crate) fn set_author(&mut self, channel: ChannelId, id: MessageId, author: UserId) {
        let author = self.user(author).clone();
        let message = self.messages.get_mut(&channel).and_then(|all| all.get_mut(&id));
        Arc::make_mut(message.expect("there is no such message")).author = author;
    }

    pub(crate) fn delete_message(&mut self, channel: ChannelId, id: MessageId) -> bool {
        let deleted = self.messages.get_mut(&channel).and_then(|all| all.remove(&id));
        let Some(message) = deleted else {
            return false;
        };
        self.files.remove(&message.attachments);
        self.announce(ServerEvent::Deleted { channel, id, seen_by: message.ephemeral_for });
        true
    }
}

fn user(id: UserId, name: &str, bot: bool) -> User {
    User {
        id,
        username: name.to_lowercase(),
        name: name.to_owned(),
        bot,
        locale: DEFAULT_LOCALE.to_owned(),
    }
}

fn guild(id: GuildId, name: String, owner: UserId) -> Guild {
    let locale = DEFAULT_LOCALE.to_owned();
    Guild {
        id,
        name,
        owner,
        installation: Installation::Bot,
        locale,
        permissions: HashMap::new(),
        nicknames: HashMap::new(),
        absent: HashSet::new(),
        timeouts: HashMap::new(),
    }
}

const fn location_in(guild: GuildId, kind: GuildChannelKind) -> ChannelLocation {
    ChannelLocation::Guild { guild, permissions: Permissions::MEMBER, kind }
}

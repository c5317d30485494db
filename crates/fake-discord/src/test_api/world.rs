//! The guilds, channels and users of a test.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    FakeDiscord,
    state::{
        command_registry::{CommandScope, PRIMARY_ENTRY_POINT},
        event_stream::ServerEvent,
        ids::{ChannelId, GuildId, UserId},
        model::{Installation, Permissions},
        world::World,
    },
    validation::commands,
};

/// The longest timeout of a member.
const MAX_TIMEOUT: Duration = Duration::from_hours(28 * 24);

/// # Guilds, channels and users
impl FakeDiscord {
    /// The id of the user with this name, in any case. Includes the bots of
    /// [`FakeDiscord::add_bot`], but not the bot under test.
    ///
    /// # Panics
    ///
    /// If there is no such user.
    pub fn user(&self, name: &str) -> UserId {
        let world = self.shared.world();
        let user =
            world.added_users.iter().find(|id| world.user(**id).username == name.to_lowercase());
        *user.unwrap_or_else(|| panic!("there is no user {name} in the fake Discord"))
    }

    /// The id of the channel with this name. The names at the start are
    /// `general`, `games`, `quiet` and `ann-ben`; a user's DM channel with the
    /// bot is called `dm:ann`. If a name is not unique, it is the oldest channel.
    ///
    /// # Panics
    ///
    /// If there is no such channel.
    pub fn channel(&self, name: &str) -> ChannelId {
        let world = self.shared.world();
        let channel = world.channels.values().find(|channel| channel.name == name);
        channel.unwrap_or_else(|| panic!("there is no channel {name} in the fake Discord")).id
    }

    /// The id of the default guild.
    pub fn guild(&self) -> GuildId {
        self.shared.world().default_guild
    }

    /// Adds a user, who is a member of all guilds and has a DM channel with the
    /// bot. See [`FakeDiscord::remove_member`].
    pub fn add_user(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_user_with_dm(name, now)
    }

    /// Like [`Self::add_user`], with an account that was made just now: the others are older.
    pub fn add_new_user(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_new_user_with_dm(name, now)
    }

    /// Sets how many bytes the files of a message may have together. At the start they are
    /// 10 MiB.
    pub fn set_attachment_limit(&self, bytes: usize) {
        self.shared.world().attachment_limit = bytes;
    }

    /// Sets whether adding the bot takes a further step by the application's own server, which
    /// the portal calls "Requires code grant". It does not at the start.
    pub fn set_code_grant(&self, is_required: bool) {
        self.shared.world().application.requires_code_grant = is_required;
    }

    /// Sets whether the application can be installed to guilds and to users, on the portal's
    /// page *Installation*. It can at the start.
    pub fn set_installation_contexts(&self, guild: bool, user: bool) {
        let application = &mut self.shared.world().application;
        (application.guild_install, application.user_install) = (guild, user);
    }

    /// Adds the bot user of another application.
    pub fn add_bot(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_bot(name, now)
    }

    /// Adds a text channel to the default guild.
    pub fn add_channel(&self, name: &str) -> ChannelId {
        self.add_channel_in(self.guild(), name)
    }

    /// Adds a text channel to a guild.
    pub fn add_channel_in(&self, guild: GuildId, name: &str) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_channel(guild, name, "", now)
    }

    /// Adds a voice channel to the default guild. Its text chat needs
    /// [`Permissions::CONNECT`], too.
    pub fn add_voice_channel(&self, name: &str) -> ChannelId {
        let now = self.shared.now();
        let guild = self.guild();
        self.shared.world().add_voice_channel(guild, name, now)
    }

    /// Adds a forum channel to the default guild.
    pub fn add_forum(&self, name: &str) -> ChannelId {
        let now = self.shared.now();
        let guild = self.guild();
        self.shared.world().add_forum(guild, name, now)
    }

    /// Adds a thread to a text channel, or a post to a forum channel. The bot's permissions
    /// in it are those in `parent`.
    ///
    /// # Panics
    ///
    /// If `parent` does not exist or is not in a guild.
    pub fn add_thread(&self, parent: ChannelId, name: &str) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_thread(parent, name, now)
    }

    /// Archives a thread that is not locked: its messages cannot be edited or deleted until
    /// somebody writes in it or opens it. Does nothing if the channel is not a thread.
    pub fn archive_thread(&self, thread: ChannelId) {
        let mut world = self.shared.world();
        world.set_archived(thread, true);
        world.set_locked(thread, false);
    }

    /// Archives a thread which only moderators can open again.
    pub fn lock_thread(&self, thread: ChannelId) {
        let mut world = self.shared.world();
        world.set_archived(thread, true);
        world.set_locked(thread, true);
    }

    /// Opens an archived thread, as a moderator does. A locked one stays locked.
    pub fn open_thread(&self, thread: ChannelId) {
        self.shared.world().set_archived(thread, false);
    }

    /// Whether a channel is an archived thread.
    ///
    /// # Panics
    ///
    /// If the channel does not exist.
    pub fn is_archived(&self, thread: ChannelId) -> bool {
        self.shared.world().channel(thread).is_archived()
    }

    /// Adds a private channel without the bot: a DM channel of two users, or a
    /// group DM of more. Users who have installed the application can
    /// use it there.
    pub fn add_private_channel(&self, name: &str, users: &[UserId]) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_private_channel(name, "", users.to_vec(), now)
    }

    /// Sets a user's locale, which is the `locale` of their interactions. It is
    /// `en-US` at first.
    pub fn set_locale(&self, user: UserId, locale: &str) {
        if let Some(user) = self.shared.world().users.get_mut(&user) {
            locale.clone_into(&mut user.locale);
        }
    }

    /// Sets a guild's preferred locale, which is the `guild_locale` of
    /// interactions. It is `en-US` at first.
    pub fn set_guild_locale(&self, guild: GuildId, locale: &str) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            locale.clone_into(&mut guild.locale);
        }
    }

    /// Sets a member's permissions in all channels of a guild. They are
    /// [`Permissions::MEMBER`] at first; the owner always has all.
    pub fn set_member_permissions(&self, guild: GuildId, user: UserId, permissions: Permissions) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            guild.permissions.insert(user, permissions);
        }
    }

    /// Adds a guild without channels, of which the bot and all users are members.
    /// Its owner is the first user, Ann.
    pub fn add_guild(&self, name: &str) -> GuildId {
        let now = self.shared.now();
        self.shared.world().add_guild(name, now)
    }

    /// Removes the bot from a guild. Users who have installed the application can
    /// still use it there.
    pub fn remove_bot_from(&self, guild: GuildId) {
        self.set_installation(guild, Installation::None);
    }

    /// Adds the bot to a guild, as after [`Self::remove_bot_from`].
    pub fn add_bot_to(&self, guild: GuildId) {
        self.set_installation(guild, Installation::Bot);
    }

    /// Makes the application installed to a guild with the scope `applications.commands`
    /// alone: its commands can be used there, but the bot is not a member.
    pub fn install_commands_only(&self, guild: GuildId) {
        self.set_installation(guild, Installation::CommandsOnly);
    }

    fn set_installation(&self, guild: GuildId, installation: Installation) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            guild.installation = installation;
        }
    }

    /// Deletes a channel, with its messages and threads.
    pub fn delete_channel(&self, channel: ChannelId) {
        self.shared.world().delete_channel(channel);
    }

    /// Removes a user from a guild, as by a kick, a ban or leaving. They see none of its
    /// channels any more.
    ///
    /// # Panics
    ///
    /// If the user is the guild's owner, who cannot leave.
    pub fn remove_member(&self, guild: GuildId, user: UserId) {
        let mut world = self.shared.world();
        if let Some(guild) = world.guilds.get_mut(&guild) {
            assert_ne!(guild.owner, user, "the owner of a guild cannot leave it");
            guild.absent.insert(user);
            guild.permissions.remove(&user);
            guild.nicknames.remove(&user);
        }
        world.announce(ServerEvent::WorldChanged);
    }

    /// Makes a user a member of a guild again. Their timeout, if any, goes on.
    pub fn add_member(&self, guild: GuildId, user: UserId) {
        let mut world = self.shared.world();
        if let Some(guild) = world.guilds.get_mut(&guild) {
            guild.absent.remove(&user);
        }
        world.announce(ServerEvent::WorldChanged);
    }

    /// Times a member of a guild out, as a moderator does: until then they can only read.
    ///
    /// # Panics
    ///
    /// If Discord would refuse: the user is the owner or an administrator, or it is for more
    /// than 28 days.
    pub fn time_out_member(&self, guild: GuildId, user: UserId, duration: Duration) {
        assert!(duration <= MAX_TIMEOUT, "a member can be timed out for 28 days at most");
        let until = self.shared.now().after(duration);
        let mut world = self.shared.world();
        assert!(!world.is_administrator(user, guild), "an administrator cannot be timed out");
        if let Some(guild) = world.guilds.get_mut(&guild) {
            guild.timeouts.insert(user, until);
        }
    }

    /// Times the bot out in a guild, as [`Self::time_out_member`] does: with its own token it
    /// can only read, and delete its messages. It can still respond to interactions.
    ///
    /// # Panics
    ///
    /// If Discord would refuse: the bot is an administrator, or it is for more than 28 days.
    pub fn time_out_bot(&self, guild: GuildId, duration: Duration) {
        self.time_out_member(guild, self.application_id(), duration);
    }

    /// Gives the application an Entry Point command, as enabling Activities does. From
    /// then on, the bot cannot register global commands without it. `command` is what
    /// Discord's API takes, for example `{ "name": "launch", "handler": 2 }`.
    ///
    /// # Panics
    ///
    /// If Discord would refuse the command.
    pub fn add_entry_point(&self, command: &Value) {
        let mut command = command.clone();
        command["type"] = PRIMARY_ENTRY_POINT.into();
        commands::check(&json!([command]), CommandScope::Global)
            .unwrap_or_else(|error| panic!("the Entry Point command is not valid: {error}"));
        let now = self.shared.now();
        let mut world = self.shared.world();
        let World { registry, ids, bot, .. } = &mut *world;
        registry.set_entry_point(&command, *bot, || ids.next(now));
        world.announce(ServerEvent::WorldChanged);
    }

    /// Installs the application to a user's account, as a user-installed app.
    pub fn install_for(&self, user: UserId) {
        self.shared.world().installed_for.insert(user);
    }

    /// Sets or removes a member's nickname in a guild.
    pub fn set_nickname(&self, guild: GuildId, user: UserId, nick: Option<&str>) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            match nick {
                Some(nick) => guild.nicknames.insert(user, nick.to_owned()),
                None => guild.nicknames.remove(&user),
            };
        }
    }

    /// Sets a user's display name, which shows wherever they have no nickname.
    pub fn set_global_name(&self, user: UserId, name: &str) {
        let mut world = self.shared.world();
        if let Some(user) = world.users.get_mut(&user) {
            name.clone_into(&mut user.name);
        }
        world.announce(ServerEvent::WorldChanged);
    }

    /// Sets the bot's permissions in a channel of a guild and in its threads. They are
    /// [`Permissions::MEMBER`] at first. A thread that is given its own keeps them until its
    /// channel's are set.
    pub fn set_bot_permissions(&self, channel: ChannelId, permissions: Permissions) {
        self.shared.world().set_permissions(channel, permissions);
    }
}

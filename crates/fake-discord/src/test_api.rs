//! What tests do with the fake: change its world, act as users, look at the
//! result, and inject faults.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    FakeDiscord,
    faults::Fault,
    gateway::sessions::GatewayEvent,
    interactions::user_actions::{self, UserAction},
    recorder::RecordedRequest,
    rest::callbacks,
    state::{
        command_registry::{CommandScope, PRIMARY_ENTRY_POINT},
        create_message::{MessageOrigin, MessagePayload},
        event_stream::{EventStream, MessageEvent, ServerEvent},
        ids::{ChannelId, GuildId, InteractionId, MessageId, UserId},
        message::Message,
        model::Permissions,
        outcome::ActionResult,
        world::World,
    },
    validation::{callback::InteractionKind, commands},
};

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
    /// bot.
    pub fn add_user(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_user_with_dm(name, now)
    }

    /// Adds the bot user of another application.
    pub fn add_bot(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_user(name, true, now)
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

    /// Adds a forum channel to the default guild.
    pub fn add_forum(&self, name: &str) -> ChannelId {
        let now = self.shared.now();
        let guild = self.guild();
        self.shared.world().add_forum(guild, name, now)
    }

    /// Adds a thread to a text channel, or a post to a forum channel.
    ///
    /// # Panics
    ///
    /// If `parent` does not exist or is not in a guild.
    pub fn add_thread(&self, parent: ChannelId, name: &str) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_thread(parent, name, now)
    }

    /// Archives a thread, whose messages cannot be edited from then on. Does
    /// nothing if the channel is not a thread.
    pub fn archive_thread(&self, thread: ChannelId) {
        self.shared.world().archive(thread);
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
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            guild.has_bot = false;
        }
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
        world.announce(ServerEvent::CommandsRegistered);
    }

    /// Installs the application to a user's account, as a user-installed app.
    pub fn install_for(&self, user: UserId) {
        self.shared.world().installed_for.insert(user);
    }

    /// Sets a user's nickname in all guilds.
    pub fn set_nickname(&self, user: UserId, nick: &str) {
        let mut world = self.shared.world();
        if let Some(user) = world.users.get_mut(&user) {
            user.nick = Some(nick.to_owned());
        }
        world.announce(ServerEvent::WorldChanged);
    }

    /// Sets the bot's permissions in a channel of a guild. They are
    /// [`Permissions::MEMBER`] at first.
    pub fn set_bot_permissions(&self, channel: ChannelId, permissions: Permissions) {
        self.shared.world().set_permissions(channel, permissions);
    }
}

/// # Actions of users
///
/// Each interaction waits for the bot's initial response: for three seconds of
/// [`Options::clock`](crate::Options::clock), and for at most ten seconds of real
/// time. What Discord's client would not allow (a missing command, an option out
/// of range, a disabled button, a channel that the user cannot see) is not sent to
/// the bot, and results in
/// [`Outcome::ClientRefused`](crate::Outcome::ClientRefused). All panic if the
/// user or the channel does not exist.
impl FakeDiscord {
    /// Uses a slash command.
    ///
    /// `options` is a JSON object of values by option name. Subcommands are part
    /// of `name`, separated by spaces: `settings language set`.
    pub async fn command(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: Value,
    ) -> ActionResult {
        self.act(user, channel, UserAction::Command { name, options: &options }).await
    }

    /// Uses a user command: one of a user's context menu.
    pub async fn user_command(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        target: UserId,
    ) -> ActionResult {
        self.act(user, channel, UserAction::UserCommand { name, target }).await
    }

    /// Requests autocomplete choices for the option `focused`. Its value in
    /// `options` is what the user has typed so far.
    pub async fn autocomplete(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: Value,
        focused: &str,
    ) -> ActionResult {
        self.act(user, channel, UserAction::Autocomplete { name, options: &options, focused }).await
    }

    /// Presses the button with this label, or this emoji, on `message`. The
    /// message is what the user sees, and may have been edited since.
    ///
    /// # Panics
    ///
    /// If `message` has no such button.
    pub async fn press(&self, user: UserId, message: &Message, label: &str) -> ActionResult {
        let button = message.button(label).unwrap_or_else(|| {
            panic!("there is no button {label:?} among {:?}", message.labels());
        });
        if button.disabled {
            return ActionResult::refused(format!("The button {label:?} is disabled."));
        }
        let Some(custom_id) = &button.custom_id else {
            return ActionResult::refused(format!("The button {label:?} is a link."));
        };
        self.press_custom_id(user, message.channel_id, message.id, custom_id).await
    }

    /// Presses a button with this custom id. The message need not have such a
    /// button, as it may have been edited just before the press.
    pub async fn press_custom_id(
        &self,
        user: UserId,
        channel: ChannelId,
        message: MessageId,
        custom_id: &str,
    ) -> ActionResult {
        self.act(user, channel, UserAction::Press { message, custom_id }).await
    }

    /// Chooses `values` from the select menu with this custom id. They are ids for
    /// menus of users and channels.
    pub async fn select(
        &self,
        user: UserId,
        message: &Message,
        custom_id: &str,
        values: &[&str],
    ) -> ActionResult {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        let action = UserAction::Select { message: message.id, custom_id, values };
        self.act(user, message.channel_id, action).await
    }

    /// Posts a message as a user. The bot gets no event, as without the message
    /// intents.
    pub fn send_message(&self, user: UserId, channel: ChannelId, content: &str) -> Message {
        let now = self.shared.now();
        let payload = MessagePayload::from_text(content);
        let message = self.shared.world().post(
            channel,
            &payload,
            MessageOrigin::Direct { author: user },
            now,
        );
        Message::clone(&message)
    }

    /// Deletes a message as a user with the permission to do so.
    pub fn delete_message(&self, channel: ChannelId, message: MessageId) {
        self.shared.world().delete_message(channel, message);
    }

    async fn act(&self, user: UserId, channel: ChannelId, action: UserAction<'_>) -> ActionResult {
        user_actions::perform(&self.shared, user, channel, action).await
    }
}

/// # State and logs
impl FakeDiscord {
    /// All messages of a channel, the oldest first, including ephemeral ones.
    pub fn messages(&self, channel: ChannelId) -> Vec<Message> {
        let world = self.shared.world();
        let all = world.messages.get(&channel).into_iter().flatten();
        all.map(|(_, message)| Message::clone(message)).collect()
    }

    /// The current state of a message; `None` if it was deleted.
    pub fn message(&self, channel: ChannelId, id: MessageId) -> Option<Message> {
        self.shared.world().message(channel, id).map(|message| Message::clone(message))
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

    /// The bot's requests so far, the oldest first.
    ///
    /// # Panics
    ///
    /// If neither [`Options::keep_requests`](crate::Options::keep_requests) nor
    /// [`Options::recording_path`](crate::Options::recording_path) is set.
    pub fn requests(&self) -> Vec<RecordedRequest> {
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
        self.shared.clock.advance(by);
        self.shared.world().announce(ServerEvent::ClockMoved);
    }
}

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

    /// Injects a fault into future requests. If several faults match a request,
    /// the oldest applies.
    pub fn inject_fault(&self, fault: Fault) {
        self.shared.faults().add(fault);
    }
}

//! What people do, and what tests see and break.

use std::time::Duration;

use serde_json::Value;

use crate::{
    Playground,
    faults::Fault,
    gateway::sessions::GatewayEvent,
    interactions::user_actions::{self, Act},
    recorder::Recorded,
    rest::callbacks,
    state::{
        create_message::{Draft, Way},
        event_stream::{Change, Changes, Event},
        ids::{ChannelId, GuildId, InteractionId, MessageId, UserId},
        message::Message,
        model::Permissions,
        outcome::Answer,
    },
    validation::callback::Source,
};

/// The world.
impl Playground {
    /// The person with this name, or the bot of [`Playground::add_bot`].
    pub fn person(&self, name: &str) -> UserId {
        let world = self.shared.world();
        let found = world.people.iter().find(|id| world.user(**id).username == name.to_lowercase());
        *found.unwrap_or_else(|| panic!("there is nobody called {name} in the playground"))
    }

    /// The channel with this name: `general`, `games`, `quiet`, `ann-ben`, or
    /// a person's with the bot, `dm:ann`.
    pub fn channel(&self, name: &str) -> ChannelId {
        let world = self.shared.world();
        let found = world.channels.values().find(|channel| channel.name == name);
        found.unwrap_or_else(|| panic!("there is no channel {name} in the playground")).id
    }

    /// The server that is there from the start.
    pub fn guild(&self) -> GuildId {
        self.shared.world().home
    }

    /// Adds a person, who is in all servers and has a conversation with the
    /// bot.
    pub fn add_person(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_person(name, now)
    }

    /// Adds another application's bot.
    pub fn add_bot(&self, name: &str) -> UserId {
        let now = self.shared.now();
        self.shared.world().add_user(name, true, now)
    }

    /// Adds a text channel to the server that is there from the start.
    pub fn add_channel(&self, name: &str) -> ChannelId {
        self.add_channel_in(self.guild(), name)
    }

    /// Adds a text channel to a server.
    pub fn add_channel_in(&self, guild: GuildId, name: &str) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_channel(guild, name, "", now)
    }

    /// Adds a forum to the server that is there from the start.
    pub fn add_forum(&self, name: &str) -> ChannelId {
        let now = self.shared.now();
        let guild = self.guild();
        self.shared.world().add_forum(guild, name, now)
    }

    /// Adds a thread to a channel, or a post to a forum.
    pub fn add_thread(&self, parent: ChannelId, name: &str) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_thread(parent, name, now)
    }

    /// Archives a thread: its messages can't be edited any more.
    pub fn archive(&self, thread: ChannelId) {
        self.shared.world().archive(thread);
    }

    /// Adds a conversation among people, without the bot.
    pub fn add_conversation(&self, name: &str, people: &[UserId]) -> ChannelId {
        let now = self.shared.now();
        self.shared.world().add_conversation(name, "", people.to_vec(), now)
    }

    /// Sets the language that a person uses Discord in.
    pub fn speak(&self, user: UserId, locale: &str) {
        if let Some(user) = self.shared.world().users.get_mut(&user) {
            locale.clone_into(&mut user.locale);
        }
    }

    /// Sets the language that a server says it speaks.
    pub fn set_guild_locale(&self, guild: GuildId, locale: &str) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            locale.clone_into(&mut guild.locale);
        }
    }

    /// Sets what a member may do in a server's channels.
    pub fn set_member_permissions(&self, guild: GuildId, user: UserId, permissions: Permissions) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            guild.permissions.insert(user, permissions);
        }
    }

    /// Adds a server, with the bot in it and with everybody; its owner is the
    /// first person.
    pub fn add_guild(&self, name: &str) -> GuildId {
        let now = self.shared.now();
        self.shared.world().add_guild(name, now)
    }

    /// Throws the bot out of a server. Who has it as a user can still use it
    /// there.
    pub fn remove_bot_from(&self, guild: GuildId) {
        if let Some(guild) = self.shared.world().guilds.get_mut(&guild) {
            guild.has_bot = false;
        }
    }

    /// Adds the application to a person's account.
    pub fn install_for(&self, user: UserId) {
        self.shared.world().installed_for.insert(user);
    }

    /// Gives a person a name of their own in servers.
    pub fn rename(&self, user: UserId, nick: &str) {
        let mut world = self.shared.world();
        if let Some(user) = world.users.get_mut(&user) {
            user.nick = Some(nick.to_owned());
        }
        world.announce(Event::WorldChanged);
    }

    /// Sets the bot's permissions in a server's channel.
    pub fn set_permissions(&self, channel: ChannelId, permissions: Permissions) {
        self.shared.world().set_permissions(channel, permissions);
    }
}

/// What people do. Each waits for the bot's first answer, for up to three
/// seconds by the clock, and ten by the machine's.
impl Playground {
    /// Uses a typed command. Options are values by name; subcommands stand in
    /// the name, after a space.
    pub async fn command(
        &self,
        who: UserId,
        channel: ChannelId,
        name: &str,
        options: Value,
    ) -> Answer {
        self.act(who, channel, Act::Command { name, options: &options }).await
    }

    /// Uses a command of a person's menu.
    pub async fn user_command(
        &self,
        who: UserId,
        channel: ChannelId,
        name: &str,
        target: UserId,
    ) -> Answer {
        self.act(who, channel, Act::OnUser { name, target }).await
    }

    /// Asks for completions of the option `focused`.
    pub async fn complete(
        &self,
        who: UserId,
        channel: ChannelId,
        name: &str,
        options: Value,
        focused: &str,
    ) -> Answer {
        self.act(who, channel, Act::Complete { name, options: &options, focused }).await
    }

    /// Presses the button with this label, or this emoji, as the person sees it
    /// on `message`, which may meanwhile look different. Panics if there is
    /// none.
    pub async fn press(&self, who: UserId, message: &Message, label: &str) -> Answer {
        let button = message.button(label).unwrap_or_else(|| {
            panic!("there is no button {label:?} among {:?}", message.labels());
        });
        if button.disabled {
            return Answer::refused(format!("The button {label:?} is disabled."));
        }
        let Some(custom_id) = &button.custom_id else {
            return Answer::refused(format!("The button {label:?} is a link."));
        };
        self.press_id(who, message.channel_id, message.id, custom_id).await
    }

    /// Presses whatever has, or had, or never had, this custom id.
    pub async fn press_id(
        &self,
        who: UserId,
        channel: ChannelId,
        message: MessageId,
        custom_id: &str,
    ) -> Answer {
        self.act(who, channel, Act::Press { message, custom_id }).await
    }

    /// Chooses from a menu.
    pub async fn select(
        &self,
        who: UserId,
        message: &Message,
        custom_id: &str,
        values: &[&str],
    ) -> Answer {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        let act = Act::Select { message: message.id, custom_id, values };
        self.act(who, message.channel_id, act).await
    }

    /// Writes a message; the bot hears nothing of it.
    pub fn say(&self, who: UserId, channel: ChannelId, content: &str) -> Message {
        let now = self.shared.now();
        let draft = Draft::of_text(content);
        let message = self.shared.world().post(channel, &draft, Way::Plain { author: who }, now);
        Message::clone(&message)
    }

    /// Deletes a message, as a person who may would.
    pub fn delete_message(&self, channel: ChannelId, message: MessageId) {
        self.shared.world().delete_message(channel, message);
    }

    async fn act(&self, who: UserId, channel: ChannelId, act: Act<'_>) -> Answer {
        user_actions::act(&self.shared, who, channel, act).await
    }
}

/// What there is to see.
impl Playground {
    /// All messages of a channel, the oldest first, with those that only one
    /// person sees.
    pub fn messages(&self, channel: ChannelId) -> Vec<Message> {
        let world = self.shared.world();
        let all = world.messages.get(&channel).into_iter().flatten();
        all.map(|(_, message)| Message::clone(message)).collect()
    }

    /// A message as it is now.
    pub fn message(&self, channel: ChannelId, id: MessageId) -> Option<Message> {
        self.shared.world().message(channel, id).map(|message| Message::clone(message))
    }

    /// All changes of messages from now on. Ask before you do what causes one.
    pub fn changes(&self) -> Changes {
        Changes::new(self.shared.world().events.subscribe())
    }

    /// Waits for the next change in a channel, as [`Changes::next`] does.
    pub async fn next_change(&self, channel: ChannelId) -> Change {
        self.changes().next(channel).await
    }

    /// The bytes of a file that came with a message, by its address.
    pub fn file(&self, url: &str) -> Option<Vec<u8>> {
        let id = url.rsplit('/').nth(1)?.parse().ok()?;
        self.shared.world().files.get(id).map(|(_, bytes)| bytes.to_vec())
    }

    /// The bot's requests so far; panics if they are not kept.
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.recorder().requests().expect("Options.keep_requests or Options.record is set")
    }

    /// What the bot was told of an interaction; panics if that is not kept any
    /// more.
    pub fn event(&self, interaction: InteractionId) -> Value {
        let (event, _) = user_actions::kept(&self.shared, interaction);
        serde_json::from_str(&event).expect("it was written as JSON")
    }

    /// What happened at the gateway so far.
    pub fn gateway_log(&self) -> Vec<GatewayEvent> {
        self.shared.sessions().log()
    }

    /// The shards that are connected, in order.
    pub fn shards_online(&self) -> Vec<u64> {
        self.shared.sessions().shards_online()
    }

    /// How many sessions the bot may still begin today.
    pub fn identifies_left(&self) -> u64 {
        let now = self.shared.now();
        self.shared.starts().remaining(now)
    }

    /// Whether the bot has begun more sessions than it may, which costs it its
    /// token.
    pub fn is_token_reset(&self) -> bool {
        self.shared.starts().token_is_reset()
    }

    /// Turns the clock forward.
    pub fn advance(&self, by: Duration) {
        self.shared.clock.advance(by);
        self.shared.world().announce(Event::ClockMoved);
    }
}

/// What can go wrong.
impl Playground {
    /// The signature, in hex, that makes a request one of Discord's.
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        self.shared.endpoints.sign(timestamp, body)
    }

    /// Why Discord would not take a body as the answer to such an event.
    pub fn check_answer(&self, event: &Value, answer: &Value) -> Result<(), String> {
        let source = match event["type"].as_u64() {
            Some(2) => Source::Command,
            Some(3) => Source::Component,
            Some(4) => Source::Autocomplete,
            _ => return Err("it is no event of an interaction".to_owned()),
        };
        callbacks::check(answer, source).map_err(|refusal| refusal.sentence())
    }

    /// A press that the bot is not told of before [`Playground::redeliver`].
    pub fn press_untold(&self, who: UserId, message: &Message, custom_id: &str) -> InteractionId {
        let act = Act::Press { message: message.id, custom_id };
        let begun = user_actions::begin_untold(&self.shared, who, message.channel_id, &act);
        begun.unwrap_or_else(|reason| panic!("{who} cannot press that: {reason}"))
    }

    /// Sends any event by the gateway, whatever it says.
    pub fn send_event(&self, name: &'static str, data: &Value) {
        let data = data.to_string().into();
        self.shared.sessions().dispatch(name, &data, None, self.shared.now());
    }

    /// Sends an interaction's event once more, as Discord at times does.
    pub fn redeliver(&self, interaction: InteractionId) {
        user_actions::redeliver(&self.shared, interaction);
    }

    /// Breaks all gateway connections without a word; the sessions can be
    /// resumed.
    pub fn drop_gateway(&self) {
        let now = self.shared.now();
        self.shared.sessions().drop_shards(|_| true, now);
    }

    /// Does so to one shard's connection.
    pub fn drop_shard(&self, shard: u64) {
        let now = self.shared.now();
        self.shared.sessions().drop_shards(|it| it == shard, now);
    }

    /// Has one shard's connection fall silent, and hear nothing.
    pub fn freeze_shard(&self, shard: u64) {
        self.shared.sessions().freeze(shard);
    }

    /// Asks for another number of shards from now on; sessions that are there
    /// may stay.
    pub fn ask_for_shards(&self, shards: u64) {
        self.shared.ask_for_shards(shards);
    }

    /// Has the next sessions break right after their READY, and forgets them,
    /// as an ailing gateway does; `u32::MAX` is for ever.
    pub fn fail_sessions(&self, times: u32) {
        self.shared.sessions().fail(times);
    }

    /// Leaves the bot this many sessions to begin in the next 24 hours.
    pub fn leave_identifies(&self, remaining: u64) {
        let now = self.shared.now();
        self.shared.starts().leave(remaining, now);
    }

    /// Asks the bot to connect anew and resume.
    pub fn ask_reconnect(&self) {
        self.shared.sessions().send_to_all(r#"{"op":7,"d":null}"#);
    }

    /// Breaks the connection and forgets the session, so that it can't be
    /// resumed.
    pub fn forget_sessions(&self) {
        self.shared.sessions().forget_all();
    }

    /// Orders a failure for requests to come.
    pub fn fault(&self, fault: Fault) {
        self.shared.faults().add(fault);
    }
}

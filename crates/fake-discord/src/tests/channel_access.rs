//! What the bot may do in a channel whose state changes.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    ChannelId, FakeDiscord, Permissions,
    tests::support::{Bot, assert_code, start_fake},
};

const HOUR: Duration = Duration::from_hours(1);
const MISSING_ACCESS: (u16, u64) = (403, 50001);
const MISSING_PERMISSIONS: (u16, u64) = (403, 50013);
const ARCHIVED: (u16, u64) = (400, 50083);
const LOCKED: (u16, u64) = (400, 160_005);

/// A channel in which the bot has posted a message.
struct Place<'a> {
    bot: &'a Bot,
    channel: ChannelId,
    /// The path of the message.
    mine: String,
}

impl<'a> Place<'a> {
    async fn new(bot: &'a Bot, channel: ChannelId) -> Self {
        let mut place = Self { bot, channel, mine: String::new() };
        let (status, message) = place.post().await;
        assert_eq!(status, 200, "{message}");
        place.mine = format!("{}/{}", place.messages(), message["id"].as_str().unwrap());
        place
    }

    fn messages(&self) -> String {
        format!("/channels/{}/messages", self.channel)
    }

    async fn request(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.bot.request(method, path, &body).await
    }

    async fn show(&self) -> (u16, Value) {
        self.request("GET", &format!("/channels/{}", self.channel), Value::Null).await
    }

    async fn list(&self) -> (u16, Value) {
        self.request("GET", &self.messages(), Value::Null).await
    }

    async fn get(&self) -> (u16, Value) {
        self.request("GET", &self.mine, Value::Null).await
    }

    async fn post(&self) -> (u16, Value) {
        self.request("POST", &self.messages(), json!({ "content": "hello" })).await
    }

    async fn edit(&self) -> (u16, Value) {
        self.request("PATCH", &self.mine, json!({ "content": "bye" })).await
    }

    async fn delete(&self) -> (u16, Value) {
        self.request("DELETE", &self.mine, Value::Null).await
    }

    async fn modify(&self, body: Value) -> (u16, Value) {
        self.request("PATCH", &format!("/channels/{}", self.channel), body).await
    }

    async fn set_archived(&self, archived: bool) -> (u16, Value) {
        self.modify(json!({ "archived": archived })).await
    }

    async fn assert_all_refused(&self, expected: (u16, u64)) {
        for response in [
            self.show().await,
            self.list().await,
            self.get().await,
            self.post().await,
            self.edit().await,
            self.delete().await,
            self.set_archived(false).await,
        ] {
            assert_code(&response, expected);
        }
    }

    async fn assert_readable(&self) {
        for response in [self.show().await, self.list().await, self.get().await] {
            assert_eq!(response.0, 200, "{}", response.1);
        }
    }
}

/// A channel of each kind in which the bot can post.
fn channels(fake: &FakeDiscord) -> [ChannelId; 4] {
    let games = fake.channel("games");
    let forum = fake.add_forum("tables");
    let voice = fake.add_voice_channel("lounge");
    [games, voice, fake.add_thread(games, "a game"), fake.add_thread(forum, "table 1")]
}

#[tokio::test]
async fn a_hidden_channel_refuses_every_request() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    for channel in channels(&fake) {
        let place = Place::new(&bot, channel).await;
        let hidden = Permissions::MEMBER.without(Permissions::VIEW_CHANNEL);
        fake.set_bot_permissions(channel, hidden);
        place.assert_all_refused(MISSING_ACCESS).await;
        fake.set_bot_permissions(channel, Permissions::MEMBER);
        assert_eq!(place.edit().await.0, 200);
    }
}

#[tokio::test]
async fn a_thread_has_the_permissions_of_its_channel() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let games = fake.channel("games");
    let place = Place::new(&bot, fake.add_thread(games, "a game")).await;
    fake.set_bot_permissions(games, Permissions::from_bits(0));
    place.assert_all_refused(MISSING_ACCESS).await;
    let later = fake.add_thread(games, "a later game");
    let path = format!("/channels/{later}");
    assert_code(&bot.request("GET", &path, &Value::Null).await, MISSING_ACCESS);
    fake.set_bot_permissions(games, Permissions::MEMBER);
    place.assert_readable().await;
}

#[tokio::test]
async fn the_chat_of_a_voice_channel_needs_connect() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let voice = fake.add_voice_channel("lounge");
    let place = Place::new(&bot, voice).await;
    let shown = place.show().await.1;
    assert_eq!((&shown["type"], &shown["bitrate"]), (&json!(2), &json!(64_000)));
    assert!(shown.get("topic").is_none(), "{shown}");
    fake.set_bot_permissions(voice, Permissions::MEMBER.without(Permissions::CONNECT));
    place.assert_all_refused(MISSING_ACCESS).await;
    fake.set_bot_permissions(voice, Permissions::MEMBER.without(Permissions::SEND_MESSAGES));
    assert_code(&place.post().await, MISSING_PERMISSIONS);
    assert_eq!(place.edit().await.0, 200);
    assert_eq!(place.delete().await.0, 204);
}

#[tokio::test]
async fn interactions_tell_that_a_channel_is_for_voice() {
    let fake = start_fake().await;
    let _bot = Bot::connect(&fake).await;
    let (ann, voice) = (fake.user("ann"), fake.add_voice_channel("lounge"));
    let message = fake.send_message(ann, voice, "hi");
    let event = fake.interaction_payload(fake.prepare_press(ann, &message, "x"));
    assert_eq!((&event["channel"]["type"], &event["context"]), (&json!(2), &json!(0)));
    let connect = Permissions::CONNECT.bits();
    let of_member = &event["member"]["permissions"];
    for permissions in [&event["app_permissions"], of_member, &event["channel"]["permissions"]] {
        let bits: u64 = permissions.as_str().unwrap().parse().unwrap();
        assert_eq!(bits & connect, connect, "{event}");
    }
}

#[tokio::test]
async fn an_archived_thread_keeps_its_messages_as_they_are() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let thread = fake.add_thread(fake.channel("games"), "a game");
    let place = Place::new(&bot, thread).await;
    fake.archive_thread(thread);
    place.assert_readable().await;
    assert_code(&place.edit().await, ARCHIVED);
    assert_code(&place.delete().await, ARCHIVED);
    assert_eq!(place.set_archived(false).await.0, 200);
    assert_eq!(place.edit().await.0, 200);
    assert_eq!(place.delete().await.0, 204);
}

#[tokio::test]
async fn a_message_opens_an_archived_thread_unless_locked() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let thread = fake.add_thread(fake.channel("games"), "a game");
    let place = Place::new(&bot, thread).await;
    fake.archive_thread(thread);
    assert_eq!(place.show().await.1["thread_metadata"]["archived"], true);
    assert_eq!(place.post().await.0, 200);
    assert_eq!(place.show().await.1["thread_metadata"]["archived"], false);
    fake.archive_thread(thread);
    fake.send_message(fake.user("ben"), thread, "hi");
    assert!(!fake.is_archived(thread), "people open it, too");
    fake.lock_thread(thread);
    assert_code(&place.post().await, LOCKED);
    fake.set_bot_permissions(thread, Permissions::MEMBER.with(Permissions::MANAGE_THREADS));
    assert_eq!(place.post().await.0, 200);
    assert!(fake.is_archived(thread));
}

#[tokio::test]
async fn a_locked_thread_lets_moderators_write_and_edit() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let thread = fake.add_thread(fake.channel("games"), "a game");
    let place = Place::new(&bot, thread).await;
    fake.lock_thread(thread);
    fake.open_thread(thread);
    let metadata = place.show().await.1["thread_metadata"].clone();
    assert_eq!((&metadata["archived"], &metadata["locked"]), (&json!(false), &json!(true)));
    place.assert_readable().await;
    assert_code(&place.post().await, LOCKED);
    assert_code(&place.edit().await, LOCKED);
    fake.set_bot_permissions(thread, Permissions::MEMBER.with(Permissions::MANAGE_THREADS));
    assert_eq!(place.post().await.0, 200);
    assert_eq!(place.edit().await.0, 200);
    fake.set_bot_permissions(thread, Permissions::MEMBER);
    assert_eq!(place.delete().await.0, 204, "anyone deletes their own");
}

#[tokio::test]
async fn a_thread_is_opened_by_who_could_write_there() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let thread = fake.add_thread(fake.channel("games"), "a game");
    let place = Place::new(&bot, thread).await;
    fake.archive_thread(thread);
    let mute = Permissions::MEMBER.without(Permissions::SEND_MESSAGES_IN_THREADS);
    fake.set_bot_permissions(thread, mute);
    assert_code(&place.set_archived(false).await, MISSING_PERMISSIONS);
    fake.set_bot_permissions(thread, Permissions::MEMBER.without(Permissions::SEND_MESSAGES));
    let (status, opened) = place.set_archived(false).await;
    let metadata = &opened["thread_metadata"];
    assert_eq!((status, &metadata["archived"], &opened["type"]), (200, &json!(false), &json!(11)));
    assert_eq!(place.set_archived(false).await.0, 200, "it is open already");
    fake.lock_thread(thread);
    assert_code(&place.set_archived(false).await, MISSING_PERMISSIONS);
    fake.set_bot_permissions(thread, Permissions::MEMBER.with(Permissions::MANAGE_THREADS));
    let metadata = place.set_archived(false).await.1["thread_metadata"].clone();
    assert_eq!((&metadata["archived"], &metadata["locked"]), (&json!(false), &json!(true)));
}

#[tokio::test]
async fn a_thread_of_another_is_archived_by_moderators() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let thread = fake.add_thread(fake.channel("games"), "a game");
    let place = Place::new(&bot, thread).await;
    assert_ne!(place.show().await.1["owner_id"], bot.application.as_str());
    assert_code(&place.set_archived(true).await, MISSING_PERMISSIONS);
    fake.set_bot_permissions(thread, Permissions::MEMBER.with(Permissions::MANAGE_THREADS));
    let (status, archived) = place.set_archived(true).await;
    assert_eq!((status, &archived["thread_metadata"]["archived"]), (200, &json!(true)));
    assert_code(&place.set_archived(true).await, ARCHIVED);
}

#[tokio::test]
async fn nothing_else_about_a_channel_can_be_changed() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let games = fake.channel("games");
    let manager = Permissions::MEMBER.with(Permissions::MANAGE_CHANNELS);
    let place = Place::new(&bot, games).await;
    assert_code(&place.set_archived(false).await, MISSING_PERMISSIONS);
    fake.set_bot_permissions(games, manager);
    assert_eq!(place.modify(json!({})).await.1["id"], json!(games));
    for body in [json!({ "archived": false }), json!({ "name": "x" }), json!([])] {
        assert_code(&place.modify(body).await, (400, 50035));
    }
    let thread = Place::new(&bot, fake.add_thread(games, "a game")).await;
    fake.set_bot_permissions(thread.channel, manager.with(Permissions::MANAGE_THREADS));
    for body in [json!({ "archived": "no" }), json!({ "archived": false, "locked": false })] {
        assert_code(&thread.modify(body).await, (400, 50035));
    }
    let unknown = bot.request("PATCH", "/channels/5", &json!({ "archived": false })).await;
    assert_code(&unknown, (404, 10003));
}

#[tokio::test]
async fn a_bot_that_is_timed_out_can_only_read_and_delete() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let games = fake.channel("games");
    let others = fake.send_message(fake.user("ann"), games, "hi");
    let thread = fake.add_thread(games, "a game");
    let places = [Place::new(&bot, games).await, Place::new(&bot, thread).await];
    fake.set_bot_permissions(games, Permissions::MEMBER.with(Permissions::MANAGE_MESSAGES));
    let voice = Place::new(&bot, fake.add_voice_channel("lounge")).await;
    fake.time_out_bot(fake.guild(), HOUR);
    voice.assert_all_refused(MISSING_ACCESS).await;
    for place in &places {
        place.assert_readable().await;
        assert_code(&place.post().await, MISSING_PERMISSIONS);
        assert_code(&place.edit().await, MISSING_PERMISSIONS);
        assert_code(&place.set_archived(false).await, MISSING_PERMISSIONS);
        assert_eq!(place.delete().await.0, 204);
    }
    let path = format!("/channels/{games}/messages/{}", others.id);
    assert_code(&bot.request("DELETE", &path, &Value::Null).await, MISSING_PERMISSIONS);
    fake.advance(HOUR);
    assert_eq!(bot.request("DELETE", &path, &Value::Null).await.0, 204);
    assert_eq!(places[1].post().await.0, 200);
}

#[tokio::test]
async fn a_timeout_of_the_bot_shows_in_interactions() {
    let fake = start_fake().await;
    let _bot = Bot::connect(&fake).await;
    let (ann, games) = (fake.user("ann"), fake.channel("games"));
    let message = fake.send_message(ann, games, "hi");
    let app_permissions = || {
        let event = fake.interaction_payload(fake.prepare_press(ann, &message, "x"));
        event["app_permissions"].as_str().unwrap().parse().unwrap()
    };
    fake.time_out_member(fake.guild(), fake.application_id(), HOUR);
    let reading = Permissions::VIEW_CHANNEL.with(Permissions::READ_HISTORY);
    assert_eq!(Permissions::from_bits(app_permissions()), reading);
    let hidden = Permissions::MEMBER.without(Permissions::VIEW_CHANNEL);
    fake.set_bot_permissions(games, hidden);
    assert_eq!(Permissions::from_bits(app_permissions()), Permissions::READ_HISTORY);
    fake.advance(HOUR);
    assert_eq!(Permissions::from_bits(app_permissions()), hidden);
}

#[tokio::test]
#[should_panic(expected = "an administrator cannot be timed out")]
async fn a_bot_that_is_an_administrator_is_not_timed_out() {
    let fake = start_fake().await;
    fake.set_bot_permissions(fake.channel("games"), Permissions::ALL);
    fake.time_out_bot(fake.guild(), HOUR);
}

#[tokio::test]
async fn a_removed_bot_and_a_deleted_channel_refuse_all() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let [games, voice, thread, post] = channels(&fake);
    for channel in [games, voice, thread, post] {
        let place = Place::new(&bot, channel).await;
        fake.remove_bot_from(fake.guild());
        place.assert_all_refused(MISSING_ACCESS).await;
        fake.add_bot_to(fake.guild());
    }
    let gone = [games, thread, voice];
    let mut places = Vec::new();
    for channel in gone {
        places.push(Place::new(&bot, channel).await);
    }
    fake.delete_channel(games);
    fake.delete_channel(voice);
    for place in places {
        place.assert_all_refused((404, 10003)).await;
    }
}

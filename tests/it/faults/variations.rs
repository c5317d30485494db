//! Whatever form Discord's schema allows for users, members, channels and messages, the
//! interactions that contain them are answered.

use std::time::Duration;

use fake_discord::{ActionResult, ChannelId, Message, ObjectKind, SchemaVariation};
use serde_json::json;
use tracing::Level;

use crate::support::{
    RecordedLog, TestBot, Transport, custom_id_of, find_select, wait_until_async,
};

const TRANSPORTS: [Transport; 2] = [Transport::Gateway, Transport::Http { replicas: 1 }];

const KINDS: [ObjectKind; 8] = [
    ObjectKind::Interaction,
    ObjectKind::User,
    ObjectKind::Member,
    ObjectKind::GuildChannel,
    ObjectKind::Thread,
    ObjectKind::Dm,
    ObjectKind::GroupDm,
    ObjectKind::Message,
];

/// When a test gives up: each attempt takes ten seconds by the gateway.
const MOST_UNANSWERED: usize = 10;

const ATTEMPTS: usize = 3;

/// A bot with a board in a channel of each kind.
struct Scene {
    bot: TestBot,
    log: RecordedLog,
    in_channel: Message,
    in_thread: Message,
    in_group: Message,
    in_dm: Message,
    settings: Message,
    preferences: Message,
}

impl Scene {
    async fn open(name: &str, transport: Transport) -> Self {
        let log = RecordedLog::start(Level::WARN);
        let name = format!("{name}_{}", transport.replicas().map_or("gateway", |_| "http"));
        let bot = TestBot::builder(&name).transport(transport).open().await;
        let thread = bot.discord.add_thread(bot.channel, "a thread");
        let people = [bot.ann, bot.ben, bot.cleo];
        let group = bot.discord.add_private_channel("the three", &people);
        let dm = bot.discord.channel("dm:ann");
        let level = json!({ "level": "easy", "first": "me", "clock": "none" });
        Self {
            in_channel: start_game_in(&bot, bot.channel).await,
            in_thread: start_game_in(&bot, thread).await,
            in_group: start_game_in(&bot, group).await,
            in_dm: bot.discord.command(bot.ann, dm, "play", level).await.message().clone(),
            settings: open_settings(&bot).await,
            preferences: bot.command(bot.ann, "preferences", json!({})).await.message().clone(),
            bot,
            log,
        }
    }

    /// Uses what has objects of a kind.
    async fn use_all_with(&self, kind: ObjectKind) -> Vec<(&'static str, ActionResult)> {
        let bot = &self.bot;
        let discord = &bot.discord;
        let (board, by) = match kind {
            ObjectKind::Thread => (&self.in_thread, bot.cleo),
            ObjectKind::GroupDm => (&self.in_group, bot.ben),
            ObjectKind::Dm => (&self.in_dm, bot.ann),
            _ => (&self.in_channel, bot.cleo),
        };
        let column =
            if kind == ObjectKind::Dm { "z1".to_owned() } else { custom_id_of(board, "4") };
        let press = bot.press_custom_id(by, board, &column).await;
        let mut used = vec![("a press", press)];
        if kind != ObjectKind::Message {
            let help = discord.command(by, board.channel_id, "help", json!({})).await;
            used.push(("/help", help));
        }
        if matches!(kind, ObjectKind::User | ObjectKind::Member) {
            let options = json!({ "opponent": bot.cleo, "clock": "none" });
            used.push(("/play", bot.command(bot.ben, "play", options).await));
            let name = "Challenge to Four in a Row";
            let menu = discord.user_command(bot.ben, bot.channel, name, bot.cleo).await;
            used.push(("the menu of a person", menu));
            let blocked = bot.cleo.to_string();
            let block = discord.select(bot.ann, &self.preferences, "f0", &[&blocked]).await;
            used.push(("a block", block));
        }
        if matches!(kind, ObjectKind::User | ObjectKind::Message) {
            let menu = discord.message_command(by, board, "Position in words").await;
            used.push(("the menu of a message", menu));
        }
        if kind == ObjectKind::GuildChannel {
            let select = find_select(&self.settings, "Channels for games…");
            let channel = bot.channel.to_string();
            let allow =
                discord.select(bot.ann, &self.settings, &select.custom_id, &[&channel]).await;
            used.push(("the settings", allow));
        }
        used
    }

    /// Applies each, and asserts that everything is answered then.
    async fn assert_answered(self, variations: Vec<SchemaVariation>) {
        let mut unanswered = Vec::new();
        for variation in variations {
            if unanswered.len() >= MOST_UNANSWERED {
                break;
            }
            self.bot.discord.vary(Some(variation.clone()));
            let mut failed = None;
            // A machine may stand still for longer than Discord waits.
            for _ in 0..ATTEMPTS {
                failed = self.unanswered_with(variation.object).await;
                if failed.is_none() {
                    break;
                }
            }
            unanswered.extend(failed.map(|what| format!("{what}: {variation}")));
        }
        assert!(unanswered.is_empty(), "{} unanswered: {unanswered:#?}", unanswered.len());
        self.close().await;
    }

    async fn unanswered_with(&self, kind: ObjectKind) -> Option<String> {
        for (what, response) in self.use_all_with(kind).await {
            if response.error().is_some() {
                return Some(what.to_owned());
            }
        }
        if kind != ObjectKind::User {
            return None;
        }
        // Discord checks the endpoint with the user who saves it.
        let saved = self.bot.discord.set_endpoints(self.bot.endpoint_urls()).await;
        saved.err().map(|error| error.to_string())
    }

    async fn close(self) {
        // What cannot be read is answered too, by a sentence that says so.
        assert_eq!(self.log.lines_with("could not be read"), [""; 0]);
        self.bot.close().await;
    }
}

async fn open_settings(bot: &TestBot) -> Message {
    let page = bot.command(bot.ann, "settings", json!({})).await;
    bot.press(bot.ann, page.message(), "Limits").await.message().clone()
}

async fn start_game_in(bot: &TestBot, channel: ChannelId) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    bot.press(bot.ben, challenge.message(), "Accept").await.message().clone()
}

#[tokio::test]
async fn all_forms_of_objects_are_answered_by_the_gateway() {
    let scene = Scene::open("variations", Transport::Gateway).await;
    scene.assert_answered(SchemaVariation::all()).await;
}

#[tokio::test]
async fn all_forms_of_objects_are_answered_over_http() {
    let scene = Scene::open("variations", Transport::Http { replicas: 1 }).await;
    scene.assert_answered(SchemaVariation::all()).await;
}

#[tokio::test]
async fn all_types_of_messages_and_channels_are_answered() {
    for transport in TRANSPORTS {
        let scene = Scene::open("variations_types", transport).await;
        let mut types = SchemaVariation::all();
        types.retain(|it| it.key == "type");
        assert!(types.len() > 40);
        scene.assert_answered(types).await;
    }
}

#[tokio::test]
async fn unknown_entitlements_contexts_and_owners_are_answered() {
    for transport in TRANSPORTS {
        let scene = Scene::open("variations_unknown", transport).await;
        let mut unknown = SchemaVariation::all();
        unknown.retain(|it| it.object == ObjectKind::Interaction);
        let owners = json!({ "0": scene.bot.discord.guild(), "7": "1" });
        let owners =
            SchemaVariation::set(ObjectKind::Interaction, "authorizing_integration_owners", owners);
        unknown.push(owners);
        scene.assert_answered(unknown).await;
    }
}

#[tokio::test]
async fn all_bits_of_permissions_and_flags_are_answered() {
    let permissions = ((1_u64 << 62) - 1).to_string();
    // But for those of ephemeral and of deferred messages.
    let flags = ((1_u64 << 53) - 1) & !(1 << 6) & !(1 << 7);
    for transport in TRANSPORTS {
        let scene = Scene::open("variations_bits", transport).await;
        let all = vec![
            SchemaVariation::set(ObjectKind::Member, "permissions", permissions.as_str()),
            SchemaVariation::set(ObjectKind::GuildChannel, "permissions", permissions.as_str()),
            SchemaVariation::set(ObjectKind::Interaction, "app_permissions", permissions.as_str()),
            SchemaVariation::set(ObjectKind::Message, "flags", flags),
        ];
        scene.assert_answered(all).await;
    }
}

#[tokio::test]
async fn keys_in_another_order_are_answered() {
    for transport in TRANSPORTS {
        let scene = Scene::open("variations_order", transport).await;
        scene.bot.discord.reverse_keys();
        for kind in KINDS {
            for (what, response) in scene.use_all_with(kind).await {
                assert_eq!(response.error(), None, "{what} with {kind:?}");
            }
        }
        scene.close().await;
    }
}

#[tokio::test]
async fn what_the_bot_asks_for_may_have_other_forms_as_well() {
    let decoration = json!({ "asset": "a", "sku_id": null });
    let nameplate = json!({ "asset": "a", "label": "a", "palette": "berry", "sku_id": null });
    for (key, value) in [
        ("avatar", json!("v2_a_0123456789abcdef0123456789abcdef")),
        ("avatar_decoration_data", decoration),
        ("collectibles", json!({ "nameplate": nameplate })),
        ("flags", json!(1_u64 << 40)),
    ] {
        let builder = TestBot::builder(&format!("variations_rest_{key}"));
        let mut bot = builder.with_tiles().single_process().stopped().await;
        bot.discord.vary(Some(SchemaVariation::set(ObjectKind::User, key, value)));
        bot.start();
        bot.wait_ready().await;
        bot.wait_tiles().await;
        let board = bot.start_timed_game("1 day").await;
        assert!(board.content.contains("<:dj:"), "{}", board.content);
        let board = bot.play_moves(&board, "44").await;
        bot.advance(Duration::from_hours(20)).await;
        let reminder = "SELECT count(*) FROM game WHERE reminder_message_id IS NOT NULL";
        let is_known = async || bot.database.sql().await.number(reminder).await == 1;
        wait_until_async("the reminder's message is known", is_known).await;
        let reminder = bot.discord.messages(bot.channel).pop().expect("Ann was reminded");
        bot.press(bot.ann, &board, "4").await;
        bot.wait_gone(&reminder).await;
        bot.close().await;
    }
}

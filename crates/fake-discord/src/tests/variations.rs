//! Other forms of what is sent.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    ChannelId, FakeDiscord, ObjectKind, SchemaVariation,
    interactions::user_actions,
    tests::support::{Bot, BotEvent, start_fake},
};

/// What a client has to know.
const PROTECTED: [&str; 16] = [
    "/type",
    "/data",
    "/channel_id",
    "/guild_id",
    "/authorizing_integration_owners",
    "/channel/id",
    "/member/nick",
    "/member/permissions",
    "/member/user/id",
    "/member/user/username",
    "/user/id",
    "/user/username",
    "/message/id",
    "/message/channel_id",
    "/message/author/id",
    "/message/flags",
];

/// A channel of each kind.
fn channels(fake: &FakeDiscord) -> [ChannelId; 4] {
    let games = fake.channel("games");
    let people = ["ann", "ben", "cleo"].map(|name| fake.user(name));
    let thread = fake.add_thread(games, "a thread");
    [games, thread, fake.channel("dm:ann"), fake.add_private_channel("three", &people)]
}

/// The event of a press by Ann on a message of hers.
fn press(fake: &FakeDiscord, channel: ChannelId) -> Value {
    let ann = fake.user("ann");
    let message = fake.messages(channel).pop();
    let message = message.unwrap_or_else(|| fake.send_message(ann, channel, "Hello").into());
    fake.interaction_payload(fake.prepare_press(ann, &message, "x"))
}

const HASH: &str = "a_0123456789abcdef0123456789abcdef";

fn avatar(hash: &str) -> SchemaVariation {
    SchemaVariation::set(ObjectKind::User, "avatar", hash)
}

#[tokio::test]
async fn a_variation_changes_one_key_and_not_what_is_needed() {
    let fake = start_fake().await;
    let mut changed: BTreeMap<ObjectKind, usize> = BTreeMap::new();
    let channels = channels(&fake);
    for channel in channels {
        let plain = press(&fake, channel);
        for variation in SchemaVariation::all() {
            fake.vary(Some(variation.clone()));
            let varied = press(&fake, channel);
            for key in PROTECTED {
                assert_eq!(varied.pointer(key), plain.pointer(key), "{key} by {variation}");
            }
            assert!(varied["id"].is_string() && varied["token"].is_string(), "{variation}");
            let without_ids = |mut event: Value| {
                event["id"].take();
                event["token"].take();
                event
            };
            if without_ids(varied) != without_ids(plain.clone()) {
                *changed.entry(variation.object).or_default() += 1;
            }
        }
        fake.vary(None);
    }
    let parent = press(&fake, channels[1])["channel"]["parent_id"].clone();
    assert_eq!(parent, json!(channels[0]));
    assert_eq!(changed.len(), 8, "{changed:?}");
    for (kind, count) in changed {
        let all = SchemaVariation::all().into_iter().filter(|it| it.object == kind).count();
        // Some values are what is sent anyway.
        assert!(count > all / 2, "{kind:?}: {count} of {all}");
    }
}

#[tokio::test]
async fn all_objects_of_a_kind_are_varied() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (ann, ben, games) = (fake.user("ann"), fake.user("ben"), fake.channel("games"));
    fake.vary(Some(avatar(HASH)));
    let respond = async {
        let command = bot.next_interaction().await;
        bot.respond(&command, &json!({ "type": 4, "data": { "content": "ok" } })).await;
        bot.request("GET", &bot.webhook_path(&command, "/messages/@original"), &Value::Null).await
    };
    let (response, (_, message)) =
        tokio::join!(fake.command(ann, games, "go", json!({ "whom": ben })), respond);
    assert_eq!(message["author"]["avatar"], HASH);
    assert_eq!(message["interaction_metadata"]["user"]["avatar"], HASH);
    let event = fake.interaction_payload(response.interaction.unwrap());
    assert_eq!(event["member"]["user"]["avatar"], HASH);
    assert_eq!(event["data"]["resolved"]["users"][ben.to_string()]["avatar"], HASH);
    let (_, application) = bot.request("GET", "/applications/@me", &Value::Null).await;
    assert_eq!(application["owner"]["avatar"], HASH);
    fake.vary(None);
    assert_eq!(press(&fake, games)["member"]["user"]["avatar"], Value::Null);
}

#[tokio::test]
async fn a_key_is_set_or_left_out_and_components_are_added() {
    let fake = start_fake().await;
    let games = fake.channel("games");
    let varied = |variation| {
        fake.vary(Some(variation));
        press(&fake, games)
    };
    let without = SchemaVariation { object: ObjectKind::User, key: "bot".to_owned(), value: None };
    assert_eq!(without.to_string(), "User without bot");
    assert!(varied(without)["member"]["user"].get("bot").is_none());
    let extra = SchemaVariation::set(ObjectKind::Interaction, "extra", 5);
    assert_eq!(extra.to_string(), "Interaction.extra = 5");
    assert_eq!(varied(extra)["extra"], 5);
    let more = json!([{ "type": 10, "content": "more" }]);
    let components = SchemaVariation::set(ObjectKind::Message, "components", more);
    let shown = json!([{ "type": 1, "id": 1, "components": [] }]);
    let mut message = json!({ "mention_everyone": false, "components": shown });
    fake.vary(Some(components));
    fake.shared.variations().apply(&mut message);
    assert_eq!(message["components"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_seed_decides_which_interactions_are_varied() {
    let fake = start_fake().await;
    let games = fake.channel("games");
    let plain = press(&fake, games);
    let events = |seed, share| {
        fake.vary_randomly(seed, share);
        let presses = std::iter::repeat_with(|| {
            let mut event = press(&fake, games);
            (event["id"], event["token"]) = (plain["id"].clone(), plain["token"].clone());
            event
        });
        presses.take(200).collect::<Vec<_>>()
    };
    let varied = events(7, 0.25);
    assert_eq!(varied, events(7, 0.25));
    assert_ne!(varied, events(8, 0.25));
    let count = varied.iter().filter(|event| **event != plain).count();
    assert!((25..75).contains(&count), "{count} of 200");
    assert!(varied.iter().all(|event| event["locale"] == plain["locale"]));
    assert!(events(7, 0.0).iter().all(|event| *event == plain));
    fake.vary(None);
    assert_eq!(press(&fake, games)["channel"], plain["channel"]);
}

#[tokio::test]
async fn keys_may_come_in_descending_order() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    fake.reverse_keys();
    let used = fake.command(fake.user("ann"), fake.channel("games"), "go", json!({}));
    let respond = async {
        let BotEvent::Interaction(interaction) = bot.next_event().await else {
            panic!("the bot received another event");
        };
        let path = format!("/interactions/{}/{}/callback", interaction.id(), interaction.token());
        let body = json!({ "type": 4, "data": { "content": "ok" } });
        bot.request("POST", &path, &body).await
    };
    let (used, _) = tokio::join!(used, respond);
    assert_eq!(used.text(), "ok");
    let (event, _) = user_actions::stored_event(&fake.shared, used.interaction.unwrap());
    assert!(event.starts_with(r#"{"version":1,"type":2,"token":""#), "{event}");
}

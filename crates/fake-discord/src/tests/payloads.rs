//! Serenity's strict types can parse every payload that the bot receives.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::all::{
    BotGateway, Channel, Command, CurrentApplicationInfo, CurrentUser, Interaction, Message, Ready,
    User,
};

use crate::interactions::payload;
use crate::tests::support::{Bot, BotEvent, message_with_buttons, start_fake};

fn parse<T: DeserializeOwned>(json: &Value) -> T {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error} in {json}"))
}

#[tokio::test]
async fn serenity_parses_rest_responses_and_ready() {
    let fake = start_fake().await;
    let bot = Bot::with_commands(&fake).await;
    let get = async |path: &str| bot.request("GET", path, &Value::Null).await.1;
    assert!(parse::<CurrentUser>(&get("/users/@me").await).bot);
    parse::<CurrentApplicationInfo>(&get("/applications/@me").await);
    parse::<CurrentApplicationInfo>(&get("/oauth2/applications/@me").await);
    parse::<BotGateway>(&get("/gateway/bot").await);
    let application = fake.application_id();
    let commands: Vec<Command> =
        parse(&get(&format!("/applications/{application}/commands")).await);
    assert_eq!(commands.len(), 4);
    fake.add_voice_channel("lounge");
    for name in ["games", "dm:ann", "lounge"] {
        parse::<Channel>(&get(&format!("/channels/{}", fake.channel(name))).await);
    }
    let ready = payload::ready(&fake.shared.world(), "s", "ws://x", [0, 1]);
    assert_eq!(parse::<Ready>(&ready).guilds.len(), 1);
}

#[tokio::test]
async fn a_nickname_is_of_one_guild() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (ann, ben) = (fake.user("ann"), fake.user("ben"));
    let elsewhere = fake.add_channel_in(fake.add_guild("Elsewhere"), "lounge");
    for (user, nick) in [(ann, "Annie"), (ben, "Benny")] {
        fake.set_nickname(fake.guild(), user, Some(nick));
        fake.set_global_name(user, &format!("{nick} Global"));
    }
    let mut nicknames = async |channel| {
        let respond = async {
            let BotEvent::Interaction(interaction) = bot.next_event().await else {
                panic!("the bot received another event");
            };
            let path =
                format!("/interactions/{}/{}/callback", interaction.id(), interaction.token());
            let body = json!({ "type": 4, "data": { "content": "ok" } });
            assert_eq!(bot.request("POST", &path, &body).await.0, 204);
            interaction.command().unwrap()
        };
        let options = json!({ "whom": ben });
        let (_, command) = tokio::join!(fake.command(ann, channel, "go", options), respond);
        let global_name = |user: &User| user.global_name.clone().unwrap();
        assert_eq!(global_name(&command.user), "Annie Global");
        let resolved = &command.data.resolved;
        assert_eq!(resolved.users.values().map(global_name).collect::<Vec<_>>(), ["Benny Global"]);
        let resolved = resolved.members.values().next().and_then(|it| it.nick.clone());
        (command.member.and_then(|member| member.nick), resolved)
    };
    let home = fake.channel("games");
    assert_eq!(nicknames(home).await, (Some("Annie".to_owned()), Some("Benny".to_owned())));
    assert_eq!(nicknames(elsewhere).await, (None, None));
    assert_eq!(nicknames(fake.channel("dm:ann")).await, (None, None));
    fake.set_nickname(fake.guild(), ann, None);
    assert_eq!(nicknames(home).await.0, None);
}

#[tokio::test]
async fn serenity_parses_every_kind_of_interaction() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (ann, ben) = (fake.user("ann"), fake.user("ben"));
    fake.set_nickname(fake.guild(), ben, Some("Benny"));
    for channel in ["games", "dm:ann", "ann-ben"].map(|name| fake.channel(name)) {
        let commands = async {
            let options = json!({ "whom": ben, "times": "4" });
            let posted = fake.command(ann, channel, "go", options).await;
            fake.press(ann, posted.message(), "x").await;
            let menu = fake.command(ann, channel, "go", json!({})).await;
            fake.select(ann, menu.message(), "menu", &["b"]).await;
            fake.user_command(ann, channel, "Poke", ben).await;
            fake.autocomplete(ann, channel, "find", json!({ "what": "t" }), "what").await;
        };
        let menu = json!({ "components": [{ "type": 1, "components": [{
            "type": 3, "custom_id": "menu", "options": [{ "label": "b", "value": "b" }],
        }] }] });
        let plain = json!({ "content": "ok" });
        let no_choices = json!({ "choices": [] });
        let responses = [
            (4, message_with_buttons("a", &["x"])),
            (4, plain.clone()),
            (4, menu),
            (7, plain.clone()),
            (4, plain),
            (8, no_choices),
        ];
        let respond = async {
            let mut received = Vec::new();
            for (kind, data) in responses {
                let BotEvent::Interaction(interaction) = bot.next_event().await else {
                    panic!("the bot received another event");
                };
                let path =
                    format!("/interactions/{}/{}/callback", interaction.id(), interaction.token());
                let body = json!({ "type": kind, "data": data });
                let (status, response) =
                    bot.request("POST", &format!("{path}?with_response=true"), &body).await;
                assert_eq!(status, 200, "{response}");
                if kind != 8 {
                    parse::<Message>(&response["resource"]["message"]);
                }
                received.push(*interaction);
            }
            received
        };
        let ((), received) = tokio::join!(commands, respond);
        let [
            Interaction::Command(go),
            Interaction::Component(press),
            _,
            Interaction::Component(choice),
            Interaction::Command(poke),
            Interaction::Autocomplete(find),
        ] = received.as_slice()
        else {
            panic!("unexpected kinds of interactions: {received:?}");
        };
        assert_eq!(go.data.resolved.users.len(), 1);
        assert_eq!(go.user.name, "ann");
        assert_eq!(press.message.components.len(), 1);
        assert_eq!(choice.data.custom_id, "menu");
        assert_eq!(poke.data.target_id.unwrap().to_string(), ben.to_string());
        assert_eq!(find.data.autocomplete().unwrap().value, "t");
    }
}

//! Serenity's strict types can read all that the bot is told.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::all::{
    BotGateway, Channel, Command, CurrentApplicationInfo, CurrentUser, Interaction, Message, Ready,
};

use crate::interactions::payload;
use crate::tests::support::{Bot, Heard, board, standing};

fn read<T: DeserializeOwned>(json: &Value) -> T {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error} in {json}"))
}

#[tokio::test]
async fn what_rest_and_ready_give_is_readable() {
    let playground = standing().await;
    let bot = Bot::ready(&playground).await;
    let get = async |path: &str| bot.call("GET", path, &Value::Null).await.1;
    assert!(read::<CurrentUser>(&get("/users/@me").await).bot);
    read::<CurrentApplicationInfo>(&get("/applications/@me").await);
    read::<CurrentApplicationInfo>(&get("/oauth2/applications/@me").await);
    read::<BotGateway>(&get("/gateway/bot").await);
    let application = playground.application_id();
    let commands: Vec<Command> = read(&get(&format!("/applications/{application}/commands")).await);
    assert_eq!(commands.len(), 3);
    for name in ["games", "dm:ann"] {
        read::<Channel>(&get(&format!("/channels/{}", playground.channel(name))).await);
    }
    let ready = payload::ready(&playground.shared.world(), "s", "ws://x", [0, 1]);
    assert_eq!(read::<Ready>(&ready).guilds.len(), 1);
}

#[tokio::test]
async fn every_kind_of_interaction_is_readable() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (ann, ben) = (playground.person("ann"), playground.person("ben"));
    playground.rename(ben, "Benny");
    for channel in ["games", "dm:ann", "ann-ben"].map(|name| playground.channel(name)) {
        let commands = async {
            let options = json!({ "whom": ben, "times": "4" });
            let posted = playground.command(ann, channel, "go", options).await;
            playground.press(ann, posted.message(), "x").await;
            let menu = playground.command(ann, channel, "go", json!({})).await;
            playground.select(ann, menu.message(), "menu", &["b"]).await;
            playground.user_command(ann, channel, "Poke", ben).await;
            playground.complete(ann, channel, "find", json!({ "what": "t" }), "what").await;
        };
        let menu = json!({ "components": [{ "type": 1, "components": [{
            "type": 3, "custom_id": "menu", "options": [{ "label": "b", "value": "b" }],
        }] }] });
        let plain = json!({ "content": "ok" });
        let no_choices = json!({ "choices": [] });
        let answers = [
            (4, board("a", &["x"])),
            (4, plain.clone()),
            (4, menu),
            (7, plain.clone()),
            (4, plain),
            (8, no_choices),
        ];
        let replies = async {
            let mut heard = Vec::new();
            for (kind, data) in answers {
                let Heard::Interaction(interaction) = bot.hear().await else {
                    panic!("the bot heard something else");
                };
                let path =
                    format!("/interactions/{}/{}/callback", interaction.id(), interaction.token());
                let body = json!({ "type": kind, "data": data });
                let (status, answer) =
                    bot.call("POST", &format!("{path}?with_response=true"), &body).await;
                assert_eq!(status, 200, "{answer}");
                if kind != 8 {
                    read::<Message>(&answer["resource"]["message"]);
                }
                heard.push(*interaction);
            }
            heard
        };
        let ((), heard) = tokio::join!(commands, replies);
        let [
            Interaction::Command(go),
            Interaction::Component(press),
            _,
            Interaction::Component(choice),
            Interaction::Command(poke),
            Interaction::Autocomplete(find),
        ] = heard.as_slice()
        else {
            panic!("other kinds of interactions than expected: {heard:?}");
        };
        assert_eq!(go.data.resolved.users.len(), 1);
        assert_eq!(go.user.name, "ann");
        assert_eq!(press.message.components.len(), 1);
        assert_eq!(choice.data.custom_id, "menu");
        assert_eq!(poke.data.target_id.unwrap().to_string(), ben.to_string());
        assert_eq!(find.data.autocomplete().unwrap().value, "t");
    }
}

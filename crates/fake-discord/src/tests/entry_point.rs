//! The Entry Point command of an application with an Activity.

use serde_json::{Value, json};

use crate::tests::support::{Bot, assert_code, start_fake};

#[tokio::test]
async fn global_commands_must_keep_the_entry_point() {
    let fake = start_fake().await;
    fake.add_entry_point(&json!({ "name": "launch", "handler": 2 }));
    let bot = Bot::connect(&fake).await;
    let global = format!("/applications/{}/commands", fake.application_id());
    let go = json!({ "name": "go", "description": "Goes" });
    for commands in [json!([]), json!([go])] {
        let refused = bot.request("PUT", &global, &commands).await;
        assert_code(&refused, (400, 50240));
        let message = refused.1["message"].as_str().unwrap();
        assert!(message.starts_with("You cannot remove this app's Entry Point"), "{message}");
    }
    assert_eq!(fake.global_commands().len(), 1);

    let entry_point = bot.request("GET", &global, &Value::Null).await.1[0].clone();
    assert_eq!((&entry_point["type"], &entry_point["handler"]), (&json!(4), &json!(2)));
    let (status, registered) = bot.request("PUT", &global, &json!([go, entry_point])).await;
    assert_eq!(status, 200, "{registered}");
    assert_eq!(registered[1]["id"], entry_point["id"]);

    let guild = global.replace("/commands", &format!("/guilds/{}/commands", fake.guild()));
    assert_eq!(bot.request("PUT", &guild, &json!([go])).await.0, 200);
    assert_code(&bot.request("PUT", &guild, &json!([entry_point])).await, (400, 50035));
}

#[tokio::test]
async fn commands_are_listed_with_translations_on_request() {
    let fake = start_fake().await;
    let names = json!({ "de": "starten" });
    fake.add_entry_point(&json!({ "name": "launch", "name_localizations": names }));
    let bot = Bot::connect(&fake).await;
    let path = format!("/applications/{}/commands", fake.application_id());
    let plain = bot.request("GET", &path, &Value::Null).await.1;
    assert!(plain[0].get("name_localizations").is_none(), "{plain}");
    let path = format!("{path}?with_localizations=true");
    let translated = bot.request("GET", &path, &Value::Null).await.1;
    assert_eq!(translated[0]["name_localizations"], names);
}

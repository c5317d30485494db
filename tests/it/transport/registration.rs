//! Registration of the commands: what is kept, what is retried, what is not.

use std::sync::Arc;

use fake_discord::{Fault, FaultKind, RecordedRequest};
use serde_json::{Value, json};

use crate::support::{Process, TestBot, wait_until};

fn commands_requests(bot: &TestBot, method: &str) -> Vec<Arc<RecordedRequest>> {
    let mut requests = bot.discord.requests();
    requests.retain(|it| it.method == method && it.path.ends_with("/commands"));
    requests
}

/// The registrations so far: whether they were global, and Discord's status.
fn registrations(bot: &TestBot) -> Vec<(bool, u16)> {
    let puts = commands_requests(bot, "PUT");
    puts.iter().map(|it| (!it.path.contains("/guilds/"), it.status)).collect()
}

/// Waits until there are so many registrations.
async fn wait_registrations(bot: &TestBot, count: usize) {
    wait_until("the commands are registered", || registrations(bot).len() == count).await;
}

fn refuse_next(bot: &TestBot, kind: FaultKind) {
    bot.discord.inject_fault(Fault { route: "PUT /applications", times: 1, kind });
}

#[tokio::test]
async fn an_entry_point_command_is_kept() {
    let mut bot = TestBot::builder("entry_point").single_process().stopped().await;
    bot.discord.add_entry_point(&json!({
        "name": "launch",
        "name_localizations": { "de": "starten" },
        "description": "Opens the activity",
        "handler": 2,
        "default_member_permissions": 1 << 11,
        "contexts": [0, 1],
        "integration_types": [0, 1],
    }));
    let entry_point = bot.discord.global_commands().remove(0);
    bot.start();
    bot.wait_ready().await;
    let mut registered = bot.discord.global_commands();
    assert_eq!(registered.len(), fourfall::discord::commands::all().len() + 1);
    let mut kept = registered.pop().unwrap();
    assert_ne!(kept["version"], entry_point["version"], "all were registered again");
    kept["version"] = entry_point["version"].clone();
    assert_eq!(kept, entry_point);
    bot.command(bot.ann, "help", json!({})).await;
    bot.close().await;
}

/// The German texts in a command, and in its options and choices.
fn german(value: &Value) -> Vec<&str> {
    let nested: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Array(values) => Box::new(values.iter()),
        Value::Object(entries) => Box::new(entries.values()),
        _ => return Vec::new(),
    };
    let own = value.get("de").and_then(Value::as_str);
    own.into_iter().chain(nested.flat_map(german)).collect()
}

/// What else it would read of each language stays in memory.
#[tokio::test]
async fn the_registration_reads_the_texts_of_commands_alone() {
    let bot = TestBot::builder("registration_texts").single_process().open().await;
    bot.wait_registered(1).await;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/l10n/locales/de/commands.ftl");
    let file = std::fs::read_to_string(path).unwrap();
    let commands = Value::Array(bot.discord.global_commands());
    let texts = german(&commands);
    assert!(texts.len() > 40, "{texts:?}");
    // Of a board, the size is put in.
    for text in texts.iter().filter(|text| !text.contains('×')) {
        assert!(file.contains(&format!("= {text}\n")), "{text}");
    }
    bot.close().await;
}

/// An answer as long as Discord's when something in every command is wrong.
fn invalid_form() -> Value {
    let error = json!({ "_errors": [{ "code": "BASE_TYPE_REQUIRED", "message": "Required" }] });
    let errors: serde_json::Map<_, _> =
        (0..17).map(|n| (n.to_string(), json!({ "description": error }))).collect();
    json!({ "code": 50035, "message": "Invalid Form Body", "errors": errors })
}

/// Discord's id of `/play`.
fn play_id(commands: &[Value]) -> &str {
    let play = commands.iter().find(|it| it["name"] == "play").unwrap();
    play["id"].as_str().unwrap()
}

#[tokio::test]
async fn commands_are_registered_at_each_start() {
    let mut bot = TestBot::builder("registration").single_process().open().await;
    bot.wait_registered(1).await;
    let global = bot.discord.global_commands();
    assert_eq!(global.len(), fourfall::discord::commands::all().len());
    let is_mentioned = async |bot: &TestBot, channel, id: &str| {
        let help = bot.discord.command(bot.ann, channel, "help", json!({})).await;
        help.text().contains(&format!("</play:{id}>"))
    };
    assert!(is_mentioned(&bot, bot.channel, play_id(&global)).await);

    let (guild, direct) = (bot.discord.guild(), bot.discord.channel("dm:ann"));
    bot.set_development_guild(Some(guild.get()));
    bot.restart().await;
    bot.wait_registered(2).await;
    assert_eq!(registrations(&bot), [(true, 200), (false, 200)]);
    assert_eq!(bot.discord.global_commands(), global, "they stay as they are");
    let own = bot.discord.guild_commands(guild);
    assert!(is_mentioned(&bot, bot.channel, play_id(&own)).await);
    assert!(!is_mentioned(&bot, direct, play_id(&own)).await);
    bot.close().await;
}

#[tokio::test]
async fn a_refused_registration_is_tried_once_a_start() {
    let mut bot =
        TestBot::builder("registration_refused").in_real_time().single_process().stopped().await;
    bot.set_development_guild(Some(bot.discord.guild().get()));
    bot.start();
    bot.wait_ready().await;
    bot.wait_registered(1).await;
    bot.stop().await;

    bot.set_development_guild(None);
    refuse_next(&bot, FaultKind::Status(400, invalid_form()));
    let process = Process::start(&[], bot.env_vars());
    wait_registrations(&bot, 2).await;
    assert_eq!(registrations(&bot)[1..], [(true, 400)]);
    bot.wait_connected().await;
    let help = bot.command(bot.ann, "help", json!({})).await;
    assert!(help.text().contains("`/play`"), "{}", help.text());
    process.terminate().await;
    let (status, log) = process.output().await;
    assert!(status.success(), "{log}");
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("ERROR")).collect();
    let [line] = lines[..] else { panic!("not one error: {log}") };
    for part in ["refuses the commands", "400", "50035", "Invalid Form Body", "0.description"] {
        assert!(line.contains(part), "{line}");
    }
    assert!(!log.contains("1.description"), "{log}");
    assert!(!log.contains("trying again"), "{log}");

    bot.start();
    wait_registrations(&bot, 3).await;
    assert_eq!(registrations(&bot)[2], (true, 200));
    bot.close_expecting(&["400 PUT /applications/*/commands"]).await;
}

#[tokio::test]
async fn a_failed_registration_is_tried_again() {
    let mut bot = TestBot::builder("registration_failed").single_process().stopped().await;
    // As by a proxy or a firewall, which knows none of Discord's codes.
    refuse_next(&bot, FaultKind::Status(403, json!("blocked")));
    refuse_next(&bot, FaultKind::Status(503, json!({})));
    refuse_next(&bot, FaultKind::RateLimited { retry_after_ms: 1 });
    bot.start();
    bot.wait_ready().await;
    assert_eq!(registrations(&bot), [(true, 403), (true, 503), (true, 429), (true, 200)]);
    let refused = [403, 503, 429].map(|status| format!("{status} PUT /applications/*/commands"));
    bot.close_expecting(&refused.each_ref().map(String::as_str)).await;
}

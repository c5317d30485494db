//! Guilds and their members, and what is gone.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::{
    all::{ChannelId, GuildId, UserId},
    http::{Http, HttpBuilder},
};

use crate::{
    FakeDiscord, Permissions,
    tests::support::{Bot, NOON, assert_code, message_with_buttons, start_fake},
};

const HOUR: Duration = Duration::from_hours(1);

fn serenity_client(fake: &FakeDiscord) -> Http {
    HttpBuilder::new(fake.token()).proxy(fake.url()).ratelimiter_disabled(true).build()
}

async fn get(bot: &Bot, path: String) -> (u16, Value) {
    bot.request("GET", &path, &Value::Null).await
}

#[tokio::test]
async fn serenity_reads_guilds_members_and_channels() {
    let fake = start_fake().await;
    let http = serenity_client(&fake);
    let id = GuildId::new(fake.guild().get());
    let guild = http.get_guild(id).await.unwrap();
    assert_eq!((guild.id, guild.name.as_str()), (id, "The Arcade"));
    assert_eq!(guild.owner_id.get(), fake.user("ann").get());
    let ben = fake.user("ben");
    fake.set_nickname(fake.guild(), ben, Some("Benny"));
    fake.time_out_member(fake.guild(), ben, HOUR);
    let member = http.get_member(id, UserId::new(ben.get())).await.unwrap();
    assert_eq!((member.user.id.get(), member.nick.as_deref()), (ben.get(), Some("Benny")));
    let until = member.communication_disabled_until.unwrap();
    assert_eq!(until.unix_timestamp(), NOON.after(HOUR).seconds());
    let channel = http.get_channel(ChannelId::new(fake.channel("games").get())).await.unwrap();
    assert_eq!(channel.guild().unwrap().guild_id, id);
}

#[tokio::test]
async fn what_is_gone_is_unknown() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let (guild, ben, cleo) = (fake.guild(), fake.user("ben"), fake.user("cleo"));
    let thread = fake.add_thread(fake.channel("games"), "a game");
    let channel = fake.channel("games");
    fake.delete_channel(channel);
    for gone in [channel, thread] {
        assert_code(&get(&bot, format!("/channels/{gone}")).await, (404, 10003));
    }
    fake.remove_member(guild, ben);
    assert_code(&get(&bot, format!("/guilds/{guild}/members/{ben}")).await, (404, 10007));
    assert_code(&get(&bot, format!("/guilds/{guild}/members/5")).await, (404, 10013));
    assert_eq!(get(&bot, format!("/guilds/{guild}/members/{cleo}")).await.0, 200);
    fake.add_member(guild, ben);
    assert_eq!(get(&bot, format!("/guilds/{guild}/members/{ben}")).await.0, 200);
    assert_code(&get(&bot, "/guilds/5".to_owned()).await, (404, 10004));
}

#[tokio::test]
async fn a_guild_is_known_to_its_members_only() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let (guild, ben) = (fake.guild(), fake.user("ben"));
    let paths = [format!("/guilds/{guild}"), format!("/guilds/{guild}/members/{ben}")];
    let commands = format!("/applications/{}/guilds/{guild}/commands", fake.application_id());
    let channel = format!("/channels/{}", fake.channel("games"));
    assert_eq!(get(&bot, commands.clone()).await.0, 200);
    fake.install_commands_only(guild);
    for path in &paths {
        assert_code(&get(&bot, path.clone()).await, (404, 10004));
    }
    assert_eq!(get(&bot, commands.clone()).await.0, 200, "its commands are still there");
    assert_code(&get(&bot, channel.clone()).await, (403, 50001));
    fake.remove_bot_from(guild);
    for path in &paths {
        assert_code(&get(&bot, path.clone()).await, (404, 10004));
    }
    assert_code(&get(&bot, commands).await, (403, 50001));
    assert_code(&get(&bot, channel).await, (403, 50001));
}

#[tokio::test]
async fn a_guild_with_commands_alone_installs_the_application() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (cleo, games) = (fake.user("cleo"), fake.channel("games"));
    fake.install_commands_only(fake.guild());
    let action = async { fake.command(cleo, games, "go", json!({})).await };
    let ((), response) = tokio::join!(
        async {
            let interaction = bot.next_interaction().await;
            let body = json!({ "type": 4, "data": { "content": "Going" } });
            assert_eq!(bot.respond(&interaction, &body).await.0, 204);
        },
        action
    );
    let event = fake.interaction_payload(response.interaction.unwrap());
    let owners = &event["authorizing_integration_owners"];
    assert_eq!(owners, &json!({ "0": fake.guild() }));
}

#[tokio::test]
async fn who_is_gone_or_timed_out_can_press_nothing() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (guild, games) = (fake.guild(), fake.channel("games"));
    let (ann, ben) = (fake.user("ann"), fake.user("ben"));
    let path = format!("/channels/{games}/messages");
    let (_, posted) = bot.request("POST", &path, &message_with_buttons("Choose", &["A"])).await;
    let message = fake.message(games, posted["id"].as_str().unwrap().parse().unwrap()).unwrap();
    fake.time_out_member(guild, ben, HOUR);
    assert_eq!(fake.press(ben, &message, "A").await.error(), Some("You are timed out."));
    fake.advance(HOUR);
    fake.remove_member(guild, ben);
    let unseen = Some("You can't see that channel.");
    assert_eq!(fake.press(ben, &message, "A").await.error(), unseen);
    let interaction = fake.prepare_press(ann, &message, "A");
    fake.redeliver(interaction);
    let interaction = bot.next_interaction().await;
    fake.delete_channel(games);
    assert_eq!(fake.press(ann, &message, "A").await.error(), unseen);
    let body = json!({ "type": 4, "data": { "content": "Late" } });
    assert_code(&bot.respond(&interaction, &body).await, (404, 10003));
}

#[tokio::test]
#[should_panic(expected = "an administrator cannot be timed out")]
async fn an_administrator_cannot_be_timed_out() {
    let fake = start_fake().await;
    let (guild, ben) = (fake.guild(), fake.user("ben"));
    fake.set_member_permissions(guild, ben, Permissions::ADMINISTRATOR);
    fake.time_out_member(guild, ben, HOUR);
}

#[tokio::test]
#[should_panic(expected = "the owner of a guild cannot leave it")]
async fn an_owner_cannot_be_removed() {
    let fake = start_fake().await;
    fake.remove_member(fake.guild(), fake.user("ann"));
}

//! A bot written with serenity only, and its session across broken connections.

use serde_json::json;
use serenity::{
    all::{
        Command, CreateActionRow, CreateButton, CreateCommand, CreateInteractionResponse,
        CreateInteractionResponseMessage, GatewayIntents, Interaction, Ready,
    },
    async_trait,
    client::{ClientBuilder, Context, EventHandler},
    http::HttpBuilder,
};

use crate::tests::support::start_fake;
use crate::{FakeDiscord, GatewayEvent};

struct Counter;

#[async_trait]
impl EventHandler for Counter {
    async fn ready(&self, ctx: Context, _: Ready) {
        let count = CreateCommand::new("count").description("Counts presses");
        Command::set_global_commands(&ctx.http, vec![count]).await.unwrap();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let message = |text: &str| {
            let button = CreateButton::new("more").label("More");
            CreateInteractionResponseMessage::new()
                .content(text)
                .components(vec![CreateActionRow::Buttons(vec![button])])
        };
        match interaction {
            Interaction::Command(command) => {
                let response = CreateInteractionResponse::Message(message("0"));
                command.create_response(&ctx.http, response).await.unwrap();
            }
            Interaction::Component(press) => {
                let next = press.message.content.parse::<u32>().unwrap() + 1;
                let response = CreateInteractionResponse::UpdateMessage(message(&next.to_string()));
                press.create_response(&ctx.http, response).await.unwrap();
            }
            other => panic!("unexpected interaction {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_resumed_session_gets_the_interactions_it_missed() {
    let fake = start_fake().await;
    let http = HttpBuilder::new(fake.token()).proxy(fake.url()).ratelimiter_disabled(true).build();
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler(Counter)
        .await
        .unwrap();
    let bot = tokio::spawn(async move { client.start().await.unwrap() });
    fake.bot_ready().await;
    let (ann, games) = (fake.user("ann"), fake.channel("games"));

    let posted = fake.command(ann, games, "count", json!({})).await;
    assert_eq!(posted.text(), "0");
    let pressed = fake.press(ann, posted.message(), "More").await;
    assert!(pressed.is_update());
    assert_eq!(pressed.text(), "1");

    fake.drop_gateway();
    let missed = fake.press(ann, pressed.message(), "More").await;
    assert_eq!(missed.text(), "2", "the press is delivered after the resume");
    let log = fake.gateway_log();
    assert!(log.iter().any(|it| matches!(it, GatewayEvent::Resumed { missed: 1, .. })), "{log:?}");

    fake.request_reconnect();
    let mut resumed = 1;
    while resumed < 2 {
        tokio::task::yield_now().await;
        let log = fake.gateway_log();
        resumed = log.iter().filter(|it| matches!(it, GatewayEvent::Resumed { .. })).count();
    }
    assert_eq!(fake.press(ann, missed.message(), "More").await.text(), "3");
    let identified = |fake: &FakeDiscord| {
        let log = fake.gateway_log();
        log.iter().filter(|it| matches!(it, GatewayEvent::Identified { .. })).count()
    };
    assert_eq!(identified(&fake), 1);

    fake.invalidate_sessions();
    while identified(&fake) < 2 {
        tokio::task::yield_now().await;
    }
    bot.abort();
}

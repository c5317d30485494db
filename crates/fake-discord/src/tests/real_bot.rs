//! A whole bot by serenity's own means, and its session through a broken line.

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

use crate::tests::support::standing;
use crate::{GatewayEvent, Playground};

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
            other => panic!("nobody asked for {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_bot_answers_and_hears_after_a_broken_line_what_it_missed() {
    // On a standing clock, a slow machine misses no deadline.
    let playground = standing().await;
    let http = HttpBuilder::new(playground.token())
        .proxy(playground.url())
        .ratelimiter_disabled(true)
        .build();
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler(Counter)
        .await
        .unwrap();
    let bot = tokio::spawn(async move { client.start().await.unwrap() });
    playground.bot_ready().await;
    let (ann, games) = (playground.person("ann"), playground.channel("games"));

    let posted = playground.command(ann, games, "count", json!({})).await;
    assert_eq!(posted.text(), "0");
    let pressed = playground.press(ann, posted.message(), "More").await;
    assert!(pressed.is_update());
    assert_eq!(pressed.text(), "1");

    playground.drop_gateway();
    let missed = playground.press(ann, pressed.message(), "More").await;
    assert_eq!(missed.text(), "2", "the press waited for the session");
    let log = playground.gateway_log();
    assert!(log.iter().any(|it| matches!(it, GatewayEvent::Resumed { missed: 1, .. })), "{log:?}");

    playground.ask_reconnect();
    let mut resumed = 1;
    while resumed < 2 {
        tokio::task::yield_now().await;
        let log = playground.gateway_log();
        resumed = log.iter().filter(|it| matches!(it, GatewayEvent::Resumed { .. })).count();
    }
    assert_eq!(playground.press(ann, missed.message(), "More").await.text(), "3");
    let identified = |playground: &Playground| {
        let log = playground.gateway_log();
        log.iter().filter(|it| matches!(it, GatewayEvent::Identified { .. })).count()
    };
    assert_eq!(identified(&playground), 1);

    playground.forget_sessions();
    while identified(&playground) < 2 {
        tokio::task::yield_now().await;
    }
    bot.abort();
}

//! Faults of Discord: requests fail or hang, and gateway connections are dropped.

use std::collections::BTreeMap;

use fake_discord::{Fault, FaultKind, GatewayEvent};
use serde_json::json;

use super::crowd::{Crowd, Tally};
use crate::support::{TestBot, Transport, random, repeats, wait_until};

/// How often the session is lost. Identifying again is limited to once per 5 seconds.
const SESSIONS_LOST: usize = 3;

/// Part of the path of interaction responses.
const CALLBACK: &str = "/callback";

/// Part of the path that looks up the message of a response.
const ORIGINAL_RESPONSE: &str = "/messages/@original";

/// A fault to inject.
#[derive(Clone, Debug)]
enum Disturbance {
    Request(Fault),
    DropConnection,
    AskToReconnect,
    LoseSession,
}

impl Disturbance {
    /// Request faults of each kind, on this route.
    fn faults(route: &'static str, kinds: &[FaultKind]) -> impl Iterator<Item = Self> {
        let times = repeats(10, 30);
        let faults = kinds.iter().map(move |kind| Fault { route, times: 1, kind: kind.clone() });
        faults.flat_map(move |fault| vec![Self::Request(fault); times])
    }

    fn inject(&self, bot: &TestBot) {
        match self {
            Self::Request(fault) => bot.discord.inject_fault(fault.clone()),
            Self::DropConnection => bot.discord.drop_gateway(),
            Self::AskToReconnect => bot.discord.request_reconnect(),
            Self::LoseSession => bot.discord.invalidate_sessions(),
        }
    }
}

/// Responses with an error status.
fn error_statuses() -> [FaultKind; 4] {
    let [one, two, three] = [500, 502, 503].map(|status| FaultKind::Status(status, json!({})));
    [one, two, three, FaultKind::RateLimited { retry_after_ms: 50 }]
}

/// Has pairs play while these faults are injected in random order, and `last` at the end.
async fn play_through(
    bot: &TestBot,
    mut disturbances: Vec<Disturbance>,
    last: Option<Disturbance>,
) -> Tally {
    let mut random = random();
    random.shuffle(&mut disturbances);
    let mut crowd = Crowd::new(bot, 12, &mut random);
    let shown = crowd.shown();
    let injecting = async {
        for disturbance in &disturbances {
            let target = shown.get() + random.usize(1..6);
            wait_until("the pairs keep playing", || shown.get() >= target).await;
            disturbance.inject(bot);
        }
        let expected =
            disturbances.iter().filter(|it| matches!(it, Disturbance::Request(_))).count();
        wait_until("all faults have occurred", || {
            failed_requests(bot).values().sum::<usize>() >= expected
        })
        .await;
    };
    tokio::select! {
        () = crowd.play() => unreachable!("pairs play forever"),
        () = injecting => {}
    }
    if let Some(last) = last {
        last.inject(bot);
    }
    let tally = crowd.assert_nothing_lost().await;
    assert!(tally.shown > disturbances.len(), "too little load: {tally:?}");
    tally
}

/// The number of failed requests by status; 0 stands for no response.
fn failed_requests(bot: &TestBot) -> BTreeMap<u16, usize> {
    let mut counts = BTreeMap::new();
    for request in bot.discord.requests() {
        if matches!(request.status, 0 | 429 | 500..) {
            *counts.entry(request.status).or_default() += 1;
        }
    }
    counts
}

async fn open(name: &str, transport: Transport) -> TestBot {
    TestBot::builder(name).in_real_time().transport(transport).open().await
}

#[tokio::test]
async fn response_and_gateway_faults_lose_nothing() {
    let bot = open("trouble_gateway", Transport::Gateway).await;
    let no_response = [FaultKind::Hang, FaultKind::DropRequest, FaultKind::DropResponse];
    let mut disturbances: Vec<_> = Disturbance::faults(CALLBACK, &error_statuses()).collect();
    disturbances.extend(Disturbance::faults(CALLBACK, &no_response));
    disturbances.extend(vec![Disturbance::DropConnection; repeats(20, 50)]);
    disturbances.extend(vec![Disturbance::AskToReconnect; repeats(8, 20)]);
    disturbances.extend(vec![Disturbance::LoseSession; SESSIONS_LOST - 1]);
    let tally = play_through(&bot, disturbances, Some(Disturbance::LoseSession)).await;
    println!("{tally:?}, failed requests by status {:?}", failed_requests(&bot));
    let log = bot.discord.gateway_log();
    let identified = log.iter().filter(|it| matches!(it, GatewayEvent::Identified { .. })).count();
    assert!(
        identified <= 1 + SESSIONS_LOST,
        "every session that can be resumed is resumed: {log:?}"
    );
    bot.close_allowing(&[
        "429 POST /interactions/*/*/callback",
        "500 POST /interactions/*/*/callback",
        "502 POST /interactions/*/*/callback",
        "503 POST /interactions/*/*/callback",
        // Of a response that is retried until it is too late.
        "404 POST /interactions/*/*/callback",
        // Of responses that were lost, some of which the fake has forgotten.
        "401 POST /webhooks/*/*",
        "404 POST /webhooks/*/*",
        "404 PATCH /webhooks/*/*/messages/@original",
        "401 PATCH /webhooks/*/*/messages/@original",
        "404 DELETE /webhooks/*/*/messages/*",
        "401 DELETE /webhooks/*/*/messages/*",
        // Of old boards that were deleted before.
        "404 PATCH /channels/*/messages/*",
        "404 DELETE /channels/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn response_and_lookup_faults_over_http_lose_nothing() {
    let bot = open("trouble_http", Transport::Http { replicas: 3 }).await;
    let [one, two, three, _] = error_statuses();
    let kinds = [one, two, three, FaultKind::Hang];
    let mut disturbances: Vec<_> = Disturbance::faults(CALLBACK, &kinds).collect();
    disturbances.extend(Disturbance::faults(ORIGINAL_RESPONSE, &error_statuses()));
    let tally = play_through(&bot, disturbances, None).await;
    println!("{tally:?}, failed requests by status {:?}", failed_requests(&bot));
    bot.close_allowing(&[
        "500 POST /interactions/*/*/callback",
        "502 POST /interactions/*/*/callback",
        "503 POST /interactions/*/*/callback",
        "429 GET /webhooks/*/*/messages/@original",
        "500 GET /webhooks/*/*/messages/@original",
        "502 GET /webhooks/*/*/messages/@original",
        "503 GET /webhooks/*/*/messages/@original",
        "429 PATCH /webhooks/*/*/messages/@original",
        "500 PATCH /webhooks/*/*/messages/@original",
        "502 PATCH /webhooks/*/*/messages/@original",
        "503 PATCH /webhooks/*/*/messages/@original",
        "429 DELETE /webhooks/*/*/messages/*",
        "500 DELETE /webhooks/*/*/messages/*",
        "502 DELETE /webhooks/*/*/messages/*",
        "503 DELETE /webhooks/*/*/messages/*",
        "404 DELETE /webhooks/*/*/messages/*",
        // Of responses that were lost.
        "404 PATCH /webhooks/*/*/messages/@original",
        "404 POST /webhooks/*/*",
        // Of old boards that were deleted before.
        "404 PATCH /channels/*/messages/*",
        "404 DELETE /channels/*/messages/*",
    ])
    .await;
}

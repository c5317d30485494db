//! Discord in trouble: it refuses, hangs, hangs up, and drops its gateway.

use std::collections::BTreeMap;

use fake_discord::{Fault, FaultKind, GatewayEvent};
use serde_json::json;

use super::crowd::{Crowd, Tally};
use crate::support::{Arcade, Setup, Transport, until};

/// How often each kind of trouble comes to answers.
const TIMES: usize = 30;

/// How often the gateway drops the bot, and may be resumed.
const DROPS: usize = 50;

/// How often it asks the bot to connect anew.
const REQUESTS_TO_RECONNECT: usize = 20;

/// How often it forgets the bot, which may connect anew only every 5 seconds.
const SESSIONS_LOST: usize = 3;

/// The way of an answer.
const CALLBACK: &str = "/callback";

/// What asks which message a response has become.
const ORIGINAL: &str = "/messages/@original";

/// Something that goes wrong.
#[derive(Clone, Debug)]
enum Trouble {
    Fault(Fault),
    Drop,
    AskToReconnect,
    Forget,
}

impl Trouble {
    /// Faults of each kind, on this route.
    fn faults(route: &'static str, kinds: &[FaultKind]) -> impl Iterator<Item = Self> {
        let faults = kinds.iter().map(move |kind| Fault { route, times: 1, kind: kind.clone() });
        faults.flat_map(|fault| vec![Self::Fault(fault); TIMES])
    }

    fn befall(&self, arcade: &Arcade) {
        match self {
            Self::Fault(fault) => arcade.playground.fault(fault.clone()),
            Self::Drop => arcade.playground.drop_gateway(),
            Self::AskToReconnect => arcade.playground.ask_reconnect(),
            Self::Forget => arcade.playground.forget_sessions(),
        }
    }
}

/// What fails with a status that says so.
fn failures() -> [FaultKind; 4] {
    let [one, two, three] = [500, 502, 503].map(|status| FaultKind::Status(status, json!({})));
    [one, two, three, FaultKind::RateLimited { retry_after_ms: 50 }]
}

/// Has pairs play while all these troubles come, in any order.
async fn suffer(arcade: &Arcade, mut troubles: Vec<Trouble>) -> Tally {
    fastrand::shuffle(&mut troubles);
    let mut crowd = Crowd::new(arcade, 12);
    let shown = crowd.shown();
    let befalling = async {
        for trouble in &troubles {
            let enough = shown.get() + fastrand::usize(1..6);
            until("the pairs play on", || shown.get() >= enough).await;
            trouble.befall(arcade);
        }
        let ordered = troubles.iter().filter(|it| matches!(it, Trouble::Fault(_))).count();
        until("all have come", || failed(arcade).values().sum::<usize>() >= ordered).await;
    };
    tokio::select! {
        () = crowd.play() => unreachable!("they play for ever"),
        () = befalling => {}
    }
    let tally = crowd.assert_nothing_lost().await;
    assert!(tally.shown > troubles.len(), "there was hardly any load: {tally:?}");
    tally
}

/// How many requests failed with which status, or with 0, which is no answer.
fn failed(arcade: &Arcade) -> BTreeMap<u16, usize> {
    let mut counts = BTreeMap::new();
    for request in arcade.playground.requests() {
        if matches!(request.status, 0 | 429 | 500..) {
            *counts.entry(request.status).or_default() += 1;
        }
    }
    counts
}

async fn open(name: &str, transport: Transport) -> Arcade {
    let mut arcade = Arcade::in_real_time(name).await;
    arcade.set_up(Setup { transport, ..Setup::default() });
    arcade.start_bot();
    arcade.bot_ready().await;
    arcade
}

#[tokio::test]
async fn whatever_discord_does_to_answers_and_the_gateway_loses_nothing() {
    let arcade = open("trouble_gateway", Transport::Gateway).await;
    let silences = [FaultKind::Hang, FaultKind::CutOff, FaultKind::LoseAnswer];
    let mut troubles: Vec<_> = Trouble::faults(CALLBACK, &failures()).collect();
    troubles.extend(Trouble::faults(CALLBACK, &silences));
    troubles.extend(vec![Trouble::Drop; DROPS]);
    troubles.extend(vec![Trouble::AskToReconnect; REQUESTS_TO_RECONNECT]);
    troubles.extend(vec![Trouble::Forget; SESSIONS_LOST]);
    let tally = suffer(&arcade, troubles).await;
    println!("{tally:?}, failed requests by status {:?}", failed(&arcade));
    let log = arcade.playground.gateway_log();
    let begun = log.iter().filter(|it| matches!(it, GatewayEvent::Identified { .. })).count();
    assert!(begun <= 1 + SESSIONS_LOST, "what can be resumed is resumed: {log:?}");
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn whatever_discord_does_to_responses_loses_nothing() {
    let arcade = open("trouble_http", Transport::Http { replicas: 3 }).await;
    let [one, two, three, _] = failures();
    let kinds = [one, two, three, FaultKind::Hang];
    let mut troubles: Vec<_> = Trouble::faults(CALLBACK, &kinds).collect();
    troubles.extend(Trouble::faults(ORIGINAL, &failures()));
    let tally = suffer(&arcade, troubles).await;
    println!("{tally:?}, failed requests by status {:?}", failed(&arcade));
    arcade.close_after_refusals().await;
}

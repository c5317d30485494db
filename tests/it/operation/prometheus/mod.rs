//! The shipped alert rules and dashboard, against what the program serves.

mod queries;
mod server;

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
};

use fake_discord::{Fault, FaultKind};
use serde_json::json;

use self::{
    queries::{Metric, Query},
    server::{Alert, Prometheus},
};
use super::monitoring::{get_until_status, with_ops_address};
use crate::support::{Process, TestBot, wait_until_async};

const OPERATIONS: &str = include_str!("../../../../docs/operations.md");

/// The labels that Prometheus adds.
const TARGET_LABELS: [&str; 2] = ["instance", "job"];

/// The labels of each metric.
type Metrics = BTreeMap<String, BTreeSet<String>>;

fn collect(metrics: impl IntoIterator<Item = Metric>) -> Metrics {
    metrics.into_iter().map(|metric| (metric.name, metric.labels)).collect()
}

/// The metrics that `docs/operations.md` explains.
fn documented() -> Metrics {
    let rows = OPERATIONS.lines().filter_map(|line| line.strip_prefix("| `fourfall_"));
    let metric = |row: &str| format!("fourfall_{}", row.split('`').next().unwrap());
    collect(rows.flat_map(|row| queries::metrics(&metric(row))))
}

/// The metrics that a program serves.
async fn served(address: SocketAddr) -> Metrics {
    let text = get_until_status(address, "/metrics", 200).await;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    collect(lines.flat_map(|line| queries::metrics(line.rsplit_once(' ').unwrap().0)))
}

/// The metrics without the parts of histograms.
fn without_parts(metrics: &Metrics) -> Metrics {
    let whole = |(name, labels): (&String, &BTreeSet<String>)| {
        let parts = ["_bucket", "_count", "_sum"];
        let name = parts.iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name);
        let labels = labels.iter().filter(|label| *label != "le").cloned();
        (name.to_owned(), labels.collect())
    };
    metrics.iter().map(whole).collect()
}

/// Has people play each other and the computer, until every documented metric is served, and
/// no other.
async fn play(bot: &TestBot, address: SocketAddr) -> Metrics {
    let board = bot.start_game(bot.ben, bot.cleo).await;
    bot.play_moves_as([bot.ben, bot.cleo], &board, "44").await;
    let board = bot.start_computer_game("easy").await;
    bot.press(bot.ann, &board, "4").await;
    let mut metrics = Metrics::new();
    for name in documented().keys() {
        let is_served = async || {
            metrics = served(address).await;
            without_parts(&metrics).contains_key(name)
        };
        wait_until_async(&format!("{name} is served"), is_served).await;
    }
    assert_eq!(without_parts(&metrics), documented());
    metrics
}

fn all_queries() -> impl Iterator<Item = Query> {
    queries::alerts().into_iter().chain(queries::panels())
}

/// Whether a metric is one of Prometheus' own or of `node_exporter`.
fn is_foreign(metric: &str) -> bool {
    metric == "up" || is_of_node_exporter(metric)
}

fn is_of_node_exporter(metric: &str) -> bool {
    metric.starts_with("node_filesystem_")
}

/// Asserts that a query names only what is served, and that the texts beside it show only what
/// the query returns.
fn assert_is_served(query: &Query, served: &Metrics) {
    let mut labels: BTreeSet<_> = TARGET_LABELS.map(str::to_owned).into();
    for metric in query.metrics().iter().filter(|metric| !is_foreign(&metric.name)) {
        let known = served.get(&metric.name);
        let known = known.unwrap_or_else(|| panic!("{} is not served: {query:?}", metric.name));
        assert!(metric.labels.is_subset(known), "{query:?}");
        labels.extend(known.iter().cloned());
    }
    let kept = query.kept_labels().unwrap_or_else(|| labels.clone());
    let dropped = query.dropped_labels().unwrap_or_default();
    assert!(kept.is_subset(&labels) && dropped.is_subset(&labels), "{query:?}");
    let returned: BTreeSet<_> = kept.difference(&dropped).cloned().collect();
    assert!(query.shown_labels.is_subset(&returned), "{query:?}");
}

#[tokio::test]
async fn alerts_and_dashboard_name_only_what_is_served() {
    let bot = TestBot::builder("metrics_served").in_real_time().stopped().await;
    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    let served = play(&bot, address).await;
    for query in all_queries() {
        assert!(!query.metrics().is_empty(), "{query:?}");
        assert_is_served(&query, &served);
    }
    process.kill().await;
    bot.close().await;
}

#[test]
fn every_documented_metric_is_on_the_dashboard() {
    let shown = collect(queries::panels().iter().flat_map(Query::metrics));
    let shown: BTreeSet<_> = without_parts(&shown).into_keys().collect();
    assert_eq!(shown, documented().into_keys().collect());
}

#[test]
fn every_alert_is_tested_and_documented() {
    let tests = include_str!("../../../../deploy/prometheus/alerts.test.yaml");
    for Query { name, .. } in queries::alerts() {
        assert!(tests.contains(&format!("alertname=\"{name}\"")), "{name} is not tested");
        assert!(OPERATIONS.contains(&format!("`{name}`")), "{name} is not documented");
    }
}

fn is_about_the_bot(query: &Query) -> bool {
    !query.metrics().iter().any(|metric| is_of_node_exporter(&metric.name))
}

/// The side of an alert's comparison that is measured, which returns data while the alert does
/// not fire.
fn measured(alert: &Query) -> &str {
    let comparison = [" > ", " < ", " == "].iter().find_map(|sign| alert.text.rsplit_once(sign));
    comparison.expect("an alert compares").0
}

/// Has Ben use commands, which do not reach him, until this alert fires.
async fn wait_firing(bot: &TestBot, prometheus: &Prometheus, name: &str) -> Alert {
    let mut firing = None;
    let is_firing = async || {
        bot.command(bot.ben, "help", json!({})).await;
        let alerts = prometheus.alerts().await.into_iter();
        firing = alerts.filter(|it| it.is_firing).find(|it| it.labels["alertname"] == name);
        firing.is_some()
    };
    wait_until_async(&format!("{name} fires"), is_firing).await;
    firing.unwrap()
}

#[tokio::test]
#[ignore = "needs Prometheus"]
async fn prometheus_has_data_for_every_query_and_raises_alerts() {
    let bot = TestBot::builder("prometheus").in_real_time().gateway().stopped().await;
    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    play(&bot, address).await;
    let prometheus = Prometheus::start(address).await;
    let names: Vec<_> = queries::alerts().into_iter().map(|alert| alert.name).collect();
    assert_eq!(prometheus.alert_names().await, names);
    let is_scraped = async || prometheus.count_series("fourfall_ready").await > 0;
    wait_until_async("Prometheus scrapes the bot", is_scraped).await;
    for alert in queries::alerts() {
        assert_eq!(prometheus.count_series(&alert.text).await, 0, "{} is raised", alert.name);
    }

    let lost = |route| Fault { route, times: u32::MAX, kind: FaultKind::DropRequest };
    bot.discord.inject_fault(lost("/callback"));
    let alert = wait_firing(&bot, &prometheus, "FourfallInteractionsFail").await;
    assert_eq!(alert.annotations["summary"], format!("Interactions at {address} are lost"));
    let alerts = queries::alerts().into_iter().filter(is_about_the_bot);
    let measured = alerts.map(|alert| measured(&alert).to_owned());
    for query in measured.chain(queries::panels().into_iter().map(|panel| panel.text)) {
        let has_data = async || prometheus.count_series(&query).await > 0;
        wait_until_async(&format!("{query} has data"), has_data).await;
    }

    bot.discord.inject_fault(lost("/"));
    let alert = wait_firing(&bot, &prometheus, "FourfallNotReady").await;
    assert_eq!(alert.annotations["summary"], format!("{address} is down or not ready"));
    assert_eq!(alert.labels["severity"], "critical");

    bot.discord.clear_faults();
    let is_over = async || {
        let alerts = prometheus.alerts().await;
        !alerts.iter().any(|alert| alert.labels["alertname"] == "FourfallNotReady")
    };
    wait_until_async("the bot is ready again", is_over).await;
    prometheus.kill().await;
    process.kill().await;
    bot.close().await;
}

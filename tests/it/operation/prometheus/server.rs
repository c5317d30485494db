//! A Prometheus server with the shipped configuration.

use std::{collections::BTreeMap, net::SocketAddr, path::Path, process::Stdio};

use reqwest::Url;
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::queries::ALERTS;
use crate::support::{free_address, wait_until_async};

const CONFIG: &str = include_str!("../../../../deploy/prometheus/prometheus.yml");

/// A Prometheus that scrapes one bot each second, killed on drop.
#[derive(Debug)]
pub(super) struct Prometheus {
    process: Child,
    address: SocketAddr,
    _folder: TempDir,
}

/// An alert that is pending or fires.
#[derive(Debug)]
pub(super) struct Alert {
    pub(super) is_firing: bool,
    pub(super) labels: BTreeMap<String, String>,
    pub(super) annotations: BTreeMap<String, String>,
}

impl Prometheus {
    /// Starts the server with the shipped alerts, which fire after a second.
    pub(super) async fn start(bot: SocketAddr) -> Self {
        let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
        write_config(folder.path(), bot);
        let process = Command::new("prometheus")
            .arg(format!("--config.file={}", folder.path().join("prometheus.yml").display()))
            .arg(format!("--storage.tsdb.path={}", folder.path().join("data").display()))
            .arg(format!("--web.listen-address={address}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("prometheus is installed");
        let prometheus = Self { process, address, _folder: folder };
        let is_ready = async || {
            let response = reqwest::get(format!("http://{address}/-/ready")).await;
            response.is_ok_and(|response| response.status().is_success())
        };
        wait_until_async("Prometheus is ready", is_ready).await;
        prometheus
    }

    pub(super) async fn kill(mut self) {
        self.process.kill().await.unwrap();
    }

    /// How many series a query returns. Panics if it is invalid.
    pub(super) async fn count_series(&self, query: &str) -> usize {
        let data = self.get("query", &[("query", query)]).await;
        data["result"].as_array().unwrap().len()
    }

    /// The names of the alerts that it has loaded.
    pub(super) async fn alert_names(&self) -> Vec<String> {
        let data = self.get("rules", &[]).await;
        let rules =
            data["groups"].as_array().unwrap().iter().filter_map(|it| it["rules"].as_array());
        rules.flatten().map(|rule| rule["name"].as_str().unwrap().to_owned()).collect()
    }

    /// The alerts that are pending or fire.
    pub(super) async fn alerts(&self) -> Vec<Alert> {
        let texts = |value: &Value| serde_json::from_value(value.clone()).unwrap();
        let data = self.get("alerts", &[]).await;
        let alert = |alert: &Value| Alert {
            is_firing: alert["state"] == "firing",
            labels: texts(&alert["labels"]),
            annotations: texts(&alert["annotations"]),
        };
        data["alerts"].as_array().unwrap().iter().map(alert).collect()
    }

    async fn get(&self, path: &str, parameters: &[(&str, &str)]) -> Value {
        let url = format!("http://{}/api/v1/{path}", self.address);
        let url = Url::parse_with_params(&url, parameters).unwrap();
        let answer: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        assert_eq!(answer["status"], "success", "{parameters:?}: {answer}");
        answer["data"].clone()
    }
}

/// Writes the shipped configuration for this bot, and the shipped alerts.
fn write_config(folder: &Path, bot: SocketAddr) {
    let config = CONFIG.replace("127.0.0.1:9091", &bot.to_string()).replace(": 15s", ": 1s");
    let is_adapted = config.contains(&bot.to_string()) && config.matches(": 1s").count() == 2;
    assert!(is_adapted, "the shipped configuration has changed");
    std::fs::write(folder.join("prometheus.yml"), config).unwrap();
    let shorten = |line: &str| {
        let indent = line.split("for: ").next().filter(|it| it.trim().is_empty() && *it != line);
        indent.map_or_else(|| line.to_owned(), |indent| format!("{indent}for: 1s")) + "\n"
    };
    let alerts: String = ALERTS.lines().map(shorten).collect();
    std::fs::write(folder.join("alerts.yaml"), alerts).unwrap();
}

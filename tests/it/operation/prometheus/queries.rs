//! The queries of the shipped alert rules and dashboard, and the metrics and labels that they
//! name.

use std::collections::BTreeSet;

use serde_json::Value;

pub(super) const ALERTS: &str = include_str!("../../../../deploy/prometheus/alerts.yaml");
const DASHBOARD: &str = include_str!("../../../../deploy/grafana-dashboard.json");

/// A query of an alert or of a panel.
#[derive(Debug)]
pub(super) struct Query {
    /// The name of the alert, or the title of the panel.
    pub(super) name: String,
    pub(super) text: String,
    /// The labels that the texts beside it show.
    pub(super) shown_labels: BTreeSet<String>,
}

/// A metric with labels: what a query selects, what is served, or what is documented.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Metric {
    pub(super) name: String,
    pub(super) labels: BTreeSet<String>,
}

/// The alerts' queries. Each is on one line.
pub(super) fn alerts() -> Vec<Query> {
    let alert = |rule: &str| {
        let name = rule.lines().next().unwrap().to_owned();
        let text = rule.lines().find_map(|line| line.trim_start().strip_prefix("expr: "));
        let text = text.unwrap_or_else(|| panic!("{name} has no query")).to_owned();
        Query { name, text, shown_labels: words_after(rule, "{{ $labels.") }
    };
    ALERTS.split("- alert: ").skip(1).map(alert).collect()
}

/// The panels' queries, with a minute as the window that Grafana chooses.
pub(super) fn panels() -> Vec<Query> {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let queries = |panel: &Value| {
        let title = panel["title"].as_str().unwrap().to_owned();
        let query = |target: &Value| Query {
            name: title.clone(),
            text: target["expr"].as_str().unwrap().replace("$__rate_interval", "1m"),
            shown_labels: words_after(target["legendFormat"].as_str().unwrap(), "{{"),
        };
        panel["targets"].as_array().unwrap().iter().map(query).collect::<Vec<_>>()
    };
    dashboard["panels"].as_array().unwrap().iter().flat_map(queries).collect()
}

/// The words that follow a mark.
fn words_after(text: &str, mark: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = |rest: &str| rest.chars().take_while(|c| is_part(*c)).collect();
    text.split(mark).skip(1).map(word).collect()
}

impl Query {
    pub(super) fn metrics(&self) -> Vec<Metric> {
        metrics(&self.text)
    }

    /// The labels after `by`.
    pub(super) fn kept_labels(&self) -> Option<BTreeSet<String>> {
        self.labels_after("by")
    }

    /// The labels after `without`.
    pub(super) fn dropped_labels(&self) -> Option<BTreeSet<String>> {
        self.labels_after("without")
    }

    fn labels_after(&self, keyword: &str) -> Option<BTreeSet<String>> {
        let mut tokens = tokens(&self.text).into_iter();
        tokens.find(|token| token == keyword)?;
        Some(tokens.skip(1).take_while(|token| token != ")").filter(|it| is_word(it)).collect())
    }
}

/// The metrics in a query, in a line of `/metrics`, or in a word such as `metric{label}`.
pub(super) fn metrics(text: &str) -> Vec<Metric> {
    let mut metrics: Vec<Metric> = Vec::new();
    let mut tokens = tokens(text).into_iter().peekable();
    while let Some(token) = tokens.next() {
        let next = tokens.peek().map_or("", String::as_str);
        if ["by", "without"].contains(&token.as_str()) {
            tokens.by_ref().find(|token| token == ")");
        } else if token == "{" {
            let labels = tokens.by_ref().take_while(|token| token != "}");
            metrics.last_mut().unwrap().labels = labels.filter(|it| is_word(it)).collect();
        } else if is_word(&token) && token != "or" && !["(", "by", "without"].contains(&next) {
            metrics.push(Metric { name: token, labels: BTreeSet::new() });
        }
    }
    metrics
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words and signs; neither strings, nor windows in brackets, nor numbers.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        match first {
            '"' => drop(characters.by_ref().find(|c| *c == '"')),
            '[' => drop(characters.by_ref().find(|c| *c == ']')),
            _ if first.is_alphanumeric() || first == '_' => {
                let mut token = String::from(first);
                let is_part = |c: &char| c.is_alphanumeric() || ['_', '.'].contains(c);
                while let Some(next) = characters.next_if(is_part) {
                    token.push(next);
                }
                if is_word(&token) {
                    tokens.push(token);
                }
            }
            _ if first.is_whitespace() => {}
            _ => tokens.push(first.into()),
        }
    }
    tokens
}

#[test]
fn metrics_and_labels_are_found_in_a_query() {
    let text = r#"sum by (a, le) (rate(one_total{b=~"x|y", c!="{"}[5m])) / two > 0.5 or up{d=""}"#;
    let metric = |name: &str, labels: &[&str]| Metric {
        name: name.to_owned(),
        labels: labels.iter().map(ToString::to_string).collect(),
    };
    let expected = [metric("one_total", &["b", "c"]), metric("two", &[]), metric("up", &["d"])];
    assert_eq!(metrics(text), expected);
    let query = Query { name: String::new(), text: text.to_owned(), shown_labels: BTreeSet::new() };
    assert_eq!(query.kept_labels(), Some(BTreeSet::from(["a".to_owned(), "le".to_owned()])));
    assert_eq!(query.dropped_labels(), None);
}

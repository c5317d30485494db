//! The log: how it is written, and panics in it.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    fmt::Result as FmtResult,
    io::{IsTerminal as _, stderr},
    panic::{self, PanicHookInfo},
};

use tracing::{Event, Subscriber};
use tracing_subscriber::{
    Layer as _, Registry,
    filter::LevelFilter,
    fmt::{
        self, FmtContext, FormatEvent, FormatFields,
        format::{Format, Writer},
    },
    layer::SubscriberExt as _,
    registry::LookupSpan,
    util::SubscriberInitExt as _,
};

use crate::config::{LogFormat, LogSettings};

/// Libraries that would log too much: serenity makes spans for every call,
/// which costs time, and the web-socket library writes out whole messages, the
/// bot's token in one of them.
const QUIET: [&str; 3] = ["serenity", "tungstenite", "tokio_tungstenite"];

/// Starts writing logs to the standard error stream, one line for each event and for
/// each panic. As text, they have colours on a terminal, unless `NO_COLOR` is set.
///
/// They go on until the program ends.
pub fn start_logs(LogSettings { filter, format }: LogSettings) {
    let filter = filter
        .with_targets(QUIET.map(|target| (target, LevelFilter::WARN)))
        // It would write out the values of unknown parameters, with them perhaps a password.
        .with_target("sqlx_postgres::options::parse", LevelFilter::ERROR);
    let mut layer = fmt::layer::<Registry>().with_writer(stderr);
    // By default, only `NO_COLOR` turns colours off.
    if !stderr().is_terminal() {
        layer.set_ansi(false);
    }
    let layer = match format {
        LogFormat::Text => layer.event_format(OneLine).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).with_current_span(false).boxed(),
    };
    tracing_subscriber::registry().with(layer).with(filter).init();
    panic::set_hook(Box::new(move |panic| log_panic(panic, format)));
}

/// The default format, with line breaks within an event escaped.
struct OneLine;

impl<S, N> FormatEvent<S, N> for OneLine
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> FmtResult {
        let mut text = String::new();
        let format = Format::default().with_ansi(writer.has_ansi_escapes());
        format.format_event(context, Writer::new(&mut text), event)?;
        writeln!(writer, "{}", text.trim_end().replace('\n', "\\n").replace('\r', "\\r"))
    }
}

/// Logs a panic, with a backtrace if `RUST_BACKTRACE` asks for one. As text, that follows.
#[expect(clippy::print_stderr, reason = "a backtrace is many lines")]
fn log_panic(panic: &PanicHookInfo<'_>, format: LogFormat) {
    let backtrace = Backtrace::capture();
    let backtrace =
        (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
    let (field, below) = match format {
        LogFormat::Text => (None, backtrace),
        LogFormat::Json => (backtrace, None),
    };
    let location = panic.location().map(ToString::to_string);
    let message = panic.payload_as_str().unwrap_or("no message");
    tracing::error!(location, backtrace = field, "panicked: {message}");
    if let Some(backtrace) = below {
        eprintln!("{backtrace}");
    }
}

#[cfg(test)]
mod tests {
    use std::{env, process::Command};

    use tracing_subscriber::filter::Targets;

    use super::*;

    const PANICS: &str = "PANIC_AFTER_STARTING_LOGS";

    /// The log of a panic in a process of its own, since it installs a panic hook. That
    /// process runs the calling test again, with an environment variable that tells it so.
    #[expect(clippy::disallowed_methods, reason = "a flag for the other process")]
    fn log_of_panic(test: &str, format: LogFormat, backtrace: &str) -> String {
        if env::var_os(PANICS).is_some() {
            start_logs(LogSettings {
                filter: Targets::new().with_default(LevelFilter::INFO),
                format,
            });
            panic!("first\nsecond");
        }
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", &format!("ops::logs::tests::{test}"), "--nocapture"]);
        command.env(PANICS, "1").env("RUST_BACKTRACE", backtrace);
        let output = command.output().unwrap();
        assert!(!output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    #[test]
    fn a_panic_is_one_line_of_the_log() {
        let log = log_of_panic("a_panic_is_one_line_of_the_log", LogFormat::Text, "0");
        assert_eq!(log.lines().count(), 1, "{log}");
        for part in ["ERROR", "panicked: first\\nsecond", "src/ops/logs.rs:"] {
            assert!(log.contains(part), "{part}: {log}");
        }
    }

    #[test]
    fn a_panic_is_one_json_object_with_its_backtrace() {
        let test = "a_panic_is_one_json_object_with_its_backtrace";
        let log = log_of_panic(test, LogFormat::Json, "1");
        let line: serde_json::Value = serde_json::from_str(&log).expect("the log is one object");
        assert_eq!(line["level"], "ERROR");
        assert_eq!(line["message"], "panicked: first\nsecond");
        assert!(line["location"].as_str().unwrap().starts_with("src/ops/logs.rs:"), "{log}");
        assert!(line["backtrace"].as_str().unwrap().contains("log_of_panic"), "{log}");
    }
}

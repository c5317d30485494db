//! What commands print.

use std::{
    fmt::Display,
    io::{self, Write as _},
    process::ExitCode,
};

use serde_json::json;

use crate::{
    config::{self, LogFormat, SettingError},
    discord::application::ApplicationInfo,
};

/// The exit code for a wrong setting; clap uses the same for a wrong argument.
const WRONG_SETTING: u8 = 2;

/// Prints a line of a command's output. Ends the program if that is impossible; a reader that
/// wants no more is no error.
#[expect(clippy::print_stderr, reason = "the error that ends the program")]
pub(super) fn print(line: impl Display) {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("fourfall: the output cannot be written: {error}");
            std::process::exit(1);
        }
        _ => {}
    }
}

/// Prints the error that ends the program, and returns the exit code.
pub(super) fn report(error: &anyhow::Error) -> ExitCode {
    print_problem("ERROR", &format!("{error:#}"));
    if error.is::<SettingError>() { ExitCode::from(WRONG_SETTING) } else { ExitCode::FAILURE }
}

/// Prints a problem that ends nothing, before the log starts.
pub(super) fn warn(problem: &str) {
    print_problem("WARN", problem);
}

/// Not by the log, whose filter may leave it out.
#[expect(clippy::print_stderr, reason = "what is wrong with the program's start")]
fn print_problem(level: &str, problem: &str) {
    let problem = problem.replace(char::is_control, " ");
    if config::log_format_or_default() == LogFormat::Json {
        eprintln!("{}", json!({ "level": level, "target": "fourfall", "message": problem }));
    } else {
        eprintln!("fourfall: {problem}");
    }
}

/// Prints the links that add the bot.
pub(super) fn print_links(application: &ApplicationInfo) {
    for (purpose, link) in application.invite_links() {
        print(format_args!("{purpose}\n  {link}"));
    }
}

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
#[expect(clippy::print_stderr, reason = "the error that ends the program")]
pub(super) fn report(error: &anyhow::Error) -> ExitCode {
    let error_text = format!("{error:#}").replace(char::is_control, " ");
    if config::log_format_or_default() == LogFormat::Json {
        // Not by the log, whose filter may leave it out.
        eprintln!("{}", json!({ "level": "ERROR", "target": "fourfall", "message": error_text }));
    } else {
        eprintln!("fourfall: {error_text}");
    }
    if error.is::<SettingError>() { ExitCode::from(WRONG_SETTING) } else { ExitCode::FAILURE }
}

/// Prints the links that add the bot.
pub(super) fn print_links(application: &ApplicationInfo) {
    for (purpose, link) in application.invite_links() {
        print(format_args!("{purpose}\n  {link}"));
    }
}

//! `fourfall doctor`: prints what is wrong, and how to fix it.

use std::process::ExitCode;

use clock::Clock;

use super::print;
use crate::{config::SettingResults, doctor};

pub(super) async fn run() -> ExitCode {
    let diagnoses = doctor::examine(&SettingResults::read(), &Clock::system()).await;
    for diagnosis in &diagnoses {
        print(format_args!("{diagnosis}"));
    }
    let wrong = diagnoses.iter().filter(|it| it.is_wrong()).count();
    match wrong {
        0 => print(format_args!("\nNothing that was checked is wrong.")),
        1 => print(format_args!("\nOne thing is wrong.")),
        count => print(format_args!("\n{count} things are wrong.")),
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

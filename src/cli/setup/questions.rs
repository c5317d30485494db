//! The questions that `fourfall setup` asks.

use std::{
    fmt::{Display, Formatter, Result as FmtResult},
    net::SocketAddr,
};

use anyhow::anyhow;
use inquire::{
    Confirm, CustomType, InquireError, Password, PasswordDisplayMode, Select,
    validator::{ErrorMessage, Validation},
};
use secrecy::SecretString;

use crate::config;

/// How Discord reaches the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TransportChoice {
    Gateway,
    Http,
}

impl Display for TransportChoice {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        formatter.write_str(match self {
            Self::Gateway => "The bot connects to Discord (right for nearly everybody)",
            Self::Http => "Discord connects to the bot, at an HTTPS address of yours",
        })
    }
}

/// Asks for the token, which is never shown.
pub(super) fn token() -> anyhow::Result<SecretString> {
    let is_token = |text: &str| match config::token_from(text) {
        Ok(_) => Ok(Validation::Valid),
        Err(error) => Ok(Validation::Invalid(ErrorMessage::Custom(error.problem))),
    };
    let answer = Password::new("Token:")
        .without_confirmation()
        .with_display_mode(PasswordDisplayMode::Masked)
        .with_formatter(&|_| "(not shown)".to_owned())
        .with_validator(is_token)
        .with_help_message("Paste it here, and press Enter.")
        .prompt();
    Ok(config::token_from(&answered(answer)?)?)
}

pub(super) fn transport() -> anyhow::Result<TransportChoice> {
    let choices = vec![TransportChoice::Gateway, TransportChoice::Http];
    let question = Select::new("Who connects to whom?", choices).without_filtering();
    answered(question.with_help_message("↑ and ↓ choose, Enter takes it.").prompt())
}

pub(super) fn listening_address() -> anyhow::Result<SocketAddr> {
    let answer = CustomType::<SocketAddr>::new("Where should the bot listen?")
        .with_default(SocketAddr::from(([0, 0, 0, 0], 8080)))
        .with_error_message("This is not an address and a port, like 0.0.0.0:8080.")
        .with_help_message("Your load balancer passes Discord's requests on to this address.")
        .prompt();
    answered(answer)
}

pub(super) fn confirm(question: &str, default: bool) -> anyhow::Result<bool> {
    answered(Confirm::new(question).with_default(default).prompt())
}

fn answered<T>(answer: Result<T, InquireError>) -> anyhow::Result<T> {
    answer.map_err(|error| match error {
        InquireError::OperationCanceled | InquireError::OperationInterrupted => {
            anyhow!("stopped; nothing was written")
        }
        error => error.into(),
    })
}

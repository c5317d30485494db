//! The questions that `fourfall setup` asks.

use std::{
    fmt::{Display, Formatter, Result as FmtResult},
    net::SocketAddr,
};

use inquire::{Confirm, CustomType, InquireError, Password, PasswordDisplayMode, Select};
use secrecy::SecretString;

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

/// Asks for the token, which is never shown. Returns it as it was typed.
pub(super) fn token() -> Result<SecretString, InquireError> {
    let question = Password::new("Token:")
        .without_confirmation()
        .with_display_mode(PasswordDisplayMode::Masked)
        .with_formatter(&|_| "(not shown)".to_owned())
        .with_help_message("Paste it here, and press Enter.");
    question.prompt().map(SecretString::from)
}

pub(super) fn transport() -> Result<TransportChoice, InquireError> {
    let choices = vec![TransportChoice::Gateway, TransportChoice::Http];
    let question = Select::new("Who connects to whom?", choices).without_filtering();
    question.with_help_message("↑ and ↓ choose, Enter takes it.").prompt()
}

pub(super) fn listening_address() -> Result<SocketAddr, InquireError> {
    CustomType::<SocketAddr>::new("Where should the bot listen?")
        .with_default(SocketAddr::from(([0, 0, 0, 0], 8080)))
        .with_error_message("This is not an address and a port, like 0.0.0.0:8080.")
        .with_help_message("Your load balancer passes Discord's requests on to this address.")
        .prompt()
}

pub(super) fn confirm(question: &str, default: bool) -> Result<bool, InquireError> {
    Confirm::new(question).with_default(default).prompt()
}

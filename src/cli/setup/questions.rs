//! The questions that `fourfall setup` asks.

use std::net::SocketAddr;

use inquire::{Confirm, CustomType, InquireError, Password, PasswordDisplayMode, Select};
use secrecy::{ExposeSecret, SecretString};

use crate::config;

/// Asks for the token, which is never shown. Returns it as it was typed.
pub(super) fn token() -> Result<SecretString, InquireError> {
    let question = Password::new("Token:")
        .without_confirmation()
        .with_display_mode(PasswordDisplayMode::Masked)
        .with_formatter(&|_| "(not shown)".to_owned())
        .with_help_message("Paste it here, and press Enter.");
    question.prompt().map(SecretString::from)
}

/// Asks how Discord reaches the bot. Returns whether that is by HTTP, not by the gateway.
pub(super) fn is_http() -> Result<bool, InquireError> {
    let choices = vec![
        "The bot connects to Discord (right for nearly everybody)",
        "Discord connects to the bot, at an HTTPS address of yours",
    ];
    let question = Select::new("Who connects to whom?", choices).without_filtering();
    let chosen = question.with_help_message("↑ and ↓ choose, Enter takes it.").raw_prompt()?;
    Ok(chosen.index == 1)
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

/// The token in what was pasted. Fails with a sentence for the user.
pub(super) fn parse_token(pasted: &SecretString) -> Result<SecretString, &'static str> {
    let text = pasted.expose_secret();
    if text.trim().is_empty() {
        return Err("Nothing was pasted.");
    }
    config::parse_token(text).map_err(|_| "That is no token: it has characters that none has.")
}

/// What a token that Discord does not know may be instead.
pub(super) fn token_hint(token: &SecretString) -> &'static str {
    if token.expose_secret().matches('.').count() == 2 {
        "Choose Reset Token again, and copy the new one."
    } else {
        "A token has two dots, and some 70 characters. It is on the page Bot; what is on the page \
         General Information is something else."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<String, &'static str> {
        parse_token(&text.to_owned().into()).map(|token| token.expose_secret().to_owned())
    }

    #[test]
    fn what_is_no_token_gets_a_sentence() {
        assert_eq!(parsed("  "), Err("Nothing was pasted."));
        for pasted in ["DISCORD_TOKEN=\"\"", "two words", "a.b.ç", "a.b\u{1b}.c"] {
            assert!(parsed(pasted).unwrap_err().starts_with("That is no token"), "{pasted}");
        }
    }
}

//! What people paste when they are asked for a token.

use secrecy::{ExposeSecret, SecretString};

use crate::config;

/// The token in what was pasted. Fails with a sentence for the user.
pub(super) fn parse(pasted: &SecretString) -> Result<SecretString, &'static str> {
    let text = pasted.expose_secret();
    if text.trim().is_empty() {
        return Err("Nothing was pasted.");
    }
    config::parse_token(text).map_err(|_| "That is no token: it has characters that none has.")
}

/// What a token that Discord does not know may be instead.
pub(super) fn hint(token: &SecretString) -> &'static str {
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
        parse(&text.to_owned().into()).map(|token| token.expose_secret().to_owned())
    }

    #[test]
    fn what_is_no_token_gets_a_sentence() {
        assert_eq!(parsed("  "), Err("Nothing was pasted."));
        for pasted in ["DISCORD_TOKEN=\"\"", "two words", "a.b.ç", "a.b\u{1b}.c"] {
            assert!(parsed(pasted).unwrap_err().starts_with("That is no token"), "{pasted}");
        }
    }
}

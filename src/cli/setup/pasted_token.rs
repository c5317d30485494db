//! What people paste when they are asked for a token.

use secrecy::{ExposeSecret, SecretString};

use crate::config;

/// The token in what was pasted, without what is often copied along. Fails with a sentence for
/// the user.
pub(super) fn parse(pasted: &SecretString) -> Result<SecretString, &'static str> {
    let mut text = pasted.expose_secret().trim();
    for prefix in ["DISCORD_TOKEN=", "Bot "] {
        text = text.strip_prefix(prefix).unwrap_or(text);
    }
    let text = text.trim_matches(['"', '\'', '`', ' ']);
    if text.is_empty() {
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
    fn what_is_copied_along_is_removed() {
        for pasted in [
            "a.b.c",
            " a.b.c\t",
            "\"a.b.c\"",
            "'a.b.c'",
            "Bot a.b.c",
            "DISCORD_TOKEN=a.b.c",
            "DISCORD_TOKEN=\"a.b.c\"",
        ] {
            assert_eq!(parsed(pasted), Ok("a.b.c".to_owned()), "{pasted}");
        }
    }

    #[test]
    fn what_is_no_token_gets_a_sentence() {
        assert_eq!(parsed("  "), Err("Nothing was pasted."));
        for pasted in ["two words", "a.b.ç", "a.b\u{1b}.c"] {
            assert!(parsed(pasted).unwrap_err().starts_with("That is no token"), "{pasted}");
        }
    }
}

//! The paths of the API.

/// A path with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route<'a> {
    Gateway,
    GatewayBot,
    Me,
    Application,
    Commands { application: &'a str, guild: Option<&'a str> },
    Emojis { application: &'a str },
    Emoji { application: &'a str, emoji: &'a str },
    Callback { interaction: &'a str, token: &'a str },
    Webhook { application: &'a str, token: &'a str },
    WebhookMessage { application: &'a str, token: &'a str, message: &'a str },
    Guild { guild: &'a str },
    Member { guild: &'a str, user: &'a str },
    Channel { channel: &'a str },
    Messages { channel: &'a str },
    Message { channel: &'a str, message: &'a str },
}

impl<'a> Route<'a> {
    /// Parses a path without `/api/v10`. Returns `None` if there is no such route.
    pub(crate) fn parse(path: &'a str) -> Option<Self> {
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        Some(match parts.as_slice() {
            ["gateway"] => Self::Gateway,
            ["gateway", "bot"] => Self::GatewayBot,
            ["users", "@me"] => Self::Me,
            ["applications", "@me"] | ["oauth2", "applications", "@me"] => Self::Application,
            ["applications", application, "commands"] => {
                Self::Commands { application, guild: None }
            }
            ["applications", application, "guilds", guild, "commands"] => {
                Self::Commands { application, guild: Some(guild) }
            }
            ["applications", application, "emojis"] => Self::Emojis { application },
            ["applications", application, "emojis", emoji] => Self::Emoji { application, emoji },
            ["interactions", interaction, token, "callback"] => {
                Self::Callback { interaction, token }
            }
            ["webhooks", application, token] => Self::Webhook { application, token },
            ["webhooks", application, token, "messages", message] => {
                let message = if *message == "%40original" { "@original" } else { message };
                Self::WebhookMessage { application, token, message }
            }
            ["guilds", guild] => Self::Guild { guild },
            ["guilds", guild, "members", user] => Self::Member { guild, user },
            ["channels", channel] => Self::Channel { channel },
            ["channels", channel, "messages"] => Self::Messages { channel },
            ["channels", channel, "messages", message] => Self::Message { channel, message },
            _ => return None,
        })
    }

    /// Whether the request needs the bot's token. A path with an interaction's
    /// token does not.
    pub(crate) fn needs_bot_token(self) -> bool {
        !matches!(
            self,
            Self::Gateway
                | Self::Callback { .. }
                | Self::Webhook { .. }
                | Self::WebhookMessage { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_paths_are_parsed_and_others_are_not() {
        let found = Route::parse("/webhooks/1/t/messages/@original");
        let expected = Route::WebhookMessage { application: "1", token: "t", message: "@original" };
        assert_eq!(found, Some(expected));
        assert_eq!(Route::parse("/channels/5"), Some(Route::Channel { channel: "5" }));
        let member = Route::Member { guild: "1", user: "2" };
        assert_eq!(Route::parse("/guilds/1/members/2"), Some(member));
        for path in ["", "/", "/gateway/", "/guilds/1/roles", "/channels/1/messages/2/3"] {
            assert_eq!(Route::parse(path), None, "{path}");
        }
    }
}

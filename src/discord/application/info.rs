//! The application, with what its owner has set in the developer portal.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;
use serenity::all::ApplicationId as DiscordId;

use crate::game::ApplicationId;

/// An application, with what its owner has set in the developer portal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationInfo {
    pub id: ApplicationId,
    pub name: String,
    /// The key that verifies signed interactions, in hex.
    pub public_key: String,
    /// Where Discord posts interactions. `None` if they come by the gateway.
    pub endpoint: Option<String>,
    pub installable: Installable,
    /// Whether others than its owner can add it.
    pub is_public: bool,
    /// Whether invite links need a further step by a server of the owner's.
    pub requires_code_grant: bool,
}

/// To what an application can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Installable {
    pub to_guilds: bool,
    pub to_users: bool,
}

/// The fields that are used of Discord's object.
///
/// [Its description](https://discord.com/developers/docs/resources/application#application-object)
#[derive(Debug, Deserialize)]
pub(super) struct ApplicationResponse {
    id: DiscordId,
    name: String,
    verify_key: String,
    interactions_endpoint_url: Option<String>,
    #[serde(default)]
    bot_public: bool,
    #[serde(default)]
    bot_require_code_grant: bool,
    #[serde(default)]
    integration_types_config: HashMap<String, Value>,
}

/// [Installation contexts](https://discord.com/developers/docs/resources/application#application-object-application-integration-types).
pub(crate) const GUILD_INSTALL: &str = "0";
pub(super) const USER_INSTALL: &str = "1";

impl From<ApplicationResponse> for ApplicationInfo {
    fn from(response: ApplicationResponse) -> Self {
        let supports = |context| response.integration_types_config.contains_key(context);
        Self {
            id: ApplicationId(response.id.get()),
            installable: Installable {
                to_guilds: supports(GUILD_INSTALL),
                to_users: supports(USER_INSTALL),
            },
            is_public: response.bot_public,
            name: without_control_characters(&response.name),
            public_key: without_control_characters(&response.verify_key),
            endpoint: response
                .interactions_endpoint_url
                .filter(|url| !url.is_empty())
                .map(|url| without_control_characters(&url)),
            requires_code_grant: response.bot_require_code_grant,
        }
    }
}

/// A text as a terminal may show it.
fn without_control_characters(text: &str) -> String {
    text.replace(char::is_control, " ")
}

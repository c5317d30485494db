//! How Discord is reached.

use secrecy::{ExposeSecret, SecretString};
use serenity::http::Http;

use crate::game::GuildId;

/// How to reach Discord.
#[derive(Clone, Debug)]
pub struct DiscordConfig {
    pub token: SecretString,
    /// The URL that REST calls go to instead of Discord's.
    pub proxy: Option<String>,
    /// The server to register the commands in. `None` registers them globally.
    pub development_guild: Option<GuildId>,
    pub client: reqwest::Client,
    /// Whether the tiles of boards are looked up and uploaded. If not, boards are Unicode.
    pub uploads_tiles: bool,
}

impl DiscordConfig {
    /// serenity's client, of which the gateway takes only the token.
    pub(super) fn http(&self) -> Http {
        Http::new(self.token.expose_secret())
    }
}

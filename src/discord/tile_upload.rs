//! Makes the tiles of boards emoji of the application: adopts those that it has, and uploads the
//! others. None is deleted, since boards in channels may show it.
//!
//! Nothing of this may stop the bot: without tiles, boards are Unicode.

use std::time::Duration;

use data_encoding::BASE64;
use serde::Deserialize;
use serde_json::json;
use serenity::{
    all::EmojiId,
    http::{LightMethod, Request, Route},
};

use super::{
    bot_client::BotClient,
    interaction_client::SendError,
    retry::{WrongToken, retry_with_backoff},
};
use crate::{
    game::ApplicationId,
    picture,
    theme::{Theme, Tile},
    uploaded_tiles::UploadedTiles,
};

/// The pause after an upload, so that the many of them leave most of what Discord allows in a
/// second ([50 requests](https://discord.com/developers/docs/topics/rate-limits#global-rate-limit))
/// to the games.
const PAUSE: Duration = Duration::from_millis(50);

/// The pause after another process was faster: it uploads the others as well, and several at once
/// would soon have sent all that Discord allows.
const PAUSE_BEHIND_ANOTHER: Duration = Duration::from_secs(1);

/// How long the list of emoji may take before the bot connects without it.
const LIST_TIMEOUT: Duration = Duration::from_secs(2);

/// Why Discord refuses a request about emoji, if it does.
type Refused = Option<String>;

/// Uploads the tiles of an application.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileUpload<'a> {
    pub(super) bot: &'a BotClient,
    pub(super) application: ApplicationId,
    pub(super) tiles: &'a UploadedTiles,
}

impl TileUpload<'_> {
    /// Records the tiles that the application has, if Discord lists them at once: boards that are
    /// drawn with tiles need them from the first interaction on.
    pub(super) async fn adopt_at_once(self) {
        let error = match tokio::time::timeout(LIST_TIMEOUT, self.try_adopt()).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it timed out".to_owned(),
        };
        tracing::debug!(error, "the application's emoji are not known yet");
    }

    /// Records all tiles that the application has, and uploads those that are missing, until Discord
    /// has them or refuses one. Retries until Discord has answered.
    pub(super) async fn ensure_uploaded(self) {
        match self.try_ensure_uploaded().await {
            Ok(None) => {}
            Ok(Some(reason)) => tracing::warn!(
                reason,
                "Discord refuses the tiles of boards; boards without them are Unicode, and no more \
                 are uploaded before the next start"
            ),
            Err(error) => tracing::warn!(%error, "the tiles of boards are not uploaded"),
        }
    }

    async fn try_ensure_uploaded(self) -> Result<Refused, WrongToken> {
        let tiles = self.tiles;
        if tiles.next_unknown().is_some()
            && let Some(reason) = self.adopt().await?
        {
            return Ok(Some(reason));
        }
        let mut uploaded = 0;
        while let Some((theme, tile, name)) = tiles.next_unknown() {
            match self.upload(theme, tile, &name).await? {
                None => {
                    uploaded += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                Some(reason) => {
                    // Another process may have been faster.
                    self.adopt().await?;
                    if tiles.next_unknown().is_some_and(|(.., unknown)| unknown == name) {
                        return Ok(Some(reason));
                    }
                    tokio::time::sleep(PAUSE_BEHIND_ANOTHER).await;
                }
            }
        }
        if uploaded > 0 {
            tracing::info!(uploaded, "uploaded the tiles of boards");
        }
        Ok(None)
    }

    async fn adopt(self) -> Result<Refused, WrongToken> {
        retry_with_backoff("the application's emoji could not be listed", || async {
            refused(self.try_adopt().await)
        })
        .await
    }

    /// Records the tiles that the application has.
    pub(super) async fn try_adopt(self) -> Result<(), SendError> {
        let request = Request::new(self.route(), LightMethod::Get);
        let Emojis { items } = self.bot.fire(request).await?;
        // An animated one is written differently, so it is none of ours.
        for emoji in items.into_iter().filter(|emoji| !emoji.animated) {
            self.tiles.record(&emoji.name, emoji.id.get());
        }
        Ok(())
    }

    async fn upload(self, theme: Theme, tile: Tile, name: &str) -> Result<Refused, WrongToken> {
        let picture = picture::tile_picture(tile, theme);
        let image = format!("data:image/png;base64,{}", BASE64.encode(&picture));
        let body = json!({ "name": name, "image": image });
        retry_with_backoff("a tile could not be uploaded", || async {
            let created = async {
                let body = Some(serde_json::to_vec(&body)?);
                let request = Request::new(self.route(), LightMethod::Post).body(body);
                let Emoji { id, .. } = self.bot.fire(request).await?;
                self.tiles.record(name, id.get());
                Ok(())
            };
            refused(created.await)
        })
        .await
    }

    fn route(self) -> Route<'static> {
        Route::Emojis { application_id: self.application.0.into() }
    }
}

#[derive(Deserialize)]
struct Emojis {
    items: Vec<Emoji>,
}

/// What is read of an emoji: who has uploaded it is not.
#[derive(Deserialize)]
struct Emoji {
    id: EmojiId,
    name: String,
    #[serde(default)]
    animated: bool,
}

/// A refusal, which no retry can change, is no error.
fn refused(result: Result<(), SendError>) -> anyhow::Result<Refused> {
    match result {
        Ok(()) => Ok(None),
        Err(error) if error.is_refusal() => Ok(Some(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

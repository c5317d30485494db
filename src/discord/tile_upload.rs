//! Makes the tiles of boards emoji of the application: adopts those that it has, and uploads the
//! others. None is deleted, since boards in channels may show it.

use std::time::Duration;

use data_encoding::BASE64;
use serde_json::json;
use serenity::{
    all::Emoji,
    http::{Http, HttpError},
};

use super::{
    retry::{FatalError, RetryError, is_refusal, retry_with_backoff},
    tile_emoji::{DistinctTile, TileEmoji},
};
use crate::picture;

/// The pause after an upload, so that the many of them leave most of what Discord allows in a
/// second ([50 requests](https://discord.com/developers/docs/topics/rate-limits#global-rate-limit))
/// to the games.
const PAUSE: Duration = Duration::from_millis(50);

/// Records the ids of all tiles' emoji, and uploads those that are missing, until Discord has
/// them or refuses one. Retries until Discord has answered.
pub(super) async fn upload(http: &Http, emoji: &TileEmoji) -> Result<(), FatalError> {
    adopt(http, emoji).await?;
    let missing: Vec<_> = emoji.unknown().collect();
    let mut uploaded = 0;
    for (tile, name) in missing {
        match create(http, tile, name).await? {
            Ok(created) => {
                emoji.record(&created.name, created.id);
                uploaded += 1;
                tokio::time::sleep(PAUSE).await;
            }
            Err(reason) => {
                // Another process may have been faster.
                adopt(http, emoji).await?;
                if emoji.unknown().any(|(_, unknown)| unknown == name) {
                    tracing::warn!(
                        name,
                        reason,
                        "Discord refuses the picture of a tile; boards \
                        without it are drawn with Unicode emoji"
                    );
                    return Ok(());
                }
            }
        }
    }
    if uploaded > 0 {
        tracing::info!(uploaded, "uploaded the tiles of boards");
    }
    Ok(())
}

async fn adopt(http: &Http, emoji: &TileEmoji) -> Result<(), FatalError> {
    let list = retry_with_backoff("the application's emoji could not be listed", || async {
        Ok(http.get_application_emojis().await?)
    });
    for known in list.await? {
        emoji.record(&known.name, known.id);
    }
    Ok(())
}

/// Uploads a tile. Returns Discord's reason if it is refused.
async fn create(
    http: &Http,
    tile: &DistinctTile,
    name: &str,
) -> Result<Result<Emoji, String>, FatalError> {
    let picture = picture::tile_picture(tile.tile, tile.theme);
    let image = format!("data:image/png;base64,{}", BASE64.encode(&picture));
    let body = json!({ "name": name, "image": image });
    retry_with_backoff("a tile could not be uploaded", || async {
        match http.create_application_emoji(&body).await {
            Ok(created) => Ok(Ok(created)),
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(response)))
                if is_refusal(response.status_code) =>
            {
                Ok(Err(response.error.message))
            }
            Err(error) => Err(RetryError::from(error)),
        }
    })
    .await
}

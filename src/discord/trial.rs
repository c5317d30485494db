//! What `fourfall doctor --try` asks of Discord: what the bot does in a channel by itself, once.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use serenity::http::{LightMethod, Request, Route};

use super::{
    application::{ApplicationClient, ApplicationError, limited},
    interaction::{Id, THREADS},
    tile_upload::TileUpload,
};
use crate::{
    game::{ApplicationId, ChannelId, MessageId},
    theme::{Theme, Tile},
    uploaded_tiles::UploadedTiles,
};

/// What people see while it lasts.
const NOTE: &str = "`fourfall doctor` is trying what I can do here. It goes away again.";

/// A channel in which things are tried.
#[derive(Debug, Deserialize)]
pub struct TrialChannel {
    name: Option<String>,
    #[serde(rename = "type")]
    kind: u64,
}

impl TrialChannel {
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("direct messages")
    }

    pub fn is_thread(&self) -> bool {
        THREADS.contains(&self.kind)
    }
}

/// A board that was posted.
#[derive(Debug)]
pub struct PostedBoard {
    pub id: MessageId,
    /// Whether it shows tiles. `None` if the application has not all of them.
    pub has_tiles: Option<bool>,
}

#[derive(Deserialize)]
struct PostedMessage {
    id: Id,
    content: String,
}

/// The channel, and who tries it.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    pub client: &'a ApplicationClient,
    pub application: ApplicationId,
    pub channel: ChannelId,
}

impl Trial<'_> {
    /// Looks at the channel.
    pub async fn channel(self) -> Result<TrialChannel, ApplicationError> {
        let channel_id = self.channel.0.into();
        self.call(Route::Channel { channel_id }, LightMethod::Get, None).await
    }

    /// Posts a board with all tiles.
    pub async fn post_board(self) -> Result<PostedBoard, ApplicationError> {
        let tiles = UploadedTiles::default();
        let (bot, application) = (&self.client.bot, self.application);
        limited(TileUpload { bot, application, tiles: &tiles }.try_adopt()).await?;
        let board = draw(&tiles);
        let route = Route::ChannelMessages { channel_id: self.channel.0.into() };
        let message = message(&format!("{board}\n{NOTE}"));
        let posted: PostedMessage = self.call(route, LightMethod::Post, Some(&message)).await?;
        // Of an emoji that it does not show, Discord leaves only the name.
        let has_tiles = tiles.are_known(Theme::default()).then(|| posted.content.contains(&board));
        Ok(PostedBoard { id: MessageId(posted.id.0), has_tiles })
    }

    /// Edits the board.
    pub async fn edit(self, board: &PostedBoard) -> Result<(), ApplicationError> {
        let route = self.message_route(board.id);
        self.call::<Value>(route, LightMethod::Patch, Some(&message(NOTE))).await.map(drop)
    }

    /// Deletes the board.
    pub async fn delete(self, board: &PostedBoard) -> Result<(), ApplicationError> {
        self.call(self.message_route(board.id), LightMethod::Delete, None).await
    }

    fn message_route(self, id: MessageId) -> Route<'static> {
        Route::ChannelMessage { channel_id: self.channel.0.into(), message_id: id.0.into() }
    }

    async fn call<T: DeserializeOwned>(
        self,
        route: Route<'_>,
        method: LightMethod,
        body: Option<&Value>,
    ) -> Result<T, ApplicationError> {
        let body = body.map(|body| body.to_string().into_bytes());
        limited(self.client.bot.interactions.fire(Request::new(route, method).body(body))).await
    }
}

/// A message that pings nobody.
fn message(content: &str) -> Value {
    json!({ "content": content, "allowed_mentions": { "parse": [] } })
}

/// Rows of empty cells, and one with each tile.
fn draw(tiles: &UploadedTiles) -> String {
    let symbols = tiles.symbols(Theme::default());
    let mut rows = vec![symbols[Tile::Empty.index()].repeat(7); 5];
    rows.push(symbols.concat());
    rows.join("\n")
}

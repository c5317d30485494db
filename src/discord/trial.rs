//! What `fourfall doctor --try` asks of Discord: each thing that the bot does in a channel, once.

use std::time::Duration;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use serenity::{
    all::CreateAttachment,
    http::{LightMethod, Request, Route},
};

pub use super::gateway::PressListener;
use super::{
    application::{ApplicationClient, ApplicationError, limited},
    gateway::TRIAL_CUSTOM_ID,
    interaction::{Id, THREADS},
    interaction_client::{UNKNOWN_MESSAGE, follow_up_route, original_response_route},
    tile_upload::TileUpload,
};
use crate::{
    features::InteractionRef,
    game::{ApplicationId, ChannelId, GuildId, MessageId},
    picture,
    theme::{Theme, Tile},
    uploaded_tiles::UploadedTiles,
};

/// What people see while it lasts.
const NOTE: &str = "`fourfall doctor` is trying what I can do here. All of it goes away again.";

const EDITED: &str = "Edited. All of it goes away again.";

/// The label of the button that is to be pressed.
pub const BUTTON: &str = "Press me";

/// How often a message is deleted if Discord does not do it at once, and the pause in between.
const DELETIONS: u32 = 3;
const PAUSE: Duration = Duration::from_secs(2);

/// The [kind of response](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type)
/// that posts a message.
const NEW_MESSAGE: u8 = 4;

/// A channel in which things are tried.
#[derive(Debug, Deserialize)]
pub struct TrialChannel {
    name: Option<String>,
    #[serde(rename = "type")]
    kind: u64,
    guild_id: Option<Id>,
}

impl TrialChannel {
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("direct messages")
    }

    pub fn is_thread(&self) -> bool {
        THREADS.contains(&self.kind)
    }

    pub fn guild(&self) -> Option<GuildId> {
        self.guild_id.map(|id| GuildId(id.0))
    }
}

/// A board that was posted.
#[derive(Debug)]
pub struct PostedBoard {
    id: MessageId,
    text: String,
    /// Whether it shows tiles. `None` if the application has not all of them.
    pub has_tiles: Option<bool>,
}

#[derive(Deserialize)]
struct PostedMessage {
    id: Id,
    content: Option<String>,
}

/// What is tried in a channel, with what has to be removed after it.
#[derive(Debug)]
pub struct Trial<'a> {
    client: &'a ApplicationClient,
    application: ApplicationId,
    channel: ChannelId,
    posted: Vec<MessageId>,
    /// How many more messages may have been posted.
    pub unanswered: usize,
}

impl<'a> Trial<'a> {
    pub const fn new(
        client: &'a ApplicationClient,
        application: ApplicationId,
        channel: ChannelId,
    ) -> Self {
        Self { client, application, channel, posted: Vec::new(), unanswered: 0 }
    }

    /// How many messages of the trial are still there.
    pub fn remaining(&self) -> usize {
        self.posted.len()
    }

    /// Looks at the channel.
    pub async fn channel(&self) -> Result<TrialChannel, ApplicationError> {
        let channel_id = self.channel.0.into();
        self.call(Route::Channel { channel_id }, LightMethod::Get, None).await
    }

    /// Posts a board with all tiles.
    pub async fn post_board(&mut self) -> Result<PostedBoard, ApplicationError> {
        let tiles = UploadedTiles::default();
        let (bot, application) = (&self.client.bot, self.application);
        limited(TileUpload { bot, application, tiles: &tiles }.try_adopt()).await?;
        let board = draw(&tiles);
        let route = Route::ChannelMessages { channel_id: self.channel.0.into() };
        let message = message(&format!("{board}\n{NOTE}"));
        let mut posted = self.call(route, LightMethod::Post, Some(&message)).await;
        let content = posted.as_mut().ok().and_then(|it: &mut PostedMessage| it.content.take());
        let id = self.remember(posted.map(|it| Some(MessageId(it.id.0))))?;
        let has_all = tiles.are_known(Theme::default());
        // Of an emoji that it does not show, Discord leaves only the name.
        let content = content.filter(|_| has_all);
        let has_tiles = content.map(|content| content.contains(&board));
        Ok(PostedBoard { id, text: board, has_tiles })
    }

    /// Edits the board, which may get the button that is to be pressed.
    pub async fn edit(
        &self,
        board: &PostedBoard,
        has_button: bool,
    ) -> Result<(), ApplicationError> {
        let button =
            json!({ "type": 2, "style": 1, "label": BUTTON, "custom_id": TRIAL_CUSTOM_ID });
        let row = json!({ "type": 1, "components": [button] });
        let rows = if has_button { vec![row] } else { Vec::new() };
        let edit = json!({ "content": format!("{}\n{EDITED}", board.text), "components": rows });
        let route = self.message_route(board.id);
        self.call::<Value>(route, LightMethod::Patch, Some(&edit)).await.map(drop)
    }

    /// Connects to the gateway, which tells of presses.
    pub async fn listen(&self, guild: Option<GuildId>) -> Result<PressListener, ApplicationError> {
        limited(PressListener::connect(self.client, guild)).await
    }

    /// Answers a press with a message.
    pub async fn answer(&mut self, press: &InteractionRef) -> Result<(), ApplicationError> {
        let response = json!({ "type": NEW_MESSAGE, "data": message(NOTE) });
        let answered = self.client.bot.interactions.respond_returning_message(press, &response);
        let answered = limited(answered).await;
        self.remember(answered).map(drop)
    }

    /// Keeps in mind what was posted, or may have been. `None` if Discord has not said its id.
    fn remember(
        &mut self,
        posted: Result<Option<MessageId>, ApplicationError>,
    ) -> Result<MessageId, ApplicationError> {
        let unknown = || ApplicationError::Unreachable("Discord does not say its id".to_owned());
        let posted = posted.and_then(|id| id.ok_or_else(unknown));
        match &posted {
            Ok(message) => self.posted.push(*message),
            Err(ApplicationError::Unreachable(_)) => self.unanswered += 1,
            Err(_) => {}
        }
        posted
    }

    /// Sends a picture by a press's token. Returns the message.
    pub async fn send_file(
        &mut self,
        press: &InteractionRef,
    ) -> Result<MessageId, ApplicationError> {
        let name = "tile.png";
        let mut message = message(NOTE);
        message["attachments"] = json!([{ "id": 0, "filename": name }]);
        let tile = picture::tile_picture(Tile::ALL[1], Theme::default());
        let file = Some(CreateAttachment::bytes(tile, name));
        let client = &self.client.bot.interactions;
        let sent = limited(client.follow_up(self.application, &press.token, &message, file)).await;
        self.remember(sent)
    }

    /// Edits by a press's token what it was answered with, and a message that followed.
    pub async fn edit_by_token(
        &self,
        press: &InteractionRef,
        follow_up: MessageId,
    ) -> Result<(), ApplicationError> {
        let edit = json!({ "content": EDITED });
        let original = original_response_route(self.application, &press.token);
        let follow_up = follow_up_route(self.application, &press.token, follow_up);
        for route in [original, follow_up] {
            let _: Value = self.call(route, LightMethod::Patch, Some(&edit)).await?;
        }
        Ok(())
    }

    /// Deletes by a press's token a message that followed.
    pub async fn delete_by_token(
        &mut self,
        press: &InteractionRef,
        follow_up: MessageId,
    ) -> Result<(), ApplicationError> {
        let client = &self.client.bot.interactions;
        limited(client.delete_follow_up(self.application, &press.token, follow_up)).await?;
        self.posted.retain(|id| *id != follow_up);
        Ok(())
    }

    /// Registers the commands, in a server or globally, as they are registered. Returns how many
    /// there are, and what Discord made of them that is different.
    pub async fn register_again(
        &self,
        guild: Option<GuildId>,
    ) -> Result<(usize, Vec<String>), ApplicationError> {
        limited(self.client.registration(self.application, guild).register_again()).await
    }

    /// Deletes the messages that are still there, each a few times if Discord does not do it.
    /// Returns the last error.
    pub async fn remove(&mut self) -> Result<(), ApplicationError> {
        let mut result = Ok(());
        for id in std::mem::take(&mut self.posted) {
            if let Err(error) = self.delete(id).await {
                self.posted.push(id);
                result = Err(error);
            }
        }
        result
    }

    async fn delete(&self, id: MessageId) -> Result<(), ApplicationError> {
        let mut attempts = 1;
        loop {
            match self.call(self.message_route(id), LightMethod::Delete, None).await {
                Err(ApplicationError::Refused { code: Some(UNKNOWN_MESSAGE), .. }) => return Ok(()),
                Err(ApplicationError::RateLimited(_) | ApplicationError::Unreachable(_))
                    if attempts < DELETIONS =>
                {
                    attempts += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                result => return result,
            }
        }
    }

    fn message_route(&self, id: MessageId) -> Route<'static> {
        Route::ChannelMessage { channel_id: self.channel.0.into(), message_id: id.0.into() }
    }

    async fn call<T: DeserializeOwned>(
        &self,
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

//! What `fourfall doctor --try` asks of Discord: each thing that the bot does in a channel, once.

use std::time::Duration;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use serenity::{
    all::CreateAttachment,
    http::{LightMethod, Multipart, MultipartUpload, Request, Route},
};

pub use super::gateway::PressListener;
use super::{
    application::{ApplicationClient, ApplicationError, limited},
    gateway::TRIAL_CUSTOM_ID,
    interaction::{Id, THREADS},
    interaction_client::{follow_up_route, original_response_route},
    registration, tile_upload,
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

/// [Discord's code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json) for a
/// message that is not there.
const UNKNOWN_MESSAGE: isize = 10008;

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
    id: u64,
    text: String,
    /// Whether it shows tiles. `None` if the application has not all of them.
    pub has_tiles: Option<bool>,
}

#[derive(Deserialize)]
struct PostedMessage {
    id: Id,
    content: Option<String>,
}

/// What Discord says of a message that answers a press.
#[derive(Deserialize)]
struct Answer {
    resource: Resource,
}

#[derive(Deserialize)]
struct Resource {
    message: PostedMessage,
}

/// What is tried in a channel, with what has to be removed after it.
#[derive(Debug)]
pub struct Trial<'a> {
    client: &'a ApplicationClient,
    application: ApplicationId,
    channel: ChannelId,
    posted: Vec<u64>,
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
        let (tiles, bot) = (UploadedTiles::default(), self.client.bot());
        bot.set_application(self.application);
        limited(async { Ok(tile_upload::try_adopt(&bot, &tiles).await?) }).await?;
        let board = draw(&tiles);
        let route = Route::ChannelMessages { channel_id: self.channel.0.into() };
        let message = message(&format!("{board}\n{NOTE}"));
        let posted = self.call(route, LightMethod::Post, Some(&message)).await;
        let PostedMessage { id, content } = self.remember(posted)?;
        let has_all = tiles.are_known(Theme::default());
        // Of an emoji that it does not show, Discord leaves only the name.
        let content = content.filter(|_| has_all);
        let has_tiles = content.map(|content| content.contains(&board));
        Ok(PostedBoard { id: id.0, text: board, has_tiles })
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
        let _: Value =
            self.call(self.message_route(board.id), LightMethod::Patch, Some(&edit)).await?;
        Ok(())
    }

    /// Connects to the gateway, which tells of presses.
    pub async fn listen(&self, guild: Option<GuildId>) -> Result<PressListener, ApplicationError> {
        limited(PressListener::connect(self.client.http(), &self.client.client, guild)).await
    }

    /// Answers a press with a message.
    pub async fn answer(&mut self, press: &InteractionRef) -> Result<(), ApplicationError> {
        let route =
            Route::InteractionResponse { interaction_id: press.id.0.into(), token: &press.token.0 };
        let body = json!({ "type": NEW_MESSAGE, "data": message(NOTE) });
        let request = Request::new(route, LightMethod::Post)
            .params(Some(vec![("with_response", "true".to_owned())]))
            .body(Some(body.to_string().into_bytes()));
        let answer: Result<Answer, _> = limited(self.client.client.fire(request)).await;
        self.remember(answer.map(|answer| answer.resource.message)).map(drop)
    }

    /// Keeps in mind what was posted, or may have been.
    fn remember(
        &mut self,
        posted: Result<PostedMessage, ApplicationError>,
    ) -> Result<PostedMessage, ApplicationError> {
        match &posted {
            Ok(message) => self.posted.push(message.id.0),
            Err(ApplicationError::Unreachable(_)) => self.unanswered += 1,
            Err(_) => {}
        }
        posted
    }

    /// Sends a picture by a press's token. Returns the message.
    pub async fn send_file(&mut self, press: &InteractionRef) -> Result<u64, ApplicationError> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.application.0.into(),
            token: &press.token.0,
        };
        let name = "tile.png";
        let mut message = message(NOTE);
        message["attachments"] = json!([{ "id": 0, "filename": name }]);
        let tile = picture::tile_picture(Tile::ALL[1], Theme::default());
        let request = Request::new(route, LightMethod::Post).multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(tile, name)]),
            fields: Vec::new(),
            payload_json: Some(message.to_string()),
        }));
        let sent = limited(self.client.client.fire(request)).await;
        Ok(self.remember(sent)?.id.0)
    }

    /// Edits by a press's token what it was answered with, and a message that followed.
    pub async fn edit_by_token(
        &self,
        press: &InteractionRef,
        follow_up: u64,
    ) -> Result<(), ApplicationError> {
        let edit = json!({ "content": EDITED });
        let original = original_response_route(self.application, &press.token);
        let follow_up = follow_up_route(self.application, &press.token, MessageId(follow_up));
        for route in [original, follow_up] {
            let _: Value = self.call(route, LightMethod::Patch, Some(&edit)).await?;
        }
        Ok(())
    }

    /// Deletes by a press's token a message that followed.
    pub async fn delete_by_token(
        &mut self,
        press: &InteractionRef,
        follow_up: u64,
    ) -> Result<(), ApplicationError> {
        let route = follow_up_route(self.application, &press.token, MessageId(follow_up));
        let () = self.call(route, LightMethod::Delete, None).await?;
        self.posted.retain(|id| *id != follow_up);
        Ok(())
    }

    /// Registers the commands, in a server or globally, as they are registered. Returns how many
    /// there are, and what Discord made of them that is different.
    pub async fn register_again(
        &self,
        guild: Option<GuildId>,
    ) -> Result<(usize, Vec<String>), ApplicationError> {
        limited(registration::register_again(&self.client.client, self.application, guild)).await
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

    async fn delete(&self, id: u64) -> Result<(), ApplicationError> {
        let mut attempts = 1;
        loop {
            match self.call(self.message_route(id), LightMethod::Delete, None).await {
                Err(ApplicationError::Refused { code: UNKNOWN_MESSAGE, .. }) => return Ok(()),
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

    fn message_route(&self, id: u64) -> Route<'static> {
        Route::ChannelMessage { channel_id: self.channel.0.into(), message_id: id.into() }
    }

    async fn call<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        method: LightMethod,
        body: Option<&Value>,
    ) -> Result<T, ApplicationError> {
        let body = body.map(|body| body.to_string().into_bytes());
        limited(self.client.client.fire(Request::new(route, method).body(body))).await
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

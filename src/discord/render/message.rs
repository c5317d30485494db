use std::borrow::Cow;

use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, EditInteractionResponse, EditMessage, UserId,
};

use super::names::Brevity;
use crate::{
    discord::{markdown, uploaded_tiles::UploadedTiles},
    game::PlayerId,
};

/// The most characters that a message may have.
/// [Rule](https://discord.com/developers/docs/resources/message#create-message)
pub(super) const MAX_CHARACTERS: usize = 2_000;

/// What `render` makes with tiles, or what is left if that is too long: without optional lines,
/// with the ends of names cut, and at last with all of them on a board of Unicode.
pub(super) fn fitting<T>(
    tiles: &UploadedTiles,
    is_too_long: impl Fn(&T) -> bool,
    render: impl Fn(Brevity, &UploadedTiles) -> T,
) -> T {
    let brevities = [Brevity::Nothing, Brevity::OptionalLines, Brevity::EndsOfNames];
    let mut rendered = brevities.into_iter().map(|brevity| render(brevity, tiles));
    let fits = rendered.find(|rendered| !is_too_long(rendered));
    fits.unwrap_or_else(|| render(Brevity::Nothing, &UploadedTiles::default()))
}

/// Some sentences in one line. Japanese has no space between them.
pub(super) fn join_sentences(sentences: impl IntoIterator<Item = Option<String>>) -> String {
    sentences.into_iter().flatten().fold(String::new(), |mut line, sentence| {
        if !line.is_empty() && !line.ends_with('。') {
            line.push(' ');
        }
        line + &sentence
    })
}

/// A message, independent of how it will be sent.
#[derive(Clone, Debug)]
pub struct MessageBody {
    content: String,
    rows: Vec<CreateActionRow>,
    ping: Option<PlayerId>,
    ephemeral: bool,
    file: Option<MessageFile>,
}

/// A file attached to a response or a follow-up.
#[derive(Clone, Debug)]
pub struct MessageFile {
    pub name: Cow<'static, str>,
    /// The alternative text, for screen readers.
    pub description: String,
    pub bytes: Vec<u8>,
}

impl MessageFile {
    /// The file part of the multipart request.
    pub fn upload(&self) -> CreateAttachment {
        CreateAttachment::bytes(self.bytes.clone(), &*self.name)
    }

    /// The entry in the message's list of attachments.
    fn attachment(&self) -> CreateAttachment {
        CreateAttachment::bytes([], &*self.name).description(&self.description)
    }
}

impl MessageBody {
    /// A message that everybody in the channel sees, without pings.
    pub(super) const fn new(content: String, rows: Vec<CreateActionRow>) -> Self {
        Self { content, rows, ping: None, ephemeral: false, file: None }
    }

    /// A message that only the user sees, without components.
    pub(super) const fn ephemeral(content: String) -> Self {
        Self { content, rows: Vec::new(), ping: None, ephemeral: true, file: None }
    }

    /// Makes the message ephemeral.
    pub(super) fn into_ephemeral(self) -> Self {
        Self { ephemeral: true, ..self }
    }

    pub(super) const fn is_ephemeral(&self) -> bool {
        self.ephemeral
    }

    /// Makes everybody see the message, without its components.
    pub(super) fn into_public(self) -> Self {
        Self { ephemeral: false, rows: Vec::new(), ..self }
    }

    /// Replaces the components.
    pub(super) fn with_rows(self, rows: Vec<CreateActionRow>) -> Self {
        Self { rows, ..self }
    }

    /// Hides the file, and the text from the second line on, until they are clicked.
    pub(super) fn into_spoiler(mut self) -> Self {
        if let Some((title, rest)) = self.content.split_once('\n') {
            // A spoiler has no headlines or small text.
            let lines: Vec<&str> = rest.lines().map(markdown::without_block_mark).collect();
            self.content = format!("{title}\n||{}||", lines.join("\n"));
        }
        if let Some(file) = &mut self.file {
            file.name = format!("SPOILER_{}", file.name).into();
        }
        self
    }

    /// Adds a line at the end.
    pub(super) fn with_line(mut self, line: &str) -> Self {
        self.content = format!("{}\n{line}", self.content);
        self
    }

    /// Makes the message ping a player whom its content mentions.
    pub(super) fn with_ping(self, ping: Option<PlayerId>) -> Self {
        Self { ping, ..self }
    }

    /// Attaches a file. Only responses and follow-ups send it.
    pub(super) fn with_file(self, file: MessageFile) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Whether Discord takes no message of this length.
    pub(super) fn is_too_long(&self) -> bool {
        self.content.chars().count() > MAX_CHARACTERS
    }

    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        &self.content
    }

    /// Allows pinging only [`Self::ping`], whatever the content mentions.
    fn mentions(&self) -> CreateAllowedMentions {
        let none = CreateAllowedMentions::new();
        match self.ping {
            Some(player) => none.users([UserId::new(player.0)]),
            None => none,
        }
    }

    /// The message as a response to an interaction.
    pub fn into_response(self) -> (CreateInteractionResponseMessage, Option<MessageFile>) {
        let mentions = self.mentions();
        let mut message = CreateInteractionResponseMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions);
        if self.ephemeral {
            message = message.ephemeral(true);
        }
        if let Some(file) = &self.file {
            message = message.add_file(file.attachment());
        }
        (message, self.file)
    }

    /// The message as a follow-up.
    pub fn into_follow_up(self) -> (CreateInteractionResponseFollowup, Option<MessageFile>) {
        let mentions = self.mentions();
        let mut message = CreateInteractionResponseFollowup::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions)
            .ephemeral(self.ephemeral);
        if let Some(file) = &self.file {
            message = message.add_file(file.attachment());
        }
        (message, self.file)
    }

    /// The message as an edit by an interaction's token.
    pub fn into_edit_by_token(self) -> EditInteractionResponse {
        let mentions = self.mentions();
        EditInteractionResponse::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions)
    }

    /// The message as a new one in a channel.
    pub fn into_post(self) -> CreateMessage {
        let mentions = self.mentions();
        CreateMessage::new().content(self.content).components(self.rows).allowed_mentions(mentions)
    }

    /// The message as an edit by the bot's token.
    pub fn into_edit_in_channel(self) -> EditMessage {
        let mentions = self.mentions();
        EditMessage::new().content(self.content).components(self.rows).allowed_mentions(mentions)
    }
}

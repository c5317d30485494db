use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, EditInteractionResponse, EditMessage, UserId,
};

use crate::play::PlayerId;

/// A message, whichever way it will be sent.
#[derive(Clone, Debug)]
pub struct Body {
    content: String,
    rows: Vec<CreateActionRow>,
    ping: Option<PlayerId>,
    ephemeral: bool,
    file: Option<File>,
}

/// A file that goes along with an answer.
#[derive(Clone, Debug)]
pub struct File {
    /// What it is called.
    pub name: &'static str,
    /// What it shows, for those who cannot see it.
    pub description: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl File {
    /// The file as it is sent beside the answer that lists it.
    pub fn upload(&self) -> CreateAttachment {
        CreateAttachment::bytes(self.bytes.clone(), self.name)
    }

    fn listed(&self) -> CreateAttachment {
        CreateAttachment::bytes([], self.name).description(&self.description)
    }
}

impl Body {
    /// A message for everybody.
    pub(super) const fn new(content: String, rows: Vec<CreateActionRow>) -> Self {
        Self { content, rows, ping: None, ephemeral: false, file: None }
    }

    /// A message for the asker alone.
    pub(super) const fn whisper(content: String) -> Self {
        Self { content, rows: Vec::new(), ping: None, ephemeral: true, file: None }
    }

    /// The same for the asker alone.
    pub(super) fn quietly(self) -> Self {
        Self { ephemeral: true, ..self }
    }

    /// The same, pinging somebody whom it mentions.
    pub(super) fn pinging(self, ping: Option<PlayerId>) -> Self {
        Self { ping, ..self }
    }

    /// The same with a file; it goes along with an answer only.
    pub(super) fn with(self, file: File) -> Self {
        Self { file: Some(file), ..self }
    }

    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        &self.content
    }

    /// Only who is pinged on purpose is pinged, whatever the text says.
    fn mentions(&self) -> CreateAllowedMentions {
        let nobody = CreateAllowedMentions::new();
        match self.ping {
            Some(player) => nobody.users([UserId::new(player.0)]),
            None => nobody,
        }
    }

    /// For the answer to an interaction.
    pub(super) fn into_response(self) -> (CreateInteractionResponseMessage, Option<File>) {
        let mentions = self.mentions();
        let mut message = CreateInteractionResponseMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions);
        if self.ephemeral {
            message = message.ephemeral(true);
        }
        if let Some(file) = &self.file {
            message = message.add_file(file.listed());
        }
        (message, self.file)
    }

    /// For a further message to who asked.
    pub fn into_follow_up(self) -> CreateInteractionResponseFollowup {
        let mentions = self.mentions();
        CreateInteractionResponseFollowup::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions)
            .ephemeral(self.ephemeral)
    }

    /// For a message that an interaction's token may edit.
    pub fn into_edit_by_token(self) -> EditInteractionResponse {
        let mentions = self.mentions();
        EditInteractionResponse::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions)
    }

    /// For a message of the bot's own accord.
    pub fn into_post(self) -> CreateMessage {
        let mentions = self.mentions();
        CreateMessage::new().content(self.content).components(self.rows).allowed_mentions(mentions)
    }

    /// For a message in a channel that the bot may see.
    pub fn into_edit_in_channel(self) -> EditMessage {
        let mentions = self.mentions();
        EditMessage::new().content(self.content).components(self.rows).allowed_mentions(mentions)
    }
}

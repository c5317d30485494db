use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateInteractionResponseFollowup,
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
}

impl Body {
    /// A message for everybody.
    pub(super) const fn new(content: String, rows: Vec<CreateActionRow>) -> Self {
        Self { content, rows, ping: None, ephemeral: false }
    }

    /// A message for the asker alone.
    pub(super) const fn whisper(content: String) -> Self {
        Self { content, rows: Vec::new(), ping: None, ephemeral: true }
    }

    /// The same for the asker alone.
    pub(super) fn quietly(self) -> Self {
        Self { ephemeral: true, ..self }
    }

    /// The same, pinging somebody whom it mentions.
    pub(super) fn pinging(self, ping: Option<PlayerId>) -> Self {
        Self { ping, ..self }
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
    pub(super) fn into_response(self) -> CreateInteractionResponseMessage {
        let mentions = self.mentions();
        let message = CreateInteractionResponseMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(mentions);
        if self.ephemeral { message.ephemeral(true) } else { message }
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

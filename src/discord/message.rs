//! Messages as plain data, and as serenity sends them.

use std::borrow::Cow;

use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditInteractionResponse, EditMessage, UserId,
};

use super::{markdown, render::Brevity, uploaded_tiles::UploadedTiles};
use crate::{actions::ComponentAction, game::PlayerId};

/// The most characters that a message may have.
/// [Rule](https://discord.com/developers/docs/resources/message#create-message)
pub const MAX_CHARACTERS: usize = 2_000;

/// What `render` makes with tiles, or what is left if that is too long: without optional lines,
/// with the ends of names cut, and at last with all of them on a board of Unicode.
pub(in crate::discord) fn fitting<T>(
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
pub fn join_sentences(sentences: impl IntoIterator<Item = Option<String>>) -> String {
    sentences.into_iter().flatten().fold(String::new(), |mut line, sentence| {
        if !line.is_empty() && !line.ends_with('。') {
            line.push(' ');
        }
        line + &sentence
    })
}

/// A button.
#[must_use]
#[derive(Clone, Debug)]
pub struct Button {
    action: ComponentAction,
    label: String,
    style: ButtonStyle,
    is_disabled: bool,
}

impl Button {
    pub const fn primary(action: ComponentAction, label: String) -> Self {
        Self::new(action, label, ButtonStyle::Primary)
    }

    pub const fn secondary(action: ComponentAction, label: String) -> Self {
        Self::new(action, label, ButtonStyle::Secondary)
    }

    pub const fn success(action: ComponentAction, label: String) -> Self {
        Self::new(action, label, ButtonStyle::Success)
    }

    pub const fn danger(action: ComponentAction, label: String) -> Self {
        Self::new(action, label, ButtonStyle::Danger)
    }

    const fn new(action: ComponentAction, label: String, style: ButtonStyle) -> Self {
        Self { action, label, style, is_disabled: false }
    }

    pub fn disabled(self, is_disabled: bool) -> Self {
        Self { is_disabled, ..self }
    }
}

/// A row of a message's components.
#[must_use]
#[derive(Clone, Debug)]
pub enum ActionRow {
    Buttons(Vec<Button>),
    Select(Select),
}

/// A select menu.
#[derive(Clone, Debug)]
pub struct Select {
    placeholder: String,
    kind: SelectKind,
}

/// What a select offers.
#[derive(Clone, Debug)]
enum SelectKind {
    /// Actions, all with the same tag.
    Choices(Vec<Choice>),
    /// As many people as this.
    People(ComponentAction, u8),
    /// As many channels as this.
    Channels(ComponentAction, u8),
}

/// An option of a select.
#[derive(Clone, Debug)]
pub struct Choice {
    pub action: ComponentAction,
    pub label: String,
    pub description: Option<String>,
    pub is_chosen: bool,
}

impl From<(ComponentAction, String, bool)> for Choice {
    fn from((action, label, is_chosen): (ComponentAction, String, bool)) -> Self {
        Self { action, label, description: None, is_chosen }
    }
}

impl ActionRow {
    /// A select of actions, which must have the same tag.
    pub fn select(
        choices: impl IntoIterator<Item = impl Into<Choice>>,
        placeholder: String,
    ) -> Self {
        let kind = SelectKind::Choices(choices.into_iter().map(Into::into).collect());
        Self::Select(Select { placeholder, kind })
    }

    /// A select of as many people as `max`. The request has who was chosen.
    pub const fn select_people(action: ComponentAction, max: u8, placeholder: String) -> Self {
        Self::Select(Select { placeholder, kind: SelectKind::People(action, max) })
    }

    /// A select of as many channels as `max`. The request has which were chosen.
    pub const fn select_channels(action: ComponentAction, max: u8, placeholder: String) -> Self {
        Self::Select(Select { placeholder, kind: SelectKind::Channels(action, max) })
    }

    fn into_component(self) -> CreateActionRow {
        match self {
            Self::Buttons(buttons) => CreateActionRow::Buttons(
                buttons
                    .into_iter()
                    .map(|Button { action, label, style, is_disabled }| {
                        let button = CreateButton::new(action.custom_id());
                        button.label(label).style(style).disabled(is_disabled)
                    })
                    .collect(),
            ),
            Self::Select(select) => CreateActionRow::SelectMenu(select.into_menu()),
        }
    }
}

impl Select {
    /// Has no default values: serenity serialises them in a way that Discord's `OpenAPI`
    /// description does not allow.
    fn into_menu(self) -> CreateSelectMenu {
        let (custom_id, kind, max) = match self.kind {
            SelectKind::Choices(choices) => {
                let tag = choices.first().map(|choice| choice.action.select_id());
                let options = choices.into_iter().map(Choice::into_option).collect();
                (tag.unwrap_or_default(), CreateSelectMenuKind::String { options }, 1)
            }
            SelectKind::People(action, max) => {
                (action.custom_id(), CreateSelectMenuKind::User { default_users: None }, max)
            }
            SelectKind::Channels(action, max) => {
                let kinds = vec![ChannelType::Text, ChannelType::News, ChannelType::Forum];
                let kind = CreateSelectMenuKind::Channel {
                    channel_types: Some(kinds),
                    default_channels: None,
                };
                (action.custom_id(), kind, max)
            }
        };
        let menu = CreateSelectMenu::new(custom_id, kind).placeholder(self.placeholder);
        if max > 1 { menu.max_values(max) } else { menu }
    }
}

impl Choice {
    fn into_option(self) -> CreateSelectMenuOption {
        let option = CreateSelectMenuOption::new(self.label, self.action.custom_id());
        let option = option.default_selection(self.is_chosen);
        match self.description {
            Some(description) => option.description(description),
            None => option,
        }
    }
}

/// A message, independent of how it will be sent.
#[must_use]
#[derive(Clone, Debug)]
pub struct MessageBody {
    content: String,
    rows: Vec<ActionRow>,
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
    pub const fn new(content: String, rows: Vec<ActionRow>) -> Self {
        Self { content, rows, ping: None, ephemeral: false, file: None }
    }

    /// A message that only the user sees, without components.
    pub const fn ephemeral(content: String) -> Self {
        Self { content, rows: Vec::new(), ping: None, ephemeral: true, file: None }
    }

    /// Makes the message ephemeral.
    pub fn into_ephemeral(self) -> Self {
        Self { ephemeral: true, ..self }
    }

    pub const fn is_ephemeral(&self) -> bool {
        self.ephemeral
    }

    /// Makes everybody see the message, without its components.
    pub fn into_public(self) -> Self {
        Self { ephemeral: false, rows: Vec::new(), ..self }
    }

    /// Replaces the components.
    pub fn with_rows(self, rows: Vec<ActionRow>) -> Self {
        Self { rows, ..self }
    }

    /// Hides the file, and the text from the second line on, until they are clicked.
    pub fn into_spoiler(mut self) -> Self {
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
    pub fn with_line(mut self, line: &str) -> Self {
        self.content = format!("{}\n{line}", self.content);
        self
    }

    /// Makes the message ping a player whom its content mentions.
    pub fn with_ping(self, ping: Option<PlayerId>) -> Self {
        Self { ping, ..self }
    }

    /// Attaches a file. Only responses and follow-ups send it.
    pub fn with_file(self, file: MessageFile) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Whether Discord takes no message of this length.
    pub fn is_too_long(&self) -> bool {
        self.content.chars().count() > MAX_CHARACTERS
    }

    #[cfg(test)]
    pub fn text(&self) -> &str {
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
            .components(self.rows.into_iter().map(ActionRow::into_component).collect())
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
            .components(self.rows.into_iter().map(ActionRow::into_component).collect())
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
            .components(self.rows.into_iter().map(ActionRow::into_component).collect())
            .allowed_mentions(mentions)
    }

    /// The message as a new one in a channel.
    pub fn into_post(self) -> CreateMessage {
        let mentions = self.mentions();
        CreateMessage::new()
            .content(self.content)
            .components(self.rows.into_iter().map(ActionRow::into_component).collect())
            .allowed_mentions(mentions)
    }

    /// The message as an edit by the bot's token.
    pub fn into_edit_in_channel(self) -> EditMessage {
        let mentions = self.mentions();
        EditMessage::new()
            .content(self.content)
            .components(self.rows.into_iter().map(ActionRow::into_component).collect())
            .allowed_mentions(mentions)
    }
}

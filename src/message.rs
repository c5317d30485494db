//! Messages as plain data: text, buttons, selects, a file, who sees them, whom they ping.

use std::borrow::Cow;

use crate::{
    actions::ComponentAction,
    game::{ChannelId, PlayerId},
    markdown,
    uploaded_tiles::UploadedTiles,
};

/// The most characters that a message may have.
/// [Rule](https://discord.com/developers/docs/resources/message#create-message)
pub const MAX_CHARACTERS: usize = 2_000;

/// How many choices a select may have, and how many of them may be chosen
/// ([rule](https://discord.com/developers/docs/components/reference#string-select)).
pub const MAX_CHOICES: u8 = 25;

/// What a message leaves out so that Discord takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brevity {
    Nothing,
    OptionalLines,
    /// Optional lines, and the ends of long names.
    EndsOfNames,
}

/// What `render` makes with tiles, or what is left if that is too long: with tiles for cells only,
/// without optional lines, with the ends of names cut, and at last with all of them on a board of
/// Unicode.
pub fn fitting(
    tiles: &UploadedTiles,
    render: impl Fn(Brevity, &UploadedTiles) -> MessageBody,
) -> MessageBody {
    let cells = &tiles.cells_only();
    let attempts = [
        (Brevity::Nothing, tiles),
        (Brevity::Nothing, cells),
        (Brevity::OptionalLines, cells),
        (Brevity::EndsOfNames, cells),
    ];
    let mut rendered = attempts.into_iter().map(|(brevity, tiles)| render(brevity, tiles));
    let fits = rendered.find(|message| !message.is_too_long());
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

/// The parts of a line, with dots between them.
pub fn join_parts(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// How a button looks.
#[derive(Clone, Copy, Debug)]
pub enum ButtonStyle {
    Primary,
    Secondary,
    Success,
    Danger,
}

/// A button.
#[must_use]
#[derive(Clone, Debug)]
pub struct Button {
    pub action: ComponentAction,
    pub label: String,
    pub style: ButtonStyle,
    pub is_disabled: bool,
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
    /// A select menu.
    Select {
        kind: SelectKind,
        placeholder: String,
    },
}

/// What a select offers.
#[derive(Clone, Debug)]
pub enum SelectKind {
    /// Actions, all with the same tag.
    Choices(Vec<Choice>),
    /// As many people as this. The request has who was chosen.
    People(ComponentAction, u8),
    /// As many channels as this, with these chosen. The request has which were chosen.
    Channels(ComponentAction, u8, Vec<ChannelId>),
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
        Self::Select { kind, placeholder }
    }
}

/// A message, independent of how it will be sent.
#[must_use]
#[derive(Clone, Debug)]
pub struct MessageBody {
    pub content: String,
    pub rows: Vec<ActionRow>,
    pub ping: Option<PlayerId>,
    pub ephemeral: bool,
    /// Only new messages send it.
    pub file: Option<MessageFile>,
}

/// A file attached to a new message.
#[derive(Clone, Debug)]
pub struct MessageFile {
    pub name: Cow<'static, str>,
    /// The alternative text, for screen readers.
    pub description: String,
    pub bytes: Vec<u8>,
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

    /// Makes everybody see the message, without its components.
    pub fn into_public(self) -> Self {
        Self { ephemeral: false, rows: Vec::new(), ..self }
    }

    /// Replaces the components.
    pub fn with_rows(self, rows: Vec<ActionRow>) -> Self {
        Self { rows, ..self }
    }

    /// With one row of buttons alone.
    pub fn with_buttons(self, buttons: impl Into<Vec<Button>>) -> Self {
        self.with_rows(vec![ActionRow::Buttons(buttons.into())])
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

    /// Whether Discord takes no message of this length.
    pub fn is_too_long(&self) -> bool {
        self.content.chars().count() > MAX_CHARACTERS
    }

    #[cfg(test)]
    pub fn text(&self) -> &str {
        &self.content
    }
}

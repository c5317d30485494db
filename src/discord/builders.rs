//! Messages as serenity sends them.

use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use serenity::all::{
    AutocompleteChoice, ButtonStyle as DiscordStyle, ChannelId, ChannelType, CreateActionRow,
    CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse, CreateButton,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments, EditMessage, UserId,
};

use crate::{
    features::Answer,
    message::{ActionRow, Button, ButtonStyle, Choice, MessageBody, MessageFile, SelectKind},
};

/// Allows pinging only the one whom it pings, whatever the content mentions.
fn mentions(message: &MessageBody) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(message.ping.map(|player| UserId::new(player.0)))
}

fn components(rows: Vec<ActionRow>) -> Vec<CreateActionRow> {
    let row = |row| match row {
        ActionRow::Buttons(buttons) => {
            CreateActionRow::Buttons(buttons.into_iter().map(button).collect())
        }
        ActionRow::Select { kind, placeholder } => {
            CreateActionRow::SelectMenu(menu(kind, placeholder))
        }
    };
    rows.into_iter().map(row).collect()
}

fn button(button: Button) -> CreateButton {
    let style = match button.style {
        ButtonStyle::Primary => DiscordStyle::Primary,
        ButtonStyle::Secondary => DiscordStyle::Secondary,
        ButtonStyle::Success => DiscordStyle::Success,
        ButtonStyle::Danger => DiscordStyle::Danger,
    };
    let created = CreateButton::new(button.action.custom_id()).label(button.label);
    created.style(style).disabled(button.is_disabled)
}

fn menu(kind: SelectKind, placeholder: String) -> CreateSelectMenu {
    let (custom_id, kind, max) = match kind {
        SelectKind::Choices(choices) => {
            let tag = choices.first().map(|choice| choice.action.select_id());
            let options = choices.into_iter().map(option).collect();
            (tag.unwrap_or_default(), CreateSelectMenuKind::String { options }, 1)
        }
        SelectKind::People(action, max) => {
            (action.custom_id(), CreateSelectMenuKind::User { default_users: None }, max)
        }
        SelectKind::Channels(action, max, chosen) => {
            // All with messages or posts; the description of the API has no media channels (16).
            let kinds = [0, 2, 5, 10, 11, 12, 13, 15].map(ChannelType::from);
            let kind = CreateSelectMenuKind::Channel {
                channel_types: Some(kinds.to_vec()),
                default_channels: Some(chosen.into_iter().map(|it| ChannelId::new(it.0)).collect()),
            };
            (action.custom_id(), kind, max)
        }
    };
    let menu = CreateSelectMenu::new(custom_id, kind).placeholder(placeholder);
    if max > 1 { menu.max_values(max) } else { menu }
}

fn option(choice: Choice) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(choice.label, choice.action.custom_id());
    let option = option.default_selection(choice.is_chosen);
    match choice.description {
        Some(description) => option.description(description),
        None => option,
    }
}

/// The message as a response to an interaction, or as a follow-up, which has the same form, and the
/// file to upload with it.
pub(super) fn response(
    body: MessageBody,
) -> (CreateInteractionResponseMessage, Option<CreateAttachment>) {
    let mut message = CreateInteractionResponseMessage::new()
        .allowed_mentions(mentions(&body))
        .content(body.content)
        .components(components(body.rows));
    if body.ephemeral {
        message = message.ephemeral(true);
    }
    let Some(MessageFile { name, description, bytes }) = body.file else { return (message, None) };
    // The list of attachments has no bytes.
    let listed = CreateAttachment::bytes([], &*name).description(description);
    (message.add_file(listed), Some(CreateAttachment::bytes(bytes, name)))
}

/// The message as an edit, with the files that it had, or without.
pub(super) fn edit(body: MessageBody, keeps_files: bool) -> EditMessage {
    let message = EditMessage::new().allowed_mentions(mentions(&body)).content(body.content);
    let message = message.components(components(body.rows));
    if keeps_files { message } else { message.attachments(EditAttachments::new()) }
}

/// An answer as Discord's response, and the file to upload with it.
pub(super) fn answer(answer: Answer) -> (Box<RawValue>, Option<CreateAttachment>) {
    let (response, file) = match answer {
        Answer::Post(body) => {
            let (message, file) = response(body);
            (CreateInteractionResponse::Message(message), file)
        }
        Answer::Update(body) => {
            let (message, file) = response(body);
            (CreateInteractionResponse::UpdateMessage(message), file)
        }
        Answer::Choices(choices) => {
            let choices = choices.into_iter();
            let choices = choices.map(|(label, value)| AutocompleteChoice::new(label, value));
            let response = CreateAutocompleteResponse::new().set_choices(choices.collect());
            (CreateInteractionResponse::Autocomplete(response), None)
        }
        Answer::Unchanged => (CreateInteractionResponse::Acknowledge, None),
    };
    (json(&response), file)
}

/// A response as JSON. serenity writes the ids of what is chosen as numbers, which Discord's
/// `OpenAPI` description does not allow.
fn json(response: &CreateInteractionResponse) -> Box<RawValue> {
    const ALL_KEYS: &str = "all keys are strings";
    let json = to_raw_value(response).expect(ALL_KEYS);
    if !json.get().contains("\"default_values\"") {
        return json;
    }
    let mut json = serde_json::to_value(json).expect(ALL_KEYS);
    let rows = json.pointer_mut("/data/components").and_then(Value::as_array_mut);
    for row in rows.into_iter().flatten() {
        let chosen = row.pointer_mut("/components/0/default_values").and_then(Value::as_array_mut);
        for value in chosen.into_iter().flatten() {
            value["id"] = value["id"].to_string().into();
        }
    }
    to_raw_value(&json).expect(ALL_KEYS)
}

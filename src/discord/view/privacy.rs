//! What is stored of the asker, to them alone.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{Body, board::button, body::File};
use crate::{
    locale::Locale,
    service::{Press, Told},
    texts,
};

pub(super) fn draw(told: &Told, reader: Locale) -> Body {
    match told {
        Told::About => Body::whisper(texts::privacy_about(reader)),
        Told::Export(file) => Body::whisper(texts::privacy_export(reader)).with(File {
            name: "fourfall.json",
            description: texts::command_privacy_export(reader),
            bytes: file.clone(),
        }),
        Told::AskDelete => ask_delete(reader),
        Told::Deleted => Body::whisper(texts::privacy_deleted(reader)),
        Told::Kept => Body::whisper(texts::privacy_kept(reader)),
        Told::Nothing => Body::whisper(texts::privacy_nothing(reader)),
        Told::Listed(true) => Body::whisper(texts::privacy_listed(reader)),
        Told::Listed(false) => Body::whisper(texts::privacy_unlisted(reader)),
    }
}

fn ask_delete(reader: Locale) -> Body {
    let buttons = vec![
        button(Press::DeleteData, texts::button_really_delete(reader), ButtonStyle::Danger),
        button(Press::KeepData, texts::button_keep(reader), ButtonStyle::Secondary),
    ];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Body::new(texts::privacy_ask_delete(reader), rows).quietly()
}

//! The application's own emoji.

use std::collections::BTreeMap;

use axum::body::Bytes;
use serde_json::{Value, json};

use crate::state::{ids::EmojiId, model::User};

/// An emoji that only the application can use, in any channel.
#[derive(Clone, Debug)]
pub(crate) struct ApplicationEmoji {
    pub(crate) id: EmojiId,
    pub(crate) name: String,
    pub(crate) media_type: String,
    pub(crate) image: Bytes,
}

/// All emoji of the application.
pub(crate) type ApplicationEmojis = BTreeMap<EmojiId, ApplicationEmoji>;

impl ApplicationEmoji {
    /// Discord's [emoji object](https://discord.com/developers/docs/resources/emoji#emoji-object).
    pub(crate) fn to_json(&self, owner: &User) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "roles": [],
            "user": owner.to_json(),
            "require_colons": true,
            "managed": false,
            "animated": self.media_type == "image/gif",
            "available": true,
        })
    }
}

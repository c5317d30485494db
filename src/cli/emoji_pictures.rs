//! Pictures of the emoji in the bot's messages, for the playground's web page.

/// Pairs of an emoji and its picture as SVG.
#[cfg(feature = "emoji-pictures")]
macro_rules! pictures {
    ($($emoji:tt)*) => {
        fake_discord::EmojiPictures {
            images: &[$(($emoji, twemoji_assets::svg_twemoji_asset!($emoji).data.0)),*],
            credit: CREDIT,
        }
    };
}

/// The browser's font shows all emoji.
#[cfg(not(feature = "emoji-pictures"))]
pub const ALL: fake_discord::EmojiPictures =
    fake_discord::EmojiPictures { images: &[], credit: "" };

#[cfg(feature = "emoji-pictures")]
const CREDIT: &str = "\
    Emoji: <a href='https://github.com/jdecked/twemoji' target='_blank' rel='noopener'>Twemoji</a>, \
    <a href='https://creativecommons.org/licenses/by/4.0/' target='_blank' rel='noopener'>CC BY 4.0</a>";

/// A picture for each emoji in messages. The browser's font shows all others.
#[cfg(feature = "emoji-pictures")]
pub const ALL: fake_discord::EmojiPictures = pictures![
    "⁉" "↩" "⌛" "⏳" "⏭" "⏮" "⏰" "⏱" "✋" "▶" "◀" "⚔" "⚖" "⚙" "⚠" "⚡" "⚫" "✅" "❌" "❎" "❓" "❗" "❤" "⤵"
    "⬜" "⭐" "🌍" "🌑" "🎉" "🎓" "🎨" "🎯" "🏅" "🏆" "🏳" "👀" "👂" "👍" "👑" "💔" "💠" "💡" "💤" "📈"
    "ℹ" "📋" "🗓" "📊" "📍" "📜" "📦" "📰" "🔁" "🔍" "🔒" "🔔" "🔕" "🔘" "🔢" "🔥" "🔲" "🔴" "🔵" "🔽" "🕰" "🗑" "🙈" "🚫"
    "🛑" "🟡" "🟥" "🟦" "🟨" "🤖" "🤝" "🥇" "🥈" "🥉" "🧩"
    "1⃣" "2⃣" "3⃣" "4⃣" "5⃣" "6⃣" "7⃣" "8⃣" "9⃣"
    // The other circles and squares, for further themes.
    "⚪" "🟠" "🟢" "🟣" "🟤" "⬛" "🟧" "🟩" "🟪" "🟫"
];

#[cfg(test)]
#[cfg(feature = "emoji-pictures")]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    /// The emoji in a text, without variation selectors and keycaps.
    fn emoji(text: &str) -> BTreeSet<String> {
        let is_emoji = |symbol: &String| {
            emojis::get(symbol).or_else(|| emojis::get(&format!("{symbol}\u{FE0F}"))).is_some()
        };
        text.chars().filter(|c| !c.is_ascii()).map(String::from).filter(is_emoji).collect()
    }

    fn files(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.path())
            .flat_map(|path| match fs::read_to_string(&path) {
                Ok(text) => vec![text],
                Err(_) => files(&path),
            })
            .collect()
    }

    #[test]
    fn every_emoji_in_messages_has_a_picture() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let texts = ["l10n/locales", "features"].map(|folder| files(&sources.join(folder)));
        assert!(texts.iter().all(|files| files.len() > 5), "the sources were not found");
        let themes = fs::read_to_string(sources.join("theme.rs")).unwrap();
        let shown: BTreeSet<String> =
            texts.iter().flatten().chain([&themes]).flat_map(|text| emoji(text)).collect();
        let pictures: BTreeSet<String> =
            ALL.images.iter().map(|(emoji, _)| String::from(*emoji)).collect();
        let missing: Vec<_> = shown.difference(&pictures).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

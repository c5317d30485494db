//! Text as Discord formats it.

use crate::play::{ChannelId, PlayerId, Where};
use clock::Timestamp;

/// The longest name that is shown; Discord's own limit is 32.
const LONGEST_NAME: usize = 40;

/// A name as plain as it may be shown where Discord formats nothing, such as in
/// a select: in one line, without invisible tricks.
pub fn plain_name(name: &str) -> String {
    let shown: String = name.chars().filter(|&c| !turns_or_hides_text(c)).collect::<String>();
    let words: Vec<&str> = shown.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    if name.is_empty() { "?".to_owned() } else { name }
}

/// A name as it may be shown in a message: its markdown, links and mentions do
/// nothing.
pub fn name(name: &str) -> String {
    let mut harmless = String::with_capacity(name.len());
    for c in plain_name(name).chars() {
        if c.is_ascii_punctuation() {
            harmless.push('\\');
        }
        harmless.push(c);
        if c == '@' {
            // A backslash does not stop "@everyone" from looking like a ping.
            harmless.push('\u{200B}');
        }
    }
    harmless
}

/// Whether a character would turn or hide the text around a name.
fn turns_or_hides_text(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// A mention; whether it pings is said elsewhere.
pub fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// Channels, so that a reader can go there.
pub fn channels(channels: &[ChannelId]) -> String {
    let all: Vec<String> = channels.iter().map(|channel| format!("<#{channel}>")).collect();
    all.join(", ")
}

/// A link to a message, or to its channel while the message is not known.
pub fn link(whereabouts: Where) -> String {
    let channel = whereabouts.place.channel;
    let guild = whereabouts.place.guild.map_or("@me".to_owned(), |guild| guild.to_string());
    match whereabouts.message {
        Some(message) => format!("https://discord.com/channels/{guild}/{channel}/{message}"),
        None => format!("https://discord.com/channels/{guild}/{channel}"),
    }
}

/// A time as a reader sees it: "in 10 minutes".
pub fn relative(time: Timestamp) -> String {
    format!("<t:{}:R>", time.seconds())
}

/// A time of day as a reader sees it, by their own clock.
pub fn time_of_day(time: Timestamp) -> String {
    format!("<t:{}:t>", time.seconds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{GuildId, MessageId, Place};

    #[test]
    fn names_cannot_format_link_or_ping() {
        assert_eq!(name("**Ann**"), r"\*\*Ann\*\*");
        assert_eq!(name("<@123>"), "\\<\\@\u{200B}123\\>");
        assert_eq!(name("@everyone"), "\\@\u{200B}everyone");
        assert_eq!(name("https://a.b"), r"https\:\/\/a\.b");
        assert_eq!(name("[x](y)"), r"\[x\]\(y\)");
        assert_eq!(name("`x`||y||"), r"\`x\`\|\|y\|\|");
    }

    #[test]
    fn names_stay_in_one_line_and_show_something() {
        assert_eq!(name("Ann\n# Ben"), r"Ann \# Ben");
        assert_eq!(name("Ann\u{202E}neB"), "AnnneB");
        assert_eq!(name(" \u{200B} "), r"\?");
        assert_eq!(plain_name(&"x".repeat(99)).len(), LONGEST_NAME);
        assert_eq!(name("Zoë 🦊"), "Zoë 🦊");
    }

    #[test]
    fn links_lead_to_the_message_or_at_least_the_channel() {
        let place = Place { guild: Some(GuildId(1)), channel: ChannelId(2) };
        let direct = Place { guild: None, channel: ChannelId(2) };
        let message = Some(MessageId(3));
        assert_eq!(link(Where { place, message }), "https://discord.com/channels/1/2/3");
        assert_eq!(link(Where { place: direct, message }), "https://discord.com/channels/@me/2/3");
        assert_eq!(link(Where { place, message: None }), "https://discord.com/channels/1/2");
    }
}

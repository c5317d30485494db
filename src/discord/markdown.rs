//! Discord's markdown: escaped names, mentions, links and timestamps.

use ::time::OffsetDateTime;
use clock::Timestamp;

use crate::game::{ChannelId, MessageLocation, PlayerId};

/// The longest name that is shown, in characters; Discord's own limit is 32.
const MAX_NAME_LENGTH: usize = 40;

const HEADLINE_MARK: &str = "## ";
const SMALL_MARK: &str = "-# ";

/// A name for places without markdown, such as a select: one line, without
/// invisible or text-reordering characters.
pub fn plain_name(name: &str) -> String {
    let visible: String = name.chars().filter(|&c| !is_bidi_or_invisible(c)).collect::<String>();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(MAX_NAME_LENGTH).collect();
    if name.is_empty() { "?".to_owned() } else { name }
}

/// A name for a message, escaped so that its markdown, links and mentions have no
/// effect.
pub fn escape_name(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in plain_name(name).chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
        if c == '@' {
            // A backslash does not stop "@everyone" from looking like a ping.
            escaped.push('\u{200B}');
        }
    }
    escaped
}

/// Whether a character reorders or hides text: controls, bidirectional marks and
/// zero-width characters.
fn is_bidi_or_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// A line as a headline.
pub fn headline(line: &str) -> String {
    format!("{HEADLINE_MARK}{line}")
}

/// A line in small, grey letters.
pub fn small(line: &str) -> String {
    format!("{SMALL_MARK}{line}")
}

/// A headline or small text as a plain line.
pub fn without_block_mark(line: &str) -> &str {
    line.strip_prefix(HEADLINE_MARK).or_else(|| line.strip_prefix(SMALL_MARK)).unwrap_or(line)
}

/// A mention. The message's `allowed_mentions` decide whether it pings.
pub fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// Links to channels, separated by commas.
pub fn channels(channels: &[ChannelId]) -> String {
    let links: Vec<String> = channels.iter().map(|channel| format!("<#{channel}>")).collect();
    links.join(", ")
}

/// A link to a message, or to its channel if the message's id is unknown.
pub fn message_link(message: MessageLocation) -> String {
    let channel = message.location.channel;
    let guild = message.location.guild.map_or("@me".to_owned(), |guild| guild.to_string());
    match message.message {
        Some(id) => format!("https://discord.com/channels/{guild}/{channel}/{id}"),
        None => format!("https://discord.com/channels/{guild}/{channel}"),
    }
}

/// A slash command, with its subcommand if it has any. It can be clicked if its id is known
/// ([rule](https://discord.com/developers/docs/reference#message-formatting)).
pub fn command(name: &str, id: Option<u64>) -> String {
    id.map_or_else(|| format!("`/{name}`"), |id| format!("</{name}:{id}>"))
}

/// A timestamp that Discord shows as a date.
pub fn date(time: Timestamp) -> String {
    format!("<t:{}:d>", time.seconds())
}

/// The day (UTC) in ISO 8601, where no timestamp is shown in the user's time zone.
pub fn utc_day(time: Timestamp) -> String {
    let time = OffsetDateTime::from_unix_timestamp(time.seconds());
    time.map_or_else(|_| String::new(), |time| time.date().to_string())
}

/// A timestamp that Discord shows relative to now: "in 10 minutes".
pub fn relative(time: Timestamp) -> String {
    format!("<t:{}:R>", time.seconds())
}

/// A timestamp that Discord shows as a time of day in the user's time zone.
pub fn time_of_day(time: Timestamp) -> String {
    format!("<t:{}:t>", time.seconds())
}

/// A timestamp that Discord shows as a time of day with its second.
pub fn second_of_day(time: Timestamp) -> String {
    format!("<t:{}:T>", time.seconds())
}

/// A time of day, and how far away it is: "2:08 PM (in 5 minutes)". True also when it is over.
pub fn time_of_day_and_relative(time: Timestamp) -> String {
    format!("{} ({})", time_of_day(time), relative(time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GuildId, Location, MessageId};

    #[test]
    fn names_cannot_use_markdown_or_ping() {
        assert_eq!(escape_name("**Ann**"), r"\*\*Ann\*\*");
        assert_eq!(escape_name("<@123>"), "\\<\\@\u{200B}123\\>");
        assert_eq!(escape_name("@everyone"), "\\@\u{200B}everyone");
        assert_eq!(escape_name("https://a.b"), r"https\:\/\/a\.b");
        assert_eq!(escape_name("[x](y)"), r"\[x\]\(y\)");
        assert_eq!(escape_name("`x`||y||"), r"\`x\`\|\|y\|\|");
    }

    #[test]
    fn names_are_one_line_and_never_empty() {
        assert_eq!(escape_name("Ann\n# Ben"), r"Ann \# Ben");
        assert_eq!(escape_name("Ann\u{202E}neB"), "AnnneB");
        assert_eq!(escape_name(" \u{200B} "), r"\?");
        assert_eq!(plain_name(&"x".repeat(99)).len(), MAX_NAME_LENGTH);
        assert_eq!(escape_name("Zoë 🦊"), "Zoë 🦊");
    }

    #[test]
    fn links_lead_to_the_message_or_else_the_channel() {
        let location = Location { guild: Some(GuildId(1)), channel: ChannelId(2) };
        let dm = Location { guild: None, channel: ChannelId(2) };
        let message = Some(MessageId(3));
        assert_eq!(
            message_link(MessageLocation { location, message }),
            "https://discord.com/channels/1/2/3"
        );
        assert_eq!(
            message_link(MessageLocation { location: dm, message }),
            "https://discord.com/channels/@me/2/3"
        );
        assert_eq!(
            message_link(MessageLocation { location, message: None }),
            "https://discord.com/channels/1/2"
        );
    }
}

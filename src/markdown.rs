//! Discord's markdown: escaped names, mentions, links and timestamps.

use clock::Timestamp;
use unicode_bidi::{BidiClass, bidi_class};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::game::{ChannelId, MessageLocation, PlayerId};

/// The longest name that is shown, in characters and without isolates; Discord's own limit is 32.
pub const MAX_NAME_LENGTH: usize = 38;

/// Blank, although Unicode counts it among the visible symbols.
const BRAILLE_BLANK: char = '\u{2800}';

/// The most marks on one letter that are shown; more would run into the lines around it.
const MAX_MARKS: usize = 4;

/// What is between them takes its direction from its first letter, and is to the text around it
/// like a symbol ([rule](https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates)).
const ISOLATE: char = '\u{2068}';
const END_OF_ISOLATE: char = '\u{2069}';

const HEADLINE_MARK: &str = "## ";
const SMALL_MARK: &str = "-# ";

/// A name for places without markdown, such as a select: one line, without what is invisible.
/// One with letters from right to left is isolated, since it would reorder the text around it;
/// others are not, since some systems show the isolates as boxes.
pub fn plain_name(name: &str) -> String {
    short_name(name, MAX_NAME_LENGTH)
}

/// Like [`plain_name`], of at most so many characters. A longer one ends with an ellipsis.
pub fn short_name(name: &str, max_length: usize) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c == BRAILLE_BLANK).map(visible_part);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let name = cut(&words.join(" "), max_length);
    if name.is_empty() {
        "?".to_owned()
    } else if !name.is_ascii() && name.chars().any(is_right_to_left) {
        format!("{ISOLATE}{name}{END_OF_ISOLATE}")
    } else {
        name
    }
}

fn cut(text: &str, max_length: usize) -> String {
    if text.chars().count() <= max_length {
        return text.to_owned();
    }
    let mut length = 0;
    let kept = text.graphemes(true).take_while(|cluster| {
        length += cluster.chars().count();
        length < max_length
    });
    kept.chain(["…"]).collect()
}

/// A text without the characters, as its readers count them, of which nothing is visible. What
/// joins emoji or selects a letter's variant belongs to what it shapes, and stays.
fn visible_part(text: &str) -> String {
    // So are most names, and each board shows some.
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.to_owned();
    }
    let is_visible = |cluster: &&str| !cluster.chars().all(|c| is_invisible(c) || is_mark(c));
    text.graphemes(true).filter(is_visible).flat_map(with_few_marks).collect()
}

fn with_few_marks(cluster: &str) -> impl Iterator<Item = char> {
    let mut marks = 0;
    cluster.chars().filter(move |&c| {
        marks += usize::from(is_mark(c));
        !is_mark(c) || marks <= MAX_MARKS
    })
}

/// Whether a character is a mark on the letter before it, and nothing without one.
fn is_mark(c: char) -> bool {
    bidi_class(c) == BidiClass::NSM
}

fn is_invisible(c: char) -> bool {
    let is_other_format =
        matches!(c, '\u{70F}' | '\u{FFF9}'..='\u{FFFC}' | '\u{13430}'..='\u{1343F}');
    c.is_control() || is_default_ignorable(c) || is_other_format || c == '\u{1D159}'
}

/// Unicode's property `Default_Ignorable_Code_Point`
/// ([table](https://www.unicode.org/Public/17.0.0/ucd/DerivedCoreProperties.txt)), which has
/// everything that reorders text, too.
const fn is_default_ignorable(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character is a letter from right to left, or a digit that follows such letters.
fn is_right_to_left(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL | BidiClass::AN)
}

/// A name for a message, of at most so many characters, escaped so that its markdown, links and
/// mentions have no effect.
pub fn escape_name(name: &str, max_length: usize) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in short_name(name, max_length).chars() {
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
    channels.iter().map(|it| channel(*it)).collect::<Vec<_>>().join(", ")
}

/// A mention of a channel, which is shown as its name.
pub fn channel(channel: ChannelId) -> String {
    format!("<#{channel}>")
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

/// A slash command. It can be clicked if its id is known
/// ([rule](https://discord.com/developers/docs/reference#message-formatting)).
pub fn command(name: &str, id: Option<u64>) -> String {
    id.map_or_else(|| format!("`/{name}`"), |id| format!("</{name}:{id}>"))
}

/// A timestamp that Discord shows as a date.
pub fn date(time: Timestamp) -> String {
    format!("<t:{}:d>", time.seconds())
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

    fn escaped(name: &str) -> String {
        escape_name(name, MAX_NAME_LENGTH)
    }

    #[test]
    fn names_cannot_use_markdown_or_ping() {
        assert_eq!(escaped("**Ann**"), r"\*\*Ann\*\*");
        assert_eq!(escaped("<@123>"), "\\<\\@\u{200B}123\\>");
        assert_eq!(escaped("@everyone"), "\\@\u{200B}everyone");
        assert_eq!(escaped("https://a.b"), r"https\:\/\/a\.b");
        assert_eq!(escaped("[x](y)"), r"\[x\]\(y\)");
        assert_eq!(escaped("`x`||y||"), r"\`x\`\|\|y\|\|");
    }

    #[test]
    fn names_are_one_line_and_never_empty() {
        assert_eq!(escaped("Ann\n# Ben"), r"Ann \# Ben");
        assert_eq!(escaped("Ann\u{202E}neB"), "AnnneB");
        assert_eq!(escaped(" \u{200B} "), r"\?");
        assert_eq!(plain_name(&"x".repeat(99)).chars().count(), MAX_NAME_LENGTH);
        assert_eq!(escaped("Zoë 🦊"), "Zoë 🦊");
    }

    #[test]
    fn a_long_name_is_cut_between_its_letters() {
        assert_eq!(escape_name("Ann", 3), "Ann");
        assert_eq!(escape_name("Anne", 3), "An…");
        assert_eq!(escape_name("**Anne**", 4), r"\*\*A…");
        assert_eq!(escape_name("Ann 👨‍👩‍👧", 8), "Ann …");
        assert_eq!(escape_name("محمد", 3), "\u{2068}مح…\u{2069}");
    }

    #[test]
    fn a_name_of_which_nothing_shows_is_a_question_mark() {
        let invisible = "\u{3164}\u{AD}\u{34F}\u{115F}\u{1160}\u{180E}\u{FE0F}\u{FFA0}\u{17B4}\u{200D}\
            \u{200B}\u{202E}\u{2067}\u{2064}\u{E0041}\u{E007F}\u{7}\u{A0}\u{2003}\u{2800}\u{3000}\n";
        assert_eq!(plain_name(invisible), "?");
        for c in invisible.chars() {
            assert_eq!(plain_name(&format!("{c}{c}")), "?", "{c:?}");
            assert_eq!(plain_name(&format!("{c}Ann")), "Ann", "{c:?}");
            assert_eq!(plain_name(&format!("Ann {c} Lee")), "Ann Lee", "{c:?}");
        }
        assert_eq!(plain_name("An\u{3164}\u{AD}n"), "Ann");
        assert_eq!(
            plain_name("\u{FFF9}\u{FFFC}\u{1D159}\u{70F}\u{13430} \u{301}\u{489} \u{200D}\u{20DD}"),
            "?"
        );
    }

    #[test]
    fn marks_stay_near_their_letter() {
        assert_eq!(plain_name(&format!("Z{}o", "\u{301}".repeat(20))).chars().count(), 6);
        assert_eq!(plain_name("שָּׁ"), "\u{2068}שָּׁ\u{2069}");
    }

    #[test]
    fn invisible_characters_that_shape_others_stay() {
        for name in [
            "👨‍👩‍👧",
            "❤️ 1️⃣",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "葛\u{E0100}城",
        ] {
            assert_eq!(plain_name(name), name);
        }
    }

    #[test]
    fn names_from_right_to_left_are_isolated() {
        for name in ["محمد", "דוד 5", "Ann محمد", "١٢٣", "می\u{200C}خواهم"] {
            assert_eq!(plain_name(name), format!("\u{2068}{name}\u{2069}"));
        }
        assert_eq!(plain_name("\u{2067}محمد\u{2069}\u{202E} 5"), "\u{2068}محمد 5\u{2069}");
        assert_eq!(escaped("*محمد*"), "\u{2068}\\*محمد\\*\u{2069}");
        for name in ["Zoë 🦊", "あん 1", "(5)"] {
            assert_eq!(plain_name(name), name);
        }
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

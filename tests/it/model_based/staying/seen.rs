//! What was seen in the channels.

use std::{collections::BTreeSet, time::Duration};

use clock::Timestamp;
use fake_discord::MessageId;

use super::{Place, life::Life};

/// For how long Discord recognises the nonce of a post.
pub(super) const NONCE_TIME: Duration = Duration::from_mins(5);

/// What a message tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Board(Place),
    Puzzle(i64),
    /// By its title.
    Week(String),
    SeasonOver(u32),
    Other,
}

/// A message that was seen in a channel.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) id: MessageId,
    pub(super) place: Place,
    pub(super) told: Told,
    pub(super) posted_at: Timestamp,
    /// Whether the bot may not know that it was posted: the answer was lost, or it was killed.
    pub(super) is_unsure: bool,
}

/// What happened to the requests for a channel since the last look.
#[derive(Clone, Default)]
struct Traffic {
    /// What was posted and answered.
    posted: Vec<Told>,
    is_answer_lost: bool,
}

impl Life {
    /// Looks at what the bot has posted since the last look. Afterwards it is unsure what the bot
    /// knows of it if it was killed.
    pub(super) fn look(&mut self, was_killed: bool) {
        let (traffic, edited) = self.new_traffic();
        for place in Place::ALL {
            let messages = self.bot.discord.messages(self.channel(place));
            let known: BTreeSet<_> = self.seen.iter().map(|it| it.id).collect();
            let new = messages.iter().filter(|it| !it.is_ephemeral() && !known.contains(&it.id));
            let new: Vec<_> = new.filter(|it| it.author.bot).cloned().collect();
            let Traffic { posted, is_answer_lost } = &traffic[place as usize];
            let is_unsure = was_killed || *is_answer_lost;
            if !is_unsure && posted.len() > new.len() {
                // Discord has answered with a message that was there.
                let now = self.bot.clock.now();
                let is_found = |it: &&mut Seen| {
                    it.place == place
                        && now.since(it.posted_at) < NONCE_TIME
                        && posted.contains(&it.told)
                };
                self.seen.iter_mut().filter(is_found).for_each(|it| it.is_unsure = false);
            }
            for message in new {
                let (id, told) = (message.id, told(place, &message.content));
                let posted_at = message.posted_at;
                self.seen.push(Seen { id, place, told, posted_at, is_unsure });
            }
        }
        for seen in self.seen.iter_mut().filter(|it| edited.contains(&it.id.to_string())) {
            seen.is_unsure = false;
            // What was to find a lost message has become one, if Discord has forgotten the nonce.
            let channel = self.channels[seen.place as usize];
            if let Some(message) = self.bot.discord.message(channel, seen.id) {
                seen.told = told(seen.place, &message.content);
            }
        }
    }

    /// What the bot has sent since the last look: by place, and which messages it has edited.
    fn new_traffic(&mut self) -> ([Traffic; Place::ALL.len()], BTreeSet<String>) {
        let mut traffic: [Traffic; Place::ALL.len()] = Default::default();
        let mut edited = BTreeSet::new();
        let requests = self.bot.discord.requests();
        for request in &requests[self.requests..] {
            let Some(path) = request.path.strip_prefix("/channels/") else { continue };
            let Some((channel, rest)) = path.split_once('/') else { continue };
            let place = self.channels.iter().position(|it| it.to_string() == channel);
            let Some(place) = place else { continue };
            match (request.method.as_str(), request.status) {
                ("POST", 0) => traffic[place].is_answer_lost = true,
                ("POST", 200) => {
                    let content = request.body["content"].as_str().unwrap_or_default();
                    traffic[place].posted.push(told(Place::ALL[place], content));
                }
                ("PATCH", 200) => {
                    edited.extend(rest.strip_prefix("messages/").map(str::to_owned));
                }
                (_, 400 | 403) => self.refusals[place] += 1,
                _ => {}
            }
            self.is_calm &= (1..400).contains(&request.status);
        }
        self.requests = requests.len();
        (traffic, edited)
    }
}

/// What a message in a channel tells.
fn told(place: Place, content: &str) -> Told {
    let number = |prefix: &str| {
        let (_, rest) = content.split_once(prefix)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<i64>().ok()
    };
    let season = || u32::try_from(number("Season ").unwrap()).unwrap();
    if content.starts_with("🏆 **Leaderboard**") {
        Told::Board(place)
    } else if content.starts_with("🧩 ") {
        Told::Puzzle(number("#").unwrap())
    } else if content.starts_with("📰 **The week in words**") {
        Told::Week(content.lines().next().unwrap().to_owned())
    } else if content.starts_with("🏆 **Season ") {
        Told::SeasonOver(season())
    } else {
        Told::Other
    }
}

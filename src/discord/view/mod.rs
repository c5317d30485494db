//! How answers look: messages with emoji and buttons.

mod board;
mod body;
mod challenge;
mod hint;
mod history;
mod leaderboard;
mod lists;
mod look;
mod names;
mod privacy;
mod ratings;
mod refusal;
mod reminder;
mod replay;
mod review;
mod settings;
mod stats;
mod status;
mod words;

pub use body::{Body, File};
pub(super) use names::{level, period, shape, theme, time_control};
use serenity::all::{
    AutocompleteChoice, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage,
};

use crate::{
    locale::Locale,
    play::{Posting, Refusal},
    service::{Answer, How, Notice, Repair},
    texts,
};

/// How an answer goes out.
#[derive(Debug)]
pub struct Shown {
    /// The answer to the interaction itself.
    pub response: CreateInteractionResponse,
    /// A file that goes along with it.
    pub file: Option<File>,
    /// What is said to the asker alone, after that.
    pub aside: Option<Body>,
}

impl Shown {
    fn new(how: How, body: Body) -> Self {
        let (message, file) = body.into_response();
        let response = match how {
            How::Post => CreateInteractionResponse::Message(message),
            How::Update => CreateInteractionResponse::UpdateMessage(message),
        };
        Self { response, file, aside: None }
    }
}

/// An answer as `reader`'s language and Discord have it. `typed` is what the
/// asker has typed of an option so far.
pub fn show(answer: &Answer, reader: Locale, typed: &str) -> Shown {
    match answer {
        Answer::Challenge { challenge, how } => Shown::new(*how, challenge::draw(challenge)),
        Answer::Board { game, how, asks_resign, ping } => {
            let body = board::draw(game, *asks_resign);
            Shown::new(*how, body.pinging(*ping))
        }
        Answer::BoardInWords(game) => Shown::new(How::Post, words::draw(game, reader)),
        Answer::Refused { refusal, repair: None } => refuse(reader, refusal),
        Answer::Refused { refusal, repair: Some(repair) } => {
            let repaired = Shown::new(How::Update, repaired(repair));
            Shown { aside: Some(whisper(reader, refusal)), ..repaired }
        }
        Answer::Columns(columns) => {
            let choices = columns
                .iter()
                .map(ToString::to_string)
                .filter(|column| column.starts_with(typed.trim()))
                .map(|column| {
                    let label = texts::column_choice(reader, column.clone());
                    AutocompleteChoice::new(label, column)
                })
                .collect();
            complete(choices)
        }
        Answer::Games(page) => Shown::new(page.how, lists::games(page, reader)),
        Answer::ResignPicked(game, asker) => {
            Shown::new(How::Update, lists::resign_picked(game, *asker, reader))
        }
        Answer::Leaderboard(page) => Shown::new(page.how, leaderboard::draw(page, reader)),
        Answer::Stats(stats) => Shown::new(How::Post, stats::draw(stats, reader)),
        Answer::History(history) => Shown::new(history.how, history::draw(history, reader)),
        Answer::FinishedGames { games, asker } => {
            complete(history::choices(games, *asker, reader, typed))
        }
        Answer::Replay { game, ply, how } => Shown::new(*how, replay::draw(game, *ply, reader)),
        Answer::Shared { game, gif } => Shown::new(How::Post, replay::shared(game, gif)),
        Answer::Hint(advice) => Shown::new(How::Post, hint::draw(advice, reader)),
        Answer::HintLater => {
            let message = CreateInteractionResponseMessage::new().ephemeral(true);
            Shown { response: CreateInteractionResponse::Defer(message), file: None, aside: None }
        }
        Answer::Review(reviewed, how) => Shown::new(*how, review::draw(reviewed, reader)),
        Answer::Reviewing(progress) => Shown::new(How::Post, review::progress(*progress, reader)),
        Answer::Settings(page) => Shown::new(page.how, settings::draw(page, reader)),
        Answer::Privacy(told) => {
            let how = if told.is_answer() { How::Update } else { How::Post };
            Shown::new(how, privacy::draw(told, reader))
        }
        Answer::Help => Shown::new(How::Post, Body::whisper(texts::help(reader))),
    }
}

/// A refusal, to the asker alone.
pub fn refuse(reader: Locale, refusal: &Refusal) -> Shown {
    Shown::new(How::Post, whisper(reader, refusal))
}

/// What is said when something failed that is nobody's fault but ours.
pub fn fault(reader: Locale, reference: &str) -> Shown {
    Shown::new(How::Post, Body::whisper(texts::fault(reader, reference.to_owned())))
}

/// Nothing to choose from.
pub fn no_choices() -> Shown {
    complete(Vec::new())
}

fn complete(choices: Vec<AutocompleteChoice>) -> Shown {
    let response = CreateAutocompleteResponse::new().set_choices(choices);
    let response = CreateInteractionResponse::Autocomplete(response);
    Shown { response, file: None, aside: None }
}

fn whisper(reader: Locale, refusal: &Refusal) -> Body {
    Body::whisper(refusal::sentence(reader, refusal))
}

fn repaired(repair: &Repair) -> Body {
    match repair {
        Repair::Board(game) => board::draw(game, None),
        Repair::MovedAway(game) => board::moved_away(game),
        Repair::Challenge(challenge) => challenge::draw(challenge),
    }
}

/// How a notice reaches people.
#[derive(Debug)]
pub enum Delivery<'a> {
    /// By a change of a message.
    Edit(&'a Posting, Body),
    /// As a message of its own, in the game's channel.
    Post(Body),
}

/// What a notice changes or says.
pub fn notice(notice: &Notice) -> Delivery<'_> {
    match notice {
        Notice::BoardMoved { old, game } => Delivery::Edit(old, board::moved_away(game)),
        Notice::BoardChanged(game) => Delivery::Edit(&game.live, board::draw(game, None)),
        Notice::ChallengeOver(challenge) => {
            Delivery::Edit(&challenge.posting, challenge::draw(challenge))
        }
        Notice::Reminder(game) => Delivery::Post(reminder::draw(game)),
        Notice::Review { posting, reader, news, .. } => {
            Delivery::Edit(posting, review::news(news, *reader))
        }
        Notice::Hint { posting, reader, advice, .. } => {
            let body = match advice {
                Ok(advice) => hint::draw(advice, *reader),
                Err(refusal) => whisper(*reader, refusal),
            };
            Delivery::Edit(posting, body)
        }
    }
}

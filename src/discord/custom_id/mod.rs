//! The custom ids of buttons and selects.
//!
//! Posted messages keep their buttons for ever, so this is a stored format: a tag of
//! a letter and a number, then numbers, all separated by colons. New forms get new
//! tags, and a tag is never reused with another meaning: not those of earlier builds either,
//! `r1`, `p1`, `l1` and `b1`. A custom id that does not
//! parse decodes as [`ComponentAction::Unknown`].

mod codec;
mod game_options;
mod leaderboard;
mod play_menu;
mod preferences;
mod public_view;
mod puzzle;
mod replacement;
mod settings;
#[cfg(test)]
mod tests;
mod training;

use self::codec::{decode_column, decode_number, decode_position, decode_seen, encode_position};
pub use self::play_menu::{friend_options, friend_select_id};
use crate::{
    game::{ChallengeId, GameId, OfferKind, PlayerId},
    service::{ComponentAction, GameCommand, Navigation},
    store::HistoryCursor,
};

/// The custom id of the select for the channels in which games may be started.
pub const CHANNELS: &str = "t0";

/// The custom id of the select of people to block.
pub const BLOCK: &str = "f0";

/// The button that exports the user's data. It has the limit of attachments with it.
pub const EXPORT: &str = "f10";

/// The custom id of a select whose values are actions like this one: the tag that
/// they share.
pub fn select_id(action: ComponentAction) -> String {
    encode(action).split(':').next().unwrap_or_default().to_owned()
}

/// Decodes a value that was chosen in a select.
pub fn decode_choice(select: &str, value: &str) -> ComponentAction {
    let action = decode(value);
    if select_id(action) == select { action } else { ComponentAction::Unknown }
}

/// Encodes an action as a custom id.
pub fn encode(action: ComponentAction) -> String {
    match action {
        ComponentAction::Accept(challenge) => format!("a1:{challenge}"),
        ComponentAction::Decline(challenge) => format!("n1:{challenge}"),
        ComponentAction::Cancel(challenge) => format!("c1:{challenge}"),
        ComponentAction::RepeatChallenge(challenge) => format!("a2:{challenge}"),
        ComponentAction::PlayMenu { step, options } => play_menu::encode(step, options),
        ComponentAction::Drop(seen, column) => format!("d1:{seen}:{column}"),
        ComponentAction::ChosenGame(seen, command) => match command {
            GameCommand::Drop(column) => format!("g2:{seen}:{column}"),
            GameCommand::Board => format!("g3:{seen}"),
            GameCommand::Text => format!("g4:{seen}"),
        },
        ComponentAction::AskResign(seen) => format!("q1:{seen}"),
        ComponentAction::Resign(seen) => format!("r2:{seen}"),
        ComponentAction::Offer(seen, kind) => {
            format!("o1:{seen}:{}", encode_position(kind, &OfferKind::ALL))
        }
        ComponentAction::AcceptOffer(seen) => format!("k1:{seen}"),
        ComponentAction::DeclineOffer(seen) => format!("x1:{seen}"),
        ComponentAction::WithdrawOffer(seen) => format!("x2:{seen}"),
        ComponentAction::Hint(seen) => format!("j1:{seen}"),
        ComponentAction::Claim(seen) => format!("e1:{seen}"),
        ComponentAction::ClaimListed(game) => format!("e2:{game}"),
        ComponentAction::ReplaceGame { game, options } => replacement::encode(game, options),
        ComponentAction::KeepGame(game) => format!("b2:{game}"),
        ComponentAction::PlayLevel { game, level } => replacement::encode_level(game, level),
        ComponentAction::Rematch(game) => format!("m1:{game}"),
        ComponentAction::GamesPage(page) => format!("g1:{page}"),
        ComponentAction::PickGame(game) => format!("s1:{game}"),
        ComponentAction::ResignPicked(seen) => format!("y1:{seen}"),
        ComponentAction::Leaderboard(query) => leaderboard::encode(query),
        ComponentAction::History { player, cursor } => match cursor {
            HistoryCursor::Newest => format!("h1:{player}"),
            HistoryCursor::Before(game) => format!("h1:{player}:1:{game}"),
            HistoryCursor::After(game) => format!("h1:{player}:2:{game}"),
        },
        ComponentAction::Replay(game) => format!("v1:{game}"),
        ComponentAction::ReplayJump { game, ply, navigation } => {
            format!("v2:{game}:{ply}:{}", encode_position(navigation, &Navigation::ALL))
        }
        ComponentAction::Moves(game) => format!("v4:{game}"),
        ComponentAction::ShowEveryone(view) => public_view::encode(view),
        ComponentAction::Review(game) => format!("w1:{game}"),
        ComponentAction::ReviewJump { game, ply, navigation: None } => format!("w2:{game}:{ply}"),
        ComponentAction::ReviewJump { game, ply, navigation: Some(navigation) } => {
            format!("w2:{game}:{ply}:{}", encode_position(navigation, &Navigation::ALL))
        }
        ComponentAction::Puzzle { number, action } => puzzle::encode(number, action),
        ComponentAction::DeleteData => "z1".to_owned(),
        ComponentAction::CancelDeletion => "z2".to_owned(),
        ComponentAction::Preferences(action) => preferences::encode(action),
        ComponentAction::Training(action) => training::encode(action),
        ComponentAction::Settings(action) => settings::encode(action),
        ComponentAction::Unknown => "u1".to_owned(),
    }
}

/// Decodes a custom id, or the value of a select.
pub fn decode(text: &str) -> ComponentAction {
    try_decode(text).unwrap_or(ComponentAction::Unknown)
}

fn try_decode(text: &str) -> Option<ComponentAction> {
    let mut parts = text.split(':');
    let tag = parts.next()?;
    let numbers: Vec<i64> = parts.map(decode_number).collect::<Option<_>>()?;
    Some(match (tag, numbers.as_slice()) {
        ("a1", &[challenge]) => ComponentAction::Accept(ChallengeId(challenge)),
        ("n1", &[challenge]) => ComponentAction::Decline(ChallengeId(challenge)),
        ("c1", &[challenge]) => ComponentAction::Cancel(ChallengeId(challenge)),
        ("a2", &[challenge]) => ComponentAction::RepeatChallenge(ChallengeId(challenge)),
        ("d1", &[game, version, column]) => {
            ComponentAction::Drop(decode_seen(game, version)?, decode_column(column)?)
        }
        ("g2", &[game, version, column]) => {
            let command = GameCommand::Drop(decode_column(column)?);
            ComponentAction::ChosenGame(decode_seen(game, version)?, command)
        }
        ("g3" | "g4", &[game, version]) => {
            let command = if tag == "g3" { GameCommand::Board } else { GameCommand::Text };
            ComponentAction::ChosenGame(decode_seen(game, version)?, command)
        }
        ("q1", &[game, version]) => ComponentAction::AskResign(decode_seen(game, version)?),
        ("r2", &[game, version]) => ComponentAction::Resign(decode_seen(game, version)?),
        ("o1", &[game, version, kind]) => {
            let kind = decode_position(kind, &OfferKind::ALL)?;
            ComponentAction::Offer(decode_seen(game, version)?, kind)
        }
        ("k1", &[game, version]) => ComponentAction::AcceptOffer(decode_seen(game, version)?),
        ("x1", &[game, version]) => ComponentAction::DeclineOffer(decode_seen(game, version)?),
        ("x2", &[game, version]) => ComponentAction::WithdrawOffer(decode_seen(game, version)?),
        ("j1", &[game, version]) => ComponentAction::Hint(decode_seen(game, version)?),
        ("e1", &[game, version]) => ComponentAction::Claim(decode_seen(game, version)?),
        ("e2", &[game]) => ComponentAction::ClaimListed(GameId(game)),
        ("b2" | "b3" | "b4", numbers) => replacement::decode(tag, numbers)?,
        ("m1", &[game]) => ComponentAction::Rematch(GameId(game)),
        ("g1", &[page]) => ComponentAction::GamesPage(u32::try_from(page).ok()?),
        ("s1", &[game]) => ComponentAction::PickGame(GameId(game)),
        ("y1", &[game, version]) => ComponentAction::ResignPicked(decode_seen(game, version)?),
        ("h1", &[player, ref cursor @ ..]) => {
            let player = PlayerId(u64::try_from(player).ok()?);
            let cursor = match *cursor {
                [] => HistoryCursor::Newest,
                [1, game] => HistoryCursor::Before(GameId(game)),
                [2, game] => HistoryCursor::After(GameId(game)),
                _ => return None,
            };
            ComponentAction::History { player, cursor }
        }
        ("v1", &[game]) => ComponentAction::Replay(GameId(game)),
        ("v2", &[game, ply, navigation]) => ComponentAction::ReplayJump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            navigation: decode_position(navigation, &Navigation::ALL)?,
        },
        ("v4", &[game]) => ComponentAction::Moves(GameId(game)),
        ("w1", &[game]) => ComponentAction::Review(GameId(game)),
        ("w2", &[game, ply]) => ComponentAction::ReviewJump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            navigation: None,
        },
        ("w2", &[game, ply, navigation]) => ComponentAction::ReviewJump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            navigation: Some(decode_position(navigation, &Navigation::ALL)?),
        },
        ("z1", &[]) => ComponentAction::DeleteData,
        ("z2", &[]) => ComponentAction::CancelDeletion,
        ("l2", numbers) => ComponentAction::Leaderboard(leaderboard::decode(numbers)?),
        _ => return decode_of_feature(tag, &numbers),
    })
}

/// Decodes the actions that features encode by themselves.
fn decode_of_feature(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    let view = || public_view::decode(tag, numbers).map(ComponentAction::ShowEveryone);
    let menu = || play_menu::decode(tag, numbers);
    let puzzle = || puzzle::decode(tag, numbers);
    let preferences = || preferences::decode(tag, numbers).map(ComponentAction::Preferences);
    let settings = || settings::decode(tag, numbers).map(ComponentAction::Settings);
    let training = || training::decode(tag, numbers).map(ComponentAction::Training);
    view().or_else(menu).or_else(puzzle).or_else(preferences).or_else(settings).or_else(training)
}

//! The custom ids of the buttons and selects of `/preferences`.

use super::codec::{decode_flag, decode_position, encode_position};
use crate::{
    game::{ChallengesFrom, PlayerId, Preference},
    service::PreferencesAction,
};

pub(super) fn encode(action: PreferencesAction) -> String {
    match action {
        PreferencesAction::Set(Preference::Challenges(from)) => {
            format!("f1:{}", encode_position(from, &ChallengesFrom::ALL))
        }
        PreferencesAction::Set(Preference::Turns(on)) => format!("f2:{}", u8::from(on)),
        PreferencesAction::Set(Preference::Reminders(on)) => {
            format!("f3:{}", u8::from(on))
        }
        PreferencesAction::Set(Preference::Listed(on)) => format!("f7:{}", u8::from(on)),
        PreferencesAction::OpenPage(page) => format!("f4:{page}"),
        PreferencesAction::Block(player) => format!("f5:{player}"),
        PreferencesAction::Unblock(player) => format!("f6:{player}"),
        PreferencesAction::OpenData => "f8".to_owned(),
        PreferencesAction::AskDelete => "f9".to_owned(),
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<PreferencesAction> {
    let player = |id: i64| u64::try_from(id).map(PlayerId).ok();
    Some(match (tag, numbers) {
        ("f1", &[from]) => PreferencesAction::Set(Preference::Challenges(decode_position(
            from,
            &ChallengesFrom::ALL,
        )?)),
        ("f2", &[on]) => PreferencesAction::Set(Preference::Turns(decode_flag(on)?)),
        ("f3", &[on]) => PreferencesAction::Set(Preference::Reminders(decode_flag(on)?)),
        ("f4", &[page]) => PreferencesAction::OpenPage(u32::try_from(page).ok()?),
        ("f5", &[id]) => PreferencesAction::Block(player(id)?),
        ("f6", &[id]) => PreferencesAction::Unblock(player(id)?),
        ("f7", &[on]) => PreferencesAction::Set(Preference::Listed(decode_flag(on)?)),
        ("f8", &[]) => PreferencesAction::OpenData,
        ("f9", &[]) => PreferencesAction::AskDelete,
        _ => return None,
    })
}

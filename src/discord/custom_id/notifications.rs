//! The custom ids of the buttons and selects of `/notifications`.

use super::codec::{decode_flag, decode_position, encode_position};
use crate::{
    game::{ChallengesFrom, NotificationSetting, PlayerId},
    service::NotificationsAction,
};

pub(super) fn encode(action: NotificationsAction) -> String {
    match action {
        NotificationsAction::Set(NotificationSetting::Challenges(from)) => {
            format!("f1:{}", encode_position(from, &ChallengesFrom::ALL))
        }
        NotificationsAction::Set(NotificationSetting::Turns(on)) => format!("f2:{}", u8::from(on)),
        NotificationsAction::Set(NotificationSetting::Reminders(on)) => {
            format!("f3:{}", u8::from(on))
        }
        NotificationsAction::OpenPage(page) => format!("f4:{page}"),
        NotificationsAction::Block(player) => format!("f5:{player}"),
        NotificationsAction::Unblock(player) => format!("f6:{player}"),
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<NotificationsAction> {
    let player = |id: i64| u64::try_from(id).map(PlayerId).ok();
    Some(match (tag, numbers) {
        ("f1", &[from]) => NotificationsAction::Set(NotificationSetting::Challenges(
            decode_position(from, &ChallengesFrom::ALL)?,
        )),
        ("f2", &[on]) => NotificationsAction::Set(NotificationSetting::Turns(decode_flag(on)?)),
        ("f3", &[on]) => NotificationsAction::Set(NotificationSetting::Reminders(decode_flag(on)?)),
        ("f4", &[page]) => NotificationsAction::OpenPage(u32::try_from(page).ok()?),
        ("f5", &[id]) => NotificationsAction::Block(player(id)?),
        ("f6", &[id]) => NotificationsAction::Unblock(player(id)?),
        _ => return None,
    })
}

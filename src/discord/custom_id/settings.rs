//! The custom ids of the settings' buttons and selects.

use super::codec::{decode_flag, decode_position, decode_seen, encode_position};
use crate::{
    game::{ChallengeTime, GameId, Setting, TimeControl},
    locale::Locale,
    service::{SettingsAction, SettingsTab},
    theme::Theme,
};

pub(super) fn encode(action: SettingsAction) -> String {
    match action {
        SettingsAction::OpenTab(tab) => format!("t1:{}", encode_position(tab, &SettingsTab::ALL)),
        SettingsAction::Set(setting) => encode_setting(setting),
        SettingsAction::EveryChannel => "t10".to_owned(),
        SettingsAction::PuzzleHour(None) => "t11".to_owned(),
        SettingsAction::PuzzleHour(Some(hour)) => format!("t11:{hour}"),
        SettingsAction::PuzzleHere => "t12".to_owned(),
        SettingsAction::PickGame(game) => format!("t8:{game}"),
        SettingsAction::EndGame(seen) => format!("t9:{seen}"),
    }
}

fn encode_setting(setting: Setting) -> String {
    match setting {
        Setting::Theme(theme) => format!("t2:{}", encode_position(theme, &Theme::ALL)),
        Setting::Locale(locale) => {
            format!("t3:{}", locale.map_or(0, |locale| encode_position(locale, &Locale::ALL)))
        }
        Setting::TimeControl(control) => {
            format!("t4:{}", encode_position(control, &TimeControl::ALL))
        }
        Setting::Reminders(on) => format!("t5:{}", u8::from(on)),
        Setting::MaxGamesPerChannel(limit) => format!("t6:{}", limit.unwrap_or(0)),
        Setting::ComputerGames(on) => format!("t7:{}", u8::from(on)),
        Setting::ChallengeTime(time) => {
            format!("t13:{}", encode_position(time, &ChallengeTime::ALL))
        }
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<SettingsAction> {
    Some(match (tag, numbers) {
        ("t1", &[tab]) => SettingsAction::OpenTab(decode_position(tab, &SettingsTab::ALL)?),
        ("t10", &[]) => SettingsAction::EveryChannel,
        ("t11", &[]) => SettingsAction::PuzzleHour(None),
        ("t11", &[hour]) => {
            SettingsAction::PuzzleHour(Some(u8::try_from(hour).ok().filter(|hour| *hour < 24)?))
        }
        ("t12", &[]) => SettingsAction::PuzzleHere,
        ("t8", &[game]) => SettingsAction::PickGame(GameId(game)),
        ("t9", &[game, version]) => SettingsAction::EndGame(decode_seen(game, version)?),
        _ => SettingsAction::Set(decode_setting(tag, numbers)?),
    })
}

fn decode_setting(tag: &str, numbers: &[i64]) -> Option<Setting> {
    Some(match (tag, numbers) {
        ("t2", &[theme]) => Setting::Theme(decode_position(theme, &Theme::ALL)?),
        ("t3", &[0]) => Setting::Locale(None),
        ("t3", &[locale]) => Setting::Locale(Some(decode_position(locale, &Locale::ALL)?)),
        ("t4", &[control]) => Setting::TimeControl(decode_position(control, &TimeControl::ALL)?),
        ("t5", &[on]) => Setting::Reminders(decode_flag(on)?),
        ("t6", &[0]) => Setting::MaxGamesPerChannel(None),
        ("t6", &[limit]) => Setting::MaxGamesPerChannel(Some(u8::try_from(limit).ok()?)),
        ("t7", &[on]) => Setting::ComputerGames(decode_flag(on)?),
        ("t13", &[time]) => Setting::ChallengeTime(decode_position(time, &ChallengeTime::ALL)?),
        _ => return None,
    })
}

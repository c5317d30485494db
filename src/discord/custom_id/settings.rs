//! Presses on a server's settings.

use super::numbers::{nth, number_of, switch, version};
use crate::{
    locale::Locale,
    play::{GameId, Setting, TimeControl, Version},
    service::{SettingsPart, SettingsPress},
    theme::Theme,
};

pub(super) fn encode(press: SettingsPress) -> String {
    match press {
        SettingsPress::Turn(part) => format!("t1:{}", number_of(part, &SettingsPart::ALL)),
        SettingsPress::Set(setting) => encode_setting(setting),
        SettingsPress::EveryChannel => "t10".to_owned(),
        SettingsPress::PickGame(game) => format!("t8:{game}"),
        SettingsPress::EndGame { game, version: Version(version) } => {
            format!("t9:{game}:{version}")
        }
    }
}

fn encode_setting(setting: Setting) -> String {
    match setting {
        Setting::Theme(theme) => format!("t2:{}", number_of(theme, &Theme::ALL)),
        Setting::Locale(locale) => {
            format!("t3:{}", locale.map_or(0, |locale| number_of(locale, &Locale::ALL)))
        }
        Setting::TimeControl(control) => format!("t4:{}", number_of(control, &TimeControl::ALL)),
        Setting::Reminders(on) => format!("t5:{}", u8::from(on)),
        Setting::MostGames(most) => format!("t6:{}", most.unwrap_or(0)),
        Setting::ComputerGames(on) => format!("t7:{}", u8::from(on)),
    }
}

pub(super) fn read(tag: &str, numbers: &[i64]) -> Option<SettingsPress> {
    Some(match (tag, numbers) {
        ("t1", &[part]) => SettingsPress::Turn(nth(part, &SettingsPart::ALL)?),
        ("t10", &[]) => SettingsPress::EveryChannel,
        ("t8", &[game]) => SettingsPress::PickGame(GameId(game)),
        ("t9", &[game, drawn_for]) => {
            SettingsPress::EndGame { game: GameId(game), version: version(drawn_for)? }
        }
        _ => SettingsPress::Set(read_setting(tag, numbers)?),
    })
}

fn read_setting(tag: &str, numbers: &[i64]) -> Option<Setting> {
    Some(match (tag, numbers) {
        ("t2", &[theme]) => Setting::Theme(nth(theme, &Theme::ALL)?),
        ("t3", &[0]) => Setting::Locale(None),
        ("t3", &[locale]) => Setting::Locale(Some(nth(locale, &Locale::ALL)?)),
        ("t4", &[control]) => Setting::TimeControl(nth(control, &TimeControl::ALL)?),
        ("t5", &[on]) => Setting::Reminders(switch(on)?),
        ("t6", &[0]) => Setting::MostGames(None),
        ("t6", &[most]) => Setting::MostGames(Some(u8::try_from(most).ok()?)),
        ("t7", &[on]) => Setting::ComputerGames(switch(on)?),
        _ => return None,
    })
}

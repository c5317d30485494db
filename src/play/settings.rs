use super::{ChannelId, Refusal, Situation, TimeControl};
use crate::{locale::Locale, theme::Theme};

/// What a server has settled about games there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuildSettings {
    /// What boards look like, where nobody says otherwise.
    pub theme: Theme,
    /// The language of what everybody sees; none: the one that Discord says.
    pub locale: Option<Locale>,
    /// The time for each move, where nobody says otherwise.
    pub time_control: TimeControl,
    /// Whether players are pinged before they lose on time.
    pub reminders: bool,
    /// How many games may go on in one channel.
    pub most_games: Option<u8>,
    /// Whether people may play the computer.
    pub computer_games: bool,
    /// The channels in which games may begin; all, if there are none.
    pub channels: Vec<ChannelId>,
}

impl Default for GuildSettings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            locale: None,
            time_control: TimeControl::default(),
            reminders: true,
            most_games: None,
            computer_games: true,
            channels: Vec::new(),
        }
    }
}

/// One setting of few choices, as chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// What boards look like.
    Theme(Theme),
    /// The language of what everybody sees.
    Locale(Option<Locale>),
    /// The time for each move.
    TimeControl(TimeControl),
    /// Whether players are reminded.
    Reminders(bool),
    /// How many games may go on in one channel.
    MostGames(Option<u8>),
    /// Whether people may play the computer.
    ComputerGames(bool),
}

/// One thing that is settled otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsChange {
    /// One of the settings of few choices.
    Setting(Setting),
    /// The channels in which games may begin.
    Channels(Vec<ChannelId>),
}

impl GuildSettings {
    /// The settings with this change.
    #[must_use]
    pub fn with(mut self, change: SettingsChange) -> Self {
        match change {
            SettingsChange::Setting(setting) => self.set(setting),
            SettingsChange::Channels(mut channels) => {
                channels.sort_unstable();
                channels.dedup();
                self.channels = channels;
            }
        }
        self
    }

    const fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Theme(theme) => self.theme = theme,
            Setting::Locale(locale) => self.locale = locale,
            Setting::TimeControl(control) => self.time_control = control,
            Setting::Reminders(on) => self.reminders = on,
            Setting::MostGames(most) => self.most_games = most,
            Setting::ComputerGames(on) => self.computer_games = on,
        }
    }
}

/// Refuses a game that the server does not want. A thread counts as the channel
/// that it belongs to.
pub(super) fn check(
    situation: &Situation,
    here: ChannelId,
    against_computer: bool,
) -> Result<(), Refusal> {
    let settings = &situation.settings;
    let is_allowed = |channel| settings.channels.contains(&channel);
    let anywhere = settings.channels.is_empty();
    if !(anywhere || is_allowed(here) || situation.parent.is_some_and(is_allowed)) {
        return Err(Refusal::WrongChannel(settings.channels.clone()));
    }
    if against_computer && !settings.computer_games {
        return Err(Refusal::ComputerGamesOff);
    }
    match settings.most_games {
        Some(most) if situation.games_here >= u32::from(most) => Err(Refusal::ChannelFull(most)),
        _ => Ok(()),
    }
}

use clock::Timestamp;

use super::{PlayerId, Setting};

named_enum! {
    /// What managers of a server change.
    pub enum ServerEventKind {
        Hidden = "hidden",
        Shown = "shown",
        RecordReset = "record reset",
        SeasonStarted = "season started",
        SeasonUndone = "season undone",
        SeasonRhythm = "season rhythm",
        Theme = "theme",
        Language = "language",
        TimeControl = "time control",
        Reminders = "reminders",
        GamesPerChannel = "games per channel",
        ComputerGames = "computer games",
        ChallengeTime = "challenge time",
        Channels = "channels",
        TimeZone = "time zone",
        PuzzlePost = "puzzle post",
        StandingLeaderboard = "standing leaderboard",
        WeekInWords = "week in words",
    }
}

/// A change in a server, for its managers to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerEvent {
    pub at: Timestamp,
    /// `None` if it came by itself.
    pub manager: Option<PlayerId>,
    pub kind: ServerEventKind,
    /// Whom it was about.
    pub player: Option<PlayerId>,
    /// The number of the season that it was about.
    pub season: Option<u32>,
}

impl From<&Setting> for ServerEventKind {
    fn from(setting: &Setting) -> Self {
        match setting {
            Setting::Theme(_) => Self::Theme,
            Setting::Locale(_) => Self::Language,
            Setting::TimeControl(_) => Self::TimeControl,
            Setting::Reminders(_) => Self::Reminders,
            Setting::MaxGamesPerChannel(_) => Self::GamesPerChannel,
            Setting::ComputerGames(_) => Self::ComputerGames,
            Setting::ChallengeTime(_) => Self::ChallengeTime,
            Setting::Channels(_) => Self::Channels,
            Setting::TimeZone(_) => Self::TimeZone,
        }
    }
}

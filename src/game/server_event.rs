use super::{InteractionId, PlayerId, Setting};

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
    /// The press, or the first of its time if it came by itself.
    pub id: InteractionId,
    /// `None` if it came by itself.
    pub manager: Option<PlayerId>,
    pub kind: ServerEventKind,
    /// Whom it was about.
    pub player: Option<PlayerId>,
    /// The number of the season, or the new limit; 1 for what was turned on, and 0 for off.
    pub number: Option<u32>,
}

impl ServerEvent {
    pub const fn new(id: InteractionId, manager: Option<PlayerId>, kind: ServerEventKind) -> Self {
        Self { id, manager, kind, player: None, number: None }
    }

    /// A manager changes a setting.
    pub fn of_setting(id: InteractionId, manager: PlayerId, setting: &Setting) -> Self {
        use ServerEventKind as Kind;
        let (kind, number) = match setting {
            Setting::Theme(_) => (Kind::Theme, None),
            Setting::Locale(_) => (Kind::Language, None),
            Setting::TimeControl(_) => (Kind::TimeControl, None),
            Setting::Reminders(on) => (Kind::Reminders, Some((*on).into())),
            Setting::MaxGamesPerChannel(limit) => (Kind::GamesPerChannel, limit.map(u32::from)),
            Setting::ComputerGames(on) => (Kind::ComputerGames, Some((*on).into())),
            Setting::ChallengeTime(_) => (Kind::ChallengeTime, None),
            Setting::Channels(_) => (Kind::Channels, None),
            Setting::TimeZone(_) => (Kind::TimeZone, None),
        };
        Self { number, ..Self::new(id, Some(manager), kind) }
    }
}

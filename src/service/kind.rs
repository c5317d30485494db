//! What requests are counted as, for whoever watches the program.

use super::{Ask, Press};

impl Ask {
    /// One of a few words for what is asked for.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Play(_) => "play",
            Self::Drop { .. } => "drop",
            Self::OpenColumns | Self::FinishedGames => "completion",
            Self::Board | Self::BoardInWords => "board",
            Self::Resign => "resign",
            Self::Offer(_) => "offer",
            Self::Games => "games",
            Self::Leaderboard(_) => "leaderboard",
            Self::Stats { .. } => "stats",
            Self::History { .. } => "history",
            Self::Replay { .. } => "replay",
            Self::Review { .. } => "review",
            Self::Hint => "hint",
            Self::Privacy(_) => "privacy",
            Self::Settings | Self::SetChannels(_) => "settings",
            Self::Help => "help",
            Self::Press(press) => press.kind(),
        }
    }
}

impl Press {
    const fn kind(self) -> &'static str {
        match self {
            Self::Drop { .. } => "press column",
            Self::Accept(_) | Self::Decline(_) | Self::Cancel(_) => "press challenge",
            Self::Offer { .. } | Self::AcceptOffer { .. } | Self::DeclineOffer { .. } => {
                "press offer"
            }
            Self::AskResign { .. }
            | Self::Resign { .. }
            | Self::PlayOn { .. }
            | Self::PickGame(_)
            | Self::ResignPicked { .. } => "press resign",
            Self::Rematch(_) => "press rematch",
            Self::GamesPage(_)
            | Self::Leaderboard(_)
            | Self::History { .. }
            | Self::Replay(_)
            | Self::Jump { .. }
            | Self::Review(_)
            | Self::ReviewJump { .. }
            | Self::Share(_) => "press page",
            Self::DeleteData | Self::KeepData => "press privacy",
            Self::Settings(_) => "press settings",
            Self::Unknown => "press unknown",
        }
    }
}

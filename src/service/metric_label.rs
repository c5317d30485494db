//! Labels of requests in metrics.

use super::{ComponentAction, RequestKind};

impl RequestKind {
    pub const fn metric_label(&self) -> &'static str {
        match self {
            Self::Play(_) => "play",
            Self::Drop { .. } => "drop",
            Self::AutocompleteColumns | Self::AutocompleteGames => "completion",
            Self::Board | Self::TextBoard => "board",
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
            Self::Notifications | Self::Block(_) => "notifications",
            Self::Help => "help",
            Self::Component(action) => action.metric_label(),
        }
    }
}

impl ComponentAction {
    const fn metric_label(self) -> &'static str {
        match self {
            Self::Drop { .. } => "press column",
            Self::Accept(_) | Self::Decline(_) | Self::Cancel(_) => "press challenge",
            Self::Offer { .. } | Self::AcceptOffer { .. } | Self::DeclineOffer { .. } => {
                "press offer"
            }
            Self::AskResign { .. }
            | Self::Resign { .. }
            | Self::CancelResign { .. }
            | Self::PickGame(_)
            | Self::ResignPicked { .. } => "press resign",
            Self::Claim { .. } | Self::ClaimListed(_) => "press claim",
            Self::ReplaceGame { .. } | Self::KeepGame(_) => "press replacement",
            Self::Rematch(_) => "press rematch",
            Self::GamesPage(_)
            | Self::Leaderboard(_)
            | Self::History { .. }
            | Self::Replay(_)
            | Self::ReplayJump { .. }
            | Self::Review(_)
            | Self::ReviewJump { .. }
            | Self::Share(_) => "press page",
            Self::DeleteData | Self::CancelDeletion => "press privacy",
            Self::Notifications(_) => "press notifications",
            Self::Settings(_) => "press settings",
            Self::Unknown => "press unknown",
        }
    }
}

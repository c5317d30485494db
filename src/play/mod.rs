//! The life of a game: challenges, turns, resigning, the end, the rematch;
//! between two people, or against the computer.
//!
//! Everything here is pure: a decision takes what is stored, who asks for what
//! and the present time, and gives what is to be stored, or a [`Refusal`]. It
//! knows nothing of how a game is stored or shown.

mod challenge;
mod computer;
mod game;
mod ids;
mod offer;
mod opponent;
mod players;
mod ranking;
mod rated;
mod record;
mod refusal;
mod series;
mod settings;
mod setup;
mod step;
mod stopping;
mod summary;
#[cfg(test)]
mod tests;
mod time_control;

pub use challenge::{
    ACCEPT_WITHIN, Asked, Challenge, ChallengeState, First, MOST_WAITING, New, NewChallenge,
    Situation, WAIT_AFTER_DECLINE, Waiting, accept, cancel, challenge, decline, rematch,
};
pub use computer::{against_computer, computer_move, hint};
pub use game::{Ending, Game, NewGame, Posting, Token, UPDATE_LOST_AFTER, Version};
pub use ids::{
    ApplicationId, ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Place,
    Player, PlayerId, SeriesId,
};
pub use offer::{Declined, Offer, OfferKind};
pub use opponent::{DEFAULT_LEVEL, Kind, Named, Opponent, opponent};
pub use players::{Players, Seated};
pub use ranking::{Order, Period, Ranking, Scope};
pub use rated::{MOST_RATED_A_DAY, Rated, RatingChange};
pub use record::{Outcome, Record};
pub use refusal::{Refusal, Where};
pub use series::Series;
pub use settings::{GuildSettings, Setting, SettingsChange};
pub use setup::Setup;
pub use step::{Action, PING_AFTER, Seen, Step, step};
pub use stopping::{abandon, leave, stop};
pub use summary::{Opening, Played, Summary};
pub use time_control::{TimeControl, TurnTime, run_out};

//! The life of a game, between two people or against the computer: challenges,
//! turns, resignation, the result, the rematch.
//!
//! Everything here is pure: a function takes what is stored, the actor, what
//! they ask for and the current time, and returns what is to be stored, or a
//! [`Refusal`]. Nothing here knows how a game is stored or rendered.

#[macro_use]
mod named_enum;

mod accuracy;
mod action;
mod challenge;
mod challenge_time;
mod claim;
mod computer;
mod excuse;
mod game_config;
mod hints;
mod ids;
mod leaderboard;
mod live_games;
mod moderation;
mod offer;
mod opponent;
mod players;
mod preferences;
mod puzzle;
mod rated;
mod record;
mod refusal;
mod running_time;
mod series;
mod settings;
mod state;
mod statistics;
#[cfg(test)]
mod tests;
mod time_control;
mod training;
mod turn;

pub use accuracy::{RecentAccuracy, accuracy};
pub use action::{Action, ExpectedVersion, PING_AFTER, Transition, apply};
pub use challenge::{
    Actor, Challenge, ChallengeContext, ChallengeState, ChallengeTerms, FirstMove,
    MAX_PENDING_CHALLENGES, NewChallenge, PendingChallenge, PlayOutcome, accept, cancel, challenge,
    decline, rematch, repeat,
};
pub use challenge_time::{ChallengeCooldown, ChallengeTime};
pub use claim::{ABANDONED_AFTER, mark_abandoned};
pub use computer::{against_computer, computer_move, replace_computer_game, suggested_level};
pub use game_config::GameConfig;
pub use hints::{HintedTurns, hint};
pub use ids::{
    ApplicationId, ChallengeId, ChannelId, GameId, GuildId, InteractionId, Location, MessageId,
    PlayerId, SeriesId,
};
pub use leaderboard::{LeaderboardId, Period, Scope, SortBy};
pub use live_games::{LiveGame, MAX_GAMES, MAX_GAMES_IN_CHANNEL, has_enough_games, meant};
pub use moderation::end_by_moderator;
pub use offer::{ClosedOffers, Notice, Offer, OfferKind};
pub use opponent::{DEFAULT_LEVEL, MentionedUser, Opponent, UserKind, resolve_opponent};
pub use players::{Participant, Player, Players};
pub use preferences::{ChallengesFrom, MAX_BLOCKS, OpponentChoices, Preference, Preferences};
pub use puzzle::{
    MAX_REFUSED_POSTS, PUZZLE_LIVES, Posting, PuzzleAttempt, PuzzleMark, PuzzleNumber,
    PuzzlePostOutcome, PuzzleProgress, PuzzleSchedule, PuzzleState, PuzzleStreak,
    reason_for_solution, streak_after_solving,
};
pub use rated::{MAX_RATED_PER_DAY, Rated, RatingChange};
pub use record::{PlayerResult, Record};
pub use refusal::{GamesRefusal, MessageLocation, PuzzleRefusal, Refusal};
pub use running_time::{Now, RunningTime};
pub use series::Series;
pub use settings::{COMPUTER_GAME_COUNTS_FOR, GuildSettings, Setting};
pub use state::{
    Game, GameEnd, GameResult, MessageHandle, NewGame, Offers, Reminder, Token, UPDATE_LOST_AFTER,
    Version,
};
pub use statistics::{FinishedGame, Statistics};
pub use time_control::TimeControl;
pub use training::{
    DecisiveMistake, FoundPosition, MAX_TRAINING_REVIEWS_PER_DAY, PositionId, SOLVED_COUNT_PERIOD,
    SolvedCount, TrainingProgress, decisive_mistakes,
};
pub use turn::{Turn, TurnDeadline, time_out};

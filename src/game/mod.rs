//! The life of a game, between two people or against the computer: challenges,
//! turns, resignation, the result, the rematch.
//!
//! Everything here is pure: a function takes what is stored, the actor, what
//! they ask for and the current time, and returns what is to be stored, or a
//! [`Refusal`]. Nothing here knows how a game is stored or rendered.

mod action;
mod challenge;
mod computer;
mod counts;
mod end;
mod game_config;
mod ids;
mod leaderboard;
mod live_games;
mod offer;
mod players;
mod preferences;
mod puzzle;
mod refusal;
mod result;
mod season;
mod settings;
mod standing_message;
mod standings;
mod state;
mod statistics;
#[cfg(test)]
mod tests;
mod time_control;
mod time_zone;
mod together;
mod training;
mod turn;
mod week;

pub use action::{Action, ExpectedVersion, PING_AFTER, Transition, apply, end_by_moderator};
pub use challenge::{
    Actor, Challenge, ChallengeContext, ChallengeState, ChallengeTerms, NewChallenge,
    PendingChallenge, PlayOutcome, accept, cancel, challenge, decline, rematch, repeat,
};
pub use computer::{
    HintedTurns, against_computer, check_hint, computer_move, replace_computer_game,
    suggested_level,
};
pub use counts::{Counts, MAX_WINS_PER_DAY, MIN_DISCS};
pub use end::{DecidedEnd, EndEffects, EndFacts, GameEnd};
pub use game_config::{FirstMove, GameConfig, MAX_RATED_PER_DAY, Rated, RatingChange};
pub use ids::{
    ApplicationId, ChallengeId, ChannelId, GameId, GuildId, InteractionId, Location, MessageId,
    PlayerId, SeasonId, SeriesId, StandingMessageId,
};
pub use leaderboard::{
    Entry, EntryKey, EntryRating, LAST_MEDAL, LeaderboardId, MAX_COUNTED, OPPONENTS_FOR_MEDAL,
    Period, Scope, SortBy,
};
pub use live_games::{LiveGame, MAX_GAMES, MAX_GAMES_IN_CHANNEL, has_enough_games, meant};
pub use offer::{ClosedOffers, Notice, Offer, OfferKind};
pub use players::{
    DEFAULT_LEVEL, MentionedUser, Opponent, Participant, Player, Players, UserKind,
    resolve_opponent,
};
pub use preferences::{ChallengesFrom, MAX_BLOCKS, OpponentChoices, Preferences};
pub use puzzle::{
    GuildStreak, GuildStreakStatus, PUZZLE_LIVES, PuzzleAttempt, PuzzleNumber, PuzzleProgress,
    PuzzleSchedule, PuzzleState, PuzzleStreak, STREAK_MEMORY, SolvedDay, reason_for_solution,
    streak_after_solving,
};
pub use refusal::{MessageLocation, Refusal};
pub use result::{GameResult, PlayerResult, Record, Series};
pub use season::{COMPARED, CrossTable, Season, SeasonResult, SeasonRhythm, SeasonSchedule};
pub use settings::{COMPUTER_GAME_COUNTS_FOR, GuildSettings};
pub use standing_message::{
    ClosedPlace, MAX_REFUSED_POSTS, Rendering, StandingAttempt, StandingChange, StandingContent,
    StandingKind, StandingMessage, StandingOutcome, StandingState, StandingStep, StandingTopic,
    WeekSchedule, copy_to_delete, leaderboard_here, leaderboards, puzzle_at_hour, puzzle_here,
    remove_leaderboard, week_here,
};
pub use standings::{CountedGame, ResultChanges, ScopedRatingChange, Standings};
pub use state::{Game, MessageHandle, NewGame, Reminder, Token, UPDATE_LOST_AFTER, Version};
pub use statistics::{FinishedGame, RecentAccuracy, Statistics, accuracy};
pub use time_control::{ChallengeCooldown, ChallengeTime, TimeControl};
pub use time_zone::TimeZone;
pub use together::play_together;
pub use training::{
    FoundPosition, GRADING, Mistake, PositionId, SOLVED_COUNT_PERIOD, SolvedCount,
    TrainingProgress, can_be_seen, training_positions,
};
pub use turn::{ABANDONED_AFTER, Now, RunningTime, Turn, TurnDeadline, time_out};
pub use week::{Climber, ShortestWin, Week, WeekGame, week_range};

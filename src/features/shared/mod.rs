//! What several features show or do, and the request that they answer.

pub(crate) mod board;
pub(crate) mod challenge;
pub(crate) mod channel_lookup;
pub(crate) mod columns_in_words;
pub(crate) mod command;
pub(crate) mod computer_turns;
pub(crate) mod connection_status;
pub(crate) mod context;
pub(crate) mod deletion;
pub(crate) mod discord_time;
pub(crate) mod ending;
pub(crate) mod grid;
pub(crate) mod hints;
pub(crate) mod leaderboard_lines;
pub(crate) mod message_update;
pub(crate) mod moves;
pub(crate) mod names;
pub(crate) mod paging;
pub(crate) mod pending_updates;
pub(crate) mod pictures;
pub(crate) mod public_views;
pub(crate) mod ratings;
pub(crate) mod reasons;
pub(crate) mod recent_events;
pub(crate) mod refusal;
pub(crate) mod reminder;
pub(crate) mod request;
pub(crate) mod resigning;
pub(crate) mod response;
pub(crate) mod reviews;
pub(crate) mod running_time;
pub(crate) mod seasons;
pub(crate) mod service;
pub(crate) mod standing_copies;
pub(crate) mod status;
pub(crate) mod training_reviews;
pub(crate) mod updates;
pub(crate) mod visible_games;

pub(crate) use self::{
    command::{Command, CommandKind, CommandOption, OptionKind},
    context::RequestContext,
    grid::EmojiGrid,
    hints::HintDetail,
    message_update::{FollowUp, MessageUpdate, PostedReply},
    moves::{ActionOutcome, ActionSource},
    names::Audience,
    pending_updates::PendingUpdates,
    reasons::Reasons,
    recent_events::RecentEvent,
    request::UserRequest,
    response::{Answer, RequestError, RequestResult, Response},
    service::Service,
};

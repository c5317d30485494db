//! A request and its answer: what goes in and out, and what all requests share.

pub(crate) mod channel_lookup;
pub(crate) mod command;
pub(crate) mod connection_status;
pub(crate) mod context;
pub(crate) mod discord_time;
pub(crate) mod message_update;
pub(crate) mod pending_updates;
pub(crate) mod recent_events;
pub(crate) mod response;
pub(crate) mod running_time;
pub(crate) mod service;
pub(crate) mod user_request;

pub(crate) use self::{
    command::{Command, CommandKind, CommandOption, OptionKind},
    context::RequestContext,
    message_update::{FollowUp, MessageUpdate, PostedReply},
    pending_updates::PendingUpdates,
    recent_events::RecentEvent,
    response::{Answer, RequestError, RequestResult, Response},
    service::Service,
    user_request::UserRequest,
};

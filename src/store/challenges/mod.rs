//! Challenges.

pub(super) mod context;
pub(super) mod create;
pub(super) mod end;
pub(super) mod load;
pub(super) mod row;

pub(super) use self::{
    context::context,
    create::create,
    end::{accept, end, end_between, record_shown},
    load::{challenge, challenge_by_interaction, pending_of},
};

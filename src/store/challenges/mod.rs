//! Challenges.

pub(super) mod context;
pub(super) mod create;
pub(super) mod end;
pub(super) mod load;
pub(super) mod row;

pub(super) use self::{
    end::{accept, end_between},
    load::pending_of,
};

//! Tests of the fake's REST API, gateway, interactions and page.

mod access;
mod application_emojis;
mod channel_access;
mod channels;
mod endpoints;
mod entry_point;
mod gateway;
mod guilds;
mod interactions;
mod page;
mod payloads;
mod real_bot;
mod support;
mod variations;

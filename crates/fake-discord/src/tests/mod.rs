//! The playground as a bot and as people meet it.

mod channels;
mod endpoints;
mod gateway;
mod interactions;
mod page;
mod payloads;
mod real_bot;
mod support;

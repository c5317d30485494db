//! How interactions and messages get to the bot and to Discord: the gateway, HTTP, and what is
//! lost on the way.

mod close_codes;
mod gateway;
mod http;
mod lost_answers;
mod registration;
mod session_limit;
mod shards;
mod tiles;
mod tls;

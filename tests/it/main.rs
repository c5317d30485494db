//! End-to-end tests of the bot against the fake Discord.

#![expect(
    clippy::unwrap_used,
    reason = "clippy allows it in test functions, but not in their helpers"
)]

mod abandoned;
mod admin_cli;
mod boards;
mod browser;
mod challenges;
mod channel_kinds;
mod computer;
mod concurrency;
mod config_errors;
mod faults;
mod game;
mod gateway;
mod guild_settings;
mod hint;
mod history;
mod http;
mod languages;
mod lists;
mod lost_answers;
mod migrations;
mod model_based;
mod moderation;
mod monitoring;
mod names;
mod notifications;
mod offers;
mod privacy;
mod process;
mod ratings;
mod refusals;
mod registration;
mod replacement;
mod reposts;
mod reviews;
mod session_limit;
mod shards;
mod slow_search;
mod store;
mod support;
mod tidy;
mod tls;
mod turn_timers;

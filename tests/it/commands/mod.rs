//! What players use, and what they see.

mod abandoned;
mod boards;
mod challenges;
mod channel_kinds;
mod computer;
mod concurrency;
mod game;
mod guild_settings;
mod hint;
mod history;
mod languages;
mod lists;
mod menus;
mod moderation;
mod names;
mod notifications;
mod offers;
mod privacy;
mod public_views;
mod ratings;
mod refusals;
mod replacement;
mod reposts;
mod reviews;
mod slow_search;
mod turn_timers;

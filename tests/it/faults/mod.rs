//! Faults outside the bot: it survives them, and nothing that users have seen is
//! lost.

mod absence;
mod channel_games;
mod clock;
mod crash_recovery;
mod crowd;
mod deliveries;
mod discord;
mod events;
mod foreign;
mod forged;
mod games;
mod malformed;
mod mutations;
mod postgres;
mod recorded;
mod refused_responses;
mod replays;
mod replicas;
mod startup;
mod variations;

/// The requests of a response that Discord refuses, since its interaction is unknown, too old or
/// answered already, and of what follows that response.
const REFUSED_RESPONSE: [&str; 8] = [
    "400 POST /interactions/*/*/callback",
    "404 POST /interactions/*/*/callback",
    // A malformed token may end the path.
    "404 POST /interactions/*/*",
    "404 GET /webhooks/*/*/messages/@original",
    "404 PATCH /webhooks/*/*/messages/@original",
    "404 DELETE /webhooks/*/*/messages/*",
    "404 POST /webhooks/*/*",
    // Processes that start together upload the same tiles.
    "400 POST /applications/*/emojis",
];

/// Some malformed presses are on boards that were deleted before, or in channels that there are not.
const MISSING_PLACE: [&str; 4] = [
    "404 PATCH /webhooks/*/*/messages/*",
    "404 PATCH /channels/*/messages/*",
    "404 DELETE /channels/*/messages/*",
    "404 GET /channels/*",
];

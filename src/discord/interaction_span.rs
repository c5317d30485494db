//! The tracing span of an interaction, which is part of each line logged while it is handled.

use serenity::all::Interaction;
use tracing::{Span, field};

use crate::service::UserRequest;

/// A span with the interaction's id. The rest is recorded once it is known.
pub(super) fn interaction_span(interaction: &Interaction) -> Span {
    // At the highest level, so that errors carry it whatever `RUST_LOG` leaves out.
    tracing::error_span!(
        "interaction",
        id = interaction.id().get(),
        guild = field::Empty,
        kind = field::Empty,
        outcome = field::Empty,
    )
}

/// Records in the current span what is asked for, and where.
pub(super) fn record_request(request: &UserRequest) {
    let span = Span::current();
    span.record("kind", request.label);
    if let Some(guild) = request.place.location.guild {
        span.record("guild", guild.0);
    }
}

/// Records the outcome in the current span.
pub(super) fn record_outcome(outcome: &str) {
    Span::current().record("outcome", outcome);
}

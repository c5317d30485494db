//! The tracing span of an interaction, which is part of each line logged while it is handled.

use tracing::{Span, field};

use super::parse::ParsedInteraction;

/// The span of an interaction. Its outcome is recorded once it is known.
pub(super) fn interaction_span(interaction: &ParsedInteraction) -> Span {
    let ParsedInteraction { request, used } = interaction;
    // At the highest level, so that errors carry it whatever `RUST_LOG` leaves out.
    tracing::error_span!(
        "interaction",
        id = request.interaction.id.0,
        kind = used.label(),
        guild = request.place.location.guild.map(|guild| guild.0),
        outcome = field::Empty,
    )
}

//! Parsing an interaction never panics, and names hold no control characters.

#![no_main]

use fourfall::discord::parse;
use libfuzzer_sys::fuzz_target;
use serenity::all::{CommandInteraction, Interaction};

fuzz_target!(|bytes: &[u8]| {
    let Ok(interaction) = serde_json::from_slice::<Interaction>(bytes) else { return };
    // The webhook parses the model of each kind from bytes, without a `Value` between.
    if let Interaction::Command(command) = &interaction
        && let Ok(direct) = serde_json::from_slice::<CommandInteraction>(bytes)
    {
        assert_eq!(direct.user.id, command.user.id);
    }
    if let Some(parsed) = parse::parse(&interaction) {
        let name = &parsed.request.actor.name;
        assert!(!name.contains(char::is_control), "control character in {name:?}");
    }
});

//! Whatever comes as an interaction is read without a panic.

#![no_main]

use fourfall::discord::intake::{self, Intake};
use libfuzzer_sys::fuzz_target;
use serenity::all::Interaction;

fuzz_target!(|bytes: &[u8]| {
    let Ok(interaction) = serde_json::from_slice::<Interaction>(bytes) else { return };
    intake::typed(&interaction);
    intake::reader(&interaction);
    if let Intake::Request(request) = intake::read(&interaction) {
        assert!(!request.by.name.contains(char::is_control), "a name holds {:?}", request.by.name);
    }
});

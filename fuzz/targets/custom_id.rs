//! Decoding a custom id never panics, and each action has exactly one encoding.

#![no_main]

use fourfall::actions::ComponentAction;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let action = ComponentAction::decode(text);
    if action != ComponentAction::Unknown {
        assert_eq!(action.custom_id(), text);
        assert_eq!(ComponentAction::decode_choice(&action.select_id(), text), action);
    }
    let (select, value) = text.split_once('\n').unwrap_or((text, text));
    let choice = ComponentAction::decode_choice(select, value);
    assert!(choice == ComponentAction::Unknown || choice == ComponentAction::decode(value));
});

//! Decoding a custom id never panics, and each action has exactly one encoding.

#![no_main]

use fourfall::{
    discord::custom_id::{decode, decode_choice, encode, select_id},
    service::ComponentAction,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let action = decode(text);
    if action != ComponentAction::Unknown {
        assert_eq!(encode(action), text);
        assert_eq!(decode_choice(&select_id(action), text), action);
    }
    let (select, value) = text.split_once('\n').unwrap_or((text, text));
    let choice = decode_choice(select, value);
    assert!(choice == ComponentAction::Unknown || choice == decode(value));
});

//! Whatever a button may carry is read without a panic, and what is understood
//! has no other spelling.

#![no_main]

use fourfall::{
    discord::custom_id::{decode, decode_choice, encode, select_of},
    service::Press,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let press = decode(text);
    if press != Press::Unknown {
        assert_eq!(encode(press), text);
        assert_eq!(decode_choice(&select_of(press), text), press);
    }
    let (select, value) = text.split_once('\n').unwrap_or((text, text));
    let chosen = decode_choice(select, value);
    assert!(chosen == Press::Unknown || chosen == decode(value));
});

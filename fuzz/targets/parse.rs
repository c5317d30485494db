//! Parsing an interaction never panics, and names hold no control characters.

#![no_main]

use fourfall::discord::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(parsed) = parse::parse(bytes) {
        let name = parsed.request.user.global_name();
        assert!(!name.contains(char::is_control), "control character in {name:?}");
    }
});

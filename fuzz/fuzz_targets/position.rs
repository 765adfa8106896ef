#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| mctslab_laws::check("position", input));

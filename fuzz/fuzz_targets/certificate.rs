#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tejun_fuzz::run("certificate", data));

//! `tejun-verify CERT`: checks a certificate by the rules alone.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use tejun_verify::certificate::open_file;
use tejun_verify::{Certificate, Limits};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (path, threads) = match &arguments[..] {
        [file] if !file.to_string_lossy().starts_with('-') => (Path::new(file), cores()),
        [option, threads, file] if option == "--threads" => {
            match threads.to_str().and_then(|threads| threads.parse().ok()) {
                Some(threads @ 1..=1024) => (Path::new(file), threads),
                _ => return refuse("--threads is a number from 1 to 1024"),
            }
        }
        _ => return refuse("usage: tejun-verify [--threads N] CERT"),
    };
    let file = path.display();
    let (mut opened, length) = match open_file(path) {
        Ok(opened) => opened,
        Err(error) => return refuse(&format!("{file} cannot be read: {error}")),
    };
    let limits = Limits::threads(threads);
    let certificate = Certificate::read_from(&mut opened, length, &limits);
    match certificate.and_then(|certificate| tejun_verify::check(certificate, &limits)) {
        Ok(verified) => {
            let certificate = &verified.certificate;
            let (claim, line) = (&certificate.claim, &certificate.line);
            let line = if line.is_empty() { String::new() } else { format!("line: {line}\n") };
            let text = format!(
                "{}instance: sha256 {}\n{line}verified: {claim} ({})\n",
                certificate.statement,
                certificate.instance(),
                verified.checked
            );
            // Whoever stops reading knows enough.
            let _ = io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => refuse(&format!("{file}: {error}")),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn refuse(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "tejun-verify: {why}");
    ExitCode::from(2)
}

//! `tejun-verify CERT`: checks a certificate by the rules alone.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use tejun_verify::certificate::read_file;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, threads) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [file] if !file.starts_with('-') => (file.to_owned(), cores()),
        ["--threads", threads, file] => match threads.parse() {
            Ok(threads @ 1..=1024) => (file.to_owned(), threads),
            _ => return refuse("--threads is a number from 1 to 1024"),
        },
        _ => return refuse("usage: tejun-verify [--threads N] CERT"),
    };
    let bytes = match read_file(Path::new(&file)) {
        Ok(bytes) => bytes,
        Err(error) => return refuse(&format!("{file} cannot be read: {error}")),
    };
    match tejun_verify::verify(&bytes, threads) {
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

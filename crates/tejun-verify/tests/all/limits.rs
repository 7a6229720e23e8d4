//! A check keeps to its limits, and no file is read in vain.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tejun_verify::{Certificate, Limits, Stop, VerifyError, check};

use crate::guided;
use crate::mutations::small;

/// What has levels, what is counted again, and what is searched again.
fn certificates() -> [Certificate; 3] {
    let statement = include_str!("seven.toml").to_owned();
    let claim = "solutions 51 of 204".parse().unwrap();
    let counted = Certificate { claim, statement, line: String::new(), evidence: Vec::new() };
    [small(), counted, guided::hard()]
}

fn checked(certificate: &Certificate, limits: &Limits) -> Result<(), VerifyError> {
    let file = certificate.write();
    let read = Certificate::read_from(&mut io::Cursor::new(&file), file.len() as u64, limits)?;
    assert_eq!(read, *certificate);
    check(read, limits).map(drop)
}

#[test]
fn a_check_ends_whenever_it_is_told_to() {
    for certificate in certificates() {
        let asked = |most: usize| {
            let asked = Arc::new(AtomicUsize::new(0));
            let counter = asked.clone();
            let cancel = move || counter.fetch_add(1, Ordering::Relaxed) >= most;
            let limits = Limits { cancel: Some(Arc::new(cancel)), ..Limits::threads(1) };
            (checked(&certificate, &limits), asked.load(Ordering::Relaxed))
        };
        let (right, most) = asked(usize::MAX);
        assert!(right.is_ok() && most > 10, "{right:?}, {most}");
        for times in 0..most {
            let (stopped, asked) = asked(times);
            assert_eq!(stopped.unwrap_err().stop(), Some(Stop::Cancelled), "{times} of {most}");
            // It is not asked again and again.
            assert!(asked <= times + 2, "{times}: {asked}");
        }
    }
}

#[test]
fn a_check_takes_no_more_memory_than_it_may() {
    let [levels, counted, searched] = certificates();
    let within =
        |certificate: &Certificate, bytes| checked(certificate, &Limits { bytes, ..Limits::threads(1) });
    for certificate in [levels, searched] {
        let least = (0..).find(|&bytes| within(&certificate, bytes).is_ok()).unwrap();
        assert!(least > certificate.evidence.len() as u64);
        for bytes in 0..least {
            let stop = within(&certificate, bytes).unwrap_err().stop();
            assert_eq!(stop, Some(Stop::Memory), "{bytes} of {least}");
        }
    }
    // What cannot be held at once is looked at in parts.
    assert_eq!(within(&counted, counted.statement.len() as u64), Ok(()));
}

/// A file that is zeros but for its beginning, and counts what is read of it.
struct Sparse<'a> {
    beginning: &'a [u8],
    at: u64,
    read: u64,
}

impl Read for Sparse<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.beginning.get(self.at as usize..).unwrap_or_default();
        let known = rest.len().min(buffer.len());
        buffer[..known].copy_from_slice(&rest[..known]);
        buffer[known..].fill(0);
        self.at += buffer.len() as u64;
        self.read += buffer.len() as u64;
        Ok(buffer.len())
    }
}

impl Seek for Sparse<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(at) => self.at = at,
            SeekFrom::Current(by) => self.at = self.at.wrapping_add_signed(by),
            SeekFrom::End(_) => unreachable!("its length is passed"),
        }
        Ok(self.at)
    }
}

#[test]
fn little_is_read_of_what_is_no_certificate() {
    const LENGTH: u64 = (1 << 32) - 1;
    let right = String::from_utf8_lossy(&small().write()).into_owned();
    let until = |field: &str| {
        right.split_inclusive('\n').take_while(|line| !line.starts_with(field)).collect::<String>()
    };
    let (head, evidence) = (until("line"), until("evidence"));
    for (beginning, why) in [
        (String::new(), "this is no certificate"),
        ("tejun certificate 1\n".to_owned(), "byte 20"),
        (until("statement"), "byte"),
        (format!("{}statement {}\n", until("statement"), 1_u64 << 31), "the instance is longer than"),
        (format!("{head}line {}\n", 1_u64 << 31), "the line is longer than"),
        (format!("{head}line {}\n", 1 << 20), "characters that cannot be seen"),
        (evidence.clone(), "byte"),
        (format!("{evidence}evidence {}\n", 1_u64 << 32), "byte"),
        (format!("{evidence}evidence {}\n", LENGTH - 4000), "byte"),
        (format!("{evidence}evidence 7\n"), "byte"),
    ] {
        let mut file = Sparse { beginning: beginning.as_bytes(), at: 0, read: 0 };
        let error = Certificate::read_from(&mut file, LENGTH, &Limits::threads(1)).unwrap_err();
        assert!(error.to_string().contains(why), "{beginning:?}: {error}");
        assert!(file.read < 2 << 20, "{beginning:?}: {} bytes", file.read);
    }
}

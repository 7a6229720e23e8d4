//! Writes answers. Their length is limited, and writing stops when nobody waits any longer.

use std::io;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::clock::Clock;
use crate::error::ApiError;
use crate::limits;
use crate::versioned::versioned;

/// Bytes written between checks of the clock.
const LOOK: usize = 256;

struct LimitedWriter<'a> {
    text: Vec<u8>,
    most: usize,
    clock: &'a Clock,
    looked: usize,
    error: Option<ApiError>,
}

/// Writes an answer as text, with the version in front.
///
/// # Errors
/// If it is too long, or takes longer than `clock` allows.
pub(crate) fn write(answer: &impl Serialize, clock: &Clock) -> Result<String, ApiError> {
    write_at_most(limits::ANSWER, &versioned(answer), clock)
}

fn write_at_most(most: usize, answer: &impl Serialize, clock: &Clock) -> Result<String, ApiError> {
    let mut writer = LimitedWriter { text: Vec::new(), most, clock, looked: 0, error: None };
    match serde_json::to_writer(&mut writer, answer) {
        Ok(()) => Ok(String::from_utf8(writer.text).expect("JSON is UTF-8")),
        // A value that fails by itself has recorded the reason.
        Err(_) => Err(writer.error.unwrap_or_else(ApiError::broken)),
    }
}

impl io::Write for LimitedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.text.len() + bytes.len();
        if length > self.most {
            let most = self.most;
            let message = format!("the answer is longer than {most} bytes: ask for less");
            return Err(self.refuse(ApiError::beyond(message)));
        }
        if length >= self.looked + LOOK {
            self.looked = length;
            if let ControlFlow::Break(reason) = self.clock.check() {
                return Err(self.refuse(reason.into()));
            }
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl LimitedWriter<'_> {
    fn refuse(&mut self, error: ApiError) -> io::Error {
        self.error = Some(error);
        io::ErrorKind::Other.into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn it_has_an_end() {
        let clock = Clock::new(|| Duration::ZERO, Duration::MAX, None);
        // The length includes the two quotation marks.
        let answer = |length: usize| write_at_most(1000, &"x".repeat(length - 2), &clock);
        assert_eq!(answer(1000).unwrap().len(), 1000);
        assert!(answer(1001).unwrap_err().message().starts_with("the answer is longer than 1000 bytes"));
    }

    #[test]
    fn writing_stops_when_it_takes_too_long_or_nobody_waits() {
        // Endless, except for the limits.
        struct Endless;
        impl Serialize for Endless {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(std::iter::repeat(0))
            }
        }
        let late = Clock::new(|| Duration::ZERO, Duration::ZERO, None);
        assert!(write_at_most(usize::MAX, &Endless, &late).unwrap_err().message().contains("takes longer"));
        let gone = Clock::new(|| Duration::ZERO, Duration::MAX, Some(Arc::new(|| true)));
        assert!(write_at_most(usize::MAX, &Endless, &gone).unwrap_err().message().contains("nobody"));
    }
}

//! Parses numbers with units, as people write them.

use std::time::Duration;

/// Parses a number of bytes, with or without a unit.
pub fn bytes(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit: u64 = match text[end..].trim() {
        "" | "B" => 1,
        "KiB" | "K" => 1 << 10,
        "MiB" | "M" => 1 << 20,
        "GiB" | "G" => 1 << 30,
        "TiB" | "T" => 1 << 40,
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        other => return Err(format!("{other:?} is not a unit: write bytes, or KiB, MiB, GiB")),
    };
    let number: u64 =
        text[..end].parse().map_err(|_| "write a whole number of bytes, as in 2GiB".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "that is more than any machine has".to_owned())
}

/// Parses a number of seconds, whole or fractional.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds, as in 2.5".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "write a number of seconds that is not negative".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        assert_eq!(bytes("2048"), Ok(2048));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("10 MB"), Ok(10_000_000));
        assert!(bytes("2 pints").is_err() && bytes("GiB").is_err() && bytes("-1").is_err());
        assert!(bytes("99999999999TiB").is_err());
    }

    #[test]
    fn seconds_may_be_broken_but_not_negative() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        assert!(seconds("-1").is_err() && seconds("soon").is_err() && seconds("inf").is_err());
    }
}

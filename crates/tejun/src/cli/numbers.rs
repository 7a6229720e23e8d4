//! Numbers of levels on the command line.

use std::str::FromStr;

/// Numbers from one to another, or on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub first: u64,
    pub last: u64,
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&number| number > 0);
        let read = || match text.split_once('-') {
            None => number(text).map(|one| (one, one)),
            Some((first, "")) => Some((number(first)?, u64::MAX)),
            Some((first, last)) => Some((number(first)?, number(last)?)),
        };
        let (first, last) = read()
            .filter(|(first, last)| first <= last)
            .ok_or("write a number, or two as in 20-40 or 20-")?;
        Ok(Numbers { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_or_a_range() {
        for (text, numbers) in [
            ("7", Some((7, 7))),
            ("20-40", Some((20, 40))),
            ("20-", Some((20, u64::MAX))),
            ("0", None),
            ("4-2", None),
            ("-3", None),
            ("a", None),
        ] {
            let read = text.parse::<Numbers>().ok().map(|Numbers { first, last }| (first, last));
            assert_eq!(read, numbers, "{text}");
        }
    }
}

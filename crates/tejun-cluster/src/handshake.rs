//! The handshake: the greeting of a process, and the reply to it.

use crate::member::Member;

const MAGIC: &[u8; 8] = b"tejun 2\n";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const _: () = assert!(VERSION.len() <= 24);

/// Where a greeting has the number of the process, after which come the number of processes and the length of the rest.
const FROM: usize = MAGIC.len() + 24;
const NUMBERED: usize = FROM + 4;
const COUNTED: usize = NUMBERED + 4;

/// What a process that is welcome sends back. Only then does it count as present: it may have given up waiting.
pub(crate) const ACKNOWLEDGED: u8 = 1;

/// The answers to a greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Welcome,
    OtherVersion,
    OtherHosts,
    OtherSearch,
}

const REPLIES: [Reply; 4] = [Reply::Welcome, Reply::OtherVersion, Reply::OtherHosts, Reply::OtherSearch];

impl Reply {
    pub fn why(self) -> &'static str {
        match self {
            Reply::Welcome => "this one is welcome",
            Reply::OtherVersion => "this one is of another version",
            Reply::OtherHosts => "this one has another list of hosts, or a number that is taken",
            Reply::OtherSearch => "this one searches something else, or with other limits",
        }
    }

    pub fn code(self) -> u8 {
        REPLIES.iter().position(|known| *known == self).expect("every reply has a code") as u8
    }

    pub fn of(code: u8) -> Option<Reply> {
        REPLIES.get(usize::from(code)).copied()
    }
}

/// What a process says of itself.
pub(crate) fn greeting(member: Member) -> Vec<u8> {
    let mut version = [0; 24];
    version[..VERSION.len()].copy_from_slice(VERSION.as_bytes());
    let addresses = member.hosts.addresses();
    let rest = [addresses.join("\n").as_bytes(), b"\n", member.search.as_bytes()].concat();
    let mut greeting = [&MAGIC[..], &version].concat();
    for number in [member.process, addresses.len(), rest.len()] {
        greeting.extend((number as u32).to_le_bytes());
    }
    greeting.extend(rest);
    greeting
}

/// Judges what was received of a greeting, no longer than the `own` one: which process sent it, and the reply; `None`
/// while it is a valid prefix. `is_vacant` says whether that process is waited for.
pub(crate) fn judge(
    own: &[u8],
    received: &[u8],
    is_vacant: impl Fn(usize) -> bool,
) -> Option<(usize, Reply)> {
    let differs = |from: usize, to: usize| {
        let to = to.min(received.len());
        from < to && received[from..to] != own[from..to]
    };
    let from = received.get(FROM..NUMBERED).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    let from = from.map(|from| from as usize);
    let reply = if differs(0, FROM) {
        Reply::OtherVersion
    } else if differs(NUMBERED, COUNTED) || from.is_some_and(|from| !is_vacant(from)) {
        Reply::OtherHosts
    } else if differs(COUNTED, own.len()) {
        Reply::OtherSearch
    } else if received.len() == own.len() {
        Reply::Welcome
    } else {
        return None;
    };
    Some((from.unwrap_or_default(), reply))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Hosts;

    #[test]
    fn a_greeting_is_judged_as_soon_as_something_is_wrong() {
        let hosts = Hosts::read("4570\n4571\n4572").unwrap();
        let member = |process| Member {
            hosts: &hosts,
            process,
            search: "numbers",
            patience: Duration::MAX,
            lost: |loss| panic!("{loss}"),
        };
        let (own, other) = (greeting(member(0)), greeting(member(2)));
        let judge = |received: &[u8]| judge(&own, received, |from| from == 2);
        for length in 0..other.len() {
            assert_eq!(judge(&other[..length]), None, "{length}");
        }
        assert_eq!(judge(&other), Some((2, Reply::Welcome)));
        for (at, reply) in [
            (0, Reply::OtherVersion),
            (FROM - 1, Reply::OtherVersion),
            (FROM, Reply::OtherHosts),
            (NUMBERED, Reply::OtherHosts),
            (COUNTED, Reply::OtherSearch),
            (COUNTED + 4, Reply::OtherSearch),
            (other.len() - 1, Reply::OtherSearch),
        ] {
            let mut wrong = other.clone();
            wrong[at] ^= 0x40;
            assert_eq!(judge(&wrong).unwrap().1, reply, "byte {at}");
            // Nobody waits for the rest of it; but a number has four bytes.
            assert_eq!(judge(&wrong[..at]), None, "byte {at}");
            assert_eq!(
                judge(&wrong[..(at + 1).max(if at == FROM { NUMBERED } else { 0 })]).unwrap().1,
                reply
            );
        }
        assert_eq!(judge(&greeting(member(1))).unwrap().1, Reply::OtherHosts);
        assert_eq!(Reply::of(Reply::OtherSearch.code()), Some(Reply::OtherSearch));
    }
}

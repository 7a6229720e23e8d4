//! Peers, and the work each has had lately.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Half-life of the work counted against a peer.
const HALF: Duration = Duration::from_secs(10);
/// Maximum number of peers remembered.
const MAX_ACCOUNTS: usize = 4096;

/// The clients at one address; with IPv6, in one network, where one machine has many addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Peer(IpAddr);

impl From<SocketAddr> for Peer {
    fn from(address: SocketAddr) -> Self {
        Peer(match address.ip().to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
            address => address,
        })
    }
}

/// The work each peer has had.
#[derive(Default)]
pub(super) struct Accounts(Mutex<HashMap<Peer, Account>>);

#[derive(Clone, Copy)]
struct Account {
    seconds: f64,
    at: Instant,
}

impl Account {
    fn seconds(&self, now: Instant) -> f64 {
        let age = now.saturating_duration_since(self.at);
        self.seconds * (-age.as_secs_f64() / HALF.as_secs_f64()).exp2()
    }
}

impl Accounts {
    /// Adds `work`, done by the time `now`, to the account of `peer`.
    pub fn charge(&self, peer: Peer, work: Duration, now: Instant) {
        let mut accounts = self.0.lock().expect("nothing panics while it holds the accounts");
        if accounts.len() >= MAX_ACCOUNTS {
            accounts.retain(|_, account| account.seconds(now) > 0.01);
        }
        if accounts.len() < MAX_ACCOUNTS || accounts.contains_key(&peer) {
            let account = accounts.entry(peer).or_insert(Account { seconds: 0.0, at: now });
            *account = Account { seconds: account.seconds(now) + work.as_secs_f64(), at: now };
        }
    }

    /// The recent work of `peer`, discounted by age.
    pub fn recent(&self, peer: Peer, now: Instant) -> Duration {
        let accounts = self.0.lock().expect("nothing panics while it holds the accounts");
        accounts.get(&peer).map_or(Duration::ZERO, |account| Duration::from_secs_f64(account.seconds(now)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: &str) -> Peer {
        Peer::from(SocketAddr::new(address.parse().unwrap(), 1))
    }

    #[test]
    fn a_network_is_one_peer() {
        assert_eq!(peer("2001:db8::1"), peer("2001:db8::ffff:1"));
        assert_ne!(peer("2001:db8::1"), peer("2001:db8:0:1::1"));
        assert_eq!(peer("::ffff:192.0.2.1"), peer("192.0.2.1"));
        assert_ne!(peer("192.0.2.1"), peer("192.0.2.2"));
    }

    #[test]
    fn work_is_forgotten_in_time() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        accounts.charge(peer("192.0.2.1"), Duration::from_secs(8), now);
        let after = |time| accounts.recent(peer("192.0.2.1"), now + time).as_secs_f64();
        assert_eq!([after(Duration::ZERO), after(HALF), after(3 * HALF)], [8.0, 4.0, 1.0]);
        accounts.charge(peer("192.0.2.1"), Duration::from_secs(1), now + HALF);
        assert_eq!(after(HALF), 5.0);
        assert!(accounts.recent(peer("192.0.2.2"), now).is_zero());
        for other in 0..2 * MAX_ACCOUNTS as u32 {
            let other = Peer(IpAddr::from((0x0a00_0000 + other).to_be_bytes()));
            accounts.charge(other, Duration::from_secs(1), now);
        }
        assert_eq!(accounts.0.lock().unwrap().len(), MAX_ACCOUNTS);
    }
}

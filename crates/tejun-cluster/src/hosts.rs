//! The addresses of the processes.

use std::hash::{BuildHasher, RandomState};
use std::net::TcpListener;
use std::ops::Range;
use std::{io, process};

use crate::error::ClusterError;

/// More processes than this are a mistake.
const MOST_PROCESSES: usize = 256;

/// Ports that Linux, macOS and Windows give to nobody who does not ask for them.
const PORTS: Range<u16> = 20_000..32_000;

/// The addresses of all processes of a cluster, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads addresses, one a line, such as `10.0.0.7:4570` or `node-7:4570`. A port alone is on this host. Empty lines
    /// and what follows a `#` count for nothing.
    ///
    /// # Errors
    /// If a line is no address or repeats one, or if there are none, or more than 256.
    ///
    /// ```
    /// use tejun_cluster::Hosts;
    ///
    /// let hosts = Hosts::read("4570 # here\nnode-7:4570\n").unwrap();
    /// assert_eq!(hosts.addresses(), ["127.0.0.1:4570", "node-7:4570"]);
    /// assert!(Hosts::read("node-7").unwrap_err().to_string().contains("line 1"));
    /// ```
    pub fn read(text: &str) -> Result<Hosts, ClusterError> {
        let mut addresses: Vec<String> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (host, port) = line.rsplit_once(':').unwrap_or(("127.0.0.1", line));
            let host = if host.is_empty() { "127.0.0.1" } else { host };
            let error = |what: &str| ClusterError(format!("hosts, line {}: {what}", at + 1));
            if !port.parse::<u16>().is_ok_and(|port| port > 0) || host.contains(char::is_whitespace) {
                return Err(error("write a host and a port, as in node-7:4570"));
            }
            let address = format!("{host}:{port}");
            if addresses.contains(&address) {
                return Err(error("this address is there before: each process needs its own"));
            }
            if addresses.len() == MOST_PROCESSES {
                return Err(error("these are too many processes: 256 at most"));
            }
            addresses.push(address);
        }
        if addresses.is_empty() {
            return Err(ClusterError(
                "hosts: there is no address: write one a line, as in node-7:4570".to_owned(),
            ));
        }
        Ok(Hosts(addresses))
    }

    /// Returns addresses on this host for `count` processes, whose ports are free now.
    ///
    /// The ports lie below those that systems give to connections and to whoever asks for any port, so that nobody gets
    /// one of them by chance before its process listens there.
    ///
    /// # Errors
    /// If no port is free.
    pub fn loopback(count: usize) -> Result<Hosts, ClusterError> {
        // Callers that start at the same port would be given the same ports.
        let start = RandomState::new().hash_one(process::id());
        let ports = (0..PORTS.len())
            .map(|at| PORTS.start + (start.wrapping_add(at as u64) % PORTS.len() as u64) as u16);
        // They are held until all are chosen, so that they differ.
        let free = ports.filter_map(|port| TcpListener::bind(("127.0.0.1", port)).ok());
        let listeners: Vec<TcpListener> = free.take(count.clamp(1, MOST_PROCESSES)).collect();
        if listeners.len() < count.clamp(1, MOST_PROCESSES) {
            return Err(ClusterError("this host has no free port left".to_owned()));
        }
        let address = |listener: &TcpListener| Ok(listener.local_addr()?.to_string());
        let addresses: io::Result<_> = listeners.iter().map(address).collect();
        Ok(Hosts(addresses.map_err(|error| ClusterError(format!("this host gives no port: {error}")))?))
    }

    /// The addresses, by process.
    pub fn addresses(&self) -> &[String] {
        &self.0
    }
}

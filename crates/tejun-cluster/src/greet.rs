//! How processes find each other, and refuse who does not belong.
//!
//! Each process listens at its address and connects to those before it. Who connects says what it is, and hears
//! whether it is welcome. Only then timely gets the connections.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

use crate::error::ClusterError;
use crate::{Member, WAIT};

const MAGIC: &[u8; 8] = b"tejun 1\n";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const _: () = assert!(VERSION.len() <= 24);
/// How long whoever connects may take for its greeting, and for an answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a host may be silent before its process is lost, and how often it is asked in that time.
const SILENCE: Duration = Duration::from_secs(30);
const PROBES: u32 = 6;

/// The answers to a greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Welcome,
    OtherVersion,
    OtherHosts,
    OtherSearch,
}

const REPLIES: [Reply; 4] = [Reply::Welcome, Reply::OtherVersion, Reply::OtherHosts, Reply::OtherSearch];

impl Reply {
    fn why(self) -> &'static str {
        match self {
            Reply::Welcome => "it is welcome",
            Reply::OtherVersion => "it is of another version",
            Reply::OtherHosts => "it has another list of hosts, or a number that is taken",
            Reply::OtherSearch => "it searches something else, or with other limits",
        }
    }
}

/// Connects to all other processes. Returns the connections by process; there is none to this one.
pub(crate) fn meet(
    member: Member,
    wait: &mut dyn FnMut() -> bool,
) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let Member { hosts, process, .. } = member;
    let addresses = hosts.addresses();
    let Some(own) = addresses.get(process) else {
        let last = addresses.len() - 1;
        return Err(ClusterError(format!("there is no process {process}: they are numbered 0 to {last}")));
    };
    let refused = |error: io::Error| ClusterError(format!("cannot listen at {own}: {error}"));
    let listener = TcpListener::bind(own).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    let mut sockets: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    loop {
        for (before, socket) in sockets.iter_mut().enumerate().take(process) {
            if socket.is_none() {
                *socket = call(member, before)?;
            }
        }
        while let Ok((socket, _)) = listener.accept() {
            // Whoever it is, only a process of this cluster is kept.
            if let Ok(Some(from)) = answer(&socket, member, &sockets) {
                sockets[from] = Some(socket);
            }
        }
        let missing = (0..addresses.len()).find(|&other| other != process && sockets[other].is_none());
        let Some(missing) = missing else {
            sockets.iter().flatten().try_for_each(release).map_err(refused)?;
            return Ok(sockets);
        };
        if !wait() {
            let address = &addresses[missing];
            return Err(ClusterError(format!("process {missing} did not come: start it at {address}")));
        }
        std::thread::sleep(WAIT);
    }
}

/// Connects to a process; `None` if it is not there yet.
fn call(member: Member, to: usize) -> Result<Option<TcpStream>, ClusterError> {
    let address = &member.hosts.addresses()[to];
    let found = address.to_socket_addrs().map_err(|error| ClusterError(format!("{address}: {error}")))?;
    let connected = found.into_iter().find_map(|found| TcpStream::connect_timeout(&found, PATIENCE).ok());
    let Some(mut socket) = connected else { return Ok(None) };
    let mut code = [0];
    let greeted = prepare(&socket)
        .and_then(|()| socket.write_all(&greeting(member, member.process)))
        .and_then(|()| socket.read_exact(&mut code));
    match (greeted, REPLIES.get(usize::from(code[0]))) {
        // It may have been ending.
        (Err(_), _) => Ok(None),
        (Ok(()), Some(Reply::Welcome)) => Ok(Some(socket)),
        (Ok(()), Some(reply)) => {
            let why = reply.why().replace("it ", "this one ");
            Err(ClusterError(format!("process {to} at {address} refuses this process: {why}")))
        }
        (Ok(()), None) => Err(ClusterError(format!("there is another program at {address}"))),
    }
}

/// Hears a greeting and answers it. Returns which process it is, if it is welcome.
fn answer(mut socket: &TcpStream, member: Member, known: &[Option<TcpStream>]) -> io::Result<Option<usize>> {
    prepare(socket)?;
    let expected = greeting(member, 0);
    // What comes is read only as far as it is as it must be.
    let mut came = vec![0; expected.len()];
    let (head, search) = came.split_at_mut(HEAD);
    socket.read_exact(head)?;
    let number =
        |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
    let from = number(FROM);
    let reply = if head[..FROM] != expected[..FROM] {
        Reply::OtherVersion
    } else if head[FROM + 4..FROM + 8] != expected[FROM + 4..FROM + 8]
        || from <= member.process
        || known.get(from).is_none_or(Option::is_some)
    {
        Reply::OtherHosts
    } else if head[FROM + 8..] != expected[FROM + 8..HEAD] {
        Reply::OtherSearch
    } else {
        socket.read_exact(search)?;
        if search == &expected[HEAD..] { Reply::Welcome } else { Reply::OtherSearch }
    };
    let code = REPLIES.iter().position(|known| *known == reply).expect("every reply has a code");
    socket.write_all(&[code as u8])?;
    Ok((reply == Reply::Welcome).then_some(from))
}

/// Where a greeting has the number of the process, after which come the number of processes and the length of the rest.
const FROM: usize = MAGIC.len() + 24;
const HEAD: usize = FROM + 12;

/// What a process says of itself.
fn greeting(member: Member, from: usize) -> Vec<u8> {
    let mut version = [0; 24];
    version[..VERSION.len()].copy_from_slice(VERSION.as_bytes());
    let addresses = member.hosts.addresses();
    let rest = [addresses.join("\n").as_bytes(), b"\n", member.search.as_bytes()].concat();
    let mut greeting = [&MAGIC[..], &version].concat();
    for number in [from, addresses.len(), rest.len()] {
        greeting.extend((number as u32).to_le_bytes());
    }
    greeting.extend(rest);
    greeting
}

/// Small messages go at once, and nobody is waited for longer than [`PATIENCE`].
fn prepare(socket: &TcpStream) -> io::Result<()> {
    socket.set_nonblocking(false)?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))
}

/// From here on, a process may compute for as long as it likes. But its host answers meanwhile, or it is lost: a cable
/// that is pulled out breaks no connection by itself.
fn release(socket: &TcpStream) -> io::Result<()> {
    socket.set_read_timeout(None)?;
    socket.set_write_timeout(None)?;
    let probe = SILENCE / PROBES;
    let alive = TcpKeepalive::new().with_time(probe).with_interval(probe).with_retries(PROBES - 1);
    let socket = SockRef::from(socket);
    socket.set_tcp_keepalive(&alive)?;
    // Where there is no such option, the system gives up what nobody takes after some time of its own.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_host_is_lost() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        release(&socket).unwrap();
        let options = SockRef::from(&socket);
        assert!(options.keepalive().unwrap());
        let asked = options.tcp_keepalive_interval().unwrap() * options.tcp_keepalive_retries().unwrap();
        assert_eq!(options.tcp_keepalive_time().unwrap() + asked, SILENCE);
        #[cfg(target_os = "linux")]
        assert_eq!(options.tcp_user_timeout().unwrap(), Some(SILENCE));
    }
}

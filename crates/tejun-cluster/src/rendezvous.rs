//! How processes connect to each other, and reject strangers.
//!
//! Each process listens at its address and calls those with lower numbers. The caller sends its
//! [greeting](crate::handshake), receives the reply, and acknowledges it. Only then does timely get the connections.
//!
//! Nothing here blocks: all callers are served concurrently, and each call has a thread of its own.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};

use crate::error::ClusterError;
use crate::handshake::{ACKNOWLEDGED, Reply, greeting, judge};
use crate::member::{Member, WAIT};

/// How long whoever calls waits for a connection, and for an answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long whoever is called keeps a connection whose end is not there: longer than that end waits for its answer.
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest pause between two calls of a process that is not there.
const LONGEST_PAUSE: Duration = Duration::from_millis(200);
/// Connections served at a time, and bytes read of each at a time.
const MOST_CALLERS: usize = 512;
const READ: usize = 1 << 12;
/// How long a host may be silent before its process is lost, and how often it is asked in that time.
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(30);
const PROBES: u32 = 6;

/// Connects to all other processes. Returns the connections by process; there is none to this one.
pub(crate) fn connect_all(
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
    let greeting: Arc<[u8]> = greeting(member).into();
    let over = Over(Arc::default());
    let (answered, answers) = channel();
    let dial = |to: usize| {
        let call =
            Call { to, address: addresses[to].clone(), greeting: greeting.clone(), over: over.0.clone() };
        call.start(answered.clone())
    };
    let mut sockets: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    let mut callers: Vec<Caller> = Vec::new();
    (0..process).try_for_each(&dial)?;
    loop {
        // Who has ended meanwhile, or given up, is missing again.
        for (other, socket) in sockets.iter_mut().enumerate() {
            if socket.take_if(|socket| is_dead(socket)).is_some() && other < process {
                dial(other)?;
            }
        }
        while let Ok((to, answer)) = answers.try_recv() {
            let mut socket: TcpStream = answer?;
            match socket.set_nonblocking(true).and_then(|()| socket.write_all(&[ACKNOWLEDGED])) {
                Ok(()) => sockets[to] = Some(socket),
                Err(_) => dial(to)?,
            }
        }
        for _ in 0..MOST_CALLERS {
            let Ok((socket, _)) = listener.accept() else { break };
            if callers.len() == MOST_CALLERS {
                callers.remove(0);
            }
            callers.extend(Caller::new(socket).ok());
        }
        let mut waiting = Vec::new();
        for mut caller in callers.drain(..) {
            let is_vacant = |from: usize| from > process && sockets.get(from).is_some_and(Option::is_none);
            match caller.read(&greeting, is_vacant) {
                Ok(Some(from)) if is_vacant(from) => sockets[from] = Some(caller.socket),
                Ok(None) if caller.until > Instant::now() => waiting.push(caller),
                // Whoever it is, only a process of this cluster is kept.
                _ => {}
            }
        }
        callers = waiting;
        let missing = (0..addresses.len()).find(|&other| other != process && sockets[other].is_none());
        let Some(missing) = missing else {
            sockets.iter().flatten().try_for_each(release).map_err(refused)?;
            return Ok(sockets);
        };
        if !wait() {
            let address = &addresses[missing];
            return Err(ClusterError(format!("process {missing} did not come: start it at {address}")));
        }
        thread::sleep(WAIT);
    }
}

/// Ends all calls when it is dropped.
struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A call of a process, on a thread of its own: looking up a name and connecting may take long.
struct Call {
    to: usize,
    address: String,
    greeting: Arc<[u8]>,
    over: Arc<AtomicBool>,
}

type Answer = (usize, Result<TcpStream, ClusterError>);

impl Call {
    fn start(self, answered: Sender<Answer>) -> Result<(), ClusterError> {
        let thread = thread::Builder::new().name(format!("call-{}", self.to));
        let started = thread.spawn(move || {
            let mut pause = WAIT;
            while !self.over.load(Ordering::Relaxed) {
                if let Some(answer) = self.call().transpose() {
                    // If nobody waits for it any more, the other end will notice.
                    let _ = answered.send((self.to, answer));
                    return;
                }
                thread::sleep(pause);
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
        });
        started.map(drop).map_err(|error| ClusterError(format!("no process can be called: {error}")))
    }

    /// Connects and says what this process is. `None` if the other one is not there yet.
    fn call(&self) -> Result<Option<TcpStream>, ClusterError> {
        let Call { to, address, greeting, .. } = self;
        let found = address.to_socket_addrs().map_err(|error| ClusterError(format!("{address}: {error}")))?;
        let connected =
            found.into_iter().find_map(|found| TcpStream::connect_timeout(&found, CONNECT_TIMEOUT).ok());
        let Some(mut socket) = connected else { return Ok(None) };
        let mut code = [0];
        let answered = prepare(&socket).and_then(|()| {
            // A process that refuses may close before it has read all of it.
            let _ = socket.write_all(greeting);
            socket.read_exact(&mut code)
        });
        match (answered, Reply::of(code[0])) {
            // It may have been ending.
            (Err(_), _) => Ok(None),
            (Ok(()), Some(Reply::Welcome)) => Ok(Some(socket)),
            (Ok(()), Some(reply)) => {
                let why = reply.why();
                Err(ClusterError(format!("process {to} at {address} refuses this process: {why}")))
            }
            (Ok(()), None) => Err(ClusterError(format!("there is another program at {address}"))),
        }
    }
}

/// Small messages go at once, and nobody is waited for longer than [`CONNECT_TIMEOUT`].
fn prepare(socket: &TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(CONNECT_TIMEOUT))?;
    socket.set_write_timeout(Some(CONNECT_TIMEOUT))
}

/// A connection whose other end has not yet said all it must.
struct Caller {
    socket: TcpStream,
    received: Vec<u8>,
    /// The reply that it got, and which process it says it is.
    replied: Option<(usize, Reply)>,
    until: Instant,
}

impl Caller {
    fn new(socket: TcpStream) -> io::Result<Caller> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        Ok(Caller { socket, received: Vec::new(), replied: None, until: Instant::now() + GREETING_TIMEOUT })
    }

    /// Reads what has arrived, and replies. Returns which process it is, once it has acknowledged.
    ///
    /// # Errors
    /// If it is gone, or none of this cluster.
    fn read(&mut self, own: &[u8], is_vacant: impl Fn(usize) -> bool) -> io::Result<Option<usize>> {
        loop {
            let wanted = match self.replied {
                None => own.len() - self.received.len(),
                Some((_, Reply::Welcome)) => 1,
                // Unread bytes would reset the connection before the reply arrives.
                Some(_) => READ,
            };
            let mut buffer = [0; READ];
            let count = match self.socket.read(&mut buffer[..wanted.min(READ)]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            match self.replied {
                None => {
                    self.received.extend_from_slice(&buffer[..count]);
                    let Some((from, reply)) = judge(own, &self.received, &is_vacant) else { continue };
                    self.socket.write_all(&[reply.code()])?;
                    self.received = Vec::new();
                    self.replied = Some((from, reply));
                    if reply != Reply::Welcome {
                        self.socket.shutdown(Shutdown::Write)?;
                    }
                }
                Some((from, Reply::Welcome)) if buffer[0] == ACKNOWLEDGED => return Ok(Some(from)),
                Some((_, Reply::Welcome)) => return Err(ErrorKind::InvalidData.into()),
                Some(_) => return Ok(None),
            }
        }
    }
}

/// Whether the other end is gone, as far as this host knows.
fn is_dead(socket: &TcpStream) -> bool {
    match socket.peek(&mut [0]) {
        Ok(count) => count == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    }
}

/// From here on, a process may compute for as long as it likes. But its host answers meanwhile, or it is lost: a cable
/// that is pulled out breaks no connection by itself.
fn release(socket: &TcpStream) -> io::Result<()> {
    socket.set_nonblocking(false)?;
    socket.set_read_timeout(None)?;
    socket.set_write_timeout(None)?;
    let probe = KEEPALIVE_TIMEOUT / PROBES;
    let alive = TcpKeepalive::new().with_time(probe).with_interval(probe).with_retries(PROBES - 1);
    let socket = SockRef::from(socket);
    socket.set_tcp_keepalive(&alive)?;
    // Where there is no such option, the system gives up what nobody takes after some time of its own.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(KEEPALIVE_TIMEOUT))?;
    Ok(())
}
#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;
    use crate::Hosts;

    fn member(hosts: &Hosts, process: usize) -> Member<'_> {
        let lost = |loss| panic!("{loss}");
        Member { hosts, process, search: "numbers", patience: Duration::MAX, lost }
    }

    /// Connects to process 0, which may not be there yet.
    fn connect(hosts: &Hosts) -> TcpStream {
        loop {
            if let Ok(socket) = TcpStream::connect(&hosts.addresses()[0]) {
                return socket;
            }
            thread::yield_now();
        }
    }

    /// Says to process 0 that it is `process`, and returns its reply.
    fn greet(hosts: &Hosts, process: usize) -> (TcpStream, Option<Reply>) {
        let (mut socket, mut code) = (connect(hosts), [0]);
        socket.write_all(&greeting(member(hosts, process))).unwrap();
        socket.read_exact(&mut code).unwrap();
        (socket, Reply::of(code[0]))
    }

    /// Process 0 of two meets whoever comes to it, and process 1 comes after `before`.
    fn met(hosts: &Hosts, before: impl FnOnce()) {
        thread::scope(|scope| {
            let first = scope.spawn(|| connect_all(member(hosts, 0), &mut || true).unwrap());
            before();
            let mut second = connect_all(member(hosts, 1), &mut || true).unwrap();
            let mut first = first.join().unwrap();
            let ends = (first[1].take().unwrap(), second[0].take().unwrap());
            assert_eq!(ends.0.peer_addr().unwrap(), ends.1.local_addr().unwrap());
            // Nothing of the handshake is left unread.
            (&ends.0).write_all(b"yes").unwrap();
            (&ends.1).write_all(b"yes").unwrap();
            for mut end in [&ends.0, &ends.1] {
                let mut said = [0; 3];
                end.read_exact(&mut said).unwrap();
                assert_eq!(&said, b"yes");
            }
        });
    }

    #[test]
    fn who_says_nothing_holds_up_nobody() {
        let hosts = Hosts::loopback(2).unwrap();
        let mut silent = Vec::new();
        met(&hosts, || silent.extend((0..3).map(|_| connect(&hosts))));
        // Their connections are still open.
        assert!(silent.iter().all(|socket| socket.peer_addr().is_ok()));
    }

    #[test]
    fn who_has_given_up_is_not_there() {
        let hosts = Hosts::loopback(2).unwrap();
        met(&hosts, || {
            let (gone, reply) = greet(&hosts, 1);
            assert_eq!(reply, Some(Reply::Welcome));
            drop(gone);
            // Nor who greets and says no more.
            let (silent, reply) = greet(&hosts, 1);
            assert_eq!(reply, Some(Reply::Welcome));
            std::mem::forget(silent);
        });
    }

    #[test]
    fn a_number_is_taken_as_long_as_its_process_is_there() {
        let hosts = Hosts::loopback(3).unwrap();
        thread::scope(|scope| {
            let first = scope.spawn(|| connect_all(member(&hosts, 0), &mut || true).unwrap());
            let (mut there, reply) = greet(&hosts, 1);
            assert_eq!(reply, Some(Reply::Welcome));
            there.write_all(&[ACKNOWLEDGED]).unwrap();
            // Its word may be on its way, so another one may still be welcome.
            while greet(&hosts, 1).1 == Some(Reply::Welcome) {}
            assert_eq!(greet(&hosts, 1).1, Some(Reply::OtherHosts));
            drop(there);
            let others = [1, 2].map(|process| {
                let hosts = &hosts;
                scope.spawn(move || {
                    // It is refused until process 0 has seen that the one before is gone.
                    loop {
                        if let Ok(sockets) = connect_all(member(hosts, process), &mut || true) {
                            return sockets;
                        }
                    }
                })
            });
            // All at once: one that ended would be missing again.
            let [second, third] = others.map(|other| other.join().unwrap());
            for sockets in [first.join().unwrap(), second, third] {
                assert_eq!(sockets.iter().flatten().count(), 2);
            }
        });
    }

    #[test]
    fn whoever_waits_asks_whether_to_wait_on() {
        let hosts = Hosts::loopback(2).unwrap();
        let mut asked = 0;
        let silent = thread::spawn({
            let hosts = hosts.clone();
            move || connect(&hosts)
        });
        let error = connect_all(member(&hosts, 0), &mut || {
            asked += 1;
            asked < 20 || !silent.is_finished()
        });
        assert!(error.unwrap_err().to_string().starts_with("process 1 did not come"));
    }

    #[test]
    fn a_silent_host_is_lost() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        release(&socket).unwrap();
        let options = SockRef::from(&socket);
        assert!(options.keepalive().unwrap());
        let asked = options.tcp_keepalive_interval().unwrap() * options.tcp_keepalive_retries().unwrap();
        assert_eq!(options.tcp_keepalive_time().unwrap() + asked, KEEPALIVE_TIMEOUT);
        #[cfg(target_os = "linux")]
        assert_eq!(options.tcp_user_timeout().unwrap(), Some(KEEPALIVE_TIMEOUT));
    }
}

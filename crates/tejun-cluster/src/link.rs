//! Connections that notice when a process is lost.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::peer_error::PeerError;

/// A connection to a process. Timely panics in one of its threads when a connection breaks, and the search would wait
/// for ever; so a broken connection does not come back to it.
pub(crate) struct Link {
    socket: TcpStream,
    process: usize,
    over: Arc<AtomicBool>,
    lost: fn(PeerError) -> !,
}

/// Makes links of the connections, by process.
pub(crate) fn links(
    sockets: Vec<Option<TcpStream>>,
    over: &Arc<AtomicBool>,
    lost: fn(PeerError) -> !,
) -> Vec<Option<Link>> {
    let link = |(process, socket)| Link { socket, process, over: over.clone(), lost };
    sockets
        .into_iter()
        .enumerate()
        .map(|(process, socket)| socket.map(|socket| link((process, socket))))
        .collect()
}

impl Link {
    /// Passes on the result of reading or writing, unless the process is lost.
    fn noting(&self, result: io::Result<usize>) -> io::Result<usize> {
        let broken = match &result {
            Ok(count) => *count == 0,
            Err(error) => error.kind() != io::ErrorKind::Interrupted,
        };
        if broken && !self.over.load(Ordering::Acquire) {
            (self.lost)(PeerError::Gone(self.process));
        }
        result
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                result => return self.noting(result),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let result = self.socket.write(buffer);
        if buffer.is_empty() { result } else { self.noting(result) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let Link { socket, process, over, lost } = self;
        Ok(Link { socket: socket.try_clone()?, process: *process, over: over.clone(), lost: *lost })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other end may be gone already.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

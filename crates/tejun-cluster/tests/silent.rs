//! A process that says nothing for too long is given up by one that is to stop, and only then.

use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use tejun_cluster::{Cluster, Hosts, Member, PeerError};
use tejun_search::Peers;

static LOST: OnceLock<Mutex<Sender<PeerError>>> = OnceLock::new();

/// Tells the test, and does not return.
fn lost(loss: PeerError) -> ! {
    // After the test nobody listens.
    let _ = LOST.get().unwrap().lock().unwrap().send(loss);
    loop {
        thread::park();
    }
}

#[test]
fn a_hung_process_is_given_up_by_one_that_is_to_stop() {
    let (tell, told) = channel();
    LOST.set(Mutex::new(tell)).unwrap();
    let hosts = Hosts::loopback(3).unwrap();
    let start = |process| {
        let hosts = hosts.clone();
        thread::spawn(move || {
            let patience = Duration::from_millis(50);
            let member = Member { hosts: &hosts, process, search: "numbers", patience, lost };
            Arc::new(Cluster::join(member, &mut || true).unwrap())
        })
    };
    let [first, second, third] = [0, 1, 2].map(start).map(|thread| thread.join().unwrap());
    let messages = || vec![vec![1]; 3];

    // Whoever is not to stop waits far longer than its patience lasts.
    first.send(messages());
    let mut asked = 0;
    let came = first.receive(&mut || {
        asked += 1;
        if asked == 40 {
            [&second, &third].into_iter().for_each(|late| late.send(messages()));
        }
        ControlFlow::Continue(())
    });
    assert!(came == messages() && asked >= 40);
    for late in [&second, &third] {
        assert_eq!(late.receive(&mut || ControlFlow::Continue(())), messages());
    }

    // The second sends nothing more. The third waits for it without being told to stop.
    third.send(messages());
    thread::spawn(move || third.receive(&mut || ControlFlow::Continue(())));
    let stopping = first.clone();
    thread::spawn(move || {
        stopping.send(messages());
        stopping.receive(&mut || ControlFlow::Break(()))
    });
    assert_eq!(told.recv().unwrap(), PeerError::Silent(vec![1]));
    assert!(told.try_recv().is_err());
}

#[test]
fn a_loss_is_one_line() {
    for (loss, line) in [
        (PeerError::Gone(3), "process 3 is lost"),
        (PeerError::Silent(vec![1]), "process 1 is silent"),
        (PeerError::Silent(vec![1, 2, 5]), "processes 1, 2 and 5 are silent"),
        (PeerError::Garbled(Some(2)), "process 2 sent what no process of this search sends"),
        (PeerError::Garbled(None), "what came is nothing that a process of this search sends"),
    ] {
        assert_eq!(loss.to_string(), line);
    }
}

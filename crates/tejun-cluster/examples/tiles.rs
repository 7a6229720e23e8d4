//! Visits all 239,500,800 positions of the sliding tiles of three by four, in processes on this host:
//!
//! ```sh
//! cargo run --release -p tejun-cluster --example tiles -- 2 1
//! ```
//!
//! takes the number of processes and of threads in each. It starts itself once for each process.

use std::ops::ControlFlow;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use tejun_cluster::{Cluster, Hosts, Member};
use tejun_search::{Moves, Search, Space};

/// Four bits per cell, cell 0 lowest; the gap is 0.
struct Tiles;

impl Space for Tiles {
    type State = u64;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit((0..12).map(|cell| cell << (4 * cell)).sum());
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    #[inline(always)]
    fn expand(&self, &state: &u64, mut visit: impl FnMut((), u64)) {
        // The lowest bit of each cell that has a tile; the gap is where it is missing.
        let low = 0x1111_1111_1111_u64;
        let tiles = (state | state >> 1 | state >> 2 | state >> 3) & low;
        let gap = (!tiles & low).trailing_zeros();
        let mut slide = |from: u32| {
            let tile = state >> from & 15;
            visit((), state ^ tile << from ^ tile << gap);
        };
        if gap >= 16 {
            slide(gap - 16);
        }
        if gap < 32 {
            slide(gap + 16);
        }
        if gap & 12 != 0 {
            slide(gap - 4);
        }
        if gap & 12 != 12 {
            slide(gap + 4);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<usize>().expect("write a number");
    let [processes, threads] = [0, 1].map(|index| arguments.get(index).map_or(1, number));
    if let [_, _, process, hosts @ ..] = &arguments[..] {
        let hosts = Hosts::read(&hosts.join("\n")).expect("these are addresses");
        search(&hosts, number(process), threads);
        return;
    }
    let hosts = Hosts::loopback(processes).expect("there are ports");
    let start = |process: usize| -> Child {
        let own = std::env::current_exe().expect("the program has a path");
        let numbers = [processes, threads, process].map(|number| number.to_string());
        Command::new(own).args(numbers).args(hosts.addresses()).spawn().expect("the program starts")
    };
    for mut child in (0..processes).map(start).collect::<Vec<_>>() {
        assert!(child.wait().is_ok_and(|status| status.success()));
    }
}

fn search(hosts: &Hosts, process: usize, threads: usize) {
    let lost = |loss| {
        eprintln!("{loss}");
        std::process::exit(1)
    };
    let member = Member { hosts, process, search: "tiles", patience: Duration::from_secs(10), lost };
    let cluster = Cluster::join(member, &mut || true).expect("the processes meet");
    let begin = Instant::now();
    let error = Search::new(&Tiles).threads(threads).peers(&cluster).forward().shortest().unwrap_err();
    let seconds = begin.elapsed().as_secs_f64();
    cluster.leave(&mut || ControlFlow::Continue(()));
    assert_eq!((error.is_unsolvable(), error.stats().stored), (true, 239_500_800));
    if process == 0 {
        let (rate, bytes) = (239.500_800 / seconds, error.stats().peak_bytes >> 20);
        println!(
            "{} x {threads}: {seconds:.1} s, {rate:.2} million positions a second, {bytes} MiB",
            hosts.addresses().len()
        );
    }
}

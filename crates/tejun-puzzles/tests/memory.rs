//! Memory of `hardest`, in a program of its own, whose allocations are counted.

use peak_alloc::PeakAlloc;
use tejun_puzzles::question::Hardest;
use tejun_puzzles::{Means, Registry};
use tejun_search::{Limits, Outcome, StopReason, Unwatched};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// What does not depend on the limit, such as the puzzle itself and the cells of each class.
const SLACK: u64 = 256 << 10;

/// One test, because what is counted is the whole program's.
#[test]
fn memory_is_counted_before_it_is_allocated() {
    // Sixteen pieces of their own: the numbering has a node for each set of them.
    let board = "abcd\nefgh\nijkl\nmno.";
    let text = format!("puzzle = 'sliding'\nboard = '''\n{board}'''\ngoal = '''\n{board}'''\n");
    let instance = Registry::standard().read(&text, None).unwrap();
    let surveyor = &instance;
    for bytes in [1 << 12, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24] {
        let limits = Limits { bytes, ..Limits::default() };
        let options = Means { limits, ..Means::default() };
        let before = PEAK.current_usage();
        PEAK.reset_peak_usage();
        let told = surveyor.ask(Hardest::default(), &options, &mut Unwatched).unwrap();
        let allocated = (PEAK.peak_usage() - before) as u64;
        assert_eq!(told.outcome, Outcome::Stopped(StopReason::Memory, None));
        assert!(allocated < bytes + SLACK, "{allocated} of {bytes}");
    }
    // With its distances and its goals.
    let text =
        "puzzle = 'sliding'\nboard = '''\na...\n....\n....\n....'''\ngoal = '''\n....\n....\n....\n...a'''\n";
    let instance = Registry::standard().read(text, None).unwrap();
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    let told = instance
        .ask(
            Hardest { pieces: Some("2h,2v,3u".to_string()), ..Hardest::default() },
            &Means::default(),
            &mut Unwatched,
        )
        .unwrap();
    let allocated = (PEAK.peak_usage() - before) as u64;
    assert_eq!(told.outcome, Outcome::Solved(()));
    assert!(told.starts > Some(200_000), "{:?}", told.starts);
    let counted = told.bytes.unwrap() as u64;
    assert!(allocated < counted + SLACK, "{allocated} of {counted}");
}

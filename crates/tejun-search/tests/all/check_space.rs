//! `check_space` finds every error of a space, and a search that runs into one panics instead of answering
//! wrongly.

use crate::answers::bfs::{self, Direction, Goals};
use tejun_search::{Moves, Outcome, Request, Space, SpaceError, check_space};

/// What is wrong with a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Nothing,
    NoneAfter(u32),
    NoneStart,
    NoneGoal,
    NoneRepresentative,
    Unsteady,
    OneWayStep,
    RetractMisses,
    RetractInvents,
    Hidden,
    Representative,
    GoalOfImage,
    MovesOfImage,
    Classes,
    ListedNoGoal,
    Unlisted,
    Overlooked,
}

/// A row of twenty numbers around 10, in mirror-image pairs; `KIND` selects `Space::MOVES`.
struct Row<const KIND: u8> {
    wrong: Wrong,
    calls: std::sync::atomic::AtomicU32,
}

impl<const KIND: u8> Row<KIND> {
    fn new(wrong: Wrong) -> Self {
        Row { wrong, calls: 0.into() }
    }
}

impl<const KIND: u8> Space for Row<KIND> {
    type State = u32;
    type Move = i32;
    type Cost = u32;
    const MOVES: Moves = [Moves::OneWay, Moves::Retractable, Moves::Undirected][KIND as usize];

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(if self.wrong == Wrong::NoneStart { u32::MAX } else { 10 });
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 3 || (*state == 17 && self.wrong != Wrong::GoalOfImage)
    }

    fn has_move_to_goal(&self, state: &u32) -> bool {
        matches!(state, 2 | 4 | 16 | 18) && !(self.wrong == Wrong::Overlooked && *state == 16)
    }

    fn goals(&self) -> Option<Vec<u32>> {
        Some(match self.wrong {
            Wrong::NoneGoal => vec![3, 17, u32::MAX],
            Wrong::ListedNoGoal => vec![3, 17, 4],
            Wrong::Unlisted => vec![3],
            Wrong::GoalOfImage => vec![3],
            _ => vec![3, 17],
        })
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut(i32, u32)) {
        let call = self.calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let stuck = matches!((self.wrong, state), (Wrong::MovesOfImage, 14) | (Wrong::OneWayStep, 13));
        if state > 0 && !stuck {
            visit(-1, state - 1);
        }
        if state < 20 {
            visit(1, state + 1);
        }
        if self.wrong == Wrong::NoneAfter(state) {
            visit(2, u32::MAX);
        }
        if self.wrong == Wrong::Unsteady && state == 12 && call % 2 == 1 {
            visit(0, state);
        }
    }

    fn retract(&self, state: &u32, mut visit: impl FnMut(u32)) {
        self.expand(state, |by, before| {
            if !(self.wrong == Wrong::RetractMisses && *state == 12 && by == 1) {
                visit(before);
            }
        });
        if self.wrong == Wrong::RetractInvents && *state == 12 {
            visit(15);
        }
    }

    fn has_symmetry(&self) -> bool {
        KIND != 1 && !matches!(self.wrong, Wrong::Hidden | Wrong::OneWayStep)
    }

    fn canonical(&self, state: &u32) -> u32 {
        match (self.wrong, *state) {
            (Wrong::NoneRepresentative, 13) => u32::MAX,
            (Wrong::Representative, 10) => 13,
            _ if KIND == 1 || self.wrong == Wrong::OneWayStep => *state,
            (_, state) => state.min(20_u32.checked_sub(state).unwrap_or(state)),
        }
    }

    fn expand_classes(&self, state: &u32, mut visit: impl FnMut(u32)) {
        self.expand(state, |_, next| visit(self.canonical(&next)));
        if self.wrong == Wrong::Classes && *state == 8 {
            visit(5);
        }
    }
}

fn error<const KIND: u8>(wrong: Wrong) -> Result<(), SpaceError<u32>> {
    check_space(&Row::<KIND>::new(wrong), 1000)
}

#[test]
fn a_right_space_passes() {
    assert_eq!(error::<0>(Wrong::Nothing), Ok(()));
    assert_eq!(error::<1>(Wrong::Nothing), Ok(()));
    assert_eq!(error::<2>(Wrong::Nothing), Ok(()));
}

#[test]
fn every_error_is_found() {
    assert_eq!(error::<2>(Wrong::NoneStart), Err(SpaceError::IsNone(None)));
    assert_eq!(error::<2>(Wrong::NoneGoal), Err(SpaceError::IsNone(None)));
    assert_eq!(error::<1>(Wrong::NoneAfter(12)), Err(SpaceError::IsNone(Some(12))));
    assert_eq!(error::<2>(Wrong::NoneRepresentative), Err(SpaceError::IsNone(Some(13))));
    assert_eq!(error::<1>(Wrong::Unsteady), Err(SpaceError::Unsteady(12)));
    assert_eq!(error::<2>(Wrong::OneWayStep), Err(SpaceError::NoMoveBack(12, 13)));
    assert_eq!(error::<1>(Wrong::RetractMisses), Err(SpaceError::NotRetracted(13, 12)));
    assert_eq!(error::<1>(Wrong::RetractInvents), Err(SpaceError::NoSuchMove(15, 12)));
    assert_eq!(error::<2>(Wrong::Hidden), Err(SpaceError::HiddenSymmetry(11)));
    assert_eq!(error::<2>(Wrong::Representative), Err(SpaceError::NotIdempotent(10, 13)));
    assert_eq!(error::<2>(Wrong::GoalOfImage), Err(SpaceError::GoalDiffers(17, 3)));
    assert_eq!(error::<0>(Wrong::MovesOfImage), Err(SpaceError::MovesDiffer(14, 6)));
    assert_eq!(error::<0>(Wrong::Classes), Err(SpaceError::ClassesDiffer(8)));
    assert_eq!(error::<2>(Wrong::ListedNoGoal), Err(SpaceError::NotAGoal(4)));
    assert_eq!(error::<2>(Wrong::Unlisted), Err(SpaceError::Unlisted(17)));
    assert_eq!(error::<2>(Wrong::Overlooked), Err(SpaceError::Overlooked(16)));
}

#[test]
fn no_more_states_are_looked_at_than_asked_for() {
    // Counted from 10, the state 17 is the fifteenth.
    let unlisted = Row::<2>::new(Wrong::Unlisted);
    assert_eq!(check_space(&unlisted, 14), Ok(()));
    assert_eq!(check_space(&unlisted, 15), Err(SpaceError::Unlisted(17)));
}

#[test]
#[should_panic(expected = "equals Key::NONE")]
fn a_search_refuses_what_is_never_a_state() {
    // A search once took NONE for a known state and so "proved" a puzzle unsolvable.
    bfs::shortest(&Row::<0>::new(Wrong::NoneAfter(10)), Direction::Forward, Request::default());
}

#[test]
#[should_panic(expected = "equals Key::NONE")]
fn a_search_refuses_a_start_that_is_never_a_state() {
    bfs::explore(&Row::<2>::new(Wrong::NoneStart), Goals::Expanded, Request::default());
}

#[test]
#[should_panic(expected = "equals Key::NONE")]
fn a_search_refuses_a_goal_that_is_never_a_state() {
    bfs::shortest(&Row::<2>::new(Wrong::NoneGoal), Direction::Bidirectional, Request::default());
}

/// A ring of one-way steps that claims they can be taken back.
struct Ring;

impl Space for Ring {
    type State = u32;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 3
    }

    fn expand(&self, state: &u32, mut visit: impl FnMut((), u32)) {
        visit((), (state + 1) % 100);
    }
}

#[test]
#[should_panic(expected = "no state of level 2 has a move to 3")]
fn moves_that_cannot_be_taken_back_are_named() {
    bfs::shortest(&Ring, Direction::Forward, Request::default());
}

#[test]
fn errors_say_what_is_wrong() {
    let text = error::<2>(Wrong::OneWayStep).unwrap_err().to_string();
    assert_eq!(text, "moves are undirected, but 13 has no move back to 12");
}

#[test]
fn states_of_all_widths_are_searched_alike() {
    use tejun_search::Packed;

    /// Numbers that are doubled or incremented, in states of different types.
    struct Numbers<S>(fn(u64) -> S, fn(&S) -> u64);

    impl<S: Packed> Space for Numbers<S> {
        type State = S;
        type Move = u8;
        type Cost = u32;
        const MOVES: Moves = Moves::OneWay;

        fn starts(&self, mut visit: impl FnMut(S)) {
            visit((self.0)(1));
        }

        fn is_goal(&self, state: &S) -> bool {
            (self.1)(state) == 49_999
        }

        fn expand(&self, state: &S, mut visit: impl FnMut(u8, S)) {
            let number = (self.1)(state);
            [2 * number, number + 1]
                .into_iter()
                .enumerate()
                .filter(|next| next.1 < 60_000)
                .for_each(|(by, next)| visit(by as u8, (self.0)(next)));
        }
    }

    // One search per type: each is compiled anew.
    fn moves<S: Packed>(to: fn(u64) -> S, from: fn(&S) -> u64) -> Vec<u8> {
        let answer = bfs::shortest(&Numbers(to, from), Direction::Forward, Request::default().threads(2));
        let Outcome::Solved(path) = answer.outcome else { panic!() };
        path.moves
    }

    fn bytes<const N: usize>(number: u64) -> [u8; N] {
        let mut state = [0; N];
        state[N - 3..].copy_from_slice(&number.to_be_bytes()[5..]);
        state
    }

    fn number<const N: usize>(state: &[u8; N]) -> u64 {
        state.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    let expected = moves::<u64>(|number| number, |state| *state);
    assert_eq!(moves::<u32>(|number| number as u32, |state| u64::from(*state)), expected);
    assert_eq!(moves::<[u8; 3]>(bytes, number), expected);
    assert_eq!(moves::<[u8; 13]>(bytes, number), expected);
    // A thousand of these do not fit into the first segment of a list, which once failed an assertion.
    assert_eq!(moves::<[u64; 16]>(|number| [number; 16], |state| state[7]), expected);
}

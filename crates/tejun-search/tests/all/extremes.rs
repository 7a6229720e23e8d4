//! Every search at the ends of what it may be given: no memory, no starts, goals that are starts, states of one value.

use std::fmt::Debug;

use crate::webs::Random;
use tejun_search::{
    Featured, Moves, Packed, Search, SearchError, Searchable, Solution, Space, StopReason, graph,
};

/// How a search ended: with a path of so many moves and this cost, or with an error.
type End = (&'static str, Result<(usize, u64), SearchError>);

/// What a search for a path returns.
type Found<S, M, C> = Result<Solution<S, M, C>, SearchError<Solution<S, M, C>>>;

fn end<S, M, C: Into<u64>>(found: Found<S, M, C>) -> Result<(usize, u64), SearchError> {
    Ok(found.map(|line| (line.moves.len(), line.cost.into()))?)
}

/// Runs every search for a path, each as `set` says.
fn searches<P: Searchable<Cost: Into<u64>>>(
    space: &P,
    set: impl for<'s, 'w> Fn(Search<'s, 'w, P>) -> Search<'s, 'w, P>,
) -> Vec<End> {
    let search = || set(Search::new(space));
    let mut starts = Vec::new();
    search()
        .states(1)
        .for_each_state(|state, distance| {
            if distance == 0 {
                starts.push(state)
            }
        })
        .ok();
    vec![
        ("shortest", end(search().shortest())),
        ("forward", end(search().forward().shortest())),
        (
            "all_shortest",
            search().all_shortest().map(|mut lines| {
                let line = lines.next().expect("there is one");
                assert_eq!(line.moves.len() as u32, lines.moves());
                (line.moves.len(), line.moves.len() as u64)
            }),
        ),
        (
            "exits",
            search()
                .exits()
                .map(|exits| (exits.paths[0].moves.len(), exits.paths[0].moves.len() as u64))
                .map_err(Into::into),
        ),
        ("astar", end(search().astar())),
        ("dijkstra", end(search().dijkstra())),
        ("idastar", end(search().idastar())),
        ("any", end(search().any())),
        ("beam", end(search().beam(usize::MAX))),
        ("beam 0", end(search().beam(0))),
        ("near", end(search().near(&[], 0))),
        ("near", end(search().near(&starts, usize::MAX))),
    ]
}

#[test]
fn any_memory_is_enough_or_said_to_be_too_little() {
    fn tight<S: Packed + PartialEq + Debug>(
        wide: impl Fn(u8, u8) -> S + Sync + Copy,
        at: impl Fn(&S) -> (u8, u8) + Sync + Copy,
    ) {
        let step = |state: &S| {
            let (x, y) = at(state);
            let to = [
                (x.saturating_sub(1), y),
                (x, y.saturating_sub(1)),
                ((x + 1).min(19), y),
                (x, (y + 1).min(19)),
            ];
            to.map(|(x, y)| wide(x, y))
        };
        let far = |state: &S| {
            let (x, y) = at(state);
            u32::from(19 - x) + u32::from(19 - y)
        };
        let grid = graph([wide(0, 0)], step).goal(|state| at(state) == (19, 19)).bound(far);
        let folded =
            graph([wide(0, 0)], step).goal(|state| at(state) == (19, 19)).bound(far).symmetry(|state| {
                let (x, y) = at(state);
                wide(x.min(y), x.max(y))
            });
        for threads in [1, 3] {
            for limit in (0..4000).step_by(97).chain((4000..100_000).step_by(3001)) {
                for (name, found) in searches(&grid, |search| search.memory(limit).threads(threads))
                    .into_iter()
                    .chain(searches(&folded, |search| search.memory(limit).threads(threads)))
                {
                    match found {
                        Ok((moves, _)) => {
                            assert!(moves == 38 || name == "any" && moves > 38, "{name} {limit}: {moves}")
                        }
                        Err(error) => {
                            let narrow = ["beam 0", "near"].contains(&name);
                            assert!(
                                error.stopped() == Some(StopReason::Memory)
                                    || narrow && error.stopped() == Some(StopReason::Width),
                                "{name} {limit}: {error}"
                            );
                            assert!(
                                error.stats().peak_bytes <= limit,
                                "{name} {limit}: {}",
                                error.stats().peak_bytes
                            );
                        }
                    }
                }
                let peak = match Search::new(&folded).memory(limit).threads(threads).explore() {
                    Ok(found) => {
                        assert_eq!((found.levels.iter().sum::<u64>(), found.classes), (400, Some(210)));
                        found.stats.peak_bytes
                    }
                    Err(error) => error.stats().peak_bytes,
                };
                assert!(peak <= limit, "explore {limit}: {peak}");
            }
        }
    }
    tight(|x, y| [x, y], |&[x, y]| (x, y));
    tight(|x, y| (u64::from(x), [y; 40]), |&(x, y)| (x as u8, y[0]));
}

/// A state that has nothing to tell.
#[derive(Clone, Copy, Debug, PartialEq, Packed)]
struct Nothing;

#[derive(Clone, Copy, Debug, PartialEq, Packed)]
struct Empty {}

#[derive(Clone, Copy, Debug, PartialEq, Packed)]
enum Only {
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Packed)]
enum Written {
    Bare,
    Round(),
    Curly {},
}

#[derive(Clone, Copy, Debug, PartialEq, Packed)]
enum Never {}

#[test]
fn a_goal_that_is_a_start_is_reached_without_a_move() {
    fn stay<S: Packed + PartialEq + Debug>(at: S) {
        for threads in [0, 1, 30] {
            let still =
                graph([at.clone(), at.clone()], |at: &S| [(at.clone(), 0_u32)]).goal(|_| true).undirected();
            for (name, found) in searches(&still, |search| search.threads(threads)) {
                match found {
                    Ok(line) => assert_eq!(line, (0, 0), "{name}"),
                    Err(error) => assert!(
                        name == "near" && error.stopped() == Some(StopReason::Width),
                        "{name}: {error}"
                    ),
                }
            }
            assert_eq!(Search::new(&still).threads(threads).all_shortest().unwrap().count(), 1);
            let all = Search::new(&still).threads(threads).explore().unwrap();
            assert_eq!((all.levels, all.goals), (vec![1], vec![1]));
        }
    }
    stay(Nothing);
    stay(Empty {});
    stay(Only::One);
    stay([(); 0].map(|()| Only::One).len());
    stay((Written::Round(), Written::Curly {}, Written::Bare));
    assert_eq!(size_of::<Never>(), 0);
}

#[test]
fn without_starts_or_goals_there_is_no_path() {
    let nowhere = graph([], |&at: &u8| [at / 2]).goal(|_| true);
    let aimless = graph([40_u8], |&at| [at / 2]).goals([]).undirected();
    let unreached = graph([40_u8], |&at| [at / 2])
        .goals([200])
        .predecessors(|&at| (0..255).filter(move |from| from / 2 == at));
    let numbered = graph([], |at: &String| [at.clone()]).goals(["a".to_owned()]).interned();
    for threads in [0, 1, 30] {
        let ends = searches(&nowhere, |search| search.threads(threads))
            .into_iter()
            .chain(searches(&aimless, |search| search.threads(threads)))
            .chain(searches(&unreached, |search| search.threads(threads)))
            .chain(searches(&numbered, |search| search.threads(threads)));
        for (name, found) in ends {
            let error = found.unwrap_err();
            let narrow = ["beam 0", "near"].contains(&name);
            assert!(
                error.is_unsolvable() || narrow && error.stopped() == Some(StopReason::Width),
                "{name}: {error}"
            );
        }
    }
    let mut visited = 0;
    Search::new(&nowhere).for_each_state(|_, _| visited += 1).unwrap();
    let all = Search::new(&nowhere).explore().unwrap();
    assert_eq!((visited, all.levels.iter().sum::<u64>(), all.farthest), (0, 0, None));
}

#[test]
fn between_any_sets() {
    let ring = graph([0_u32], |at| [(at + 1) % 100, (at + 99) % 100]);
    let numbered = graph(["0".to_owned()], |at: &String| {
        let at: u32 = at.parse().unwrap();
        [(at + 1) % 100, (at + 99) % 100].map(|to| to.to_string())
    })
    .undirected()
    .interned();
    let text = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>();
    let two_way = graph([0_u32], |at| [(at + 1) % 100, (at + 99) % 100]).undirected();
    let sets: [(&[u32], &[u32], Option<usize>); 6] = [
        (&[], &[], None),
        (&[1], &[], None),
        (&[], &[1], None),
        (&[1, 2, 3], &[3, 4], Some(0)),
        (&[5, 5], &[5, 5], Some(0)),
        (&[10, 10, 20], &[90, 30, 30], Some(10)),
    ];
    for (from, to, moves) in sets {
        let (from, to) = (from.iter().copied(), to.iter().copied());
        let ends = [
            Search::new(&ring)
                .between(from.clone(), to.clone())
                .map(|line| line.moves.len())
                .map_err(|error| error.is_unsolvable()),
            Search::new(&two_way)
                .between(from.clone(), to.clone())
                .map(|line| line.moves.len())
                .map_err(|error| error.is_unsolvable()),
            Search::new(&two_way)
                .forward()
                .between(from.clone(), to.clone())
                .map(|line| line.moves.len())
                .map_err(|error| error.is_unsolvable()),
            Search::new(&numbered)
                .between(text(&from.collect::<Vec<_>>()), text(&to.collect::<Vec<_>>()))
                .map(|line| line.moves.len())
                .map_err(|error| error.is_unsolvable()),
        ];
        for end in ends {
            assert_eq!(end, moves.ok_or(true));
        }
    }
}

#[test]
fn symmetry_finds_what_is_there_without_it() {
    let mut random = Random(7);
    for _ in 0..300 {
        let half = 1 + random.below(8);
        // Nodes n and n ^ 1 are mirror images.
        let mut arcs: Vec<Vec<(u64, u64)>> = vec![Vec::new(); 2 * half as usize];
        for _ in 0..random.below(6 * half) {
            let (from, to, cost) = (random.below(2 * half), random.below(2 * half), random.below(4));
            for image in [0, 1] {
                arcs[(from ^ image) as usize].push((to ^ image, cost));
                arcs[(to ^ image) as usize].push((from ^ image, cost));
            }
        }
        let arcs = &arcs;
        let goal = random.below(2 * half);
        let goals = [goal, goal ^ 1, goal];
        let start = random.below(2 * half);
        let plain = graph([start], |&at: &u64| arcs[at as usize].clone()).goals(goals);
        let folded = graph([start], |&at: &u64| arcs[at as usize].clone())
            .goals(goals)
            .undirected()
            .symmetry(|at| at & !1);
        let back = |to: &u64| arcs[*to as usize].iter().map(|arc| arc.0).collect::<Vec<_>>();
        let listed = graph([start], |&at: &u64| arcs[at as usize].clone())
            .goals(goals)
            .predecessors(back)
            .symmetry(|at| at | 1);
        let texts = graph([start.to_string()], |at: &String| {
            arcs[at.parse::<usize>().unwrap()]
                .iter()
                .map(|&(to, cost)| (to.to_string(), cost))
                .collect::<Vec<_>>()
        });
        let texts = texts
            .goals(goals.map(|goal| goal.to_string()))
            .undirected()
            .symmetry(|at| (at.parse::<u64>().unwrap() & !1).to_string())
            .interned();
        let expected = searches(&plain, |search| search);
        let folded = searches(&folded, |search| search.threads(3));
        let listed = searches(&listed, |search| search);
        let texts = searches(&texts, |search| search);
        for (at, (name, expected)) in expected.iter().enumerate() {
            for other in [&folded, &listed, &texts] {
                match (expected, &other[at].1) {
                    (Ok(_), Ok(_)) if ["any", "beam 0", "near", "beam"].contains(name) => (),
                    (Ok((moves, cost)), Ok((moves_too, cost_too))) => {
                        let exact = !["astar", "dijkstra", "idastar"].contains(name);
                        assert!(cost == cost_too && (!exact || moves == moves_too), "{name}");
                    }
                    (Err(one), Err(two)) => {
                        assert!(one.kind() == two.kind() || *name == "beam 0", "{name} {one} {two}")
                    }
                    _ if *name == "beam 0" => (),
                    (one, two) => panic!("{name}: {one:?} {two:?}"),
                }
            }
        }
    }
}

#[test]
fn a_path_keeps_to_the_limit_on_moves() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let states = 2 + random.below(8);
        let arcs: Vec<Vec<(u64, u64)>> = (0..states)
            .map(|_| (0..random.below(4)).map(|_| (random.below(states), random.below(9))).collect())
            .collect();
        let bounds: Vec<u64> = (0..states).map(|_| random.below(2)).collect();
        let positive = arcs.iter().flatten().all(|arc| arc.1 > 0);
        let goal = random.below(states);
        let space = graph([0], |&at: &u64| arcs[at as usize].clone())
            .goal(|&at| at == goal)
            .bound(|&at| if at == goal || !positive { 0 } else { bounds[at as usize] });
        let depth = random.below(6) as u32;
        for (name, end) in searches(&space, |search| search.depth(depth)) {
            if let Ok((moves, _)) = end
                && name != "near"
            {
                assert!(moves as u32 <= depth, "{name}: {moves} moves of {depth}");
            }
        }
        for found in [Search::new(&space).depth(depth).astar(), Search::new(&space).depth(depth).dijkstra()] {
            if let Err(error) = found
                && let Some(best) = error.best()
            {
                assert!(best.moves.len() as u32 <= depth, "{} moves of {depth}", best.moves.len());
            }
        }
    }
}

#[test]
fn moves_may_cost_nothing_or_nearly_too_much() {
    let most = u32::MAX;
    let line = graph([0_u8], |&at| {
        [(at, 0), ((at + 1) % 6, if at == 3 { u32::MAX } else { 0 }), (at.saturating_sub(1), 0)]
    });
    let line = line.goal(|&at| at == 5).bound(|&at| if at < 4 { most } else { 0 });
    for (name, found) in searches(&line, |search| search) {
        match found {
            Ok((moves, cost)) if ["astar", "dijkstra", "idastar", "beam"].contains(&name) => {
                assert_eq!((moves, cost), (5, u64::from(most)), "{name}")
            }
            Ok((moves, _)) => {
                assert!(moves == 5 || name == "any" || name == "near" || name == "beam 0", "{name} {moves}")
            }
            Err(error) => assert!(
                ["near", "beam 0"].contains(&name) && error.stopped() == Some(StopReason::Width),
                "{name}: {error}"
            ),
        }
    }
    let dear = graph([0_u8], |&at| [(at + 1, u128::MAX / 4), (at, 0)]).goal(|&at| at == 4);
    assert_eq!(Search::new(&dear).dijkstra().unwrap().cost, u128::MAX / 4 * 4);
    assert_eq!(Search::new(&dear).idastar().unwrap().bound, Some(i64::MAX));
}

/// A grid of 200 by 200 whose states are features themselves.
struct Grid;

impl Space for Grid {
    type State = (u8, u8);
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(Self::State)) {
        visit((0, 0));
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        *state == (39, 39)
    }

    fn expand(&self, &(x, y): &Self::State, mut visit: impl FnMut((), Self::State)) {
        [(x.saturating_sub(1), y), (x, y.saturating_sub(1)), ((x + 1).min(39), y), (x, (y + 1).min(39))]
            .into_iter()
            .for_each(|to| visit((), to));
    }
}

impl Featured for Grid {
    fn features(&self, &(x, y): &Self::State, mut visit: impl FnMut(u32)) {
        visit(u32::from(x));
        visit(256 + u32::from(y));
    }
}

#[test]
fn a_novelty_beam_of_any_width() {
    for threads in [0, 1, 30] {
        for width in [0, 1, 100, usize::MAX] {
            for limit in (0..100_000).step_by(5003).chain([u64::MAX]) {
                let found = Search::new(&Grid).threads(threads).memory(limit).depth(300).novelty_beam(width);
                let (reason, peak) = match found {
                    Ok(line) => (None, line.stats.peak_bytes),
                    Err(error) => (error.stopped(), error.stats().peak_bytes),
                };
                assert!(peak <= limit, "{threads} {width} {limit}: {peak}");
                assert!(
                    reason.is_none() || width < 2 || reason == Some(StopReason::Memory) && limit < u64::MAX,
                    "{width} {limit}: {reason:?}"
                );
            }
        }
    }
}

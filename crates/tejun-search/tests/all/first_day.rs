//! What a newcomer does on the first day: graphs of closures, and searches with every setting, against plain ones.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

use crate::webs::{Random, Web};
use tejun_search::{
    CancelToken, Moves, Packed, Path, Proof, Search, SearchErrorKind, Solution, Space, StopReason,
    check_space, graph,
};

/// The arcs of a random graph: for each state, its successors and their costs.
fn arcs(random: &mut Random, states: u64) -> Vec<Vec<(u64, u64)>> {
    (0..states)
        .map(|_| (0..random.below(4)).map(|_| (random.below(states), random.below(7))).collect())
        .collect()
}

/// The distance of every reachable state, in moves.
fn distances(arcs: &[Vec<(u64, u64)>]) -> HashMap<u64, u32> {
    let (mut known, mut queue) = (HashMap::from([(0, 0)]), VecDeque::from([0]));
    while let Some(at) = queue.pop_front() {
        for &(to, _) in &arcs[at as usize] {
            if !known.contains_key(&to) {
                known.insert(to, known[&at] + 1);
                queue.push_back(to);
            }
        }
    }
    known
}

/// Every path of so many moves to a goal, as its states.
fn lines(arcs: &[Vec<(u64, u64)>], at: u64, left: u32, goals: &HashSet<u64>) -> HashSet<Vec<u64>> {
    if left == 0 {
        return goals.contains(&at).then(|| vec![at]).into_iter().collect();
    }
    let further = arcs[at as usize].iter().flat_map(|&(to, _)| lines(arcs, to, left - 1, goals));
    further.map(|line| [vec![at], line].concat()).collect()
}

/// The least cost of a path from state 0 to a goal, by relaxing all arcs until nothing changes.
fn least_cost(arcs: &[Vec<(u64, u64)>], goals: &HashSet<u64>) -> Option<u64> {
    let mut costs = vec![u64::MAX; arcs.len()];
    costs[0] = 0;
    for _ in 0..arcs.len() {
        for (from, arcs) in arcs.iter().enumerate() {
            for &(to, cost) in arcs {
                costs[to as usize] = costs[to as usize].min(costs[from].saturating_add(cost));
            }
        }
    }
    goals.iter().map(|&goal| costs[goal as usize]).min().filter(|&cost| cost < u64::MAX)
}

#[test]
fn closures_find_what_plain_searches_find() {
    let mut random = Random(34);
    let (mut solved, mut several) = (0, 0);
    for _ in 0..400 {
        let states = 2 + random.below(14);
        let arcs = &arcs(&mut random, states);
        let goals: HashSet<u64> = (0..1 + random.below(2)).map(|_| random.below(states)).collect();
        let space = graph([0], |&at: &u64| arcs[at as usize].clone()).goal(|at| goals.contains(at));
        let texts = graph(["0".to_owned()], |at: &String| {
            arcs[at.parse::<usize>().unwrap()]
                .iter()
                .map(|&(to, cost)| (to.to_string(), cost))
                .collect::<Vec<_>>()
        });
        let texts = texts.goal(|at| goals.contains(&at.parse().unwrap())).interned();
        assert_eq!(check_space(&space, 100), Ok(()));

        let distances = distances(arcs);
        let mut visited = HashMap::new();
        let mut last = 0;
        Search::new(&space)
            .for_each_state(|state, distance| {
                assert!(distance >= last && visited.insert(state, distance).is_none());
                last = distance;
            })
            .unwrap();
        assert_eq!(visited, distances);

        let nearest = goals.iter().filter_map(|goal| distances.get(goal)).min().copied();
        let (shortest, numbered) = (Search::new(&space).shortest(), Search::new(&texts).shortest());
        let Some(nearest) = nearest else {
            assert!(shortest.unwrap_err().is_unsolvable() && numbered.unwrap_err().is_unsolvable());
            assert!(Search::new(&space).all_shortest().unwrap_err().is_unsolvable());
            assert!(Search::new(&space).dijkstra().unwrap_err().is_unsolvable());
            assert!(Search::new(&space).beam(3).unwrap_err().best().is_none());
            continue;
        };
        solved += 1;
        let shortest = shortest.unwrap();
        assert_eq!((shortest.cost, shortest.proof), (nearest, Proof::Optimal));
        assert_eq!(numbered.unwrap().cost, nearest);
        let back = |to: &u64| {
            (0..states).filter(|&from| arcs[from as usize].iter().any(|arc| arc.0 == *to)).collect::<Vec<_>>()
        };
        let listed =
            graph([0], |&at: &u64| arcs[at as usize].clone()).goals(goals.clone()).predecessors(back);
        assert_eq!(check_space(&listed, 100), Ok(()));
        assert_eq!(Search::new(&listed).shortest().unwrap().cost, nearest);
        assert_eq!(Search::new(&listed).between([0], goals.clone()).unwrap().cost, nearest);

        let expected = lines(arcs, 0, nearest, &goals);
        let all: Vec<Path<u64, ()>> = Search::new(&space).threads(2).all_shortest().unwrap().collect();
        assert_eq!(all.len(), expected.len());
        assert_eq!(all.into_iter().map(|path| path.states).collect::<HashSet<_>>(), expected);
        several += usize::from(expected.len() > 1);
        let counted = Search::new(&space).explore().unwrap();
        assert_eq!(counted.shortest_paths.unwrap().to_string(), expected.len().to_string());

        let least = least_cost(arcs, &goals);
        for found in
            [Search::new(&space).dijkstra(), Search::new(&space).astar(), Search::new(&space).idastar()]
        {
            assert_eq!(Some(found.unwrap().cost), least);
        }
        assert_eq!(Some(Search::new(&texts).astar().unwrap().cost), least);
        let beam = Search::new(&space).beam(100).unwrap();
        assert!(Some(beam.cost) >= least && goals.contains(beam.states.last().unwrap()));
        assert!(
            goals.contains(
                Search::new(&texts).any().unwrap().states.last().unwrap().parse().as_ref().unwrap()
            )
        );
    }
    assert!(solved > 100 && several > 10, "{solved} {several}");
}

#[test]
fn closures_and_the_trait_answer_alike() {
    for seed in 0..100 {
        let web: Web<false> = Web::random(seed, 40);
        let mut starts = Vec::new();
        web.starts(|start| starts.push(start));
        let closures = graph(starts, |state| {
            let mut steps = Vec::new();
            web.expand_costs(state, |by, next, cost| steps.push((by, next, cost)));
            steps
        });
        let closures = closures.goal(|state| web.is_goal(state)).bound(|state| web.bound(state));
        let closures = closures.symmetry(|state| web.canonical(state));
        let same = |a: Result<Solution<_, _>, _>, b: Result<Solution<_, _>, _>| match (a, b) {
            (Ok(a), Ok(b)) => assert_eq!((a.states, a.moves, a.cost), (b.states, b.moves, b.cost)),
            (Err(a), Err(b)) => {
                let (a, b): (tejun_search::SearchError<_>, tejun_search::SearchError<_>) = (a, b);
                assert_eq!(a.kind(), b.kind());
            }
            _ => panic!("one is solved and the other is not"),
        };
        same(Search::new(&closures).astar(), Search::new(&web).astar());
        same(Search::new(&closures).dijkstra(), Search::new(&web).dijkstra());
    }
}

#[test]
fn costs_may_be_large() {
    let dear = graph([0_u8], |&at| [(at + 1, u64::from(u32::MAX)), (at + 2, u64::from(u32::MAX))])
        .goal(|&at| at == 7);
    assert_eq!(Search::new(&dear).dijkstra().unwrap().cost, 4 * u64::from(u32::MAX));
    let dear = graph([0_u8], |&at| [(at + 1, u128::from(u64::MAX))]).goal(|&at| at == 7);
    assert_eq!(Search::new(&dear).idastar().unwrap().cost, 7 * u128::from(u64::MAX));
}

/// Numbers without end.
fn endless() -> impl Space<State = u64, Move = (), Cost = u32> {
    graph([0_u64], |&n| [n + 1, n.wrapping_mul(5) >> 1])
        .goal(|_| false)
        .bound(|n| 100 + (*n == u64::MAX) as u32)
}

#[test]
fn whatever_stops_a_search_is_its_reason() {
    let endless = &endless();
    let reasons = [
        (Search::new(endless).states(1000), StopReason::States),
        (Search::new(endless).memory(1 << 20), StopReason::Memory),
        (Search::new(endless).depth(9), StopReason::Depth),
        (Search::new(endless).timeout(Duration::ZERO), StopReason::Time),
        (Search::new(endless).on_progress(|_| ControlFlow::Break(StopReason::Disk)), StopReason::Disk),
    ];
    for (search, reason) in reasons {
        let error = search.shortest().unwrap_err();
        assert_eq!(error.kind(), SearchErrorKind::Stopped(reason));
        assert!(error.to_string().contains(&reason.to_string()), "{error}");
    }
    let cancel = CancelToken::new();
    cancel.cancel();
    assert_eq!(
        Search::new(endless).cancel(&cancel).any().unwrap_err().stopped(),
        Some(StopReason::Interrupted)
    );
}

#[test]
fn a_beam_that_comes_no_nearer_ends() {
    let error = Search::new(&endless()).beam(10).unwrap_err();
    assert_eq!((error.stopped(), error.bound()), (Some(StopReason::Width), Some(100)));
}

#[derive(Clone, Copy, Debug, PartialEq, Packed)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Packed)]
struct Banks<T> {
    farmer: Side,
    others: [Side; 3],
    crossings: T,
}

#[test]
fn derived_states_are_searched() {
    let river = graph([Banks { farmer: Side::Left, others: [Side::Left; 3], crossings: 0_u16 }], |&banks| {
        let over = |side| if side == Side::Left { Side::Right } else { Side::Left };
        (0..4).filter_map(move |with| {
            let mut next = Banks { farmer: over(banks.farmer), ..banks };
            if with < 3 {
                if banks.others[with] != banks.farmer {
                    return None;
                }
                next.others[with] = next.farmer;
            }
            let [wolf, goat, cabbage] = next.others;
            (goat == next.farmer || wolf != goat && cabbage != goat).then_some(next)
        })
    });
    let line = Search::new(&river.goal(|banks| banks.others == [Side::Right; 3])).shortest().unwrap();
    assert_eq!(line.cost, 7);
    assert_eq!(line.states[1].others, [Side::Left, Side::Right, Side::Left]);
}

#[test]
fn an_interned_graph_takes_what_is_known_in_any_order() {
    // Numbers written in unary; a digit is added or taken away.
    let numbers = || {
        graph(["aaa".to_owned()], |at: &String| {
            let shorter = (at.len() > 1).then(|| (at[1..].to_owned(), 2_u32));
            let longer = (at.len() < 50).then(|| (format!("{at}a"), 2));
            shorter.into_iter().chain(longer).collect::<Vec<_>>()
        })
    };
    let goal = || "a".repeat(40);
    let bound = |at: &String| 2 * (40 - at.len().min(40)) as u32;
    let mirror = |at: &String| at.clone();
    let before = numbers().goals([goal()]).bound(bound).symmetry(mirror).undirected().interned();
    let after = numbers().interned().undirected().symmetry(mirror).bound(bound).goals([goal()]);
    let tested = numbers().interned().goal(|at| at.len() == 40).predecessors(|at| {
        [at.len().saturating_sub(1), at.len() + 1]
            .into_iter()
            .filter(|n| (1..=50).contains(n))
            .map(|n| "a".repeat(n))
    });
    assert_eq!(check_space(&before, 100), Ok(()));
    assert_eq!(check_space(&after, 100), Ok(()));
    assert_eq!(check_space(&tested, 100), Ok(()));
    for (line, numbered) in [
        (Search::new(&before).astar().unwrap(), Search::new(&before).shortest().unwrap()),
        (Search::new(&after).astar().unwrap(), Search::new(&after).shortest().unwrap()),
        (Search::new(&tested).astar().unwrap(), Search::new(&tested).shortest().unwrap()),
    ] {
        assert_eq!((line.cost, line.moves.len(), numbered.cost), (74, 37, 37));
    }
}

#[test]
fn threads_change_nothing() {
    let numbers = graph([[1_u16, 1]], |&[a, b]| [[a.wrapping_mul(3), b], [b, a.wrapping_add(7)], [a ^ b, b]]);
    let numbers = numbers.goal(|&[a, b]| a == 1234 && b % 5 == 0);
    let one = Search::new(&numbers).shortest().unwrap();
    let four = Search::new(&numbers).threads(4).shortest().unwrap();
    assert_eq!((&one.states, one.cost), (&four.states, four.cost));
    assert_eq!(<_ as Space>::goals(&numbers), None);
    fn moves<P: Space>(_: &P) -> Moves {
        P::MOVES
    }
    assert_eq!(moves(&numbers), Moves::OneWay);
}

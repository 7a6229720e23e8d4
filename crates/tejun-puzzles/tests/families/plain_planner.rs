//! A plain reader of planning tasks in PDDL, and a plain search. It knows nothing of puzzles.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// A text in parentheses, or a word.
#[derive(Clone, Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

use Term::{List, Word};

type Fact = Vec<String>;
/// What an action needs, adds and deletes, and what it costs.
type Action = ([BTreeSet<Fact>; 3], u32);

impl Term {
    fn list(&self) -> &[Term] {
        let List(terms) = self else { panic!("{self:?} is no list") };
        terms
    }

    fn word(&self) -> &str {
        let Word(word) = self else { panic!("{self:?} is no word") };
        word
    }

    fn is(&self, head: &str) -> bool {
        matches!(self, List(terms) if matches!(terms.first(), Some(Word(word)) if word == head))
    }

    fn fact(&self) -> Fact {
        self.list().iter().map(|term| term.word().to_owned()).collect()
    }

    /// The terms of a conjunction.
    fn conjuncts(&self) -> &[Term] {
        assert!(self.is("and"), "{self:?}");
        &self.list()[1..]
    }
}

fn parse(text: &str) -> Term {
    let bare: String =
        text.lines().map(|line| line.split(';').next().unwrap_or("").to_owned() + "\n").collect();
    let spaced = bare.replace('(', " ( ").replace(')', " ) ");
    let mut open = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let done = open.pop().expect("a list is open");
                open.last_mut().expect("a list encloses it").push(List(done));
            }
            word => open.last_mut().expect("a list is open").push(Word(word.to_owned())),
        }
    }
    let [all] = &open[..] else { panic!("{} lists are open", open.len() - 1) };
    let [all] = &all[..] else { panic!("{} texts", all.len()) };
    all.clone()
}

/// A task without parameters.
pub struct Plans {
    initial: BTreeSet<Fact>,
    goal: BTreeSet<Fact>,
    actions: Vec<Action>,
}

impl Plans {
    pub fn read(domain: &str, problem: &str) -> Plans {
        let (domain, problem) = (parse(domain), parse(problem));
        let of =
            |key: &str| problem.list().iter().find(|term| term.is(key)).unwrap_or_else(|| panic!("no {key}"));
        let facts = of(":init").list()[1..].iter().filter(|term| !term.is("="));
        let initial: BTreeSet<Fact> = facts.map(Term::fact).collect();
        let goal: BTreeSet<Fact> = of(":goal").list()[1].conjuncts().iter().map(Term::fact).collect();
        let schemas: Vec<&[Term]> =
            domain.list().iter().filter(|term| term.is(":action")).map(Term::list).collect();
        let effects = schemas.iter().flat_map(|schema| schema[7].conjuncts());
        let changed: BTreeSet<String> = effects
            .map(|effect| if effect.is("not") { effect.list()[1].fact() } else { head(effect) })
            .map(|fact| fact[0].clone())
            .collect();
        let actions = schemas.iter().flat_map(|schema| ground(schema, &initial, &changed)).collect();
        let matters = |fact: &Fact| changed.contains(&fact[0]) || goal.contains(fact);
        let initial = initial.into_iter().filter(matters).collect();
        Plans { initial, goal, actions }
    }

    /// The least cost of a plan, by breadth-first search.
    pub fn optimum(&self) -> Option<u32> {
        let mut numbers = BTreeMap::new();
        let all =
            self.actions.iter().flat_map(|(facts, _)| facts).chain([&self.initial, &self.goal]).flatten();
        for fact in all {
            let next = numbers.len();
            numbers.entry(fact).or_insert(next);
        }
        let words = numbers.len().div_ceil(64);
        let set = |facts: &BTreeSet<Fact>| {
            let mut set = vec![0_u64; words];
            facts.iter().for_each(|fact| set[numbers[fact] / 64] |= 1 << (numbers[fact] % 64));
            set
        };
        let actions: Vec<_> =
            self.actions.iter().map(|(facts, cost)| (facts.each_ref().map(set), *cost)).collect();
        let (start, goal) = (set(&self.initial), set(&self.goal));
        let holds = |state: &[u64], facts: &[u64]| {
            state.iter().zip(facts).all(|(state, facts)| state & facts == *facts)
        };
        let (mut queue, mut seen) = (VecDeque::from([(start, 0)]), HashSet::new());
        while let Some((state, cost)) = queue.pop_front() {
            if !seen.insert(state.clone()) {
                continue;
            }
            if holds(&state, &goal) {
                return Some(cost);
            }
            for ([needs, adds, deletes], more) in actions.iter().filter(|action| holds(&state, &action.0[0]))
            {
                assert!(needs.len() == words && *more <= 1);
                let next: Vec<u64> = (0..words).map(|at| state[at] & !deletes[at] | adds[at]).collect();
                match more {
                    0 => queue.push_front((next, cost)),
                    _ => queue.push_back((next, cost + 1)),
                }
            }
        }
        None
    }
}

/// The head of an effect: a fact, or the increase of the cost.
fn head(effect: &Term) -> Fact {
    vec![effect.list()[0].word().to_owned()]
}

/// The actions of a schema: its parameters are bound by the facts that never change.
fn ground(schema: &[Term], initial: &BTreeSet<Fact>, changed: &BTreeSet<String>) -> Vec<Action> {
    let needs: Vec<Fact> = schema[5].conjuncts().iter().map(Term::fact).collect();
    let mut bindings = vec![BTreeMap::new()];
    for pattern in needs.iter().filter(|need| !changed.contains(&need[0])) {
        let longer = |binding: &BTreeMap<String, String>| {
            let fits = |fact: &&Fact| fact[0] == pattern[0] && fact.len() == pattern.len();
            let bind = |fact: &Fact| {
                let mut binding = binding.clone();
                let mut pairs = pattern.iter().zip(fact).skip(1);
                let agrees = |(name, object): (&String, &String)| {
                    binding.entry(name.clone()).or_insert_with(|| object.clone()) == object
                };
                pairs.all(agrees).then_some(binding)
            };
            initial.iter().filter(fits).filter_map(bind).collect::<Vec<_>>()
        };
        bindings = bindings.iter().flat_map(longer).collect();
    }
    let action = |binding: &BTreeMap<String, String>| {
        let put = |fact: &Fact| -> Fact {
            let bound = |word: &String| match word.starts_with('?') {
                true => binding.get(word).unwrap_or_else(|| panic!("{word} is free")).clone(),
                false => word.clone(),
            };
            fact.iter().map(bound).collect()
        };
        let changing = needs.iter().filter(|need| changed.contains(&need[0]));
        let mut action = ([changing.map(put).collect(), BTreeSet::new(), BTreeSet::new()], None);
        for effect in schema[7].conjuncts() {
            match effect {
                _ if effect.is("increase") => action.1 = Some(effect.list()[2].word().parse().unwrap()),
                _ if effect.is("not") => drop(action.0[2].insert(put(&effect.list()[1].fact()))),
                _ => drop(action.0[1].insert(put(&effect.fact()))),
            }
        }
        action
    };
    bindings.iter().map(action).map(|(facts, cost)| (facts, cost.unwrap_or(0))).collect()
}

/// The least cost of a plan. Where a domain has no costs, each action costs 1.
pub fn optimum(domain: &str, problem: &str) -> Option<u32> {
    let mut plans = Plans::read(domain, problem);
    if !domain.contains(":action-costs") {
        plans.actions.iter_mut().for_each(|(_, cost)| *cost = 1);
    }
    plans.optimum()
}

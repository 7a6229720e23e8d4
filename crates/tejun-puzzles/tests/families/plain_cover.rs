//! Plain readers of exact cover problems and of formulas. They know nothing of puzzles.

use std::collections::BTreeMap;

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};

/// The number of solutions of an exact cover problem in Knuth's format, by Algorithm X. Secondary items have no colours.
pub fn solutions(text: &str) -> u64 {
    let mut lines = text.lines().filter(|line| !line.starts_with("| "));
    let items = lines.next().unwrap_or("");
    let (primary, secondary) = items.split_once(" | ").unwrap_or((items, ""));
    let primary: Vec<&str> = primary.split_whitespace().collect();
    let all = primary.iter().copied().chain(secondary.split_whitespace());
    let numbers: BTreeMap<&str, usize> = all.enumerate().map(|(at, item)| (item, at)).collect();
    let options: Vec<Vec<usize>> =
        lines.map(|line| line.split_whitespace().map(|item| numbers[item]).collect()).collect();
    let all: Vec<usize> = (0..options.len()).collect();
    count(&options, &vec![false; primary.len()], &all)
}

fn count(options: &[Vec<usize>], covered: &[bool], left: &[usize]) -> u64 {
    let with = |item: usize| left.iter().filter(move |&&option| options[option].contains(&item));
    let open = (0..covered.len()).filter(|&item| !covered[item]);
    let Some(item) = open.min_by_key(|&item| with(item).count()) else { return 1 };
    let chosen = |&option: &usize| {
        let mut covered = covered.to_vec();
        let primary = covered.len();
        options[option].iter().filter(|&&item| item < primary).for_each(|&item| covered[item] = true);
        let apart = |other: &&usize| !options[**other].iter().any(|item| options[option].contains(item));
        let left: Vec<usize> = left.iter().filter(apart).copied().collect();
        count(options, &covered, &left)
    };
    with(item).map(chosen).sum()
}

/// The clauses of a formula in DIMACS CNF, which must have as many variables and clauses as it says.
pub fn dimacs(text: &str) -> Vec<Vec<i32>> {
    let mut lines = text.lines().filter(|line| !line.starts_with("c "));
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let clauses: Vec<Vec<i32>> = lines
        .map(|line| {
            let mut clause: Vec<i32> = line.split(' ').map(|literal| literal.parse().unwrap()).collect();
            assert_eq!(clause.pop(), Some(0), "{line}");
            clause
        })
        .collect();
    let most = clauses.iter().flatten().map(|literal| literal.abs()).max().unwrap_or(0);
    assert_eq!((head[0], head[1], head[3]), ("p", "cnf", &*clauses.len().to_string()));
    assert!(most <= head[2].parse().unwrap());
    clauses
}

/// The clauses of a formula in SMT-LIB 2, each an assertion.
pub fn smt2(text: &str) -> Vec<Vec<i32>> {
    let assertion = |line: &str| {
        let literals = line.strip_prefix("(assert (or false")?.strip_suffix("))")?;
        let literal = |word: &str| match word.strip_suffix(')') {
            Some(name) => -name[1..].parse::<i32>().unwrap(),
            None => word[1..].parse().unwrap(),
        };
        Some(literals.replace("(not ", "").split_whitespace().map(literal).collect())
    };
    assert!(text.ends_with("(check-sat)\n"));
    text.lines().filter_map(assertion).collect()
}

/// Whether a SAT solver satisfies the clauses.
pub fn satisfiable(clauses: &[Vec<i32>]) -> bool {
    let mut solver = BasicSolver::default();
    for clause in clauses {
        let mut clause: Vec<Lit> = clause
            .iter()
            .map(|&literal| Lit::new(Var::unsafe_from_idx(literal.unsigned_abs() - 1), literal > 0))
            .collect();
        for literal in &clause {
            while solver.num_vars() <= literal.var().idx() {
                solver.new_var_default();
            }
        }
        solver.add_clause_reuse(&mut clause);
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

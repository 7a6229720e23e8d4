//! A packing as an exact cover problem.

use tejun_search::tiling::cells_of;

use super::rules::{Position, Rules};
use tejun_core::{
    Export, ExportFile, ExportFormat, InputError,
    kit::export::{self, Formula, Parts},
};

/// A kind of piece that is left: its name, how many there are, and the placements where it may lie.
struct Kind {
    name: String,
    left: usize,
    /// Number of cells.
    size: usize,
    placements: Vec<u128>,
}

/// What is to be covered, and with what.
struct Cover<'a> {
    rules: &'a Rules,
    free: Vec<usize>,
    /// Those that may stay empty.
    optional: u128,
    /// How many of these do, if all pieces can be placed, or enough of them.
    empty: Option<usize>,
    kinds: Vec<Kind>,
}

/// The free cells of a position, to be covered with the pieces that are left; `None` if a packing is not written in the
/// format.
pub(super) fn cover(rules: &Rules, position: &Position, format: ExportFormat) -> Option<Export> {
    let cover = Cover::of(rules, position);
    Some(match format {
        ExportFormat::Pddl | ExportFormat::Strips | ExportFormat::Veripb => return None,
        ExportFormat::Dimacs | ExportFormat::Smt2 => {
            cover.formula().and_then(|formula| export::solver_input(&formula, format))
        }
        ExportFormat::Xcc => cover.xcc(),
    })
}

impl<'a> Cover<'a> {
    fn of(rules: &'a Rules, position: &Position) -> Cover<'a> {
        let filled = position.filled();
        let free: Vec<usize> = cells_of(rules.all() & !filled).collect();
        // A region that is full is solved, whatever is left.
        let is_solved = rules.is_solved(position);
        let left = (0..rules.pieces.len()).filter(|&kind| !is_solved && rules.left(position, kind) > 0);
        let kind = |kind: usize| Kind {
            name: rules.pieces[kind].name.clone(),
            left: rules.left(position, kind) as usize,
            size: rules.pieces[kind].size(),
            placements: rules.masks[kind].iter().copied().filter(|mask| mask & filled == 0).collect(),
        };
        let kinds: Vec<Kind> = left.map(kind).collect();
        let optional = rules.optional & !filled;
        let empty = rules.empty_in_the_end(position).map(|empty| empty as usize).or(is_solved.then_some(0));
        Cover { rules, free, optional, empty, kinds }
    }

    /// A variable for each placement: each cell is covered once, each piece lies as often as it is left.
    fn formula(&self) -> Result<Formula, InputError> {
        let mut formula = Formula::default();
        let mut over: Vec<Vec<i32>> = vec![Vec::new(); 128];
        let mut kinds = Vec::new();
        for kind in &self.kinds {
            let variables = formula.variables(kind.placements.len());
            for (&variable, &mask) in variables.iter().zip(&kind.placements) {
                formula.remarks.push(format!(
                    "{variable} {}",
                    self.rules.text_of(&kind.name.escape_default().to_string(), mask)
                ));
                cells_of(mask).for_each(|cell| over[cell].push(variable));
            }
            kinds.push(variables);
        }
        let stays_empty = formula.variables(self.optional.count_ones() as usize);
        for (&variable, cell) in stays_empty.iter().zip(cells_of(self.optional)) {
            formula.remarks.push(format!("{variable} cell {} stays empty", self.rules.cell_name(cell)));
            over[cell].push(variable);
        }
        self.free.iter().try_for_each(|&cell| formula.just_one(&over[cell]))?;
        // So all pieces are used: nothing else would cover the rest.
        formula.at_most(self.empty.unwrap_or(0), &stays_empty)?;
        for (kind, variables) in self.kinds.iter().zip(&kinds) {
            if !self.rules.spare {
                // Redundant if the pieces have as many cells as the region, but of help.
                formula.clause(variables.iter().copied())?;
            }
            formula.at_most(kind.left, variables)?;
        }
        if self.empty.is_none() {
            let cells: usize = self.kinds.iter().map(|kind| kind.left * kind.size).sum();
            let region = self.free.len();
            let fault = if self.rules.spare { "no choice of pieces fits" } else { "all pieces must be used" };
            formula.remarks.push(format!("{fault}: they have {cells} cells, the region has {region}"));
            formula.clause([])?;
        }
        Ok(formula)
    }

    /// Knuth's format: the items, then an option for each placement.
    ///
    /// Copies of a piece are items of their own, in the order of their placements: where copy `i` lies at placement `p` of
    /// them and the next copy at `q`, `p` is less than `q`. To compare binary numbers, `p` and all numbers up to it get
    /// secondary items in common (Knuth, The Art of Computer Programming 4B, 7.2.2.1, exercise 20).
    fn xcc(&self) -> Export {
        if self.rules.spare
            && let Some(kind) = self.kinds.iter().find(|kind| kind.left > 1)
        {
            let name = &kind.name;
            return Err(InputError::new(format!(
                "of piece {name} there are several, and some may be left over: the format xcc does not say that"
            )));
        }
        let cell = |cell: usize| format!("c{}", cell + 1);
        let is_optional = |at: &usize| self.optional >> at & 1 == 1;
        let mut primary: Vec<String> =
            self.free.iter().copied().filter(|at| !is_optional(at)).map(cell).collect();
        // Each piece is placed unless there are spare ones, and what no piece covers stays empty.
        let mut secondary: Vec<String> = cells_of(self.optional).map(cell).collect();
        let mut options = String::new();
        let mut parts = Parts::default();
        for (at, kind) in self.kinds.iter().enumerate() {
            let bits = usize::BITS - kind.placements.len().leading_zeros();
            for copy in 1..=kind.left {
                let item = format!("p{}.{copy}", at + 1);
                let before =
                    |copy: usize, prefix: usize, bit: u32| format!("p{}.{copy}<{prefix}.{bit}", at + 1);
                for (order, &mask) in kind.placements.iter().enumerate() {
                    options += &item;
                    let mut add = |item: &str| {
                        options.push(' ');
                        options.push_str(item);
                    };
                    cells_of(mask).for_each(|at| add(&cell(at)));
                    // A copy before the next takes the ones of order + 1, the one after it the zeros of its order.
                    let mut compare = |copy: usize, number: usize, wanted: usize| {
                        for bit in (0..bits).filter(|bit| number >> bit & 1 == wanted) {
                            let item = before(copy, number >> bit >> 1, bit);
                            add(&item);
                            secondary.push(item);
                        }
                    };
                    if copy < kind.left {
                        compare(copy, order + 1, 1);
                    }
                    if copy > 1 {
                        compare(copy - 1, order, 0);
                    }
                    options.push('\n');
                    // Numbers of bits are longer than literals.
                    parts.add(mask.count_ones() as usize + 8 * bits as usize, "xcc")?;
                }
                if self.rules.spare { &mut secondary } else { &mut primary }.push(item);
            }
        }
        secondary.sort_unstable();
        secondary.dedup();
        let mut remarks: String = self
            .kinds
            .iter()
            .enumerate()
            .map(|(at, kind)| format!("| p{}: the piece {}\n", at + 1, kind.name.escape_default()))
            .collect();
        remarks += "| c1, c2 ...: the cells, in reading order\n";
        let secondary = secondary.iter().map(|item| format!(" {item}")).collect::<String>();
        let bar = if secondary.is_empty() { "" } else { " |" };
        let text = format!("{remarks}{}{bar}{secondary}\n{options}", primary.join(" "));
        Ok(vec![ExportFile { name: "puzzle.xcc", text }])
    }
}

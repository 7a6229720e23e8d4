//! Positions of a model as those of the rules by which certificates are checked.

use tejun_verify::rules::Rules as _;
use tejun_verify::rules::sliding::{Position as Placement, Sliding};

use super::model::Model;
use super::rules::Rules;
use tejun_core::{
    SolveError, Theorem,
    bits::{Bits, Cells},
    kit::prove::read_rules,
};

/// How positions of a puzzle are written for certificates.
pub(super) struct Placer {
    pub rules: Sliding,
    /// The class there of each class of the model.
    classes: Vec<u8>,
    /// The number there of each cell of the board.
    cells: Vec<usize>,
}

impl Placer {
    /// Reads the puzzle once more, by the rules of certificates.
    ///
    /// # Errors
    /// If it is too large for them.
    pub fn new(rules: &Rules, theorem: &Theorem) -> Result<Placer, SolveError> {
        let other = read_rules(Sliding::read, theorem)?;
        let unknown = || SolveError::new("the rules of certificates read this puzzle differently");
        let class = |class: &super::model::Class| {
            let letter = rules.pieces[class.pieces[0]].letter;
            other.class(letter).ok_or_else(unknown)
        };
        let classes = super::model::classes(rules).iter().map(class).collect::<Result<_, _>>()?;
        let mut inside = 0;
        let cells = rules.floor.inside.iter().map(|&is_inside| {
            inside += usize::from(is_inside);
            inside.saturating_sub(1)
        });
        let cells = cells.collect();
        if inside != other.start().heads_mut().len() {
            return Err(unknown());
        }
        Ok(Placer { rules: other, classes, cells })
    }

    /// Makes `position` the one of a state.
    pub fn place<B: Cells, S: Bits>(&self, model: &Model<B, S>, state: &S, position: &mut Placement) {
        let heads = position.heads_mut();
        heads.fill(0);
        model.visit_heads(state, |class, cell| heads[self.cells[cell]] = self.classes[class]);
    }
}

//! Cells of rules that can never be, and words in them that say nothing.

use super::names::Names;
use crate::diagnostic::{Diagnostics, quoted};
use crate::game::Pattern;
use crate::object_set::ObjectSet;
use crate::text::{RuleText, Word};

/// Whether a cell must have an object that it must not have.
pub(super) fn contradicts_itself(pattern: &Pattern) -> bool {
    pattern.present.intersects(&pattern.absent)
}

/// Whether a cell must have one of some objects, and must have none of them.
pub(super) fn leaves_no_choice(pattern: &Pattern) -> bool {
    pattern.one_of.iter().any(|set| pattern.absent.contains_all(set))
}

/// Refuses cells after the arrow with an object and `no` before it, or before a choice that it is one of.
pub(super) fn refuse_contradictions(rule: &RuleText, names: &Names, diagnostics: &mut Diagnostics) {
    for cell in rule.right.iter().flatten() {
        // Names of the legend are not compared.
        let objects: ObjectSet = cell
            .iter()
            .filter(|term| !matches!(term.word, Word::No | Word::Ellipsis))
            .filter_map(|term| names.object(&term.name))
            .collect();
        for term in cell.iter().filter(|term| term.word == Word::No) {
            let Some(id) = names.id(&term.name).filter(|&id| !names.is_aggregate(id)) else { continue };
            if let Some(object) = names.objects_of(id).intersection(&objects).iter().next() {
                diagnostics.error(
                    rule.line,
                    format!(
                        "after the arrow a cell has {} and {}: remove one",
                        quoted(names.spelled(object)),
                        quoted(&format!("no {}", term.name))
                    ),
                );
            }
        }
    }
}

/// Warns of `no` before objects that cannot be in the cell anyway: an object that must be there is of their layer.
pub(super) fn warn_of_redundant_terms(rule: &RuleText, names: &Names, diagnostics: &mut Diagnostics) {
    for cell in rule.left.iter().flatten() {
        let mut there = ObjectSet::EMPTY;
        let mut layers = Vec::new();
        for term in cell.iter().filter(|term| !matches!(term.word, Word::No | Word::Ellipsis | Word::Random))
        {
            let Some(id) = names.id(&term.name) else { continue };
            let objects = names.objects_of(id);
            there = there.union(&objects);
            // All of an aggregate are there; of a choice, one, and all must be of a layer for that to say something.
            if names.property(id).is_none_or(|property| property.layer.is_some()) {
                layers.extend(objects.iter().map(|object| names.objects[object].layer));
            }
        }
        for term in cell.iter().filter(|term| term.word == Word::No) {
            let Some(id) = names.id(&term.name) else { continue };
            let idle = names
                .objects_of(id)
                .iter()
                .all(|object| layers.contains(&names.objects[object].layer) && !there.contains(object));
            if idle {
                diagnostics.warning(
                    rule.line,
                    format!(
                        "“no {}” says nothing here: the cell has another object of its layer; remove it",
                        quoted(&term.name).trim_matches(['“', '”'])
                    ),
                );
            }
        }
    }
}

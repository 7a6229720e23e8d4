//! What is only looked at: rules and objects without which a level is won by the same lines.
//!
//! Layers do not meet each other but in rules: an object is only replaced, and only blocked, by one of its own layer. So a
//! layer counts if a win condition names an object of it, if it has a player, or if a rule that counts reads it; and a rule
//! counts if it gives a command or changes a layer that counts. The other layers never have a say in what becomes of those
//! that count, whatever is drawn at random; their rules are left out, and so is what rules that count do to them.
//!
//! Rules take part in each other's fate without a look at the board, too: by the passes of their group, which end when
//! nothing changes. A pass more, in which nothing changes that counts, changes nothing after it either. Loops have a limit
//! of rounds in common, `again` asks whether anything has changed, and a rigid rule may take back a whole turn: these are
//! left as they are, so that what takes part in them counts.

use crate::fast;
use crate::game::{Command, Game, Group, Level, Pattern, Replacement, Rule, RuleList};
use crate::object_set::ObjectSet;

/// A game without what is only looked at on one of its levels.
pub struct Look {
    /// The game without it.
    pub game: Game,
    /// The lines of the random rules that are left out, in whole or in part, ascending.
    pub lines: Vec<usize>,
    /// The objects that are only looked at: the game leaves them where they are at the start.
    pub objects: ObjectSet,
}

impl Look {
    /// Leaves out of a game what is only looked at on a level; `None` if it has commands or kinds of rules by which that
    /// may have a say after all. What is random and not only looked at remains.
    ///
    /// # Panics
    /// If the level has more than 1024 cells.
    pub fn leave_out(game: &Game, level: &Level) -> Option<Self> {
        // The module of a page has no room for what follows: there such a level is only played.
        if cfg!(target_family = "wasm") {
            return None;
        }
        let can_match = fast::can_match(game, level);
        let rules = || game.all_rules().filter(|rule| can_match(rule));
        let has_again = rules().any(|rule| rule.commands.contains(&Command::Again));
        let groups = || game.rules.groups.iter().chain(&game.late_rules.groups);
        if has_again || game.is_crowded() || groups().any(|group| group.rigid.is_some()) {
            return None;
        }
        let counts = Counting { game, can_match: &can_match }.layers()?;
        let left_out = |objects: &ObjectSet| {
            objects.iter().filter(|&object| !counts[game.objects[object].layer]).collect::<ObjectSet>()
        };
        let (mut stripped, mut lines) = (game.clone(), Vec::new());
        for group in groups() {
            let draws = |rule: &&Rule| group.random || rule.is_random();
            lines.extend(
                group.rules.iter().filter(|rule| can_match(rule)).filter(draws).map(|rule| rule.line),
            );
        }
        for list in [&mut stripped.rules, &mut stripped.late_rules] {
            strip(list, game, &counts, &can_match);
        }
        for rule in stripped.all_rules().filter(|rule| rule.is_random()) {
            lines.retain(|&line| line != rule.line);
        }
        lines.sort_unstable();
        lines.dedup();
        let objects = left_out(&(0..game.objects.len()).collect());
        Some(Look { game: stripped, lines, objects })
    }
}

/// Finds what counts.
struct Counting<'a> {
    game: &'a Game,
    can_match: &'a dyn Fn(&Rule) -> bool,
}

impl Counting<'_> {
    /// Which layers count; `None` if a win condition asks of all objects.
    fn layers(&self) -> Option<Vec<bool>> {
        let game = self.game;
        let mut counts = vec![false; game.layers.len()];
        for win in &game.wins {
            self.note(win.what.objects()?, &mut counts);
            // An object is on whatever is in its cell: that is never empty.
            win.on.objects().into_iter().for_each(|objects| self.note(objects, &mut counts));
        }
        match game.player.objects() {
            Some(objects) => self.note(objects, &mut counts),
            None => return None,
        }
        loop {
            let before = counts.clone();
            for list in [&game.rules, &game.late_rules] {
                for group in &list.groups {
                    self.note_group(group, !list.loops.is_empty(), &mut counts);
                }
            }
            if counts == before {
                return Some(counts);
            }
        }
    }

    fn note(&self, objects: &ObjectSet, counts: &mut [bool]) {
        objects.iter().for_each(|object| counts[self.game.objects[object].layer] = true);
    }

    /// Notes what rules that count read. All of a list with loops count, and all of a group of which one is chosen.
    fn note_group(&self, group: &Group, in_loops: bool, counts: &mut [bool]) {
        let rules = || group.rules.iter().filter(|rule| (self.can_match)(rule));
        let all = in_loops || group.random && rules().any(|rule| rule_counts(self.game, rule, counts));
        for rule in rules() {
            if !all && !rule_counts(self.game, rule, counts) {
                continue;
            }
            for pattern in rule.rows.iter().flat_map(|row| &row.cells) {
                for objects in [&pattern.present, &pattern.absent].into_iter().chain(&pattern.one_of) {
                    self.note(objects, counts);
                }
                let moving = pattern.moving.iter().map(|(layer, _)| layer);
                moving.chain(&pattern.stationary).for_each(|&layer| counts[layer] = true);
                if all && let Some(replacement) = &pattern.replacement {
                    let layers = (0..counts.len()).filter(|&layer| touches(self.game, replacement, layer));
                    layers.for_each(|layer| counts[layer] = true);
                }
            }
        }
    }
}

/// Whether a rule gives a command that is more than a sound, or may change a layer that counts.
fn rule_counts(game: &Game, rule: &Rule, counts: &[bool]) -> bool {
    if rule.commands.iter().any(|&command| command != Command::Sound) {
        return true;
    }
    // What a row finds may be changed by another that lies on it.
    let (exact, unknown) = (fast::rows_are_disjoint(game, rule), Pattern::default());
    rule.rows.iter().flat_map(|row| &row.cells).any(|pattern| {
        let found = if exact { pattern } else { &unknown };
        pattern.replacement.as_ref().is_some_and(|replacement| {
            let layers = (0..counts.len()).filter(|&layer| counts[layer]);
            layers
                .clone()
                .any(|layer| touches(game, replacement, layer) && !leaves(game, found, replacement, layer))
        })
    })
}

/// Whether a replacement says anything of a layer.
fn touches(game: &Game, replacement: &Replacement, layer: usize) -> bool {
    let Replacement { clear, set, clear_movements, set_movements, layers, random_object, random_directions } =
        replacement;
    let objects = &game.layers[layer];
    [clear, set, random_object].iter().any(|these| these.intersects(objects))
        || clear_movements.iter().chain(set_movements).any(|&(other, bits)| other == layer && bits != 0)
        || layers.contains(&layer)
        || random_directions.contains(&layer)
}

/// Whether a replacement leaves a layer of a cell that fits a pattern as it is. (A cell has one movement at most on a layer:
/// whatever makes one takes away the others.)
fn leaves(game: &Game, pattern: &Pattern, replacement: &Replacement, layer: usize) -> bool {
    let objects = &game.layers[layer];
    if replacement.random_object.intersects(objects) || replacement.random_directions.contains(&layer) {
        return false;
    }
    let (there, set) = (pattern.present.intersection(objects), replacement.set.intersection(objects));
    let stays = match set.is_empty() {
        true => pattern.absent.contains_all(&replacement.clear.intersection(objects)),
        false => there == set && set.len() == 1,
    };
    let bits = |list: &[(usize, u8)]| {
        list.iter().filter(|(other, _)| *other == layer).fold(0, |all, (_, bits)| all | bits)
    };
    let (had, stood) = (bits(&pattern.moving), pattern.stationary.contains(&layer));
    let (taken, made) = (bits(&replacement.clear_movements), bits(&replacement.set_movements));
    let whole = replacement.layers.contains(&layer);
    let moves_on = match (had.count_ones(), stood) {
        (0, false) => !whole && taken == 0 && made == 0,
        (0, true) => made == 0,
        (1, false) => made == had || (made == 0 && !whole && taken & had == 0),
        _ => false,
    };
    stays && moves_on
}

/// Leaves out of the rules of a list what does nothing to layers that count. Loops are kept whole.
fn strip(list: &mut RuleList, game: &Game, counts: &[bool], can_match: &dyn Fn(&Rule) -> bool) {
    if !list.loops.is_empty() {
        return;
    }
    for group in &mut list.groups {
        let random =
            group.random && group.rules.iter().any(|rule| can_match(rule) && rule_counts(game, rule, counts));
        group.rules.retain(|rule| can_match(rule) && (random || rule_counts(game, rule, counts)));
        let cells = group.rules.iter_mut().flat_map(|rule| &mut rule.rows).flat_map(|row| &mut row.cells);
        for pattern in cells {
            let stripped = pattern.replacement.take().map(|replacement| keep(replacement, game, counts));
            pattern.replacement = stripped.filter(|replacement| !replacement.is_nothing());
        }
    }
    list.groups.retain(|group| !group.rules.is_empty());
}

/// What a replacement does to layers that count.
fn keep(mut replacement: Replacement, game: &Game, counts: &[bool]) -> Replacement {
    let objects = |set: &ObjectSet| set.iter().filter(|&object| counts[game.objects[object].layer]).collect();
    replacement.clear = objects(&replacement.clear);
    replacement.set = objects(&replacement.set);
    replacement.random_object = objects(&replacement.random_object);
    replacement.clear_movements.retain(|&(layer, _)| counts[layer]);
    replacement.set_movements.retain(|&(layer, _)| counts[layer]);
    replacement.layers.retain(|&layer| counts[layer]);
    replacement.random_directions.retain(|&layer| counts[layer]);
    replacement
}

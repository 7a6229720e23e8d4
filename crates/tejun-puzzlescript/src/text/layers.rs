//! Collision layers: of each, a cell holds one object at most.

use super::legend::{Resolved, resolve};
use super::lines::Line;
use super::source::Source;
use crate::diagnostic::{Diagnostics, quoted};
use crate::object_set::MAX_OBJECTS;

/// The most objects that a layer lists, and the most layers: with those that are listed again.
const MAX_LISTED: usize = 2 * MAX_OBJECTS;

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
    if source.layers.len() == MAX_LISTED {
        diagnostics.error(line.number, format!("a game has {MAX_LISTED} layers at most"));
        return;
    }
    let mut layer: Vec<(usize, String)> = Vec::new();
    let mut background = false;
    for name in line.lower.split([',', ' ', '\t']).map(str::trim).filter(|name| !name.is_empty()) {
        if !source.is_declared(name) {
            diagnostics.error(
                line.number,
                format!("{} is not declared; declare it among the objects", quoted(name)),
            );
            continue;
        }
        if name == "background" && !layer.is_empty() {
            diagnostics.error(line.number, "the background needs a layer of its own");
        }
        background |= name == "background";
        let objects = match resolve(name, source) {
            Resolved::One(object) => vec![object],
            Resolved::Choice(objects) => objects,
            Resolved::Objects(_) => {
                diagnostics.error(
                    line.number,
                    format!(
                        "{} means several objects at once (and): objects of a layer exclude each other",
                        quoted(name)
                    ),
                );
                continue;
            }
        };
        for object in objects {
            if layer.len() == MAX_LISTED {
                diagnostics.error(line.number, format!("a layer lists {MAX_LISTED} objects at most"));
                return;
            }
            match source.layer_of.insert(object.clone(), source.layers.len()) {
                Some(same) if same == source.layers.len() => {
                    diagnostics.warning(line.number, format!("{} is in this layer already", quoted(&object)));
                }
                Some(_) => {
                    let message = format!("{} is in another layer, too; the last counts", quoted(&object));
                    diagnostics.warning(line.number, message);
                }
                None => {}
            }
            layer.push((line.number, object));
        }
    }
    let backgrounds = match resolve("background", source) {
        Resolved::One(object) => vec![object],
        Resolved::Choice(objects) | Resolved::Objects(objects) => objects,
    };
    if background && layer.iter().any(|(_, object)| !backgrounds.contains(object)) {
        diagnostics.error(line.number, "the background needs a layer of its own");
    }
    source.layers.push(layer);
}

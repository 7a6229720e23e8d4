//! Collision layers: of each, a cell holds one object at most.

use super::legend::{Resolved, resolve};
use super::lines::Line;
use super::source::Source;
use crate::diagnostic::{Diagnostics, quoted};

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
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
            let elsewhere = source.layers.iter().any(|layer| layer.iter().any(|(_, other)| *other == object));
            if elsewhere {
                diagnostics.warning(
                    line.number,
                    format!("{} is in another layer, too; the last counts", quoted(&object)),
                );
            } else if layer.iter().any(|(_, other)| *other == object) {
                diagnostics.warning(line.number, format!("{} is in this layer already", quoted(&object)));
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

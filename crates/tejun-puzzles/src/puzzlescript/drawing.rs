//! Levels as scenes: of each cell what lies on top, in its own colour.

use std::collections::HashMap;
use std::sync::Arc;

use tejun_puzzlescript::game::Color;
use tejun_puzzlescript::{Game, Input, Level, ObjectSet};

use super::text::letter;
use crate::{Colour, Glyph, Key, Piece, Role, Scene, Sheet, Sprite};
use tejun_core::Direction;

crate::sentences! {
    ACTION = "action", "action", "アクション", "动作";
    TICK = "tick", "wait", "待つ", "等待";
}

/// What does not change from one state to the next.
pub(super) struct Drawing {
    height: usize,
    width: usize,
    /// The objects of the game: their name in a letter or two, and their main colour.
    looks: Vec<(String, Option<Colour>)>,
    /// Signs of the legend, by what they mean.
    signs: HashMap<ObjectSet, char>,
    sheet: Arc<Sheet>,
    background: ObjectSet,
    player: ObjectSet,
    keys: &'static [Key],
}

const KEYS: &[Key] = &[
    Key::arrow(letter(Input::Up), Direction::Up),
    Key::arrow(letter(Input::Left), Direction::Left),
    Key::arrow(letter(Input::Down), Direction::Down),
    Key::arrow(letter(Input::Right), Direction::Right),
    Key { key: letter(Input::Action), arrow: None, label: &ACTION },
];

const WAIT: Key = Key { key: letter(Input::Tick), arrow: None, label: &TICK };
const TICKING: &[Key] = &[KEYS[0], KEYS[1], KEYS[2], KEYS[3], KEYS[4], WAIT];
const TICKING_WITHOUT_ACTION: &[Key] = &[KEYS[0], KEYS[1], KEYS[2], KEYS[3], WAIT];

impl Drawing {
    pub fn new(game: &Game, level: &Level) -> Self {
        let background = game.layers[game.objects[game.background].layer];
        let mut signs = HashMap::new();
        for &(sign, objects) in &game.signs {
            signs.entry(objects.difference(&background)).or_insert(sign);
        }
        let look = |object: &tejun_puzzlescript::game::Object| {
            let mut counts: HashMap<u32, usize> = HashMap::new();
            for color in object.sprite.iter().flatten() {
                if let Color::Rgb(rgb) = color {
                    *counts.entry(*rgb).or_default() += 1;
                }
            }
            let main = counts.into_iter().max_by_key(|&(rgb, count)| (count, rgb)).map(|(rgb, _)| rgb);
            (object.shown.chars().take(1).collect(), main.map(colour))
        };
        Self {
            height: level.height,
            width: level.width,
            looks: game.objects.iter().map(look).collect(),
            signs,
            sheet: Arc::new(sheet(game)),
            background,
            player: game.player.objects().copied().unwrap_or_default(),
            keys: match (game.inputs().contains(&Input::Tick), game.settings.noaction) {
                (true, false) => TICKING,
                (true, true) => TICKING_WITHOUT_ACTION,
                (false, false) => KEYS,
                (false, true) => &KEYS[..4],
            },
        }
    }

    /// The scene of cells that are listed column by column.
    pub fn scene(&self, cells: &[ObjectSet]) -> Scene {
        let sheet = Some(self.sheet.clone());
        let stacks = vec![Vec::new(); cells.len()];
        let mut scene = Scene { keys: self.keys, sheet, stacks, ..Scene::grid(self.height, self.width) };
        for (index, objects) in cells.iter().enumerate() {
            let cell = index % self.height * self.width + index / self.height;
            scene.stacks[cell] = objects.iter().map(|object| object as u16).collect();
            let ground = objects.intersection(&self.background).iter().last();
            if let Some(colour) = ground.and_then(|object| self.looks[object].1) {
                scene.floors.push((cell, colour));
            }
            let above = objects.difference(&self.background);
            let Some(top) = above.iter().last() else { continue };
            let sign = self.signs.get(&above).map(char::to_string);
            let (name, colour) = &self.looks[top];
            scene.pieces.push(Piece {
                kind: top,
                role: if self.player.intersects(&above) { Role::Hero } else { Role::Plain },
                glyph: Glyph::Block,
                colour: *colour,
                ..Piece::new(sign.unwrap_or_else(|| name.clone()), [cell])
            });
        }
        scene
    }
}

fn colour(rgb: u32) -> Colour {
    Colour((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// The objects as sprites: they are in the order of their layers already.
fn sheet(game: &Game) -> Sheet {
    let pixel = |color: &Color| match color {
        Color::Transparent => None,
        Color::Rgb(rgb) => Some(colour(*rgb)),
    };
    let sprites = game
        .objects
        .iter()
        .map(|object| Sprite::new(object.shown.clone(), object.sprite.iter().flatten().map(pixel)));
    Sheet {
        sprites: sprites.collect(),
        background: game.settings.background_color.map(colour),
        text: game.settings.text_color.map(colour),
    }
}

//! The lines before the first section: a title and settings.

use super::lines::Line;
use crate::diagnostic::{Diagnostics, quoted};

/// Settings with a text.
const VALUES: &[&str] = &[
    "title",
    "author",
    "homepage",
    "background_color",
    "text_color",
    "key_repeat_interval",
    "realtime_interval",
    "again_interval",
    "flickscreen",
    "zoomscreen",
    "color_palette",
    "youtube",
];

/// Settings that are there or not.
const FLAGS: &[&str] = &[
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
    "nokeyboard",
];

/// The settings of a game: the last of a kind counts.
#[derive(Default)]
pub(crate) struct Prelude {
    settings: Vec<(usize, &'static str, String)>,
}

impl Prelude {
    /// The line and text of a setting.
    pub fn get(&self, key: &str) -> Option<(usize, &str)> {
        self.settings
            .iter()
            .rev()
            .find(|(_, name, _)| *name == key)
            .map(|(line, _, value)| (*line, value.as_str()))
    }

    /// Whether a setting without a text is there.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn read(&mut self, line: &Line, diagnostics: &mut Diagnostics) {
        let end = line.lower.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.lower.len());
        let key = &line.lower[..end];
        if let Some(key) = VALUES.iter().find(|name| **name == key) {
            // Comments end it.
            let value: String = line.head().chars().skip(key.len()).collect();
            let value = value.trim();
            if value.is_empty() {
                diagnostics.error(line.number, format!("{key} needs a value after it"));
                return;
            }
            self.check(key, value, line.number, diagnostics);
            self.settings.push((line.number, key, value.to_owned()));
        } else if let Some(key) = FLAGS.iter().find(|name| **name == key) {
            if line.lower.len() > key.len() {
                diagnostics
                    .warning(line.number, format!("{key} takes no value; what follows it is not read"));
            }
            self.settings.push((line.number, key, String::new()));
        } else {
            diagnostics.error(
                line.number,
                format!("{} is no setting; the first section must be OBJECTS", quoted(&line.text)),
            );
        }
    }

    fn check(&self, key: &str, value: &str, line: usize, diagnostics: &mut Diagnostics) {
        match key {
            "flickscreen" | "zoomscreen" if window(value).is_none() => {
                diagnostics.warning(
                    line,
                    format!("{key} needs a width and a height, both whole and at least 1: 9x7"),
                );
            }
            "again_interval" | "key_repeat_interval" | "realtime_interval" if seconds(value).is_none() => {
                diagnostics.warning(line, format!("{key} needs seconds: 0.15"));
            }
            "youtube" => diagnostics.warning(line, "youtube is not supported; remove the line"),
            "title" | "author" if value.chars().count() > 68 => {
                diagnostics.warning(line, format!("the {key} is too long for a title screen of 34 columns"));
            }
            _ => {}
        }
        if self.has(key) {
            diagnostics.warning(line, format!("{key} is set a second time; remove one"));
        }
    }

    /// The window that follows the player.
    pub fn window(&self, key: &str) -> Option<(usize, usize)> {
        self.get(key).and_then(|(_, value)| window(value))
    }

    /// A time in seconds.
    pub fn seconds(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(|(_, value)| seconds(value))
    }
}

fn window(value: &str) -> Option<(usize, usize)> {
    let (width, height) = value.split_once(['x', 'X'])?;
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|&side| (1..=1000).contains(&side));
    Some((side(width)?, side(height)?))
}

fn seconds(value: &str) -> Option<f64> {
    value.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
}

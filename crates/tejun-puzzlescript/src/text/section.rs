//! The sections of a source.

/// The sections, in the order in which they must come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Prelude,
    Objects,
    Legend,
    Sounds,
    CollisionLayers,
    Rules,
    WinConditions,
    Levels,
}

impl Section {
    /// Those with a heading, and what it says.
    pub const ALL: [(Section, &'static str); 7] = [
        (Section::Objects, "objects"),
        (Section::Legend, "legend"),
        (Section::Sounds, "sounds"),
        (Section::CollisionLayers, "collisionlayers"),
        (Section::Rules, "rules"),
        (Section::WinConditions, "winconditions"),
        (Section::Levels, "levels"),
    ];

    /// Its heading, in lower case.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(section, _)| *section == self).map_or("prelude", |(_, name)| name)
    }
}

//! What leads a search: bounds that are kept up to date slide by slide.

use std::sync::Arc;

use tejun_core::kit::PatternDbCache;
use tejun_search::StopReason;
use tejun_search::pattern::PatternDatabase;

use super::super::numbers::CELLS;
use super::arrangements::{Arrangements, Cells, MOST};
use super::frame::Frame;
use super::partitions::Partition;
use super::state::{BOUND, FAR, FARS, State, set_word, word};
use super::walking::Walking;

/// A pattern as seen on an image of the board.
struct View {
    database: Arc<PatternDatabase>,
    arrangements: Arc<Arrangements>,
    /// The tiles, by their homes, in the order of the pattern.
    tiles: Vec<u8>,
    /// Where each cell is in the pattern.
    cells: [u8; CELLS],
}

impl View {
    #[inline]
    fn distance(&self, state: &State) -> u8 {
        let mut at: Cells = [u8::MAX; MOST];
        for (at, &tile) in at.iter_mut().zip(&self.tiles) {
            *at = self.cells[usize::from(state[usize::from(tile)])];
        }
        self.database.as_bytes()[self.arrangements.rank(&at)]
    }
}

/// The bounds of a search.
pub(super) struct Guide {
    walking: Option<Walking>,
    /// The views on the image of the board by each symmetry: the sum of each is a bound. None if there are no databases.
    symmetries: Vec<Vec<View>>,
    /// The view by each symmetry that has a tile, by its home.
    views: Vec<[u8; CELLS]>,
}

impl Guide {
    /// The Manhattan distance alone.
    pub fn manhattan() -> Self {
        Guide { walking: None, symmetries: Vec::new(), views: Vec::new() }
    }

    /// The walking distance besides, if it is known.
    pub fn walking(self, walking: Option<Walking>) -> Self {
        Guide { walking, ..self }
    }

    /// Loads or builds the databases of a partition, to be used beside the walking distance.
    pub fn load(
        &self,
        frame: &Frame,
        partition: &Partition,
        cache: &mut PatternDbCache,
    ) -> Result<Self, StopReason> {
        let databases = partition.load(cache)?;
        let mut guide = Guide::manhattan().walking(self.walking.clone());
        let most = FARS / partition.groups.len();
        for symmetry in frame.symmetries.iter().take(most) {
            let mut views = [0; CELLS];
            let view = |(number, (pattern, image)): (usize, &(usize, Vec<u8>))| {
                let mut cells = [0; CELLS];
                cells.iter_mut().zip(symmetry).for_each(|(cell, &to)| *cell = image[to]);
                let tile = |&home: &u8| {
                    let tile = cells[..symmetry.len()].iter().position(|&cell| cell == home);
                    tile.expect("a symmetry is one to one") as u8
                };
                let database = databases[*pattern].clone();
                let pattern = &partition.patterns[*pattern];
                let tiles: Vec<u8> = pattern.homes().iter().map(tile).collect();
                tiles.iter().for_each(|&tile| views[usize::from(tile)] = number as u8);
                View { database, arrangements: pattern.arrangements().clone(), tiles, cells }
            };
            guide.symmetries.push(partition.groups.iter().enumerate().map(view).collect());
            guide.views.push(views);
        }
        Ok(guide)
    }

    /// Notes what is known of a state about which nothing was noted.
    pub fn begin(&self, frame: &Frame, state: &mut State) {
        if let Some(walking) = &self.walking {
            walking.begin(frame, state);
        }
        for (far, view) in (FAR..).zip(self.symmetries.iter().flatten()) {
            state[far] = view.distance(state);
        }
        if self.is_plain() {
            let far = frame.tiles.iter().map(|&home| frame.distance(home, state[home].into()));
            set_word(state, BOUND, far.sum());
        }
        self.sum(state);
    }

    /// Notes what a slide of a tile between two cells changes, which the state has made already.
    #[inline]
    pub fn slide(&self, frame: &Frame, state: &mut State, tile: u8, [from, to]: [u8; 2]) {
        if let Some(walking) = &self.walking {
            walking.slide(state, tile, [from, to]);
        }
        let mut first = FAR;
        for (symmetry, views) in self.symmetries.iter().zip(&self.views) {
            let view = usize::from(views[usize::from(tile)]);
            state[first + view] = symmetry[view].distance(state);
            first += symmetry.len();
        }
        if self.is_plain() {
            let far = |cell| frame.distance(tile.into(), usize::from(cell));
            set_word(state, BOUND, word(state, BOUND) + far(to) - far(from));
        }
        self.sum(state);
    }

    /// Whether nothing is known but the Manhattan distance.
    fn is_plain(&self) -> bool {
        self.symmetries.is_empty() && self.walking.is_none()
    }

    /// Notes the largest of the bounds.
    #[inline]
    fn sum(&self, state: &mut State) {
        if self.is_plain() {
            return;
        }
        let mut bound = self.walking.as_ref().map_or(0, |walking| walking.distance(state));
        let mut first = FAR;
        for symmetry in &self.symmetries {
            let far = &state[first..first + symmetry.len()];
            bound = bound.max(far.iter().map(|&far| u16::from(far)).sum());
            first += symmetry.len();
        }
        set_word(state, BOUND, bound);
    }
}

//! The fast engine: rules match on sets of cells, and are made for one level.

mod board;
mod bound;
mod cells;
mod codec;
mod conserved;
mod cycle;
mod distance;
mod flow;
mod geometry;
mod layout;
mod movement;
mod program;
mod run;

use crate::engine::{Effects, Engine, TurnError, Work, limits};
use crate::game::{Command, Game, Level, Quantifier, Rule, Selector};
use crate::input::Input;
use crate::object_set::ObjectSet;
use crate::random::Random;
pub use board::FastBoard;
pub(crate) use program::rows_are_disjoint;

use board::Rigid;
use bound::Bound;
use cells::Cells;
use codec::Codec;
use distance::{Asked, Ways};
use flow::{Flow, MOVEMENTS};
use geometry::Size;
use layout::{Layout, Sets};
use movement::{Movement, MovingLayer};
use program::{FastGroup, FastList, FastRule};
use run::Run;
use std::sync::{Arc, OnceLock};

/// Plays turns of one level, on at most `64 * W` cells.
pub struct Fast<const W: usize> {
    layout: Layout,
    /// What is always there, cell by cell.
    always: Vec<ObjectSet>,
    rules: FastList<W>,
    late_rules: FastList<W>,
    movement: Movement<W>,
    players: Vec<Player<W>>,
    wins: Vec<Win<W>>,
    has_rigid: bool,
    codec: Codec<W>,
    flow: Flow<W>,
    bound: Option<Bound<W>>,
    ways: OnceLock<Ways>,
}

/// An object of the player.
struct Player<const W: usize> {
    /// Its set, if it can change.
    set: Option<usize>,
    always: Cells<W>,
    movements: [Option<usize>; 5],
}

/// A win condition on sets.
struct Win<const W: usize> {
    quantifier: Quantifier,
    what: Selection<W>,
    on: Selection<W>,
}

/// The cells that a name means.
enum Selection<const W: usize> {
    Any { sets: Vec<usize>, always: Cells<W> },
    All { sets: Vec<usize>, always: Cells<W> },
    Every,
}

impl<const W: usize> Win<W> {
    fn asked(&self, board: &FastBoard<W>) -> Asked<W> {
        Asked { quantifier: self.quantifier, what: self.what.cells(board), on: self.on.cells(board) }
    }
}

impl<const W: usize> Selection<W> {
    fn new(selector: &Selector, sets: &Sets, flow: &Flow<W>) -> Self {
        let changing =
            |objects: &ObjectSet| objects.iter().filter_map(|object| sets.of_object[object]).collect();
        match selector {
            Selector::Every => Selection::Every,
            Selector::Any(objects) => {
                Selection::Any { sets: changing(objects), always: flow.union(objects, &flow.always) }
            }
            Selector::All(objects) => {
                let constant = objects.iter().filter(|&object| sets.of_object[object].is_none());
                let always =
                    constant.fold([u64::MAX; W], |all, object| cells::and(&all, &flow.always[object]));
                Selection::All { sets: changing(objects), always }
            }
        }
    }

    fn cells(&self, board: &FastBoard<W>) -> Cells<W> {
        match self {
            Selection::Any { sets, always } => {
                sets.iter().fold(*always, |all, &set| cells::or(&all, &board.sets[set]))
            }
            Selection::All { sets, always } => {
                sets.iter().fold(*always, |all, &set| cells::and(&all, &board.sets[set]))
            }
            // Every cell has a background, unless rules take it away.
            Selection::Every => [u64::MAX; W],
        }
    }
}

/// The words of a set of cells of a board of any size that is searched.
const MOST: usize = 16;

/// Tells of rules whether they may ever match on a level of at most 1024 cells.
pub(crate) fn can_match(game: &Game, level: &Level) -> impl Fn(&Rule) -> bool + use<> {
    let size = Size { width: level.width, height: level.height };
    let flow = Flow::<MOST>::new(game, level, size);
    move |rule| flow.starts(rule, size).is_some()
}

impl<const W: usize> Fast<W> {
    /// An engine for a level.
    ///
    /// # Panics
    ///
    /// If the level has more than `64 * W` cells.
    pub fn new(game: Arc<Game>, level: &Level) -> Self {
        assert!(level.cells.len() <= 64 * W, "a level of {} cells for {} bits", level.cells.len(), 64 * W);
        let size = Size { width: level.width, height: level.height };
        let flow = Flow::<W>::new(&game, level, size);
        let sets = Sets::new(&flow);
        let always = (0..size.cells())
            .map(|cell| {
                (0..game.objects.len())
                    .filter(|&object| cells::contains(&flow.always[object], cell))
                    .collect()
            })
            .collect();
        let moving = (0..game.layers.len())
            .filter(|&layer| sets.of_movement[layer].iter().any(Option::is_some))
            .map(|layer| MovingLayer {
                layer,
                movements: sets.of_movement[layer],
                objects: game.layers[layer].iter().filter_map(|object| sets.of_object[object]).collect(),
                always: flow.union(&game.layers[layer], &flow.always),
            })
            .collect();
        let player = |object: usize| Player {
            set: sets.of_object[object],
            always: flow.always[object],
            movements: sets.of_movement[game.objects[object].layer],
        };
        let players = game.player.objects().into_iter().flat_map(ObjectSet::iter).map(player).collect();
        let wins = game.wins.iter().map(|win| Win {
            quantifier: win.quantifier,
            what: Selection::new(&win.what, &sets, &flow),
            on: Selection::new(&win.on, &sets, &flow),
        });
        let wins = wins.collect();
        let template = FastBoard { sets: vec![cells::empty(); sets.count], objects: sets.objects.len() };
        let codec = Codec::new(&game, level, &flow, &sets, size, template);
        let has_rigid = game.rules.groups.iter().any(|group| group.rigid.is_some());
        Self {
            always,
            rules: FastList::new(&game, &game.rules, &flow, &sets, size),
            late_rules: FastList::new(&game, &game.late_rules, &flow, &sets, size),
            movement: Movement(moving),
            players,
            wins,
            has_rigid,
            codec,
            bound: None,
            ways: OnceLock::new(),
            layout: Layout { game, size, sets },
            flow,
        }
    }

    /// Finds out what shows at once of boards that cannot be won; nothing is said of them before.
    pub(crate) fn find_bounds(&mut self) {
        let Layout { game, size, sets } = &self.layout;
        self.bound = Some(Bound::new(game, &self.flow, sets, *size));
    }

    /// The game.
    pub(crate) fn shared_game(&self) -> &Arc<Game> {
        &self.layout.game
    }

    fn rules(&self) -> impl Iterator<Item = (&FastGroup<W>, &FastRule<W>)> {
        let groups = self.rules.groups.iter().chain(&self.late_rules.groups);
        groups.flat_map(|group| group.rules.iter().map(move |rule| (group, rule)))
    }

    /// The line of a random rule that can match on this level.
    pub(crate) fn random_line(&self) -> Option<usize> {
        let draws =
            |rule: &FastRule<W>| rule.rows.iter().flat_map(|row| &row.segments).any(|s| !s.random.is_empty());
        self.rules().find(|(group, rule)| group.random || draws(rule)).map(|(_, rule)| rule.line)
    }

    /// The line of a rule with a command that can match on this level.
    pub(crate) fn command_line(&self, command: Command) -> Option<usize> {
        self.rules().find(|(_, rule)| rule.commands.contains(&command)).map(|(_, rule)| rule.line)
    }

    /// The words of a packed board.
    pub fn words(&self) -> usize {
        self.codec.words()
    }

    /// Packs a board into [`words`](Self::words) words. Their two highest bits are 0.
    pub fn pack(&self, board: &FastBoard<W>, words: &mut [u64]) {
        self.codec.pack(board, words);
    }

    /// The board of packed words.
    pub fn unpack(&self, words: &[u64], board: &mut FastBoard<W>) {
        self.codec.unpack(words, board);
    }

    /// The objects that are in other cells.
    pub fn moved(&self, before: &FastBoard<W>, after: &FastBoard<W>) -> ObjectSet {
        let sets = before.sets.iter().zip(&after.sets).zip(&self.layout.sets.objects);
        sets.filter(|((before, after), _)| before != after).map(|(_, &object)| object).collect()
    }

    /// Visits a number for each object that can change and each of its cells.
    pub fn features(&self, board: &FastBoard<W>, visit: &mut dyn FnMut(u32)) {
        let cells = self.layout.size.cells();
        for (number, set) in board.sets[..board.objects].iter().enumerate() {
            cells::each(set).for_each(|cell| visit((number * cells + cell) as u32));
        }
    }

    /// The fewest turns to win from a board that is not won; `None` if it is proved that it cannot be won.
    pub fn turns_to_win(&self, board: &FastBoard<W>) -> Option<u32> {
        self.bound.as_ref().map_or(Some(1), |bound| bound.turns(board))
    }

    /// Whether it shows at once that a board cannot be won.
    pub fn is_lost(&self, board: &FastBoard<W>) -> bool {
        self.bound.as_ref().is_some_and(|bound| bound.is_lost(board))
    }

    /// Roughly how far a board is from a win.
    pub fn distance(&self, board: &FastBoard<W>) -> u32 {
        let Layout { game, size, .. } = &self.layout;
        let ways = self.ways.get_or_init(|| Ways::new(game, &self.flow, *size));
        let asked: Vec<Asked<W>> = self.wins.iter().map(|win| win.asked(board)).collect();
        let far = asked.iter().map(|asked| ways.to_condition(asked)).sum::<u32>();
        let far = far.max(self.bound.as_ref().map_or(0, |bound| bound.sum(board)));
        // The player has to come to what is not yet as it should be.
        let players = self.any_player_cells(board);
        2 * far + asked.iter().filter_map(|asked| ways.to_player(asked, &players)).min().unwrap_or(0)
    }

    /// Where the players are.
    fn player_cells(&self, board: &FastBoard<W>) -> Cells<W> {
        let of = |player: &Player<W>| player.set.map_or(player.always, |set| board.sets[set]);
        match self.layout.game.player {
            Selector::All(_) => {
                self.players.iter().map(of).reduce(|a, b| cells::and(&a, &b)).unwrap_or(cells::empty())
            }
            _ => self.any_player_cells(board),
        }
    }

    /// Where one of the player's objects is.
    fn any_player_cells(&self, board: &FastBoard<W>) -> Cells<W> {
        self.players.iter().fold(cells::empty(), |all, player| {
            cells::or(&all, &player.set.map_or(player.always, |set| board.sets[set]))
        })
    }

    fn start_movement(&self, board: &mut FastBoard<W>, movement: u8) -> Cells<W> {
        let index = MOVEMENTS.iter().position(|&bit| bit == movement).expect("an input is one movement");
        let cells = self.player_cells(board);
        for player in &self.players {
            let here = cells::and(&cells, &player.set.map_or(player.always, |set| board.sets[set]));
            if let Some(set) = player.movements[index] {
                board.sets[set] = cells::or(&board.sets[set], &here);
            }
        }
        cells
    }

    /// Plays rounds until no rigid group fails.
    fn rigid_rounds(
        &self,
        board: &mut FastBoard<W>,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Effects, TurnError> {
        let start = board.clone();
        let count = self.layout.size.cells() * self.layout.game.layers.len();
        let mut rigid = Rigid { groups: vec![0; count], bound: vec![false; count] };
        let mut banned = vec![false; self.layout.game.rules.groups.len()];
        for _ in 0..limits::RIGID_ROUNDS {
            let mut effects = Effects::default();
            let mut run = Run {
                layout: &self.layout,
                board,
                effects: &mut effects,
                random,
                work,
                rigid: Some(&mut rigid),
            };
            run.apply(&self.rules, &banned)?;
            work.spend(count + self.layout.sets.count * W)?;
            if self.movement.resolve(&self.layout, board, Some(&mut rigid), &mut banned, work)? {
                let mut run =
                    Run { layout: &self.layout, board, effects: &mut effects, random, work, rigid: None };
                run.apply(&self.late_rules, &[])?;
                return Ok(effects);
            }
            board.clone_from(&start);
        }
        for layer in &self.movement.0 {
            for set in layer.movements.into_iter().flatten() {
                board.sets[set] = cells::empty();
            }
        }
        Ok(Effects::default())
    }
}

impl<const W: usize> Engine for Fast<W> {
    type Board = FastBoard<W>;

    fn game(&self) -> &Game {
        &self.layout.game
    }

    fn board(&self, level: &Level) -> FastBoard<W> {
        let mut sets = vec![cells::empty(); self.layout.sets.count];
        for (cell, objects) in level.cells.iter().enumerate() {
            for set in objects.iter().filter_map(|object| self.layout.sets.of_object[object]) {
                cells::insert(&mut sets[set], cell);
            }
        }
        FastBoard { sets, objects: self.layout.sets.objects.len() }
    }

    fn cells(&self, board: &FastBoard<W>) -> Vec<ObjectSet> {
        let mut all = self.always.clone();
        for (&object, set) in self.layout.sets.objects.iter().zip(&board.sets) {
            for cell in cells::each(set) {
                all[cell].insert(object);
            }
        }
        all
    }

    fn turn(
        &self,
        board: &mut FastBoard<W>,
        input: Input,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Effects, TurnError> {
        let players = match input.movement() {
            Some(movement) => self.start_movement(board, movement),
            None => cells::empty(),
        };
        // What is done with the board before and after the rules.
        work.spend(16 + self.layout.sets.count * (1 + W / 4))?;
        let mut effects = Effects::default();
        if self.has_rigid {
            effects = self.rigid_rounds(board, random, work)?;
        } else {
            Run { layout: &self.layout, board, effects: &mut effects, random, work, rigid: None }
                .apply(&self.rules, &[])?;
            self.movement.resolve(&self.layout, board, None, &mut [], work)?;
            Run { layout: &self.layout, board, effects: &mut effects, random, work, rigid: None }
                .apply(&self.late_rules, &[])?;
        }
        effects.blocked = self.layout.game.settings.require_player_movement
            && !cells::is_empty(&players)
            && cells::is_subset(&players, &self.any_player_cells(board));
        Ok(effects)
    }

    fn is_won(&self, board: &FastBoard<W>) -> bool {
        !self.wins.is_empty()
            && self.wins.iter().all(|win| {
                let what = win.what.cells(board);
                match win.quantifier {
                    Quantifier::No => cells::is_empty(&cells::and(&what, &win.on.cells(board))),
                    Quantifier::Some => !cells::is_empty(&cells::and(&what, &win.on.cells(board))),
                    Quantifier::All => cells::is_subset(&what, &win.on.cells(board)),
                }
            })
    }
}

//! A game in the terminal: a line of moves, a cursor, and what is in hand. It knows neither keys nor colours.

use std::time::{Duration, Instant};

use tejun_puzzles::{
    Arrows, CellId, Direction, Gesture, Instance, Line, PlayError, Position, Reason, Role, Scene, Status,
    carry,
};

use super::words;

/// Time limit for finding several moves that do what one gesture wants.
const CARRY: Duration = Duration::from_millis(200);

/// A piece in hand.
pub(super) struct Held {
    /// Its index in the scene.
    pub piece: usize,
    /// Rows and columns of its cells from the cursor on.
    shape: Vec<(isize, isize)>,
}

pub(super) struct Game {
    pub instance: Box<dyn Instance>,
    pub position: Box<dyn Position>,
    /// The drawing, with the hero where he has walked.
    pub scene: Scene,
    pub line: Vec<String>,
    /// Lengths of the line to which undo goes back.
    past: Vec<usize>,
    /// What redo plays, the next last.
    future: Vec<Vec<String>>,
    pub cursor: CellId,
    pub held: Option<Held>,
    pub hints: usize,
}

impl Game {
    /// The game after a line.
    ///
    /// # Errors
    /// If the line is not legal.
    pub fn new(instance: Box<dyn Instance>, line: Line) -> Result<Game, PlayError> {
        let position = instance.after(&line)?;
        let scene = position.scene();
        let past = (0..line.0.len()).collect();
        let mut game = Game {
            instance,
            position,
            scene,
            line: line.0,
            past,
            future: Vec::new(),
            cursor: 0,
            held: None,
            hints: 0,
        };
        let hero = game.scene.pieces.iter().find(|piece| piece.role == Role::Hero);
        game.cursor = hero.or(game.scene.pieces.first()).map_or(0, |piece| piece.cells[0]);
        Ok(game)
    }

    pub fn is_open(&self) -> bool {
        self.position.status() == Status::Open
    }

    /// Goes to a line that is known to be legal.
    fn go(&mut self, line: Vec<String>) {
        let line = Line(line);
        if let Ok(position) = self.instance.after(&line) {
            self.scene = position.scene();
            self.position = position;
            self.line = line.0;
            self.held = None;
        }
    }

    /// Plays moves that undo takes back together.
    ///
    /// # Errors
    /// Returns why they are not legal; then nothing changes.
    pub fn play(&mut self, moves: Vec<String>) -> Result<(), Reason> {
        let mut position = self.position.boxed_clone();
        for text in &moves {
            position.play(text).map_err(|error| error.reason)?;
        }
        self.past.push(self.line.len());
        if self.future.pop_if(|next| *next == moves).is_none() {
            self.future.clear();
        }
        self.line.extend(moves);
        self.scene = position.scene();
        self.position = position;
        self.held = None;
        Ok(())
    }

    /// Takes back a walk, or else the last move.
    pub fn undo(&mut self) {
        if self.held.take().is_some() {
            return;
        }
        let scene = self.position.scene();
        if scene != self.scene {
            self.scene = scene;
            return;
        }
        if let Some(before) = self.past.pop() {
            self.future.push(self.line.split_off(before));
            self.go(self.line.clone());
        }
    }

    pub fn redo(&mut self) {
        if let Some(next) = self.future.last().cloned() {
            // It was legal here before.
            let _ = self.play(next);
        }
    }

    pub fn restart(&mut self) {
        self.past.clear();
        self.future.clear();
        self.hints = 0;
        self.go(Vec::new());
    }

    /// Sets what redo plays: the rest of a solution.
    pub fn expect(&mut self, rest: &[String]) {
        self.future = rest.iter().rev().map(|text| vec![text.clone()]).collect();
    }

    /// Whether there is something to redo.
    pub fn has_future(&self) -> bool {
        !self.future.is_empty()
    }

    /// Plays a gesture, or several moves that do what it wants.
    fn gesture(&mut self, gesture: &Gesture) -> Result<(), Reason> {
        match self.position.read_gesture(gesture) {
            Ok(text) => self.play(vec![text]),
            Err(reason) => {
                let Gesture::Carry { piece, to } = gesture else { return Err(reason) };
                let end = Instant::now() + CARRY;
                let moves = carry(&*self.position, *piece, to, || Instant::now() < end);
                moves.map_or(Err(reason), |moves| self.play(moves))
            }
        }
    }

    /// Presses a key of the puzzle.
    ///
    /// # Errors
    /// Returns why it plays no move.
    pub fn press(&mut self, key: char) -> Result<(), Reason> {
        self.gesture(&Gesture::Key(key))
    }

    /// What an arrow key does: play, walk, slide, or move the cursor.
    ///
    /// # Errors
    /// Returns why it does nothing.
    pub fn arrow(&mut self, direction: Direction) -> Result<(), Reason> {
        if let Some(key) = self.scene.keys.iter().find(|key| key.arrow == Some(direction)) {
            return self.press(key.key);
        }
        match self.scene.arrows {
            Some(Arrows::Walk) => self.step(direction),
            Some(Arrows::Slide) => self.slide(direction),
            None => {
                self.move_cursor(direction);
                Ok(())
            }
        }
    }

    /// The cell at a distance from another one; a thin wall between neighbours hides it.
    fn at(&self, cell: CellId, (down, right): (isize, isize)) -> Option<CellId> {
        let Scene { cells, thin_walls, .. } = &self.scene;
        let row = cells[cell].row.checked_add_signed(down)?;
        let column = cells[cell].column.checked_add_signed(right)?;
        let found = cells.iter().position(|one| (one.row, one.column) == (row, column))?;
        let walled = |wall: &[CellId; 2]| wall.contains(&cell) && wall.contains(&found);
        (found == cell || !thin_walls.iter().any(walled)).then_some(found)
    }

    /// Walks a step, or pushes what is there.
    fn step(&mut self, direction: Direction) -> Result<(), Reason> {
        let Some(hero) = self.scene.pieces.iter().position(|piece| piece.role == Role::Hero) else {
            return Ok(());
        };
        let by = offset(direction);
        let Some(to) = self.at(self.scene.pieces[hero].cells[0], by) else { return Ok(()) };
        let Some(piece) = self.scene.pieces.iter().position(|piece| piece.cells.contains(&to)) else {
            self.scene.pieces[hero].cells = vec![to];
            return Ok(());
        };
        match self.at(to, by) {
            Some(beyond) => {
                let pushed = self.position.read_gesture(&Gesture::Carry { piece, to: vec![beyond] })?;
                self.play(vec![pushed])
            }
            None => Ok(()),
        }
    }

    /// Plays the move that carries a piece one cell in a direction.
    fn slide(&mut self, direction: Direction) -> Result<(), Reason> {
        let by = offset(direction);
        let slides = |gesture: &Gesture| match gesture {
            Gesture::Carry { piece, to } => {
                let from = &self.scene.pieces[*piece].cells;
                from.len() == to.len()
                    && from.iter().all(|&cell| self.at(cell, by).is_some_and(|next| to.contains(&next)))
            }
            _ => false,
        };
        let found = self.position.choices().into_iter().find(|choice| slides(&choice.gesture));
        found.map_or(Ok(()), |choice| self.play(vec![choice.text]))
    }

    /// Moves the cursor to the next cell in a direction, which may lie aside.
    fn move_cursor(&mut self, direction: Direction) {
        let (down, right) = offset(direction);
        let cells = &self.scene.cells;
        let place = |cell: CellId| (cells[cell].row as isize, cells[cell].column as isize);
        let (row, column) = place(self.cursor);
        let far = |cell: CellId| {
            let (dy, dx) = (place(cell).0 - row, place(cell).1 - column);
            let (ahead, aside) = (dy * down + dx * right, (dy * right + dx * down).abs());
            (ahead > 0 && aside <= 2 * ahead).then_some(ahead + 3 * aside)
        };
        let next = (0..cells.len()).filter_map(|cell| far(cell).map(|far| (far, cell))).min();
        if let Some((_, cell)) = next {
            self.cursor = cell;
        }
    }

    /// Picks up what is at the cursor, taps it, or puts down what is in hand.
    ///
    /// # Errors
    /// Returns why nothing can be done there.
    pub fn act(&mut self) -> Result<(), Reason> {
        if let Some(held) = &self.held {
            let piece = held.piece;
            let to = self.target().ok_or_else(|| Reason::new(&words::OUTSIDE))?;
            if same_cells(&to, &self.scene.pieces[piece].cells) {
                self.held = None;
                return Ok(());
            }
            return self.gesture(&Gesture::Carry { piece, to });
        }
        if self.position.choices().iter().any(|choice| matches!(choice.gesture, Gesture::Tap(_))) {
            return self.gesture(&Gesture::Tap(self.cursor));
        }
        let on = |piece: &tejun_puzzles::Piece| piece.cells.contains(&self.cursor);
        let piece = self.scene.pieces.iter().position(on).ok_or_else(|| Reason::new(&words::NOTHING))?;
        let place =
            |cell: CellId| (self.scene.cells[cell].row as isize, self.scene.cells[cell].column as isize);
        let (row, column) = place(self.cursor);
        let shape =
            self.scene.pieces[piece].cells.iter().map(|&cell| (place(cell).0 - row, place(cell).1 - column));
        self.held = Some(Held { piece, shape: shape.collect() });
        Ok(())
    }

    /// Turns what is in hand by a quarter, or flips it.
    pub fn turn(&mut self, flip: bool) {
        if let Some(held) = &mut self.held {
            for cell in &mut held.shape {
                *cell = if flip { (cell.0, -cell.1) } else { (cell.1, -cell.0) };
            }
        }
    }

    /// Where what is in hand would lie; `None` if that is not on the board.
    pub fn target(&self) -> Option<Vec<CellId>> {
        let cells = &self.scene.cells;
        let (row, column) = (cells[self.cursor].row as isize, cells[self.cursor].column as isize);
        let shape = &self.held.as_ref()?.shape;
        let at = |&(down, right): &(isize, isize)| {
            cells
                .iter()
                .position(|one| (one.row as isize, one.column as isize) == (row + down, column + right))
        };
        shape.iter().map(at).collect()
    }
}

/// Rows and columns of a step.
fn offset(direction: Direction) -> (isize, isize) {
    match direction {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    }
}

fn same_cells(one: &[CellId], other: &[CellId]) -> bool {
    one.len() == other.len() && one.iter().all(|cell| other.contains(cell))
}

//! What front ends rely on, as checks that any family can run on itself.
//!
//! [`family`] plays the template and the library of a family at random and looks at every position on the way.
//! The single checks are public too, for tests that get to positions in another way.
//!
//! ```
//! use tejun_puzzles::{Family, TankChange, conformance};
//!
//! conformance::family(&Family::of::<TankChange>(), 5).unwrap();
//! ```

use std::collections::BTreeSet;
use std::fmt;

use tejun_search::{Limits, Outcome, Proof, Unwatched};

use crate::framework::family::Family;
use crate::framework::generate::Random;
use crate::framework::info::{FamilyInfo, LibraryFile};
use crate::framework::instance::{Instance, Position};
use crate::vocabulary::answer::{Solution, Status};
use crate::vocabulary::cell::{Cell, Mark};
use crate::vocabulary::input::Keys;
use crate::vocabulary::line::Line;
use crate::vocabulary::means::Means;
use crate::vocabulary::question::{QuestionKind, Solve};
use crate::vocabulary::scene::{Arrows, Choice, Gesture, Glyph, Role, Scene};
use crate::vocabulary::sentence::{Reason, Sentence};
use crate::vocabulary::title::Lang;

/// Moves of a random play.
const MOVES: usize = 60;
/// Choices of a position that are tried.
const TRIED: usize = 40;
/// The limits of the searches.
const LIMITS: Limits = Limits { states: 20_000, bytes: 64 << 20, depth: u32::MAX };
/// Those of a search that confirms what a file calls optimal.
const CLAIM_LIMITS: Limits = Limits { states: 100_000, ..LIMITS };

/// What a family does not keep to, in one of its puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConformanceError {
    /// The name of the puzzle; that of the family if all of its puzzles are concerned.
    pub puzzle: String,
    /// The line to the position.
    pub line: Line,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for ConformanceError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}, after [{}]: {}", self.puzzle, self.line, self.what)
    }
}

fn must(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// The puzzles of a family: its template, under the family's name, and its library.
pub(crate) fn files(family: &Family) -> Vec<LibraryFile> {
    let template = LibraryFile::new(format!("the template of {}", family.info.name), family.info.template);
    [template].into_iter().chain(family.info.library()).collect()
}

/// Checks a family: its texts, its template and its library in `plays` random plays each, and what their files call
/// optimal. Says on standard error of which files that is not confirmed, since it takes too long here
/// ([`claims`] with limits of your own).
///
/// # Errors
/// Returns the first error found.
pub fn family(family: &Family, plays: u64) -> Result<(), ConformanceError> {
    let error = |puzzle: &str, line: &Line, what| ConformanceError {
        puzzle: puzzle.to_owned(),
        line: line.clone(),
        what,
    };
    texts(family).map_err(|what| error(family.info.name, &Line::default(), what))?;
    for LibraryFile { name, text } in files(family) {
        let instance = read(family, &text).map_err(|what| error(&name, &Line::default(), what))?;
        for seed in 0..plays {
            let (line, end) = play(&*instance, seed);
            end.map_err(|what| error(&name, &line, what))?;
        }
    }
    for name in claims(family, CLAIM_LIMITS)? {
        eprintln!("{name}: what it calls optimal is neither confirmed nor refuted: the search was stopped");
    }
    Ok(())
}

/// Solves the template and the library of a family, as far as their files say what is optimal, within `limits` each.
/// Returns the names of those whose search was stopped before it could tell. Scores are not checked.
///
/// # Errors
/// Returns the first file that is wrong.
pub fn claims(family: &Family, limits: Limits) -> Result<Vec<String>, ConformanceError> {
    let mut open = Vec::new();
    for LibraryFile { name, text } in files(family) {
        match claim(family, &text, limits) {
            Ok(true) => {}
            Ok(false) => open.push(name),
            Err(what) => return Err(ConformanceError { puzzle: name, line: Line::default(), what }),
        }
    }
    Ok(open)
}

/// Checks what a file calls optimal. Returns whether that is settled.
fn claim(family: &Family, text: &str, limits: Limits) -> Result<bool, String> {
    let instance = read(family, text)?;
    let start = instance.start();
    let Some(claimed) = instance.about().optimal.filter(|_| !instance.about().scored) else {
        return Ok(true);
    };
    must(instance.can(QuestionKind::Solve), || "it has an `optimal`, but cannot be solved".to_owned())?;
    let means = Means { limits, ..Means::default() };
    let solution = start.ask(Solve::default(), &means, &mut Unwatched).map_err(|error| error.to_string())?;
    let metric = instance.about().metric;
    let says = |truth: String| format!("its file says `optimal = {claimed}`, but {truth}: correct it");
    must(solution.outcome != Outcome::Unsolvable, || says("there is no solution".to_owned()))?;
    let (cost, bound) = (solution.value.cost, solution.bound.cost);
    let proved = solution.proof == Proof::Optimal;
    if let Some(cost) = cost.filter(|&cost| cost < claimed || proved && cost != claimed) {
        return Err(says(format!("a line costs {cost} {metric}")));
    }
    if let Some(bound) = bound.filter(|&bound| bound > claimed) {
        return Err(says(format!("every line costs at least {bound} {metric}")));
    }
    Ok(proved)
}

fn texts(family: &Family) -> Result<(), String> {
    must(!family.info.name.contains(char::is_whitespace), || "its name has white space".to_owned())?;
    let FamilyInfo { brushes, rule_examples, .. } = *family.info;
    let draws = family.info.draws();
    let own = [family.info.title(), family.info.about()];
    let sentences = own.iter().chain(brushes.iter().map(|brush| brush.about));
    let sentences = sentences.chain(rule_examples.iter().map(|rule| rule.text));
    for Sentence { code, en, ja, zh } in sentences.chain(draws.iter().map(|draw| draw.title)) {
        must([code, en, ja, zh].iter().all(|text| !text.is_empty()), || {
            format!("{code}: a text is missing")
        })?;
    }
    must(brushes.iter().all(|brush| !brush.characters.is_empty()), || "a brush paints nothing".to_owned())?;
    for rule in rule_examples {
        family.drawing(rule).map_err(|error| format!("the rule {} is not shown: {error}", rule.text.code))?;
    }
    for draw in &draws {
        let verb = family.verbs().into_iter().find(|verb| verb.path == ["generate", draw.verb]);
        let verb = verb.ok_or_else(|| format!("no verb draws {}", draw.verb))?;
        let known =
            |name: &str| verb.options.iter().any(|option| option.name == name && option.value.is_some());
        let levels = 1..=draw.levels.count();
        let given = levels.filter_map(|level| draw.levels.options(level)).flatten();
        must(given.into_iter().all(|(name, _)| known(name)), || format!("{} has an option less", draw.verb))?;
    }
    let library = family.info.library();
    let names: BTreeSet<&str> = library.iter().map(|file| file.name.as_str()).collect();
    must(names.len() == library.len(), || "two puzzles have the same name".to_owned())
}

fn read(family: &Family, text: &str) -> Result<Box<dyn Instance>, String> {
    let (header, keys) = Keys::split(text).map_err(|error| error.to_string())?;
    must(header.puzzle == family.info.name, || format!("its file is of the family {:?}", header.puzzle))?;
    let instance = family.open(header, keys).map_err(|error| error.to_string())?;
    must(instance.about().puzzle == family.info.name, || "it says that it is of another family".to_owned())?;
    Ok(instance)
}

/// Plays at random until no move is left or something is wrong, and solves the puzzle from somewhere on the way.
fn play(instance: &dyn Instance, seed: u64) -> (Line, Result<(), String>) {
    let mut random = Random::new(seed);
    let (mut position, mut line) = (instance.start(), Line::default());
    let ground = ground(&position.scene());
    let solved_at = random.below(MOVES as u64) as usize;
    let mut end = Ok(());
    while end.is_ok() {
        let played = line.0.len();
        let choices = position.choices();
        end = self::position(&*position, played, TRIED)
            .and_then(|()| {
                must(self::ground(&position.scene()) == ground, || "its cells or walls change".to_owned())
            })
            .and_then(|()| again(instance, &line, &*position));
        let last = choices.is_empty() || played == MOVES;
        if end.is_ok() && (played == solved_at || last && played < solved_at) {
            end = solution(instance, &*position, &line);
        }
        if last || end.is_err() {
            break;
        }
        let choice = &choices[random.below(choices.len() as u64) as usize];
        let before = position.scene();
        end = position.play(&choice.text).map_err(|fault| format!("a choice is not legal: {fault}"));
        if end.is_ok() && instance.family().reversible && position.status() == Status::Open {
            end = reversed(&*position, &before);
        }
        line.0.push(choice.text.clone());
    }
    (line, end)
}

/// Checks that a move leads from a position to the one before it.
fn reversed(position: &dyn Position, before: &Scene) -> Result<(), String> {
    let leads_back = |choice: &Choice| {
        let mut next = position.boxed_clone();
        next.play(&choice.text).is_ok() && next.scene() == *before
    };
    must(position.choices().iter().any(leads_back), || {
        "no move leads back, but all are reversible".to_owned()
    })
}

/// What stays the same in all positions of a scene: all but the marks, the pieces, and what is on floors or below.
fn ground(scene: &Scene) -> Scene {
    let cells = scene.cells.iter().map(|cell| Cell { mark: Mark::Plain, ..cell.clone() }).collect();
    let (pieces, floors, texts, stacks, caption) = <_>::default();
    Scene { cells, pieces, floors, texts, stacks, caption, ..scene.clone() }
}

/// Checks that a line survives being written and read, and that its replay leads to `position`.
fn again(instance: &dyn Instance, line: &Line, position: &dyn Position) -> Result<(), String> {
    must(instance.read_line(&instance.write_line(line)) == *line, || {
        "its line is read otherwise".to_owned()
    })?;
    let replayed = instance.after(line).map_err(|fault| format!("its line is not legal: {fault}"))?;
    must(replayed.scene() == position.scene(), || "the replay looks different".to_owned())?;
    must(replayed.choices() == position.choices(), || "the replay has other moves".to_owned())?;
    must(replayed.status() == position.status(), || "the replay stands otherwise".to_owned())?;
    let verdict = instance.check(line);
    must(verdict.fault.is_none(), || format!("check says {:?}", verdict.fault))?;
    must(verdict.value == position.verdict().value, || "check gives it another value".to_owned())?;
    let solved = replayed.status() == Status::Solved;
    must(!solved || verdict.solves, || "it is solved, but check does not say so".to_owned())
}

/// Checks a position after `played` moves: its drawing and up to `tried` of its choices. Each choice can be
/// played, and its gesture means it.
///
/// # Errors
/// Returns what is wrong.
pub fn position(position: &dyn Position, played: usize, tried: usize) -> Result<(), String> {
    let drawn = position.scene();
    scene(&drawn, played)?;
    let choices = position.choices();
    arrows(&drawn, &choices)?;
    let texts: BTreeSet<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    must(texts.len() == choices.len(), || "a move is listed twice".to_owned())?;
    for choice in choices.iter().take(tried) {
        let written = !choice.text.is_empty() && !choice.text.contains(char::is_whitespace);
        must(written, || format!("{choice:?} is empty or has white space"))?;
        gesture(&choice.gesture, &drawn)?;
        let meant = position.read_gesture(&choice.gesture);
        must(meant.as_ref() == Ok(&choice.text), || format!("the gesture of {choice:?} means {meant:?}"))?;
        let mut next = position.boxed_clone();
        next.play(&choice.text).map_err(|fault| format!("a choice is not legal: {fault}"))?;
    }
    let mut next = position.boxed_clone();
    for wrong in ["", "?", "\u{1f9e9}"] {
        if let Err(fault) = next.play(wrong) {
            reason(&fault.reason, &drawn)?;
            must(next.scene() == drawn, || "a refused move changes the position".to_owned())?;
        }
    }
    let beyond = [drawn.cells.len(), usize::MAX];
    let held = || (0..=drawn.pieces.len()).chain([usize::MAX]);
    let carry = |to: usize| held().map(move |piece| Gesture::Carry { piece, to: vec![to] });
    let all = held().map(|piece| Gesture::CarryAll(vec![(piece, vec![0]), (piece, vec![usize::MAX])]));
    let wrong = beyond.into_iter().flat_map(carry).chain(all).chain(beyond.map(Gesture::Tap));
    for wrong in wrong.chain([Gesture::CarryAll(Vec::new())]) {
        match position.read_gesture(&wrong) {
            Ok(text) => return Err(format!("{wrong:?} means {text}")),
            Err(refused) => reason(&refused, &drawn)?,
        }
    }
    Ok(())
}

/// Checks a drawing of a position after `played` moves: a front end can draw it.
///
/// # Errors
/// Returns what is wrong.
pub fn scene(scene: &Scene, played: usize) -> Result<(), String> {
    let place = |cell: &Cell| (cell.row, cell.column);
    let (tray, board): (Vec<&Cell>, Vec<&Cell>) =
        scene.cells.iter().partition(|cell| cell.mark == Mark::Tray);
    must(board.is_sorted_by(|a, b| place(a) < place(b)), || "its cells are not in reading order".to_owned())?;
    let places: BTreeSet<_> = scene.cells.iter().map(place).collect();
    must(places.len() == board.len() + tray.len(), || "a cell occurs twice".to_owned())?;
    let inside = |&(row, column): &(usize, usize)| row < scene.rows && column < scene.columns;
    must(places.iter().all(inside), || "a cell lies outside".to_owned())?;
    let exists = |&cell: &usize| cell < scene.cells.len();
    for road in &scene.roads {
        must(road.iter().all(exists) && road[0] != road[1], || format!("{road:?} does not join two cells"))?;
    }
    for wall in &scene.thin_walls {
        let beside = wall.iter().all(exists) && {
            let [(row, column), (r, c)] = wall.map(|cell| place(&scene.cells[cell]));
            row.abs_diff(r) + column.abs_diff(c) == 1
        };
        must(beside, || format!("{wall:?} does not lie between two neighbours"))?;
    }
    let on_floors = scene.floors.iter().map(|(cell, _)| cell).chain(scene.texts.iter().map(|(cell, _)| cell));
    must(on_floors.into_iter().all(exists), || "a floor or a text is on no cell".to_owned())?;
    let mut covered = BTreeSet::new();
    for piece in &scene.pieces {
        let lies = !piece.name.is_empty() && !piece.cells.is_empty() && piece.cells.iter().all(exists);
        must(lies, || format!("{piece:?} has no name, or not only existing cells"))?;
        must(piece.played.is_none_or(|at| at < played), || format!("{piece:?} was not played yet"))?;
        // Ghosts may share a cell; blocks may not.
        let apart = piece.cells.iter().all(|&cell| covered.insert(cell));
        use Glyph::{Block, Car, Crate, Flat, Tile, Wood};
        let fills = matches!(piece.glyph, Block | Car | Crate | Tile | Wood | Flat);
        must(apart || !fills, || format!("{piece:?} overlaps another piece or itself"))?;
    }
    let keys: BTreeSet<char> = scene.keys.iter().map(|key| key.key).collect();
    must(keys.len() == scene.keys.len(), || "a key occurs twice".to_owned())?;
    scene.caption.iter().try_for_each(|caption| reason(caption, scene))
}

/// Checks that an arrow key has one meaning at most.
fn arrows(scene: &Scene, choices: &[Choice]) -> Result<(), String> {
    match scene.arrows {
        None => Ok(()),
        Some(Arrows::Walk) => {
            let heroes: Vec<_> = scene.pieces.iter().filter(|piece| piece.role == Role::Hero).collect();
            must(heroes.len() == 1 && heroes[0].cells.len() == 1, || {
                "there is not one hero to walk".to_owned()
            })
        }
        Some(Arrows::Slide) => {
            let place = |cell: usize| (scene.cells[cell].row as isize, scene.cells[cell].column as isize);
            let way = |choice: &Choice| match &choice.gesture {
                Gesture::Carry { piece, to } => {
                    let from = *scene.pieces.get(*piece)?.cells.iter().min()?;
                    let ((row, column), (r, c)) = (place(from), place(*to.iter().min()?));
                    Some((r - row, c - column)).filter(|(down, right)| down.abs() + right.abs() == 1)
                }
                _ => None,
            };
            let ways: Vec<_> = choices.iter().filter_map(way).collect();
            let different: BTreeSet<_> = ways.iter().collect();
            must(different.len() == ways.len(), || "two moves go the way of one arrow".to_owned())
        }
    }
}

/// Checks that a reason has a text in each language, with all placeholders filled in, and marks existing cells.
///
/// # Errors
/// Returns what is wrong.
pub fn reason(reason: &Reason, scene: &Scene) -> Result<(), String> {
    let has_text = |lang| !reason.text(lang).is_empty();
    must([Lang::En, Lang::Ja, Lang::Zh].into_iter().all(has_text), || format!("{reason:?} lacks a text"))?;
    must(reason.cells().iter().all(|&cell| cell < scene.cells.len()), || format!("{reason:?} marks no cell"))
}

/// Checks that a gesture is possible on a scene.
///
/// # Errors
/// Returns what is wrong.
pub fn gesture(gesture: &Gesture, scene: &Scene) -> Result<(), String> {
    let carries = |piece: usize, to: &[usize]| {
        piece < scene.pieces.len() && !to.is_empty() && to.iter().all(|&cell| cell < scene.cells.len())
    };
    let possible = match gesture {
        Gesture::Carry { piece, to } => carries(*piece, to),
        Gesture::CarryAll(pieces) => {
            let different: BTreeSet<usize> = pieces.iter().map(|(piece, _)| *piece).collect();
            different.len() == pieces.len()
                && different.len() > 1
                && pieces.iter().all(|(piece, to)| carries(*piece, to))
        }
        Gesture::Tap(cell) => *cell < scene.cells.len(),
        Gesture::Key(key) => scene.keys.iter().any(|known| known.key == *key),
    };
    must(possible, || format!("{gesture:?} is not possible"))
}

/// Checks what a search within limits finds from the position after `line`.
fn solution(instance: &dyn Instance, position: &dyn Position, line: &Line) -> Result<(), String> {
    if !instance.can(QuestionKind::Solve) {
        return Ok(());
    }
    let means = Means { limits: LIMITS, ..Means::default() };
    let solution =
        position.ask(Solve::default(), &means, &mut Unwatched).map_err(|error| error.to_string())?;
    let Solution { outcome, proof, value, bound, reason: why, .. } = solution;
    must(proof == Proof::Unproved || matches!(outcome, Outcome::Solved(_)), || {
        "a proof of nothing".to_owned()
    })?;
    if let Outcome::Unsolvable = outcome {
        must(position.status() != Status::Solved, || "solved, but said to be unsolvable".to_owned())?;
    }
    if let Some(why) = why {
        reason(&why, &position.scene())?;
    }
    let Some(found) = outcome.found() else { return Ok(()) };
    let verdict = instance.check(&Line([&line.0[..], &found].concat()));
    must(verdict.fault.is_none() && verdict.solves, || {
        format!("{found:?} is no solution: {:?}", verdict.fault)
    })?;
    let whole = value.cost.map(|cost| cost + position.verdict().value.cost.unwrap_or_default());
    let costs = value.score.is_some() || verdict.value.cost == whole;
    must(costs, || format!("{found:?} is said to cost {:?}", value.cost))?;
    let below = bound.cost.is_none_or(|bound| value.cost.is_none_or(|cost| bound <= cost));
    must(value.score.is_some() || below, || format!("bound {bound:?}, but {value:?}"))
}

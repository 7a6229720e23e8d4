//! The rules of the knights once more, as plainly as can be, for those who check certificates; and the puzzle as a
//! planning task.

use tejun_puzzles::InputError;
use tejun_puzzles::kit::export::{Atom, Schema, Task};
use tejun_verify::rules::Rules;
use tejun_verify::{Statement, VerifyError};

/// A board. A position has the sign of each of its squares, row by row.
pub struct PlainKnights {
    width: usize,
    start: Vec<char>,
}

impl PlainKnights {
    /// Reads a puzzle in normal form.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(statement: &Statement) -> Result<PlainKnights, VerifyError> {
        let mut keys = statement.keys();
        let rows = keys.rows("board", "wb.#")?;
        keys.end()?;
        if statement.puzzle != "knights" || rows.len() * rows[0].len() > 31 {
            return Err(VerifyError::new("these are no knights on at most 31 squares"));
        }
        Ok(PlainKnights { width: rows[0].len(), start: rows.concat() })
    }

    fn is_jump(&self, from: usize, to: usize) -> bool {
        let distance =
            |side: fn(usize, usize) -> usize| side(from, self.width).abs_diff(side(to, self.width));
        distance(|at, width| at / width) * distance(|at, width| at % width) == 2
    }

    fn square(&self, name: &str) -> Option<usize> {
        let column = usize::from(name.bytes().next()?.checked_sub(b'a')?);
        let row = name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
        (column < self.width && row < self.start.len() / self.width).then_some(row * self.width + column)
    }
}

impl Rules for PlainKnights {
    type Position = Vec<char>;

    fn start(&self) -> Vec<char> {
        self.start.clone()
    }

    fn is_goal(&self, position: &Vec<char>) -> bool {
        let other = |sign: &char| match sign {
            'w' => 'b',
            'b' => 'w',
            sign => *sign,
        };
        position.iter().eq(&self.start.iter().map(other).collect::<Vec<char>>())
    }

    fn expand(&self, position: &Vec<char>, mut visit: impl FnMut(&Vec<char>, u32)) {
        for from in (0..position.len()).filter(|&from| "wb".contains(position[from])) {
            for to in (0..position.len()).filter(|&to| position[to] == '.' && self.is_jump(from, to)) {
                let mut next = position.clone();
                next.swap(from, to);
                visit(&next, 1);
            }
        }
    }

    fn play(&self, position: &mut Vec<char>, by: &str) -> Result<u32, String> {
        let squares = by.split_once('-').and_then(|(from, to)| Some((self.square(from)?, self.square(to)?)));
        let (from, to) = squares.ok_or("it names no two squares")?;
        if !"wb".contains(position[from]) || position[to] != '.' || !self.is_jump(from, to) {
            return Err("no knight jumps so".to_owned());
        }
        position.swap(from, to);
        Ok(1)
    }

    fn count(&self) -> u64 {
        3_u64.pow(self.start.len() as u32)
    }

    fn rank(&self, position: &Vec<char>) -> Option<u64> {
        let digit = |sign: &char| match sign {
            'w' => 1,
            'b' => 2,
            _ => 0,
        };
        Some(position.iter().fold(0, |rank, sign| 3 * rank + digit(sign)))
    }

    fn unrank(&self, mut rank: u64, position: &mut Vec<char>) {
        for at in (0..position.len()).rev() {
            if position[at] != '#' {
                position[at] = ['.', 'w', 'b'][(rank % 3) as usize];
            }
            rank /= 3;
        }
    }
}

/// The knights of a board as a planning task: the name of each square with what is on it, and the jumps.
///
/// # Errors
/// If it becomes too large.
pub fn task(squares: &[(String, char)], jumps: &[(usize, usize)]) -> Result<Task, InputError> {
    let mut task = Task::new("knights");
    let objects: Vec<usize> = squares.iter().map(|(name, _)| task.object(name, "square")).collect();
    let facts = |kinds: [&'static str; 3]| {
        let fact = |(&object, (_, sign)): (&usize, &(String, char))| {
            Atom(kinds[".wb".find(*sign).expect("a square is free, white or black")], vec![object])
        };
        objects.iter().zip(squares).map(fact).collect::<Vec<Atom>>()
    };
    task.initial = facts(["free", "white", "black"]);
    task.goals = vec![facts(["free", "black", "white"])];
    task.invariants = objects
        .iter()
        .map(|&square| ["free", "white", "black"].map(|is| Atom(is, vec![square])).to_vec())
        .collect();
    for colour in ["white", "black"] {
        for &(from, to) in jumps {
            let name = format!("jump-{colour}");
            let jump = || Schema {
                needs: vec![Atom(colour, vec![0]), Atom("free", vec![1])],
                adds: vec![Atom("free", vec![0]), Atom(colour, vec![1])],
                deletes: vec![Atom(colour, vec![0]), Atom("free", vec![1])],
                ..Schema::new(name.clone(), &[("from", "square"), ("to", "square")])
            };
            task.row(&name, vec![objects[from], objects[to]], jump)?;
        }
    }
    Ok(task)
}

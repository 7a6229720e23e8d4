//! Mistakes that somebody may make in a statement, or make on purpose.

use toml::Value;

use super::Keys;
use crate::certificates::mutations::Numbers;

/// Characters that no board has.
const STRANGE: [char; 8] = ['\t', '\u{3000}', '\u{200b}', 'é', '\'', '"', '\\', '字'];
/// Numbers at the ends of ranges.
const NUMBERS: [i64; 14] = [0, 1, 2, 3, 5, 127, 128, 129, 1000, 1001, -1, 1 << 32, i64::MAX, i64::MIN];
/// Keys that belong to other families, to any file, or to none.
const OTHERS: [&str; 8] = ["colour", "title", "source", "optimal", "board", "name", "", "a b"];

/// What mistakes are made of in a family.
pub struct Mistakes {
    /// Characters of its boards.
    pub signs: &'static str,
    /// Values of its keys.
    pub words: &'static [&'static str],
    /// Its keys.
    pub keys: &'static [&'static str],
}

impl Mistakes {
    /// Makes one.
    pub fn make(&self, keys: &mut Keys, numbers: &mut Numbers) {
        let known: Vec<String> = keys.keys().cloned().collect();
        let Some(key) = (!known.is_empty()).then(|| numbers.pick(&known)) else { return };
        match numbers.below(16) {
            0 => drop(keys.remove(&key)),
            1 => drop(keys.insert(numbers.pick(&OTHERS).to_owned(), self.value(numbers, 0))),
            2 | 3 => drop(keys.insert(numbers.pick(self.keys).to_owned(), self.value(numbers, 0))),
            4 => drop(keys.insert(key, self.value(numbers, 0))),
            // One drawing in place of another.
            5 => drop(keys.insert(key, keys[&numbers.pick(&known)].clone())),
            6 => {
                if let Some(board) = keys.get("board").cloned() {
                    keys.insert(numbers.pick(self.keys).to_owned(), board);
                }
            }
            _ => self.change(keys.get_mut(&key).expect("it is there"), numbers, 0),
        }
    }

    /// Some value.
    fn value(&self, numbers: &mut Numbers, depth: usize) -> Value {
        let texts =
            |numbers: &mut Numbers| (0..numbers.below(3)).map(|_| self.value(numbers, depth + 1)).collect();
        match numbers.below(8) {
            0..=3 => Value::String(self.word(numbers)),
            4 => Value::Integer(numbers.pick(&NUMBERS)),
            5 => Value::Boolean(numbers.once_in(2)),
            _ if depth > 1 => Value::String(self.sign(numbers).into()),
            6 => Value::Array(texts(numbers)),
            _ => {
                let names = ["-", "a", "name", "shape", "count", "flip"];
                let entry =
                    |numbers: &mut Numbers| (numbers.pick(&names).to_owned(), self.value(numbers, depth + 1));
                Value::Table((0..numbers.below(3)).map(|_| entry(numbers)).collect())
            }
        }
    }

    fn word(&self, numbers: &mut Numbers) -> String {
        if numbers.once_in(8) { String::new() } else { numbers.pick(self.words).to_owned() }
    }

    fn sign(&self, numbers: &mut Numbers) -> char {
        let signs: Vec<char> = self.signs.chars().collect();
        if numbers.once_in(20) { numbers.pick(&STRANGE) } else { numbers.pick(&signs) }
    }

    fn sign_or_space(&self, numbers: &mut Numbers) -> char {
        if numbers.once_in(2) { ' ' } else { self.sign(numbers) }
    }

    fn change(&self, value: &mut Value, numbers: &mut Numbers, depth: usize) {
        match value {
            Value::String(text) if text.contains('\n') => self.change_drawing(text, numbers),
            Value::String(text) if numbers.once_in(2) => {
                let mut signs: Vec<char> = text.chars().collect();
                let at = numbers.below(signs.len() + 1);
                match numbers.below(3) {
                    0 => drop(signs.drain(at..signs.len().min(at + 1))),
                    1 => signs.insert(at, self.sign(numbers)),
                    _ => signs.extend(text.chars().take(numbers.below(40))),
                }
                *text = signs.into_iter().collect();
            }
            Value::String(text) => *text = self.word(numbers),
            Value::Integer(number) if numbers.once_in(2) => {
                *number = number.saturating_add(numbers.below(3) as i64 - 1)
            }
            Value::Integer(number) => *number = numbers.pick(&NUMBERS),
            Value::Boolean(flag) => *flag = !*flag,
            Value::Array(values) => {
                let at = numbers.below(values.len() + 1);
                match (numbers.below(6), values.get_mut(at)) {
                    (0, _) | (_, None) => values.insert(at, self.value(numbers, depth + 1)),
                    (1, _) => drop(values.remove(at)),
                    (2, Some(one)) => {
                        let one = one.clone();
                        values.push(one);
                    }
                    (_, Some(one)) => self.change(one, numbers, depth + 1),
                }
            }
            Value::Table(values) => self.change_table(values, numbers, depth),
            other => *other = self.value(numbers, depth),
        }
    }

    fn change_table(&self, values: &mut Keys, numbers: &mut Numbers, depth: usize) {
        let known: Vec<String> = values.keys().cloned().collect();
        let name = if known.is_empty() { self.sign(numbers).into() } else { numbers.pick(&known) };
        match numbers.below(6) {
            0 => drop(values.remove(&name)),
            1 => drop(values.insert(self.sign(numbers).into(), self.value(numbers, depth + 1))),
            2 => {
                if let Some(value) = values.remove(&name) {
                    values.insert(self.sign(numbers).into(), value);
                }
            }
            _ => {
                if let Some(value) = values.get_mut(&name) {
                    self.change(value, numbers, depth + 1);
                }
            }
        }
    }

    /// Changes the rows of a drawing.
    fn change_drawing(&self, text: &mut String, numbers: &mut Numbers) {
        let ends = text.ends_with('\n');
        let mut rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
        let row = numbers.below(rows.len());
        let (height, width) = (rows.len(), rows[row].len());
        match numbers.below(16) {
            0 => drop(rows.remove(row)),
            1 => rows.insert(row, rows[row].clone()),
            2 => rows.insert(numbers.pick(&[0, row, height]), Vec::new()),
            3 => drop(rows[row].pop()),
            4 => rows[row].push(self.sign_or_space(numbers)),
            5 => {
                let sign = self.sign_or_space(numbers);
                rows.iter_mut().for_each(|row| row.push(sign));
            }
            6 => rows.iter_mut().for_each(|row| row.truncate(width.saturating_sub(1))),
            7 => {
                let sign = self.sign_or_space(numbers);
                rows.push(vec![sign; width]);
            }
            // Larger than a board may be, in some families.
            8 if numbers.once_in(4) => {
                let (sign, more) = (self.sign_or_space(numbers), numbers.pick(&[40, 130, 520]));
                rows.iter_mut().for_each(|row| row.extend(vec![sign; more / height]));
            }
            // One cell becomes as another: letters come to be in two parts.
            9..=11 if width > 0 => {
                let one = numbers.below(width);
                let other = numbers.below(height);
                let Some(cell) = rows[other].get(numbers.below(width)).copied() else { return };
                rows[row][one] = cell;
            }
            _ if width > 0 => rows[row][numbers.below(width)] = self.sign(numbers),
            _ => {}
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        *text = rows.join("\n") + if ends || rows.len() < 2 { "\n" } else { "" };
    }
}

/// Makes a mistake in the text of a statement.
pub fn in_text(text: &mut String, numbers: &mut Numbers) {
    let mut lines: Vec<&str> = text.lines().collect();
    let (one, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(4) {
        0 => lines.insert(one, lines[other]),
        1 => lines.swap(one, other),
        _ => return numbers.change_text(text),
    }
    *text = lines.join("\n") + "\n";
}

//! The puzzle that a certificate is about, in normal form: as tejun writes the puzzle that it has read. That is a part of TOML
//! with one spelling of everything. Keys have one order, none is left out that has a default, and drawings are rectangles.

use crate::error::VerifyError;

/// Most cells of a drawing.
const MOST_CELLS: usize = 1 << 18;

/// A puzzle in normal form: the family, and its keys, which the family reads.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name of the family.
    pub puzzle: String,
    keys: String,
}

impl Statement {
    /// Reads the first line.
    ///
    /// # Errors
    /// If it does not name the family.
    pub fn read(text: &str) -> Result<Statement, VerifyError> {
        let mut keys = Keys { rest: text };
        let puzzle = keys.word("puzzle")?;
        Ok(Statement { puzzle, keys: keys.rest.to_owned() })
    }

    /// The keys after the first line.
    pub fn keys(&self) -> Keys<'_> {
        Keys { rest: &self.keys }
    }
}

/// Keys and values, which are taken in the order of the family. What is not spelled as tejun spells it is refused.
pub struct Keys<'a> {
    rest: &'a str,
}

impl Keys<'_> {
    /// Skips a word if it is next.
    pub fn takes(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, word: &str) -> Result<(), VerifyError> {
        if self.takes(word) { Ok(()) } else { Err(self.strange(&format!("{word:?}"))) }
    }

    /// The error if what is next is not what belongs there.
    fn strange(&self, belongs: &str) -> VerifyError {
        let found: String = self.rest.chars().take(20).collect();
        VerifyError::new(format!("the puzzle is not in normal form: {found:?} is where {belongs} belongs"))
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If something else is next.
    pub fn end(self) -> Result<(), VerifyError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.strange("its end")) }
    }

    /// Whether a key is next.
    pub fn has(&self, key: &str) -> bool {
        self.rest.strip_prefix(key).is_some_and(|rest| rest.starts_with(" = "))
    }

    /// What the text of a key stands for, which is one of several.
    ///
    /// # Errors
    /// If something else is next.
    pub fn choice<T: Copy>(&mut self, key: &str, of: &[(&str, T)]) -> Result<T, VerifyError> {
        self.expect(&format!("{key} = "))?;
        let chosen = of.iter().find(|(name, _)| self.takes(&format!("\"{name}\"\n")));
        let names: Vec<&str> = of.iter().map(|(name, _)| *name).collect();
        chosen.map(|chosen| chosen.1).ok_or_else(|| self.strange(&names.join(" or ")))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// If something else is next.
    pub fn flag(&mut self, key: &str) -> Result<bool, VerifyError> {
        self.expect(&format!("{key} = "))?;
        let flag = self.takes("true\n");
        if flag || self.takes("false\n") { Ok(flag) } else { Err(self.strange("true or false")) }
    }

    /// A number.
    ///
    /// # Errors
    /// If something else is next.
    pub fn number(&mut self, key: &str) -> Result<u64, VerifyError> {
        self.expect(&format!("{key} = "))?;
        let digits = self.rest.split('\n').next().unwrap_or_default();
        let number = digits.parse().ok().filter(|number: &u64| number.to_string() == digits);
        let number = number.ok_or_else(|| self.strange("a number"))?;
        self.rest = &self.rest[digits.len()..];
        self.expect("\n").map(|()| number)
    }

    /// A text in a line.
    ///
    /// # Errors
    /// If something else is next.
    pub fn word(&mut self, key: &str) -> Result<String, VerifyError> {
        self.expect(&format!("{key} = "))?;
        let word = self.quoted()?;
        self.expect("\n").map(|()| word)
    }

    /// The list of characters of a key that was taken.
    ///
    /// # Errors
    /// If something else is next.
    pub fn letters(&mut self) -> Result<Vec<char>, VerifyError> {
        self.expect(" = [")?;
        let mut letters = vec![self.letter()?];
        while self.takes(", ") {
            letters.push(self.letter()?);
        }
        self.expect("]\n").map(|()| letters)
    }

    /// A character in quotation marks.
    ///
    /// # Errors
    /// If something else is next.
    pub fn letter(&mut self) -> Result<char, VerifyError> {
        let text = self.quoted()?;
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        letter.ok_or_else(|| VerifyError::new("a letter of a piece is no single character"))
    }

    /// A text in quotation marks, with backslashes before those within, before `n` for a new line, and before themselves.
    fn quoted(&mut self) -> Result<String, VerifyError> {
        self.expect("\"")?;
        let mut text = String::new();
        let mut signs = self.rest.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '"' => {
                    self.rest = signs.as_str();
                    return Ok(text);
                }
                '\\' => match signs.next() {
                    Some('n') => text.push('\n'),
                    Some(sign @ ('"' | '\\')) => text.push(sign),
                    _ => break,
                },
                '\n' => break,
                sign => text.push(sign),
            }
        }
        Err(self.strange("a text that ends"))
    }

    /// A text of lines, between three apostrophes, or in quotation marks where those would end it.
    ///
    /// # Errors
    /// If something else is next.
    pub fn text(&mut self, key: &str) -> Result<String, VerifyError> {
        self.expect(&format!("{key} = "))?;
        let text = if self.takes("'''\n") {
            let (text, rest) = self.rest.split_once("'''").ok_or_else(|| self.strange("a text that ends"))?;
            self.rest = rest;
            text.to_owned()
        } else {
            let text = self.quoted()?;
            if !text.contains("'''") && !text.ends_with('\'') {
                return Err(self.strange("the end of a text between three apostrophes"));
            }
            text
        };
        self.expect("\n").map(|()| text)
    }

    /// The rows of a drawing, all as long as the first, drawn with these signs, or, if none is given, with all but spaces.
    ///
    /// # Errors
    /// If something else is next.
    pub fn rows(&mut self, key: &str, signs: &str) -> Result<Vec<Vec<char>>, VerifyError> {
        let text = self.text(key)?;
        drawing(&text, key, signs)
    }

    /// The layers of a drawing, which empty rows separate: all as large as the first.
    ///
    /// # Errors
    /// If something else is next.
    pub fn layers(&mut self, key: &str, signs: &str) -> Result<Vec<Vec<Vec<char>>>, VerifyError> {
        let text = self.text(key)?;
        if text.len() > MOST_CELLS {
            return Err(too_large(key));
        }
        let layers: Result<Vec<_>, _> = text.split("\n\n").map(|layer| drawing(layer, key, signs)).collect();
        let layers = layers?;
        let size = |layer: &Vec<Vec<char>>| (layer.len(), layer[0].len());
        match layers.iter().all(|layer| size(layer) == size(&layers[0])) {
            true => Ok(layers),
            false => Err(VerifyError::new(format!("the layers of the {key} differ in size"))),
        }
    }

    /// The drawing of the goal, as large as the board, where each sign of the board has one that `fits`.
    ///
    /// # Errors
    /// If something else is next.
    pub fn goal(
        &mut self,
        signs: &str,
        board: &[Vec<char>],
        fits: fn(char, char) -> bool,
    ) -> Result<Vec<Vec<char>>, VerifyError> {
        let goal = self.rows("goal", signs)?;
        if (goal.len(), goal[0].len()) != (board.len(), board[0].len()) {
            return Err(VerifyError::new("board and goal differ in size"));
        }
        for (row, (signs, others)) in board.iter().zip(&goal).enumerate() {
            let pairs = signs.iter().zip(others);
            if let Some(column) = pairs.into_iter().position(|(&sign, &other)| !fits(sign, other)) {
                return Err(VerifyError::at((row, column), "board and goal differ here").within("goal"));
            }
        }
        Ok(goal)
    }
}

/// The rows of a drawing, all as long as the first, drawn with these signs, or, if none is given, with all but spaces.
fn drawing(text: &str, key: &str, signs: &str) -> Result<Vec<Vec<char>>, VerifyError> {
    // An empty row counts as one cell.
    if text.split('\n').map(|row| row.chars().count().max(1)).sum::<usize>() > MOST_CELLS {
        return Err(too_large(key));
    }
    let rows: Vec<Vec<char>> = text.split('\n').map(|row| row.chars().collect()).collect();
    let is_strange =
        |sign: &char| if signs.is_empty() { sign.is_whitespace() } else { !signs.contains(*sign) };
    for (row, drawn) in rows.iter().enumerate() {
        let (length, width) = (drawn.len(), rows[0].len());
        if length == 0 || length != width {
            let what = format!("a row of length {length}, where the first has {width}");
            return Err(VerifyError::at((row, length), what).within(key));
        }
        if let Some(column) = drawn.iter().position(is_strange) {
            let what = format!("{:?} is no sign of this drawing in normal form", drawn[column]);
            return Err(VerifyError::at((row, column), what).within(key));
        }
    }
    Ok(rows)
}

fn too_large(key: &str) -> VerifyError {
    VerifyError::new(format!("the {key} is larger than {MOST_CELLS} cells"))
}

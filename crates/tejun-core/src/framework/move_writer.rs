//! Moves of a search as text.

/// Writes the moves of a search as text, by playing them.
pub struct MoveWriter<S, F> {
    /// The position from which lines begin.
    pub start: S,
    /// Plays a move in a position and returns its text.
    pub play: F,
}

impl<S: Clone, F> MoveWriter<S, F> {
    /// Returns a writer of lines from `start`; `play` plays a move in a position and returns its text.
    pub fn new(start: S, play: F) -> Self {
        MoveWriter { start, play }
    }

    /// Writes a line.
    pub fn line<M: Copy>(&self, moves: &[M]) -> Vec<String>
    where
        F: Fn(&mut S, M) -> String,
    {
        let mut position = self.start.clone();
        moves.iter().map(|&by| (self.play)(&mut position, by)).collect()
    }
}

/// Writes lines one after the other, each from where it leaves the one before.
pub(crate) struct LineWriter<'w, S, F> {
    writer: &'w MoveWriter<S, F>,
    /// The position after each move of the line.
    positions: Vec<S>,
    text: String,
    /// Where the text of each move ends.
    ends: Vec<usize>,
}

impl<'w, S: Clone, F> LineWriter<'w, S, F> {
    /// Returns a writer at the start.
    pub fn new(writer: &'w MoveWriter<S, F>) -> Self {
        LineWriter { writer, positions: Vec::new(), text: String::new(), ends: Vec::new() }
    }

    /// Takes moves back until `moves` are left.
    pub fn truncate(&mut self, moves: usize) {
        self.positions.truncate(moves);
        self.ends.truncate(moves);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Plays a move on.
    pub fn push<M>(&mut self, by: M)
    where
        F: Fn(&mut S, M) -> String,
    {
        let mut position = self.positions.last().unwrap_or(&self.writer.start).clone();
        let text = (self.writer.play)(&mut position, by);
        if !self.ends.is_empty() {
            self.text.push(' ');
        }
        self.text += &text;
        self.ends.push(self.text.len());
        self.positions.push(position);
    }

    /// The line, its moves separated by spaces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of moves of the line.
    pub fn moves(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_from_where_it_leaves_the_one_before() {
        // Moves add; their text is the sum.
        let writer = MoveWriter::new(1, |sum: &mut u32, by: u32| {
            *sum += by;
            sum.to_string()
        });
        let mut lines = LineWriter::new(&writer);
        for (shared, moves) in
            [(0, vec![1, 10, 100]), (1, vec![1, 20]), (2, vec![1, 20]), (0, vec![]), (0, vec![7])]
        {
            lines.truncate(shared);
            moves[shared..].iter().for_each(|&by| lines.push(by));
            assert_eq!(lines.text(), writer.line(&moves).join(" "));
            assert_eq!(lines.moves(), moves.len());
        }
    }
}

//! What a survey has found so far, as text.

use std::fmt::Write;

use super::summary::{Level, Summary};

/// The rows of a survey, by number of pieces. The last may lack some shares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    pub rows: Vec<Summary>,
    /// Number of shares of the last row that are searched, and of all; equal if it is complete.
    pub share: u64,
    pub shares: u64,
    /// Number of placements searched.
    pub expanded: u64,
}

impl Checkpoint {
    /// Number of rows that are complete.
    pub fn complete(&self) -> usize {
        self.rows.len() - usize::from(self.share < self.shares)
    }

    /// Writes it.
    pub fn write(&self) -> String {
        let mut text = format!("shares {} {} {}\n", self.share, self.shares, self.expanded);
        for row in &self.rows {
            let _ = writeln!(text, "row {}", row.placements);
            for Level { starts, weight } in &row.levels {
                let _ = writeln!(text, "level {starts} {weight}");
            }
            for (lane, placement, head) in &row.farthest {
                let _ = writeln!(text, "start {lane} {placement} {head}");
            }
        }
        text
    }

    /// Reads what [`Checkpoint::write`] has written; `None` if it is something else.
    pub fn read(text: &str) -> Option<Checkpoint> {
        let mut checkpoint = Checkpoint::default();
        for line in text.lines() {
            let (what, numbers) = line.split_once(' ')?;
            let numbers: Option<Vec<u64>> = numbers.split(' ').map(|number| number.parse().ok()).collect();
            let row = checkpoint.rows.last_mut();
            match (what, &numbers?[..], row) {
                ("shares", &[share, shares, expanded], None) => {
                    (checkpoint.share, checkpoint.shares, checkpoint.expanded) = (share, shares, expanded);
                }
                ("row", &[placements], _) => {
                    checkpoint.rows.push(Summary { placements, ..Summary::default() });
                }
                ("level", &[starts, weight], Some(row)) => row.levels.push(Level { starts, weight }),
                ("start", &[lane, placement, head], Some(row)) => {
                    row.farthest.insert((lane.try_into().ok()?, placement, head.try_into().ok()?));
                }
                _ => return None,
            }
        }
        (checkpoint.share <= checkpoint.shares).then_some(checkpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let level = |starts| Level { starts, weight: starts + 1 };
        let row = Summary {
            placements: 13,
            levels: vec![level(0), level(7)],
            farthest: [(0, 1 << 59, 31), (3, 5, 0)].into(),
        };
        let checkpoint =
            Checkpoint { rows: vec![Summary::default(), row], share: 1, shares: 2, expanded: 99 };
        assert_eq!(Checkpoint::read(&checkpoint.write()), Some(checkpoint.clone()));
        assert_eq!(checkpoint.complete(), 1);
        for wrong in ["level 1 2\n", "row\n", "row 1 2\n", "shares 2 1 0\n", "start 0 0 0\n", "row x\n"] {
            assert_eq!(Checkpoint::read(wrong), None, "{wrong}");
        }
    }
}

//! Lines as programs of Sokoban write them: a letter for each step of the man, up, down, left or right, a capital one
//! if he pushes a box.

use std::collections::VecDeque;

use super::rules::{Push, Sokoban};
use super::word::Word;
use crate::{CellId, Reason};
use tejun_core::Direction;
use tejun_core::bits::Cells;

crate::sentences! {
    AS_LURD = "as-lurd", "LURD, the man's steps", "LURD（倉庫番の一歩ずつ）", "LURD（人的每一步）";
    NO_STEP = "no-step", "a wall is in the way", "壁があって進めません", "前面是墙，走不过去";
    NO_BOX = "no-box", "there is no box to push here: a step without a push is {other}",
        "ここに押す荷物がありません。押さない一歩は {other} と書きます",
        "这里没有箱子可推：不推箱子的一步写作 {other}";
    PUSHES = "pushes", "a box is in the way: a push is {other}",
        "荷物があります。押すなら {other} と書きます", "前面有箱子：推动写作 {other}";
    NO_ROOM = "no-room", "the box cannot be pushed there: the cell ahead is not free",
        "この荷物は押せません。先のマスが空いていません", "这个箱子推不动：前方一格不空";
}

/// The letters of the steps, in the order of [`Direction::ALL`], and those of the pushes.
pub(super) const LETTERS: &str = "udlrUDLR";

impl<S: Word> Sokoban<S> {
    /// Plays a step of the man and returns what it costs; `None` if the text is no step.
    pub(super) fn step(&self, state: &mut S, text: &str) -> Option<Result<u32, Reason>> {
        let letter = LETTERS.find(text).filter(|_| text.len() == 1)?;
        let (direction, pushes) = (letter % 4, letter >= 4);
        Some(self.stepped(state, direction, pushes).map(|next| {
            *state = next;
            u32::from(pushes || self.floor.counts_steps)
        }))
    }

    fn stepped(&self, state: &S, direction: usize, pushes: bool) -> Result<S, Reason> {
        let wrong = |sentence, cells: &[CellId]| {
            let other = LETTERS.chars().nth((direction + 4 * usize::from(!pushes)) % 8);
            Err(Reason::new(sentence).with("other", other.unwrap_or_default()).on(cells.iter().copied()))
        };
        let (boxes, man) = (state.boxes(), state.man());
        let Some(to) = self.floor.beside[man][direction] else { return wrong(&NO_STEP, &[man]) };
        if pushes != boxes.has(to as u32) {
            return wrong(if pushes { &NO_BOX } else { &PUSHES }, &[to]);
        }
        if !pushes {
            return Ok(S::new(boxes, to));
        }
        match self.floor.beside[to][direction].filter(|&beyond| !boxes.has(beyond as u32)) {
            Some(beyond) => Ok(S::new((boxes & !S::Set::only(to as u32)) | S::Set::only(beyond as u32), to)),
            None => wrong(&NO_ROOM, &[to]),
        }
    }

    /// The steps of a push, with a shortest walk to it.
    pub(super) fn steps(&self, state: &S, (from, to, _): Push) -> String {
        let beside = |cell: CellId, direction: usize| self.floor.beside[cell][direction];
        let ways = || (0..Direction::ALL.len()).filter(|&way| beside(from, way) == Some(to));
        let letter = |way: usize| LETTERS.chars().nth(way).unwrap_or_default();
        let mut before = vec![None; self.floor.beside.len()];
        let mut queue = VecDeque::from([state.man()]);
        while let Some(cell) = queue.pop_front() {
            if let Some(way) = ways().find(|&way| beside(cell, way) == Some(from)) {
                let mut steps = vec![letter(way + 4)];
                let mut at = cell;
                while let Some((from, way)) = before[at].filter(|_| at != state.man()) {
                    steps.push(letter(way));
                    at = from;
                }
                return steps.into_iter().rev().collect();
            }
            for way in 0..Direction::ALL.len() {
                let next = beside(cell, way).filter(|&next| !state.boxes().has(next as u32));
                if let Some(next) = next.filter(|&next| before[next].is_none()) {
                    before[next] = Some((cell, way));
                    queue.push_back(next);
                }
            }
        }
        unreachable!("the man can walk to a push")
    }
}

//! Rules that undo each other: they go round in a cycle until a limit of the language ends them.

/// Most rules come to rest before this step. Those that do not are compared from it on.
const FIRST: usize = 8;

/// Counts steps up to a limit. Once a state comes back, all that follows is known: leaves out the whole cycles, so that
/// only the rest of the last one is played. Keeps one state, that at the last power of two (Brent 1980).
pub(super) struct Cycle<S> {
    limit: usize,
    steps: usize,
    landmark: Option<(usize, S)>,
}

impl<S> Cycle<S> {
    /// At most `limit` steps.
    pub fn new(limit: usize) -> Self {
        Self { limit, steps: 0, landmark: None }
    }

    /// Counts a step that is done. Whether another may follow. `state` is all that the next step depends on, and `is`
    /// tells whether a state is that of now.
    #[inline]
    pub fn goes_on(&mut self, is: impl FnOnce(&S) -> bool, state: impl FnOnce() -> S) -> bool {
        self.steps += 1;
        if self.steps >= FIRST {
            match &self.landmark {
                Some((step, landmark)) if is(landmark) => {
                    let rest = (self.limit - self.steps) % (self.steps - step);
                    self.steps = self.limit - rest;
                    self.landmark = None;
                }
                _ if self.steps.is_power_of_two() => self.landmark = Some((self.steps, state())),
                _ => {}
            }
        }
        self.steps < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state after the last step of `next`, and how many were played.
    fn play(limit: usize, next: impl Fn(usize) -> usize) -> (usize, usize) {
        let (mut state, mut played) = (0, 0);
        let mut cycle = Cycle::new(limit);
        loop {
            state = next(state);
            played += 1;
            if !cycle.goes_on(|&landmark| landmark == state, || state) {
                return (state, played);
            }
        }
    }

    #[test]
    fn what_is_left_out_changes_nothing() {
        for limit in 1..260 {
            for tail in [0, 1, 5, 8, 40] {
                for period in [1, 2, 3, 7, 64, 100] {
                    let next = |state| if state + 1 == tail + period { tail } else { state + 1 };
                    let plain = (0..limit).fold(0, |state, _| next(state));
                    let (state, played) = play(limit, next);
                    assert_eq!(state, plain, "limit {limit}, tail {tail}, period {period}");
                    // Brent's bound on the steps before a cycle is found, and the rest of one.
                    let most = 2 * (2 * tail.max(period).max(FIRST)) + 2 * period;
                    assert!(played <= limit.min(most), "{played} of {limit}, tail {tail}, period {period}");
                }
            }
        }
    }
}

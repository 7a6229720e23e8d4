//! The speed of a search to watch: events per second, single steps, or paused.

use std::time::Duration;

/// At this many events per second there is no pause at all: a terminal draws far fewer.
const FASTEST: u32 = 1 << 14;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// Pause or resume.
    Toggle,
    /// Take one step and pause.
    Step,
    /// Double the speed.
    Faster,
    /// Halve the speed.
    Slower,
    /// Quit.
    Quit,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Take the next event.
    Go,
    /// Wait this long, or until a key is pressed.
    Wait(Option<Duration>),
    /// Quit.
    Quit,
}

/// The pace of a search. It reads no clock; callers pass the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    speed: u32,
    paused: bool,
    /// Number of single steps requested but not yet taken.
    steps: u32,
    quit: bool,
}

impl Pace {
    /// A pace of `speed` events per second.
    pub fn new(speed: u32) -> Self {
        Pace { speed: speed.clamp(1, FASTEST), paused: false, steps: 0, quit: false }
    }

    pub fn control(&mut self, control: Control) {
        match control {
            Control::Toggle => (self.paused, self.steps) = (!self.paused, 0),
            Control::Step => (self.paused, self.steps) = (true, self.steps.saturating_add(1)),
            Control::Faster => self.speed = (self.speed * 2).min(FASTEST),
            Control::Slower => self.speed = (self.speed / 2).max(1),
            Control::Quit => self.quit = true,
        }
    }

    /// What to do next, given the time since the last event.
    pub fn turn(&mut self, since: Duration) -> Turn {
        if self.quit {
            return Turn::Quit;
        }
        if self.paused {
            let Some(steps) = self.steps.checked_sub(1) else { return Turn::Wait(None) };
            self.steps = steps;
            return Turn::Go;
        }
        let every = if self.speed < FASTEST { Duration::from_secs(1) / self.speed } else { Duration::ZERO };
        let rest = every.saturating_sub(since);
        if rest.is_zero() { Turn::Go } else { Turn::Wait(Some(rest)) }
    }
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Pace { paused: true, .. } => write!(f, "paused"),
            Pace { speed: FASTEST, .. } => write!(f, "full speed"),
            Pace { speed, .. } => write!(f, "{speed} events a second"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT_ONCE: Duration = Duration::ZERO;
    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn it_waits_between_events() {
        let mut pace = Pace::new(4);
        assert_eq!(pace.turn(AT_ONCE), Turn::Wait(Some(Duration::from_millis(250))));
        assert_eq!(pace.turn(Duration::from_millis(100)), Turn::Wait(Some(Duration::from_millis(150))));
        assert_eq!(pace.turn(Duration::from_millis(250)), Turn::Go);
        pace.control(Control::Faster);
        assert_eq!(pace.turn(Duration::from_millis(125)), Turn::Go);
        for _ in 0..40 {
            pace.control(Control::Slower);
        }
        assert_eq!(pace.turn(AT_ONCE), Turn::Wait(Some(Duration::from_secs(1))));
        for _ in 0..40 {
            pace.control(Control::Faster);
        }
        assert_eq!(pace.turn(AT_ONCE), Turn::Go);
        assert_eq!(pace.to_string(), "full speed");
    }

    #[test]
    fn it_is_paused_and_resumed() {
        let mut pace = Pace::new(1);
        pace.control(Control::Toggle);
        assert_eq!(pace.to_string(), "paused");
        assert_eq!(pace.turn(LONG), Turn::Wait(None));
        pace.control(Control::Toggle);
        assert_eq!(pace.turn(LONG), Turn::Go);
    }

    #[test]
    fn a_step_is_one_event() {
        let mut pace = Pace::new(1);
        // While running, a step pauses the search. Two wishes are two steps, however close together.
        pace.control(Control::Step);
        pace.control(Control::Step);
        assert_eq!([AT_ONCE; 3].map(|since| pace.turn(since)), [Turn::Go, Turn::Go, Turn::Wait(None)]);
        // Pending steps are dropped when the search resumes.
        pace.control(Control::Step);
        pace.control(Control::Toggle);
        pace.control(Control::Toggle);
        assert_eq!(pace.turn(LONG), Turn::Wait(None));
    }

    #[test]
    fn quitting_comes_first() {
        let mut pace = Pace::new(1);
        pace.control(Control::Step);
        pace.control(Control::Quit);
        assert_eq!(pace.turn(LONG), Turn::Quit);
    }
}

//! The rules compared with a second implementation, written as simply as possible.

use proptest::prelude::*;
use tejun_puzzles::pacman::arena::{Arena, MOVES};
use tejun_puzzles::pacman::generate;
use tejun_puzzles::pacman::map::{Kind, Map};
use tejun_puzzles::pacman::play::{End, MoveError, Play};
use tejun_puzzles::pacman::position::{Layout, words};
use tejun_puzzles::pacman::schedule::Schedule;

use crate::common::cases;

/// An enemy of the plain simulator, in columns, rows and characters.
#[derive(Clone, Debug)]
struct Plain {
    kind: char,
    at: (i32, i32),
    came_from: (i32, i32),
    /// Number of intersections seen; only J uses it.
    seen: u32,
}

struct PlainGame {
    rows: Vec<Vec<char>>,
    time: u32,
    limit: u32,
    pacman: (i32, i32),
    enemies: Vec<Plain>,
}

#[derive(Debug, PartialEq)]
enum Event {
    Wall,
    Caught(Vec<usize>),
    Alive { all_eaten: bool },
}

impl PlainGame {
    fn new(text: &str) -> Self {
        let mut lines = text.lines();
        let limit = lines.next().unwrap().parse().unwrap();
        let rows: Vec<Vec<char>> = lines.skip(1).map(|line| line.chars().collect()).collect();
        let mut game = PlainGame { rows, time: 0, limit, pacman: (0, 0), enemies: Vec::new() };
        for y in 0..game.rows.len() {
            for x in 0..game.rows[y].len() {
                let at = (x as i32, y as i32);
                match game.rows[y][x] {
                    '@' => game.pacman = at,
                    kind if "VHLRJ".contains(kind) => {
                        game.enemies.push(Plain { kind, at, came_from: at, seen: 0 });
                    }
                    _ => continue,
                }
                game.rows[y][x] = ' ';
            }
        }
        game
    }

    fn open(&self, (x, y): (i32, i32)) -> bool {
        self.rows[y as usize][x as usize] != '#'
    }

    fn enemy_goes(&self, enemy: &mut Plain) {
        let (x, y) = enemy.at;
        let down_left_up_right = [(x, y + 1), (x - 1, y), (x, y - 1), (x + 1, y)];
        let open: Vec<(i32, i32)> = down_left_up_right.into_iter().filter(|&to| self.open(to)).collect();
        let to = if self.time == 0 || open.len() == 1 {
            open[0]
        } else if open.len() == 2 {
            if open[0] == enemy.came_from { open[1] } else { open[0] }
        } else {
            let (dx, dy) = (self.pacman.0 - x, self.pacman.1 - y);
            let vertical = (dy != 0).then_some((x, y + dy.signum()));
            let horizontal = (dx != 0).then_some((x + dx.signum(), y));
            // For the heading (hx, hy), with y growing downwards, left is (hy, -hx).
            let (hx, hy) = (x - enemy.came_from.0, y - enemy.came_from.1);
            let left = Some((x + hy, y - hx));
            let forward = Some((x + hx, y + hy));
            let right = Some((x - hy, y + hx));
            if enemy.kind == 'J' {
                enemy.seen += 1;
            }
            let wishes = match enemy.kind {
                'V' => vec![vertical, horizontal],
                'H' => vec![horizontal, vertical],
                'L' => vec![left, forward, right],
                'R' => vec![right, forward, left],
                _ if enemy.seen % 2 == 1 => vec![left, forward, right],
                _ => vec![right, forward, left],
            };
            wishes.into_iter().flatten().find(|&to| self.open(to)).unwrap_or(open[0])
        };
        enemy.came_from = enemy.at;
        enemy.at = to;
    }

    fn step(&mut self, step: char) -> Event {
        let (x, y) = self.pacman;
        let to = match step {
            'h' => (x - 1, y),
            'j' => (x, y + 1),
            'k' => (x, y - 1),
            'l' => (x + 1, y),
            _ => (x, y),
        };
        if !self.open(to) {
            return Event::Wall;
        }
        let before: Vec<(i32, i32)> = self.enemies.iter().map(|enemy| enemy.at).collect();
        let mut enemies = self.enemies.clone();
        for enemy in &mut enemies {
            self.enemy_goes(enemy);
        }
        self.enemies = enemies;
        self.time += 1;
        let caught: Vec<usize> = (0..self.enemies.len())
            .filter(|&index| {
                let now = self.enemies[index].at;
                now == to || (before[index] == to && now == self.pacman)
            })
            .collect();
        self.pacman = to;
        if !caught.is_empty() {
            return Event::Caught(caught);
        }
        self.rows[to.1 as usize][to.0 as usize] = ' ';
        Event::Alive { all_eaten: self.dots() == 0 }
    }

    fn dots(&self) -> usize {
        self.rows.iter().flatten().filter(|&&cell| cell == '.').count()
    }
}

/// Plays the same moves in all three simulators and compares everything after each one.
fn agree(map: Map, choices: &[u8]) -> Result<(), TestCaseError> {
    let text = map.text();
    let game = Arena::new(map);
    let mut plain = PlainGame::new(&text);
    let mut play = Play::new(&game);
    assert!(words(&game) <= 16);
    let schedule = Schedule::new(&game);
    let layout = Layout::<16>::new(&schedule);
    let mut position = layout.start();
    let total = plain.dots();
    prop_assert_eq!(total, game.dots());
    for &choice in choices {
        if play.end().is_some() {
            break;
        }
        let time = play.time();
        let way = usize::from(choice) % MOVES.len();
        let event = plain.step(MOVES[way]);
        let result = play.step(way);
        let mut reached = None;
        layout.expand(time, &position, |step, after, _| {
            if step == way {
                reached = Some(after);
            }
        });
        match event {
            Event::Wall => {
                prop_assert_eq!(result, Err(MoveError::Wall));
                prop_assert!(reached.is_none());
            }
            Event::Caught(by) => {
                prop_assert!(reached.is_none());
                let Some(End::Caught { time, enemy, .. }) = play.end() else {
                    return Err(TestCaseError::fail("not caught"));
                };
                prop_assert_eq!(time, plain.time);
                prop_assert_eq!(enemy, by[0]);
                prop_assert_eq!(play.score(), None);
                return Ok(());
            }
            Event::Alive { all_eaten } => {
                prop_assert_eq!(result, Ok(()));
                position = reached.expect("a move that the rules allow");
                prop_assert_eq!(play.eaten(), total - plain.dots());
                prop_assert_eq!(position.left() as usize, plain.dots());
                let place = |cell: u16| {
                    let (x, y) = game.maze().place[usize::from(cell)];
                    (i32::from(x), i32::from(y))
                };
                prop_assert_eq!(place(position.cell()), plain.pacman);
                let enemies: Vec<_> = play.enemies().map(|(_, cell)| place(cell)).collect();
                let expected: Vec<_> = plain.enemies.iter().map(|enemy| enemy.at).collect();
                prop_assert_eq!(enemies, expected);
                let chasers: Vec<_> = layout.chasers(&position).map(|chaser| place(chaser.cell())).collect();
                let chasing = plain.enemies.iter().filter(|enemy| "VH".contains(enemy.kind));
                prop_assert_eq!(chasers, chasing.map(|enemy| enemy.at).collect::<Vec<_>>());
                let ends = all_eaten || plain.time == plain.limit;
                prop_assert_eq!(play.end().is_some(), ends);
                if all_eaten {
                    prop_assert_eq!(play.score(), Some(total as u32 + plain.limit - plain.time));
                } else if ends {
                    prop_assert_eq!(play.score(), Some((total - plain.dots()) as u32));
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn simulators_agree_step_by_step(
        (width, height) in (7usize..24, 7usize..18),
        enemies in prop::collection::vec(prop::sample::select(Kind::ALL.to_vec()), 0..5),
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u8>(), 300),
    ) {
        agree(generate(width, height, &enemies, None, seed).unwrap(), &choices)?;
    }
}

/// Plays that dodge enemies: random moves among those that do not get Pac-Man caught at once. Fully random
/// plays end too early to see enemies at many intersections.
#[test]
fn simulators_agree_over_long_plays() {
    let mut steps = 0;
    for (seed, kind) in (0..u64::from(cases(60))).flat_map(|seed| Kind::ALL.map(|kind| (seed, kind))) {
        let game = Arena::new(generate(21, 15, &[kind, kind, Kind::J], None, seed).unwrap());
        let schedule = Schedule::new(&game);
        let layout = Layout::<16>::new(&schedule);
        let mut position = layout.start();
        let mut moves = Vec::new();
        let mut die = seed;
        for time in 0..game.time() {
            let mut ways = Vec::new();
            layout.expand(time, &position, |way, after, _| ways.push((way, after)));
            if ways.is_empty() || position.left() == 0 {
                break;
            }
            die = die.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (way, after) = ways[(die >> 33) as usize % ways.len()];
            moves.push(way as u8);
            position = after;
        }
        steps += moves.len();
        agree(game.map().clone(), &moves).unwrap();
    }
    assert!(steps > cases(10_000) as usize, "only {steps} steps were compared");
}

//! Sokoban: what groups of boxes need leads a search.

mod databases;
mod room;

use std::collections::HashSet;

use self::databases::Databases;
use self::room::Room;
use super::{Budget, HIGHEST_PRICE, KNOWN_BYTES, MOST_BOXES, MOST_KNOWN, bits, number};
use crate::certificate::{Certificate, Claim};
use crate::error::VerifyError;
use crate::levels::replay;
use crate::limits::Limits;
use crate::rules::sokoban::Sokoban;

/// Checks a certificate that names a price for each goal. What was looked at, in a few words.
///
/// # Errors
/// If it does not prove what it claims. If the limits end the check.
pub(crate) fn check(
    rules: &Sokoban,
    certificate: &Certificate,
    guide: &str,
    limits: &Limits,
) -> Result<String, VerifyError> {
    let room = &Room::new(rules);
    let boxes = rules.boxes(&rules.start);
    let most = match certificate.claim {
        Claim::Optimal(cost) if !rules.steps => {
            replay(rules, &certificate.line, cost)?;
            // A push takes a box to a cell of the other colour, as on a chessboard. So where no goal stays free, all lines are as odd.
            let step = if boxes.count_ones() == room.goals.count_ones() { 2 } else { 1 };
            cost.checked_sub(step)
        }
        Claim::Unsolvable if certificate.line.is_empty() => Some(u64::MAX),
        _ => {
            let claim = &certificate.claim;
            return Err(VerifyError::new(format!("{guide:?} does not prove the claim {claim}")));
        }
    };
    if boxes.count_ones() > MOST_BOXES {
        return Err(VerifyError::new("the level has too many boxes for a search"));
    }
    let databases = Databases::new(room, &read(guide, room)?, limits)?;
    let start = (boxes, rules.start.man() as u8);
    let positions = most.map_or(Ok(0), |most| search(&databases, start, most, limits))?;
    Ok(format!("{positions} positions, by groups of three boxes"))
}

/// Reads the prices of the goals, and returns one for each cell.
fn read(guide: &str, room: &Room) -> Result<Vec<usize>, VerifyError> {
    let price = |word: &str| number(word).filter(|&price| price <= HIGHEST_PRICE);
    let words = guide.strip_prefix("prices ").map(|words| words.split(' ').map(price));
    let named = words.and_then(|words| words.collect::<Option<Vec<usize>>>());
    let named = named.filter(|named| named.len() == room.goals.count_ones() as usize);
    let named = named.ok_or_else(|| VerifyError::new("the guide does not name a price for each goal"))?;
    let mut prices = vec![0; u128::BITS as usize];
    bits(room.goals).zip(named).for_each(|(goal, price)| prices[goal] = price);
    Ok(prices)
}

/// Looks at all positions that may be on lines of at most so many pushes, breadth first, and returns how many they are.
///
/// # Errors
/// If one of them is solved. If they are too many, or the check is to stop.
fn search(databases: &Databases, start: (u128, u8), most: u64, limits: &Limits) -> Result<u64, VerifyError> {
    let room = databases.room;
    let mut budget = Budget { seen: 0, most: MOST_KNOWN, limits };
    let may_be = |(boxes, man): (u128, u8), spent: u64| {
        let fits = |least: Option<u64>| least.is_some_and(|least| spent.saturating_add(least) <= most);
        fits(databases.least(boxes, man.into())) && fits(databases.assigned(boxes, man.into()))
    };
    let (mut layer, mut known, mut spent) = (Vec::new(), HashSet::new(), 0);
    if start.0 & !room.live == 0 && may_be(start, spent) {
        budget.spend()?;
        layer.push(start);
    }
    while !layer.is_empty() {
        let mut next = Vec::new();
        for ((boxes, man), nth) in layer.into_iter().zip(0..) {
            limits.check_every(1 << 6, nth)?;
            if boxes & !room.goals == 0 {
                return Err(VerifyError::new(format!("a line of {spent} pushes solves it")));
            }
            let reach = room.rules.reach(boxes, man.into());
            for from in bits(boxes) {
                let free = room.live & !boxes;
                let sides = room.sides(from).filter(|(man, to)| reach >> man & free >> to & 1 == 1);
                for (_, to) in sides {
                    let pushed = boxes ^ 1 << from ^ 1 << to;
                    let at = (pushed, room.rules.reach(pushed, from).trailing_zeros() as u8);
                    if known.contains(&at) || room.is_frozen(pushed) || !may_be(at, spent + 1) {
                        continue;
                    }
                    known.insert(at);
                    next.push(at);
                    budget.spend()?;
                    limits.hold(budget.seen * KNOWN_BYTES)?;
                }
            }
        }
        (layer, spent) = (next, spent + 1);
    }
    Ok(budget.seen)
}

//! Which moves of a position are tried first.

use super::features::View;
use super::route::Route;
use super::tree::{Child, Offer};

/// The most boxes in the way of the next one for each of which a move is advised.
const OBSTACLES: usize = 4;

/// How many of the other moves add least to the weight, if it grows. Twice as many add one more, and so on.
const WIDTH: usize = 4;

/// The moves of a position in the order in which they are tried, the first one last.
pub(super) fn offers(
    view: &View,
    children: &mut [Child],
    route: &Route,
    widens: bool,
    most: usize,
) -> Vec<Offer> {
    let now = view.features;
    let rank = |child: &Child| {
        let then = child.view.features;
        let packed = u8::MAX - then.packed;
        (packed, then.late, then.blocked, then.regions, child.steps)
    };
    children.sort_by_key(rank);
    let all = || children.iter().filter(|child| child.view.features.packed >= now.packed);
    let mut advised: Vec<Option<&Child>> = vec![
        all().next().filter(|it| it.view.features.packed > now.packed),
        all().min_by_key(|it| it.view.features.regions).filter(|it| it.view.features.regions < now.regions),
        all().min_by_key(|it| it.view.features.blocked).filter(|it| it.view.features.blocked < now.blocked),
        all().min_by_key(|it| it.view.features.late).filter(|it| it.view.features.late < now.late),
        all().max_by_key(|it| it.view.room).filter(|it| it.view.room > view.room),
    ];
    // Out of the way.
    for &obstacle in route.obstacles.iter().take(OBSTACLES) {
        let away = |child: &&Child| child.by.from == obstacle && !route.on_way[child.by.to.cell as usize];
        advised.push(all().find(away));
    }
    let mut offers: Vec<Offer> = Vec::new();
    for child in advised.into_iter().flatten() {
        if !offers.iter().any(|other| other.by == child.by) {
            offers.push(Offer { by: child.by, cost: 0 });
        }
    }
    let mut others = 0_usize;
    for child in children.iter() {
        if offers.len() < most && !offers.iter().any(|other| other.cost == 0 && other.by == child.by) {
            others += 1;
            let wider =
                if widens { (others / WIDTH).checked_ilog2().map_or(0, |more| more + 1) as u8 } else { 0 };
            let cost = wider + if child.view.features.packed >= now.packed { 1 } else { 3 };
            offers.push(Offer { by: child.by, cost });
        }
    }
    offers.sort_by_key(|offer| offer.cost);
    offers.reverse();
    offers
}

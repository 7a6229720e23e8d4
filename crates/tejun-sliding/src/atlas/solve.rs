//! Questions that the atlas answers without a search.

use serde::Serialize;
use tejun_search::{Outcome, Stats};

use super::file::AtlasError;
use super::layout::{Layout, Step};
use super::lookup::{Atlas, default_path};
use crate::rules::{Metric, Position, Rules};
use tejun_core::{Details, Means, Solution, Wanted, question::Solve};

/// The text of a line returned by [`Atlas::best_line`], played from `position`.
pub(crate) fn write(rules: &Rules, position: &Position, line: &[Vec<Step>]) -> Vec<String> {
    let mut position = position.clone();
    line.iter().map(|best| rules.carry(&mut position, best[0].from, best[0].to)).collect()
}

/// Looks up the answer if the position is in the family, the best line in moves is wanted, and there is an
/// atlas; `None` if a search is needed.
///
/// # Errors
/// If the atlas is unusable.
pub(crate) fn solve(
    rules: &Rules,
    position: &Position,
    solve: &Solve,
    means: &Means,
) -> Result<Option<Solution>, AtlasError> {
    let layout = Layout::of(rules, position).filter(|_| rules.metric == Metric::Moves);
    let plain = solve.wanted == Wanted::Best && means.limits.states == u64::MAX;
    let path = default_path(means).filter(|path| plain && path.exists());
    let (Some(layout), Some(path)) = (layout, path) else { return Ok(None) };
    let atlas = Atlas::open(&path)?;
    let stats = |atlas: &Atlas| Stats { peak_bytes: atlas.bytes(), ..Stats::default() };
    let solution = match atlas.distance(layout)? {
        Some(distance) if u32::from(distance) > means.limits.depth => return Ok(None),
        Some(distance) => {
            let line = write(rules, position, &atlas.best_line(layout)?);
            Solution::optimal(line, distance.into(), stats(&atlas))
        }
        None => Solution::without_line(Outcome::Unsolvable, stats(&atlas)),
    };
    let details = Details::new(LookedUp { atlas: path.display().to_string() });
    Ok(Some(Solution { details, ..solution }))
}

/// The atlas that an answer comes from.
#[derive(Serialize)]
struct LookedUp {
    atlas: String,
}

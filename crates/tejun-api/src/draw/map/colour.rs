//! The colours of a map, by distance.

/// Behind everything.
pub(super) const BACKGROUND: [u8; 3] = [14, 15, 22];
/// A position from which no solved one can be reached.
pub(super) const DEAD: [u8; 3] = [92, 94, 104];
/// The line that is highlighted.
pub(super) const PATH: [u8; 3] = [255, 255, 255];
/// From the centre to the farthest.
const RAMP: [[u8; 3]; 6] =
    [[255, 214, 102], [255, 120, 90], [196, 80, 168], [110, 96, 220], [70, 170, 220], [120, 230, 180]];

/// The colour of a position at this distance, where `last` is the farthest.
pub(super) fn colour(distance: Option<u32>, last: u32) -> [u8; 3] {
    let Some(distance) = distance else { return DEAD };
    let along = f64::from(distance) / f64::from(last.max(1)) * (RAMP.len() - 1) as f64;
    let step = (along as usize).min(RAMP.len() - 2);
    let rest = along - step as f64;
    let mix = |part: usize| {
        let (a, b) = (f64::from(RAMP[step][part]), f64::from(RAMP[step + 1][part]));
        (a + (b - a) * rest).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}

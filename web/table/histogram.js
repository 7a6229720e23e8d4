// A histogram by distance.

import { s } from "../lib/dom.js";

/** Number of bars of a histogram; with more levels, each bar stands for several. */
const BARS = 200;

/**
 * The bars of a histogram by level, 300 wide, from y = 10 to 120.
 * @param {number[]} levels
 */
export function bars(levels) {
  const each = Math.ceil(levels.length / BARS);
  const sums = Array.from({ length: Math.ceil(levels.length / each) }, (_, at) =>
    levels.slice(at * each, (at + 1) * each).reduce((sum, n) => sum + (n ?? 0), 0),
  );
  const max = Math.max(1, ...sums);
  const width = 300 / Math.max(12, sums.length);
  return sums.map((n, at) => {
    const height = (110 * n) / max;
    const depths = each === 1 ? at : `${at * each}–${Math.min(levels.length, (at + 1) * each) - 1}`;
    return s(
      "rect",
      { x: at * width, y: 120 - height, width: width * 0.85, height },
      s("title", {}, `${depths}: ${n.toLocaleString()}`),
    );
  });
}

// Where a line went wrong.

/** Stopped searches after which looking for that is given up. */
const STOPS = 4;

/**
 * The longest beginning of the line that is known to have a solution (-1 if none is), and whether it is
 * known that no longer one has. If a position has no solution, neither does any later one, so bisection
 * finds the last that does. A stopped search gives no answer; neighbouring positions are tried instead.
 * @param {import("./midend.js").Midend} midend
 * @returns {Promise<{moves: number, last: boolean}>}
 */
export async function lastSolvable(midend) {
  const { line } = midend;
  let [good, bad] = [-1, line.length];
  /** @type {Set<number>} */
  const unknown = new Set();
  while (unknown.size < STOPS) {
    const open = Array.from({ length: bad - good - 1 }, (_, at) => good + 1 + at).filter(
      (at) => !unknown.has(at),
    );
    if (open.length === 0) break;
    const middle = open[open.length >> 1];
    const { outcome } = await midend.rest(line.slice(0, middle));
    if (outcome === "solved") good = middle;
    else if (outcome === "unsolvable") bad = middle;
    else unknown.add(middle);
  }
  return { moves: good, last: bad === good + 1 };
}

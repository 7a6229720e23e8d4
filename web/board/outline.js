// The rectangle and the outline of a set of cells.

/**
 * The rectangle around some cells, and whether they fill it.
 * @param {readonly (readonly [number, number, ...unknown[]])[]} cells
 */
export function extent(cells) {
  const [rows, columns] = [cells.map(([row]) => row), cells.map(([, column]) => column)];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [bottom, right] = [Math.max(...rows) + 1, Math.max(...columns) + 1];
  const [high, wide] = [bottom - top, right - left];
  return { top, left, bottom, right, high, wide, filled: high * wide === cells.length };
}

/**
 * The closed path around cells of side 1, inset on every side. Cells that touch only at a corner stay apart.
 * Holes run the other way round, so that filling leaves them open.
 * @param {At[]} cells row and column of each
 * @param {number} side of a cell
 * @param {number} inset
 */
export function outline(cells, side, inset) {
  const key = (/** @type {number} */ row, /** @type {number} */ column) => `${row},${column}`;
  const filled = new Set(cells.map(([row, column]) => key(row, column)));
  // Edges run clockwise, with the cell on their right. For each corner, by direction: 0 east, 1 south, 2
  // west, 3 north.
  const ways = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ];
  /** @type {Map<string, number[]>} */
  const edges = new Map();
  const add = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ way) => {
    const at = key(row, column);
    edges.set(at, [...(edges.get(at) ?? []), way]);
  };
  for (const [row, column] of cells) {
    if (!filled.has(key(row - 1, column))) add(row, column, 0);
    if (!filled.has(key(row, column + 1))) add(row, column + 1, 1);
    if (!filled.has(key(row + 1, column))) add(row + 1, column + 1, 2);
    if (!filled.has(key(row, column - 1))) add(row + 1, column, 3);
  }
  let path = "";
  for (const [start, outgoing] of edges) {
    while (outgoing.length > 0) {
      let [row, column] = start.split(",").map(Number);
      let way = /** @type {number} */ (outgoing.pop());
      /** @type {[number, number, number][]} */
      const corners = [];
      for (;;) {
        corners.push([row, column, way]);
        row += ways[way][0];
        column += ways[way][1];
        if (key(row, column) === start) break;
        const next = /** @type {number[]} */ (edges.get(key(row, column)));
        // Turning right first separates cells that touch only at this corner.
        const turn = [1, 0, 3].map((by) => (way + by) % 4).find((by) => next.includes(by)) ?? next[0];
        next.splice(next.indexOf(turn), 1);
        way = turn;
      }
      let before = corners[corners.length - 1][2];
      const points = [];
      for (const [r, c, after] of corners) {
        if (before !== after) {
          // Inward is to the right of each edge.
          const [inner, outer] = [ways[(before + 1) % 4], ways[(after + 1) % 4]];
          points.push(
            `${c * side + inset * (inner[1] + outer[1])} ${r * side + inset * (inner[0] + outer[0])}`,
          );
        }
        before = after;
      }
      path += `M${points.join("L")}Z`;
    }
  }
  return path;
}

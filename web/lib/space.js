// Space, seen from above at an angle and from infinitely far away.

/** Where one looks from: degrees around the upright axis, and above the floor. @typedef {{turn: number, tilt: number}} View */

/** @type {View} */
export const VIEW = { turn: 32, tilt: 34 };

/** Where a point is seen: to the right, down, and how near. @param {number[]} place @param {View} view */
export function seen([layer, row, column], { turn, tilt }) {
  const [a, b] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
  const [x, z] = [column * Math.cos(a) - row * Math.sin(a), column * Math.sin(a) + row * Math.cos(a)];
  return [x, z * Math.sin(b) - layer * Math.cos(b), z * Math.cos(b) + layer * Math.sin(b)];
}

/** @param {readonly number[]} a @param {readonly number[]} b @param {number} [times] */
export const plus = (a, b, times = 1) => a.map((at, axis) => at + times * b[axis]);

/** The rectangle in which cubes of side 1 are seen. @param {Place[]} cubes @param {View} [view] */
export function bounds(cubes, view = VIEW) {
  const corners = cubes.flatMap((cube) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((at) => seen(plus(cube, [at & 1, (at >> 1) & 1, at >> 2]), view)),
  );
  const [xs, ys] = [0, 1].map((axis) => corners.map((point) => point[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

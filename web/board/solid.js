// Drawings of cubes in space.

import { s } from "../lib/dom.js";
import { plus, seen } from "../lib/space.js";

/** The sides of a cube: outward, and the two directions along it. @type {[Place, Place, Place][]} */
const SIDES = [1, -1].flatMap((way) =>
  [0, 1, 2].map(
    (axis) =>
      /** @type {[Place, Place, Place]} */ (
        [0, 1, 2].map((turn) =>
          [0, 1, 2].map((at) => (at === (axis + turn) % 3 ? (turn === 0 ? way : 1) : 0)),
        )
      ),
  ),
);

/** How dark a side is that faces the one who looks, to the left, to the right and up. */
const DARK = { left: 0.3, right: 0.16, up: 0 };

/** A path through places. @param {number[][]} places @param {import("../lib/space.js").View} view @param {number} edge of a cube */
export function through(places, view, edge) {
  const points = places.map((place) => {
    const [x, y] = seen(place, view);
    return `${(x * edge).toFixed(2)} ${(y * edge).toFixed(2)}`;
  });
  return `M${points.join("L")}`;
}

/**
 * Draws cubes, those far away first, each as the sides that are seen of it.
 * @param {{place: number[], piece: number}[]} cubes
 * @param {import("../lib/space.js").View} view
 * @param {number} edge
 * @param {(piece: number, parts: SVGElement[]) => SVGElement} made of a piece
 */
export function solid(cubes, view, edge, made) {
  const pieces = new Map(cubes.map(({ place, piece }) => [String(place), piece]));
  const at = (/** @type {number[]} */ place) => pieces.get(String(place));
  const facing = SIDES.flatMap(([out, u, v]) => {
    const [x, , near] = seen(out, view);
    if (near < 1e-6) return [];
    return [{ out, u, v, dark: out[0] !== 0 ? DARK.up : x < 0 ? DARK.left : DARK.right }];
  });
  const near = (/** @type {{place: number[]}} */ { place }) => seen(place, view)[2];
  return cubes
    .toSorted((a, b) => near(a) - near(b))
    .flatMap(({ place, piece }) => {
      const parts = facing.flatMap(({ out, u, v, dark }) => {
        if (at(plus(place, out)) !== undefined) return [];
        const base = plus(
          place,
          out.map((way) => Math.max(way, 0)),
        );
        const corners = [base, plus(base, u), plus(plus(base, u), v), plus(base, v)];
        // A piece has a rim where it ends or bends, and none between its own cubes.
        const rim = [u, v].flatMap((along, which) =>
          [-1, 1].flatMap((way) => {
            const next = plus(place, along, way);
            if (at(next) === piece && at(plus(next, out)) !== piece) return [];
            const from = way === 1 ? plus(base, along) : base;
            return [through([from, plus(from, which === 0 ? v : u)], view, edge)];
          }),
        );
        const d = `${through(corners, view, edge)}Z`;
        return [
          s("path", { class: "body", d }),
          ...(dark ? [s("path", { class: "dark", d, opacity: dark })] : []),
          ...(rim.length > 0 ? [s("path", { class: "rim", d: rim.join("") })] : []),
        ];
      });
      return parts.length > 0 ? [made(piece, parts)] : [];
    });
}

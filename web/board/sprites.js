// The pieces of the families that have a look of their own: wood, crates, a man, marbles, tiles, cars, tanks.

import { s } from "../lib/dom.js";
import { extent, outline } from "./outline.js";

/** Units per cell. */
export const SIDE = 40;
/** The rounding of a block's corners. */
const ROUND = 5;

/** @typedef {{piece: Piece, x: number, y: number, cells: At[]}} Drawn the piece, its middle, and its cells */

/** @param {string} look @param {string} d */
const path = (look, d) => s("path", { class: look, d });
/** @param {string} look @param {number} cx @param {number} cy @param {number} r */
const circle = (look, cx, cy, r) => s("circle", { class: look, cx, cy, r });
/** @param {string} look @param {number} x @param {number} y @param {number} width @param {number} height @param {number} rx */
const rect = (look, x, y, width, height, rx) => s("rect", { class: look, x, y, width, height, rx });

/** A block with rounded corners, a shadow below and a lit edge. @param {At[]} cells */
function block(cells) {
  const d = outline(cells, SIDE, 1.5 + ROUND);
  const stroke = { "stroke-width": 2 * ROUND };
  return [
    s("path", { class: "shadow", d, ...stroke, transform: "translate(0 2)" }),
    s("path", { class: "body", d, ...stroke }),
    path("lit", outline(cells, SIDE, 4)),
  ];
}

/** Lines along a block of wood. @param {At[]} cells */
function grain(cells) {
  const { top, left, high, wide, filled } = extent(cells);
  if (!filled) return [];
  const [x, y, width, height] = [left, top, wide, high].map((side) => side * SIDE);
  const upright = high > wide;
  const [along, across] = upright ? [height, width] : [width, height];
  const lines = [0.28, 0.5, 0.74].map((share, at) => {
    const [bend, start, end] = [at === 1 ? -3 : 3, 9, along - 9 - 6 * (at % 2)];
    const middle = (start + end) / 2;
    const [a, b, c] = [
      [start, across * share],
      [middle, across * share + bend],
      [end, across * share],
    ].map(([u, v]) => (upright ? [x + v, y + u] : [x + u, y + v]).join(" "));
    return `M${a}Q${b} ${c}`;
  });
  return [path("grain", lines.join(""))];
}

/** A car seen from above, with its front to the right or down. @param {Drawn} drawn */
function car({ piece, cells }) {
  const { top, left, high, wide } = extent(cells);
  const [x, y] = [left * SIDE, top * SIDE];
  const upright = high > wide;
  const long = SIDE * (upright ? high : wide);
  const part = (
    /** @type {string} */ look,
    /** @type {number} */ along,
    /** @type {number} */ across,
    /** @type {number} */ length,
    /** @type {number} */ width,
    round = 3,
  ) =>
    upright
      ? rect(look, x + across, y + along, width, length, round)
      : rect(look, x + along, y + across, length, width, round);
  const wheels = [12, long - 24].flatMap((along) =>
    [3, SIDE - 7].map((across) => part("wheel", along, across, 12, 4, 2)),
  );
  const body = [part("shadow", 3, 7, long - 6, SIDE - 10, 9), part("body", 3, 5, long - 6, SIDE - 10, 9)];
  const front = long - 26;
  const lights = [8, SIDE - 13].map((across) => part("lamp", long - 7, across, 3, 5, 1));
  const cargo = long > 2 * SIDE && piece.role !== "hero";
  return [
    ...wheels,
    ...body,
    ...(cargo
      ? [part("roof", 7, 8, long - 42, SIDE - 16, 3), part("pane", front, 9, 8, SIDE - 18, 3)]
      : [
          part("pane", 11, 9, 7, SIDE - 18, 3),
          part("roof", 20, 8, long - 48, SIDE - 16, 5),
          part("pane", front, 9, 8, SIDE - 18, 3),
        ]),
    ...lights,
  ];
}

/**
 * What is drawn of each look. Those that turn have one group that turns.
 * @type {Record<string, (drawn: Drawn) => SVGElement[]>}
 */
export const SPRITES = {
  wood: ({ cells }) => [...block(cells), ...grain(cells)],
  flat: ({ cells }) => block(cells),
  tile: ({ cells }) => block(cells),
  car,
  crate: ({ piece, x, y, cells }) => [
    ...block(cells),
    path("plank", `M${x - 11} ${y - 11}h22v22h-22Z${piece.kind === 1 ? "" : `M${x - 11} ${y + 11}l22 -22`}`),
    ...(piece.kind === 1 ? [path("tick", `M${x - 6.5} ${y + 0.5}l4.5 4.5l8.5 -9.5`)] : []),
  ],
  man: ({ x, y }) => [
    circle("shadow", x, y + 2, 13),
    s(
      "g",
      {},
      rect("body", x - 8, y - 15, 16, 30, 8),
      circle("skin", x + 8, y - 11, 4),
      circle("skin", x + 8, y + 11, 4),
      circle("skin", x + 1, y, 8.5),
      path("cap", `M${x + 3} ${y - 8.3}A8.5 8.5 0 1 0 ${x + 3} ${y + 8.3}Z`),
      path("cap", `M${x + 2} ${y - 7.5}Q${x + 13} ${y} ${x + 2} ${y + 7.5}Z`),
    ),
  ],
  marble: ({ x, y }) => [
    circle("shadow", x, y + 2.5, 14),
    circle("body", x, y, 14.5),
    path(
      "depth",
      `M${x - 12.5} ${y + 5}A13.5 13.5 0 0 0 ${x + 12.5} ${y + 5}A17 17 0 0 1 ${x - 12.5} ${y + 5}Z`,
    ),
    s("ellipse", {
      class: "glint",
      cx: x - 5,
      cy: y - 6,
      rx: 4.2,
      ry: 2.8,
      transform: `rotate(-35 ${x - 5} ${y - 6})`,
    }),
  ],
  tank: ({ piece, x, y }) => [
    s(
      "g",
      {},
      rect("wheel", x - 15, y - 15, 30, 9, 3),
      rect("wheel", x - 15, y + 6, 30, 9, 3),
      path(
        "tread",
        [-11, -5, 1, 7].map((along) => `M${x + along} ${y - 14.5}v8M${x + along} ${y + 6.5}v8`).join(""),
      ),
      rect("body", x - 13, y - 9.5, 26, 19, piece.role === "foe" ? 1.5 : 6),
      rect("barrel", x + 3, y - 2.5, 16, 5, 2),
      piece.role === "foe" ? rect("turret", x - 7, y - 7, 13, 14, 1.5) : circle("turret", x - 1, y, 7.5),
    ),
  ],
};

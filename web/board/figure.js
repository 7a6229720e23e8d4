// How a piece looks: its glyph, the direction it faces, its name.

import { s } from "../lib/dom.js";
import { extent } from "./outline.js";
import { SIDE, SPRITES } from "./sprites.js";

export { SIDE };

/** Rows and columns of a step. @type {Record<Direction, At>} */
export const STEP = { left: [0, -1], down: [1, 0], up: [-1, 0], right: [0, 1] };

/** Degrees from the right, which is how glyphs are drawn. */
export const ANGLES = { right: 0, down: 90, left: 180, up: 270 };

/** The classes of a piece, which give it its colour. @param {Piece} piece @param {At[]} cells @param {number} hue */
export function look({ role, look, glyph }, cells, hue) {
  const { high, wide } = extent(cells);
  const shape = look === "wood" ? ` shape-${high}x${wide}` : "";
  return `piece ${role} kind-${hue} ${look ?? glyph}${shape}`;
}

/** From this brightness on, of 255, black is read better than white. */
const BRIGHT = 150;

/**
 * Gives an element a colour of its own, and what is written on it one that can be read.
 * @param {SVGElement} element
 * @param {string | undefined} colour as in `#ff8800`
 */
export function tint(element, colour) {
  if (!colour) return;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const bright = 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT;
  element.style.setProperty("--piece", colour);
  element.style.setProperty("--on-piece", bright ? "#23211d" : "#fff");
}

/**
 * Where to put a piece's name, and a glyph that does not fill its cells: the middle of the piece if that lies
 * on it, else the middle of the nearest cell.
 * @param {At[]} cells
 * @returns {At} x and y
 */
export function middle(cells) {
  const mean = (/** @type {0 | 1} */ axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
  const [row, column] = [mean(0), mean(1)];
  const far = (/** @type {At} */ cell) => Math.abs(cell[0] - row) + Math.abs(cell[1] - column);
  const { filled } = extent(cells);
  const [r, c] = filled ? [row, column] : cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return [(c + 0.5) * SIDE, (r + 0.5) * SIDE];
}

/**
 * The elements of each plain glyph.
 * @type {Record<string, (piece: Piece, x: number, y: number, cells: At[]) => SVGElement[]>}
 */
const BODIES = {
  block: (piece, x, y, cells) => SPRITES.flat({ piece, x, y, cells }),
  disc: (_, x, y) => [s("circle", { class: "body", cx: x, cy: y, r: 16 })],
  text: (piece, x, y) => [s("text", { x, y, class: "body glyph" }, piece.name)],
  path: (piece, x, y) => {
    const size = (SIDE - 4) / 100;
    const at = `translate(${x - 50 * size} ${y - 50 * size}) scale(${size})`;
    return [s("g", {}, s("path", { class: "body own", d: piece.path ?? "", transform: at }))];
  },
  mouth: (_, x, y) => [
    s("path", { class: "body", d: `M${x} ${y}L${x + 13} ${y - 9}A16 16 0 1 0 ${x + 13} ${y + 9}Z` }),
  ],
  ghost: (_, x, y) => [
    s("path", {
      class: "body",
      d: `M${x - 15} ${y + 15}V${y - 1}A15 15 0 0 1 ${x + 15} ${y - 1}V${y + 15}l-5 -4l-5 4l-5 -4l-5 4l-5 -4Z`,
    }),
    ...[-6, 6].flatMap((right) => [
      s("ellipse", { class: "eye", cx: x + right, cy: y - 6, rx: 4, ry: 4.8 }),
      s("circle", { class: "pupil", cx: x + right, cy: y - 5, r: 2.2 }),
    ]),
  ],
};

/** Glyphs that turn with the piece by themselves; others show with a nose which way it faces. */
const TURNS = ["mouth", "path"];
/** Where those face that face no way of their own: armies face each other. */
const FACING = /** @type {const} */ ({ hero: "down", foe: "up", plain: "right" });
/** What is told apart by its look: its name is written on it only on request. */
const UNNAMED = ["crate", "man", "marble", "wood", "flat", "car", "tank"];

/**
 * What is written on a piece.
 * @param {Drawn} drawn
 * @param {string} name the class of its name
 * @param {string} face what is written in place of it
 */
function label({ piece, x, y, cells }, name, face) {
  const own = piece.look ?? piece.glyph;
  if (face === "") {
    const low = own === "ghost" ? 8 : 0;
    return [s("text", { x, y: y + low, class: UNNAMED.includes(own) ? `${name} letter` : name }, piece.name)];
  }
  const { high, wide } = extent(cells);
  const upright = high > wide;
  const signs = upright ? [...face] : [face];
  const small = wide === 1 && !upright && [...face].length > 1;
  return [
    ...signs.map((sign, at) =>
      s("text", { x, y: y + (at - (signs.length - 1) / 2) * 22, class: small ? "face small" : "face" }, sign),
    ),
    s("text", { x, y, class: `${name} letter` }, piece.name),
  ];
}

/** @typedef {import("./sprites.js").Drawn} Drawn */

/**
 * The elements that show a piece. What turns with it has a `rotate` of its own, and only that.
 * @param {Piece} piece
 * @param {At[]} cells row and column of each
 * @param {string | null} name the class of its name, null to leave out what is written on it
 * @param {string} face what is written on it in place of its name
 * @returns {SVGElement[]}
 */
export function figure(piece, cells, name = "name", face = "") {
  const [x, y] = middle(cells);
  const drawn = { piece, x, y, cells };
  const own = piece.look ?? piece.glyph;
  const turned = (/** @type {SVGElement} */ element) => {
    const facing = piece.facing ?? (piece.glyph === "mouth" ? "right" : FACING[piece.role]);
    element.setAttribute("transform", `rotate(${ANGLES[facing]} ${x} ${y})`);
    return element;
  };
  if (Object.hasOwn(SPRITES, own)) {
    const parts = SPRITES[own](drawn);
    for (const part of parts) if (part.tagName === "g") turned(part);
    // A number is what a tile is.
    const written = own === "tile" ? "number" : name;
    return [...parts, ...(name === null && own !== "tile" ? [] : label(drawn, written ?? "number", face))];
  }
  const body = BODIES[piece.glyph](piece, x, y, cells);
  // These show by themselves which way they face, and need no name.
  if (TURNS.includes(piece.glyph)) return body.map(turned);
  if (piece.glyph === "text") return body;
  const nose =
    piece.facing &&
    turned(s("path", { class: "body", d: `M${x + 14} ${y - 5}L${x + 19} ${y}L${x + 14} ${y + 5}Z` }));
  return [...body, ...(nose ? [nose] : []), ...(name === null ? [] : label(drawn, name, face))];
}

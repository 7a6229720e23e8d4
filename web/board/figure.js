// How a piece looks: its glyph, the direction it faces, its name.

import { s } from "../lib/dom.js";
import { outline } from "./outline.js";

/** Units per cell. */
export const SIDE = 40;
const ROUND = 5;

/** Degrees from the right, which is how glyphs are drawn. */
export const ANGLES = { right: 0, down: 90, left: 180, up: 270 };

/** The classes of a piece, which give it its colour. @param {Piece} piece */
export const look = (piece) => `piece ${piece.role} kind-${piece.kind % 12}`;

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

const span = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all) + 1;

/**
 * Where to put a piece's name, and a glyph that does not fill its cells: the middle of the piece if that lies
 * on it, else the middle of the nearest cell.
 * @param {At[]} cells
 * @returns {At} x and y
 */
export function middle(cells) {
  const [rows, columns] = [cells.map(([row]) => row), cells.map(([, column]) => column)];
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, at) => sum + at, 0) / all.length;
  const [row, column] = [mean(rows), mean(columns)];
  const far = (/** @type {At} */ cell) => Math.abs(cell[0] - row) + Math.abs(cell[1] - column);
  const whole = span(rows) * span(columns) === cells.length;
  const [r, c] = whole ? [row, column] : cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return [(c + 0.5) * SIDE, (r + 0.5) * SIDE];
}

/**
 * The body of each glyph. The sides differ in more than colour: a foe's tank is square.
 * @type {Record<Glyph, (piece: Piece, x: number, y: number, cells: At[]) => SVGElement>}
 */
const BODIES = {
  block: (_, _x, _y, cells) =>
    s("path", { class: "body", d: outline(cells, SIDE, 1.5 + ROUND), "stroke-width": 2 * ROUND }),
  car: (...piece) => BODIES.block(...piece),
  disc: (_, x, y) => s("circle", { class: "body", cx: x, cy: y, r: 16 }),
  tank: (piece, x, y, cells) =>
    piece.role === "foe"
      ? s("rect", { class: "body", x: x - 15, y: y - 15, width: 30, height: 30, rx: ROUND })
      : BODIES.disc(piece, x, y, cells),
  text: (piece, x, y) => s("text", { x, y, class: "body glyph" }, piece.name),
  path: (piece, x, y) => {
    const size = (SIDE - 4) / 100;
    const at = `translate(${x - 50 * size} ${y - 50 * size}) scale(${size})`;
    return s("g", {}, s("path", { class: "body own", d: piece.path ?? "", transform: at }));
  },
  mouth: (_, x, y) =>
    s("path", { class: "body", d: `M${x} ${y}L${x + 13} ${y - 9}A16 16 0 1 0 ${x + 13} ${y + 9}Z` }),
  ghost: (_, x, y) =>
    s("path", {
      class: "body",
      d: `M${x - 15} ${y + 15}V${y - 1}A15 15 0 0 1 ${x + 15} ${y - 1}V${y + 15}l-5 -4l-5 4l-5 -4l-5 4l-5 -4Z`,
    }),
};

/**
 * The elements that show a piece. Those that turn with it have a `rotate` of their own, and only those.
 * @param {Piece} piece
 * @param {At[]} cells row and column of each
 * @param {string | null} name the class of its name, null to leave it out
 */
export function figure(piece, cells, name = "name") {
  const [x, y] = middle(cells);
  const turned = (/** @type {SVGElement} */ element) => {
    element.setAttribute("transform", `rotate(${ANGLES[piece.facing ?? "right"]} ${x} ${y})`);
    return element;
  };
  const body = BODIES[piece.glyph](piece, x, y, cells);
  // A mouth shows by itself which way it faces, and needs no name; nor does a drawing of one's own.
  if (piece.glyph === "mouth" || piece.glyph === "path") return [turned(body)];
  if (piece.glyph === "text") return [body];
  const wide = span(cells.map(([, column]) => column)) > span(cells.map(([row]) => row));
  const way =
    piece.glyph === "car" &&
    s("path", {
      class: "way",
      d: wide
        ? `M${x - 13} ${y - 4}l-4 4l4 4M${x + 13} ${y - 4}l4 4l-4 4`
        : `M${x - 4} ${y - 13}l4 -4l4 4M${x - 4} ${y + 13}l4 4l4 -4`,
    });
  const nose =
    piece.facing &&
    turned(s("path", { class: "body", d: `M${x + 14} ${y - 5}L${x + 19} ${y}L${x + 14} ${y + 5}Z` }));
  return [
    body,
    ...(nose ? [nose] : []),
    ...(way ? [way] : []),
    ...(name === null ? [] : [s("text", { x, y, class: name }, piece.name)]),
  ];
}

// Where pieces go, told by geometry alone: the ways a piece can slide, and how a move is read and drawn.

import { STEP } from "../board/figure.js";
import { extent } from "../board/outline.js";
import { pieceName } from "../board/piece-names.js";
import { cellsAt } from "../board/seams.js";
import { boxOf } from "../engine/box.js";
import { say, t } from "../i18n/language.js";

/** The arrow of each direction, as a character. */
export const ARROWS = { left: "←", down: "↓", up: "↑", right: "→" };
/** Cells visited while a way is looked for, at most. */
const MAX_CELLS = 4000;

/** Offsets in rows and columns. */
export const STEPS = /** @type {[At, Direction][]} */ (
  Object.entries(STEP).map(([direction, by]) => [by, direction])
);

/** The top left corner of the rectangle around some cells. @param {At[]} cells @returns {At} */
export const corner = (cells) => {
  const { top, left } = extent(cells);
  return [top, left];
};

/** The shape of some cells, wherever they lie. @param {At[]} cells */
export function form(cells) {
  const [top, left] = corner(cells);
  return cells
    .map(([row, column]) => `${row - top},${column - left}`)
    .sort()
    .join(" ");
}

/** The pieces that a gesture carries. @param {Gesture} by @returns {Carried[]} */
export const carriedBy = ({ piece, to, carried }) =>
  carried ?? (piece !== undefined && to ? [{ piece, to }] : []);

/** The cells to which a gesture carries a piece. @param {Gesture} by @param {number} piece */
export const goesTo = (by, piece) => carriedBy(by).find((one) => one.piece === piece)?.to;

/** Whether a move turns a piece. @param {Position} position */
export function turnable({ scene, choices }) {
  /** @type {Map<number, string>} */
  const forms = new Map();
  return choices.some(({ piece, to }) => {
    if (piece === undefined || !to) return false;
    const own = form(cellsAt(scene, to));
    const known = forms.get(piece) ?? own;
    forms.set(piece, known);
    return known !== own;
  });
}

/** The places on both sides of a wall. @param {Pick<Scene, "cells">} scene @param {[number, number]} wall */
const sides = (scene, wall) => /** @type {[At, At]} */ (cellsAt(scene, wall));

/** How far some cells are from others of the same shape. @param {At[]} from @param {At[]} to @returns {At | null} */
function offset(from, to) {
  if (form(from) !== form(to)) return null;
  const [[r, c], [u, v]] = [corner(from), corner(to)];
  return [u - r, v - c];
}

/**
 * The offsets to which a piece can slide, each with its move, if all its moves are slides over the board: from
 * each, a step of one cell leads to another of them or home.
 * @param {Scene} scene
 * @param {number} piece
 * @param {Choice[]} choices
 * @returns {Map<string, Choice> | null}
 */
export function slides(scene, piece, choices) {
  if (scene.roads.length > 0) return null;
  const home = cellsAt(scene, scene.pieces[piece].cells);
  /** @type {Map<string, Choice>} */
  const found = new Map();
  for (const choice of choices.filter((one) => one.piece === piece)) {
    const by = offset(home, cellsAt(scene, choice.to ?? []));
    if (!by) return null;
    found.set(String(by), choice);
  }
  const reached = new Set(["0,0"]);
  for (const at of reached) {
    const [r, c] = at.split(",").map(Number);
    for (const [[down, right]] of STEPS) {
      const next = `${r + down},${c + right}`;
      if (found.has(next)) reached.add(next);
    }
  }
  return reached.size === found.size + 1 ? found : null;
}

/**
 * The shortest way of a piece over free floor, as the directions of its steps; null if there is none.
 * @param {Pick<Scene, "cells" | "pieces" | "thin_walls">} scene
 * @param {number} piece
 * @param {number[]} to
 * @returns {Direction[] | null}
 */
export function route(scene, piece, to) {
  const home = cellsAt(scene, scene.pieces[piece].cells);
  const goal = offset(home, cellsAt(scene, to));
  if (!goal) return null;
  const taken = new Set(
    scene.pieces.flatMap((other, index) => (index === piece ? [] : cellsAt(scene, other.cells).map(String))),
  );
  const free = new Set(scene.cells.map(([r, c]) => `${r},${c}`).filter((at) => !taken.has(at)));
  const between = (/** @type {At} */ a, /** @type {At} */ b) => [a.join(), b.join()].sort().join(" ");
  const walls = new Set((scene.thin_walls ?? []).map((wall) => between(...sides(scene, wall))));
  /** @type {Map<string, Direction[]>} */
  const ways = new Map([["0,0", []]]);
  for (const [at, way] of ways) {
    if (at === String(goal)) return way;
    if (ways.size > MAX_CELLS) return null;
    const [r, c] = at.split(",").map(Number);
    for (const [[down, right], direction] of STEPS) {
      const next = `${r + down},${c + right}`;
      if (
        !ways.has(next) &&
        home.every(([row, column]) => {
          const to = /** @type {At} */ ([row + r + down, column + c + right]);
          return free.has(to.join()) && !walls.has(between([row + r, column + c], to));
        })
      )
        ways.set(next, [...way, direction]);
    }
  }
  return null;
}

/** Steps as text: `2→↓`. @param {Direction[]} way */
function runs(way) {
  let text = "";
  for (let at = 0; at < way.length; ) {
    let end = at;
    while (way[end] === way[at]) end += 1;
    text += (end - at > 1 ? String(end - at) : "") + ARROWS[way[at]];
    at = end;
  }
  return text;
}

/**
 * A move as people read it: a piece and arrows, one square or two, or an arrow alone.
 * @param {Scene} scene before it
 * @param {Gesture | null | undefined} by
 * @param {string} move as it is written
 * @param {boolean} [full] with the name of the piece as in a sentence
 */
export function readMove(scene, by, move, full = false) {
  if (!by) return move;
  if (by.key !== undefined) {
    const key = scene.keys.find((one) => one.key === by.key);
    return key ? (key.arrow ? ARROWS[key.arrow] : say(key.label)) : move;
  }
  if (by.tap !== undefined) return scene.cells[by.tap]?.[2] ?? move;
  const piece = scene.pieces[by.piece ?? -1];
  if (!piece || !by.to) return move;
  const name = pieceName(scene, by.piece ?? -1, full);
  if (scene.marks[piece.cells[0]] === "t") return name;
  const [from, to] = [piece.cells, by.to].map((ids) => (ids.length === 1 ? scene.cells[ids[0]]?.[2] : null));
  // A letter or a number that only this piece has tells it best; else the squares do.
  const known =
    /[\p{L}\p{N}]/u.test(piece.name) && scene.pieces.filter(({ name }) => name === piece.name).length === 1;
  if (from && to && (!known || scene.roads.length > 0)) return `${from}→${to}`;
  const way = route(scene, by.piece ?? -1, by.to);
  return way && way.length > 0 ? `${name} ${runs(way)}` : move;
}

/**
 * A move as people read it, with words for its arrows, to be spoken. From square to square it stays.
 * @param {string} text
 */
export function spoken(text) {
  const [name, way] = text.includes(" ")
    ? [text.slice(0, text.lastIndexOf(" ")), text.slice(text.lastIndexOf(" ") + 1)]
    : ["", text];
  const steps = [...way.matchAll(/(\d*)([←↓↑→])/g)];
  if (steps.map(([step]) => step).join("") !== way) return text;
  const word = (/** @type {string} */ sign) =>
    t(/** @type {Direction} */ (Object.entries(ARROWS).find(([, arrow]) => arrow === sign)?.[0] ?? "left"));
  return [name, ...steps.map(([, times, sign]) => `${times} ${word(sign)}`.trim())].join(" ").trim();
}

/** The middle of some cells, in cells. @param {At[]} cells @returns {At} */
const centre = (cells) => {
  const { top, left, bottom, right } = extent(cells);
  return [(top + bottom) / 2, (left + right) / 2];
};

/**
 * The lines along which to draw a move on the board, one for each piece, as points in rows and columns; a single point
 * if nothing goes anywhere; none if it cannot be drawn. A key moves the only hero.
 * @param {Scene} scene
 * @param {Choice} choice
 * @param {Choice[]} choices all moves of the position
 * @returns {At[][]}
 */
export function tracks(scene, choice, choices) {
  if (choice.key !== undefined) {
    const heroes = scene.pieces.filter(({ role }) => role === "hero");
    const arrow = scene.keys.find(({ key }) => key === choice.key)?.arrow;
    if (heroes.length !== 1) return [];
    const [row, column] = centre(cellsAt(scene, heroes[0].cells));
    if (!arrow) return [[[row, column]]];
    const [down, right] = STEP[arrow];
    return [
      [
        [row, column],
        [row + down, column + right],
      ],
    ];
  }
  if (choice.tap !== undefined) return [[centre(cellsAt(scene, [choice.tap]))]];
  // Through a box there is no way on a flat board.
  if (boxOf(scene)) return [];
  return carriedBy(choice).map((carried) => track(scene, carried, choices));
}

/** The line along which a piece is carried. @param {Scene} scene @param {Carried} carried @param {Choice[]} choices */
function track(scene, { piece, to }, choices) {
  const at = centre(cellsAt(scene, scene.pieces[piece].cells));
  const way = slides(scene, piece, choices) ? route(scene, piece, to) : null;
  if (!way) return [at, centre(cellsAt(scene, to))];
  const points = [at];
  for (const direction of way) {
    const [down, right] = STEP[direction];
    const [row, column] = points[points.length - 1];
    points.push([row + down, column + right]);
  }
  return points;
}

/**
 * The nearest cell in a direction, for a cursor; the same one if there is none.
 * @param {Pick<Scene, "cells">} scene
 * @param {number} from
 * @param {number[]} direction rows and columns
 * @param {Iterable<number>} [among] the cells that count
 */
export function nextCell({ cells }, from, [down, right], among = cells.keys()) {
  const [row, column] = cells[from];
  let nearest = Number.POSITIVE_INFINITY;
  let next = from;
  for (const id of among) {
    const [r, c] = cells[id];
    const along = (r - row) * down + (c - column) * right;
    const across = Math.abs((r - row) * right) + Math.abs((c - column) * down);
    // Horizontally, cells of the same row come first; vertically, cells of the nearest row. So every cell can be
    // reached, even on diagonal roads.
    const distance = down === 0 ? across * cells.length + along : along * cells.length + across;
    if (along > 0 && across <= along && distance < nearest) [nearest, next] = [distance, id];
  }
  return next;
}

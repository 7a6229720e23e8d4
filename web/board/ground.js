// What lies under the pieces and stays: floor, roads, walls, the frame with its door.

import { boxOf } from "../engine/box.js";
import { t } from "../i18n/language.js";
import { s } from "../lib/dom.js";
import { extent, outline } from "./outline.js";
import { goingOn } from "./seams.js";
import { SIDE } from "./sprites.js";

/** @typedef {"top" | "bottom" | "left" | "right"} Edge */

/**
 * Where the hero leaves a board: the edge at which the goal lies, and from where to where along it, in cells. Null if
 * there is no single hero with a goal at an edge.
 * @param {Scene} scene
 * @returns {{edge: Edge, at: number, from: number, to: number} | null}
 */
export function door(scene) {
  const heroes = scene.pieces.filter(({ role }) => role === "hero");
  const goal = scene.cells.filter((_, id) => scene.marks[id] === "g");
  if (heroes.length !== 1 || scene.walls || goal.length !== heroes[0].cells.length) return null;
  const { top, bottom, left, right, filled } = extent(goal);
  if (!filled) return null;
  const inside = (/** @type {At} */ [row, column]) => scene.cells.some(([r, c]) => r === row && c === column);
  const range = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from }, (_, step) => from + step);
  /** @type {Record<Edge, {at: number, from: number, to: number, beyond: At[]}>} */
  const edges = {
    bottom: { at: bottom, from: left, to: right, beyond: range(left, right).map((c) => [bottom, c]) },
    top: { at: top, from: left, to: right, beyond: range(left, right).map((c) => [top - 1, c]) },
    right: { at: right, from: top, to: bottom, beyond: range(top, bottom).map((r) => [r, right]) },
    left: { at: left, from: top, to: bottom, beyond: range(top, bottom).map((r) => [r, left - 1]) },
  };
  const along = heroes[0].glyph === "car" && right - left > bottom - top;
  const order = /** @type {Edge[]} */ (
    along
      ? ["right", "left"]
      : heroes[0].glyph === "car"
        ? ["bottom", "top"]
        : ["bottom", "right", "left", "top"]
  );
  const edge = order.find((one) => !edges[one].beyond.some(inside));
  if (!edge) return null;
  const { at, from, to } = edges[edge];
  return { edge, at, from, to };
}

/** The gap of a door in the frame. @param {Scene} scene */
function gap(scene) {
  const found = door(scene);
  if (!found) return [];
  const { edge, at, from, to } = found;
  const [a, b, line] = [from * SIDE + 2, to * SIDE - 2, at * SIDE];
  const out = edge === "top" || edge === "left" ? -4 : 4;
  const across = edge === "left" || edge === "right";
  const d = across ? `M${line + out / 2} ${a}V${b}` : `M${a} ${line + out / 2}H${b}`;
  const posts = across
    ? `M${line} ${a}h${2 * out}M${line} ${b}h${2 * out}`
    : `M${a} ${line}v${2 * out}M${b} ${line}v${2 * out}`;
  return [s("path", { class: "door", d }), s("path", { class: "posts", d: posts })];
}

/** A floor of squares, in walls or in a frame. @param {Scene} scene @param {At[]} all @param {At} size */
function floor(scene, all, [width, height]) {
  const own = all.filter((_, id) => scene.marks[id] !== "t");
  const cells = scene.wrap ? goingOn(scene, own) : own;
  const parts = [];
  if (scene.walls) parts.push(s("rect", { class: "walls", width, height, rx: 6 }));
  else if (cells.length > 0) parts.push(s("path", { class: "edge", d: outline(cells, SIDE, -2.5) }));
  if (scene.sheet) {
    const fill = scene.sheet.background ?? "#000";
    return [...parts, s("path", { fill, "shape-rendering": "crispEdges", d: outline(cells, SIDE, 0) })];
  }
  parts.push(s("path", { class: "floor", d: outline(cells, SIDE, 0) }));
  if (scene.pieces.some(({ look }) => look === "marble")) {
    const hollow = (/** @type {At} */ [row, column]) => {
      const [x, y] = [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
      return s("circle", { class: "hollow", cx: x, cy: y, r: 9 });
    };
    parts.push(...cells.map(hollow));
  } else if (!scene.walls) {
    const grid = cells.map(([row, column]) => `M${column * SIDE} ${row * SIDE}h${SIDE}v${SIDE}h${-SIDE}Z`);
    parts.push(s("path", { class: "grid", d: grid.join("") }));
  }
  if (!scene.walls) parts.push(...gap(scene));
  if (scene.thin_walls) {
    const walls = scene.thin_walls.map(([a, b]) => {
      const [[row, column], [r, c]] = [all[a], all[b]];
      const along = row === r ? `v${SIDE}` : `h${SIDE}`;
      return `M${Math.max(column, c) * SIDE} ${Math.max(row, r) * SIDE}${along}`;
    });
    parts.push(s("path", { class: "thin-walls", d: walls.join("") }));
  }
  return parts;
}

/** Roads, and the stops on them. @param {Scene} scene @param {At[]} all @param {boolean} small */
function roads(scene, all, small) {
  const centre = (/** @type {number} */ id) => [(all[id][1] + 0.5) * SIDE, (all[id][0] + 0.5) * SIDE];
  const ways = scene.roads.map(([a, b]) => `M${centre(a).join(" ")}L${centre(b).join(" ")}`);
  const stops = all.flatMap((_, id) => {
    const [x, y] = centre(id);
    const label = scene.cells[id][2];
    return [
      s("circle", { class: "stop", cx: x, cy: y, r: 13 }),
      ...(label && !small ? [s("text", { class: "stop-label", x, y }, label)] : []),
    ];
  });
  return [s("path", { class: "road", d: ways.join("") }), ...stops];
}

/** What the layers of a box are called, above each. @param {Scene} scene */
function layerNames(scene) {
  const box = boxOf(scene);
  if (!box) return [];
  const wide = box.size[2] > 2;
  return box.corners.map(([row, column], layer) => {
    const name = t(layer === 0 && wide ? "lowest" : "layer", { n: layer + 1 });
    return s("text", { class: "layer-name", x: column * SIDE, y: row * SIDE - 18 }, name);
  });
}

/**
 * The elements of the ground.
 * @param {Scene} scene
 * @param {At} size width and height
 * @param {boolean} small without labels
 * @returns {SVGElement[]}
 */
export function ground(scene, size, small) {
  const all = scene.cells.map(([row, column]) => /** @type {At} */ ([row, column]));
  if (scene.roads.length > 0) return roads(scene, all, small);
  return [...floor(scene, all, size), ...(small ? [] : layerNames(scene))];
}

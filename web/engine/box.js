// A box of cubes on a flat board: its layers side by side, the lowest first, and below them a tray of solids.

import { bounds } from "../lib/space.js";

/** Layers are side by side as long as all of them are no wider than this, in cells; else they are one below the other. */
const WIDE = 24;
/** The edge of a cube in the tray, in cells. */
export const EDGE = 0.62;
/** Between layers, and around each solid of the tray, in cells. */
const [GAP, ROOM] = [1, 0.35];

/**
 * @typedef {object} Box
 * @property {Place[]} places where each cell is in space
 * @property {Scene["cells"]} cells where it is on the flat board
 * @property {(place: Place) => At} flat where a place in space is on the flat board
 * @property {At[]} corners of the layers
 * @property {Place} size layers, rows and columns
 * @property {number} bottom the row below all layers
 * @property {{ids: number[], at: At, high: number, wide: number}[]} solids the cells of each piece of the tray, where the
 *   middle of its picture is, and its room
 * @property {number} rows in all
 * @property {number} columns
 */

/** The boxes, by their cells before and after: all scenes of a puzzle have the same. @type {WeakMap<Scene["cells"], Box>} */
const boxes = new WeakMap();

/** The box of a scene that was arranged. @param {Pick<Scene, "cells">} scene */
export const boxOf = ({ cells }) => boxes.get(cells);

/** The cells of each solid among some: those that touch. @param {number[]} ids @param {Place[]} places */
function apart(ids, places) {
  const left = new Set(ids);
  const groups = [];
  for (const first of left) {
    const group = new Set([first]);
    for (const one of group)
      for (const other of left)
        if (places[one].reduce((sum, at, axis) => sum + Math.abs(at - places[other][axis]), 0) === 1)
          group.add(other);
    for (const one of group) left.delete(one);
    groups.push([...group].sort((a, b) => a - b));
  }
  return groups;
}

/** @param {Scene} scene @param {number} high rows from layer to layer @returns {Box} */
function arrange({ cells, marks }, high) {
  const places = cells.map(
    ([row, column]) => /** @type {Place} */ ([Math.floor(row / high), row % high, column]),
  );
  const ids = [...cells.keys()];
  const [board, tray] = [false, true].map((inTray) => ids.filter((id) => (marks[id] === "t") === inTray));
  const size = /** @type {Place} */ (
    [0, 1, 2].map((axis) => Math.max(...board.map((id) => places[id][axis] + 1)))
  );
  const [layers, rows, columns] = size;
  const across = layers * (columns + GAP) - GAP;
  const [down, right] = across <= WIDE ? [0, columns + GAP] : [rows + GAP, 0];
  const corners = Array.from(
    { length: layers },
    (_, layer) => /** @type {At} */ ([layer * down, layer * right]),
  );
  const [bottom, wide] = [
    rows + (layers - 1) * down,
    Math.max(columns + (layers - 1) * right, down > 0 ? 16 : 9),
  ];
  let [top, left, deep] = [bottom + ROOM, 0, 0];
  const from = /** @type {At[]} */ ([]);
  const solids = apart(tray, places).map((own) => {
    const { width, height } = bounds(own.map((id) => places[id]));
    const [w, h] = [width * EDGE + ROOM, height * EDGE + ROOM];
    if (left > 0 && left + w > wide) [top, left, deep] = [top + deep, 0, 0];
    const at = /** @type {At} */ ([top + h / 2, left + w / 2]);
    const [least] = own.map((id) => places[id]);
    // Its cells are as far apart as on the board, where it is carried as it is.
    for (const id of own)
      from[id] = [
        Math.ceil(at[0]) - least[1] - least[0] * down,
        Math.floor(at[1]) - least[2] - least[0] * right,
      ];
    [left, deep] = [left + w, Math.max(deep, h)];
    return { ids: own, at, high: h, wide: w };
  });
  const flat = (/** @type {Place} */ [layer, row, column]) =>
    /** @type {At} */ ([row + layer * down, column + layer * right]);
  const laid = cells.map(([, , label], id) => {
    const [row, column] = flat(places[id]);
    const [r, c] = from[id] ?? [0, 0];
    return /** @type {Scene["cells"][number]} */ ([r + row, c + column, label]);
  });
  return { places, cells: laid, flat, corners, size, bottom, solids, rows: top + deep, columns: wide };
}

/** A scene with its layers side by side, if it has layers. @param {Scene} scene @returns {Scene} */
export function arranged(scene) {
  if (!scene.layer_rows) return scene;
  const box = boxOf(scene) ?? arrange(scene, scene.layer_rows);
  boxes.set(scene.cells, box).set(box.cells, box);
  return { ...scene, rows: box.rows, columns: box.columns, cells: box.cells };
}

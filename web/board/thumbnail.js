// A scene as a small picture.

import { Board } from "./board.js";

/** A scene without its tray, and walls around it. @param {Scene} scene @returns {Scene} */
export function faceOf(scene) {
  const floor = scene.cells.filter((_, id) => scene.marks[id] !== "t");
  if (floor.length === scene.cells.length) return scene;
  return {
    ...scene,
    rows: Math.max(...floor.map(([row]) => row + 1)),
    columns: Math.max(...floor.map(([, column]) => column + 1)),
    pieces: scene.pieces.filter((piece) => scene.marks[piece.cells[0]] !== "t"),
  };
}

/** Draws a scene as a thumbnail. @param {Scene} scene @param {boolean} [tray] whether with its tray */
export function thumbnail(scene, tray = false) {
  const board = new Board({ small: true });
  board.draw(tray ? scene : faceOf(scene), { glide: 0 });
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}

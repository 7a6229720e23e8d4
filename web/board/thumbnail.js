// A scene as a small picture.

import { Board } from "./board.js";

/** Draws a scene as a thumbnail. @param {Scene} scene @param {boolean} [tray] whether with its tray */
export function thumbnail(scene, tray = false) {
  const board = new Board({ small: true });
  // Leave out the tray, and walls around it.
  const floor = scene.cells.filter((_, id) => scene.marks[id] !== "t");
  const face =
    tray || floor.length === scene.cells.length
      ? {}
      : {
          rows: Math.max(...floor.map(([row]) => row + 1)),
          columns: Math.max(...floor.map(([, column]) => column + 1)),
          pieces: scene.pieces.filter((piece) => scene.marks[piece.cells[0]] !== "t"),
        };
  board.draw({ ...scene, ...face }, { glide: 0 });
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}

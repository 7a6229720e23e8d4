// The cursor of the keyboard: the cell that keys act on, and what is told of it.

import { cellName, pieceName } from "../board/piece-names.js";
import { nextCell } from "./move-geometry.js";

export class Cursor {
  /** The cell; -1 before it is anywhere. */
  cell = -1;

  /** @param {import("../board/board.js").Board} board @param {((text: string) => void) | undefined} announce */
  constructor(board, announce) {
    this.board = board;
    this.announce = announce;
  }

  get #scene() {
    return /** @type {Scene} */ (this.board.scene);
  }

  /** Whether it is on a cell of the board that is shown. */
  get placed() {
    return this.cell >= 0 && this.cell < this.#scene.cells.length;
  }

  /**
   * Goes to the nearest cell in a direction, with what is in hand.
   * @param {number[]} direction
   * @param {number[]} stops the cells that count
   * @param {import("./held-piece.js").HeldPiece | null} held
   */
  step(direction, stops, held) {
    const { cells } = this.#scene;
    this.cell = this.placed ? nextCell({ cells }, this.cell, direction, stops) : stops[0];
    const [r, c] = this.board.corner(this.cell);
    if (held) held.carry(Math.round(r) - held.from[0], Math.round(c) - held.from[1]);
    this.show();
    const on = this.board.pieceOn(this.cell);
    const name = cellName(this.#scene, this.cell);
    this.announce?.(on >= 0 ? `${name}: ${pieceName(this.#scene, on)}` : name);
  }

  /**
   * Takes what was taken from the tray to the first place on the board where all of it is on it.
   * @param {import("./held-piece.js").HeldPiece} held
   */
  enterBoard(held) {
    const { shape, from, lifted } = held;
    if (!this.board.inTray(lifted)) return;
    const { cells } = this.#scene;
    const first = cells.findIndex(([row, column]) =>
      shape.every(([r, c]) => this.board.cellAt(row + r, column + c) >= 0),
    );
    if (first < 0) return;
    this.cell = first;
    held.carry(cells[first][0] - from[0], cells[first][1] - from[1]);
  }

  show() {
    this.board.mark("cursor", [this.cell]);
  }

  hide() {
    this.board.mark("cursor", []);
  }
}

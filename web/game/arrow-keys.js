// Arrow keys where they play: the hero walks and pushes, or what can go that way slides.

import { STEP } from "../board/figure.js";
import { cellsAt } from "../board/seams.js";
import { carriedBy, corner, route } from "./move-geometry.js";
import { beside, walker } from "./walking.js";

/** Presses of a key held down that may wait while a move is on its way. */
const WAITING = 2;

/** The letters that lie as the arrows do. @type {Record<Direction, string>} */
export const LETTERS = { left: "a", down: "s", up: "w", right: "d" };

/** @type {Record<string, Direction>} */
const KEYS = {
  ArrowLeft: "left",
  ArrowDown: "down",
  ArrowUp: "up",
  ArrowRight: "right",
  [LETTERS.left]: "left",
  [LETTERS.down]: "down",
  [LETTERS.up]: "up",
  [LETTERS.right]: "right",
};

/** @type {Record<Direction, Direction>} */
const OPPOSITE = { left: "right", right: "left", up: "down", down: "up" };

/** The direction of an arrow key, or of the letter that lies as it does: W, A, S, D. @param {string} key */
export const directionOf = (key) =>
  /** @type {Direction | undefined} */ (KEYS[key.length === 1 ? key.toLowerCase() : key]);

/**
 * The puzzle's key for a key of the keyboard, directly or by its arrow.
 * @param {Key[]} keys
 * @param {string} pressed
 */
export function puzzleKey(keys, pressed) {
  const direction = pressed === " " ? null : directionOf(pressed);
  // W, A, S and D lie as the arrows do, whatever letters the arrows have.
  const own =
    keys.find(({ key, arrow }) => key === pressed && !arrow) ??
    keys.find(({ arrow }) => arrow === direction) ??
    keys.find(({ key }) => key === pressed);
  return own?.key;
}

/** The step of an arrow key. @param {string} key */
export const arrowStep = (key) => (key.startsWith("Arrow") ? STEP[KEYS[key]] : undefined);

/** The way that a swipe goes. @param {At} from @param {At} to @returns {Direction | null} null if it is too short */
export function swiped([row, column], [r, c]) {
  const [down, right] = [r - row, c - column];
  if (Math.hypot(down, right) < 1) return null;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}

export class ArrowKeys {
  /** Presses that wait for those before them. */
  #waiting = 0;
  /** The end of the last press. */
  #last = Promise.resolve();

  /**
   * @param {import("./midend.js").Midend} midend
   * @param {(gesture: Gesture) => Promise<void>} refuse says why a push is no move
   */
  constructor(midend, refuse) {
    this.midend = midend;
    this.refuse = refuse;
  }

  /** Whether arrow keys play. */
  get play() {
    return this.midend.position.scene.arrows !== undefined;
  }

  /** Whether somebody walks. */
  get walks() {
    return walker(this.midend.position.scene) >= 0;
  }

  /**
   * Plays an arrow key, when those before it are done.
   * @param {Direction} direction
   * @param {boolean} repeated whether the key is held down
   */
  press(direction, repeated) {
    if (repeated && this.#waiting > WAITING) return this.#last;
    this.#waiting++;
    this.#last = this.#last
      .then(() => this.midend.settled)
      .then(() => (this.walks ? this.#step(direction) : this.#slide(direction)))
      .finally(() => this.#waiting--);
    return this.#last;
  }

  /** Plays the move that carries a piece one cell in a direction. @param {Direction} direction */
  async #slide(direction) {
    const { scene, choices } = this.midend.position;
    const [down, right] = STEP[direction];
    const meant = choices.find((choice) => {
      const [one, ...others] = carriedBy(choice);
      if (!one || others.length > 0) return false;
      const [[row, column], [r, c]] = [scene.pieces[one.piece].cells, one.to].map((ids) =>
        corner(cellsAt(scene, ids)),
      );
      return r === row + down && c === column + right;
    });
    if (meant) await this.midend.play(meant.move);
  }

  /**
   * The moves that slide a whole row into the gap, up to a piece that is not beside it, and the way they go; null if there
   * are none. They are known where a move is called by what it moves.
   * @param {number} piece
   * @returns {{moves: string[], direction: Direction} | null}
   */
  row(piece) {
    const { scene, choices } = this.midend.position;
    const { pieces } = scene;
    if (!this.play || this.walks || pieces.some(({ cells }) => cells.length > 1)) return null;
    for (const { piece: first, to, move } of choices) {
      if (first === undefined || to?.length !== 1 || move !== pieces[first].name) continue;
      const direction = /** @type {Direction[]} */ (Object.keys(STEP)).find(
        (way) => beside(scene, pieces[first].cells[0], way) === to[0],
      );
      if (!direction) continue;
      const back = OPPOSITE[direction];
      const moves = [];
      for (let cell = pieces[first].cells[0]; cell >= 0; cell = beside(scene, cell, back)) {
        const at = pieces.findIndex(({ cells }) => cells[0] === cell);
        if (at < 0) break;
        moves.push(pieces[at].name);
        if (at === piece) return { moves, direction };
      }
    }
    return null;
  }

  /** Walks a step, or pushes what is there. @param {Direction} direction */
  async #step(direction) {
    const { scene, position } = this.midend;
    if (this.midend.isOver) return;
    const hero = walker(scene);
    const to = beside(scene, scene.pieces[hero].cells[0], direction);
    if (to < 0) return;
    const piece = scene.pieces.findIndex(({ cells }) => cells.includes(to));
    if (piece < 0) {
      this.midend.walk(to, [direction]);
      return;
    }
    const beyond = beside(scene, to, direction);
    const meant = position.choices.find(
      (choice) => choice.piece === piece && choice.to?.length === 1 && choice.to[0] === beyond,
    );
    if (meant) await this.midend.play(meant.move);
    else if (beyond >= 0) await this.refuse({ piece, to: [beyond] });
  }

  /** Walks to a cell by the shortest way. @param {number} cell @returns {boolean} whether there is one */
  walkTo(cell) {
    const { scene } = this.midend;
    const way = route(scene, walker(scene), [cell]);
    if (way && way.length > 0) this.midend.walk(cell, way);
    return way !== null;
  }
}

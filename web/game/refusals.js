// Why a gesture is no move, and why a piece has none: the engine knows.

import { extent } from "../board/outline.js";
import { cellsAt } from "../board/seams.js";
import * as api from "../engine/api.js";
import { errorMessage } from "../i18n/errors.js";
import { Latest } from "../lib/latest.js";
import { STEPS } from "./move-geometry.js";

export class Refusals {
  #questions = new Latest();

  /**
   * @param {import("../board/board.js").Board} board
   * @param {import("./midend.js").Midend} midend
   * @param {{refused: (reason: Reason | null) => void, failed: (why: string) => void}} voice
   */
  constructor(board, midend, voice) {
    this.board = board;
    this.midend = midend;
    this.voice = voice;
  }

  /** Says nothing more about what was asked. */
  stop() {
    this.#questions.stop();
  }

  /**
   * What the engine answers; null if it does not, or the board has changed since, so that nothing can be made of it.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async ask(question) {
    try {
      return await this.#questions.run(question);
    } catch (error) {
      this.voice.failed(errorMessage(error));
      return null;
    }
  }

  /**
   * Says why a gesture is no move.
   * @param {Gesture} gesture
   * @param {string[]} line the line to the position
   * @param {At[]} [at] where the piece would lie
   * @param {number} [lifted] the piece, as the board shows it
   */
  async refuse(gesture, line, at = [], lifted = gesture.piece) {
    const answer = await this.ask((signal) => api.gesture(this.midend.puzzle, line, gesture, signal));
    if (!answer) return;
    if (answer.moves && String(line) === String(this.midend.line)) {
      await this.midend.playAll(answer.moves, true);
      return;
    }
    const reason = answer.reason ?? null;
    if (lifted !== undefined) this.board.shake(lifted);
    this.board.outlined("refused", at);
    if (reason) this.board.mark("wrong", reason.cells);
    this.voice.refused(reason);
  }

  /**
   * Says why a piece has no move, or why it does not go where it was dragged.
   * @param {number} piece
   * @param {At} [by] how far, in cells
   */
  async explain(piece, [down, right] = [0, 0]) {
    const scene = /** @type {Scene} */ (this.board.scene);
    const at = cellsAt(scene, scene.pieces[piece].cells).map(
      ([row, column]) => /** @type {At} */ ([row + Math.round(down), column + Math.round(right)]),
    );
    const ids = at.map(([row, column]) => this.board.cellAt(row, column)).filter((id) => id >= 0);
    const { line } = this.midend;
    const dragged = Math.round(down) !== 0 || Math.round(right) !== 0;
    if (!dragged || ids.length === 0 || this.board.inTray(piece))
      await this.refuse({ piece, to: nearest(scene, piece) }, line);
    else await this.refuse({ piece, to: ids }, line, scene.roads.length > 0 ? [] : at);
  }
}

/**
 * Where to carry a piece that cannot go anywhere, to be told why not: onto what is in its way, or else just beside it.
 * Nowhere, if it is to be laid.
 * @param {Scene} scene
 * @param {number} piece
 * @returns {number[]} cells
 */
export function nearest(scene, piece) {
  const { cells } = scene.pieces[piece];
  if (scene.marks[cells[0]] === "t") return [];
  const beside = scene.roads.length > 0 ? alongRoads(scene, cells[0]) : steps(scene, piece);
  const taken = new Set(scene.pieces.flatMap((other, at) => (at === piece ? [] : other.cells)));
  return beside.find((to) => to.some((id) => taken.has(id))) ?? beside[0] ?? [];
}

/** @param {Scene} scene @param {number} from */
const alongRoads = ({ roads }, from) =>
  roads.flatMap(([one, other]) => (one === from ? [[other]] : other === from ? [[one]] : []));

/** The places one step away, as far as they are on the board. @param {Scene} scene @param {number} piece */
function steps({ cells, marks, pieces }, piece) {
  const own = pieces[piece].cells.map((id) => cells[id]);
  const { high, wide } = extent(own);
  // A car goes along its length only.
  const car = pieces[piece].glyph === "car";
  const ways = STEPS.filter(([[down]]) => !car || (down === 0 ? wide >= high : high >= wide));
  return ways.flatMap(([[down, right]]) => {
    const to = own.map(([row, column]) =>
      cells.findIndex(([r, c], id) => r === row + down && c === column + right && marks[id] !== "t"),
    );
    return to.includes(-1) ? [] : [to];
  });
}

// A line as an animation: what is visible from when to when, and where it moves.

import { s } from "../lib/dom.js";
import { outline } from "./outline.js";
import { matchPieces } from "./piece-matching.js";

/** Duration of a move in seconds. */
const STANDS = 0.6;

/** The first and the last frame in which something is visible. @typedef {{from: number, to: number}} Span */

/** Looping animations over a number of frames. The last frame is shown as long as a move takes. */
export class Timeline {
  /** @param {number} frames */
  constructor(frames) {
    this.frames = frames;
    this.loop = { dur: `${(frames + 1) * STANDS}s`, repeatCount: "indefinite" };
  }

  /** When a frame starts, as a fraction of the whole. @param {number} at */
  #key(at) {
    return (at / (this.frames + 1)).toFixed(5);
  }

  /**
   * The values of an attribute in the frames of a span. The first one also holds before the span.
   * @param {Span} span
   * @param {string[]} values
   * @returns {[string, string][]} time and value
   */
  #during({ from }, values) {
    const list = values.map((value, at) => /** @type {[string, string]} */ ([this.#key(from + at), value]));
    return from === 0 ? list : [["0", values[0]], ...list];
  }

  /** @param {string} tag @param {Record<string, string>} what @param {[string, string][]} list time and value */
  #animation(tag, what, list) {
    const [keyTimes, values] = [0, 1].map((at) => list.map((entry) => entry[at]).join(";"));
    return s(/** @type {"animate"} */ (tag), { ...this.loop, ...what, values, keyTimes });
  }

  /** Shows an element only in its span. @param {Element} element @param {Span} span */
  show(element, { from, to }) {
    if (from === 0 && to === this.frames - 1) return;
    /** @type {[string, string][]} */
    const list = [[this.#key(from), "inline"]];
    if (from > 0) list.unshift(["0", "none"]);
    if (to < this.frames - 1) list.push([this.#key(to + 1), "none"]);
    element.append(this.#animation("animate", { attributeName: "display", calcMode: "discrete" }, list));
  }

  /**
   * Moves an element, if it moves at all.
   * @param {Element} element
   * @param {Span} span
   * @param {At[]} offsets its offset in each frame
   */
  move(element, span, offsets) {
    const values = offsets.map(([x, y]) => `${x} ${y}`);
    if (new Set(values).size === 1) return;
    const list = this.#during(span, values);
    element.append(
      this.#animation("animateTransform", { attributeName: "transform", type: "translate" }, [
        ...list,
        ["1", values[values.length - 1]],
      ]),
    );
  }

  /**
   * Turns an element about a point, if it turns at all. On the way to a frame it already faces as in
   * that frame.
   * @param {Element} element
   * @param {Span} span
   * @param {At} centre x and y
   * @param {number[]} angles in each frame
   */
  turn(element, span, centre, angles) {
    if (new Set(angles).size === 1) return;
    const ahead = [...angles.slice(1), angles[angles.length - 1]];
    const list = this.#during(
      span,
      ahead.map((angle) => `${angle} ${centre.join(" ")}`),
    );
    element.append(
      this.#animation(
        "animateTransform",
        { attributeName: "transform", type: "rotate", calcMode: "discrete" },
        list,
      ),
    );
  }
}

/**
 * What is on cells and for how long, grouped into cells that have the same over the same frames.
 * @template T
 * @param {Scene} ground the scene whose cells the frames are on
 * @param {Frame[]} frames
 * @param {(frame: Frame, id: number) => T[]} on what is on a cell
 */
export function lasting(ground, frames, on) {
  /** @type {Map<string, Span & {what: T, cells: At[]}>} */
  const runs = new Map();
  ground.cells.forEach(([row, column], id) => {
    /** @type {Map<T, number>} */
    const since = new Map();
    frames.forEach((frame, to) => {
      const next = to + 1 < frames.length ? on(frames[to + 1], id) : [];
      for (const what of on(frame, id)) {
        const from = since.get(what) ?? to;
        since.set(what, from);
        if (next.includes(what)) continue;
        since.delete(what);
        const key = `${what} ${from} ${to}`;
        const run = runs.get(key) ?? { what, from, to, cells: [] };
        run.cells.push([row, column]);
        runs.set(key, run);
      }
    });
  });
  return [...runs.values()];
}

/**
 * The pieces of the frames, each for as long as it is known to be the same and looks the same.
 * @param {Scene} ground the scene whose cells the frames are on
 * @param {Frame[]} frames
 */
export function tracks(ground, frames) {
  const look = (/** @type {Piece} */ piece) => {
    const cells = piece.cells.map((id) => ground.cells[id]);
    const [[top, left]] = cells;
    return [
      outline(
        cells.map(([row, column]) => [row - top, column - left]),
        1,
        0,
      ),
      frames[0].marks[piece.cells[0]] === "t",
      piece.glyph,
    ].join();
  };
  /** @type {(Span & {pieces: Piece[]})[]} */
  const all = [];
  /** @type {typeof all} */
  let open = [];
  frames.forEach((frame, at) => {
    const pairs =
      at === 0 ? new Map() : matchPieces({ ...ground, ...frames[at - 1] }, { ...ground, ...frame });
    open = frame.pieces.map((piece, index) => {
      const before = open[pairs.get(index) ?? -1];
      const track =
        before && look(before.pieces[0]) === look(piece) ? before : { from: at, to: at, pieces: [] };
      if (track !== before) all.push(track);
      track.to = at;
      track.pieces.push(piece);
      return track;
    });
  });
  return all;
}

// A piece in hand, and those that go with it: shown where they are carried, and where they would land.

import { figure, look, SIDE, tint } from "../board/figure.js";
import { extent } from "../board/outline.js";
import { hue, pieceName } from "../board/piece-names.js";
import { cellsAt } from "../board/seams.js";
import { boxOf } from "../engine/box.js";
import { say } from "../i18n/language.js";
import { s } from "../lib/dom.js";
import { carrying, landing, slideTowards } from "./landing.js";
import { carriedBy, form, slides } from "./move-geometry.js";
import { mirrored, turnedSolid, WAYS } from "./turning.js";
import { walker } from "./walking.js";

/** With more places than this, marking them is no help. */
const OFFERS = 40;

/** How far above a finger it is shown, in pixels. */
export const LIFT = 24;

/**
 * @typedef {object} Taken
 * @property {number} piece in the position in which it is put down
 * @property {number} lifted the same piece, as the board shows it
 * @property {At[]} shape its cells, from the one it is held by
 * @property {At} from where that was
 * @property {At | null} start where the pointer went down, while it is
 * @property {Position} position the position in which it is put down
 * @property {{line: string[], at: number} | null} lies the line and which of its moves put it there, if it lay on the
 *   board
 */

export class HeldPiece {
  /** @param {import("../board/board.js").Board} board @param {Taken} taken */
  constructor(board, { piece, lifted, shape, from, start, position, lies }) {
    this.board = board;
    this.piece = piece;
    this.lifted = lifted;
    this.shape = shape;
    this.from = from;
    this.start = start;
    this.position = position;
    this.lies = lies;
    this.dragged = false;
    /** Whether it was in hand before the pointer went down on it. */
    this.gripped = false;
    /** Whether it rests somewhere else than where it was taken up. */
    this.away = false;
    /** Whether a finger drags it. What is laid is then seen above it. */
    this.touched = false;
    /** The pieces that go with it. @type {number[]} */
    this.others = [];
    const own = position.choices.filter((choice) => choice.piece === piece);
    /** Where it can slide to, if it slides. What is pushed by somebody who walks may be pushed further. */
    this.slides = lies || walker(position.scene) >= 0 ? null : slides(position.scene, piece, own);
    /** How far it has been slid. @type {At} */
    this.slid = [0, 0];
    /** How far it has been carried from where it was. @type {At} */
    this.carried = [0, 0];
    this.ghost = s("g", { class: "carried" });
    board.clear();
    board.elements[lifted]?.classList.add("lifted");
    board.overlay.append(this.ghost);
    const options = this.#options;
    if (options.length <= OFFERS) board.offer(options.map(({ to }) => to));
    const forms = options.map(({ to }) => form(cellsAt(position.scene, to)));
    /** Whether it can be turned: it goes nowhere as it is, or also in another form. */
    this.turns = new Set([form(shape), ...forms]).size > 1;
    /** Its cells in space, from the one it is held by, if it is for a box. @type {Place[] | null} */
    this.solid = null;
    /** How it can be turned. @type {Way[]} */
    this.ways = this.turns ? ["turn", "flip"] : [];
    const box = boxOf(position.scene);
    if (box && this.turns) {
      const places = (/** @type {number[]} */ ids) => ids.map((id) => box.places[id]);
      const own = places(board.scene?.pieces[lifted].cells ?? []);
      const held = shape.findIndex(([row, column]) => row === 0 && column === 0);
      this.solid = own.map((place) => /** @type {Place} */ (place.map((at, axis) => at - own[held][axis])));
      const flips = mirrored(
        own,
        options.map(({ to }) => places(to)),
      );
      this.ways = flips ? ["turn", "tip", "flip"] : ["turn", "tip"];
    }
    this.#draw();
    this.carry(0, 0);
  }

  /** The moves that carry what is in hand. */
  get #options() {
    return carrying(this.position.choices, this.piece, this.others);
  }

  /** The names of all that is in hand. */
  get names() {
    return [this.piece, ...this.others].map((piece) => pieceName(this.position.scene, piece, true));
  }

  /** Whether a piece of the board is in hand. @param {number} piece */
  holds(piece) {
    return piece === this.lifted || this.others.includes(piece);
  }

  /** Whether a move takes what is in hand to a cell. @param {number} cell */
  reaches(cell) {
    return this.#options.some(({ choice }) => carriedBy(choice).some(({ to }) => to.includes(cell)));
  }

  /** The only move that takes what is in hand to a cell; nothing if there are others. @param {number} cell */
  moveTo(cell) {
    const covering = this.#options.filter(({ choice }) =>
      carriedBy(choice).some(({ to }) => to.includes(cell)),
    );
    return covering.length === 1 ? covering[0].choice.move : undefined;
  }

  #draw() {
    const { scene } = this.position;
    const piece = scene.pieces[this.piece];
    const drawn = s(
      "g",
      { class: look(piece, this.shape, hue(scene, piece)) },
      ...figure(piece, this.shape, "name", say(scene.faces?.[piece.name])),
    );
    tint(drawn, piece.colour);
    this.ghost.replaceChildren(drawn);
  }

  /** Takes another piece along, if a move carries both. @param {number} piece @returns whether one does */
  join(piece) {
    if (this.lies || piece < 0 || this.holds(piece)) return false;
    const others = [...this.others, piece];
    const options = carrying(this.position.choices, this.piece, others);
    if (options.length === 0) return false;
    this.others = others;
    this.board.elements[piece]?.classList.add("lifted");
    this.board.offer(options.flatMap(({ choice }) => carriedBy(choice).map(({ to }) => to)));
    return true;
  }

  /**
   * How far it comes when it is pulled this far: a piece that slides stops at what is in its way.
   * @param {At} by
   * @returns {At}
   */
  slide(by) {
    if (!this.slides) return by;
    const { slid, shown } = slideTowards(this.slides, this.slid, by);
    this.slid = slid;
    return shown;
  }

  /** Shows it moved by this many cells, and where it would land. @param {number} dr @param {number} dc */
  carry(dr, dc) {
    const [down, right] = this.start ? this.slide([dr, dc]) : [dr, dc];
    this.carried = [down, right];
    const [x, y] = [this.from[1] + right, this.from[0] + down];
    this.ghost.setAttribute("transform", `translate(${x * SIDE} ${y * SIDE})`);
    const { choice } = this.landing(down, right);
    const cells = choice ? carriedBy(choice).flatMap(({ to }) => to) : [];
    this.board.outlined("landing", cellsAt(/** @type {Scene} */ (this.board.scene), cells));
    this.board.turning?.lay(this.lifted, cells);
    this.board.overlay.append(this.ghost);
  }

  /** Whether a point is on it. @param {At} point */
  #covers([row, column]) {
    const [top, left] = [this.from[0] + this.carried[0], this.from[1] + this.carried[1]];
    return this.shape.some(([r, c]) => r === Math.floor(row - top) && c === Math.floor(column - left));
  }

  /**
   * Whether a pointer takes it up again where it rests, away from where it was. Under a mouse it does not rest, but goes
   * with it.
   * @param {At} point
   * @param {string} pointer
   */
  isAt(point, pointer) {
    return this.turns && this.away && pointer !== "mouse" && this.#covers(point);
  }

  /** The pointer goes down on it, or where it was. @param {At} point @param {boolean} touched by a finger */
  grip(point, touched) {
    if (this.#covers(point)) this.rest();
    else {
      this.from = /** @type {At} */ (point.map(Math.floor));
      this.carry(0, 0);
    }
    this.start = point;
    this.dragged = false;
    this.gripped = true;
    this.touched = touched;
  }

  /** How far it goes with a pointer that has gone so far: above a finger that carries what is to be laid. @param {At} by @returns {At} */
  under([down, right]) {
    if (!this.touched || !this.turns || !this.start) return [down, right];
    const inside = this.start[0] - this.from[0];
    return [down + inside - extent(this.shape).bottom - LIFT / this.board.cellSize, right];
  }

  /** Leaves it where it was carried to. */
  rest() {
    this.from = /** @type {At} */ (this.from.map((at, axis) => Math.round(at + this.carried[axis])));
    this.away ||= this.carried.some((by) => by !== 0);
    this.start = null;
    this.carry(0, 0);
  }

  /** Where it lands when moved by this many cells. @param {number} down @param {number} right */
  landing(down, right) {
    const scene = /** @type {Scene} */ (this.board.scene);
    const { board, from } = this;
    // What is off the board altogether comes in nowhere.
    const on = this.shape.some(
      ([r, c]) => board.cellAt(from[0] + Math.round(down) + r, from[1] + Math.round(right) + c) >= 0,
    );
    return landing(this, scene, (row, column) => (on ? board.cellAround(row, column) : -1), [down, right]);
  }

  /** Turns it in one of its ways. @param {Way} way @returns {boolean} whether it can be turned */
  turn(way) {
    if (this.slides || !this.ways.includes(way)) return false;
    const box = boxOf(this.position.scene);
    if (this.solid && box) {
      this.solid = turnedSolid(this.solid, way);
      this.shape = this.solid.map((place) => box.flat(place));
    } else {
      this.shape = this.shape.map(([row, column]) => {
        const [, r, c] = WAYS[way]([0, row, column]);
        return /** @type {At} */ ([r, c]);
      });
    }
    this.#draw();
    this.carry(...this.carried);
    return true;
  }

  /** Shows everything where it was. */
  putBack() {
    this.ghost.remove();
    for (const piece of [this.lifted, ...this.others]) this.board.elements[piece]?.classList.remove("lifted");
    this.board.targets.replaceChildren();
    this.board.outlined("landing", []);
    this.board.turning?.lay(this.lifted, []);
  }
}

// Input on a board: turns pointer, touch and keyboard into gestures. Independent of the rules: the position
// says which gestures are moves, and the server says why others are not.

import { Board } from "../board/board.js";
import { STEP } from "../board/figure.js";
import { cellsAt } from "../board/seams.js";
import * as api from "../engine/api.js";
import { t } from "../i18n/language.js";
import { ArrowKeys, directionOf, puzzleKey, swiped } from "./arrow-keys.js";
import { Cursor } from "./cursor.js";
import { HeldPiece } from "./held-piece.js";
import { Midend } from "./midend.js";
import { carriedBy, goesTo, turnable } from "./move-geometry.js";
import { Refusals } from "./refusals.js";
import { saidOf, TURNING } from "./turning.js";
import { walker } from "./walking.js";

/** A pointer that moved less than this, in cells, has clicked. */
const CLICK = 0.3;

export class Hand {
  /**
   * @param {Board} board
   * @param {Midend} midend
   * @param {{announce?: (text: string) => void, refused: (reason: Reason | null) => void, failed: (why: string) => void,
   *   held?: (held: boolean, ways: Way[]) => void}} voice
   * @param {AbortSignal} [signal] ends it
   */
  constructor(board, midend, voice, signal) {
    this.board = board;
    this.midend = midend;
    this.voice = voice;
    this.refusals = new Refusals(board, midend, voice);
    this.arrows = new ArrowKeys(midend, (gesture) => this.refusals.refuse(gesture, midend.line));
    /** @type {HeldPiece | null} */
    this.held = null;
    /** Where the pointer has gone while a piece is being taken up. @type {{point: At, up: boolean} | null} */
    this.meanwhile = null;
    this.cursor = new Cursor(board, voice.announce);
    /** Where a swipe began. @type {At | null} */
    this.swipe = null;
    /** The cell on which the pointer went down, where cells are tapped. */
    this.tapped = -1;
    /**
     * The cell of a piece without a move on which the pointer went down, where, and after what line.
     * @type {{cell: number, start: At, line: string[]} | null}
     */
    this.blocked = null;
    /** The move that the last click played by itself; clicking the piece again at once plays no other. */
    this.played = "";
    /** Whether something else controls the board, such as a replay. */
    this.suspended = false;
    // What is answered after the position has changed is about another board.
    const changed = () => {
      this.refusals.stop();
      // What the pointer holds is put down in the new position.
      if (!this.held?.start) this.letGo();
    };
    midend.addEventListener("change", changed, { signal });
    const { svg } = board;
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    svg.addEventListener("pointerdown", (event) => void this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => void this.#up(event));
    svg.addEventListener("pointercancel", () => {
      this.blocked = null;
      this.letGo();
    });
    svg.addEventListener("wheel", (event) => {
      if (!this.held || this.held.slides) return;
      event.preventDefault();
      this.turn("turn");
    });
    svg.addEventListener("contextmenu", (event) => {
      if (!this.held) return;
      event.preventDefault();
      this.turn(this.held.ways[1]);
    });
    svg.addEventListener("blur", () => this.cursor.hide());
  }

  /** Leaves the board to something else, such as a replay, or takes it back. @param {boolean} suspended */
  suspend(suspended) {
    this.suspended = suspended;
    if (!suspended) return;
    this.refusals.stop();
    this.blocked = null;
  }

  /** Whether this puzzle is played with keys. */
  get keyed() {
    return this.midend.position.scene.keys.length > 0;
  }

  /** Whether one of the keys is the space bar. */
  get spaced() {
    return this.midend.position.scene.keys.some(({ arrow }) => arrow === null);
  }

  /** Whether pieces are carried. */
  get carries() {
    const { choices } = this.midend.position;
    return (!this.keyed && !this.taps) || choices.some((choice) => carriedBy(choice).length > 0);
  }

  /** Whether a piece can be turned. */
  get turns() {
    return turnable(this.midend.position);
  }

  /** Whether cells are tapped. */
  get taps() {
    return this.midend.position.choices.some(({ tap }) => tap !== undefined);
  }

  get #idle() {
    return this.suspended || this.midend.isOver;
  }

  /** @param {PointerEvent} event */
  async #down(event) {
    if (this.suspended || event.button > 0) return;
    const point = this.board.point(event);
    this.cursor.hide();
    const id = this.board.cellUnder(point);
    const piece = id < 0 ? -1 : this.board.pieceOn(id);
    if (this.held) {
      if (this.#join(piece)) return;
      if (
        this.held.isAt(point, event.pointerType) ||
        (piece === this.held.lifted && this.board.inTray(piece))
      ) {
        // It is turned by a tap, or taken elsewhere.
        this.board.svg.setPointerCapture(event.pointerId);
        this.held.grip(point, event.pointerType === "touch");
        return;
      }
      if (!this.#chooses(piece, id)) {
        this.held.start = point;
        this.held.dragged = false;
        await this.#dropAt([Math.floor(point[0]), Math.floor(point[1])]);
        return;
      }
      this.letGo();
    }
    this.tapped = this.taps || this.arrows.walks ? id : -1;
    if (this.#isBlocked(piece)) {
      this.board.svg.setPointerCapture(event.pointerId);
      this.blocked = { cell: id, start: point, line: this.midend.line };
      if (!this.arrows.row(piece)) this.board.shake(piece);
      return;
    }
    if (piece < 0 || !this.#takes(piece)) {
      if (this.keyed || this.arrows.walks) this.swipe = point;
      return;
    }
    this.board.svg.setPointerCapture(event.pointerId);
    // Taking up a piece that lies takes a moment. What the pointer does meanwhile is done then.
    const meanwhile = { point, up: false };
    this.meanwhile = meanwhile;
    await this.#pick(piece, id, point);
    this.meanwhile = null;
    if (this.held) this.held.touched = event.pointerType === "touch";
    if (!this.held || meanwhile.point === point) return;
    this.#pull(meanwhile.point);
    if (meanwhile.up) await this.#release(meanwhile.point);
  }

  /** Whether a hand may take up a piece of the board: it has a move, or lies where it was put. @param {number} piece */
  #takes(piece) {
    const { position } = this.midend;
    if (piece === walker(position.scene)) return false;
    return (
      position.choices.some((choice) => goesTo(choice, piece)) || position.scene.pieces[piece].played !== null
    );
  }

  /** Whether a piece is one that hands move, but has no move here. @param {number} piece */
  #isBlocked(piece) {
    if (piece < 0 || this.keyed || this.taps || this.#idle) return false;
    return piece !== walker(this.midend.position.scene) && !this.#takes(piece);
  }

  /**
   * Whether a click with a piece in hand chooses another piece in its place: one that it cannot go to.
   * @param {number} piece
   * @param {number} cell on which it is
   */
  #chooses(piece, cell) {
    if (piece < 0 || !this.held || this.held.holds(piece) || this.held.reaches(cell)) return false;
    return this.#takes(piece) || this.#isBlocked(piece);
  }

  /**
   * The pointer has gone up that went down on a piece without a move. A move on its way may have given it one.
   * @param {{cell: number, start: At, line: string[]}} blocked
   * @param {At} point
   */
  async #tried({ cell, start, line }, point) {
    await this.midend.settled;
    const piece = this.board.pieceOn(cell);
    if (this.suspended || piece < 0) return;
    const row = this.arrows.row(piece);
    const dragged = swiped(start, point);
    if (this.midend.line === line && row && (dragged ?? row.direction) === row.direction)
      await this.midend.playAll(row.moves, true);
    else if (this.midend.line === line)
      await this.refusals.explain(piece, [point[0] - start[0], point[1] - start[1]]);
    else if (this.#takes(piece)) {
      await this.#pick(piece, cell, start);
      this.#pull(point);
      await this.#release(point);
    }
  }

  /** Takes another piece along with the one in hand, if a move carries both. @param {number} piece */
  #join(piece) {
    if (!this.held?.join(piece)) return false;
    this.voice.announce?.(t("held", { piece: this.held.names.join(t("comma")) }));
    return true;
  }

  /** Taps a cell: plays the move of it or walks there, or says why not. @param {number} cell */
  async #tap(cell) {
    if (this.arrows.walks) {
      if (!this.#idle && !this.arrows.walkTo(cell)) this.voice.failed(t("noWay"));
      return;
    }
    if (this.suspended || (await this.midend.tap(cell)) || this.#idle) return;
    await this.refusals.refuse({ tap: cell }, this.midend.line);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const point = this.board.point(event);
    if (this.meanwhile && !this.meanwhile.up) this.meanwhile.point = point;
    if (this.held && event.pointerType === "mouse" && event.buttons === 0) this.held.start = null;
    this.#pull(point);
  }

  /** Moves the held piece to where the pointer is. @param {At} point */
  #pull(point) {
    const { held } = this;
    if (!held) return;
    if (held.start) {
      const [dr, dc] = [point[0] - held.start[0], point[1] - held.start[1]];
      held.dragged ||= Math.hypot(dr, dc) > CLICK;
      if (held.dragged) held.carry(...held.under([dr, dc]));
    } else {
      held.carry(Math.floor(point[0]) - held.from[0], Math.floor(point[1]) - held.from[1]);
    }
  }

  /** @param {PointerEvent} event */
  async #up(event) {
    const point = this.board.point(event);
    const { tapped, swipe, blocked } = this;
    [this.tapped, this.swipe, this.blocked] = [-1, null, null];
    if (blocked) {
      await this.#tried(blocked, point);
      return;
    }
    if (
      tapped >= 0 &&
      !this.held?.dragged &&
      this.board.cellUnder(point) === tapped &&
      this.#tappable(tapped)
    ) {
      this.letGo();
      await this.#tap(tapped);
      return;
    }
    if (swipe) {
      const direction = swiped(swipe, point);
      if (direction && this.arrows.walks) {
        this.walk(direction, false);
        return;
      }
      const { keys } = this.midend.position.scene;
      const key = direction && keys.find(({ arrow }) => arrow === direction)?.key;
      if (key) await this.press(key);
      return;
    }
    if (this.meanwhile) [this.meanwhile.point, this.meanwhile.up] = [point, true];
    await this.#release(point);
  }

  /**
   * Whether a click on a cell is a tap: it plays a move, or there is no piece on it that a hand could take up.
   * @param {number} cell
   */
  #tappable(cell) {
    const piece = this.board.pieceOn(cell);
    return piece < 0 || !this.#takes(piece) || this.midend.position.choices.some(({ tap }) => tap === cell);
  }

  /** Puts the held piece down where the pointer is, if that has dragged it there. @param {At} point */
  async #release(point) {
    const { held } = this;
    if (!held?.start) return;
    const by = held.under([point[0] - held.start[0], point[1] - held.start[1]]);
    held.start = null;
    if (held.dragged) await this.#drop(...by);
    else if (held.gripped) this.turn("turn");
    else await this.#clicked(held);
  }

  /** A click on a piece that can go one way only takes it there. @param {HeldPiece} held */
  async #clicked(held) {
    const { line } = this.midend;
    const again =
      this.played !== "" && line[line.length - 1] === this.played && this.#lastPiece === held.piece;
    this.played = "";
    if (held.slides?.size !== 1) return;
    const [choice] = held.slides.values();
    if (again) {
      this.letGo();
      return;
    }
    await this.#play(choice.move);
    this.played = choice.move;
    this.#lastPiece = held.piece;
  }

  /** The piece that the last click moved by itself. */
  #lastPiece = -1;

  /** Picks up a piece by one of its cells. @param {number} piece @param {number} id @param {At | null} start */
  async #pick(piece, id, start) {
    if (this.suspended) return;
    const scene = /** @type {Scene} */ (this.board.scene);
    const taken = scene.pieces[piece];
    const at = cellsAt(scene, taken.cells);
    const [row, column] = at[taken.cells.indexOf(id)];
    const from = /** @type {At} */ (start ? start.map(Math.floor) : this.board.corner(id).map(Math.round));
    const shape = at.map(([r, c]) => /** @type {At} */ ([r - row, c - column]));
    let { position } = this.midend;
    const { line } = this.midend;
    const lies = taken.played === null ? null : { line, at: taken.played };
    if (lies) {
      // It is put down again in the position without it. Until then nothing is played, so that it can be let go.
      const left = await this.refusals.ask((signal) =>
        api.position(this.midend.puzzle, line.toSpliced(lies.at, 1), signal),
      );
      if (!left) return;
      position = left;
    } else if (this.#idle) {
      return;
    }
    const own = lies
      ? position.scene.pieces.findIndex((other) => other.name === taken.name && other.played === null)
      : piece;
    if (own < 0) return;
    this.held = new HeldPiece(this.board, {
      piece: own,
      lifted: piece,
      shape,
      from,
      start,
      position,
      lies,
    });
    this.voice.held?.(true, this.held.ways);
    this.voice.announce?.(t("held", { piece: this.held.names[0] }));
  }

  /**
   * A click with a piece in hand: it goes to the clicked cell, or to the only place that covers it.
   * @param {At} cell
   */
  async #dropAt(cell) {
    const held = /** @type {HeldPiece} */ (this.held);
    const [dr, dc] = [cell[0] - held.from[0], cell[1] - held.from[1]];
    held.start = null;
    const near = held.landing(dr, dc).choice;
    const only = near ? undefined : held.moveTo(this.board.cellAt(cell[0], cell[1]));
    if (only !== undefined) await this.#play(only);
    else await this.#drop(dr, dc);
  }

  /** @param {number} dr @param {number} dc */
  async #drop(dr, dc) {
    const held = /** @type {HeldPiece} */ (this.held);
    const slid = held.slides && held.dragged ? held.slide([dr, dc]).map(Math.round) : [0, 0];
    const [down, right] = slid[0] !== 0 || slid[1] !== 0 ? slid : [dr, dc];
    const { ids, at, choice } = held.landing(down, right);
    if (choice) {
      await this.#play(choice.move);
      return;
    }
    const lay = /** @type {Scene} */ (this.board.scene).pieces[held.lifted].cells;
    const same = ids.length === lay.length && ids.every((id) => lay.includes(id));
    const off = ids.length === 0;
    const { lies, position } = held;
    const stays = held.turns && !same && !off;
    // What can be turned stays in hand as it was turned, to be put elsewhere.
    if (stays) held.rest();
    else this.letGo();
    if (same) return;
    // Off the board altogether, a piece that lay there is taken off, and another is just let go.
    if (off) {
      if (lies) await this.midend.exchange(lies.line, lies.at, null);
      return;
    }
    const roads = /** @type {Scene} */ (this.board.scene).roads.length > 0;
    await this.refusals.refuse({ piece: held.piece, to: ids }, position.line, roads ? [] : at, held.lifted);
  }

  /** @param {string} move */
  async #play(move) {
    const lies = this.held?.lies;
    this.letGo();
    if (lies) await this.midend.exchange(lies.line, lies.at, move);
    else await this.midend.play(move);
  }

  /** Puts the held piece back where it was. */
  letGo() {
    if (!this.held) return;
    this.held.putBack();
    this.held = null;
    this.voice.held?.(false, []);
  }

  /** Turns the held piece. @param {Way} way */
  turn(way) {
    const { held } = this;
    if (!held?.turn(way)) return;
    this.voice.announce?.(saidOf(held, way));
  }

  /** Lets the one who walks take a step. @param {Direction} direction @param {boolean} again whether a key is held down */
  walk(direction, again) {
    if (this.suspended) return;
    this.letGo();
    void this.arrows.press(direction, again);
  }

  /** Plays a key, or says why it cannot be played. @param {string} key */
  async press(key) {
    if (this.suspended || (await this.midend.press(key)) || this.#idle) return;
    await this.refusals.refuse({ key }, this.midend.line);
  }

  /** Does what a key of the keyboard means. @param {KeyboardEvent} event @returns {boolean} whether it means anything */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.suspended) return false;
    const key = this.keyed && !this.held ? puzzleKey(this.midend.position.scene.keys, event.key) : undefined;
    const direction = directionOf(event.key);
    if (key !== undefined) void this.press(key);
    else if (direction && this.arrows.play) {
      this.letGo();
      void this.arrows.press(direction, event.repeat);
    } else if (direction) this.cursor.step(STEP[direction], this.#stops(event.shiftKey), this.held);
    else if (event.key === "Enter" || event.key === " ") void this.#enter();
    else if (event.key === "Escape" && this.held) this.letGo();
    else if (this.held && TURNING[event.key.toLowerCase()]) this.turn(TURNING[event.key.toLowerCase()]);
    else return false;
    event.preventDefault();
    return true;
  }

  /** Where the cursor stops: on what can be moved, or, with a piece in hand, anywhere. @param {boolean} everywhere */
  #stops(everywhere) {
    const { pieces, cells } = /** @type {Scene} */ (this.board.scene);
    const movable = pieces.flatMap((piece, at) => (this.#takes(at) ? [piece.cells[0]] : []));
    return this.held || this.taps || everywhere || movable.length === 0 ? [...cells.keys()] : movable;
  }

  async #enter() {
    const { cell, placed } = this.cursor;
    if (!placed) {
      this.cursor.step([0, 0], this.#stops(false), this.held);
      return;
    }
    const [row, column] = this.board.corner(cell).map(Math.round);
    const piece = this.board.pieceOn(cell);
    const joined = this.#join(piece);
    if (this.#chooses(piece, cell)) this.letGo();
    if (this.held) {
      if (!joined) await this.#drop(row - this.held.from[0], column - this.held.from[1]);
    } else if (this.#isBlocked(piece)) {
      this.board.shake(piece);
      await this.refusals.explain(piece);
    } else if (this.taps && this.#tappable(cell)) {
      await this.#tap(cell);
    } else if (piece >= 0 && this.#takes(piece)) {
      await this.#pick(piece, cell, null);
      if (this.held) this.cursor.enterBoard(this.held);
    }
    this.cursor.show();
  }
}

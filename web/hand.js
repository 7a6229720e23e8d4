// Input on a board: turns pointer, touch and keyboard into gestures. Independent of the rules: the position
// says which gestures are moves, and the server says why others are not.

import { Board } from "./board.js";
import { s } from "./dom.js";
import { SIDE, figure } from "./figure.js";
import { Midend } from "./midend.js";
import { t } from "./words.js";

/** With more places than this, marking them is no help. */
const OFFERS = 40;
/** How close to a legal place, in cells, a piece must be dropped to land there. */
const NEAR = 0.9;
/** A pointer that moved less than this, in cells, has clicked. */
const CLICK = 0.3;

/** The arrow of each key of the keyboard that has one; the space bar has none. */
const ARROWS = /** @type {Record<string, Direction | null>} */ ({ ArrowLeft: "left", ArrowDown: "down", ArrowUp: "up", ArrowRight: "right", " ": null });

/**
 * @typedef {object} Held
 * @property {number} piece
 * @property {At[]} shape its cells, from the one it is held by
 * @property {At} from where that was
 * @property {At | null} start where the pointer went down, while it is
 * @property {boolean} dragged
 * @property {SVGGElement} ghost
 */

/** The top left corner of the rectangle around some cells. @param {At[]} cells */
const corner = (cells) => [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, column]) => column))];

/** The shape of some cells, wherever they lie. @param {At[]} cells */
function form(cells) {
  const [top, left] = corner(cells);
  return cells.map(([row, column]) => `${row - top},${column - left}`).sort().join(" ");
}

export class Hand {
  /**
   * @param {Board} board
   * @param {Midend} midend
   * @param {{tell: (text: string) => void, wrong: (reason: Reason | null) => void, held: (held: boolean, turns: boolean) => void}} voice
   */
  constructor(board, midend, voice) {
    this.board = board;
    this.midend = midend;
    this.voice = voice;
    /** @type {Held | null} */
    this.held = null;
    /** The cell of the keyboard cursor. */
    this.cursor = -1;
    /** @type {At | null} */
    this.swipe = null;
    /** Whether something else controls the board, such as a replay. */
    this.resting = false;
    const { svg } = board;
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    svg.addEventListener("pointerdown", (event) => void this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => void this.#up(event));
    svg.addEventListener("pointercancel", () => this.letGo());
    svg.addEventListener("keydown", (event) => void this.#key(event));
    svg.addEventListener("blur", () => this.board.mark("cursor", []));
  }

  /** Whether this puzzle is played with keys rather than by carrying pieces. */
  get keyed() {
    return this.midend.position.scene.keys.length > 0;
  }

  /** The puzzle's key for a key of the keyboard, directly or by its arrow. @param {string} pressed */
  meant(pressed) {
    const { keys } = this.midend.position.scene;
    const own = keys.find(({ key }) => key === pressed) ?? keys.find(({ arrow }) => arrow === ARROWS[pressed]);
    return own?.key;
  }

  get #idle() {
    return this.resting || this.midend.position.standing !== "open";
  }

  /** @param {PointerEvent} event */
  async #down(event) {
    if (this.resting || event.button > 0) return;
    const point = this.board.point(event);
    if (this.keyed) {
      this.swipe = point;
      return;
    }
    this.board.mark("cursor", []);
    const id = this.board.cellUnder(point);
    if (this.held) {
      this.held.start = point;
      this.held.dragged = false;
      await this.#dropAt([Math.floor(point[0]), Math.floor(point[1])]);
      return;
    }
    const piece = id < 0 ? -1 : this.board.pieceOn(id);
    if (piece < 0) return;
    this.board.svg.setPointerCapture(event.pointerId);
    await this.#pick(piece, id, point);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held } = this;
    if (!held) return;
    const point = this.board.point(event);
    // The button may have been released while the piece was coming off the board.
    if (event.pointerType === "mouse" && event.buttons === 0) held.start = null;
    if (held.start) {
      const [dr, dc] = [point[0] - held.start[0], point[1] - held.start[1]];
      held.dragged ||= Math.hypot(dr, dc) > CLICK;
      if (held.dragged) this.#carry(dr, dc);
    } else {
      this.#carry(Math.floor(point[0]) - held.from[0], Math.floor(point[1]) - held.from[1]);
    }
  }

  /** @param {PointerEvent} event */
  async #up(event) {
    const point = this.board.point(event);
    if (this.swipe) {
      const [down, right] = [point[0] - this.swipe[0], point[1] - this.swipe[1]];
      this.swipe = null;
      if (Math.hypot(down, right) < 1) return;
      const key = this.meant(Math.abs(right) > Math.abs(down) ? (right > 0 ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp");
      if (key !== undefined) await this.press(key);
      return;
    }
    const { held } = this;
    if (!held?.start) return;
    const [dr, dc] = [point[0] - held.start[0], point[1] - held.start[1]];
    held.start = null;
    if (held.dragged) await this.#drop(dr, dc);
  }

  /** Picks up a piece by one of its cells. @param {number} piece @param {number} id @param {At | null} start */
  async #pick(piece, id, start) {
    if (this.resting) return;
    const scene = /** @type {Scene} */ (this.board.scene);
    const taken = scene.pieces[piece];
    const [row, column] = scene.cells[id];
    const from = /** @type {At} */ (start ? start.map(Math.floor) : this.board.place(id).map(Math.round));
    const shape = /** @type {At[]} */ (taken.cells.map((cell) => [scene.cells[cell][0] - row, scene.cells[cell][1] - column]));
    if (taken.played !== null) {
      // First take it off the board, then hold it as one of the remaining pieces.
      const { line } = this.midend;
      await this.midend.jump([...line.slice(0, taken.played), ...line.slice(taken.played + 1)]);
      const left = this.midend.position.scene;
      piece = left.pieces.findIndex((other) => other.name === taken.name && other.played === null);
      if (piece < 0) return;
    } else if (this.#idle) {
      return;
    }
    const ghost = s("g", { class: "carried" });
    this.held = { piece, shape, from, start, dragged: false, ghost };
    this.board.elements[piece]?.classList.add("lifted");
    this.board.overlay.append(ghost);
    const choices = this.midend.position.choices.filter((choice) => choice.piece === piece);
    if (choices.length <= OFFERS) this.board.offer(choices.map((choice) => choice.to ?? []));
    const { cells } = this.midend.position.scene;
    const forms = choices.map((choice) => form((choice.to ?? []).map((at) => [cells[at][0], cells[at][1]])));
    const turns = new Set(forms).size > 1;
    this.#ghost();
    this.#carry(0, 0);
    this.voice.held(true, turns);
    this.voice.tell(t("held", { piece: taken.name }));
  }

  #ghost() {
    const { held } = this;
    if (!held) return;
    const piece = this.midend.position.scene.pieces[held.piece];
    const look = `piece ${piece.role} kind-${piece.kind % 12}`;
    held.ghost.replaceChildren(s("g", { class: look }, ...figure(piece, held.shape)));
  }

  /** Shows the held piece moved by this many cells, and where it would land. @param {number} dr @param {number} dc */
  #carry(dr, dc) {
    const { held } = this;
    if (!held) return;
    const [x, y] = [(held.from[1] + dc) * SIDE, (held.from[0] + dr) * SIDE];
    held.ghost.setAttribute("transform", `translate(${x} ${y})`);
    this.board.mark("wrong", []);
    const { at, choice } = this.#landing(dr, dc);
    const scene = /** @type {Scene} */ (this.board.scene);
    const places = /** @type {At[]} */ (choice?.to?.map((id) => [scene.cells[id][0], scene.cells[id][1]]) ?? at);
    this.board.outlined("landing", choice ? places : []);
    this.board.overlay.append(held.ghost);
  }

  /** Where the held piece lands when moved by this many cells. @param {number} dr @param {number} dc */
  #landing(dr, dc) {
    const { shape, from, piece } = /** @type {Held} */ (this.held);
    const [row, column] = [from[0] + Math.round(dr), from[1] + Math.round(dc)];
    const at = /** @type {At[]} */ (shape.map(([r, c]) => [row + r, column + c]));
    const ids = at.map(([r, c]) => this.board.cellAt(r, c)).filter((id) => id >= 0);
    let choice = ids.length === shape.length ? this.midend.choice(piece, ids) : undefined;
    if (!choice) {
      // The nearest legal place of the same shape, if it is close enough.
      const scene = /** @type {Scene} */ (this.board.scene);
      const [top, left] = corner(shape);
      const own = form(shape);
      let nearest = NEAR;
      for (const other of this.midend.position.choices) {
        if (other.piece !== piece || !other.to) continue;
        const cells = /** @type {At[]} */ (other.to.map((id) => [scene.cells[id][0], scene.cells[id][1]]));
        const [r, c] = corner(cells);
        const far = Math.hypot(r - (from[0] + top + dr), c - (from[1] + left + dc));
        if (far < nearest && form(cells) === own) {
          nearest = far;
          choice = other;
        }
      }
    }
    return { at, ids, choice };
  }

  /** A click with a piece in hand: it goes to the clicked cell, or to the only place that covers it. @param {At} cell */
  async #dropAt(cell) {
    const held = /** @type {Held} */ (this.held);
    const [dr, dc] = [cell[0] - held.from[0], cell[1] - held.from[1]];
    const on = this.board.cellAt(cell[0], cell[1]);
    held.start = null;
    if (!this.#landing(dr, dc).choice) {
      const covering = this.midend.position.choices.filter((c) => c.piece === held.piece && c.to?.includes(on));
      if (covering.length === 1) {
        await this.#play(covering[0].move);
        return;
      }
    }
    await this.#drop(dr, dc);
  }

  /** @param {number} dr @param {number} dc */
  async #drop(dr, dc) {
    const held = /** @type {Held} */ (this.held);
    const { ids, at, choice } = this.#landing(dr, dc);
    if (choice) {
      await this.#play(choice.move);
      return;
    }
    const home = this.midend.position.scene.pieces[held.piece].cells;
    const same = ids.length === home.length && ids.every((id) => home.includes(id));
    this.letGo();
    // Dropped off the board altogether, the piece is just let go.
    if (same || ids.length === 0) return;
    const reason = await this.midend.why({ piece: held.piece, to: ids });
    const scene = /** @type {Scene} */ (this.board.scene);
    if (scene.roads.length === 0) this.board.outlined("refused", at);
    if (reason) this.board.mark("wrong", reason.cells);
    this.voice.wrong(reason);
  }

  /** @param {string} move */
  async #play(move) {
    this.letGo();
    await this.midend.play(move);
  }

  /** Puts the held piece back where it was. */
  letGo() {
    const { held } = this;
    if (!held) return;
    this.held = null;
    held.ghost.remove();
    this.board.elements[held.piece]?.classList.remove("lifted");
    this.board.targets.replaceChildren();
    this.board.outlined("landing", []);
    this.voice.held(false, false);
  }

  /** Rotates the held piece by a quarter turn, or flips it. @param {boolean} over */
  turn(over) {
    const { held } = this;
    if (!held) return;
    held.shape = held.shape.map(([r, c]) => (over ? [r, -c] : [c, -r]));
    this.#ghost();
    const [, x, y] = /translate\((\S+) (\S+)\)/.exec(held.ghost.getAttribute("transform") ?? "") ?? ["", "0", "0"];
    this.#carry(Number(y) / SIDE - held.from[0], Number(x) / SIDE - held.from[1]);
  }

  /** Plays a key, or says why it cannot be played. @param {string} key */
  async press(key) {
    if (this.resting || (await this.midend.press(key)) || this.#idle) return;
    this.voice.wrong(await this.midend.why({ key }));
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.resting) return;
    if (this.keyed) {
      const key = this.meant(event.key);
      if (key === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      await this.press(key);
      return;
    }
    const ways = { ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1] };
    const way = /** @type {Record<string, number[]>} */ (ways)[event.key];
    if (way) this.#step(way);
    else if (event.key === "Enter" || event.key === " ") await this.#enter();
    else if (event.key === "Escape") this.letGo();
    else if (this.held && /^[rR]$/.test(event.key)) this.turn(false);
    else if (this.held && /^[fF]$/.test(event.key)) this.turn(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the cursor to the nearest cell in a direction. @param {number[]} way */
  #step([down, right]) {
    const { cells, pieces } = /** @type {Scene} */ (this.board.scene);
    if (this.cursor < 0 || this.cursor >= cells.length) {
      this.cursor = 0;
    } else {
      const [row, column] = cells[this.cursor];
      let best = Infinity;
      let next = this.cursor;
      const span = cells.length;
      cells.forEach(([r, c], id) => {
        const along = (r - row) * down + (c - column) * right;
        const across = Math.abs((r - row) * right) + Math.abs((c - column) * down);
        // Horizontally, cells of the same row come first; vertically, cells of the nearest row. So every cell
        // can be reached, even on diagonal roads.
        const far = down === 0 ? across * span + along : along * span + across;
        if (along > 0 && across <= along && far < best) {
          best = far;
          next = id;
        }
      });
      this.cursor = next;
    }
    const [row, column, label] = cells[this.cursor];
    const [r, c] = this.board.place(this.cursor);
    if (this.held) this.#carry(Math.round(r) - this.held.from[0], Math.round(c) - this.held.from[1]);
    this.board.mark("cursor", [this.cursor]);
    const on = this.board.pieceOn(this.cursor);
    const place = label ?? t("cellAt", { r: row + 1, c: column + 1 });
    this.voice.tell(on >= 0 ? `${place}: ${pieces[on].name}` : place);
  }

  async #enter() {
    const { cells } = /** @type {Scene} */ (this.board.scene);
    if (this.cursor < 0 || this.cursor >= cells.length) {
      this.#step([0, 0]);
      return;
    }
    const [row, column] = this.board.place(this.cursor).map(Math.round);
    if (this.held) {
      await this.#drop(row - this.held.from[0], column - this.held.from[1]);
    } else {
      const piece = this.board.pieceOn(this.cursor);
      if (piece >= 0) await this.#pick(piece, this.cursor, null);
    }
    this.board.mark("cursor", [this.cursor]);
  }
}

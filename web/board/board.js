// A board: draws scenes into one SVG and knows where its cells are. Independent of the puzzles.

import { say } from "../i18n/language.js";
import { s, still } from "../lib/dom.js";
import { figure, look, SIDE, STEP, tint } from "./figure.js";
import { door, ground } from "./ground.js";
import { extent, outline } from "./outline.js";
import { matchPieces } from "./piece-matching.js";
import { hue, turnOf } from "./piece-names.js";
import { crop } from "./screens.js";
import { cellsAt, period, seams, within } from "./seams.js";
import { stacks } from "./stacks.js";
import { Tray } from "./tray.js";
import { isTurning, Turning } from "./turning.js";

/** Room above a box for the names of its layers. */
const HEAD = 24;
/** Duration of a move in milliseconds. */
const MOVE = 180;
/** That of a step of somebody who walks. */
const PACE = 45;

/**
 * The marks on floors: class, and the path over their cells.
 * @type {Record<string, {look: string, path: (cells: At[]) => string}>}
 */
export const MARKS = {
  g: { look: "goal", path: (cells) => corners(cells) ?? outline(cells, SIDE, 3) },
  /** In walls, each cell is a goal of its own. */
  G: {
    look: "target",
    path: (cells) =>
      cells
        .map(([row, column]) => {
          const [x, y] = [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
          return `M${x} ${y - 9}l9 9l-9 9l-9 -9Z`;
        })
        .join(""),
  },
  "-": {
    look: "gate",
    path: (cells) =>
      cells
        .map(([row, column]) => `M${column * SIDE + 8} ${row * SIDE + 4}v32m8 -32v32m8 -32v32m8 -32v32`)
        .join(""),
  },
  ".": {
    look: "dots",
    path: (cells) =>
      cells.map(([row, column]) => `M${(column + 0.5) * SIDE} ${(row + 0.5) * SIDE}h0`).join(""),
  },
};

/** The way out at each edge. */
const LEAVING = /** @type {const} */ ({ top: "up", bottom: "down", left: "left", right: "right" });

/** The length of a bracket at a corner. */
const BRACKET = 11;

/** Brackets at the corners of a rectangle of several cells; null if the cells are none. @param {At[]} cells */
function corners(cells) {
  const { top, left, high, wide, filled } = extent(cells);
  if (!filled || cells.length === 1) return null;
  return [0, 1]
    .flatMap((down) =>
      [0, 1].map((right) => {
        const [x, y] = [(left + right * wide) * SIDE, (top + down * high) * SIDE];
        const [u, v] = [right === 0 ? 1 : -1, down === 0 ? 1 : -1];
        return `M${x + 3 * u} ${y + (3 + BRACKET) * v}v${-BRACKET * v}h${BRACKET * u}`;
      }),
    )
    .join("");
}

/** The mark of a cell. @param {Pick<Scene, "marks" | "walls">} scene @param {number} id */
const markOf = ({ marks, walls }, id) => (marks[id] === "g" && walls ? "G" : marks[id]);

/** @param {Scene} scene */
const coordinates = (scene) => scene.cells.map(([row, column]) => /** @type {At} */ ([row, column]));

export class Board {
  /** @param {{small?: boolean, texts?: boolean}} [options] small: a thumbnail, without labels; texts: with what is written on cells */
  constructor({ small = false, texts = !small } = {}) {
    this.small = small;
    this.texts = texts;
    this.ground = s("g");
    this.marks = s("g", { class: "marks" });
    this.targets = s("g", { class: "targets" });
    this.pieces = s("g", { class: "pieces" });
    /** A goal is seen above the pieces that lie on it. */
    this.goals = s("g", { class: "goals" });
    this.overlay = s("g", { class: "overlay" });
    /** What lies in the tray of a board whose sides join: it does not go on beyond them. */
    this.spare = s("g", { class: "pieces" });
    this.svg = s("svg", { class: "board", role: "img" });
    /** @type {ReturnType<typeof seams>} */
    this.seams = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {SVGGElement[]} */
    this.elements = [];
    /** The part that is shown, if not all is. @type {import("./screens.js").Screen | null} */
    this.screen = null;
    /** @type {Tray | null} */
    this.tray = null;
    /** The board in space, if it is one there. @type {Turning | null} */
    this.turning = null;
  }

  /** Where a cell is drawn. Trays are drawn smaller. @param {number} id @returns {At} row and column of its corner */
  corner(id) {
    return /** @type {Tray} */ (this.tray).corner(id);
  }

  /**
   * Draws a scene. Pieces that moved glide to their places.
   * @param {Scene} scene
   * @param {{glide?: number, step?: Step | null, way?: Direction[] | null}} [options] glide:
   *   milliseconds, 0 for at once; step: the carried piece that leads here from the previous scene, if any; way: of the
   *   hero, if he walks
   */
  draw(scene, { glide = MOVE, step = null, way = null } = {}) {
    const before = this.scene;
    const was = before?.pieces.map((piece) => this.corner(piece.cells[0])) ?? [];
    const sameGround =
      before !== null &&
      (before.cells === scene.cells || String(before.cells) === String(scene.cells)) &&
      before.roads.length === scene.roads.length &&
      String(before.thin_walls) === String(scene.thin_walls);
    this.scene = scene;
    if (!sameGround) this.#ground(scene);
    if (this.screen) crop(this.svg, scene, this.screen);
    this.#marks(scene);
    this.targets.replaceChildren();
    this.overlay.replaceChildren();
    const drawn = stacks(scene);
    this.elements = drawn ? [] : scene.pieces.map((piece) => this.#piece(scene, piece));
    if (!drawn) this.#crowd(scene);
    const spare = this.elements.filter((_, at) => this.seams && this.inTray(at));
    this.pieces.replaceChildren(...(drawn ? [drawn] : this.elements.filter((one) => !spare.includes(one))));
    this.spare.replaceChildren(...spare);
    this.turning?.draw(scene);
    if (drawn || !sameGround || glide === 0 || still()) return;
    const pairs = step?.back
      ? [...matchPieces(scene, before, step.carried)].map(([was, is]) => [is, was])
      : matchPieces(before, scene, step?.carried);
    const steps = (way?.length ?? 0) - (step ? 1 : 0);
    const walk = Math.min(2 * glide, PACE * steps);
    for (const [index, old] of pairs) {
      if (way && scene.pieces[index].role === "hero") {
        this.#walk(this.elements[index], way, {
          duration: walk + (step ? glide : 0),
          share: step ? walk : 0,
        });
        continue;
      }
      const [from, to] = [was[old], this.corner(scene.pieces[index].cells[0])];
      const [x, y] = [(from[1] - to[1]) * SIDE, (from[0] - to[0]) * SIDE];
      if (x !== 0 || y !== 0) {
        const frames = [{ transform: `translate(${x}px,${y}px)` }, { transform: "none" }];
        this.elements[index].animate(frames, {
          duration: glide,
          delay: walk,
          fill: /** @type {const} */ ("backwards"),
          easing: "cubic-bezier(.3,.7,.3,1)",
        });
      }
    }
  }

  /** Where several stand on one cell, such as Pac-Man and who has caught him, makes room for each. @param {Scene} scene */
  #crowd({ pieces }) {
    /** @type {Map<number, number[]>} */
    const on = new Map();
    for (const [at, { cells }] of pieces.entries())
      if (cells.length === 1) on.set(cells[0], [...(on.get(cells[0]) ?? []), at]);
    for (const [id, crowd] of on) {
      if (crowd.length < 2) continue;
      const [x, y] = this.centre(id);
      for (const [number, at] of crowd.entries()) {
        // The first at the lower left.
        const angle = (0.75 + (2 * number) / crowd.length) * Math.PI;
        const [across, down] = [x + 8 * Math.cos(angle), y + 8 * Math.sin(angle)];
        this.elements[at].setAttribute(
          "transform",
          `translate(${across} ${down}) scale(0.65) translate(${-x} ${-y})`,
        );
      }
    }
  }

  /**
   * Lets the hero walk to where he is drawn.
   * @param {SVGGElement} element
   * @param {Direction[]} way
   * @param {{duration: number, share: number}} time in milliseconds; share: of all steps but a last one with a push
   */
  #walk(element, way, { duration, share }) {
    if (way.length === 0 || duration === 0) return;
    /** @type {At[]} */
    const offsets = [[0, 0]];
    for (const direction of way.toReversed()) {
      const [row, column] = offsets[0];
      const [down, right] = STEP[direction];
      offsets.unshift([row - down, column - right]);
    }
    const pushes = share > 0 || duration === 0;
    const frames = offsets.map(([row, column], at) => ({
      transform: `translate(${column * SIDE}px,${row * SIDE}px)`,
      offset: !pushes
        ? at / way.length
        : at === way.length
          ? 1
          : (at / (way.length - 1)) * (share / duration),
    }));
    element.animate(frames, { duration });
  }

  /** @param {Scene} scene */
  #ground(scene) {
    this.tray = new Tray(scene);
    this.seams = seams(scene);
    const [edgeX, edgeY] = this.seams?.room ?? (scene.walls ? [0, 0] : [7, 7]);
    const head = this.tray.box && !this.small ? HEAD : 0;
    const { area } = this.tray;
    const [left, width, height] = [area.left, area.width, area.height].map((length) => length * SIDE);
    const [across, down] = [width + 2 * edgeX, height + 2 * edgeY + head];
    this.svg.setAttribute("viewBox", `${left - edgeX} ${-edgeY - head} ${across} ${down}`);
    this.svg.style.setProperty("--ratio", String(across / down));
    this.ground.replaceChildren(...ground(scene, [width, height], this.small));
    const { marks, targets, pieces, goals, overlay } = this;
    const parts = this.seams?.join(this.ground, [marks, targets, pieces, goals], this.spare, overlay);
    this.svg.replaceChildren(...(parts ?? [this.ground, marks, targets, pieces, goals, overlay]));
    if (!this.small && isTurning(scene)) this.turning ??= new Turning();
  }

  /** @param {Scene} scene */
  #marks(scene) {
    const all = coordinates(scene);
    const marked = Object.entries(MARKS)
      .map(([mark, drawn]) => ({ ...drawn, cells: all.filter((_, id) => markOf(scene, id) === mark) }))
      .filter(({ cells }) => cells.length > 0)
      .map(({ look, path, cells }) => ({ look, d: path(cells) }));
    const goals = marked.filter(({ look }) => look === "goal");
    this.goals.replaceChildren(
      ...goals.flatMap(({ d }) => [s("path", { class: "goal under", d }), s("path", { class: "goal", d })]),
    );
    const floors = ((!scene.stacks && scene.floors) || []).map(([id, colour]) => {
      const [x, y] = this.centre(id);
      const half = SIDE / 2 - 0.4;
      return scene.roads.length > 0
        ? s("circle", { class: "home", cx: x, cy: y, r: 17, fill: colour, stroke: colour })
        : s("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, fill: colour });
    });
    // What a stop is called is seen beside the piece on it.
    const beside = scene.roads.length > 0 && !this.small ? scene.pieces.flatMap(({ cells }) => cells) : [];
    for (const id of beside) {
      const [x, y] = this.centre(id);
      this.goals.append(s("text", { class: "stop-label", x: x + 21, y: y + 13 }, scene.cells[id][2] ?? ""));
    }
    const colours = new Map(scene.floors);
    const texts = ((this.texts && scene.texts) || []).map(([id, text]) => {
      const [x, y] = this.centre(id);
      const element = s("text", { class: "floor-text", x, y }, text);
      tint(element, colours.get(id));
      return element;
    });
    this.marks.replaceChildren(
      ...floors,
      ...texts,
      ...marked.filter(({ look }) => look !== "goal").map(({ look, d }) => s("path", { class: look, d })),
    );
  }

  /** @param {Scene} scene @param {Piece} piece */
  #piece(scene, piece) {
    const at = cellsAt(scene, piece.cells);
    const group = s("g", { class: look(piece, at, hue(scene, piece)) });
    if (turnOf(scene) === piece.role) group.classList.add("turn");
    tint(group, piece.colour);
    const { tray } = this;
    if (tray?.holds(piece.cells[0])) group.append(tray.figure(piece, at));
    else {
      const face = scene.faces?.[piece.name];
      group.append(...figure(piece, at, this.small && !face ? null : "name", say(face)));
    }
    return group;
  }

  /** The middle of a cell. @param {number} id @returns {At} */
  centre(id) {
    const [row, column] = /** @type {Scene} */ (this.scene).cells[id];
    return [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
  }

  /**
   * The position of a pointer on the board, in cells.
   * @param {{clientX: number, clientY: number}} event
   * @returns {At} row and column, fractional
   */
  point(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.y / SIDE, point.x / SIDE];
  }

  /** The side of a cell on the screen, in pixels. */
  get cellSize() {
    return SIDE * (this.svg.getScreenCTM()?.a || 1);
  }

  /**
   * The cell of the board proper at a row and a column; -1 if there is none.
   * @param {number} row
   * @param {number} column
   */
  cellAt(row, column) {
    if (row >= (this.tray?.top ?? 0)) return -1;
    return this.scene?.cells.findIndex(([r, c]) => r === row && c === column) ?? -1;
  }

  /** The cell under a point, on the board or in the tray. @param {At} point row and column, fractional */
  cellUnder([row, column]) {
    if (row < (this.tray?.top ?? 0)) return this.cellAround(Math.floor(row), Math.floor(column));
    return this.tray?.cellUnder([row, column]) ?? -1;
  }

  /**
   * The same, also for what is seen beyond a seam.
   * @param {number} row
   * @param {number} column
   */
  cellAround(row, column) {
    const [high, wide] = this.scene ? period(this.scene) : [0, 0];
    return this.cellAt(within(row, high), within(column, wide));
  }

  /** The index of the piece on a cell. @param {number} id */
  pieceOn(id) {
    return this.scene?.pieces.findIndex((piece) => piece.cells.includes(id)) ?? -1;
  }

  /** Shows the names of pieces that are otherwise told apart by their looks. @param {boolean} wanted */
  showNames(wanted) {
    this.svg.classList.toggle("lettered", wanted);
  }

  /** Whether a piece lies in the tray. @param {number} index */
  inTray(index) {
    return this.tray?.holds(/** @type {Scene} */ (this.scene).pieces[index].cells[0]) ?? false;
  }

  /** Shakes a piece: it cannot be moved. @param {number} index */
  shake(index) {
    const element = this.elements[index];
    element?.classList.remove("shaken");
    // Without a look at it in between, it would not begin anew.
    element?.getBoundingClientRect();
    element?.classList.add("shaken");
  }

  /** Lets the hero leave by the door, if there is one. The next scene has him back. */
  leave() {
    const way = this.scene && door(this.scene);
    if (!way || !this.scene || still()) return;
    const hero = this.elements[this.scene.pieces.findIndex(({ role }) => role === "hero")];
    const [down, right] = STEP[LEAVING[way.edge]].map((step) => step * 3 * SIDE);
    hero?.classList.add("gone");
    hero?.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${right}px,${down}px)`, opacity: 0 },
      ],
      { duration: 700, delay: MOVE, easing: "cubic-bezier(.5,0,.8,.6)", fill: "forwards" },
    );
  }

  /** Takes all marks off, and the arrow. */
  clear() {
    this.overlay.replaceChildren();
    this.targets.replaceChildren();
  }

  /**
   * Marks cells. `kind` is a class, such as `wrong`, `cursor` or `hint`. Different kinds can be shown
   * together; an empty list removes a kind.
   * @param {string} kind
   * @param {number[]} cells
   */
  mark(kind, cells) {
    this.overlay.querySelectorAll(`.${kind}`).forEach((old) => old.remove());
    if (!this.scene || cells.length === 0) return;
    const scene = this.scene;
    if (scene.roads.length > 0) {
      const path = kind === "wrong" && cells.length > 1;
      for (const id of path ? [cells[0], cells[cells.length - 1]] : cells) {
        const [x, y] = this.centre(id);
        this.overlay.append(s("circle", { class: `mark ${kind}`, cx: x, cy: y, r: 18 }));
      }
      if (path) {
        const stops = cells.map((id) => this.centre(id).join(" ")).join("L");
        this.overlay.append(s("path", { class: `sight ${kind}`, d: `M${stops}` }));
      }
      return;
    }
    const small = cells.filter((id) => this.tray?.holds(id));
    const board = cells.filter((id) => !small.includes(id));
    if (board.length > 0) this.outlined(kind, cellsAt(scene, board));
    const mark = small.length > 0 && this.tray?.mark(small);
    if (!mark) return;
    mark.setAttribute("class", `mark ${kind}`);
    this.overlay.append(mark);
  }

  /** Outlines places, which need not be cells of the board. @param {string} kind @param {At[]} at */
  outlined(kind, at) {
    this.overlay.querySelectorAll(`.${kind}`).forEach((old) => old.remove());
    if (at.length === 0) return;
    this.overlay.append(s("path", { class: `mark ${kind}`, d: outline(at, SIDE, 3) }));
  }

  /**
   * Draws arrows instead of those that are there.
   * @param {At[][]} ways the points of each
   */
  arrows(ways) {
    this.overlay.querySelectorAll(".arrow").forEach((old) => old.remove());
    for (const points of ways) this.#arrow(points);
  }

  /**
   * Draws an arrow through points, or a ring around a single one.
   * @param {At[]} points row and column of each, in cells
   */
  #arrow(points) {
    const drawn = points.map((point) => {
      const [row, column] = this.tray?.spot(point) ?? point;
      return [column * SIDE, row * SIDE];
    });
    if (drawn.length === 0) return;
    if (drawn.length === 1) {
      this.overlay.append(s("circle", { class: "arrow mark hint", cx: drawn[0][0], cy: drawn[0][1], r: 19 }));
      return;
    }
    const [[u, v], [x, y]] = drawn.slice(-2);
    const angle = Math.atan2(y - v, x - u);
    // It begins beside the name of what it is about.
    const [[fromX, fromY], [nextX, nextY]] = drawn;
    const apart = Math.hypot(nextX - fromX, nextY - fromY);
    const free = Math.min(0.34 * SIDE, apart / 3) / apart;
    drawn[0] = [fromX + (nextX - fromX) * free, fromY + (nextY - fromY) * free];
    // The shaft ends within the tip.
    const shaft = [...drawn.slice(0, -1), [x - 9 * Math.cos(angle), y - 9 * Math.sin(angle)]]
      .map((point) => point.join(" "))
      .join("L");
    const tip = { d: "M0 0L-14 -9V9Z", transform: `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})` };
    const parts = ["under", "over"].flatMap((look) => [
      s("path", { class: `shaft ${look}`, d: `M${shaft}` }),
      s("path", { class: `tip ${look}`, ...tip }),
    ]);
    this.overlay.append(s("g", { class: "arrow" }, ...parts));
  }

  /**
   * Shows the places a piece may go to; where they overlap, only what they cover together.
   * @param {number[][]} options the cells of each
   */
  offer(options) {
    const scene = /** @type {Scene} */ (this.scene);
    const all = coordinates(scene);
    if (scene.roads.length > 0) {
      this.targets.replaceChildren(
        ...options.map(([id]) =>
          s("circle", { class: "offer", cx: this.centre(id)[0], cy: this.centre(id)[1], r: 18 }),
        ),
      );
      return;
    }
    const covered = [...new Set(options.flat())];
    const apart = covered.length === options.flat().length;
    const drawn = apart ? options.map((cells) => cellsAt(scene, cells)) : [covered.map((id) => all[id])];
    this.targets.replaceChildren(
      ...drawn.map((cells) => s("path", { class: "offer", d: outline(cells, SIDE, 4) })),
    );
  }
}

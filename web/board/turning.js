// A picture of a board in space that one turns: a box of cubes, or a tower. It shows what the board shows.

import { boxOf } from "../engine/box.js";
import { t } from "../i18n/language.js";
import { s } from "../lib/dom.js";
import { VIEW } from "../lib/space.js";
import { tint } from "./figure.js";
import { hue } from "./piece-names.js";
import { around } from "./seams.js";
import { solid, through } from "./solid.js";
import { tower } from "./tower.js";

/** Degrees for each pixel, and for each key. */
const [PULL, STEP] = [0.6, 15];
/** What is seen is not seen from lower or higher, in degrees. */
const [LOW, HIGH] = [5, 85];

/** What keys turn: around, and up or down. @type {Record<string, At>} */
const KEYS = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };

/** Whether a scene is one in space. @param {Scene} scene */
export const isTurning = (scene) => scene.layer_rows !== undefined || scene.wrap === "columns";

export class Turning {
  #view = { ...VIEW };
  /** @type {Scene | null} */
  #scene = null;
  /** What would be laid: a piece and its cells. @type {{piece: number, cells: number[]} | null} */
  #laid = null;
  /** Where the pointer is that turns it. @type {At | null} */
  #from = null;
  #asked = 0;

  constructor() {
    const turn = { role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 359 };
    this.element = s("svg", { class: "turning", "aria-label": t("turning"), ...turn });
    const { element } = this;
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      this.#from = [event.clientY, event.clientX];
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.#from) return;
      const [y, x] = this.#from;
      this.#from = [event.clientY, event.clientX];
      this.#turn((x - event.clientX) * PULL, (event.clientY - y) * PULL);
    });
    for (const end of ["pointerup", "pointercancel"])
      element.addEventListener(end, () => {
        this.#from = null;
      });
    element.addEventListener("keydown", (event) => {
      const by = KEYS[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#turn(...by);
    });
  }

  /** @param {number} by @param {number} up in degrees */
  #turn(by, up) {
    this.#view.turn = (this.#view.turn + by + 720) % 360;
    this.#view.tilt = Math.min(HIGH, Math.max(LOW, this.#view.tilt + up));
    this.#ask();
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    this.#laid = null;
    this.#ask();
  }

  /** Shows a piece where it would be laid, if it would. @param {number} piece @param {number[]} cells */
  lay(piece, cells) {
    if (cells.length === 0 && !this.#laid) return;
    this.#laid = cells.length > 0 ? { piece, cells } : null;
    this.#ask();
  }

  /** Draws it before the next frame is shown. */
  #ask() {
    this.#asked ||= requestAnimationFrame(() => {
      this.#asked = 0;
      this.#draw(/** @type {Scene} */ (this.#scene));
    });
  }

  /** @param {Scene} scene */
  #draw(scene) {
    const view = this.#view;
    /** @type {Map<number, number>} */
    const on = new Map();
    for (const [piece, { cells }] of scene.pieces.entries())
      if (piece !== this.#laid?.piece) for (const id of cells) on.set(id, piece);
    for (const id of this.#laid?.cells ?? []) on.set(id, /** @type {{piece: number}} */ (this.#laid).piece);
    const made = (/** @type {number} */ index, /** @type {SVGElement[]} */ parts) => {
      const piece = scene.pieces[index];
      const laid = index === this.#laid?.piece ? " laid" : "";
      const look = piece ? `thing kind-${hue(scene, piece)}${laid}` : "free";
      const group = s("g", { class: look }, ...parts);
      if (piece) tint(group, piece.colour);
      return group;
    };
    const floor = [...scene.cells.keys()].filter((id) => scene.marks[id] !== "t");
    const box = boxOf(scene);
    const [parts, size] = box ? this.#box(box, floor, on, made) : this.#tower(scene, floor, on, made);
    const reach = Math.hypot(...size) / 2 + 0.1;
    this.element.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
    this.element.replaceChildren(...parts);
    const turn = Math.round(view.turn) % 360;
    this.element.setAttribute("aria-valuenow", String(turn));
    this.element.setAttribute("aria-valuetext", t("turnedBy", { n: turn }));
  }

  /**
   * @param {import("../engine/box.js").Box} box
   * @param {number[]} floor
   * @param {Map<number, number>} on the piece on each cell
   * @param {(piece: number, parts: SVGElement[]) => SVGElement} made
   * @returns {[SVGElement[], number[]]} what it is made of, and its size
   */
  #box({ places, size }, floor, on, made) {
    // In the middle.
    const at = (/** @type {number[]} */ place) => place.map((one, axis) => one - size[axis] / 2);
    const cubes = [...on].flatMap(([id, piece]) =>
      floor.includes(id) ? [{ place: at(places[id]), piece }] : [],
    );
    const line = (/** @type {number[][]} */ corners) => through(corners.map(at), this.#view, 1);
    const [layers, rows, columns] = size;
    const ground = floor.flatMap((id) => {
      const [layer, row, column] = places[id];
      const corners = [0, 1, 1, 0].map((down, side) => [0, row + down, column + (side > 1 ? 1 : 0)]);
      return layer === 0 ? [`${line(corners)}Z`] : [];
    });
    const edges = [0, rows].flatMap((row) =>
      [0, columns].flatMap((column) => [
        line([
          [0, row, column],
          [layers, row, column],
        ]),
      ]),
    );
    const rims = [0, layers].map((layer) => {
      const [near, far] = [0, rows].map((row) => [0, columns].map((column) => [layer, row, column]));
      return `${line([...near, ...far.reverse()])}Z`;
    });
    return [
      [
        s("path", { class: "ground", d: ground.join("") }),
        s("path", { class: "cage", d: [...edges, ...rims].join("") }),
        ...solid(cubes, this.#view, 1, made),
      ],
      size,
    ];
  }

  /**
   * @param {Scene} scene
   * @param {number[]} floor
   * @param {Map<number, number>} on
   * @param {(piece: number, parts: SVGElement[]) => SVGElement} made
   * @returns {[SVGElement[], number[]]}
   */
  #tower(scene, floor, on, made) {
    const [rows, columns] = around(scene);
    const cells = floor.map((id) => {
      const [row, column] = scene.cells[id];
      return { cell: /** @type {At} */ ([row, column]), piece: on.get(id) ?? -1 };
    });
    const parts = tower([rows, columns], cells, this.#view, made);
    return [parts, [rows, columns / Math.PI]];
  }
}

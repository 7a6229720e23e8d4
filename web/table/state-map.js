// The map: every position that can be reached, the nearer to the centre the nearer to a solution.

import * as api from "../engine/api.js";
import { button, iconButton } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { MapCanvas } from "./map-canvas.js";
import { titledGroup } from "./panel.js";
import { fileNameOf } from "./share.js";

/** Positions asked for: a few at once, to be seen growing, and then as many as a page can draw. */
const PARTS = [2000, 20_000, 100_000];

export class StateMap {
  /**
   * @param {import("../game/midend.js").Midend} midend
   * @param {{show: (position: Position) => void, go: (line: string[]) => void, close: () => void}} host
   */
  constructor(midend, host) {
    this.midend = midend;
    this.host = host;
    this.life = new AbortController();
    this.lookups = new Latest();
    /** The line to the position that is selected. @type {string[] | null} */
    this.line = null;
    const canvas = h("canvas", { class: "map", tabindex: 0, role: "img", "aria-label": t("map") });
    this.canvas = new MapCanvas(canvas, (at) => void this.#look(at), this.life.signal);
    this.facts = h("p", { class: "facts", role: "status" }, t("searching"));
    this.selected = h("p", { class: "facts", role: "status" });
    this.playOn = button("playOn", () => this.line && host.go(this.line), "on");
    this.playOn.hidden = true;
    this.again = button("tryAgain", () => void this.#load(), "primary");
    this.again.hidden = true;
    /** What is done with a map, once there is one. */
    this.tools = [
      iconButton("＋", "closer", () => this.canvas.zoom(1.6)),
      iconButton("－", "farther", () => this.canvas.zoom(1 / 1.6)),
      button("savePicture", () => this.#save(canvas)),
      h("p", { class: "help" }, t("mapHelp")),
    ];
    for (const tool of this.tools) tool.hidden = true;
    const [closer, farther, picture, help] = this.tools;
    this.element = titledGroup(
      "map",
      host.close,
      canvas,
      this.facts,
      this.selected,
      row(closer, farther, picture, this.playOn, this.again),
      help,
    );
    void this.#load();
  }

  stop() {
    this.life.abort();
    this.lookups.stop();
  }

  async #load() {
    const { signal } = this.life;
    const failed = (/** @type {boolean} */ yes) => {
      this.again.hidden = !yes;
      this.canvas.canvas.hidden = yes && !this.map;
    };
    failed(false);
    try {
      for (const states of PARTS) {
        const map = await api.map(this.midend.puzzle, this.midend.line, states, signal);
        if (signal.aborted) return;
        this.map = map;
        this.canvas.show(map);
        for (const tool of this.tools) tool.hidden = false;
        const complete = map.outcome === "solved";
        const word = !complete ? "mapPart" : map.distance_to === "goal" ? "mapGoal" : "mapStart";
        this.facts.textContent = t(word, { n: map.states });
        if (complete || map.reason !== "states") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.facts.textContent = errorMessage(error);
      failed(true);
    }
  }

  /** Shows a position on the board. @param {number} at */
  async #look(at) {
    this.canvas.select(at);
    const { puzzle } = this.midend;
    try {
      const found = await this.lookups.run(async (signal) => {
        const { line } = await api.way(puzzle, at, PARTS[PARTS.length - 1], signal);
        return { line, position: await api.position(puzzle, line, signal) };
      });
      if (!found || this.life.signal.aborted || !this.map) return;
      this.line = found.line;
      this.playOn.hidden = false;
      this.host.show(found.position);
      const distance = this.map.distances[at];
      this.selected.textContent =
        distance === null
          ? t("unsolvable")
          : t(this.map.distance_to === "goal" ? "mapToGoal" : "mapFromStart", { n: distance });
    } catch (error) {
      this.selected.textContent = errorMessage(error);
    }
  }

  /** @param {HTMLCanvasElement} canvas */
  #save(canvas) {
    h("a", { href: canvas.toDataURL("image/png"), download: `${fileNameOf(this.midend)}-map.png` }).click();
  }
}

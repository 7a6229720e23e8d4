// Beside the board, for those who want it: how far it is to a solution, and how far the line is from the best.

import { labelled } from "../i18n/controls.js";
import { t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { preference, setPreference } from "../lib/preferences.js";

const wanted = () => preference("gauge") === "on";

export class Gauge {
  /** The rest of the way, as a part of the whole; a line where it would be after best moves. */
  element;
  /** The switch; null where no distance is to be had. */
  setting;
  #midend;
  #board;
  #bar = h("div", { role: "meter", "aria-label": t("distance"), "aria-valuemin": "0" });
  #searches = new Latest();

  /**
   * @param {import("../game/midend.js").Midend} midend
   * @param {import("../board/board.js").Board} board
   * @param {AbortSignal} signal ends it
   */
  constructor(midend, board, signal) {
    this.#midend = midend;
    this.#board = board;
    this.element = h("div", { class: "gauge", hidden: true }, this.#bar);
    const { abilities, alike, scored } = midend.position;
    const box = h("input", {
      type: "checkbox",
      checked: wanted(),
      onchange: () => {
        setPreference("gauge", box.checked ? "on" : "off");
        void this.look();
      },
    });
    this.setting = abilities.solve && !alike && !scored ? labelled(box, "gauge") : null;
    signal.addEventListener("abort", () => this.#searches.stop());
  }

  /** Looks at the position. */
  async look() {
    this.#searches.stop();
    this.element.hidden = !this.setting || !wanted();
    if (this.element.hidden) return;
    const { position } = this.#midend;
    const { metric, line } = position;
    const found = await this.#searches
      .run(() => Promise.all([this.#midend.rest(), this.#midend.best()]))
      .catch(() => null);
    if (position !== this.#midend.position) return;
    const [rest, best] = found ?? [];
    const left = rest?.outcome === "solved" && rest.proved ? rest.cost : null;
    const made = position.cost ?? line.length;
    const whole = Math.max(best?.cost ?? 0, left ?? 0, 1);
    const slack = best?.proved && left !== null ? made + left - best.cost : 0;
    const { style } = this.element;
    style.setProperty("--ratio", this.#board.svg.style.getPropertyValue("--ratio"));
    style.setProperty("--left", String((left ?? 0) / whole));
    style.setProperty("--best", String(Math.max(0, (left ?? 0) - slack) / whole));
    this.#bar.className = rest?.outcome === "unsolvable" ? "lost" : left === null ? "unknown" : "";
    const text =
      rest?.outcome === "unsolvable"
        ? t("unsolvable")
        : left === null
          ? t("unknown")
          : t("gaugeLeft", { n: left, m: slack, metric: unit(metric, left) });
    this.#bar.title = text;
    this.#bar.setAttribute("aria-valuemax", String(whole));
    this.#bar.setAttribute("aria-valuenow", String(left ?? whole));
    this.#bar.setAttribute("aria-valuetext", text);
  }
}

// Looks out for the player: says quietly, and at once, when the position can no longer be solved.

import { labelled } from "../i18n/controls.js";
import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { preference, setPreference } from "../lib/preferences.js";

/** Whether the player wants to know. */
const wanted = () => preference("lookout") !== "off";

export class Lookout {
  /** The mark of a lost position; pressed, it says why. */
  mark;
  /** The switch; null where no position is lost. */
  setting;
  #midend;
  #announce;
  #searches = new Latest();

  /**
   * @param {import("../game/midend.js").Midend} midend
   * @param {{announce: (text: string) => void, why: () => void, signal: AbortSignal}} host announce: to those who
   *   listen; why: explains it
   */
  constructor(midend, { announce, why, signal }) {
    this.#midend = midend;
    this.#announce = announce;
    this.mark = h(
      "button",
      { type: "button", class: "lost-mark", hidden: true, onclick: why },
      "✗ ",
      t("lostHere"),
    );
    const { abilities, scored } = midend.position;
    const can = abilities.lose && abilities.solve && !scored;
    const box = h("input", {
      type: "checkbox",
      checked: wanted(),
      onchange: () => {
        setPreference("lookout", box.checked ? "on" : "off");
        void this.look();
      },
    });
    this.setting = can ? labelled(box, "lookout") : null;
    signal.addEventListener("abort", () => this.#searches.stop());
  }

  /** Looks at the position. */
  async look() {
    this.#searches.stop();
    const { position } = this.#midend;
    const looks = this.setting !== null && wanted() && position.standing === "open";
    // What was lost stays lost, until a move is taken back.
    const lost =
      looks && (await this.#searches.run((signal) => this.#midend.isLost(signal)).catch(() => false));
    if (position !== this.#midend.position) return;
    if (lost && this.mark.hidden) this.#announce(t("unsolvable"));
    this.mark.hidden = !lost;
  }
}

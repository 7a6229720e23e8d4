// The moves of the line, to go back to, and what is proved of them, if the player wants to know.

import * as api from "../engine/api.js";
import { sharedMoves } from "../game/branches.js";
import { spoken } from "../game/move-geometry.js";
import { judgeMove } from "../game/move-quality.js";
import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";

/** Moves of the line that are listed, and of these the last that are judged. */
const [LISTED, JUDGED] = [200, 20];

export class MoveList {
  element = h("ol", { class: "line", "aria-label": t("yours") });
  /** Whether moves are judged. */
  judge = h("input", { type: "checkbox", onchange: () => this.update() });
  /** The number of solutions left, if they can be counted and moves are judged. */
  solutionsLeft = h("output", { class: "facts" });
  #midend;
  #messages;
  #counts = new Latest();

  /** @param {import("../game/midend.js").Midend} midend @param {import("./messages.js").Messages} messages */
  constructor(midend, messages) {
    this.#midend = midend;
    this.#messages = messages;
  }

  update() {
    const { line, readings, position } = this.#midend;
    this.judge.disabled = !position.abilities.solve;
    const shown = Math.max(0, line.length - LISTED);
    this.element.start = shown + 1;
    this.element.replaceChildren(
      ...line.slice(shown).map((move, index) => {
        const at = shown + index;
        const verdict = h("span", { class: "verdict" });
        if (this.judge.checked && at >= line.length - JUDGED) void this.#showVerdict(at, verdict);
        const text = readings[at] ?? move;
        const onclick = () => void this.#midend.back(at + 1);
        const look = {
          type: "button",
          class: "move",
          "data-move": move,
          "aria-label": spoken(text),
          onclick,
        };
        return h("li", {}, h("button", look, text), verdict, ...this.#branches(at));
      }),
      ...this.#branches(line.length).map((branch) => h("li", {}, branch)),
    );
    // A list has no height until it is in the page.
    requestAnimationFrame(() => (this.element.scrollTop = this.element.scrollHeight));
    void this.#countSolutions();
  }

  /** The lines that were left at a move, to go back to. @param {number} at */
  #branches(at) {
    const { branches, line } = this.#midend;
    return branches
      .filter((branch) => branch.line.length > at && sharedMoves(branch.line, line) === at)
      .map((branch) => {
        const move = branch.texts[at] ?? branch.line[at];
        const more = branch.line.length - at;
        const onclick = () => void this.#midend.takeUp(branch);
        const name = t("branch", { move: spoken(move), n: more });
        return h(
          "button",
          { type: "button", class: "other", title: name, "aria-label": name, onclick },
          `⑂ ${move} ·${more}`,
        );
      });
  }

  /** Says whether a move of the line was best. @param {number} at @param {HTMLElement} where */
  async #showVerdict(at, where) {
    const verdict = await judgeMove(this.#midend, this.#midend.line, at).catch(() => null);
    if (!verdict) return;
    where.className = `verdict ${verdict.kind}`;
    where.textContent = verdict.text;
  }

  async #countSolutions() {
    const { position, line, puzzle } = this.#midend;
    this.solutionsLeft.value = "";
    this.#counts.stop();
    if (!this.judge.checked || !position.abilities.count || position.standing !== "open") return;
    const counted = await this.#messages.guard(() =>
      this.#counts.run((signal) => api.count(puzzle, line, signal)),
    );
    if (counted && counted.outcome !== "stopped") {
      this.solutionsLeft.value = t("solutionsLeft", { n: Number(counted.solutions) });
    }
  }
}

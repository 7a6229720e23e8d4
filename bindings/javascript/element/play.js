// One puzzle being played in an element, with a few buttons. This module and all it imports become one function
// (bundle.mjs), called once for each language.

import { sayOf } from "../../../web/board/piece-names.js";
import { Midend } from "../../../web/game/midend.js";
import { errorMessage } from "../../../web/i18n/errors.js";
import { languageTag, sentence, t } from "../../../web/i18n/language.js";
import { h } from "../../../web/lib/dom.js";
import { stars } from "../../../web/table/finish.js";
import { GameView } from "../../../web/table/game-view.js";

/** What the buttons are called in the attribute `controls`. */
const CONTROLS = /** @type {const} */ ({ undo: "undo", reset: "restart", hint: "hint", "give-up": "giveUp" });

export const read = Midend.openLegal;

/** What is shown in place of a puzzle that cannot be read. @param {unknown} error */
export const failure = (error) =>
  h(
    "div",
    { class: "play", lang: languageTag() },
    h("p", { class: "message wrong", role: "alert" }, errorMessage(error)),
  );

export class Play extends GameView {
  /**
   * @param {Midend} midend
   * @param {Set<string>} controls
   * @param {(how: string) => void} told
   */
  constructor(midend, controls, told) {
    super(midend);
    this.told = told;
    const { aim } = midend.position;
    const buttons = Object.entries(CONTROLS).flatMap(([name, act]) => {
      this.buttons[act].setAttribute("part", `button ${name}`);
      return controls.has(name) ? this.buttons[act] : [];
    });
    this.stage.setAttribute("part", "stage");
    this.element = h(
      "div",
      { class: "play", lang: languageTag() },
      aim && h("p", { class: "objective", part: "aim" }, sentence(sayOf(aim, midend.position.scene))),
      this.stage,
      buttons.length > 0 && h("div", { class: "row acts", part: "controls" }, ...buttons),
      this.messages.element,
      this.panel.element,
      this.messages.live,
    );
    this.begin(this.element);
  }

  leave() {
    super.leave();
    this.midend.end();
  }

  /** @param {import("../../../web/game/midend.js").Change} change */
  changed(change) {
    super.changed(change);
    this.told(change.how);
  }

  /** Says whether it is proved that nobody can do better. */
  async solved() {
    const { midend } = this;
    const { line, isOwn } = midend;
    const { alike, score, cost } = midend.position;
    // What was played for him is not the player's solution.
    this.messages.show(t(isOwn ? "solved" : "seen"), "solved", this.facts());
    if (alike || score !== null || !isOwn) return;
    const best = await this.ending.run(() => midend.best()).catch(() => null);
    if (midend.line === line && stars(cost ?? line.length, best) === 3) this.messages.reword(t("solvedBest"));
  }
}

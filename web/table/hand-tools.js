// What can be done with the piece in hand, as buttons.

import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

export class HandTools {
  element = h("div", { class: "row tools" });

  /** @param {import("../game/hand.js").Hand} hand @param {boolean} held @param {boolean} turns */
  show(hand, held, turns) {
    const button = (
      /** @type {import("../i18n/language.js").Phrase} */ word,
      /** @type {() => void} */ act,
    ) => h("button", { type: "button", onclick: act }, t(word));
    this.element.replaceChildren(
      ...(held && turns
        ? [button("turn", () => hand.turn(false)), button("flip", () => hand.turn(true))]
        : []),
      ...(held ? [button("letGo", () => hand.letGo())] : []),
    );
  }
}

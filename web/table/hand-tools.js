// What can be done with the piece in hand, as buttons.

import { button } from "../i18n/controls.js";
import { h } from "../lib/dom.js";

export class HandTools {
  element = h("div", { class: "row tools" });

  /** @param {import("../game/hand.js").Hand} hand @param {boolean} held @param {boolean} turns */
  show(hand, held, turns) {
    this.element.replaceChildren(
      ...(held && turns
        ? [button("turn", () => hand.turn(false)), button("flip", () => hand.turn(true))]
        : []),
      ...(held ? [button("letGo", () => hand.letGo())] : []),
    );
  }
}

// Positions of a game that the player keeps, to come back to.

import * as progress from "../game/progress.js";
import { button, iconButton } from "../i18n/controls.js";
import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** @param {import("../game/midend.js").Midend} midend */
export function checkpoints(midend) {
  const { puzzle } = midend;
  const list = h("span", { class: "row kept" });
  const all = () => progress.of(puzzle)?.kept ?? [];
  const same = (/** @type {string[]} */ line) => line.join(" ") === midend.line.join(" ");
  const change = (/** @type {progress.Kept[]} */ kept) => {
    progress.keep(puzzle, kept);
    update();
  };
  const keep = button(
    "keepPosition",
    () => change([...all(), { line: midend.line, own: midend.ownMoves }]),
    "quiet",
  );
  const update = () => {
    const kept = all();
    keep.disabled = midend.line.length === 0 || kept.some(({ line }) => same(line));
    list.replaceChildren(
      ...kept.map(({ line, own }, at) => {
        const name = t("keptAt", { n: line.length });
        const look = { type: "button", class: "quiet", title: name, "aria-current": same(line) && "true" };
        const back = h("button", { ...look, onclick: () => void midend.jump(line, own) }, `⚑ ${name}`);
        const forget = iconButton("×", "forgetKept", () => change(kept.toSpliced(at, 1)), "quiet");
        return h("span", { class: "kept-one" }, back, forget);
      }),
    );
  };
  return { element: h("div", { class: "row" }, keep, list), update };
}

// Moves that were worse than the best, to learn from.

import { address } from "../game/address.js";
import { Midend } from "../game/midend.js";
import { judgeMove } from "../game/move-quality.js";
import * as progress from "../game/progress.js";
import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** Slips that are offered at once, at most. */
const OFFERED = 12;

/**
 * The moves of the line that are proved to be worse than the best. A search that takes long ends the looking.
 * @param {Midend} midend
 * @param {AbortSignal} signal
 * @returns {Promise<number[]>} the numbers of moves before them
 */
export async function findSlips(midend, signal) {
  const { line } = midend;
  const found = [];
  for (let at = 0; at < line.length && !signal.aborted; at++) {
    const { kind } = await judgeMove(midend, line, at);
    if (kind === "unknown") break;
    if (kind === "bad") found.push(at);
  }
  return found;
}

/**
 * Stores slips as exercises.
 * @param {Midend} midend
 * @param {Family | null} family
 * @param {string[]} line
 * @param {number[]} slips
 */
export async function storeSlips(midend, family, line, slips) {
  const title = midend.headline(family);
  for (const at of slips.slice(0, OFFERED)) {
    const hash = await address(midend.puzzle, line.slice(0, at).join(" "));
    progress.addSlip({ title, address: hash, move: midend.readings[at] ?? line[at] });
  }
}

/**
 * Buttons that lead back to the positions before slips.
 * @param {Midend} midend
 * @param {string[]} line
 * @param {number[]} slips
 * @param {(line: string[], say: string) => void} go
 */
export const slipButtons = (midend, line, slips, go) =>
  slips.slice(0, OFFERED).map((at) => {
    const move = midend.readings[at] ?? line[at];
    const onclick = () => go(line.slice(0, at), t("findBetter", { move }));
    return h("button", { type: "button", class: "slip", onclick }, `${at + 1}. ${move}`);
  });

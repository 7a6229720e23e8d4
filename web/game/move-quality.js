// How good the moves of a line are, as far as searches prove it.

import { t } from "../i18n/language.js";
import { Midend } from "./midend.js";

/**
 * What is proved of a move.
 * @typedef {object} Verdict
 * @property {"good" | "bad" | "unknown" | "none"} kind none: there was no solution before it either
 * @property {string} text
 */

/**
 * Judges a move of the line.
 * @param {Midend} midend
 * @param {string[]} line
 * @param {number} at
 * @returns {Promise<Verdict>}
 */
export async function judgeMove(midend, line, at) {
  const [before, after] = await Promise.all([
    midend.rest(line.slice(0, at)),
    midend.rest(line.slice(0, at + 1)),
  ]);
  const { alike } = midend.position;
  if (before.outcome === "unsolvable") return { kind: "none", text: "" };
  if (after.outcome === "unsolvable") return { kind: "bad", text: `✗ ${t("deadEnd")}` };
  if (!before.proved || !after.proved) return { kind: "unknown", text: "?" };
  if (before.cost !== null && after.cost !== null) {
    if (alike) return { kind: "good", text: `✓ ${t("stillFits")}` };
    const price = midend.price(at);
    const longer = price === null ? null : after.cost + price - before.cost;
    if (longer === null) return { kind: "unknown", text: "?" };
    return longer === 0
      ? { kind: "good", text: `✓ ${t("isBest")}` }
      : { kind: "bad", text: t("notBest", { n: longer }) };
  }
  if (before.score !== null && after.score !== null) {
    return after.score < before.score
      ? { kind: "bad", text: `−${before.score - after.score}` }
      : { kind: "good", text: `✓ ${t("isBest")}` };
  }
  return { kind: "unknown", text: "?" };
}

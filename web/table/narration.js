// What is said of positions: below the board, to those who listen, and how a game ends that is not solved.

import { sayOf } from "../board/piece-names.js";
import { readMove, spoken } from "../game/move-geometry.js";
import { language, say, sentence, t } from "../i18n/language.js";

/** @typedef {import("../game/midend.js").Midend} Midend */

/** What is written below the board. @param {Reason[]} notes @param {Scene} scene */
export const caption = (notes, scene) =>
  notes
    // Cars look as if they drove along their length.
    .filter(({ code }) => code !== "along")
    .map((note) => sayOf(note, scene))
    // A word begins with a capital letter, and a sign stays as it is.
    .map((text) => text.replace(/^[a-z](?=[a-z])/, (first) => first.toUpperCase()))
    .join(" · ");

/**
 * What is spoken of a change: the move, or where it led, and those notes that are new. How a game was lost is told as its
 * ending.
 * @param {string} how
 * @param {{position: Position, readings: (string | null)[]}} before
 * @param {Pick<Midend, "position" | "readings">} after
 */
export function change(how, before, after) {
  const known = before.position.scene.notes.map(say);
  const why = lostBy(after.position);
  const { scene } = after.position;
  const notes = scene.notes
    .filter((note) => note !== why && !known.includes(say(note)))
    .map((note) => sayOf(note, scene));
  return [transition(how, before, after), notes.join(t("comma"))]
    .filter(Boolean)
    .join(language() === "en" ? ". " : "。");
}

/**
 * @param {string} how
 * @param {Pick<Midend, "position" | "readings">} before
 * @param {Pick<Midend, "position" | "readings">} after
 */
function transition(how, before, after) {
  const n = after.position.line.length;
  const by = n - before.position.line.length;
  /** The move between the two, with the place that its piece has before it. */
  const between = (/** @type {Position} */ { scene, choices }, /** @type {Position} */ { line }) => {
    const move = line[line.length - 1] ?? "";
    return spoken(
      readMove(
        scene,
        choices.find((choice) => choice.move === move),
        move,
        true,
      ),
    );
  };
  if (how === "move") return by === 1 ? between(before.position, after.position) : t("atMove", { n });
  if (how === "undo" && by === -1) return t("undone", { move: between(after.position, before.position) });
  if (how === "redo" && by === 1) return t("redone", { move: between(before.position, after.position) });
  return n === 0 ? t("atStart") : t("atMove", { n });
}

/**
 * What a position that was lost says last, after what positions say anyway: how.
 * @param {Pick<Position, "standing" | "scene">} position
 */
export const lostBy = ({ standing, scene }) =>
  standing === "lost" && scene.notes.length > 1 ? scene.notes[scene.notes.length - 1] : null;

/** How a game has ended that is not solved. @param {Midend} midend */
export function ending(midend) {
  const { position } = midend;
  if (midend.isStuck) return t("noMove");
  if (position.standing === "over") return t("over");
  const why = lostBy(position);
  return why ? sentence(say(why)) : t("lost");
}

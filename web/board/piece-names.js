// What pieces are called: by what is seen of them, or, for those who want that, by their letters. Sentences of the engine
// have letters; here they get what is seen.

import { boxOf } from "../engine/box.js";
import { language, localized, say, t } from "../i18n/language.js";
import { COLOURS } from "../i18n/piece-phrases.js";
import { preference } from "../lib/preferences.js";
import { extent } from "./outline.js";

const RED = COLOURS.length - 1;
const BLUE = 7;
/** What lists letters side by side. */
const LISTING = /^(bring-(all|out)|sideways|upright|enters|leaves)$/;
const LISTED =
  /(?<=^bring )the pieces (\S+)|(?<=^take |^only (?=\S+ may)|: |：)(\S+)|(?<=のは) (\S+) |^(?:駒 )?(\S+) (?=を)|(?<=^把)(?:棋子)? (\S+) |(?<=^只有) (\S+) /;

/** Whether names tell pieces apart: two sides have colours, too. @param {Pick<Scene, "pieces">} scene */
export const telling = ({ pieces }) =>
  new Set(pieces.map(({ name }) => name).filter((name) => /\p{L}/u.test(name))).size > 2;

/** Whether pieces are called by their letters. @param {Pick<Scene, "pieces">} scene */
const lettered = (scene) => preference("letters") === "on" && telling(scene);

/** The number of a piece's colour. Each car has its own. @param {Pick<Scene, "pieces">} scene @param {Piece} piece */
export function hue({ pieces }, { glyph, kind, name }) {
  return (glyph === "car" ? pieces.findIndex((other) => other.name === name) : kind) % RED;
}

/** Whose turn it is, where two sides move in turn. @param {Pick<Scene, "notes" | "pieces">} scene */
export function turnOf({ notes, pieces }) {
  const note = notes.find(({ code }) => code === "turn");
  return pieces.find(({ name }) => note?.en.startsWith(`${name} `))?.role;
}

/**
 * What is seen of a piece, if that is more than its name, and whether it is a word.
 * @param {Scene} scene
 * @param {Piece} piece
 * @returns {{text: string, word: boolean}}
 */
function seen(scene, piece) {
  const { name, glyph, look, role, colour, cells } = piece;
  const face = say(scene.faces?.[name]);
  if (face || colour) return { text: face || name, word: false };
  const own = look ?? glyph;
  const { high, wide } = extent(cells.map((id) => [scene.cells[id][0], scene.cells[id][1]]));
  const kind =
    own === "flat" || own === "block"
      ? "form"
      : own === "car" && high + wide > 3
        ? "truck"
        : own === "wood" && role === "hero"
          ? "hero"
          : own;
  if (!/^(form|hero|car|truck|tank|wood|crate|marble|man)$/.test(kind)) return { text: name, word: false };
  const number = role === "hero" ? RED : role === "foe" ? BLUE : hue(scene, piece);
  const c = localized(COLOURS[number]);
  return { text: t(/** @type {"car"} */ (kind), { c, n: name }), word: true };
}

/**
 * What a piece is called.
 * @param {Scene} scene
 * @param {number} index
 * @param {boolean} [full] as in a sentence, and with its place if others look like it
 */
export function pieceName(scene, index, full = false) {
  const { pieces, marks } = scene;
  const piece = pieces[index];
  if (lettered(scene)) return piece.name;
  const { text, word } = seen(scene, piece);
  // A block that is like others is told by its place alone.
  if (!full && text !== t("wood")) return text;
  const name = word ? t("the", { piece: text }) : text;
  const [first] = piece.cells;
  const alone = pieces.every((other, at) => at === index || seen(scene, other).text !== text);
  if (alone || marks[first] === "t") return name;
  return t("placed", { piece: name, place: cellName(scene, first) });
}

/** What a cell is called: as moves have it, unless that is a number which is not to be seen. @param {Scene} scene @param {number} id */
export function cellName(scene, id) {
  const { cells, roads, texts } = scene;
  const [row, column, label] = cells[id];
  const place = boxOf(scene)?.places[id];
  if (place && scene.marks[id] !== "t") {
    const [l, r, c] = place.map((at) => at + 1);
    return t("cellInLayer", { l, r, c });
  }
  const hidden = label === null || (/^\d+$/.test(label) && roads.length === 0 && !texts?.length);
  return hidden ? t("cellAt", { r: row + 1, c: column + 1 }) : label;
}

/** Between words of Latin letters there is a space. @param {string} name @param {string} [after] */
const spaced = (name, after = "") => name + (language() === "en" || /\w$/.test(name) ? after : "");

/** A fact about pieces, in words for what is seen: it has faces where there are some, else letters. @param {Fact} fact @param {Scene} scene */
export const sayFact = ({ reason, pieces: about }, scene) =>
  about.reduce((text, { name }) => {
    const same = [...scene.pieces.keys()].filter((at) => scene.pieces[at].name === name);
    if (same.length === 0 || scene.faces?.[name]) return text;
    const letter = new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/\W/g, "\\$&")}(?![\\p{L}\\p{N}])( ?)`, "u");
    const seen =
      same.length > 1 ? t("the", { piece: pieceName(scene, same[0]) }) : pieceName(scene, same[0], true);
    return text.replace(letter, (_, after) => spaced(seen, after));
  }, say(reason));

/**
 * What the engine says of a scene, in words for what is seen.
 * @param {Reason | (Localized & {code?: string}) | null | undefined} reason
 * @param {Scene} scene
 */
export function sayOf(reason, scene) {
  const text = say(reason);
  const { pieces, cells } = scene;
  if (pieces.every(({ glyph }) => glyph === "tank") && pieces.length > 0) {
    const side = (/** @type {string} */ letter) =>
      t(pieces.find(({ name }) => name === letter)?.role === "foe" ? "blue" : "red");
    return text.replace(/( ?)\b([AB])\b( ?)/g, (_, before, letter, after) =>
      language() === "en" ? before + side(letter) + after : side(letter),
    );
  }
  const inWords = text
    .replace(/(gate|門|门) \S( ?)/g, (_, gate, after) => spaced(gate, after))
    .replace(/(?:\bcell |マス )(\d+)( ?)| ?(\d+) 号格/g, (whole, one, after, other) => {
      const id = cells.findIndex(([, , label]) => label === (one ?? other));
      return id < 0 ? whole : spaced(cellName(scene, id), after);
    });
  if (lettered(scene)) return inWords;
  const named = (/** @type {string} */ letter) => {
    const index = pieces.findIndex(({ name }) => name === letter);
    return index < 0 ? null : pieceName(scene, index, true);
  };
  /** @param {string} whole @param {string} letter @param {string} [after] */
  const swap = (whole, letter, after) => {
    const name = named(letter);
    return name === null ? whole : spaced(name, after);
  };
  const single = inWords
    .replace(/(?:the red (?:piece|car) |赤い駒|赤い車|红色棋子|红车)[(（](\S+?)[)）]/g, (whole, letter) =>
      swap(whole, letter),
    )
    .replace(/(?:\bpiece|駒|ピース|棋子|拼块) (\S+?)(?=[:,]?(?:\s|$)|[：，])( ?)/g, swap)
    .replace(/(\S+):\d+(?:,\d+)+( ?)/g, swap);
  // As Japanese has it before numbers.
  const tidy = (/** @type {string} */ words) => words.replace(/(\p{Script=Hiragana})(?=\d)/gu, "$1 ");
  if (!LISTING.test(reason?.code ?? "")) return tidy(single);
  const all = single.replace(LISTED, (whole, ...found) => {
    const letters = [...found.slice(0, 6).find(Boolean)];
    const listed = letters.map((letter) => pieces.find(({ name }) => name === letter));
    if (listed.includes(undefined)) return whole;
    const heroes = listed.length > 1 && listed.every((piece) => piece?.role === "hero");
    return heroes ? t("heroes") : letters.map(named).join(t("comma"));
  });
  return tidy(all);
}

// The colours of a PuzzleScript source: each line as tokens.

import { COMMENT, plain } from "../../game/source-lines.js";

/**
 * @typedef {object} Token
 * @property {string} text
 * @property {string} kind "" for plain text
 * @property {string} [colour] the colour that it stands for, as #rrggbb
 */

/** The colours of the usual palette. Of games that choose another, only colours by number are shown. */
const PALETTE = new Map(
  (
    "black 000000 white ffffff grey 9d9d9d darkgrey 697175 lightgrey cccccc red be2633 darkred 732930 " +
    "lightred e06f8b brown a46422 darkbrown 493c2b lightbrown eeb62f orange eb8931 yellow f7e26b green 44891a " +
    "darkgreen 2f484e lightgreen a3ce27 blue 1d57f7 lightblue b2dcef darkblue 1b2632 purple 342a97 pink de65e2"
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => /** @type {[string, string]} */ (pair.split(" "))),
);

/** The colour of a word; undefined if it is none that is known. @param {string} word @param {boolean} usual */
function colourOf(word, usual) {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(word) ?? [];
  if (long) return `#${long}`;
  if (short) return `#${short.replace(/./g, "$&$&")}`;
  const named = usual && PALETTE.get(word.toLowerCase().replace("gray", "grey"));
  return named ? `#${named}` : undefined;
}

const DIRECTIONS =
  "up down left right moving stationary parallel perpendicular horizontal vertical orthogonal random randomdir action no late rigid startloop endloop";
const COMMANDS =
  "again cancel checkpoint restart win sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10";

/** The words that mean something in a section, by their kind. @type {Record<string, Record<string, string>>} */
const WORDS = {
  legend: { keyword: "and or" },
  sounds: {
    keyword:
      "titlescreen startgame endgame startlevel endlevel cancel undo restart showmessage closemessage move cantmove create destroy action up down left right horizontal vertical orthogonal sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10",
  },
  rules: { direction: DIRECTIONS, command: COMMANDS },
  winconditions: { keyword: "all some no any on" },
};

/** What each word is, by section. */
const KINDS = new Map(
  Object.entries(WORDS).map(([section, kinds]) => [
    section,
    new Map(Object.entries(kinds).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind]))),
  ]),
);

/** What blanks and comments part. */
const WORD = new RegExp(`[^\\s${COMMENT}]+`, "g");

/** What a line of an object is: after its name come its colours, then its sprite. */
class Objects {
  #next = "name";
  /** @type {(string | undefined)[]} */
  #colours = [];

  /** @param {import("../../game/source-lines.js").Line} line @param {boolean} usual whether the game has the usual palette */
  tokens({ code, blank }, usual) {
    const text = plain(code);
    if (blank) this.#next = "name";
    if (text === "") return [{ text: code, kind: "" }];
    // An object without a sprite may be followed at once by the next.
    if (this.#next === "sprite" && !/^[.\d]/.test(text)) this.#next = "name";
    if (this.#next === "name") {
      this.#next = "colours";
      return split(code, WORD, () => ({ kind: "name" }));
    }
    if (this.#next === "colours") {
      this.#next = "sprite";
      this.#colours = [];
      return split(code, WORD, (word) => {
        const colour = colourOf(word, usual);
        this.#colours.push(colour);
        return { kind: "colour", colour };
      });
    }
    return split(code, /\d/g, (digit) => ({ kind: "pixel", colour: this.#colours[Number(digit)] }));
  }
}

/**
 * Parts a text into what is found in it and what is between.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {(found: string) => {kind: string, colour?: string}} meaning
 * @returns {Token[]}
 */
function split(text, pattern, meaning) {
  const tokens = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) tokens.push({ text: text.slice(end, found.index), kind: "" });
    tokens.push({ text: found[0], ...meaning(found[0]) });
    end = found.index + found[0].length;
  }
  if (end < text.length) tokens.push({ text: text.slice(end), kind: "" });
  return tokens;
}

/** @param {import("../../game/source-lines.js").Line} line @returns {Token[]} */
function ordinary({ code, section, heading }) {
  if (heading || /^=*$/.test(plain(code))) return [{ text: code, kind: "heading" }];
  if (section === "") {
    let first = true;
    return split(code, WORD, () => {
      const kind = first ? "keyword" : "text";
      first = false;
      return { kind };
    });
  }
  const message = /(^|[^\p{L}\p{N}_])message(?![\p{L}\p{N}_])(.*)$/iu.exec(code);
  if (message && (section === "levels" || section === "rules")) {
    const at = code.length - message[2].length;
    return [
      ...ordinary({ code: code.slice(0, at - 7), section, heading, start: 0, text: "", blank: false }).filter(
        ({ text }) => text !== "",
      ),
      { text: code.slice(at - 7, at), kind: "command" },
      { text: code.slice(at), kind: "text" },
    ];
  }
  if (section === "levels") return [{ text: code, kind: "level" }];
  const kinds = KINDS.get(section);
  return split(code, /[\p{L}\p{N}_]+|->|\.\.\.|[[\]|=+<>^,]/gu, (word) => {
    const known = kinds?.get(word.toLowerCase());
    if (known) return { kind: known };
    if (section === "rules" && /^[<>^v]$/i.test(word)) return { kind: "direction" };
    return { kind: /^[\p{L}\p{N}_]/u.test(word) ? "" : "sign" };
  });
}

/**
 * The tokens of each line. Their texts, one after the other, are the source.
 * @param {readonly import("../../game/source-lines.js").Line[]} lines
 * @returns {Token[][]}
 */
export function highlighted(lines) {
  const usual = !lines.some(
    ({ section, code }) =>
      section === "" && /^color_palette/i.test(plain(code)) && !/arnecolors|\b4$/i.test(plain(code)),
  );
  const objects = new Objects();
  return lines.map((line) => {
    const tokens =
      line.section === "objects" && !line.heading && !/^=+$/.test(plain(line.code))
        ? objects.tokens(line, usual)
        : ordinary(line);
    let at = 0;
    return tokens.flatMap((token) =>
      // A comment may stand anywhere, also within a word.
      (token.text.match(new RegExp(`${COMMENT}+|[^${COMMENT}]+`, "g")) ?? []).map((part) => {
        const text = line.text.slice(at, at + part.length);
        at += part.length;
        return part.startsWith(COMMENT) ? { text, kind: "comment" } : { ...token, text };
      }),
    );
  });
}

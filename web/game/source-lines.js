// The lines of a PuzzleScript source: in which section each is, and what of it is comment.

/** The sections after the prelude, in order. */
const SECTIONS = ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/** What stands in `code` in place of each character of a comment. */
export const COMMENT = "\u0001";

/**
 * @typedef {object} Line
 * @property {number} start where it begins in the source
 * @property {string} text as written
 * @property {string} code the same, with a mark in place of each character of a comment
 * @property {string} section the section it is in, "" for the prelude
 * @property {boolean} heading whether it is the name of a section
 * @property {boolean} blank whether it separates: a line of comments alone does not
 */

const isWord = (/** @type {string | undefined} */ character) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * A line without its comments. After the word `message`, brackets are those of the text.
 * @param {string} text
 * @param {number} depth of the comments open before it
 * @param {boolean} messages whether there are messages in its section
 */
function uncommented(text, depth, messages) {
  let [code, word, commented, blankAtEnd] = ["", "", depth > 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "(") {
      depth++;
      commented = true;
    }
    const inside = depth > 0;
    if (character === ")" && inside) depth--;
    // A bracket that closes nothing is nothing.
    const nothing = character === ")" && !inside;
    code += inside || nothing ? COMMENT : character;
    blankAtEnd = !inside && /\s/.test(character);
    if (inside || nothing) continue;
    word = isWord(character) ? word + character.toLowerCase() : "";
    if (messages && word === "message" && !isWord(text[at + 1])) {
      code += text.slice(at + 1);
      break;
    }
  }
  return { code, depth, blank: plain(code) === "" && (!commented || blankAtEnd) };
}

/** Code without its comments and the blanks around it. @param {string} code */
export const plain = (code) => code.replaceAll(COMMENT, "").trim();

/** The source that was read last, and its lines: several look at the same one. */
let known = { source: "", lines: /** @type {readonly Line[]} */ (read("")) };

/** The lines of a source. @param {string} source */
export function linesOf(source) {
  if (source !== known.source) known = { source, lines: read(source) };
  return known.lines;
}

/** @param {string} source @returns {Line[]} */
function read(source) {
  let [start, depth, section] = [0, 0, ""];
  return source.split("\n").map((text) => {
    const read = uncommented(text, depth, section === "rules" || section === "levels");
    depth = read.depth;
    const word = /^[\p{L}\p{N}_]+/u.exec(plain(read.code))?.[0].toLowerCase() ?? "";
    // Levels are the last, and anything may stand in them.
    const heading = section !== "levels" && SECTIONS.includes(word);
    if (heading) section = word;
    const line = { start, text, code: read.code, section, heading, blank: read.blank };
    start += text.length + 1;
    return line;
  });
}

/** Whether a text is a source by itself. @param {string} text */
export const isSource = (text) => linesOf(text).some(({ heading }) => heading);

// The file of a game: its source and the level, as an instance.

/** @type {Record<string, string>} */
const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r" };

/** The value of a basic string of TOML. @param {string} written */
const unescaped = (written) =>
  written.replace(
    /\\(?:u([0-9a-fA-F]{4})|U(00[01][0-9a-fA-F]{5})|\s*\n\s*|(.))/g,
    (_, short, long, character = "") => {
      const code = Number.parseInt(short ?? long ?? "", 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : (ESCAPES[character] ?? character);
    },
  );

/** A key with a string. @param {string} key */
const entry = (key) =>
  new RegExp(
    `^${key}[ \\t]*=[ \\t]*(?:'''\\n?([\\s\\S]*?'{0,2})'''(?!')|"""\\n?((?:\\\\[\\s\\S]|[^\\\\])*?"{0,2})"""(?!")|'(.*?)'|"((?:\\\\.|[^"\\\\])*)")`,
    "m",
  );

/** Whether a text is a puzzle file, and not a source by itself. @param {string} text */
export const isFile = (text) => /^[ \t]*puzzle[ \t]*=[ \t]*["']/m.test(text);

/**
 * The source and the level in the text of an instance; a source may be a file by itself.
 * @param {string} text
 * @param {string} key of the source
 */
export function opened(text, key) {
  if (!isFile(text)) return { source: text, level: 1 };
  const found = entry(key).exec(text);
  const [, multiLiteral, multi, literal, basic] = found ?? [];
  const rest = found ? text.replace(found[0], "") : text;
  return {
    source: multiLiteral ?? literal ?? unescaped(multi ?? basic ?? ""),
    level: Number(/^level[ \t]*=[ \t]*(\d+)/m.exec(rest)?.[1] ?? 1),
  };
}

/** A text as a string of TOML, which JSON's strings are but for one character. @param {string} text */
const quoted = (text) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");

/** What a source says of its game after a word; "" if it says nothing. @param {string} source @param {string} word */
const said = (source, word) => new RegExp(`^[ \\t]*${word}[ \\t]+(.*)`, "im").exec(source)?.[1].trim() ?? "";

/** The title that a source gives its game. @param {string} source */
export const titleOf = (source) => said(source, "title");

/** Who has made a game, as its source says. @param {string} source */
export const authorOf = (source) => said(source, "author");

/**
 * The text of the instance that is a level of a game.
 * @param {{name: string, script: string}} family
 * @param {string} source
 * @param {number} level from 1
 */
export function written({ name, script }, source, level) {
  const ended = source.endsWith("\n") ? source : `${source}\n`;
  // Only a text without these can stand as it is.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const text = /'''|[\0-\x08\x0b-\x1f\x7f]/.test(ended) ? quoted(ended) : `'''\n${ended}'''`;
  return `puzzle = "${name}"\ntitle = ${quoted(titleOf(source) || "PuzzleScript")}\nlevel = ${level}\n${script} = ${text}\n`;
}

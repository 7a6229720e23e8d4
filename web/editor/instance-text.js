// The text of an instance file as the editor changes it: its boards, and lines with a key.

/** A board in a file: `key = '''` and rows. @param {string} key */
const block = (key) => new RegExp(`^(${key}[ \\t]*=[ \\t]*)('''|""")\\n?([\\s\\S]*?)\\2`, "m");

/** The rows of a board of a file; null if there is none. @param {string} text @param {string} key */
export function rowsOf(text, key) {
  const found = block(key).exec(text);
  if (!found) return null;
  const rows = found[3].replace(/\n$/, "").split("\n");
  return rows.map((row) => [...row]);
}

/** The text with the rows of a board replaced, or added. @param {string} text @param {string} key @param {string[][]} rows */
export function withRows(text, key, rows) {
  const board = `${key} = '''\n${rows.map((row) => row.join("")).join("\n")}'''`;
  return block(key).test(text) ? text.replace(block(key), () => board) : `${text.trimEnd()}\n${board}\n`;
}

/** The text whose board is its goal, on the same floor; null if it has none. @param {string} text */
export function withGoalAsBoard(text) {
  const [board, goal] = [rowsOf(text, "board"), rowsOf(text, "goal")];
  if (!board || !goal) return null;
  const walled = goal.map((row, r) => row.map((sign, c) => (board[r]?.[c] === "#" ? "#" : sign)));
  return withRows(text, "board", walled);
}

/** What a file says of itself that is no longer so when its board is another: its optimum, and whose it is. */
const CLAIMS = /^(title|source|optimal)[ \t]*=.*\n/gm;

/**
 * The text without what it has from another puzzle: its title, its source and its optimum.
 * @param {string} text
 * @param {string} origin the text that the player began with
 */
export function disowned(text, origin) {
  const borrowed = new Set(origin.match(CLAIMS) ?? []);
  return text.replace(CLAIMS, (line) => (borrowed.has(line) && !line.includes('"My puzzle"') ? "" : line));
}

/** A line with the key of this one. @param {string} line */
const keyed = (line) => new RegExp(`^${line.split(" ")[0]}[ \\t]*=.*\\n?`, "m");

/** Whether a file has a line with the key of this one. @param {string} text @param {string} line */
export const hasLine = (text, line) => keyed(line).test(text);

/** The text without the line with this key, or with this one before its board. @param {string} text @param {string} line */
export const toggled = (text, line) =>
  hasLine(text, line) ? text.replace(keyed(line), "") : text.replace(/^(?=board)/m, () => `${line}\n`);

/** A line whose value is made of some letters. @param {string} line @param {string} letters */
const spelled = (line, letters) =>
  new RegExp(`^(${line.split(" ")[0]}[ \\t]*=[ \\t]*)(["'])([${letters}]*)\\2`, "m");

/**
 * The letters in the value of a line; undefined if the file has no such line.
 * @param {string} text
 * @param {string} line
 * @param {string} letters those there may be
 */
export const lettersOf = (text, line, letters) => spelled(line, letters).exec(text)?.[3];

/**
 * The text with a letter added to the value of a line, or taken out of it wherever it is.
 * @param {string} text
 * @param {string} line
 * @param {string} letters those there may be
 * @param {string} letter
 * @param {boolean} on
 */
export function withLetter(text, line, letters, letter, on) {
  const now = lettersOf(text, line, letters) ?? "";
  const next = on ? now + letter : now.replaceAll(letter, "");
  return text.replace(spelled(line, letters), (_, key) => `${key}"${next}"`);
}

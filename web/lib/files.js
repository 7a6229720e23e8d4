// Files that the user brings along.

/** The marks that texts of two bytes a character begin with. @type {Record<string, string>} */
const MARKS = { "255,254": "utf-16le", "254,255": "utf-16be" };

/**
 * The text of a file: in UTF-8, in UTF-16 if it says so, or else in the characters that old programs wrote.
 * @param {Blob} file
 */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = MARKS[bytes.slice(0, 2).join()];
  try {
    return new TextDecoder(mark ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A title as the name of a file, without its end. @param {string} title */
export const fileName = (title) =>
  title
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40) || "tejun";

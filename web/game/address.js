// The address of a puzzle, a line and a view: a link holds everything that is needed to open it.

import { PhraseError } from "../i18n/errors.js";

/** @param {Uint8Array} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {string} text */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {GenericTransformStream} through */
const stream = async (bytes, through) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** The file that was packed last. Each move of a game asks for its address, and is stored before the player can leave. */
let last = { file: "", packed: Promise.resolve("") };

/** A file as it stands in an address. @param {string} file */
function packed(file) {
  if (last.file !== file) {
    const bytes = stream(new TextEncoder().encode(file), new CompressionStream("deflate-raw"));
    last = { file, packed: bytes.then(toText) };
  }
  return last.packed;
}

/** The most bytes of an instance, more than any file has: a link cannot exhaust memory. */
const MAX_BYTES = 1 << 18;

/**
 * The part of an address that holds a puzzle and a line.
 * @param {Puzzle} puzzle
 * @param {string} line as one text
 * @param {string} [view]
 */
export async function address(puzzle, line, view = "play") {
  const parts = new URLSearchParams();
  if (view !== "play") parts.set("view", view);
  if (puzzle.instance.includes("\n")) parts.set("file", await packed(puzzle.instance));
  else parts.set("puzzle", puzzle.instance);
  if (puzzle.metric) parts.set("metric", puzzle.metric);
  if (puzzle.level) parts.set("level", String(puzzle.level));
  if (line !== "") parts.set("line", line);
  return `#${parts}`;
}

/** A link to an address of this page; "" where it leads nobody, since the page is a file on a disk. @param {string} hash */
export const linkTo = (hash) =>
  location.protocol === "file:" ? "" : location.href.replace(/[?#].*$/, "") + hash;

/** The text packed into a link. @param {string} file @returns {Promise<string>} */
async function inflated(file) {
  const chunks = [];
  try {
    const reader = new Blob([toBytes(file)])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .getReader();
    for (let size = 0; ; ) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MAX_BYTES) throw new PhraseError("largeLink");
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof PhraseError ? error : new PhraseError("badLink");
  }
  return new Blob(chunks).text();
}

/** The address of the puzzle of a day. @param {string} day @param {string} [of] its kind */
export const ofDay = (day, of) => `#day=${day}${of ? `&of=${of}` : ""}`;

/**
 * The day in an address whose puzzle is wanted, as in `#day=2026-11-24`, and of which kind; null if there is none.
 * @param {string} hash
 */
export function dayIn(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const day = parts.get("day") ?? "";
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDay ? { day, of: parts.get("of") ?? "" } : null;
}

/**
 * The puzzle, line and view in an address.
 * @param {string} hash
 * @param {string} [query]
 * @returns {Promise<{puzzle: Puzzle, line: string, view: string} | null>}
 */
export async function opened(hash, query = "") {
  const parts = new URLSearchParams(hash.length > 1 ? hash.slice(1) : query);
  const file = parts.get("file");
  let instance = parts.get("puzzle");
  if (file !== null) instance = await inflated(file);
  if (instance === null) return null;
  const [metric, level] = [parts.get("metric"), Number(parts.get("level"))];
  return {
    puzzle: {
      instance,
      ...(metric ? { metric } : {}),
      ...(level > 0 && Number.isInteger(level) ? { level } : {}),
    },
    line: parts.get("line") ?? "",
    view: parts.get("view") ?? "play",
  };
}

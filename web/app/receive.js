// Takes what the player brings along: files that are dropped on the library or the table, and text that is pasted there.

import * as api from "../engine/api.js";
import * as collections from "../game/collections.js";
import { errorMessage, PhraseError } from "../i18n/errors.js";
import { t } from "../i18n/language.js";
import { textOf } from "../lib/files.js";

/** The most bytes of a text: those of a question. */
const MAX_BYTES = 256 << 10;

/** Where something is brought to. */
const PLACES = "main.library, main.table";
/** What takes text itself. */
const WRITABLE = "input:not([type=checkbox], [type=range]), textarea, dialog *";

/** A link to what this page shows, wherever it was copied. */
const LINK = /^https?:\/\/\S*#(?:\w+=\S*&)?(?:puzzle|file|day)=\S+$/;

/** @typedef {{text: string, name: string}} Brought a text, and the name of its file, if it has one */

/**
 * Listens to drops and pastes.
 * @param {(brought: Promise<Brought[]>) => void} take
 */
export function listen(take) {
  const isOpen = () => document.querySelector(PLACES) !== null;
  const files = (/** @type {FileList} */ list) => {
    const read = async (/** @type {File} */ file) => {
      if (file.size > MAX_BYTES) throw new PhraseError("largeFile");
      return { text: await textOf(file), name: file.name };
    };
    take(Promise.all([...list].map(read)));
  };
  const marked = (/** @type {boolean} */ over) => document.body.classList.toggle("receives", over);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // The browser would leave the page and show the file.
    event.preventDefault();
    marked(isOpen());
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && marked(false));
  addEventListener("drop", (event) => {
    marked(false);
    const list = event.dataTransfer?.files;
    if (!list?.length) return;
    event.preventDefault();
    if (isOpen()) files(list);
  });
  addEventListener("paste", (event) => {
    const { target, clipboardData } = event;
    if (!isOpen() || !clipboardData || (target instanceof Element && target.matches(WRITABLE))) return;
    const text = clipboardData.getData("text/plain");
    if (clipboardData.files.length > 0) files(clipboardData.files);
    else if (LINK.test(text.trim())) location.hash = text.trim().replace(/^.*?#/, "");
    else if (text.trim() !== "") take(Promise.resolve([{ text, name: "" }]));
  });
}

/**
 * What is done with it.
 * @typedef {object} Taken
 * @property {(puzzle: Puzzle) => Promise<void>} open
 * @property {(collection: collections.Collection) => Promise<void>} show
 */

/**
 * Keeps a text of several puzzles as a collection, and opens one of a single puzzle.
 * @param {Brought} brought
 * @param {boolean} alone whether nothing else was brought with it
 * @param {Taken} taken
 * @returns {Promise<string[]>} what is to be said
 */
async function receiveOne({ text, name }, alone, { open, show }) {
  const answer = await api.collection(text).catch((error) => {
    throw error instanceof api.RequestError && error.status === 413 ? new PhraseError("largeFile") : error;
  });
  const { count, levels } = answer;
  if (count === 1 && alone) {
    const [{ error: message, reason }] = levels;
    if (message !== undefined) throw new api.RequestError(422, { message, reason });
    await open({ instance: api.fileText(text) });
    return [];
  }
  const collection = collections.collectionOf(text, name, answer);
  await collections.add(collection);
  await show(collection);
  const n = levels.length;
  return [
    t("added", { what: collection.title || t("pasted"), n }),
    ...(n < count ? [t("readInTime", { n, m: count })] : []),
    t(collections.isKept() ? "mineWhere" : "notKept"),
  ];
}

/**
 * Takes texts; one that is wrong spoils no other.
 * @param {Promise<Brought[]>} brought
 * @param {Taken} taken
 * @returns {Promise<string>} what is to be said
 */
export async function receive(brought, taken) {
  try {
    const texts = await brought;
    const said = [];
    for (const text of texts) {
      const alone = texts.length === 1;
      const failed = (/** @type {unknown} */ error) => [
        alone ? errorMessage(error) : `${text.name}: ${errorMessage(error)}`,
      ];
      said.push(...(await receiveOne(text, alone, taken).catch(failed)));
    }
    return said.join(" ");
  } catch (error) {
    return errorMessage(error);
  }
}

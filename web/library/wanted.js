// What is looked for in the library. It stays while the page is open, so that coming back finds it.

const NOTHING = { text: "", family: "", order: "default", show: "all" };

export const wanted = { ...NOTHING };

/** Looks for nothing any more. */
export const showAll = () => Object.assign(wanted, NOTHING);

/** Whether what is solved, or is not, is to be shown. @param {boolean} solved */
export const isShown = (solved) => wanted.show === "all" || solved === (wanted.show === "solved");

/** A text as it is compared: without case, accents, and what stands between words. @param {string} text */
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}]/gu, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\-_'’·・]+/g, " ");

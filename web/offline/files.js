// Where the files of the page are: beside its script, or inside the page if that is a single file (single-file.js).

/** What such a file says of itself: its puzzle, and the URLs of its parts. @type {Packed | undefined} */
export const packed = /** @type {any} */ (globalThis).tejun;

/** @param {string} path */
export const urlOf = (path) => packed?.files[path] ?? new URL(`../${path}`, import.meta.url);

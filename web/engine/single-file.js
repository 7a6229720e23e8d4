// The page of one puzzle as a single file. The engine would have to be in it, and a served page has none: see
// offline/single-file.js, which the page without a server has in place of this file.

/** The address of the puzzle that this page is for, if it is such a file. */
export const home = "";

/** The title of that puzzle. */
export const title = "";

/** Makes such a file. @type {((title: string, home: string) => Promise<Blob>) | null} */
export const pack = null;

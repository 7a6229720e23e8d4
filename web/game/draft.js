// What was written last in an editor, on this device: until something else is written.

import { preference, setPreference } from "../lib/preferences.js";

/** @param {string} hash its address */
export const keepDraft = (hash) => setPreference("draft", hash);

/** The address of the draft; "" if there is none. */
export const draft = () => preference("draft") ?? "";

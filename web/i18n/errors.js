// Errors, told in the user's language.

import { RequestError } from "../engine/request-error.js";
import { language, say, sentence, t } from "./language.js";

/** An error that the page has a phrase for. */
export class PhraseError extends Error {
  /** @param {import("./language.js").Phrase} phrase */
  constructor(phrase) {
    super(phrase);
    this.phrase = phrase;
  }
}

/**
 * Why a request was refused, and where on a board, if that is known in every language; else nothing.
 * @param {RequestError["error"]} error
 */
export function refusal({ reason, row, column }) {
  if (!reason) return "";
  const place =
    row === undefined || column === undefined
      ? ""
      : t("fault", { r: row, c: column }) + (language() === "en" ? " " : "");
  return place + sentence(say(reason));
}

/** The message for an error. @param {unknown} error */
export function errorMessage(error) {
  if (error instanceof PhraseError) return t(error.phrase);
  if (error instanceof RequestError && error.error.code === "memory") return t("memory");
  if (error instanceof RequestError) return refusal(error.error) || t("failed", { why: error.message });
  return error instanceof TypeError ? t("away") : String(error);
}

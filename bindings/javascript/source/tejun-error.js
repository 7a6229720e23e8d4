// The one error of the package.

import { RequestError } from "../../../web/engine/request-error.js";

/** What kind of error a status is, where the engine does not say. @type {Record<number, string>} */
const KINDS = { 400: "malformed", 404: "unknown", 413: "too-large", 422: "refused" };

export class TejunError extends Error {
  /** @param {number} status @param {RequestError["error"] & {kind?: string}} error */
  constructor(status, { message, kind, ...more }) {
    super(message);
    this.name = "TejunError";
    this.status = status;
    this.kind = kind ?? KINDS[status] ?? "internal";
    Object.assign(this, more);
  }
  /** An error of the engine, or of what surrounds it, as one of the package. @param {unknown} error @returns {TejunError} */
  static of(error) {
    if (error instanceof TejunError) return error;
    const { message } = /** @type {{message?: string}} */ (error);
    return error instanceof RequestError
      ? new TejunError(error.status, { ...error.error, message })
      : new TejunError(500, { message: message ?? String(error) });
  }
}

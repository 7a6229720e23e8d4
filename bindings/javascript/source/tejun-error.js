// The one error of the package.

import { RequestError } from "../../../web/engine/request-error.js";

/** The kind of an error, where the engine does not say. @param {number} status @param {RequestError["error"]} error */
function kindOf(status, { at, code }) {
  if (status === 413 || code === "memory") return "limit";
  if (status === 422) return at === undefined ? "instance" : "line";
  return status >= 500 ? "internal" : "usage";
}

export class TejunError extends Error {
  /** @param {number} status @param {RequestError["error"]} error @param {string} [kind] */
  constructor(status, error, kind = kindOf(status, error)) {
    const { message, ...more } = error;
    super(message);
    this.name = "TejunError";
    this.status = status;
    this.kind = kind;
    Object.assign(this, more);
  }

  /** An error of the engine, or of what surrounds it, as one of the package. @param {unknown} error @returns {TejunError} */
  static of(error) {
    if (error instanceof TejunError) return error;
    const { message } = /** @type {{message?: string}} */ (error);
    return error instanceof RequestError
      ? new TejunError(error.status, { ...error.error, message }, error.kind)
      : new TejunError(500, { message: message ?? String(error) });
  }
}

// What both sides that answer the page have in common.

/** A refused request, with the reason. */
export class RequestError extends Error {
  /** @param {number} status @param {{message?: string, code?: string, key?: string, row?: number, column?: number, at?: number, reason?: Reason}} error */
  constructor(status, error) {
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.error = error;
  }
}

/**
 * Hears the events of a job: `progress`, `found`, then `answer` or `error`. An `error` without data says that
 * nothing more can be heard.
 * @callback Hear
 * @param {string} name
 * @param {any} data
 */

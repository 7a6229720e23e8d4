// What everything that answers the page has in common.

/** A refused request, with the reason. */
export class RequestError extends Error {
  /**
   * @param {number} status
   * @param {{message?: string, code?: string, key?: string, row?: number, column?: number, at?: number, reason?:
   *   Reason}} error
   * @param {string} [kind]
   */
  constructor(status, error, kind) {
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.error = error;
    this.kind = kind;
  }
}

/**
 * Receives the events of a job: `progress`, `found`, then `answer` or `error`. An `error` without data says that
 * no more will come.
 * @callback JobListener
 * @param {string} name
 * @param {any} data
 */

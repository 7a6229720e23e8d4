// Answers come when they come: a late one must not take the place of a newer one.

/** Work of which only the newest counts, such as asking one question again and again. */
export class Latest {
  #controller = new AbortController();

  /** Aborted as soon as anything newer begins, or all is stopped. */
  get signal() {
    return this.#controller.signal;
  }

  /** Begins something new, which ends what is under way. @returns {AbortSignal} */
  begin() {
    this.stop();
    this.#controller = new AbortController();
    return this.signal;
  }

  /** Ends what is under way. */
  stop() {
    this.#controller.abort();
  }

  /**
   * What the work gives, or its failure, if nothing newer begins before; else null. The signal ends the work early.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} work
   * @returns {Promise<T | null>}
   */
  async run(work) {
    const signal = this.begin();
    try {
      const result = await work(signal);
      return signal.aborted ? null : result;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }
}

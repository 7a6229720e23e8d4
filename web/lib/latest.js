// Answers come when they come: a late one must not take the place of a newer one.

/** Things of which only the newest counts, such as the answers to one question asked again and again. */
export class Latest {
  #begun = 0;

  /** Begins a newer one, or ends all. Returns whether nothing newer has begun since. @returns {() => boolean} */
  begin() {
    this.#begun += 1;
    return this.now();
  }

  /** Whether nothing newer has begun since now. @returns {() => boolean} */
  now() {
    const begun = this.#begun;
    return () => begun === this.#begun;
  }

  /**
   * An answer, or its failure, if it comes before a newer one is asked for; else null.
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T | null>}
   */
  async of(answer) {
    const counts = this.begin();
    try {
      const told = await answer;
      return counts() ? told : null;
    } catch (error) {
      if (counts()) throw error;
      return null;
    }
  }
}
